//! Learning to predict the decisions of a player.

use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::encoding::Encoding;
use super::network::{Activations, Gradient, Network};
use super::optimizer::Adam;
use super::self_play::softmax;

/// A decision of the player: what it knew, and what it played.
#[derive(Clone, Debug)]
pub struct Example {
    /// Features of the information set and of the legal actions.
    pub encoding: Encoding,
    /// Index of the action played among the legal actions.
    pub played: usize,
}

/// How well a policy predicts decisions.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Prediction {
    /// Number of decisions.
    pub decisions: u64,
    /// Share of the decisions in which the action played is the most probable one.
    pub accuracy: f64,
    /// Mean of −ln of the probability of the action played, in nats. Probabilities below a millionth count as that.
    pub cross_entropy: f64,
}

/// Examples between two steps.
const BATCH: usize = 128;
/// Number of steps of a short run.
const STEPS: usize = 400;
/// Least and largest number of times that each example is learned from; a short run has its [`STEPS`] within these limits. More
/// epochs predict decisions of other games worse.
const EPOCHS: [usize; 2] = [2, 30];
/// Learning rate, initial and final; it falls linearly.
const RATE: [f32; 2] = [3e-3, 6e-5];
/// Time constant in steps of the exponential mean of the weights, or a twelfth of all steps where that is less.
const SMOOTHED_OVER: usize = 200;
/// Gradients that are computed in parallel. Their sum depends on this number, so it is not that of the threads.
const PARTS: usize = 4;

/// A policy that learns to predict the decisions of a player, by gradient steps on the cross-entropy (behavioural
/// cloning: D. A. Pomerleau, "ALVINN: An Autonomous Land Vehicle in a Neural Network", NIPS 1988). The result
/// depends on the examples, their order, the network it begins with and the generator, but not on the number of threads.
pub struct Imitation<'a> {
    examples: &'a [Example],
    /// Order of the current epoch.
    order: Vec<usize>,
    rng: Xoshiro256PlusPlus,
    epochs: usize,
    /// Decay of the mean of the weights in a step.
    decay: f32,
    done: u64,
    network: Network,
    smoothed: Network,
    steps: Adam,
    parts: Vec<GradientPart>,
}

/// One of the gradients that are computed in parallel.
struct GradientPart {
    gradient: Gradient,
    activations: Activations,
    scores: Vec<f32>,
    slopes: Vec<f32>,
}

impl<'a> Imitation<'a> {
    /// Begins with this network.
    ///
    /// The encodings must be those of the network's [encoder](super::Encoder), and `played` an index of an action, or a
    /// [`step`](Self::step) panics.
    #[must_use]
    pub fn new(examples: &'a [Example], network: Network, rng: Xoshiro256PlusPlus) -> Self {
        let part = || GradientPart {
            gradient: Gradient::zero(network.features()),
            activations: Activations::default(),
            scores: Vec::new(),
            slopes: Vec::new(),
        };
        let [least, most] = EPOCHS;
        let epochs = (STEPS * BATCH).div_ceil(examples.len().max(1)).clamp(least, most);
        let over = (epochs * examples.len().div_ceil(BATCH) / 12).clamp(1, SMOOTHED_OVER);
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let decay = 1.0 - 1.0 / over as f32;
        Self {
            examples,
            order: (0..examples.len()).collect(),
            rng,
            epochs,
            decay,
            done: 0,
            smoothed: network.clone(),
            steps: Adam::new(network.weights().len()),
            parts: std::iter::repeat_with(part).take(PARTS).collect(),
            network,
        }
    }

    /// Number of examples learned from so far, each counted as often as it was used.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// [`done`](Self::done) at the end.
    #[must_use]
    pub const fn total(&self) -> u64 {
        (self.epochs * self.examples.len()) as u64
    }

    /// The policy so far, with smoothed weights.
    #[must_use]
    pub const fn policy(&self) -> &Network {
        &self.smoothed
    }

    /// Learns from the next batch of examples. Returns `false` at the end.
    pub fn step(&mut self) -> bool {
        let total = self.total();
        let Self { examples, order, rng, decay, done, network, smoothed, steps, parts, .. } = self;
        if *done >= total {
            return false;
        }
        let start = usize::try_from(*done % examples.len() as u64).unwrap_or_default();
        if start == 0 {
            order.shuffle(rng);
        }
        let batch = &order[start..order.len().min(start + BATCH)];
        let of_part = BATCH / PARTS;
        parts.par_iter_mut().zip(batch.par_chunks(of_part)).for_each(|(part, chosen)| {
            part.gradient.clear();
            for &place in chosen {
                part.learn(network, &examples[place]);
            }
        });
        let used = parts.iter().take(batch.len().div_ceil(of_part)).map(|part| &part.gradient);
        #[expect(clippy::cast_precision_loss, reason = "shares")]
        let (share, scale) = (*done as f32 / total as f32, 1.0 / batch.len() as f32);
        let rate = RATE[0] + share * (RATE[1] - RATE[0]);
        steps.step(network.weights_mut(), &used.collect::<Vec<_>>(), scale, rate);
        smoothed.approach(network, *decay);
        *done += batch.len() as u64;
        true
    }
}

impl GradientPart {
    /// Adds the gradient of −ln of the probability of the action played.
    fn learn(&mut self, network: &Network, example: &Example) {
        let Self { gradient, activations, scores, slopes } = self;
        network.scores(&example.encoding, activations, scores);
        softmax(scores, 1.0, slopes);
        slopes[example.played] -= 1.0;
        network.add_gradient(&example.encoding, activations, slopes, gradient);
    }
}

impl Network {
    /// How well the policy predicts these decisions, whose encodings must be those of the network's encoder.
    #[must_use]
    pub fn prediction(&self, examples: &[Example]) -> Prediction {
        let each = |(activations, probabilities): &mut (Activations, Vec<f64>), example: &Example| {
            self.probabilities(&example.encoding, activations, probabilities);
            let played = probabilities[example.played];
            let is_largest = probabilities.iter().all(|&other| other <= played);
            (f64::from(is_largest), -libm::log(played.max(1e-6)))
        };
        // Collected first: the order of a parallel sum would depend on the threads.
        let found: Vec<(f64, f64)> = examples.par_iter().map_init(Default::default, each).collect();
        #[expect(clippy::cast_precision_loss, reason = "a mean")]
        let mean = |of: fn(&(f64, f64)) -> f64| found.iter().map(of).sum::<f64>() / found.len().max(1) as f64;
        Prediction {
            decisions: found.len() as u64,
            accuracy: mean(|of| of.0),
            cross_entropy: mean(|of| of.1),
        }
    }
}
