//! Conformance kit for games of perfect information.
//!
//! [`check`] plays random games and checks every position on the way. As soon as the rest of a game is small
//! enough, the kit searches it exhaustively. Plain minimax then gives the exact score of every position below
//! from the rules alone, and the hooks of the game and [`AlphaBeta`] are checked against it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::game::{Bounds, PerfectInformation, Score, Subtree};
use crate::search::alpha_beta::AlphaBeta;
use crate::search::budget::Budget;
use crate::search::questions::Questions;
use crate::search::transposition::TranspositionTable;

/// Playouts longer than this are considered endless.
const LONGEST_GAME: usize = 10_000;

/// Sizes of the transposition tables used for testing the search, as powers of two: one that forgets almost
/// everything, and larger ones.
const TABLE_SIZES: [u32; 3] = [1, 5, 12];

/// Extent of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trials {
    /// Random games from the starting position.
    pub playouts: u32,
    /// Limit on the size of a tree for exhaustive search: the number of positions below a position, itself
    /// included, each counted once per path. Time grows with it.
    pub tree_limit: u64,
}

/// Coverage of a run without a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Distinct positions visited.
    pub positions: usize,
    /// Positions searched exhaustively, with repetitions.
    pub exhausted: u64,
    /// Positions scored by the search, with repetitions.
    pub searched: u64,
}

/// Violation of the contract, and where it occurred. Positions and moves are in their debug form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Violation {
    /// Moves must be in ascending order, without repetitions.
    #[error("the moves {moves} of {position} are not in ascending order without repetitions")]
    MovesUnsorted {
        /// State or position of the violation.
        position: String,
        /// The moves.
        moves: String,
    },
    /// A finished game must have no moves.
    #[error("{position} is over with score {}, but has the moves {moves}", score.get())]
    MovesAfterTheEnd {
        /// State or position of the violation.
        position: String,
        /// The result.
        score: Score,
        /// The moves.
        moves: String,
    },
    /// An unfinished game must have a move.
    #[error("{position} has no move, but also no result")]
    NoMoves {
        /// State or position of the violation.
        position: String,
    },
    /// Every game must end.
    #[error("a game has not ended after {plies} plies")]
    Endless {
        /// Length of the playout.
        plies: usize,
    },
    /// Keys must have at most [`PerfectInformation::KEY_BITS`] bits.
    #[error("the key {key:#x} of {position} has more bits than `KEY_BITS`, which is {bits}")]
    KeyTooLarge {
        /// State or position of the violation.
        position: String,
        /// The key.
        key: u64,
        /// The number of bits that the game states.
        bits: u32,
    },
    /// Different positions must have different keys.
    #[error("{one} and {other} are different positions with the same key {key:#x}")]
    KeyShared {
        /// The key.
        key: u64,
        /// The position met first.
        one: String,
        /// The position met later.
        other: String,
    },
    /// Bounds of a finished game must be exact.
    #[error("{position} is over with score {}, but its bounds are {}", score.get(), interval(*bounds))]
    ResultNotBounded {
        /// State or position of the violation.
        position: String,
        /// The result.
        score: Score,
        /// The bounds.
        bounds: Bounds,
    },
    /// Bounds must contain the exact score.
    #[error("{position} is worth {}, which its bounds {} do not contain", score.get(), interval(*bounds))]
    BoundsWrong {
        /// State or position of the violation.
        position: String,
        /// The exact score.
        score: Score,
        /// The bounds.
        bounds: Bounds,
    },
    /// Candidates must be in ascending order, without repetitions.
    #[error("the candidates {candidates} of {position} are not in ascending order without repetitions")]
    CandidatesUnsorted {
        /// State or position of the violation.
        position: String,
        /// The candidates.
        candidates: String,
    },
    /// Candidates must be legal moves.
    #[error("the candidate {candidate} of {position} is not a legal move")]
    CandidateIllegal {
        /// State or position of the violation.
        position: String,
        /// The candidate.
        candidate: String,
    },
    /// There must be at most [`PerfectInformation::MAX_MOVES`] candidates.
    #[error("{position} has {count} candidates, more than `MAX_MOVES`")]
    TooManyCandidates {
        /// State or position of the violation.
        position: String,
        /// Number of candidates.
        count: usize,
    },
    /// A move that is not a candidate must not score above the lower bound.
    #[error("{mv} in {position} is not a candidate, but scores {} within the bounds {}", score.get(), interval(*bounds))]
    MoveLeftOut {
        /// State or position of the violation.
        position: String,
        /// The move.
        mv: String,
        /// Its exact score.
        score: Score,
        /// The bounds of the position.
        bounds: Bounds,
    },
    /// `play_candidate` must give the same position as `play`.
    #[error("the candidate {candidate} of {position} leads to {shortcut} instead of {played}")]
    CandidateElsewhere {
        /// State or position of the violation.
        position: String,
        /// The candidate.
        candidate: String,
        /// Result of `play`.
        played: String,
        /// Result of `play_candidate`.
        shortcut: String,
    },
    /// Every position below a small subtree must be small too.
    #[error("the subtree of {position} is called small, but not that of {next} below it")]
    SmallAboveLarge {
        /// State or position of the violation.
        position: String,
        /// The position after one more move.
        next: String,
    },
    /// The search must find the exact score.
    #[error("{position} is worth {}, but a search from the guess {} with 2^{log2_entries} entries finds {}", score.get(), guess.get(), found.get())]
    SearchWrong {
        /// State or position of the violation.
        position: String,
        /// The exact score.
        score: Score,
        /// First guess of the search.
        guess: Score,
        /// Size of its transposition table, as a power of two.
        log2_entries: u32,
        /// Score found.
        found: Score,
    },
    /// The search must decide correctly whether the score reaches a threshold.
    #[error("{position} is worth {}, but asked whether it reaches {}, a search with 2^{log2_entries} entries answers {answer}", score.get(), threshold.get())]
    AnswerWrong {
        /// State or position of the violation.
        position: String,
        /// The exact score.
        score: Score,
        /// The threshold asked about.
        threshold: Score,
        /// Size of its transposition table, as a power of two.
        log2_entries: u32,
        /// Answer of the search.
        answer: bool,
    },
}

