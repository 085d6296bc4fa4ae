//! One step of improvement of a policy, by rollouts of it.

use std::iter::successors;

use super::FEWEST_BLOCKS;
use crate::rules::action::Action;
use hanamachi_core::search::estimate::{ClusterMean, error_of_both};
use hanamachi_core::search::halving::Halving;
use hanamachi_core::search::root_values::{ActionAnswer, Answer};

/// Temperature at which [`Step::consistent`] begins, in units of utility: an action that is expected to win this much less
/// than the best becomes less likely by a factor of *e*.
const TEMPERATURE: f64 = 0.02;
/// Expected loss of the improved policy against its best action that [`Step::consistent`] accepts, in units of utility: half a
/// per cent of a win.
const ACCEPTED_LOSS: f64 = 0.01;
/// Factor by which [`Step::consistent`] lowers the temperature each time, and how often at most.
const COLDER: f64 = std::f64::consts::FRAC_1_SQRT_2;
const MOST_COLDER: usize = 10;
/// Probability of a uniformly random action, mixed into the policy before the step: an action that the policy
/// never plays may still win.
const EXPLORED: f64 = 0.05;
/// Fewest states in which the rollouts of an action tell the error of a rollout. Unlike blocks, they are independent
/// and have one rollout each.
const FEWEST_STATES: u64 = 2;
/// Number of rollouts with the same result that prove enough: an action that always loses is worth nothing.
const CERTAIN: u64 = 1000;
/// Loss of an action that is still near the best, in units of utility: three per cent of a win.
const NEAR: f64 = 0.06;
/// Standard errors by which an action must be worse than that before it is set aside. With fewer, the best action is set aside too
/// often.
const SURE: f64 = 3.0;
/// Weight of the error that all actions share in the error of one, in blocks of rollouts.
const POOLED_BLOCKS: f64 = 10.0;

/// Squared error of the advantage in a single rollout with little luck removed, which counts until the blocks have this many degrees of freedom.
const USUAL_SQUARED: f64 = 0.2;
const ENOUGH_FREEDOM: f64 = 40.0;

/// What is known of the advantage of an action before any rollout: a normal distribution, in units of utility, or a mixture
/// of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prior {
    /// The same for all actions.
    Alike,
    /// By the probability of the action in the policy. A policy that was trained with entropy has made the probabilities of
    /// its actions nearly proportional to *e* to their advantages over a temperature, so it has told what it expects of them.
    ByPolicy,
}

/// Mean of the advantage of an action, and the components of its distribution: their weights and variances.
type PriorOfAction = (f64, [(f64, f64); 2]);

impl Prior {
    /// Standard deviation of [`Prior::Alike`]. Of 0.02, 0.05, 0.1 and 0.2 it won the most games with 800 rollouts a decision.
    const ALIKE: f64 = 0.1;
    /// Temperature at which the probabilities of the standard policy tell the advantages, the probability of an action whose advantage
    /// is 0, and the smallest probability that tells more than the fact that the action is bad.
    const TOLD_TEMPERATURE: f64 = 0.008;
    const TOLD_ZERO: f64 = 0.3;
    const SMALLEST: f64 = 1e-30;
    /// Deviation of an action that is hardly ever played, with its share of the mean, and the smallest deviation.
    const DEVIATION: f64 = 0.05;
    const OF_MEAN: f64 = 0.3;
    const SMALLEST_DEVIATION: f64 = 0.01;
    /// Probability that the policy is far from right about an action, and the standard deviation of its error then.
    const SURPRISE: f64 = 0.01;
    const SURPRISE_DEVIATION: f64 = 0.2;

