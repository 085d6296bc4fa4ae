//! The gradient matches finite differences, and every instruction set gives the same bits.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::network::{Differentiate, Exponentials, Gradient, ScoreWork};
use super::self_play::Weights;
use super::wide::{self, WideWork};
use super::*;

const FEATURES: Features = Features { context: 12, action: 9, buckets: 3 };

/// Three actions with one, two and three branches. Parts are shared, and features are added as well as
/// subtracted.
fn encoding(rng: &mut Xoshiro256PlusPlus) -> Encoding {
    let mut encoding = Encoding::default();
    encoding.set_bucket(rng.random_range(0..3));
    for _ in 0..4 {
        encoding.push_context(rng.random_range(0..12));
    }
    let mut feature = || rng.random_range(0..9_u16);
    let shared = encoding.part([Change::comes(feature()), Change::goes(feature())]);
    for branches in 1..=3 {
        for _ in 0..branches {
            encoding.push(shared);
            let own = encoding.part([Change::comes(feature())]);
            encoding.push(own);
            encoding.end_branch();
        }
        encoding.end_action();
    }
    encoding
}

fn scores(network: &Network, encoding: &Encoding) -> (Vec<f32>, Activations) {
    let (mut activations, mut scores) = (Activations::default(), Vec::new());
    network.scores(encoding, &mut activations, &mut scores);
    (scores, activations)
}

#[test]
fn the_gradient_is_what_finite_differences_say() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..4 {
        let mut network = Network::random(FEATURES, &mut rng);
        // No weight is 0 by default, including the weights of branches.
        for weight in network.weights_mut() {
            *weight += rng.random_range(-0.05..0.05);
        }
        let encoding = encoding(&mut rng);
        let slopes = [0.7, -1.3, 0.4];
        let loss = |network: &Network| -> f64 {
            scores(network, &encoding)
                .0
                .iter()
                .zip(slopes)
                .map(|(score, slope)| f64::from(score * slope))
                .sum()
        };
        let mut gradient = Gradient::zero(FEATURES);
        let mut activations = scores(&network, &encoding).1;
        network.add_gradient(&encoding, &mut activations, &slopes, &mut gradient);
        let mut checked = 0;
        for place in (0..network.weights().len()).step_by(5) {
            let step = 1e-2;
            let mut moved = network.clone();
            let at = |moved: &mut Network, step: f32| {
                moved.weights_mut()[place] = network.weights()[place] + step;
                loss(moved)
            };
            let (above, below) = (at(&mut moved, step), at(&mut moved, -step));
            let slope = (above - below) / (2.0 * f64::from(step));
            let found = f64::from(gradient.slopes()[place]);
            // A kink of relu between the two points is not an error of the gradient.
            let kink = (above - 2.0 * loss(&network) + below).abs() / f64::from(step);
            assert!((slope - found).abs() < 2e-3 + 2.0 * kink, "weight {place}: {slope} {found}");
            checked += usize::from(found != 0.0);
        }
        assert!(checked > 1000, "{checked}");
    }
}

/// Scores are multiplied by the factor, and the weights of branches stay the same.
#[test]
fn a_scaled_network_has_scaled_scores() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut network = Network::random(FEATURES, &mut rng);
    for weight in network.weights_mut() {
        *weight += rng.random_range(-0.05..0.05);
    }
    let encoding = encoding(&mut rng);
    let before = scores(&network, &encoding).0;
    let after = scores(&network.scaled(0.01), &encoding).0;
    assert!(before.iter().any(|score| score.abs() > 0.1), "{before:?}");
    for (before, after) in before.iter().zip(&after) {
        assert!((0.01 * before - after).abs() < 1e-6, "{before} {after}");
    }
}

