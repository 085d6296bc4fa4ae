//! What actions are worth under the approximate equilibrium.

use super::{AnalysisError, FEWEST_BLOCKS, Opponent, Settings, Watch, ismcts};
use crate::learn::NetworkPolicy;
use crate::policy::Policy;
use crate::ranges::Posterior;
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::game::{HiddenInformation, Turn};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::rollouts::Rollouts;
use hanamachi_core::search::root_values::{Answer, Effort};
use hanamachi_core::search::strength::{Exploitation, Strength};

/// What each action of a position of the standard game is worth when both players have played by the [approximate
/// equilibrium](NetworkPolicy::standard), and go on by it. States are drawn from the exact posterior, the opponent's hand having
/// [trembled](NetworkPolicy::TREMBLE); each is played out with every action that the policy may play, and with the others sometimes. An
/// iteration is a rollout. `watch` is told after each block what the rollouts say, before the policy is improved.
///
/// Values are utilities, −1 to 1, of the player whose information this is; an action's share is how often to play it: the policy, improved by one
/// step.
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
    Ok(improved(round, information, answer))
}

/// How much an action may be worth less than the best, in units of utility, to become less likely by a factor of *e* in [one step](improved).
pub(crate) const TEMPERATURE: f64 = 0.02;
/// How often the policy is taken to play any action alike before the step: so one that it never plays may win.
const EXPLORED: f64 = 0.01;

/// What rollouts of a policy say, with the policy improved by one step where the reader decides: the shares are how often to play each action then, and the
/// value is that of playing so once, and as the policy does ever after.
///
/// The step is one of mirror descent (S. Sokota and others, "The Update Equivalence Framework for Decision-Time Planning", arXiv 2304.13138): each action as often
/// as the policy plays it, times *e* to its value over the [temperature](TEMPERATURE). Values are taken one standard error of their difference to the best lower than they were
/// found, so that nothing is played for its luck.
pub(crate) fn improved(
    round: &Round,
    information: &Information,
    mut answer: Answer<Action>,
) -> Answer<Action> {
    if round.turn(round.hidden(information).known()) != Turn::Player(information.seat()) {
        return answer;
    }
    let shares: Vec<f64> = answer.actions.iter().map(|of| of.share).collect();
    let Some(shares) = step(&answer, &shares, TEMPERATURE) else { return answer };
    answer.value = value_of_step(&answer, &shares, TEMPERATURE);
    for (action, share) in answer.actions.iter_mut().zip(shares) {
        action.share = share;
    }
    answer
}

/// How often to play each action of the answer, when a policy plays it so often, after one [step](improved). `None` where nothing was followed.
pub(crate) fn step(answer: &Answer<Action>, shares: &[f64], temperature: f64) -> Option<Vec<f64>> {
    let best = best_known(answer)?;
    let each = EXPLORED / f64::from(u32::try_from(shares.len()).unwrap_or(u32::MAX).max(1));
    let mut shares: Vec<f64> = (0..answer.actions.len())
        .map(|place| {
            if answer.actions[place].value.is_none() {
                return 0.0;
            }
            let less = answer.combination(&[(best, 1.0), (place, -1.0)]);
            let error = if place == best { 0.0 } else { less.standard_error.unwrap_or(0.0) };
            (each + (1.0 - EXPLORED) * shares[place]) * (-(less.value + error) / temperature).exp()
        })
        .collect();
    let all: f64 = shares.iter().sum();
    if all <= 0.0 || !all.is_finite() {
        return None;
    }
    for share in &mut shares {
        *share /= all;
    }
    Some(shares)
}

/// The value of a strategy that one [step](improved) has found. Another sample would have found another one, which its error takes into account: to first
/// order the value changes with that of an action by its share times 1 + (its advantage / temperature).
fn value_of_step(answer: &Answer<Action>, shares: &[f64], temperature: f64) -> ClusterMean {
    let value = answer.combination(&shares.iter().copied().enumerate().collect::<Vec<_>>());
    let slope = |(place, &share): (usize, &f64)| {
        let advantage = answer.actions[place].value.map_or(0.0, |of| of.value - value.value);
        (place, share * (1.0 + advantage / temperature))
    };
    let slopes: Vec<(usize, f64)> = shares.iter().enumerate().map(slope).collect();
    ClusterMean { standard_error: answer.combination(&slopes).standard_error, ..value }
}

/// The place of the action that is worth most, of those whose error the sample tells if there are any.
pub(crate) fn best_known(answer: &Answer<Action>) -> Option<usize> {
    let largest = |is_told: bool| {
        let values = answer.actions.iter().enumerate().filter_map(|(place, of)| Some((place, of.value?)));
        let values = values.filter(|(_, value)| !is_told || value.clusters >= FEWEST_BLOCKS);
        values.reduce(|one, other| if other.1.value > one.1.value { other } else { one }).map(|best| best.0)
    };
    largest(true).or_else(|| largest(false))
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
            Some((policy, deals)) => {
                let answer = play_out(round, *policy, deals, effort, context, &mut |_| ())?;
                Ok(improved(round, information, answer))
            }
            None => ismcts(round, information, &Settings::for_rules(round.rules()), effort, context),
        }
    }
}