    /// What is expected of an action with this probability.
    fn of(self, probability: f64) -> PriorOfAction {
        match self {
            Self::Alike => (0.0, [(1.0, Self::ALIKE.powi(2)), (0.0, Self::ALIKE.powi(2))]),
            Self::ByPolicy => {
                let told = libm::log(probability.max(Self::SMALLEST) / Self::TOLD_ZERO);
                let mean = (Self::TOLD_TEMPERATURE * told).min(0.0);
                let own = (Self::DEVIATION * (1.0 - probability)).max(Self::SMALLEST_DEVIATION);
                let usual = own.powi(2) + (Self::OF_MEAN * mean).powi(2);
                let surprise = usual + Self::SURPRISE_DEVIATION.powi(2);
                (mean, [(1.0 - Self::SURPRISE, usual), (Self::SURPRISE, surprise)])
            }
        }
    }
}

/// Expected advantages of the actions over a mean of them, in units of utility.
///
/// The sampled advantage of an action is its value minus the mean. It is the sum of the true
/// advantage and a normally distributed error, so the expected advantage is a mean of the
/// [prior](Prior) one and the sampled one, weighted by their precisions. Hence an action with few
/// rollouts is expected to be what the prior says, and its luck does not count. The best of many expected advantages is not
/// too high on average, as the best of many sampled ones is.
///
/// The error of an action comes from the differences between its blocks. A few blocks may agree by chance, so
/// it is moderated by the mean error of a rollout over all actions, as in the moderated *t*-statistic (G. K. Smyth,
/// "Linear Models and Empirical Bayes Methods for Assessing Differential Expression in Microarray
/// Experiments", 2004).
struct Advantages {
    /// By action; `None` without rollouts.
    expected: Vec<Option<Expected>>,
    /// Weights of the actions in the mean.
    weights: Vec<f64>,
}

/// Expected advantage of an action.
#[derive(Clone, Copy, Debug)]
struct Expected {
    advantage: f64,
    /// Its standard error.
    error: f64,
    /// Weight of the sampled advantage in it, 0 to 1.
    trust: f64,
}

impl Advantages {
    /// Advantages over a mean of the actions, from rollouts that may have left some of them out or tried some more often. `shares`
    /// are the probabilities of the policy.
    ///
    /// The level from which the prior counts is not known either, so it is estimated from all actions: each tells as much
    /// of it as its error and its prior allow. The actions that had most rollouts therefore count most, and not an action that the policy prefers,
    /// but that was set aside.
    fn of_answer(answer: &Answer<Action>, shares: &[f64]) -> Self {
        let weights = Self::level(answer, shares);
        let rollouts = answer.actions.iter().map(|of| of.visits);
        let sampled = answer.advantages(&weights);
        // What the prior expects of the level.
        let of_level: f64 =
            weights.iter().zip(shares).map(|(weight, &share)| weight * Prior::ByPolicy.of(share).0).sum();
        let priors = shares.iter().map(|&share| {
            let (mean, components) = Prior::ByPolicy.of(share);
            (mean - of_level, components)
        });
        let sample = sampled.iter().copied().zip(rollouts);
        let mut found = Self::new(sample, (FEWEST_BLOCKS, ENOUGH_FREEDOM), weights, priors);
        for ((expected, of), sampled) in found.expected.iter_mut().zip(&answer.actions).zip(sampled) {
            let is_certain =
                of.visits >= CERTAIN && of.value.and_then(|value| value.standard_error) == Some(0.0);
            if let (Some(expected), Some(sampled), true) = (expected, sampled, is_certain) {
                *expected = Expected { advantage: sampled.value, error: 0.0, trust: 1.0 };
            }
        }
        found
    }