#[test]
fn slopes_add_up() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let network = Network::random(FEATURES, &mut rng);
    let encoding = encoding(&mut rng);
    let gradient = |slopes: &[f32]| {
        let mut gradient = Gradient::zero(FEATURES);
        let mut activations = scores(&network, &encoding).1;
        network.add_gradient(&encoding, &mut activations, slopes, &mut gradient);
        gradient
    };
    let [one, other, both] =
        [&[0.5, 0.0, 0.0], &[0.0, -0.25, 1.0], &[0.5, -0.25, 1.0]].map(|slopes| gradient(slopes));
    for ((one, other), both) in one.slopes().iter().zip(other.slopes()).zip(both.slopes()) {
        assert!((one + other - both).abs() < 1e-5);
    }
}

/// Instructions to do the work with.
#[derive(Clone, Copy)]
enum Instructions {
    Portable,
    Widest,
    /// The processor has them.
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Instructions {
    fn run<W: WideWork>(self, work: W) {
        match self {
            Self::Portable => work.run(),
            Self::Widest => wide::run(work),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has the instructions.
            Self::Avx2 => unsafe { wide::run_avx2(work) },
        }
    }

    /// Bits of the scores and of their gradient.
    fn bits(self, network: &Network, encoding: &Encoding) -> Vec<u32> {
        let (mut activations, mut scores) = (Activations::default(), Vec::new());
        self.run(ScoreWork { network, encoding, activations: &mut activations, scores: &mut scores });
        let mut gradient = Gradient::zero(FEATURES);
        let slopes = &[1.0, 2.0, -3.0];
        let activations = &mut activations;
        self.run(Differentiate { network, encoding, activations, slopes, gradient: &mut gradient });
        scores.iter().chain(gradient.slopes()).map(|number| number.to_bits()).collect()
    }
}

#[test]
fn every_instruction_set_gives_the_same_bits() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..20 {
        let network = Network::random(FEATURES, &mut rng);
        let encoding = encoding(&mut rng);
        let portable = Instructions::Portable.bits(&network, &encoding);
        assert_eq!(Instructions::Widest.bits(&network, &encoding), portable);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            assert_eq!(Instructions::Avx2.bits(&network, &encoding), portable);
        }
    }
}

#[test]
fn exponentials_are_those_of_libm_to_the_last_bit() {
    let most = 110_f32.to_bits();
    let thresholds = [0x3900_0000, 0x3eb1_7218, 0x3f85_1592, 0x42ae_ac50, 0x42cf_f1b5_u32];
    let near = thresholds.into_iter().flat_map(|bits| bits - 20..bits + 20);
    let numbers: Vec<f32> = (0..most).step_by(997).chain(near).map(|bits| -f32::from_bits(bits)).collect();
    let expected: Vec<u32> = numbers.iter().map(|&number| libm::expf(number).to_bits()).collect();
    for instructions in [Instructions::Portable, Instructions::Widest] {
        let mut found = numbers.clone();
        instructions.run(Exponentials(&mut found));
        assert!(found.iter().map(|number| number.to_bits()).eq(expected.iter().copied()));
    }
}

#[test]
fn probabilities_are_the_softmax_of_the_scores() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let network = Network::random(FEATURES, &mut rng);
    let encoding = encoding(&mut rng);
    let mut probabilities = Vec::new();
    network.probabilities(&encoding, &mut Activations::default(), &mut probabilities);
    let weights: Vec<f64> =
        scores(&network, &encoding).0.iter().map(|&score| libm::exp(score.into())).collect();
    let all: f64 = weights.iter().sum();
    for (probability, weight) in probabilities.iter().zip(&weights) {
        assert!((probability - weight / all).abs() < 1e-6);
    }
}

/// Blocks that were not touched have no gradient, and no other block was left out.
#[test]
fn what_is_not_touched_has_no_slope() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let network = Network::random(FEATURES, &mut rng);
    let mut gradient = Gradient::zero(FEATURES);
    let (mut met, mut all) = (0, 0);
    for _ in 0..3 {
        gradient.clear();
        assert!(gradient.slopes().iter().all(|&slope| slope == 0.0));
        let encoding = encoding(&mut rng);
        let mut activations = scores(&network, &encoding).1;
        network.add_gradient(&encoding, &mut activations, &[0.0, 1.0, 0.0], &mut gradient);
        for (number, block) in gradient.slopes().chunks(network::BLOCK).enumerate() {
            let touched = gradient.block(number);
            assert_eq!(touched.unwrap_or(&vec![0.0; block.len()]), block);
            (met, all) = (met + usize::from(touched.is_some()), all + 1);
        }
    }
    assert!(2 * met < all, "{met} of {all}: two of three buckets were not met");
}

