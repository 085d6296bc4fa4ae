//! Re-solving: the gadget before the root of a subgame.

use super::train::regret_matching;
use crate::game::Seat;
use crate::search::cfr::{Discount, RegretRule};

/// Gadget before the root of a re-solved subgame. It keeps the new strategy from being worse against any opponent than the
/// old one (N. Burch, M. Johanson and M. Bowling, "Solving Imperfect Information Games
/// Using Decomposition", AAAI 2014): in each private state the opponent may leave for what that state wins against the old strategy.
///
/// Some of each state's reach may be made to enter, whatever it wins. Then the strategy that is found does not only hold the opponent
/// to the alternatives, but wins what it can against the reaches at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Gadget {
    /// Seat that may leave: the opponent of the player who will use the strategy.
    pub seat: Seat,
    /// For each private state of that player at the root, the counterfactual value of leaving: what a best response to the old
    /// strategy wins, weighted by the reaches of the other and by chance.
    pub alternatives: Vec<f32>,
    /// The share of each state's reach that enters in any case, 0 to 1.
    pub committed: f32,
}

/// A gadget in the course of iterations.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    gadget: Gadget,
    /// The reaches that may enter.
    all: Vec<f32>,
    /// For each state, cumulative and last instantaneous regrets of entering and leaving.
    regrets: Vec<[[f64; 2]; 2]>,
    /// The reaches that enter now.
    now: Vec<f32>,
    /// The same, summed over the iterations.
    sums: Vec<f32>,
}

impl Entrance {
    pub(super) fn new(gadget: Gadget, all: Vec<f32>) -> Self {
        assert_eq!(gadget.alternatives.len(), all.len(), "an alternative for each private state");
        let (regrets, sums) = (vec![[[0.0; 2]; 2]; all.len()], vec![0.0; all.len()]);
        Self { now: all.clone(), all, regrets, sums, gadget }
    }

    pub(super) const fn seat(&self) -> Seat {
        self.gadget.seat
    }

    /// The reaches that enter now.
    pub(super) fn reaches(&self) -> &[f32] {
        &self.now
    }

    /// The same, summed over the iterations.
    pub(super) fn sums(&self) -> &[f32] {
        &self.sums
    }

    /// Counts what enters now in the average.
    pub(super) fn add(&mut self, weight: f32) {
        for (sum, now) in self.sums.iter_mut().zip(&self.now) {
            *sum += weight * now;
        }
    }

    /// Takes in what entering is worth now.
    #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
    pub(super) fn update<R: RegretRule>(&mut self, rule: R, discount: Discount, values: &[f32]) {
        let (committed, alternatives) = (self.gadget.committed, &self.gadget.alternatives);
        for (state, regrets) in self.regrets.iter_mut().enumerate() {
            let options = [values[state], alternatives[state]].map(f64::from);
            let [enter, leave] = regret_matching(rule, regrets);
            let expected = enter * options[0] + leave * options[1];
            for ([cumulative, last], option) in regrets.iter_mut().zip(options) {
                *last = option - expected;
                *cumulative = rule.accumulate(*cumulative, *last, discount);
            }
            let [enter, _] = regret_matching(rule, regrets);
            self.now[state] = self.all[state] * (committed + (1.0 - committed) * enter as f32);
        }
    }

    /// Utility of the player who may leave, given the value of entering.
    pub(super) fn best(&self, values: &[f32]) -> f64 {
        let (committed, all) = (f64::from(self.gadget.committed), &self.all);
        let of_state = |(state, (&value, &alternative)): (usize, (&f32, &f32))| {
            let optional = f64::from(value.max(alternative));
            f64::from(all[state]) * (committed * f64::from(value) + (1.0 - committed) * optional)
        };
        values.iter().zip(&self.gadget.alternatives).enumerate().map(of_state).sum()
    }

    /// Mean gain of leaving for the player who may leave, over iterations of this weight.
    pub(super) fn by_leaving(&self, weight: f64) -> f64 {
        if weight <= 0.0 {
            return 0.0;
        }
        let stays = self.sums.iter().map(|&sum| f64::from(sum) / weight);
        let of_state = |((stays, &all), &alternative): ((f64, &f32), &f32)| {
            (f64::from(all) - stays) * f64::from(alternative)
        };
        stays.zip(&self.all).zip(&self.gadget.alternatives).map(of_state).sum()
    }
}