    /// Weights of the actions in the level: inverse to the variance of what an action tells of it.
    fn level(answer: &Answer<Action>, shares: &[f64]) -> Vec<f64> {
        let sampled: Vec<Option<Sampled>> =
            answer.actions.iter().map(|of| Some(Sampled::new(of.value?, of.visits))).collect();
        let squared = squared_error_of_rollout(sampled.iter().flatten(), FEWEST_BLOCKS, ENOUGH_FREEDOM);
        let weight = |(of, &share): (&Option<Sampled>, &f64)| {
            let (_, [(_, usual), _]) = Prior::ByPolicy.of(share);
            of.as_ref().map_or(0.0, |of| 1.0 / (usual + of.squared_error(squared)))
        };
        let mut weights: Vec<f64> = sampled.iter().zip(shares).map(weight).collect();
        let all: f64 = weights.iter().sum();
        if all > 0.0 {
            for weight in &mut weights {
                *weight /= all;
            }
        }
        weights
    }

    /// Expects advantages, given the sampled ones with their numbers of rollouts. Those from at least `fewest` clusters
    /// tell the error of a rollout, if they have `enough` degrees of freedom. `priors` are those of the actions, and `weights` those of the
    /// actions in the mean.
    fn new(
        sampled: impl Iterator<Item = (Option<ClusterMean>, u64)>,
        (fewest, enough): (u64, f64),
        weights: Vec<f64>,
        priors: impl Iterator<Item = PriorOfAction>,
    ) -> Self {
        let sampled: Vec<Option<Sampled>> =
            sampled.map(|(advantage, rollouts)| Some(Sampled::new(advantage?, rollouts))).collect();
        let squared = squared_error_of_rollout(sampled.iter().flatten(), fewest, enough);
        let of = |(of, prior): (&Option<Sampled>, PriorOfAction)| Some(of.as_ref()?.expected(prior, squared));
        let expected = sampled.iter().zip(priors).map(of).collect();
        Self { expected, weights }
    }

    /// The largest; `None` if no rollout followed any action.
    fn most(&self) -> Option<f64> {
        self.expected.iter().flatten().map(|of| of.advantage).reduce(f64::max)
    }

    /// Probabilities of the actions after a step from these. `None` if no rollout followed any action.
    fn improved(&self, shares: &[f64], temperature: f64) -> Option<Vec<f64>> {
        let each = EXPLORED / f64::from(u32::try_from(shares.len()).unwrap_or(u32::MAX).max(1));
        let most = self.most()?;
        let scaled = |(share, expected): (&f64, &Option<Expected>)| {
            expected.map_or(0.0, |of| {
                (each + (1.0 - EXPLORED) * share) * libm::exp((of.advantage - most) / temperature)
            })
        };
        let mut shares: Vec<f64> = shares.iter().zip(&self.expected).map(scaled).collect();
        let all: f64 = shares.iter().sum();
        if all <= 0.0 || !all.is_finite() {
            return None;
        }
        for share in &mut shares {
            *share /= all;
        }
        Some(shares)
    }

