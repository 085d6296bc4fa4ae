//! What actions are worth under the approximate equilibrium.

use super::{AnalysisError, Opponent, Settings, Watch, ismcts};
use crate::learn::NetworkPolicy;
use crate::policy::Policy;
use crate::ranges::Posterior;
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::rollouts::Rollouts;
use hanamachi_core::search::root_values::{Answer, Effort};
use hanamachi_core::search::strength::{Exploitation, Strength};

/// What each action of a position of the standard game is worth when both players have played by the [approximate
/// equilibrium](NetworkPolicy::standard), and go on by it. States are drawn from the exact posterior, the opponent's hand having
/// [trembled](NetworkPolicy::TREMBLE); each is played out with every action that the policy may play, and with the others sometimes. An
/// iteration is a rollout. `watch` is told after each block.
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
    play_out(round, policy, &trembling(round, information, policy), effort, context, watch)
}

/// The same where both players have played by this policy, which must be able to play the round, and go on by it.
pub fn rolled_out(
    round: &Round,
    information: &Information,
    policy: &dyn Policy,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    play_out(round, policy, &Posterior::new(round, information, policy), effort, context, watch)
}

/// What the opponent has who plays by the policy with a hand that trembles.
fn trembling(round: &Round, information: &Information, policy: &NetworkPolicy) -> Posterior {
    Posterior::new(round, information, &policy.trembling())
}

fn play_out(
    round: &Round,
    policy: &dyn Policy,
    deals: &Posterior,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    let strategy = |information: &Information, actions: &[Action], probabilities: &mut Vec<f64>| {
        policy.probabilities(round, information, actions, probabilities);
    };
    Ok(Rollouts { game: round, strategy }.run_watched(deals, effort, context, watch)?)
}

/// The name of the method that plays it out.
pub(crate) const EQUILIBRIUM: &str = "equilibrium";

/// Asks what is known best for games by the rules of a round: the [equilibrium] in the standard game, [`ismcts`] elsewhere. Hints, reviews and charts
/// rest on it. What the opponent may hold is worked out once, however often it is asked.
pub struct Advisor<'a> {
    round: &'a Round,
    information: Information,
    /// Of the equilibrium.
    played: Option<(&'static NetworkPolicy, Posterior)>,
}

impl<'a> Advisor<'a> {
    /// Whoever knows this asks.
    #[must_use]
    pub fn new(round: &'a Round, information: &Information) -> Self {
        let policy = NetworkPolicy::for_rules(round.rules());
        let played = policy.map(|policy| (policy, trembling(round, information, policy)));
        Self { round, information: *information, played }
    }

    /// What it asks about games by these rules: `equilibrium` or `ismcts`.
    #[must_use]
    pub fn method(rules: &Rules) -> &'static str {
        match Self::strength(rules) {
            Strength::Computed => EQUILIBRIUM,
            _ => "ismcts",
        }
    }

    /// How strong what it says is: computed where it is about the approximate equilibrium, but for the sampling error that stands with it.
    #[must_use]
    pub fn strength(rules: &Rules) -> Strength {
        NetworkPolicy::for_rules(rules).map_or(Strength::Estimated, |_| Strength::Computed)
    }

    /// How exploitable the policies are of which it speaks, in rounds that begin with these markers, where that is known.
    #[must_use]
    pub fn exploitability(rules: &Rules, favour: Favour) -> Option<Exploitation> {
        NetworkPolicy::for_rules(rules).map(|_| NetworkPolicy::exploitability(favour))
    }

    /// The answer of so much effort.
    ///
    /// # Errors
    ///
    /// As [`equilibrium`] and [`ismcts`].
    pub fn run(&self, effort: Effort, context: RunContext<'_>) -> Result<Answer<Action>, AnalysisError> {
        let Self { round, information, played } = self;
        match played {
            Some((policy, deals)) => play_out(round, *policy, deals, effort, context, &mut |_| ()),
            None => ismcts(round, information, &Settings::for_rules(round.rules()), effort, context),
        }
    }
}