/// Formats bounds for messages.
fn interval(bounds: Bounds) -> String {
    format!("[{}, {}]", bounds.lower.get(), bounds.upper.get())
}

/// Plays random games from `start` and checks every position in them against the contract of
/// [`PerfectInformation`].
///
/// `PartialEq` must tell apart positions with different scores; equal positions may share a key. All
/// positions reachable from `start` must belong to the same table. A playout takes time for about
/// `tree_limit` positions and some hundred searches of a tree of that size.
///
/// # Errors
///
/// The first violation found.
pub fn check<P, R>(start: &P, trials: Trials, rng: &mut R) -> Result<Coverage, Violation>
where
    P: PerfectInformation<Move: Debug> + PartialEq + Debug,
    R: Rng + ?Sized,
{
    let mut kit = Kit {
        by_key: HashMap::new(),
        tables: TABLE_SIZES.map(|log2_entries| (log2_entries, TranspositionTable::new(log2_entries))),
        coverage: Coverage::default(),
    };
    for _ in 0..trials.playouts {
        kit.playout(*start, trials.tree_limit, rng)?;
    }
    Ok(Coverage { positions: kit.by_key.len(), ..kit.coverage })
}

/// A run of the kit.
struct Kit<P> {
    /// Every position visited, by key.
    by_key: HashMap<u64, P>,
    tables: [(u32, TranspositionTable); TABLE_SIZES.len()],
    coverage: Coverage,
}

impl<P: PerfectInformation<Move: Debug> + PartialEq + Debug> Kit<P> {
    /// Plays one random game.
    fn playout<R: Rng + ?Sized>(&mut self, start: P, limit: u64, rng: &mut R) -> Result<(), Violation> {
        let mut position = start;
        for _ in 0..LONGEST_GAME {
            let moves = self.check_position(&position)?;
            if is_small(&position, &mut limit.clone()) {
                return self.rest_of_playout(position, rng);
            }
            let Some(&mv) = moves.choose(rng) else { return Ok(()) };
            position = position.play(mv);
        }
        Err(Violation::Endless { plies: LONGEST_GAME })
    }

