//! One step of improvement of a policy, by rollouts of it.

use std::iter::successors;

use super::FEWEST_BLOCKS;
use crate::rules::action::Action;
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::halving::Halving;
use hanamachi_core::search::root_values::Answer;

/// Temperature at which [`Step::consistent`] begins, in units of utility: an action that is expected to win this much less
/// than the best becomes less likely by a factor of *e*.
const TEMPERATURE: f64 = 0.02;
/// Expected loss of the improved policy against its best action that [`Step::consistent`] accepts beside its
/// standard error, in units of utility: half a per cent of a win; and the most that it accepts with it.
const ACCEPTED_LOSS: f64 = 0.01;
const MOST_ACCEPTED: f64 = 0.03;
/// Largest mean error of the advantages of the actions that an improved policy plays, in units of utility: five
/// per cent of a win. With a larger one the step would follow the luck of a few rollouts.
const LARGEST_ERROR: f64 = 0.1;
/// Factor by which [`Step::consistent`] lowers the temperature each time, and how often at most.
const COLDER: f64 = std::f64::consts::FRAC_1_SQRT_2;
const MOST_COLDER: usize = 10;
/// Probability of a uniformly random action, mixed into the policy before the step: an action that the policy
/// never plays may still win.
const EXPLORED: f64 = 0.05;
/// Standard deviation of the advantages of actions before any rollout, in units of utility. Of 0.02, 0.05, 0.1
/// and 0.2 it won the most games with 800 rollouts a decision.
const PRIOR: f64 = 0.1;
/// Fewest states in which the rollouts of an action tell the error of a rollout. Unlike blocks, they are independent
/// and have one rollout each.
const FEWEST_STATES: u64 = 2;
/// Weight of the error that all actions share in the error of one, in blocks of rollouts.
const POOLED_BLOCKS: f64 = 10.0;

/// Expected advantages of the actions over a policy, in units of utility.
///
/// The sampled advantage of an action is its value minus the mean over the policy. It is the sum of the true
/// advantage and an error, and both are taken as normally distributed, so the expected advantage is the
/// sampled one times var / (var + error²), where var is that of the [prior](PRIOR). Hence an action with few
/// rollouts is expected to be as good as the policy, and its luck does not count.
///
/// The error of an action comes from the differences between its blocks. A few blocks may agree by chance, so
/// it is moderated by the mean error of a rollout over all actions, as in the moderated *t*-statistic (G. K. Smyth,
/// "Linear Models and Empirical Bayes Methods for Assessing Differential Expression in Microarray
/// Experiments", 2004).
struct Advantages {
    /// By action; `None` without rollouts.
    expected: Vec<Option<f64>>,
    /// By action: the factor of the sampled advantage in the expected one, 0 to 1.
    trust: Vec<f64>,
    /// Weights of the actions in the mean over the policy.
    policy: Vec<f64>,
}

impl Advantages {
    /// Advantages over the policy with these shares of the actions, from rollouts that may have left some of them out.
    fn of_answer(answer: &Answer<Action>, shares: &[f64]) -> Self {
        let followed = |place: usize| answer.actions[place].value.is_some();
        let all: f64 = (0..shares.len()).filter(|&place| followed(place)).map(|place| shares[place]).sum();
        let weight = |place: usize| if followed(place) && all > 0.0 { shares[place] / all } else { 0.0 };
        let policy: Vec<f64> = (0..shares.len()).map(weight).collect();
        let rollouts = answer.actions.iter().map(|of| of.visits);
        Self::new(answer.advantages(&policy).into_iter().zip(rollouts), FEWEST_BLOCKS, policy)
    }

    /// Expects advantages, given the sampled ones with their numbers of rollouts. Those from at least `fewest` clusters
    /// tell the error of a rollout.
    fn new(sampled: impl Iterator<Item = (Option<ClusterMean>, u64)>, fewest: u64, policy: Vec<f64>) -> Self {
        let sampled: Vec<Option<Sampled>> =
            sampled.map(|(advantage, rollouts)| Some(Sampled::new(advantage?, rollouts))).collect();
        let squared = squared_error_of_rollout(sampled.iter().flatten(), fewest);
        let told = sampled.iter().map(|of| of.as_ref().map(|of| (of, of.trust(squared))));
        let (expected, trust) =
            told.map(|of| of.map_or((None, 0.0), |(of, trust)| (Some(trust * of.advantage), trust))).unzip();
        Self { expected, trust, policy }
    }
}

