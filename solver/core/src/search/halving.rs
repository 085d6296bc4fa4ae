//! Sequential halving: a fixed number of trials finds the best of several actions.
//!
//! All actions are tried equally often, the worse half is dropped, the rest shares as many trials again, and so
//! on until one is left (Z. Karnin, T. Koren and O. Somekh, "Almost Optimal Exploration in Multi-Armed
//! Bandits", 2013). So most trials go to the actions that are hardest to tell apart.

use super::estimate::ClusterMean;

/// Values of the actions in sampled states, and the actions that were not dropped.
#[derive(Clone, PartialEq, Debug)]
pub struct Halving {
    /// Values by action: one for each state in which the action was tried. The states are the same for all
    /// actions, in the same order; those of a dropped action end earlier.
    values: Vec<Vec<f64>>,
    /// Indices of the actions that are left, the best first.
    left: Vec<usize>,
}

impl Halving {
    /// Runs until a single action is left, or `stage` returns an error. `stage` tries the actions with the given indices
    /// in the given number of states, and pushes the value of each state to the list of the action. `scores`
    /// rates all actions after a stage.
    ///
    /// The trials are divided equally among the stages and then among the actions, at least one state in each stage.
    pub fn run<E>(
        actions: usize,
        trials: u64,
        mut stage: impl FnMut(&[usize], u64, &mut [Vec<f64>]) -> Result<(), E>,
        mut scores: impl FnMut(&Self) -> Vec<f64>,
    ) -> (Self, Result<(), E>) {
        let mut halving = Self { values: vec![Vec::new(); actions], left: (0..actions).collect() };
        let in_stage = trials / u64::from(actions.next_power_of_two().trailing_zeros().max(1));
        while halving.left.len() > 1 {
            let states = (in_stage / halving.left.len() as u64).max(1);
            if let Err(error) = stage(&halving.left, states, &mut halving.values) {
                return (halving, Err(error));
            }
            let scores = scores(&halving);
            halving.left.sort_by(|&one, &other| scores[other].total_cmp(&scores[one]));
            halving.left.truncate(halving.left.len().div_ceil(2));
        }
        (halving, Ok(()))
    }

    /// Index of the best action so far; `None` without actions.
    #[must_use]
    pub fn best(&self) -> Option<usize> {
        self.left.first().copied()
    }

    /// Mean value of each action; 0 for an action without trials.
    #[must_use]
    pub fn means(&self) -> Vec<f64> {
        self.values.iter().map(|values| values.iter().sum::<f64>() / count(values).max(1.0)).collect()
    }

    /// What each action wins more than the mean over all actions with these weights, which sum to 1; `None` for actions
    /// without trials. An action is compared in the states in which it was tried with those that were tried in all
    /// states, so that the luck of the states cancels out. The standard errors are those of these comparisons;
    /// each state is a cluster.
    #[must_use]
    pub fn advantages(&self, weights: &[f64]) -> Vec<Option<ClusterMean>> {
        let reference = self.reference(weights);
        let mut advantages: Vec<Option<ClusterMean>> =
            self.values.iter().map(|values| difference(values, &reference)).collect();
        let known = || advantages.iter().zip(weights).filter_map(|(of, weight)| Some(((*of)?.value, weight)));
        let mean: f64 = known().map(|(value, weight)| weight * value).sum();
        advantages.iter_mut().flatten().for_each(|of| of.value -= mean);
        advantages
    }

    /// By state: the mean over the actions that were tried in all states, with these weights, or with equal
    /// weights if all are 0.
    fn reference(&self, weights: &[f64]) -> Vec<f64> {
        let states = self.values.iter().map(Vec::len).max().unwrap_or_default();
        let everywhere = || self.values.iter().zip(weights).filter(|of| of.0.len() == states);
        let sum: f64 = everywhere().map(|of| of.1).sum();
        let equal = 1.0 / everywhere().map(|_| 1.0).sum::<f64>();
        let weight = |weight: f64| if sum > 0.0 { weight / sum } else { equal };
        let mut reference = vec![0.0; states];
        for (values, &of) in everywhere() {
            let weight = weight(of);
            reference.iter_mut().zip(values).for_each(|(mean, value)| *mean += weight * value);
        }
        reference
    }
}

