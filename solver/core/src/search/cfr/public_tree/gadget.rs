//! Re-solving: the gadget at the root of a subgame.

use super::train::regret_matching;
use crate::game::Seat;
use crate::search::cfr::{Discount, RegretRule};

/// Gadget at the root of a re-solved subgame. It keeps the new strategy from being more exploitable than the
/// old one (N. Burch, M. Johanson and M. Bowling, "Solving Imperfect Information Games Using Decomposition",
/// AAAI 2014): in each private state the opponent may leave for the value of that state against the old
/// strategy.
///
/// A share of each state's reach may be committed to enter, whatever its value. Then the new strategy not
/// only holds the opponent to the alternatives, but also maximizes its value against the reaches at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Gadget {
    /// Seat that may leave: the opponent of the player who will use the strategy.
    pub seat: Seat,
    /// Counterfactual value of leaving for each private state of that player at the root: the value of a best
    /// response to the old strategy, weighted by the other player's reaches and by chance.
    pub alternatives: Vec<f32>,
    /// Share of each state's reach that always enters, 0 to 1.
    pub committed: f32,
}

/// State of a gadget during the iterations.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    gadget: Gadget,
    /// Reaches at the root before the choice to enter or leave.
    all: Vec<f32>,
    /// Cumulative and last instantaneous regrets of entering and leaving, for each state.
    regrets: Vec<[[f64; 2]; 2]>,
    /// Reaches that enter under the current strategy.
    now: Vec<f32>,
    /// Weighted sums of the entering reaches over the iterations.
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

    /// Reaches that enter under the current strategy.
    pub(super) fn reaches(&self) -> &[f32] {
        &self.now
    }

    /// Weighted sums of the entering reaches over the iterations.
    pub(super) fn sums(&self) -> &[f32] {
        &self.sums
    }

    /// Adds the entering reaches to the average with this weight.
    pub(super) fn add(&mut self, weight: f32) {
        for (sum, now) in self.sums.iter_mut().zip(&self.now) {
            *sum += weight * now;
        }
    }

    /// Updates the regrets with the current values of entering.
    #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
    pub(super) fn update(&mut self, rule: RegretRule, discount: Discount, values: &[f32]) {
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
