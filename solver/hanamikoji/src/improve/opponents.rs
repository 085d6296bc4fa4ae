//! Types of opponents, and which of them the observed actions make likely.

use std::fmt;

use crate::policy::{Policy, SharedPolicy};
use crate::ranges::Posterior;
use crate::rules::information::Information;
use crate::rules::round::Round;

/// A type of opponent, in the sense of J. Harsanyi: the policy that it plays by, and the probability of
/// facing it.
#[derive(Clone)]
pub struct OpponentType {
    /// The policy. Where it never plays the observed actions, it is assumed to tremble.
    pub policy: SharedPolicy,
    /// Probability before the first action of a round.
    pub prior: f64,
}

impl fmt::Debug for OpponentType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpponentType").field("prior", &self.prior).finish_non_exhaustive()
    }
}

/// What a player knows about the opponent, given the actions of the round: the probability of each type, and
/// the posterior of the hidden cards if the opponent is of this type (F. Southey and others, "Bayes' Bluff: Opponent Modelling in
/// Poker", 2005).
pub(super) struct Opponents<'a>(Vec<Opponent<'a>>);

pub(super) struct Opponent<'a> {
    pub policy: &'a dyn Policy,
    pub deals: Posterior,
    pub probability: f64,
}

impl<'a> Opponents<'a> {
    /// The types that the opponent may be of, from their policies and prior probabilities.
    pub(super) fn new(
        round: &Round,
        information: &Information,
        types: impl Iterator<Item = (&'a dyn Policy, f64)>,
    ) -> Self {
        let mut opponents: Vec<Opponent<'_>> = types
            .filter(|&(_, prior)| prior > 0.0)
            .map(|(policy, prior)| {
                let deals = Posterior::new(round, information, policy);
                Opponent { policy, probability: prior * deals.evidence(), deals }
            })
            .collect();
        let all: f64 = opponents.iter().map(|of| of.probability).sum();
        for opponent in &mut opponents {
            opponent.probability /= all;
        }
        Self(opponents)
    }

    /// Divides states among the types by their probabilities, without those that get none: no number differs from its share by 1 or more. `start`,
    /// from 0 to 1, is where systematic sampling begins; if it is random, the mean over the states has no bias.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "numbers of states are far below 2⁵³"
    )]
    pub(super) fn divide(&self, states: u64, start: f64) -> impl Iterator<Item = (&Opponent<'a>, u64)> {
        let (mut sum, mut before) = (0.0, 0);
        let divided = self.0.iter().enumerate().map(move |(number, opponent)| {
            sum += opponent.probability;
            let is_last = number + 1 == self.0.len();
            let until = if is_last { states } else { states.min((states as f64 * sum + start) as u64) };
            let of_this = until - before;
            before = until;
            (opponent, of_this)
        });
        divided.filter(|of| of.1 > 0)
    }
}
