//! The rest of a round by sampled counterfactual regret minimization.

use rand::Rng;

use super::{AnalysisError, Opponent, RoundDeals};
use crate::game::{HiddenInformation, Seat};
use crate::hanamikoji::evaluation::Evaluation;
use crate::hanamikoji::knowledge::weighted_deals::{Model, WeightedDeals};
use crate::hanamikoji::rules::action::Action;
use crate::hanamikoji::rules::information::Information;
use crate::hanamikoji::rules::round::Round;
use crate::hanamikoji::rules::state::State;
use crate::search::budget::{CancelToken, Progress};
use crate::search::cfr::Plus;
use crate::search::cfr::sampled::{Alternating, Fixed, Redeals, Subgame};
use crate::search::ismcts::{Answer, Effort};

/// Deals from which one is drawn, by its weight, where a player's hand is dealt anew under a model.
const DEALS_TO_CHOOSE_FROM: usize = 16;

/// What the opponent may know of the reader's cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Root {
    /// What is public: he must reckon with every hand that the reader may have.
    #[default]
    Public,
    /// He learns against the reader's own cards, as if he had seen them. The cheaper of the two, and too pessimistic.
    Reader,
}

/// How to solve the rest of a round by samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SampledSettings {
    /// What the opponent may know.
    pub root: Root,
    /// How likely hands are taken to be: both players' at a public root, at the reader's those of the opponent. A model
    /// weighs 16 uniform deals to draw one where a hand is dealt anew, so that it is heeded only so far.
    pub opponent: Opponent,
    /// How many bytes the table of a thread may take.
    pub memory: usize,
}

impl SampledSettings {
    /// A public root and uniform deals: nothing is assumed of what either player had in mind before. 512 MiB a thread.
    pub const UNIFORM: Self = Self { root: Root::Public, opponent: Opponent::Uniform, memory: 512 << 20 };
}

impl Redeals<Round> for RoundDeals {
    fn redeal<R: Rng + ?Sized>(&self, round: &Round, state: &State, seat: Seat, rng: &mut R) -> State {
        let information = state.information(seat);
        match self.opponent {
            Opponent::Uniform => round.resample(&information, seat, rng),
            Opponent::Learned { temperature, .. } => {
                let model = Model { evaluation: Evaluation::standard(), temperature };
                *WeightedDeals::new(round, &information, model, DEALS_TO_CHOOSE_FROM, rng).sample(rng)
            }
        }
    }
}

/// Solves the rest of a round, from what a player knows on, by external sampling with regret matching⁺; see
/// [`Subgame`]. Meant for the last four turns: earlier there are too many hands to learn about.
///
/// Each block of `effort` has a table of its own. Values are utilities, −1 to 1, of the player whose information this is,
/// and their errors those of sampling: how far a block of this size is from equilibrium they do not tell.
pub fn sampled_cfr(
    round: &Round,
    information: &Information,
    settings: &SampledSettings,
    effort: Effort,
    cancel: &CancelToken,
    progress: &impl Progress,
) -> Result<Answer<Action>, AnalysisError> {
    if !matches!(settings.opponent, Opponent::Uniform) && !round.rules().is_standard_round() {
        return Err(AnalysisError::NotStandard);
    }
    let deals = RoundDeals::new(*information, settings.opponent);
    let SampledSettings { memory, .. } = *settings;
    let answer = match settings.root {
        Root::Public => Subgame { game: round, deals: Alternating(deals), rule: Plus, memory }
            .run(effort, cancel, progress),
        Root::Reader => {
            Subgame { game: round, deals: Fixed(deals), rule: Plus, memory }.run(effort, cancel, progress)
        }
    };
    Ok(answer?)
}
