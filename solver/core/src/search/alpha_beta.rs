//! Alpha-beta with a transposition table over any game of perfect information.
//!
//! The contract, for a window α < β and a position of true score *v* (fail-soft, J. Fishburn 1983): the
//! search returns a score *s* with
//!
//! - α < *s* < β ⇒ *v* = *s*;
//! - *s* ≤ α ⇒ *v* ≤ *s*;
//! - *s* ≥ β ⇒ *v* ≥ *s*.
//!
//! So a null window β = α + 1 asks one yes-or-no question, "is *v* ≥ β?". [`Questions::score`] finds a score
//! by asking several of them; each stores the bounds it proved in the table for the next (A. Plaat et al.,
//! "Best-first fixed-depth minimax algorithms", 1996).

use arrayvec::ArrayVec;

use super::budget::{Budget, Meter, Stop};
use super::questions::Questions;
use super::transposition::{KEY_BITS, TranspositionTable};
use crate::game::{Bounds, MAX_CANDIDATES, PerfectInformation, Score, Subtree};

/// Marker in place of the rank of a move that has been tried.
const TRIED: u32 = u32::MAX;

/// A search with its transposition table, its budget, and the nodes spent so far.
#[derive(Debug)]
pub struct AlphaBeta<'a> {
    table: &'a TranspositionTable,
    meter: Meter<'a>,
}

impl<'a> AlphaBeta<'a> {
    /// Creates a search that uses `table` and keeps to `budget`.
    #[must_use]
    pub const fn new(table: &'a TranspositionTable, budget: Budget<'a>) -> Self {
        Self { table, meter: Meter::new(budget) }
    }

    /// Positions expanded so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Returns a score *s* for `position`, whose bounds leave open whether it reaches `beta`: *s* ≥ β is a
    /// lower bound on the true score, *s* < β an upper bound. Meaningless once the meter has stopped the
    /// search.
    fn search<P: PerfectInformation>(&mut self, position: &P, beta: Score) -> Score {
        match position.subtree(beta) {
            Subtree::Small => self.search_small(position, beta),
            Subtree::Medium => self.search_ordered(position, beta),
            Subtree::Large => self.search_remembered(position, beta),
        }
    }

    /// [`search`](Self::search) without transposition table and move ordering.
    fn search_small<P: PerfectInformation>(&mut self, position: &P, beta: Score) -> Score {
        if self.meter.count_node().is_err() {
            return beta;
        }
        let mut open = OpenMoves::new();
        let mut best = look_ahead(position, beta, &mut open);
        if best >= beta {
            return best;
        }
        for (_, next) in &open {
            best = best.max(-self.search_small(next, (-beta).next()));
            if best >= beta {
                break;
            }
        }
        best
    }

    /// [`search`](Self::search) without transposition table.
    fn search_ordered<P: PerfectInformation>(&mut self, position: &P, beta: Score) -> Score {
        if self.meter.count_node().is_err() {
            return beta;
        }
        let mut open = OpenMoves::new();
        let certain = look_ahead(position, beta, &mut open);
        if certain >= beta {
            return certain;
        }
        self.search_open_moves(position, beta, certain, &open)
    }

    /// [`search`](Self::search) with transposition table and move ordering.
    fn search_remembered<P: PerfectInformation>(&mut self, position: &P, beta: Score) -> Score {
        if self.meter.count_node().is_err() {
            return beta;
        }
        let mut open = OpenMoves::new();
        let certain = look_ahead(position, beta, &mut open);
        if certain >= beta || open.is_empty() {
            return certain;
        }
        let key = position.key();
        let mut known = self.table.get(key).unwrap_or(Bounds::UNKNOWN);
        if known.lower >= beta {
            return known.lower;
        }
        if known.upper < beta {
            return known.upper;
        }
        let best = self.search_open_moves(position, beta, certain, &open);
        if self.meter.stopped().is_some() {
            return best;
        }
        if best >= beta {
            known.lower = best;
        } else {
            known.upper = best;
        }
        self.table.put(key, known);
        best
    }

    /// Searches the `open` moves. All other moves score at most `best`, which is below `beta`.
    #[inline]
    fn search_open_moves<P: PerfectInformation>(
        &mut self,
        position: &P,
        beta: Score,
        mut best: Score,
        open: &OpenMoves<P>,
    ) -> Score {
        let beta_below = (-beta).next();
        match open.as_slice() {
            [] => return best,
            [(_, next)] => return best.max(-self.search(next, beta_below)),
            _ => {}
        }
        let guide = position.guide(beta);
        // Positions with two moves are common in many games, and need no list of ranks.
        if let [(first, after_first), (second, after_second)] = open.as_slice() {
            let is_first =
                position.rank(&guide, *first, after_first) <= position.rank(&guide, *second, after_second);
            let order = if is_first { [after_first, after_second] } else { [after_second, after_first] };
            best = best.max(-self.search(order[0], beta_below));
            return if best >= beta { best } else { best.max(-self.search(order[1], beta_below)) };
        }
        let mut ranks: ArrayVec<u32, MAX_CANDIDATES> =
            open.iter().map(|(mv, next)| position.rank(&guide, *mv, next).min(TRIED - 1)).collect();
        for _ in 0..open.len() {
            // Selects the next best move only when it is needed: usually the first one settles the question.
            let (mut first, mut rank) = (0, ranks[0]);
            for (at, &other) in ranks.iter().enumerate() {
                if other < rank {
                    (first, rank) = (at, other);
                }
            }
            ranks[first] = TRIED;
            best = best.max(-self.search(&open[first].1, beta_below));
            if best >= beta {
                break;
            }
        }
        best
    }
}

impl<P: PerfectInformation> Questions<P> for AlphaBeta<'_> {
    fn bound(&mut self, position: &P, threshold: Score) -> Result<Score, Stop> {
        const {
            assert!(
                P::KEY_BITS <= KEY_BITS,
                "the keys of this game are too long for the transposition table"
            );
            assert!(
                P::MAX_MOVES <= MAX_CANDIDATES,
                "this game has positions with too many moves for the search"
            );
        }
        let bounds = position.bounds();
        if bounds.lower >= threshold {
            return Ok(bounds.lower);
        }
        if bounds.upper < threshold {
            return Ok(bounds.upper);
        }
        let score = self.search(position, threshold);
        self.meter.stopped().map_or(Ok(score), Err)
    }
}

/// The moves of a position that remain to be searched, each with the position that it leads to.
type OpenMoves<P> = ArrayVec<(<P as PerfectInformation>::Move, P), MAX_CANDIDATES>;

/// Bounds `position` by one move of lookahead. Returns a score as [`AlphaBeta::search`] does and, unless it
/// reaches `beta`, collects the moves that may still raise it in `open`.
#[expect(clippy::inline_always, reason = "some 8 % of the time of a search")]
#[inline(always)]
fn look_ahead<P: PerfectInformation>(position: &P, beta: Score, open: &mut OpenMoves<P>) -> Score {
    let mut best = position.bounds().lower;
    for mv in position.candidates() {
        let next = position.play_candidate(mv);
        let bounds = -next.bounds();
        if bounds.lower >= beta {
            return bounds.lower;
        }
        if bounds.upper < beta {
            best = best.max(bounds.upper);
        } else {
            open.push((mv, next));
        }
    }
    best
}