    /// Mean over the actions when they are played with these probabilities.
    fn mean(&self, shares: &[f64], of: impl Fn(&Expected) -> f64) -> f64 {
        let played = shares.iter().zip(&self.expected);
        played.filter_map(|(share, expected)| Some(share * of(expected.as_ref()?))).sum()
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

    /// The squared error, moderated by that of one rollout over all actions.
    fn squared_error(&self, squared_error_of_rollout: f64) -> f64 {
        let own = self.freedom * self.standard_error.powi(2);
        let pooled = POOLED_BLOCKS * squared_error_of_rollout / self.rollouts;
        (own + pooled) / (self.freedom + POOLED_BLOCKS)
    }

    /// The expected advantage, given the prior and the squared error of one rollout.
    fn expected(&self, (mean, prior): PriorOfAction, squared_error_of_rollout: f64) -> Expected {
        let squared_error = self.squared_error(squared_error_of_rollout);
        let beyond = self.advantage - mean;
        // By component: the logarithm of its weight after the rollouts, but for a common term, and the weight of the sample.
        let components = prior.map(|(weight, variance)| {
            let all = variance + squared_error;
            (libm::log(weight) - 0.5 * (libm::log(all) + beyond.powi(2) / all), variance / all)
        });
        let most = components[0].0.max(components[1].0);
        let weights = components.map(|(log, _)| libm::exp(log - most));
        let sum: f64 = weights.iter().sum();
        let mean_of = |of: &dyn Fn(f64) -> f64| {
            weights.iter().zip(components).map(|(weight, (_, trust))| weight / sum * of(trust)).sum::<f64>()
        };
        let trust = mean_of(&|trust| trust);
        let spread = mean_of(&|of| of * squared_error + ((of - trust) * beyond).powi(2));
        Expected { advantage: mean + trust * beyond, error: spread.sqrt(), trust }
    }
}

/// Mean squared error of the advantage in a single rollout, over actions in enough clusters. What these lack of `enough` degrees of
/// freedom counts as [usual](USUAL_SQUARED): few blocks may agree by chance. With neither, 1: utilities are between −1 and 1.
fn squared_error_of_rollout<'a>(sampled: impl Iterator<Item = &'a Sampled>, fewest: u64, enough: f64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a small constant")]
    let told = sampled.filter(|of| of.freedom + 1.0 >= fewest as f64);
    let [sum, weight] = told.fold([0.0; 2], |[sum, weight], of| {
        [sum + of.freedom * of.standard_error.powi(2) * of.rollouts, weight + of.freedom]
    });
    let lacking = (enough - weight).max(0.0);
    if weight + lacking > 0.0 { (sum + lacking * USUAL_SQUARED) / (weight + lacking) } else { 1.0 }
}

/// A policy improved by one step of mirror descent: the probability of each action is proportional to the
/// policy's times *e* to the [expected advantage](Advantages) over the temperature (S. Sokota et al.,
/// "The Update Equivalence Framework for Decision-Time Planning", arXiv 2304.13138).
pub(crate) struct Step {
    /// Probabilities of the actions after the step.
    pub shares: Vec<f64>,
    advantages: Advantages,
}

impl Step {
    /// One step from the policy with these shares of the actions that were compared. `None` without a rollout.
    pub(crate) fn of_halving(halving: &Halving, shares: &[f64], temperature: f64) -> Option<Self> {
        let sampled = halving.advantages(shares).into_iter().map(|of| (of, of.map_or(0, |of| of.n)));
        let priors = shares.iter().map(|&share| Prior::Alike.of(share));
        let advantages = Advantages::new(sampled, (FEWEST_STATES, 0.0), shares.to_vec(), priors);
        let shares = advantages.improved(shares, temperature)?;
        Some(Self { shares, advantages })
    }

    /// One step whose policy agrees with the values. A policy that hardly plays the best action keeps most of
    /// what it plays after a step at the usual temperature, however much that loses; so the temperature is
    /// lowered until the expected loss is [accepted](ACCEPTED_LOSS).
    pub(crate) fn consistent(answer: &Answer<Action>, shares: &[f64]) -> Option<Self> {
        let advantages = Advantages::of_answer(answer, shares);
        let most = advantages.most()?;
        let temperatures = successors(Some(TEMPERATURE), |temperature| Some(temperature * COLDER));
        let mut last = None;
        for temperature in temperatures.take(MOST_COLDER + 1) {
            let Some(shares) = advantages.improved(shares, temperature) else { break };
            let loss = advantages.mean(&shares, |of| most - of.advantage);
            last = Some(shares);
            if loss <= ACCEPTED_LOSS {
                break;
            }
        }
        Some(Self { shares: last?, advantages })
    }