/// Sampled advantage of an action.
struct Sampled {
    advantage: f64,
    /// Standard error from the differences between blocks; 0 for a single block.
    standard_error: f64,
    rollouts: f64,
    /// Number of blocks beyond the first.
    freedom: f64,
}

impl Sampled {
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    fn new(advantage: ClusterMean, rollouts: u64) -> Self {
        Self {
            advantage: advantage.value,
            standard_error: advantage.standard_error.unwrap_or_default(),
            rollouts: rollouts.max(1) as f64,
            freedom: advantage.clusters.saturating_sub(1) as f64,
        }
    }

    /// The factor of the sampled advantage in the expected one, given the squared error of one rollout.
    fn trust(&self, squared_error_of_rollout: f64) -> f64 {
        let own = self.freedom * self.standard_error.powi(2);
        let pooled = POOLED_BLOCKS * squared_error_of_rollout / self.rollouts;
        let squared_error = (own + pooled) / (self.freedom + POOLED_BLOCKS);
        PRIOR.powi(2) / (PRIOR.powi(2) + squared_error)
    }
}

/// Mean squared error of the advantage in a single rollout, over actions in enough clusters. Without any of
/// these, 1: utilities are between −1 and 1.
fn squared_error_of_rollout<'a>(sampled: impl Iterator<Item = &'a Sampled>, fewest: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a small constant")]
    let told = sampled.filter(|of| of.freedom + 1.0 >= fewest as f64);
    let [sum, weight] = told.fold([0.0; 2], |[sum, weight], of| {
        [sum + of.freedom * of.standard_error.powi(2) * of.rollouts, weight + of.freedom]
    });
    if weight > 0.0 { sum / weight } else { 1.0 }
}

/// A policy improved by one step of mirror descent: the probability of each action is proportional to the
/// policy's times *e* to the [expected advantage](Advantages) over the temperature (S. Sokota and others,
/// "The Update Equivalence Framework for Decision-Time Planning", arXiv 2304.13138).
pub(crate) struct Step {
    /// Probabilities of the actions after the step.
    pub shares: Vec<f64>,
    advantages: Advantages,
    temperature: f64,
}

impl Step {
    /// One step from the policy with these shares of the actions of the answer. `None` if no rollout followed
    /// any action.
    fn new(answer: &Answer<Action>, shares: &[f64], temperature: f64) -> Option<Self> {
        Self::by(Advantages::of_answer(answer, shares), shares, temperature)
    }

    /// One step from the policy with these shares of the actions that were compared. `None` without a rollout.
    pub(crate) fn of_halving(halving: &Halving, shares: &[f64], temperature: f64) -> Option<Self> {
        let sampled = halving.advantages(shares).into_iter().map(|of| (of, of.map_or(0, |of| of.n)));
        Self::by(Advantages::new(sampled, FEWEST_STATES, shares.to_vec()), shares, temperature)
    }

    fn by(advantages: Advantages, shares: &[f64], temperature: f64) -> Option<Self> {
        let each = EXPLORED / f64::from(u32::try_from(shares.len()).unwrap_or(u32::MAX).max(1));
        let most = advantages.expected.iter().flatten().copied().reduce(f64::max)?;
        let scaled = |(share, advantage): (&f64, &Option<f64>)| {
            advantage.map_or(0.0, |advantage| {
                (each + (1.0 - EXPLORED) * share) * libm::exp((advantage - most) / temperature)
            })
        };
        let mut shares: Vec<f64> = shares.iter().zip(&advantages.expected).map(scaled).collect();
        let all: f64 = shares.iter().sum();
        if all <= 0.0 || !all.is_finite() {
            return None;
        }
        for share in &mut shares {
            *share /= all;
        }
        Some(Self { shares, advantages, temperature })
    }