/// Importance weights give back the distribution that they stand for, and are bounded.
#[test]
fn weights_of_variations_average_to_one() {
    for probabilities in [&[0.25; 4][..], &[0.9, 0.1, 0.0], &[1.0, 0.0, 0.0, 0.0, 0.0], &[1e-6, 1.0 - 1e-6]] {
        #[expect(clippy::cast_precision_loss, reason = "a small number")]
        let uniform = 1.0 / probabilities.len() as f32;
        let (mut first, mut opponent) = (0.0, 0.0);
        for &probability in probabilities {
            let weights = Weights::of_variation(probability, probabilities.len());
            let drawn = 0.5 * probability + 0.5 * uniform;
            first += drawn * weights.first;
            opponent += drawn * weights.opponent;
            assert!((0.0..=2.0).contains(&weights.first), "{weights:?}");
            assert!(weights.opponent > 0.0 && weights.opponent <= 2.0, "{weights:?}");
        }
        assert!((first - 1.0).abs() < 1e-5 && (opponent - 1.0).abs() < 1e-5, "{first} {opponent}");
    }
}

/// Information sets with the decisions of a player, who takes the action with the highest score of a network.
fn decisions(teacher: &Network, count: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Example> {
    let decide = |encoding: Encoding| {
        let scores = scores(teacher, &encoding).0;
        let best = scores.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1));
        Example { encoding, played: best.expect("three actions").0 }
    };
    std::iter::repeat_with(|| decide(encoding(rng))).take(count).collect()
}

#[test]
fn an_imitation_predicts_decisions_that_it_has_not_seen_on_any_number_of_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let teacher = Network::random(FEATURES, &mut rng);
    let (learned, held_out) = (decisions(&teacher, 12_000, &mut rng), decisions(&teacher, 500, &mut rng));
    let begun = Network::random(FEATURES, &mut rng);
    let imitate = |threads: usize| {
        let mut imitation = Imitation::new(&learned, begun.clone(), rng.clone());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| while imitation.step() {});
        assert_eq!(imitation.done(), imitation.total());
        imitation.policy().clone()
    };
    let policy = imitate(1);
    assert_eq!(policy, imitate(3));
    let (before, after) = (begun.prediction(&held_out), policy.prediction(&held_out));
    assert_eq!(after.decisions, 500);
    assert!(after.cross_entropy < 0.75 * before.cross_entropy, "{before:?} {after:?}");
    assert!(after.accuracy > 2.0 * before.accuracy, "{before:?} {after:?}");
}

/// Little of the random weights that a short run began with is left in the mean.
#[test]
fn an_imitation_of_few_decisions_learns_them() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let teacher = Network::random(FEATURES, &mut rng);
    let few = decisions(&teacher, 100, &mut rng);
    let mut imitation = Imitation::new(&few, Network::random(FEATURES, &mut rng), rng);
    let before = imitation.policy().prediction(&few);
    while imitation.step() {}
    let after = imitation.policy().prediction(&few);
    assert!(after.cross_entropy < 0.5 * before.cross_entropy, "{before:?} {after:?}");
}

/// Nothing to learn from is no reason to fail.
#[test]
fn an_imitation_of_nobody_is_the_network_that_it_began_with() {
    let begun = Network::random(FEATURES, &mut Xoshiro256PlusPlus::seed_from_u64(4));
    let mut imitation = Imitation::new(&[], begun.clone(), Xoshiro256PlusPlus::seed_from_u64(5));
    assert!(!imitation.step());
    assert_eq!(*imitation.policy(), begun);
    assert_eq!(begun.prediction(&[]), Prediction::default());
}
