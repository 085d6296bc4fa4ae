//! Values of actions under the approximate equilibrium.

use std::collections::BTreeMap;

use super::step::{Step, contenders};
use super::{AnalysisError, Past, Watch};
use crate::knowledge::canonical::{orbits, symmetries_of};
use crate::learn::NetworkPolicy;
use crate::luck::Critic;
use crate::policy::Policy;
use crate::ranges::{Posterior, Undealt};
use crate::rules::action::Action;
use crate::rules::ends::{ActionEnds, Ends};
use crate::rules::information::Information;
use crate::rules::relabelling::Relabelling;
use crate::rules::round::Round;
use crate::rules::state::{State, answers};
use crate::rules::turn::Entry;
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::rollouts::{Contest, Control, Rollouts};
use hanamachi_core::search::root_values::{Answer, Effort, Interim};

/// Values of the actions in a position of the standard game, given that both players have played by the
/// [approximate equilibrium](NetworkPolicy::standard) and continue with it. States come from the exact
/// posterior, in which the opponent's hand [trembles](NetworkPolicy::TREMBLE). Rollouts from each state first try
/// every action that the policy may play, and sometimes the others; then most go to the actions that may still be within three
/// points of the best. An iteration is a rollout. After each
/// block, `watch` receives the results of the rollouts, before the improvement of the policy. If the player with this information
/// decides, the rollouts also tell what each action comes to, in ascending order.
///
/// Values are utilities, −1 to 1, of the player with this information. The share of an action is its
/// probability in the policy improved by one step.
pub fn equilibrium(
    round: &Round,
    information: &Information,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<(Answer<Action>, Vec<ActionEnds>), AnalysisError> {
    Past::Equilibrium.check(round.rules())?;
    let policy = NetworkPolicy::standard().ok_or(AnalysisError::NoNetwork)?;
    let deals = trembling(round, information, policy);
    let (answer, ends) = play_out(round, information, policy, &deals, effort, context, watch)?;
    Ok((improved(round, information, &symmetries_of(round, information), answer), ends))
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
    Past::Equilibrium.check(round.rules())?;
    let policy = NetworkPolicy::standard().ok_or(AnalysisError::NoNetwork)?;
    let deals = trembling(round, information, policy);
    let answer = rollouts(round, policy).value(&Undealt(&deals), effort, context)?;
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
#[expect(clippy::type_complexity, reason = "the type of a closure has no name")]
fn rollouts<'a>(
    round: &'a Round,
    policy: &'a dyn Policy,
) -> Rollouts<'a, Round, impl Fn(&Information, &[Action], &mut Vec<f64>) + Sync, LuckRemoved> {
    let strategy = |information: &Information, actions: &[Action], probabilities: &mut Vec<f64>| {
        policy.probabilities(round, information, actions, probabilities);
    };
    Rollouts { game: round, strategy, control: LuckRemoved(Critic::for_round(round)) }
}

/// Removes the luck of draws from rollouts, as the [critic](Critic) sees it. That of decisions, and all cards of a late draw
/// instead of one, cost more than they gain.
struct LuckRemoved(Critic);

impl Control<Round> for LuckRemoved {
    fn luck(&self, round: &Round, before: &State, after: &State) -> f64 {
        self.0.luck_of_draw(round, before, after)
    }
}

/// The race of the actions of the player with this information: those are contenders that may still be among the best. Actions that a
/// symmetry of the position maps onto each other are one.
struct RootRace {
    decides: bool,
    same: Vec<Relabelling>,
}

impl Contest<Action> for RootRace {
    fn class_of(&self, action: Action) -> Action {
        let names = || self.same.iter().map(|names| names.action(action));
        if self.decides { names().min().unwrap_or(action) } else { action }
    }

    fn contenders(&self, answer: &Answer<Action>) -> Vec<bool> {
        if !self.decides {
            return vec![true; answer.actions.len()];
        }
        let mut answer = answer.clone();
        pool(&mut answer, &self.same);
        contenders(&answer)
    }
}