    /// Replaces the sampled values of the actions by the expected ones, the shares by those after the step, and the value
    /// by that of following the improved policy once.
    pub(crate) fn enter(self, answer: &mut Answer<Action>) {
        let weights: Vec<(usize, f64)> = self.advantages.weights.iter().copied().enumerate().collect();
        let before = answer.combination(&weights);
        let error = |of: f64| before.standard_error.map(|error| error_of_both(error, of));
        let mean = |of: fn(&Expected) -> f64| self.advantages.mean(&self.shares, of);
        answer.value.value = (before.value + mean(|of| of.advantage)).clamp(-1.0, 1.0);
        // As if the errors of all actions were the same luck.
        answer.value.standard_error = error(mean(|of| of.error));
        let found = self.shares.into_iter().zip(self.advantages.expected);
        for (action, (share, expected)) in answer.actions.iter_mut().zip(found) {
            action.share = share;
            // What is certain stays as it was sampled.
            if let (Some(value), Some(of)) = (&mut action.value, expected.filter(|of| of.trust < 1.0)) {
                // Where luck was removed, a rollout may be worth a little more than a win.
                value.value = (before.value + of.advantage).clamp(-1.0, 1.0);
                value.standard_error = error(of.error);
                action.trust = of.trust;
            }
        }
    }
}

/// Whether each action may still be at most [`NEAR`] worse than the best, [`SURE`] standard errors allowed for. The shares of the answer are the
/// probabilities of the policy.
pub(crate) fn contenders(answer: &Answer<Action>) -> Vec<bool> {
    let shares: Vec<f64> = answer.actions.iter().map(|of| of.share).collect();
    let advantages = Advantages::of_answer(answer, &shares);
    let most = advantages.most().unwrap_or_default();
    let may_be_near =
        |of: &Option<Expected>| of.is_none_or(|of| of.advantage + SURE * of.error >= most - NEAR);
    advantages.expected.iter().map(may_be_near).collect()
}

/// Loss of playing the actions with these shares against the best of them, in units of utility.
pub(crate) fn loss_of(answer: &Answer<Action>, shares: &[f64], best: usize) -> ClusterMean {
    let mut weights: Vec<(usize, f64)> = shares.iter().map(|share| -share).enumerate().collect();
    weights[best].1 += 1.0;
    answer.combination(&weights)
}

/// Whether the value of an action has a meaningful standard error: a few blocks may agree by chance, unless something was
/// known before.
pub(crate) fn is_told(of: &ActionAnswer<Action>) -> bool {
    of.trust < 1.0 || of.value.is_some_and(|value| value.clusters >= FEWEST_BLOCKS)
}

