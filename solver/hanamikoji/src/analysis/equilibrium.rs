//! What actions are worth under the approximate equilibrium.

use super::{AnalysisError, Opponent, Reach, RoundDeals, Settings, Watch, ismcts};
use crate::learn::NetworkPolicy;
use crate::policy::Policy;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::rollouts::Rollouts;
use hanamachi_core::search::root_values::{Answer, Effort};

/// What each action of a position of the standard game is worth when both players have played by the [approximate
/// equilibrium](NetworkPolicy::standard), and go on by it. States are drawn from the exact posterior; each is played out with every
/// action that the policy may play, and with the others sometimes. An iteration is a rollout. `watch` is told after each block.
///
/// Values are utilities, −1 to 1, of the player whose information this is; an action's share is how often the policy plays it.
pub fn equilibrium(
    round: &Round,
    information: &Information,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    Opponent::Equilibrium.check(round.rules())?;
    let policy = NetworkPolicy::standard().ok_or(AnalysisError::NoNetwork)?;
    let deals = RoundDeals::new(round, *information, Opponent::Equilibrium);
    let strategy = |information: &Information, actions: &[Action], probabilities: &mut Vec<f64>| {
        policy.probabilities(round, information, actions, probabilities);
    };
    Ok(Rollouts { game: round, strategy }.run_watched(&deals, effort, context, watch)?)
}

/// What is known best for games by the rules of this round: the [equilibrium] in the standard game, [`ismcts`] elsewhere. Hints, reviews and
/// charts rest on it.
pub fn advise(
    round: &Round,
    information: &Information,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    match Reach::for_rules(round.rules()) {
        Reach::Equilibrium => equilibrium(round, information, effort, context, &mut |_| ()),
        Reach::Uniform | Reach::Learned => {
            ismcts(round, information, &Settings::for_rules(round.rules()), effort, context)
        }
    }
}
