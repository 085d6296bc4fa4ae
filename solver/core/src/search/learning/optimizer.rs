//! Adam.

use rayon::prelude::*;

use super::network::{BLOCK, Gradient};
use super::wide::{self, WideWork};

/// Gradient steps scaled for each weight by the steadiness of its gradient: D. P. Kingma and J. Ba, "Adam: A
/// Method for Stochastic Optimization", ICLR 2015, with a shorter memory for squares than in the paper.
/// Blocks without a gradient in a batch continue to move by their means until these are nearly 0. Moving only
/// blocks with a gradient is hardly faster, and learns rare features too slowly.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    /// Running means of the gradients and of their squares.
    pub(super) moments: [Box<[f32]>; 2],
    pub(super) steps: u64,
}

/// Decay of the running means of gradients and of their squares.
const KEEP: [f32; 2] = [0.9, 0.995];
/// Means below this in absolute value move no weight. If all means of a block are below it, the block rests,
/// squares included, until its next gradient.
const QUIET: f32 = 1e-12;
/// Number of blocks processed by one thread at a time.
const AT_A_TIME: usize = 256;

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        let zeros = || vec![0.0; weights].into_boxed_slice();
        Self { moments: [zeros(), zeros()], steps: 0 }
    }

    /// Takes a step of size `rate` against the sum of the gradients times `scale`.
    pub(super) fn step(&mut self, weights: &mut [f32], gradients: &[&Gradient], scale: f32, rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        // Corrects the bias of means that begin with 0.
        let [rate, root] = [rate / (1.0 - KEEP[0].powi(steps)), 1.0 / (1.0 - KEEP[1].powi(steps))];
        let [means, squares] = &mut self.moments;
        let size = AT_A_TIME * BLOCK;
        let each =
            weights.par_chunks_mut(size).zip(means.par_chunks_mut(size)).zip(squares.par_chunks_mut(size));
        each.enumerate().for_each(|(number, ((weights, means), squares))| {
            let first = number * AT_A_TIME;
            wide::run(Blocks { first, weights, means, squares, gradients, scale, rate, root });
        });
    }
}

/// A range of blocks.
struct Blocks<'a> {
    first: usize,
    weights: &'a mut [f32],
    means: &'a mut [f32],
    squares: &'a mut [f32],
    gradients: &'a [&'a Gradient],
    scale: f32,
    rate: f32,
    root: f32,
}

impl WideWork for Blocks<'_> {
    #[inline(always)]
    fn run(self) {
        let Self { first, weights, means, squares, gradients, scale, rate, root } = self;
        let moments = means.chunks_mut(BLOCK).zip(squares.chunks_mut(BLOCK));
        for (block, (weights, (means, squares))) in (first..).zip(weights.chunks_mut(BLOCK).zip(moments)) {
            if gradients.iter().all(|gradient| gradient.block(block).is_none())
                && means.iter().all(|mean| mean.abs() < QUIET)
            {
                means.fill(0.0);
                continue;
            }
            let mut slopes = [0.0; BLOCK];
            for slope in gradients.iter().filter_map(|gradient| gradient.block(block)) {
                for (sum, slope) in slopes.iter_mut().zip(slope) {
                    *sum += slope;
                }
            }
            let each = weights.iter_mut().zip(&slopes).zip(means.iter_mut().zip(squares));
            for ((weight, slope), (mean, square)) in each {
                let here = slope * scale;
                *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * here;
                *square = KEEP[1] * *square + (1.0 - KEEP[1]) * here * here;
                *weight -= rate * *mean / ((*square * root).sqrt() + 1e-8);
            }
        }
    }
}