    /// Plays a random game to its end, from a position whose tree can be searched exhaustively.
    fn rest_of_playout<R: Rng + ?Sized>(&mut self, mut position: P, rng: &mut R) -> Result<(), Violation> {
        let mut score = self.exhaust(&position)?;
        loop {
            self.check_search(&position, score)?;
            let moves: Vec<_> = position.moves().into_iter().collect();
            if moves.is_empty() {
                return Ok(());
            }
            position = position.play(moves[rng.random_range(..moves.len())]);
            score = minimax(&position);
        }
    }

    /// Checks everything about a position except its score. Returns its moves.
    fn check_position(&mut self, position: &P) -> Result<Vec<P::Move>, Violation> {
        let show = || format!("{position:?}");
        let moves: Vec<_> = position.moves().into_iter().collect();
        if !moves.is_sorted_by(|a, b| a < b) {
            return Err(Violation::MovesUnsorted { position: show(), moves: format!("{moves:?}") });
        }
        match position.result() {
            Some(score) if !moves.is_empty() => {
                let moves = format!("{moves:?}");
                return Err(Violation::MovesAfterTheEnd { position: show(), score, moves });
            }
            Some(score) if position.bounds() != Bounds::exact(score) => {
                return Err(Violation::ResultNotBounded {
                    position: show(),
                    score,
                    bounds: position.bounds(),
                });
            }
            None if moves.is_empty() => return Err(Violation::NoMoves { position: show() }),
            _ => {}
        }
        self.check_key(position)?;
        check_candidates(position, &moves)?;
        let below: Vec<P> = moves.iter().map(|&mv| position.play(mv)).collect();
        for goal in goals().filter(|&goal| position.subtree(goal) == Subtree::Small) {
            if let Some(next) = below.iter().find(|next| next.subtree((-goal).next()) != Subtree::Small) {
                return Err(Violation::SmallAboveLarge { position: show(), next: format!("{next:?}") });
            }
        }
        Ok(moves)
    }

    fn check_key(&mut self, position: &P) -> Result<(), Violation> {
        let key = position.key();
        if key.checked_shr(P::KEY_BITS).is_some_and(|excess| excess != 0) {
            return Err(Violation::KeyTooLarge { position: format!("{position:?}"), key, bits: P::KEY_BITS });
        }
        match self.by_key.entry(key) {
            Entry::Occupied(met) if met.get() != position => {
                let [one, other] = [met.get(), position].map(|position| format!("{position:?}"));
                Err(Violation::KeyShared { key, one, other })
            }
            Entry::Occupied(_) => Ok(()),
            Entry::Vacant(unmet) => {
                unmet.insert(*position);
                Ok(())
            }
        }
    }

    /// Exact score of a position, by minimax over every line of play. Checks each position on the way.
    fn exhaust(&mut self, position: &P) -> Result<Score, Violation> {
        self.coverage.exhausted += 1;
        let moves = self.check_position(position)?;
        let scores = moves.iter().map(|&mv| Ok((mv, -self.exhaust(&position.play(mv))?)));
        let scores = scores.collect::<Result<Vec<_>, Violation>>()?;
        let best = scores.iter().map(|&(_, score)| score).max();
        let Some(score) = best.or(position.result()) else {
            return Err(Violation::NoMoves { position: format!("{position:?}") });
        };
        let bounds = position.bounds();
        if !bounds.contains(score) {
            return Err(Violation::BoundsWrong { position: format!("{position:?}"), score, bounds });
        }
        if bounds.lower < bounds.upper {
            let candidates: Vec<_> = position.candidates().into_iter().collect();
            let left_out = |&&(mv, score): &&(_, Score)| score > bounds.lower && !candidates.contains(&mv);
            if let Some(&(mv, score)) = scores.iter().find(left_out) {
                let (position, mv) = (format!("{position:?}"), format!("{mv:?}"));
                return Err(Violation::MoveLeftOut { position, mv, score, bounds });
            }
        }
        Ok(score)
    }