    /// One step whose policy agrees with the values. A policy that hardly plays the best action keeps most of
    /// what it plays after a step at the usual temperature, however much that loses; so the temperature is
    /// lowered until the expected loss is within its error of what is [accepted](ACCEPTED_LOSS), as far as the policy plays actions whose
    /// advantages are [known](LARGEST_ERROR). `None` if they are not at any temperature.
    pub(crate) fn consistent(answer: &Answer<Action>, shares: &[f64]) -> Option<Self> {
        let temperatures = successors(Some(TEMPERATURE), |temperature| Some(temperature * COLDER));
        let steps = temperatures.take(MOST_COLDER + 1).map_while(|at| Self::new(answer, shares, at));
        let mut found = None;
        for step in steps {
            let loss = step.expected_loss();
            let accepted = MOST_ACCEPTED.min(ACCEPTED_LOSS + step.error_of_loss(answer));
            if step.error() <= LARGEST_ERROR {
                found = Some(step);
            }
            if loss <= accepted {
                break;
            }
        }
        found
    }

    /// Standard error of the loss against the best action; infinite where it is unknown.
    fn error_of_loss(&self, answer: &Answer<Action>) -> f64 {
        let expected = self.advantages.expected.iter().enumerate();
        let known = expected.filter_map(|(place, of)| Some((place, (*of)?)));
        let Some((best, _)) = known.reduce(|one, other| if other.1 > one.1 { other } else { one }) else {
            return f64::INFINITY;
        };
        loss_of(answer, &self.shares, best).standard_error.unwrap_or(f64::INFINITY)
    }

    /// Mean error of the sampled advantages over the improved policy, in units of utility.
    fn error(&self) -> f64 {
        let error = |trust: f64| PRIOR * (1.0 / trust - 1.0).max(0.0).sqrt();
        let played = self.shares.iter().zip(&self.advantages.trust).filter(|of| *of.0 > 0.0);
        played.map(|(share, &trust)| share * error(trust)).sum()
    }

    /// What the improved policy is expected to lose against its best action, in units of utility.
    fn expected_loss(&self) -> f64 {
        let expected = &self.advantages.expected;
        let Some(most) = expected.iter().flatten().copied().reduce(f64::max) else { return 0.0 };
        let lost = |(share, of): (&f64, &Option<f64>)| of.map_or(0.0, |of| share * (most - of));
        self.shares.iter().zip(expected).map(lost).sum()
    }

    /// Value of following the improved policy once. The standard error allows for the fact that another
    /// sample would lead to another policy: it is that of the first-order change of the value with the
    /// values of all actions.
    pub(crate) fn value(&self, answer: &Answer<Action>) -> ClusterMean {
        let Self { shares, advantages: Advantages { trust, policy, .. }, temperature } = self;
        let value = answer.combination(&shares.iter().copied().enumerate().collect::<Vec<_>>());
        // By action: the change of the value with the action's advantage, by way of its share.
        let by_share: Vec<f64> = (0..shares.len())
            .map(|place| {
                let gain = answer.actions[place].value.map_or(0.0, |of| of.value - value.value);
                shares[place] * trust[place] * gain / temperature
            })
            .collect();
        let by_mean: f64 = by_share.iter().sum();
        let slopes =
            (0..shares.len()).map(|place| (place, shares[place] + by_share[place] - policy[place] * by_mean));
        let slopes: Vec<(usize, f64)> = slopes.collect();
        ClusterMean { standard_error: answer.combination(&slopes).standard_error, ..value }
    }
}

/// Loss of playing the actions with these shares against the best of them, in units of utility.
pub(crate) fn loss_of(answer: &Answer<Action>, shares: &[f64], best: usize) -> ClusterMean {
    let mut weights: Vec<(usize, f64)> = shares.iter().map(|share| -share).enumerate().collect();
    weights[best].1 += 1.0;
    answer.combination(&weights)
}

