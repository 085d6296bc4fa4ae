//! The uniformly random player.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Forfeit, Player, nothing_to_decide};
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
