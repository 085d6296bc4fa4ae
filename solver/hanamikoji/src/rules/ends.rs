//! What a round comes to: means over many ends of it.

use super::action::Action;
use super::card::Geisha;
use super::favour::Favour;
use super::parameters::Rules;
use super::relabelling::Relabelling;
use hanamachi_core::game::Seat;
use hanamachi_core::search::cfr::public_tree::OutcomeSum;

/// Means over weighted ends of a round, from one player's seat: where the markers lie, who has reached a goal,
/// and the utility. Sums are kept, so that means of parts can be combined.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Ends {
    weight: f64,
    /// Sum of the squared weights of the draws of a sample; 0 where the ends are not sampled.
    squares: f64,
    utility: f64,
    /// Weights of the ends in which the geisha's marker lies on the player's own side and on the other.
    owned: [[f64; Geisha::COUNT]; 2],
    /// Weights of the ends in which the player and the other player have reached a goal.
    goal: [f64; 2],
}

impl Ends {
    /// Adds an end of the round: the markers `after` it and its utility, both from the first player's seat, as seen
    /// from `seat`.
    pub fn add_end(&mut self, rules: &Rules, seat: Seat, after: Favour, utility: f64, weight: f64) {
        self.weight += weight;
        self.utility += weight * seat.from_first(utility);
        for (owned, of) in self.owned.iter_mut().zip([seat, !seat]) {
            let bits = after.bits_of(of);
            for (place, sum) in owned.iter_mut().enumerate() {
                if bits & 1 << place != 0 {
                    *sum += weight;
                }
            }
        }
        for (sum, of) in self.goal.iter_mut().zip([seat, !seat]) {
            if rules.reaches_goal(after, of) {
                *sum += weight;
            }
        }
    }

    /// As [`add_end`](Self::add_end), for an end that was drawn at random. Ends that were not drawn independently are one draw: their
    /// weights sum to 1.
    pub fn add_sample(&mut self, rules: &Rules, seat: Seat, after: Favour, utility: f64, weight: f64) {
        self.add_end(rules, seat, after, utility, weight);
        self.squares += weight;
    }

    /// Adds other ends, their weights multiplied by `factor`.
    pub(crate) fn merge(&mut self, other: &Self, factor: f64) {
        self.weight += factor * other.weight;
        self.squares += factor * factor * other.squares;
        self.utility += factor * other.utility;
        let sums = self.owned.as_flattened_mut().iter_mut().chain(&mut self.goal);
        for (sum, of_other) in sums.zip(other.owned.as_flattened().iter().chain(&other.goal)) {
            *sum += factor * of_other;
        }
    }

    /// The ends of equal actions together, each of which is `copies` times in the list. The order of the list does not matter, to the
    /// last digit.
    pub(crate) fn pooled(list: &[Self], copies: f64) -> Self {
        let mut terms = Vec::with_capacity(list.len());
        let mut sum = |of: &dyn Fn(&Self) -> f64| {
            terms.clear();
            terms.extend(list.iter().map(of));
            terms.sort_unstable_by(f64::total_cmp);
            terms.iter().sum::<f64>() / copies
        };
        Self {
            weight: sum(&|of| of.weight),
            squares: sum(&|of| of.squares),
            utility: sum(&|of| of.utility),
            owned: [0, 1].map(|side| std::array::from_fn(|place| sum(&|of| of.owned[side][place]))),
            goal: [0, 1].map(|player| sum(&|of| of.goal[player])),
        }
    }

    /// The same ends with the geisha under these names.
    pub(crate) fn renamed(&self, names: Relabelling) -> Self {
        let mut renamed = *self;
        for (of, to) in self.owned.iter().zip(&mut renamed.owned) {
            for geisha in Geisha::ALL {
                to[names.name(geisha).index()] = of[geisha.index()];
            }
        }
        renamed
    }

    /// Total weight of the ends.
    #[must_use]
    pub const fn weight(&self) -> f64 {
        self.weight
    }

