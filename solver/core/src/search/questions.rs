//! Yes-or-no questions about scores: the contract between callers and searches.
//!
//! Exact play needs few exact scores. "Does the score reach this threshold?" needs a much smaller tree than
//! "what is the score?", and a score is found by asking several times. Implementations are free in their
//! method: [`AlphaBeta`](super::alpha_beta::AlphaBeta) answers by null windows for every game; a game with
//! more knowledge may use a search of its own, as Okiya does for many positions side by side. Callers see no
//! difference.

use super::budget::Stop;
use crate::game::{Bounds, PerfectInformation, Score};

/// Answers questions about the scores of positions.
pub trait Questions<P: PerfectInformation> {
    /// Returns a proved bound on the score of `position` that decides whether the score reaches `threshold`:
    /// a lower bound, at least `threshold`, if it does; an upper bound, below `threshold`, if it does not.
    ///
    /// # Errors
    ///
    /// The reason to stop, if the budget is exhausted before there is an answer.
    fn bound(&mut self, position: &P, threshold: Score) -> Result<Score, Stop>;

    /// Whether the score of `position` is at least `threshold`.
    ///
    /// # Errors
    ///
    /// See [`bound`](Self::bound).
    fn is_at_least(&mut self, position: &P, threshold: Score) -> Result<bool, Stop> {
        Ok(self.bound(position, threshold)? >= threshold)
    }

    /// The exact score of `position`. The first question is whether it is at least `guess`; each further one
    /// asks for slightly more or less than the bounds proved so far.
    ///
    /// # Errors
    ///
    /// See [`bound`](Self::bound).
    fn score(&mut self, position: &P, guess: Score) -> Result<Score, Stop> {
        narrow(position.bounds(), guess, |threshold| self.bound(position, threshold))
    }
}

/// Finds an exact score within `bounds` by questions.
///
/// `ask` answers a threshold as [`Questions::bound`] does: with a lower bound if the score is at least the
/// threshold, otherwise with an upper bound. The thresholds are those of a [`Narrowing`].
///
/// # Errors
///
/// Errors of `ask`.
pub fn narrow(
    bounds: Bounds,
    guess: Score,
    mut ask: impl FnMut(Score) -> Result<Score, Stop>,
) -> Result<Score, Stop> {
    let mut narrowing = Narrowing::new(bounds, guess);
    while let Some(threshold) = narrowing.threshold() {
        narrowing.learn(ask(threshold)?);
    }
    Ok(narrowing.lower())
}

/// Finds an exact score by questions, step by step, for callers that cannot wait for the answers in a loop.
///
/// The first threshold is the guess, clamped to the bounds. Each further one asks for slightly more or less
/// than the bounds proved so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Narrowing {
    bounds: Bounds,
    next: Score,
}

impl Narrowing {
    /// Questions for a score within `bounds`.
    #[must_use]
    pub const fn new(bounds: Bounds, guess: Score) -> Self {
        Self { bounds, next: guess }
    }

    /// The next question: is the score at least this threshold? `None` once the score is known.
    #[must_use]
    pub fn threshold(&self) -> Option<Score> {
        let Bounds { lower, upper } = self.bounds;
        (lower < upper).then(|| self.next.max(lower.next()).min(upper))
    }

    /// Records the answer to that question: a lower bound if the score is at least the threshold, otherwise
    /// an upper bound.
    pub fn learn(&mut self, bound: Score) {
        let Some(threshold) = self.threshold() else { return };
        if bound >= threshold {
            self.bounds.lower = bound;
            self.next = bound.next();
        } else {
            self.bounds.upper = bound;
            self.next = bound;
        }
    }

    /// The lower bound proved so far; the score, once it is known.
    #[must_use]
    pub const fn lower(&self) -> Score {
        self.bounds.lower
    }
}
