//! The player without a plan.

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
}

impl Player for RandomPlayer {
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
        Ok(self.actions[rng.random_range(0..self.actions.len())])
    }
}
