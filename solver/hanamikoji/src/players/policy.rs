//! Players that draw their actions: uniformly, and from a policy.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::sampled;
use crate::player::{Forfeit, Player, nothing_to_decide};
use crate::policy::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;

/// Plays each legal action with the same probability.
#[derive(Clone, Debug, Default)]
pub struct RandomPlayer {
    actions: Vec<Action>,
    probabilities: Vec<f64>,
}

impl Player for RandomPlayer {
    #[expect(clippy::cast_precision_loss, reason = "some hundred actions")]
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        round.legal(information, &mut self.actions);
        if self.actions.is_empty() {
            return Err(nothing_to_decide());
        }
        self.probabilities.clear();
        self.probabilities.resize(self.actions.len(), 1.0 / self.actions.len() as f64);
        Ok(self.actions[rng.random_range(0..self.actions.len())])
    }

    fn probabilities(&self) -> Option<&[f64]> {
        Some(&self.probabilities)
    }
}

/// Samples its actions from a [`Policy`].
#[derive(Clone, Debug)]
pub struct PolicyPlayer<P> {
    policy: P,
    actions: Vec<Action>,
    probabilities: Vec<f64>,
}

impl<P: Policy> PolicyPlayer<P> {
    /// The player of this policy.
    pub const fn new(policy: P) -> Self {
        Self { policy, actions: Vec::new(), probabilities: Vec::new() }
    }
}

impl<P: Policy> Player for PolicyPlayer<P> {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        let unable = |unsuited: Unsuited| Forfeit { reason: unsuited.reason };
        self.policy.check(round.rules()).map_err(unable)?;
        round.legal(information, &mut self.actions);
        if self.actions.is_empty() {
            return Err(nothing_to_decide());
        }
        self.policy.probabilities(round, information, &self.actions, &mut self.probabilities);
        self.policy.fault().map(unable).map_or(Ok(()), Err)?;
        Ok(self.actions[sampled(&self.probabilities, rng).unwrap_or_default()])
    }

    fn probabilities(&self) -> Option<&[f64]> {
        Some(&self.probabilities)
    }
}
