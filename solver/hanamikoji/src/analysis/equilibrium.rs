//! Values of actions under the approximate equilibrium.

use super::step::Step;
use super::{AnalysisError, Opponent, Watch};
use crate::knowledge::canonical::{orbits, symmetries_of};
use crate::learn::NetworkPolicy;
use crate::policy::Policy;
use crate::ranges::Posterior;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::relabelling::Relabelling;
use crate::rules::round::Round;
use hanamachi_core::game::{HiddenInformation, Turn};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::rollouts::Rollouts;
use hanamachi_core::search::root_values::{Answer, Effort};

/// Values of the actions in a position of the standard game, given that both players have played by the
/// [approximate equilibrium](NetworkPolicy::standard) and continue with it. States come from the exact
/// posterior, in which the opponent's hand [trembles](NetworkPolicy::TREMBLE). Rollouts from each state try
/// every action that the policy may play, and sometimes the others. An iteration is a rollout. After each
/// block, `watch` receives the results of the rollouts, before the improvement of the policy.
///
/// Values are utilities, −1 to 1, of the player with this information. The share of an action is its
/// probability in the policy improved by one step.
pub fn equilibrium(
    round: &Round,
    information: &Information,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    Opponent::Equilibrium.check(round.rules())?;
    let policy = NetworkPolicy::standard().ok_or(AnalysisError::NoNetwork)?;
    let answer = play_out(round, policy, &trembling(round, information, policy), effort, context, watch)?;
    Ok(improved(round, information, &symmetries_of(round, information), answer))
}

/// Improves the policy of a rollout answer by one [step](super::step) if the player with this information is
/// to act. The shares become the improved policy; the values of the actions become those to be expected from the rollouts and
/// the policy's own probabilities; the value becomes that of following the improved policy once and the
/// original policy from then on. Actions that one of the symmetries `same` of the position maps onto each other are one: their rollouts
/// are pooled.
pub(crate) fn improved(
    round: &Round,
    information: &Information,
    same: &[Relabelling],
    mut answer: Answer<Action>,
) -> Answer<Action> {
    pool(&mut answer, same);
    if !decides(round, information) {
        return answer;
    }
    let shares: Vec<f64> = answer.actions.iter().map(|of| of.share).collect();
    if let Some(step) = Step::consistent(&answer, &shares) {
        step.enter(&mut answer);
    }
    answer
}

/// Pools the samples of actions that one of these symmetries of the position maps onto each other.
pub(crate) fn pool(answer: &mut Answer<Action>, same: &[Relabelling]) {
    if same.len() > 1 {
        let actions: Vec<Action> = answer.actions.iter().map(|of| of.action).collect();
        answer.pool(&orbits(same, &actions));
    }
}

/// A hand under the policy of the equilibrium.
pub(crate) struct PlayedHand {
    /// Its value.
    pub answer: Answer<Action>,
    /// The action that the policy plays most often, and its frequency, if the player is to act.
    pub best: Option<(Action, f64)>,
}

/// A hand, given that both players have played by the equilibrium and continue with it. Rollouts play whole
/// rounds and try no action of their own, so the value has a small error, but it is that of the policy without
/// the step of [`improved`].
pub(crate) fn hand_value(
    round: &Round,
    information: &Information,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<PlayedHand, AnalysisError> {
    Opponent::Equilibrium.check(round.rules())?;
    let policy = NetworkPolicy::standard().ok_or(AnalysisError::NoNetwork)?;
    let answer = rollouts(round, policy).value(&trembling(round, information, policy), effort, context)?;
    let best = decides(round, information).then(|| {
        let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
        round.legal(information, &mut actions);
        policy.probabilities(round, information, &actions, &mut probabilities);
        actions.into_iter().zip(probabilities).rev().max_by(|one, other| one.1.total_cmp(&other.1))
    });
    Ok(PlayedHand { answer, best: best.flatten() })
}

/// Posterior of an opponent who plays by the policy with tremble.
fn trembling(round: &Round, information: &Information, policy: &NetworkPolicy) -> Posterior {
    Posterior::new(round, information, &policy.trembling())
}

/// Whether the player with this information is to act.
fn decides(round: &Round, information: &Information) -> bool {
    round.turn(round.hidden(information).known()) == Turn::Player(information.seat())
}

/// Rollouts in which both players follow this policy.
fn rollouts<'a>(
    round: &'a Round,
    policy: &'a dyn Policy,
) -> Rollouts<'a, Round, impl Fn(&Information, &[Action], &mut Vec<f64>) + Sync> {
    let strategy = |information: &Information, actions: &[Action], probabilities: &mut Vec<f64>| {
        policy.probabilities(round, information, actions, probabilities);
    };
    Rollouts { game: round, strategy }
}

fn play_out(
    round: &Round,
    policy: &dyn Policy,
    deals: &Posterior,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    Ok(rollouts(round, policy).run_watched(deals, effort, context, watch)?)
}
