//! Players that search.

use std::num::NonZeroU64;

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Forfeit, Player};
use crate::analysis::{AnalysisError, Settings, ismcts, pimc};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use hanamachi_core::search::budget::{CancelToken, Silent};
use hanamachi_core::search::determinized::Look;
use hanamachi_core::search::root_values::{Answer, Effort};

/// Plays what one tree of information-set Monte Carlo tree search plays most.
#[derive(Clone, Copy, Debug)]
pub struct IsmctsPlayer {
    /// Iterations a decision.
    pub iterations: NonZeroU64,
    /// How to search the standard game.
    pub settings: Settings,
    /// How to search a reduced one, which what was learned does not fit; `None` is the same.
    pub reduced: Option<Settings>,
}

/// Plays what is best in most deals with open cards: the baseline.
#[derive(Clone, Copy, Debug)]
pub struct PimcPlayer {
    /// Deals a decision.
    pub deals: NonZeroU64,
    /// How each is looked at.
    pub look: Look,
}

impl Player for IsmctsPlayer {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        decide(
            round,
            information,
            |round| {
                let effort = one_block(self.iterations, rng);
                let reduced = self.reduced.as_ref().filter(|_| !round.rules().is_standard_round());
                let settings = reduced.unwrap_or(&self.settings);
                ismcts(round, information, settings, effort, &CancelToken::new(), &Silent)
            },
            |answer| answer.most_played().map(|action| action.action),
        )
    }
}

impl Player for PimcPlayer {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        decide(
            round,
            information,
            |round| {
                let effort = one_block(self.deals, rng);
                pimc(round, information, self.look, effort, &CancelToken::new(), &Silent)
            },
            best_mean,
        )
    }
}

/// All iterations in one block, with a seed from the player's stream.
fn one_block(iterations: NonZeroU64, rng: &mut Xoshiro256PlusPlus) -> Effort {
    Effort { iterations: iterations.get(), block_size: iterations, seed: rng.next_u64() }
}

/// The only legal action without a search, else what the search says.
fn decide(
    round: &Round,
    information: &Information,
    search: impl FnOnce(&Round) -> Result<Answer<Action>, AnalysisError>,
    choose: impl FnOnce(&Answer<Action>) -> Option<Action>,
) -> Result<Action, Forfeit> {
    let mut actions = Vec::new();
    round.legal(information, &mut actions);
    if let [only] = actions[..] {
        return Ok(only);
    }
    let answer = search(round).map_err(|error| Forfeit { reason: error.to_string() })?;
    choose(&answer).ok_or_else(|| Forfeit { reason: "there is nothing to decide".to_owned() })
}

/// The action with the largest mean value.
fn best_mean(answer: &Answer<Action>) -> Option<Action> {
    let values = answer.actions.iter().filter_map(|action| Some((action.value?.value, action.action)));
    values.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, action)| action)
}