/// Index of the action with the highest value, among those with a meaningful standard error. Without any of
/// these a value would be luck, so it is the action that is played most of those with a value.
pub(crate) fn best_known(answer: &Answer<Action>) -> Option<usize> {
    let valued = || answer.actions.iter().enumerate().filter_map(|(place, of)| Some((place, of, of.value?)));
    let told = valued().filter(|of| of.2.clusters >= FEWEST_BLOCKS).map(|of| (of.0, of.2.value));
    let largest = |one: (usize, f64), other: (usize, f64)| if other.1 > one.1 { other } else { one };
    let by_share = || valued().map(|of| (of.0, of.1.share)).reduce(largest);
    told.reduce(largest).or_else(by_share).map(|best| best.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geisha;
    use hanamachi_core::search::root_values::{ActionAnswer, Batches};

    /// Secrets with these shares, which won these values in these numbers of blocks with two rollouts each. The
    /// luck of a block is 0.7 up or down.
    fn answer(of: &[(f64, f64, usize)]) -> Answer<Action> {
        let action = |(number, &(share, value, blocks)): (usize, &(f64, f64, usize))| {
            let luck = |block: usize| if (block + number).is_multiple_of(2) { 0.7 } else { -0.7 };
            let mut batches = Batches::default();
            for block in 0..blocks {
                batches = batches.with(block, 2.0 * (value + luck(block)), 2);
            }
            let clusters = u64::try_from(blocks).unwrap();
            let visits = 2 * clusters;
            let mean = ClusterMean { value, standard_error: None, n: visits, clusters };
            ActionAnswer {
                action: Action::secret(Geisha::ALL[number]),
                visits,
                availability: 40,
                value: (blocks > 0).then_some(mean),
                share,
                batches,
            }
        };
        let value = ClusterMean { value: 0.0, standard_error: None, n: 40, clusters: 20 };
        let actions = of.iter().enumerate().map(action).collect();
        Answer { value, actions, iterations: 40, nodes: 1, stopped: None }
    }

    fn stepped(answer: &Answer<Action>) -> Step {
        let shares: Vec<f64> = answer.actions.iter().map(|of| of.share).collect();
        Step::new(answer, &shares, TEMPERATURE).unwrap()
    }

    #[test]
    fn one_lucky_rollout_moves_little_and_many_rollouts_move_much() {
        let lucky = answer(&[(0.6, 0.0, 20), (0.4, 0.0, 20), (0.0, 0.8, 1)]);
        assert!(stepped(&lucky).shares[2] < 0.1, "{:?}", stepped(&lucky).shares);
        let better = answer(&[(0.6, 0.0, 500), (0.4, 0.0, 500), (0.0, 0.8, 500)]);
        assert!(stepped(&better).shares[2] > 0.99, "{:?}", stepped(&better).shares);
    }

    #[test]
    fn a_consistent_step_loses_little_by_its_own_values() {
        let mut of = [(0.0, -0.3, 2_000); 7];
        (of[0], of[1]) = ((1.0, 0.0, 2_000), (0.0, 0.06, 2_000));
        let answer = answer(&of);
        let loss = |step: &Step| {
            let played = step.shares.iter().zip(&of).map(|(share, of)| share * of.1).sum::<f64>();
            0.06 - played
        };
        let shares: Vec<f64> = of.iter().map(|of| of.0).collect();
        assert!(loss(&stepped(&answer)) > 0.045, "{:?}", stepped(&answer).shares);
        let consistent = Step::consistent(&answer, &shares).unwrap();
        assert!(loss(&consistent) < 0.035, "{:?}", consistent.shares);
        // Where the policy agrees with the values, the step is the usual one.
        let alike = [(0.5, 0.0, 2_000), (0.5, 0.001, 2_000)];
        let (answer, shares) = (self::answer(&alike), [0.5, 0.5]);
        assert_eq!(Step::consistent(&answer, &shares).unwrap().shares, stepped(&answer).shares);
    }

    #[test]
    fn without_rollouts_of_an_action_it_is_not_played() {
        let step = stepped(&answer(&[(0.5, 0.0, 20), (0.5, 0.0, 0)]));
        assert_eq!(step.shares, [1.0, 0.0]);
        assert!(Step::new(&answer(&[(1.0, 0.0, 0)]), &[1.0], TEMPERATURE).is_none());
    }

    /// The derivative of the value by the value of each action, by differences.
    #[test]
    fn the_error_of_the_value_follows_the_policy() {
        let of = [(0.5, 0.02, 200), (0.3, -0.01, 200), (0.2, 0.05, 200)];
        let value = |of: &[(f64, f64, usize)]| {
            let answer = answer(of);
            stepped(&answer).value(&answer)
        };
        // Each block has its luck in the values of all actions: up for the first and the third, down for the
        // second, and the other way round.
        let changed = |by: f64| {
            let mut of = of;
            for (number, action) in of.iter_mut().enumerate() {
                action.1 += if number == 1 { -by } else { by };
            }
            value(&of).value
        };
        let slope = (changed(1e-5) - changed(-1e-5)) / 2e-5;
        let error = 0.7 / 200.0_f64.sqrt() * (200.0 / 199.0_f64).sqrt() * slope;
        let told = value(&of).standard_error.unwrap();
        assert!((told - error.abs()).abs() < 1e-6, "{told} {error}");
    }
}