/// Index of the action with the highest value, among those with a meaningful standard error. Without any of
/// these a value would be luck, so it is the action that is played most of those with a value.
pub(crate) fn best_known(answer: &Answer<Action>) -> Option<usize> {
    let valued = || answer.actions.iter().enumerate().filter_map(|(place, of)| Some((place, of, of.value?)));
    let told = valued().filter(|of| is_told(of.1)).map(|of| (of.0, of.2.value));
    let largest = |one: (usize, f64), other: (usize, f64)| if other.1 > one.1 { other } else { one };
    let by_share = || valued().map(|of| (of.0, of.1.share)).reduce(largest);
    told.reduce(largest).or_else(by_share).map(|best| best.0)
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::rules::Geisha;
    use hanamachi_core::search::estimate::Clusters;
    use hanamachi_core::search::root_values::BatchSums;

    /// Secrets with these shares, which won these values in these numbers of blocks with two rollouts each. The
    /// luck of a block is 0.7 up or down.
    fn answer(of: &[(f64, f64, usize)]) -> Answer<Action> {
        let action = |(number, &(share, value, blocks)): (usize, &(f64, f64, usize))| {
            let luck = |block: usize| if (block + number).is_multiple_of(2) { 0.7 } else { -0.7 };
            let mut batches = BatchSums::default();
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
                trust: 1.0,
                batches,
            }
        };
        let value = ClusterMean { value: 0.0, standard_error: None, n: 40, clusters: 20 };
        let actions = of.iter().enumerate().map(action).collect();
        Answer { value, actions, iterations: 40, nodes: 1, stopped: None }
    }

    /// Few blocks may agree by chance; that makes no rollout certain, and a lucky one does not become the action to play.
    #[test]
    fn blocks_that_agree_by_chance_tell_no_error() {
        let of = |value: f64, clusters: u64, se: f64| {
            let mean = ClusterMean { value, standard_error: Some(se), n: clusters, clusters };
            Sampled::new(mean, clusters)
        };
        let agreeing: Vec<Sampled> = (0..3).map(|_| of(0.0, FEWEST_BLOCKS, 0.001)).collect();
        let squared = squared_error_of_rollout(agreeing.iter(), FEWEST_BLOCKS, ENOUGH_FREEDOM);
        assert!(squared > 0.05, "{squared}");
        let lucky = of(0.6, 1, 0.0).expected(Prior::ByPolicy.of(0.01), squared);
        assert!(lucky.trust < 0.3 && lucky.error > 0.05, "{lucky:?}");
        // Enough blocks are believed.
        let many: Vec<Sampled> = (0..30).map(|_| of(0.0, 150, 0.01)).collect();
        let squared = squared_error_of_rollout(many.iter(), FEWEST_BLOCKS, ENOUGH_FREEDOM);
        assert!((squared - 150.0 * 1e-4).abs() < 1e-12, "{squared}");
    }

    /// One step at the usual temperature.
    fn step_at(answer: &Answer<Action>, shares: &[f64]) -> Option<Step> {
        let advantages = Advantages::of_answer(answer, shares);
        let shares = advantages.improved(shares, TEMPERATURE)?;
        Some(Step { shares, advantages })
    }

    fn stepped(answer: &Answer<Action>) -> Step {
        let shares: Vec<f64> = answer.actions.iter().map(|of| of.share).collect();
        step_at(answer, &shares).unwrap()
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
        assert!(step_at(&answer(&[(1.0, 0.0, 0)]), &[1.0]).is_none());
    }

    #[test]
    fn contenders_may_be_the_best() {
        let of = [(0.5, 0.0, 30), (0.3, 0.05, 30), (0.1, -0.5, 30), (1e-6, -0.9, 400), (0.1, -0.5, 2)];
        let contenders = contenders(&answer(&of));
        // Far below with little error; what was unlucky in a few rollouts stays.
        assert_eq!(contenders, [true, true, true, false, true]);
    }

    /// A race of actions whose advantages are as the prior expects them. The errors of the losses are as large as they say, although the
    /// rollouts follow the luck of earlier ones.
    #[test]
    fn errors_allow_for_the_race() {
        const RACES: u32 = 150;
        const STAGES: usize = 8;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let shares: Vec<f64> = [0.3, 0.2, 0.2, 0.1, 0.1].into_iter().chain([0.005; 20]).collect();
        let (mut squares, mut n, mut visits, mut actions) = (0.0, 0.0, [0_u64; 2], [0_u64; 2]);
        for _ in 0..RACES {
            let mut normal = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
            let truth: Vec<f64> = shares
                .iter()
                .map(|&share| {
                    let (mean, [(_, usual), _]) = Prior::ByPolicy.of(share);
                    mean + usual.sqrt() * normal()
                })
                .collect();
            let mut answer = answer(&[(0.0, 0.0, 0); 7]);
            let empty = answer.actions[0].clone();
            answer.actions = shares.iter().map(|&share| ActionAnswer { share, ..empty.clone() }).collect();
            let mut clusters = vec![Clusters::default(); shares.len()];
            let mut plays = vec![true; shares.len()];
            for stage in 0..STAGES {
                for block in 20 * stage..20 * (stage + 1) {
                    let common = 0.1 * normal();
                    for (place, of) in answer.actions.iter_mut().enumerate() {
                        if plays[place] || block % 10 == place % 10 {
                            let sum = 3.0 * (truth[place] + common) + 3.0_f64.sqrt() * 0.8 * normal();
                            of.batches = std::mem::take(&mut of.batches).with(block, sum, 3);
                            clusters[place].add(sum, 3);
                            of.visits += 3;
                            of.value = clusters[place].mean();
                        }
                    }
                }
                plays = contenders(&answer);
            }
            for (of, &truth) in answer.actions.iter().zip(&truth) {
                if truth.abs() < 0.02 || truth < -0.1 {
                    visits[usize::from(truth > -0.1)] += of.visits;
                    actions[usize::from(truth > -0.1)] += 1;
                }
            }
            let raw = answer.clone();
            Step::consistent(&answer, &shares).unwrap().enter(&mut answer);
            let best = best_known(&answer).unwrap();
            let value = |place: usize| answer.actions[place].value.unwrap().value;
            for place in (0..shares.len()).filter(|&place| place != best && value(place) > value(best) - NEAR)
            {
                let error = raw.combination(&[(best, 1.0), (place, -1.0)]).standard_error.unwrap();
                let [one, other] = [best, place].map(|of| answer.actions[of].trust);
                let error = error * one.max(other).sqrt();
                squares += ((value(best) - value(place) - truth[best] + truth[place]) / error).powi(2);
                n += 1.0;
            }
        }
        let spread = f64::sqrt(squares / n);
        assert!((0.8..1.2).contains(&spread), "{spread} of {n}");
        // An action near the policy's has more rollouts than a bad one.
        assert!(visits[1] * actions[0] > visits[0] * actions[1], "{visits:?} of {actions:?}");
    }

    /// Advantages as the prior expects them, sampled with errors: the expected values are as far from the true ones as their errors say, also that of
    /// the policy after the step, although it prefers what was lucky.
    #[test]
    fn errors_allow_for_the_choice_of_the_best() {
        const ROUNDS: u32 = 400;
        const BLOCKS: usize = 40;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut normal = || (0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0;
        let shares = [0.5, 0.3, 0.04, 0.04, 0.04, 0.04, 0.04];
        let (mut squares, mut bias, mut sampled_bias) = (0.0, 0.0, 0.0);
        for _ in 0..ROUNDS {
            let mut advantages: Vec<f64> = shares
                .iter()
                .map(|&share| {
                    let (mean, [(_, usual), _]) = Prior::ByPolicy.of(share);
                    mean + usual.sqrt() * normal()
                })
                .collect();
            let mean: f64 = shares.iter().zip(&advantages).map(|(share, of)| share * of).sum();
            for of in &mut advantages {
                *of -= mean;
            }
            let mut answer = answer(&vec![(0.0, 0.0, 0); shares.len()]);
            for ((action, &share), &advantage) in answer.actions.iter_mut().zip(&shares).zip(&advantages) {
                let mut sum = 0.0;
                for block in 0..BLOCKS {
                    let value = advantage + 0.5 * normal();
                    sum += value;
                    action.batches = std::mem::take(&mut action.batches).with(block, 2.0 * value, 2);
                }
                let clusters = BLOCKS as u64;
                let value = sum / 40.0;
                (action.share, action.visits) = (share, 2 * clusters);
                action.value = Some(ClusterMean { value, standard_error: None, n: 2 * clusters, clusters });
            }
            let highest = answer.actions.iter().filter_map(|of| Some(of.value?.value)).fold(-1.0, f64::max);
            sampled_bias += highest - advantages.iter().copied().fold(-1.0, f64::max);
            let step = Step::consistent(&answer, &shares).unwrap();
            let truth: f64 = step.shares.iter().zip(&advantages).map(|(share, of)| share * of).sum();
            step.enter(&mut answer);
            let error = answer.value.value - truth;
            bias += error;
            squares += (error / answer.value.standard_error.unwrap()).powi(2);
        }
        let [bias, sampled_bias, spread] = [bias, sampled_bias, squares].map(|sum| sum / f64::from(ROUNDS));
        assert!(sampled_bias > 0.05 && bias.abs() < 0.01, "{sampled_bias} {bias}");
        assert!((0.6..1.2).contains(&spread), "{spread}");
    }
}