/// Mean difference of an action's values from the reference in the same states.
fn difference(values: &[f64], reference: &[f64]) -> Option<ClusterMean> {
    let n = count(values);
    let differences = || values.iter().zip(reference).map(|(value, of)| value - of);
    let mean = differences().sum::<f64>() / n;
    let squares: f64 = differences().map(|of| (of - mean).powi(2)).sum();
    (!values.is_empty()).then(|| ClusterMean {
        value: mean,
        standard_error: (values.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt()),
        n: values.len() as u64,
        clusters: values.len() as u64,
    })
}

#[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
const fn count<T>(values: &[T]) -> f64 {
    values.len() as f64
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Values of actions with these means; the luck of a state is the same for all actions but large.
    fn run(means: &[f64], trials: u64) -> Halving {
        let mut luck = (0..).map(|number: u32| f64::from(number * 37 % 11) - 5.0);
        let stage = |left: &[usize], states: u64, values: &mut [Vec<f64>]| {
            for _ in 0..states {
                let luck = luck.next().unwrap_or_default();
                for &action in left {
                    values[action].push(means[action] + luck);
                }
            }
            Ok::<(), Infallible>(())
        };
        let (halving, Ok(())) = Halving::run(means.len(), trials, stage, Halving::means);
        halving
    }

    #[test]
    fn the_best_action_is_found_and_most_trials_go_to_the_best() {
        let halving = run(&[0.1, 0.5, 0.2, 0.4, 0.0], 600);
        assert_eq!(halving.best(), Some(1));
        let trials: Vec<usize> = halving.values.iter().map(Vec::len).collect();
        assert_eq!(trials, [40, 40 + 66 + 100, 40 + 66, 40 + 66 + 100, 40]);
        assert_eq!(run(&[0.3], 600).best(), Some(0));
        assert_eq!(run(&[], 600).best(), None);
        assert_eq!(run(&[0.3, 0.1], 0).values, [vec![-4.7], vec![-4.9]]);
    }

    #[test]
    fn the_luck_of_the_states_is_no_part_of_an_advantage() {
        let means = [0.1, 0.5, 0.2, 0.4, 0.0];
        let weights = [0.2, 0.4, 0.0, 0.3, 0.1];
        let halving = run(&means, 60);
        let over = means.iter().zip(weights).map(|(mean, weight)| mean * weight).sum::<f64>();
        for (advantage, mean) in halving.advantages(&weights).into_iter().zip(means) {
            let advantage = advantage.unwrap();
            assert!((advantage.value - (mean - over)).abs() < 1e-12, "{advantage:?}");
            assert!(advantage.standard_error.unwrap() < 1e-12, "{advantage:?}");
        }
    }

    #[test]
    fn the_error_is_that_of_the_differences() {
        let values = vec![vec![1.0, 0.0, 1.0, 0.0], vec![0.0, 0.0, 0.0, 0.0], vec![1.0]];
        let halving = Halving { values, left: vec![0] };
        let advantages = halving.advantages(&[0.0, 1.0, 0.0]);
        let [one, other, third] = [0, 1, 2].map(|action| advantages[action].unwrap());
        assert_eq!((one.value, one.n), (0.5, 4));
        assert!((one.standard_error.unwrap() - (1.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
        assert_eq!((other.value, other.standard_error), (0.0, Some(0.0)));
        assert_eq!((third.value, third.standard_error, third.clusters), (1.0, None, 1));
    }

    #[test]
    fn an_error_stops_it() {
        let stage = |_: &[usize], _: u64, _: &mut [Vec<f64>]| Err("stopped");
        let (halving, stopped) = Halving::run(3, 9, stage, Halving::means);
        assert_eq!((stopped, halving.best()), (Err("stopped"), Some(0)));
        assert!(halving.advantages(&[1.0, 0.0, 0.0]).iter().all(Option::is_none));
    }
}