    /// Number of ends in the sample, of equal weight to give the same errors; `None` where they are not sampled.
    #[must_use]
    pub fn size(&self) -> Option<f64> {
        (self.squares > 0.0).then(|| self.weight * self.weight / self.squares)
    }

    /// Standard error, at most, of the mean of numbers between 0 and 1 over these ends; `None` where they are not sampled. As if two
    /// more had been drawn, one of 0 and one of 1: a mean of 0 is not known for certain.
    #[must_use]
    pub fn error(&self, mean: f64) -> Option<f64> {
        self.size().map(|size| {
            let mean = (mean * size + 1.0) / (size + 2.0);
            (mean * (1.0 - mean) / size).sqrt()
        })
    }

    /// Mean utility to the player, −1 to 1.
    #[must_use]
    pub fn utility(&self) -> f64 {
        self.mean(self.utility)
    }

    /// Whether there are ends, and all of them are worth the same: the game is won or lost in each, or the markers lie alike.
    #[must_use]
    pub fn are_alike(&self) -> bool {
        let is_certain = |share: f64| share <= 0.0 || share >= 1.0;
        let lie_alike =
            || Geisha::ALL.iter().all(|&of| is_certain(self.mine(of)) && is_certain(self.theirs(of)));
        self.weight > 0.0 && (self.utility().abs() >= 1.0 || lie_alike())
    }

    /// How often this geisha's marker lies on the player's own side, 0 to 1.
    #[must_use]
    pub fn mine(&self, geisha: Geisha) -> f64 {
        self.mean(self.owned[0][geisha.index()])
    }

    /// How often this geisha's marker lies on the other player's side, 0 to 1.
    #[must_use]
    pub fn theirs(&self, geisha: Geisha) -> f64 {
        self.mean(self.owned[1][geisha.index()])
    }

    /// Mean charm points of the player and of the other player.
    #[must_use]
    pub fn charm(&self, rules: &Rules) -> [f64; 2] {
        self.owned.map(|owned| {
            let points = rules.geisha().map(|geisha| f64::from(rules.value(geisha)) * owned[geisha.index()]);
            // Exchanged geisha have the same sum, to the last digit.
            let mut points: Vec<f64> = points.collect();
            points.sort_unstable_by(f64::total_cmp);
            self.mean(points.iter().sum())
        })
    }

    /// How often the player and the other player have reached a goal, 0 to 1.
    #[must_use]
    pub fn goal(&self) -> [f64; 2] {
        self.goal.map(|goal| self.mean(goal))
    }

    fn mean(&self, sum: f64) -> f64 {
        if self.weight > 0.0 { sum / self.weight } else { 0.0 }
    }
}

impl OutcomeSum for Ends {
    fn weight(&self) -> f64 {
        self.weight
    }

    fn value(&self) -> f64 {
        self.utility
    }

    fn add(&mut self, other: &Self, factor: f64) {
        self.merge(other, factor);
    }
}

/// What an action comes to: the ends of the round that follow it.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionEnds {
    /// The action.
    pub action: Action,
    /// Ends of the round after it.
    pub ends: Ends,
    /// After an offer, each of the opponent's answers with the ends that follow it, whose weights are to those of all
    /// ends as the answer is frequent.
    pub answers: Vec<(Action, Ends)>,
}

impl ActionEnds {
    /// Moves the utility of each end towards 1 or −1, so that the mean is this.
    pub(crate) fn shift(&mut self, utility: f64) {
        let from = self.ends.utility();
        let to = if utility < from { -1.0 } else { 1.0 };
        let room: f64 = to - from;
        let by = if room.abs() > 0.0 { (utility - from) / room } else { 0.0 };
        for ends in self.answers.iter_mut().map(|(_, ends)| ends).chain([&mut self.ends]) {
            ends.utility += by * (to * ends.weight - ends.utility);
        }
    }

    /// How often the opponent gives an answer, 0 to 1.
    #[must_use]
    pub fn frequency(&self, ends: &Ends) -> f64 {
        let all: f64 = self.answers.iter().map(|(_, ends)| ends.weight()).sum();
        if all > 0.0 { ends.weight() / all } else { 0.0 }
    }
}
