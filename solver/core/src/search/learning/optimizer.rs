//! Adam.

/// Steps along the gradient, each weight's in proportion to how steady its slope is: D. P. Kingma and J. Ba, "Adam: A Method for
/// Stochastic Optimization", ICLR 2015, with a shorter memory for squares than theirs.
#[derive(Clone, Debug)]
pub(super) struct Adam {
    /// Running means of the slopes, and of their squares.
    pub(super) moments: [Box<[f32]>; 2],
    pub(super) steps: u64,
}

/// What the running means keep at a step: of slopes, of squares.
const KEEP: [f32; 2] = [0.9, 0.995];

impl Adam {
    pub(super) fn new(weights: usize) -> Self {
        let zeros = || vec![0.0; weights].into_boxed_slice();
        Self { moments: [zeros(), zeros()], steps: 0 }
    }

    /// Takes a step of this size against the sum of the gradients times `scale`, and sets them to 0.
    pub(super) fn step(&mut self, weights: &mut [f32], gradients: &mut [&mut [f32]], scale: f32, rate: f32) {
        self.steps += 1;
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        // The means begin with 0: what they lack is known.
        let [rate, root] = [rate / (1.0 - KEEP[0].powi(steps)), 1.0 / (1.0 - KEEP[1].powi(steps))];
        let [means, squares] = &mut self.moments;
        let (first, others) = gradients.split_first_mut().expect("there is a gradient");
        for gradient in others {
            for (sum, slope) in first.iter_mut().zip(&**gradient) {
                *sum += slope;
            }
            gradient.fill(0.0);
        }
        let each = weights.iter_mut().zip(&mut **first).zip(means.iter_mut().zip(squares.iter_mut()));
        for ((weight, slope), (mean, square)) in each {
            let here = *slope * scale;
            *mean = KEEP[0] * *mean + (1.0 - KEEP[0]) * here;
            *square = KEEP[1] * *square + (1.0 - KEEP[1]) * here * here;
            *weight -= rate * *mean / ((*square * root).sqrt() + 1e-8);
        }
        first.fill(0.0);
    }
}
