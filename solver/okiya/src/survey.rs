//! What random gardens have in common: counts over a uniform sample, from which shares are estimated.
//!
//! Every value in the counts is proved; only the step from the sample to all gardens is an estimate. The
//! openings of one garden depend on one another, so what is counted about them is a number a garden.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use hanamachi_core::game::Score;
use hanamachi_core::search::budget::{Budget, Stop};
use hanamachi_core::search::estimate::Moments;

use super::cell::Cell;
use super::garden::Garden;
use super::position::Position;
use super::rules::{Ending, FullBoard, Player};
use super::solve::{Solution, solve_many};
use super::value::Outcome;

/// A group of openings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OpeningGroup {
    /// The four corners.
    Corners,
    /// The eight other cells of the border.
    Edges,
    /// All twelve.
    All,
}

impl OpeningGroup {
    /// Every group.
    pub const ALL: [Self; 3] = [Self::Corners, Self::Edges, Self::All];

    /// Whether an opening belongs to the group.
    #[must_use]
    pub const fn contains(self, opening: Cell) -> bool {
        match self {
            Self::Corners => opening.is_corner(),
            Self::Edges => !opening.is_corner(),
            Self::All => true,
        }
    }

    /// How many openings of the group a garden has.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Corners => 4,
            Self::Edges => 8,
            Self::All => 12,
        }
    }

    /// `corners`, `edges` or `all`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Edges => "edges",
            Self::All => "all",
        }
    }
}

/// The counts under one rule. Outcomes and scores are those of x, who moves first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RuleTally {
    /// Gardens by outcome: loss, draw, win.
    pub outcomes: [u64; 3],
    /// Gardens by score; scores that no garden has are left out.
    pub scores: BTreeMap<Score, u64>,
    /// Gardens by how best play ends, in the order of [`Ending::ALL`].
    pub endings: [u64; 6],
    /// Gardens by number of winning openings, 0 to 12.
    pub winning_openings: [u64; 13],
    /// For each [`OpeningGroup`], and for loss, draw and win: how many such openings a garden has.
    pub openings: [[Moments; 3]; 3],
}

impl RuleTally {
    /// Counts a garden with these openings, whose best play ends so.
    pub(super) fn add(&mut self, openings: &[(Cell, Score)], ending: Ending) {
        let best = openings.iter().map(|&(_, score)| score).max().unwrap_or(Score::ZERO);
        self.outcomes[Outcome::of_score(best) as usize] += 1;
        *self.scores.entry(best).or_default() += 1;
        if let Some(index) = Ending::ALL.iter().position(|&other| other == ending) {
            self.endings[index] += 1;
        }
        let count = |group: OpeningGroup, outcome: usize| {
            let counted = |(cell, score): &&(Cell, Score)| {
                group.contains(*cell) && Outcome::of_score(*score) as usize == outcome
            };
            openings.iter().filter(counted).count()
        };
        for group in OpeningGroup::ALL {
            for (outcome, moments) in self.openings[group as usize].iter_mut().enumerate() {
                moments.add(count(group, outcome));
            }
        }
        self.winning_openings[count(OpeningGroup::All, Outcome::Win as usize).min(12)] += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        fn add<const N: usize>(sums: &mut [u64; N], counts: &[u64; N]) {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        add(&mut self.outcomes, &other.outcomes);
        add(&mut self.endings, &other.endings);
        add(&mut self.winning_openings, &other.winning_openings);
        for (&score, count) in &other.scores {
            *self.scores.entry(score).or_default() += count;
        }
        let moments = self.openings.as_flattened_mut().iter_mut();
        for (sum, moments) in moments.zip(other.openings.as_flattened()) {
            sum.merge(moments);
        }
    }
}

/// Counts over a sample of gardens, under both rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SurveyTally {
    /// Gardens in the sample.
    pub gardens: u64,
    /// With a full board drawn.
    pub draw: RuleTally,
    /// With a full board won by the last token.
    pub last: RuleTally,
}

impl SurveyTally {
    /// The counts over these gardens, which are solved side by side on one thread: a hundred or more keep it busy.
    ///
    /// # Errors
    ///
    /// As [`solve_many`].
    pub fn of(gardens: &[Garden], budget: &Budget<'_>) -> Result<Self, Stop> {
        let starts: Vec<Position> = gardens.iter().copied().map(Position::start).collect();
        let drawn = solve_many(&starts, FullBoard::Draw, budget)?;
        let to_the_last: Vec<Position> = drawn.iter().filter(|s| !is_same(s)).map(|s| s.position).collect();
        let mut last = solve_many(&to_the_last, FullBoard::Last, budget)?.into_iter();
        let mut tally = Self { gardens: gardens.len() as u64, ..Self::default() };
        for solution in &drawn {
            let scores_under = |rule: FullBoard| -> Vec<(Cell, Score)> {
                solution.moves.iter().map(|m| (m.cell, rule.score(m.value.score(), Player::X))).collect()
            };
            tally.draw.add(&scores_under(FullBoard::Draw), solution.ending);
            let same = is_same(solution).then_some(solution.ending);
            let ending = same.or_else(|| last.next().map(|solution| solution.ending));
            tally.last.add(&scores_under(FullBoard::Last), ending.unwrap_or(Ending::FullBoard));
        }
        Ok(tally)
    }

    /// Adds the counts of another sample.
    pub fn merge(&mut self, other: &Self) {
        self.gardens += other.gardens;
        self.draw.merge(&other.draw);
        self.last.merge(&other.last);
    }

    /// Whether each kind of count covers every garden of the sample once: for counts that come from a file.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        [&self.draw, &self.last].into_iter().all(|rule| {
            add_up(&rule.outcomes, self.gardens)
                && add_up(rule.scores.values(), self.gardens)
                && add_up(&rule.endings, self.gardens)
                && add_up(&rule.winning_openings, self.gardens)
                && rule.openings.as_flattened().iter().all(|moments| moments.n == self.gardens)
        })
    }

    /// The counts under one rule.
    #[must_use]
    pub const fn under(&self, full_board: FullBoard) -> &RuleTally {
        match full_board {
            FullBoard::Draw => &self.draw,
            FullBoard::Last => &self.last,
        }
    }
}

fn add_up<'a>(counts: impl IntoIterator<Item = &'a u64>, total: u64) -> bool {
    counts.into_iter().try_fold(0_u64, |sum, &count| sum.checked_add(count)) == Some(total)
}

/// Whether best play ends in the same way under the other rule. Where tiles are left in the end, both rules ask the same questions
/// all along the line, so it is the same line.
const fn is_same(drawn: &Solution) -> bool {
    drawn.value.tiles_left() > 0
}
