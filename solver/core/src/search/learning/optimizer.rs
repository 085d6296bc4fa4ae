//! Adam.

use rayon::prelude::*;

use super::network::{BLOCK, Gradient};
use super::wide::{self, Work};

/// Steps along the gradient, each weight's in proportion to how steady its slope is: D. P. Kingma and J. Ba, "Adam: A Method for
/// Stochastic Optimization", ICLR 2015, with a shorter memory for squares than theirs. Rows that a batch did not meet go on by their means until these are
/// nearly 0: to let only those move that it met is hardly faster, and what is rarely met then learns too slowly.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    /// Running means of the slopes, and of their squares.
    pub(super) moments: [Box<[f32]>; 2],
    pub(super) steps: u64,
}

/// Decay of the running means of gradients and of their squares.
const KEEP: [f32; 2] = [0.9, 0.995];
/// Means below this in size move no weight: where all of a block are, it rests until it is met again, and so do the squares.
const QUIET: f32 = 1e-12;
/// Blocks that one thread takes at a time.
const AT_A_TIME: usize = 256;

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        let zeros = || vec![0.0; weights].into_boxed_slice();
        Self { moments: [zeros(), zeros()], steps: 0 }
    }

    /// Takes a step of this size against the sum of the gradients times `scale`.
    pub(super) fn step(&mut self, weights: &mut [f32], gradients: &[&Gradient], scale: f32, rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        // The means begin with 0: what they lack is known.
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

/// Some blocks that follow one another.
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

impl Work for Blocks<'_> {
    type Yield = ();

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
