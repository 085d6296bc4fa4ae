//! Conformance kit for games of perfect information.
//!
//! [`check`] plays random games and checks every position on the way. As soon as the rest of a game is small
//! enough, the kit searches it exhaustively. Plain minimax then gives the exact score of every position below
//! from the rules alone, and the hooks of the game and [`AlphaBeta`] are checked against it.

use std::collections::HashMap;
use std::fmt::Debug;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::{Violation, ensure};
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
    let mut kit = PerfectInformationKit {
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
struct PerfectInformationKit<P> {
    /// Every position visited, by key.
    by_key: HashMap<u64, P>,
    tables: [(u32, TranspositionTable); TABLE_SIZES.len()],
    coverage: Coverage,
}

impl<P: PerfectInformation<Move: Debug> + PartialEq + Debug> PerfectInformationKit<P> {
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
        Err(Violation(format!("a game has not ended after {LONGEST_GAME} plies")))
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
        let moves: Vec<_> = position.moves().into_iter().collect();
        ensure(moves.is_sorted_by(|a, b| a < b), || {
            format!("the moves {moves:?} of {position:?} are not in ascending order without repetitions")
        })?;
        match position.result() {
            Some(score) => {
                let (over, bounds) =
                    (format!("{position:?} is over with score {}", score.get()), position.bounds());
                ensure(moves.is_empty(), || format!("{over}, but has the moves {moves:?}"))?;
                ensure(bounds == Bounds::exact(score), || {
                    format!("{over}, but its bounds are {}", interval(bounds))
                })?;
            }
            None => {
                ensure(!moves.is_empty(), || format!("{position:?} has no move, but also no result"))?;
            }
        }
        self.check_key(position)?;
        check_candidates(position, &moves)?;
        let below: Vec<P> = moves.iter().map(|&mv| position.play(mv)).collect();
        for goal in goals().filter(|&goal| position.subtree(goal) == Subtree::Small) {
            let large = below.iter().find(|next| next.subtree((-goal).next()) != Subtree::Small);
            ensure(large.is_none(), || {
                format!("the subtree of {position:?} is called small, but not that of {large:?} below it")
            })?;
        }
        Ok(moves)
    }

    fn check_key(&mut self, position: &P) -> Result<(), Violation> {
        let key = position.key();
        let bits = P::KEY_BITS;
        ensure(key.checked_shr(bits).is_none_or(|excess| excess == 0), || {
            format!("the key {key:#x} of {position:?} has more bits than `KEY_BITS`, which is {bits}")
        })?;
        let one = self.by_key.entry(key).or_insert(*position);
        ensure(one == position, || {
            format!("{one:?} and {position:?} are different positions with the same key {key:#x}")
        })
    }

    /// Exact score of a position, by minimax over every line of play. Checks each position on the way.
    fn exhaust(&mut self, position: &P) -> Result<Score, Violation> {
        self.coverage.exhausted += 1;
        let moves = self.check_position(position)?;
        let scores = moves.iter().map(|&mv| Ok((mv, -self.exhaust(&position.play(mv))?)));
        let scores = scores.collect::<Result<Vec<_>, Violation>>()?;
        let best = scores.iter().map(|&(_, score)| score).max();
        let score = best.or(position.result()).expect("checked: a move, or a result");
        let bounds = position.bounds();
        ensure(bounds.contains(score), || {
            let worth = format!("{position:?} is worth {}", score.get());
            format!("{worth}, which its bounds {} do not contain", interval(bounds))
        })?;
        if bounds.lower < bounds.upper {
            let candidates: Vec<_> = position.candidates().into_iter().collect();
            let left_out = |&&(mv, score): &&(_, Score)| score > bounds.lower && !candidates.contains(&mv);
            if let Some(&(mv, score)) = scores.iter().find(left_out) {
                return Err(Violation(format!(
                    "{mv:?} in {position:?} is not a candidate, but scores {} within the bounds {}",
                    score.get(),
                    interval(bounds)
                )));
            }
        }
        Ok(score)
    }

    /// Checks that the search finds the score of a position.
    fn check_search(&mut self, position: &P, score: Score) -> Result<(), Violation> {
        self.coverage.searched += 1;
        let worth = || format!("{position:?} is worth {}", score.get());
        for (log2_entries, table) in &mut self.tables {
            for guess in [Score::MIN, Score::ZERO, score, score.next(), Score::MAX] {
                table.new_epoch();
                let found = unlimited(table).score(position, guess).expect("an unlimited search answers");
                ensure(found == score, || {
                    let (guess, found) = (guess.get(), found.get());
                    let search = format!("a search from the guess {guess} with 2^{log2_entries} entries");
                    format!("{}, but {search} finds {found}", worth())
                })?;
            }
            // All questions in one epoch, so that each uses the entries of the earlier ones.
            table.new_epoch();
            for threshold in goals() {
                let answer = unlimited(table).is_at_least(position, threshold);
                let answer = answer.expect("an unlimited search answers");
                ensure(answer == (score >= threshold), || {
                    let asked = format!("asked whether it reaches {}", threshold.get());
                    format!(
                        "{}, but {asked}, a search with 2^{log2_entries} entries answers {answer}",
                        worth()
                    )
                })?;
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
    let candidates: Vec<_> = position.candidates().into_iter().collect();
    ensure(candidates.is_sorted_by(|a, b| a < b), || {
        format!(
            "the candidates {candidates:?} of {position:?} are not in ascending order without repetitions"
        )
    })?;
    let illegal = candidates.iter().find(|candidate| !moves.contains(candidate));
    ensure(illegal.is_none(), || format!("the candidate {illegal:?} of {position:?} is not a legal move"))?;
    ensure(candidates.len() <= P::MAX_MOVES, || {
        format!("{position:?} has {} candidates, more than `MAX_MOVES`", candidates.len())
    })?;
    for candidate in candidates {
        let (played, shortcut) = (position.play(candidate), position.play_candidate(candidate));
        let moves = |position: &P| position.moves().into_iter().collect::<Vec<_>>();
        let facts = |position: &P| (position.key(), position.result(), position.bounds());
        let are_as_large = goals().all(|goal| played.subtree(goal) == shortcut.subtree(goal));
        let are_one = played == shortcut && facts(&played) == facts(&shortcut) && are_as_large;
        ensure(are_one && moves(&played) == moves(&shortcut), || {
            format!("the candidate {candidate:?} of {position:?} leads to {shortcut:?} instead of {played:?}")
        })?;
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