    /// Checks that the search finds the score of a position.
    fn check_search(&mut self, position: &P, score: Score) -> Result<(), Violation> {
        self.coverage.searched += 1;
        let show = || format!("{position:?}");
        for (log2_entries, table) in &mut self.tables {
            let log2_entries = *log2_entries;
            for guess in [Score::MIN, Score::ZERO, score, score.next(), Score::MAX] {
                table.new_epoch();
                let found = unlimited(table).score(position, guess).expect("an unlimited search answers");
                if found != score {
                    return Err(Violation::SearchWrong {
                        position: show(),
                        score,
                        guess,
                        log2_entries,
                        found,
                    });
                }
            }
            // All questions in one epoch, so that each uses the entries of the earlier ones.
            table.new_epoch();
            for threshold in goals() {
                let answer = unlimited(table).is_at_least(position, threshold);
                let answer = answer.expect("an unlimited search answers");
                if answer != (score >= threshold) {
                    return Err(Violation::AnswerWrong {
                        position: show(),
                        score,
                        threshold,
                        log2_entries,
                        answer,
                    });
                }
            }
        }
        Ok(())
    }
}

/// Checks, where the bounds leave the score open, that the candidates are legal moves in order and lead to
/// the same positions as `play`.
fn check_candidates<P>(position: &P, moves: &[P::Move]) -> Result<(), Violation>
where
    P: PerfectInformation<Move: Debug> + PartialEq + Debug,
{
    let bounds = position.bounds();
    if bounds.lower >= bounds.upper {
        return Ok(());
    }
    let show = || format!("{position:?}");
    let candidates: Vec<_> = position.candidates().into_iter().collect();
    if !candidates.is_sorted_by(|a, b| a < b) {
        let candidates = format!("{candidates:?}");
        return Err(Violation::CandidatesUnsorted { position: show(), candidates });
    }
    if let Some(candidate) = candidates.iter().find(|candidate| !moves.contains(candidate)) {
        return Err(Violation::CandidateIllegal { position: show(), candidate: format!("{candidate:?}") });
    }
    if candidates.len() > P::MAX_MOVES {
        return Err(Violation::TooManyCandidates { position: show(), count: candidates.len() });
    }
    for candidate in candidates {
        let (played, shortcut) = (position.play(candidate), position.play_candidate(candidate));
        let moves = |position: &P| position.moves().into_iter().collect::<Vec<_>>();
        let facts = |position: &P| (position.key(), position.result(), position.bounds());
        let are_as_large = goals().all(|goal| played.subtree(goal) == shortcut.subtree(goal));
        let are_one = played == shortcut && facts(&played) == facts(&shortcut) && are_as_large;
        if !are_one || moves(&played) != moves(&shortcut) {
            return Err(Violation::CandidateElsewhere {
                position: show(),
                candidate: format!("{candidate:?}"),
                played: format!("{played:?}"),
                shortcut: format!("{shortcut:?}"),
            });
        }
    }
    Ok(())
}

/// Every score that can be a threshold.
fn goals() -> impl Iterator<Item = Score> {
    (-i8::MAX..=i8::MAX).map(Score::new)
}

/// A search without limits.
fn unlimited(table: &TranspositionTable) -> AlphaBeta<'_> {
    AlphaBeta::new(table, Budget::UNLIMITED)
}

/// Whether the tree below `position`, itself included, has at most `rest` positions. Subtracts their number
/// from `rest`.
fn is_small<P: PerfectInformation>(position: &P, rest: &mut u64) -> bool {
    let Some(fewer) = rest.checked_sub(1) else { return false };
    *rest = fewer;
    position.moves().into_iter().all(|mv| is_small(&position.play(mv), rest))
}

/// Score of a position whose tree has been checked, by its rules alone.
fn minimax<P: PerfectInformation>(position: &P) -> Score {
    let replies = position.moves().into_iter().map(|mv| -minimax(&position.play(mv)));
    replies.max().or(position.result()).expect("checked before")
}