fn play_out(
    round: &Round,
    information: &Information,
    policy: &dyn Policy,
    deals: &Posterior,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<(Answer<Action>, Vec<ActionEnds>), AnalysisError> {
    let same = symmetries_of(round, information);
    let decides = decides(round, information);
    let race = RootRace { decides, same };
    let rollouts = rollouts(round, policy);
    let (seat, turn) = (information.seat(), information.turns_over());
    let observe = |seen: &mut BTreeMap<_, Ends>, action: Action, end: &State| {
        if decides {
            // If it is an offer, the ends are told apart by the opponent's answer.
            let answer = action.kind().and_then(|_| end.history(seat)[turn].decisions().nth(1));
            let after = round.favour_after(end.placed(Seat::First), end.placed(Seat::Second));
            let ends = seen.entry((action, answer)).or_default();
            ends.add_sample(round.rules(), seat, after, round.utility_of(after), 1.0);
        }
    };
    let mut all = BTreeMap::<(Action, Option<Action>), Ends>::new();
    let watch = |interim: Interim<'_, Action>, seen: BTreeMap<_, Ends>| {
        for (of, ends) in seen {
            all.entry(of).or_default().merge(&ends, 1.0);
        }
        watch(interim);
    };
    let mut answer = rollouts.run_observed(&Undealt(deals), effort, &race, context, observe, watch)?;
    let of = |action: Action| {
        let ends = |answer: Option<Action>| all.get(&(action, answer)).copied().unwrap_or_default();
        let offered = answers(Entry::from_action(action));
        let answers: Vec<_> = offered.iter().map(|&answer| (answer, ends(Some(answer)))).collect();
        let mut whole = ends(None);
        for (_, ends) in &answers {
            whole.merge(ends, 1.0);
        }
        ActionEnds { action, ends: whole, answers }
    };
    let actions = answer.actions.iter().filter(|_| decides).map(|of| of.action);
    let ends: Vec<ActionEnds> = actions.map(of).collect();
    for (action, of) in answer.actions.iter_mut().zip(&ends) {
        if of.ends.are_alike() {
            action.settle(of.ends.utility());
        }
    }
    Ok((answer, ends))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::knowledge::InformationSet;
    use crate::rules::Game;
    use hanamachi_core::search::estimate::error_of_both;
    use hanamachi_core::search::root_values::{ActionAnswer, DealSampler};

    const EARLY: &str = "+..-... 2 ABDFG 2XX,3EEG-E,1X";

    fn position(text: &str) -> (Round, Information) {
        let set: InformationSet = text.parse().unwrap();
        let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
        (round, *set.key())
    }

    fn effort(iterations: u64, seed: u64) -> Effort {
        Effort { iterations, block_size: NonZeroU64::new(20).unwrap(), seed }
    }

    /// Without the luck of draws hands have the same values, with smaller errors.
    #[test]
    fn removed_luck_leaves_the_mean_as_it_is() {
        for text in ["+..-... 2 ABCDFG 3EEG", "....... 1 ABCDEFG -"] {
            let (round, information) = position(text);
            let policy = NetworkPolicy::standard().unwrap();
            let deals = trembling(&round, &information, policy);
            let value = |rollouts: &dyn Fn() -> Answer<Action>| {
                let mean = rollouts().value;
                (mean.value, mean.standard_error.unwrap())
            };
            let context = RunContext::unwatched();
            let with = rollouts(&round, policy);
            let plain = Rollouts { game: &round, strategy: &with.strategy, control: () };
            let (removed, small) =
                value(&|| with.value(&Undealt(&deals), effort(1_000, 1), context).unwrap());
            let (mean, error) = value(&|| plain.value(&deals, effort(1_000, 2), context).unwrap());
            assert!((removed - mean).abs() < 3.5 * error_of_both(small, error), "{removed} {mean}");
            assert!(small < 0.95 * error, "{text}: {small} {error}");
        }
    }

    #[test]
    fn a_race_is_the_same_on_any_number_of_threads() {
        let (round, information) = position(EARLY);
        let run = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found =
                || equilibrium(&round, &information, effort(8_000, 3), RunContext::unwatched(), &mut |_| ());
            pool.install(found).unwrap()
        };
        let (one, ends) = run(1);
        assert_eq!((&one, &ends), (&run(3).0, &run(3).1));
        // An action near the best has more than twice as many rollouts as another.
        let most = one.actions.iter().filter_map(|of| Some(of.value?.value)).fold(-1.0, f64::max);
        let is_near = |of: &&ActionAnswer<Action>| of.value.is_some_and(|value| value.value > most - 0.06);
        let (near, far): (Vec<_>, Vec<_>) = one.actions.iter().partition(is_near);
        let [of_near, of_far] =
            [&near, &far].map(|of| of.iter().map(|of| of.visits).sum::<u64>() / of.len().max(1) as u64);
        assert!(!far.is_empty() && of_near > 2 * of_far, "{of_near} {of_far}");
    }

    /// The removed card lies in the deck; the rest is as in the posterior.
    #[test]
    fn undealt_states_have_the_same_information() {
        let (round, information) = position(EARLY);
        let deals = trembling(&round, &information, NetworkPolicy::standard().unwrap());
        let mut rng = hanamachi_core::search::parallel::Streams::new(1).first();
        for _ in 0..20 {
            let state = Undealt(&deals).deal(&round, &(), &mut rng);
            assert_eq!(round.information(&state, information.seat()), information);
            assert!(state.removed().is_empty() && state.deck().len() == 5);
        }
    }
}
