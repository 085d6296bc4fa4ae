//! Samples are unbiased, and have less variance with a baseline.

use std::collections::HashMap;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::exact;
use super::{Information, RandomGame};
use crate::game::Seat;
use crate::search::budget::CancelToken;
use crate::search::cfr::sampled::log::Log;
use crate::search::cfr::sampled::regret_table::{Baselines, Dense, RegretTable};
use crate::search::cfr::sampled::walk::{Scratch, Walker};
use crate::search::cfr::sampled::{
    Baseline, Compiled, External, GameBackend, LearnedBaseline, Outcome, SampledCurrent, Sampling,
};
use crate::search::cfr::tree::Tree;

/// Sums of a sample and of its squares.
#[derive(Clone, Copy, Default)]
struct Sample {
    sum: f64,
    squares: f64,
    /// Number of nonzero values.
    hits: u32,
}

impl Sample {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.squares += number * number;
        self.hits += u32::from(number != 0.0);
    }

    /// Mean and variance of a single value.
    fn moments(self, n: f64) -> (f64, f64) {
        let mean = self.sum / n;
        (mean, (self.squares / n - mean * mean).max(0.0))
    }

    /// Deviation of the mean in standard errors. With too few nonzero values for a standard error, the exact
    /// value must be small instead.
    fn off(self, n: f64, exact: f64) -> f64 {
        let (mean, variance) = self.moments(n);
        let error = (variance / n).sqrt() + 1e-12;
        if self.hits < 50 { exact.abs() / 0.02 } else { (mean - exact).abs() / error }
    }
}

/// A table with a random strategy, in which some actions have probability 0, and random baselines.
fn random_book(tree: &Tree<RandomGame>, seed: u64) -> RegretTable<Dense> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut book = RegretTable::new(Compiled(tree).index(), Baselines::Learned);
    book.regrets.iter_mut().for_each(|regret| *regret = rng.random_range(-0.3..1.0));
    book.baselines.iter_mut().for_each(|baseline| *baseline = rng.random_range(-1.0..1.0));
    book
}

/// Samples from traversals with a fixed table.
struct Findings {
    /// Samples of each cell of the columns.
    regrets: Vec<Sample>,
    /// Samples of each set.
    weights: Vec<Sample>,
    value: Sample,
}

/// Samples traversals for one traverser. Only baselines are updated, if `step` is above 0.
fn sample<S: Sampling>(
    sampling: &S,
    tree: &Tree<RandomGame>,
    book: &mut RegretTable<Dense>,
    traverser: Seat,
    traversals: u32,
    step: f64,
) -> Findings {
    let field = Compiled(tree);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    let (mut log, mut scratch) = (Log::new(), Scratch::default());
    let mut found = Findings {
        regrets: vec![Sample::default(); book.regrets.len()],
        weights: vec![Sample::default(); book.sets.len()],
        value: Sample::default(),
    };
    let (mut regrets, mut weights) = (HashMap::new(), HashMap::new());
    for _ in 0..traversals {
        log.clear(book.sets.len());
        let mut walker = Walker { field: &field, book, traverser, log: &mut log, scratch: &mut scratch };
        found.value.add(sampling.walk(&mut walker, 0, 1.0, &mut rng));
        // A traversal may visit a set several times; its sample is the sum of all visits.
        let mut values = log.regret_values.iter();
        for &name in &log.regrets {
            let (set, _) = log.resolve(name, &[], &book.sets);
            for (cell, value) in book.sets[set.index()].cells().zip(&mut values) {
                *regrets.entry(cell).or_insert(0.0) += value;
            }
        }
        for &(name, weight) in &log.visits {
            let (set, _) = log.resolve(name, &[], &book.sets);
            *weights.entry(set.index()).or_insert(0.0) += weight;
        }
        for (cell, sum) in regrets.drain() {
            found.regrets[cell].add(sum);
        }
        for (set, sum) in weights.drain() {
            found.weights[set].add(sum);
        }
        if step > 0.0 {
            for &(name, action, value) in &log.lessons {
                let (set, _) = log.resolve(name, &[], &book.sets);
                let cell = book.sets[set.index()].first as usize + action.index();
                book.baselines[cell] += step * (value - book.baselines[cell]);
            }
        }
    }
    found
}

/// Compares a sampling scheme with brute force.
fn check<S: Sampling>(sampling: &S) {
    for game in [1, 5, 7, 9, 11] {
        check_game(sampling, RandomGame(game));
    }
}

fn check_game<S: Sampling>(sampling: &S, game: RandomGame) {
    let traversals = 60_000_u32;
    let n = f64::from(traversals);
    let tree = Tree::build(&game, 1 << 24, &CancelToken::new()).unwrap();
    let mut book = random_book(&tree, game.0);
    let field = Compiled(&tree);
    let (sets, value) = exact::everything(&game, &SampledCurrent::new(&field, &book));
    let informations: HashMap<u32, Information> =
        tree.informations().map(|(set, &information)| (set, information)).collect();
    let mut compared = 0;
    for traverser in Seat::BOTH {
        let found = sample(sampling, &tree, &mut book, traverser, traversals, 0.0);
        let what = format!("{sampling} of game {}, {traverser:?}", game.0);
        assert!(found.value.off(n, traverser.from_first(value)) < 5.0, "{what}: value");
        for (set, shape) in (0_u32..).zip(tree.sets()).filter(|(_, shape)| shape.actions > 1) {
            let exact = &sets[&informations[&set]];
            if shape.seat == traverser {
                for (cell, &regret) in book.sets[set as usize].cells().zip(&exact.regrets) {
                    let off = found.regrets[cell].off(n, regret);
                    assert!(off < 5.0, "{what}: regret in set {set} is {off} errors off {regret}");
                    compared += 1;
                }
            } else {
                let off = found.weights[set as usize].off(n, exact.weight);
                assert!(off < 5.0, "{what}: weight of set {set} is {off} errors off {}", exact.weight);
            }
        }
    }
    assert!(compared > 100, "{compared} regrets are too few to say anything");
}

#[test]
fn external_samples_are_right_on_average() {
    check(&External);
}

#[test]
fn outcome_samples_are_right_on_average() {
    check(&Outcome::default());
    check_game(&Outcome::new(0.2).unwrap(), RandomGame(13));
}

/// For any baselines: here they are random.
#[test]
fn outcome_samples_with_a_baseline_are_right_on_average() {
    let sampling = Outcome::default().with_baseline(LearnedBaseline::default());
    check(&sampling);
}

#[test]
fn a_learned_baseline_lowers_the_variance() {
    let plain = Outcome::default();
    let step = 0.1;
    let reduced = plain.with_baseline(LearnedBaseline::new(step).unwrap());
    assert_eq!(reduced.baseline().step().to_bits(), step.to_bits());
    for game in [7, 9, 10, 17] {
        let tree = Tree::build(&RandomGame(game), 1 << 24, &CancelToken::new()).unwrap();
        let variance =
            |found: &Findings| -> f64 { found.regrets.iter().map(|sample| sample.moments(20_000.0).1).sum() };
        for traverser in Seat::BOTH {
            let mut book = random_book(&tree, game);
            let without = variance(&sample(&plain, &tree, &mut book, traverser, 20_000, 0.0));
            sample(&reduced, &tree, &mut book, traverser, 20_000, step);
            let with = variance(&sample(&reduced, &tree, &mut book, traverser, 20_000, step));
            assert!(with < 0.85 * without, "game {game}, {traverser:?}: {with} is not below {without}");
        }
    }
}
