//! Combinations of best score and number of winning openings, and counts of gardens by them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::census::OPENINGS;
use crate::rules::FullBoard;
use crate::solve::Solution;
use crate::value::Outcome;
use hanamachi_core::game::Score;

/// The best score of a garden for x, who moves first, and the number of the twelve openings that win for x.
///
/// Combinations are in the order of their scores, then of their numbers of winning openings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Combination {
    score: Score,
    winning_openings: usize,
}

impl Combination {
    /// The combination, or `None` if no garden can have it: x wins a garden exactly if an opening wins, and
    /// there are twelve openings.
    ///
    /// ```
    /// use hanamachi_solver::game::Score;
    /// use hanamachi_solver::okiya::Outcome;
    /// use hanamachi_solver::okiya::population::Combination;
    ///
    /// let only_one_wins = Combination::new(Score::new(2), 1).expect("possible");
    /// assert_eq!(only_one_wins.outcome(), Outcome::Win);
    /// assert_eq!(Combination::new(Score::new(-1), 1), None);
    /// ```
    #[must_use]
    pub fn new(score: Score, winning_openings: usize) -> Option<Self> {
        let wins = score > Score::ZERO;
        (wins == (winning_openings > 0) && winning_openings <= OPENINGS)
            .then_some(Self { score, winning_openings })
    }

    /// Combination of a garden whose openings have these scores.
    pub(crate) fn of_scores(scores: impl Iterator<Item = Score> + Clone) -> Self {
        let best = scores.clone().max().unwrap_or(Score::ZERO);
        Self { score: best, winning_openings: scores.filter(|&score| score > Score::ZERO).count() }
    }

    /// Combination of a solved garden; `None` unless it is the solution of a garden before the first move
    /// under full=draw.
    #[must_use]
    pub fn from_solution(solution: &Solution) -> Option<Self> {
        let is_start = solution.position.last().is_none() && solution.moves.len() == OPENINGS;
        (is_start && solution.full_board == FullBoard::Draw)
            .then(|| Self::of_scores(solution.moves.iter().map(|opening| opening.value.score())))
    }

    /// The outcome for x.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        Outcome::of_score(self.score)
    }

    /// The best score for x.
    #[must_use]
    pub const fn score(self) -> Score {
        self.score
    }

    /// Number of openings that win for x: 0 to 12.
    #[must_use]
    pub const fn winning_openings(self) -> usize {
        self.winning_openings
    }
}

/// Number of gardens with each combination; combinations without gardens are omitted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JointCounts(BTreeMap<Combination, u64>);

impl JointCounts {
    /// Counts a garden.
    pub fn add(&mut self, combination: Combination) {
        *self.0.entry(combination).or_default() += 1;
    }

    /// Sets the number of gardens with a combination, and returns the number before.
    pub(crate) fn insert(&mut self, combination: Combination, count: u64) -> Option<u64> {
        self.0.insert(combination, count)
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Self) {
        for (&combination, count) in &other.0 {
            *self.0.entry(combination).or_default() += count;
        }
    }

    /// Number of gardens counted.
    #[must_use]
    pub fn gardens(&self) -> u64 {
        self.0.values().sum()
    }

    /// Number of gardens with this combination.
    #[must_use]
    pub fn count(&self, combination: Combination) -> u64 {
        self.0.get(&combination).copied().unwrap_or_default()
    }

    /// All combinations that occur, with their counts, the worst score for x first.
    #[must_use]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Combination, u64)> + ExactSizeIterator + '_ {
        self.0.iter().map(|(&combination, &count)| (combination, count))
    }
}
