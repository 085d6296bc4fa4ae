//! A sum of table rows, and one layer on top of it.
//!
//! The value of a position is the logit of the probability of winning: with *h* the sum of the position's
//! rows, its first number, plus the positive parts of the next seven, minus those of the last eight. Related
//! designs are the n-tuple networks of S. M. Lucas (2008) and the accumulators of NNUE (Y. Nasu, 2018), which
//! also sum rows of tables. It was trained by plain stochastic gradient descent on the cross entropy.

use super::features::Rows;

/// Numbers in a row.
pub(super) const WIDTH: usize = 16;
/// The first of the numbers whose positive part counts against the player.
const NEGATIVE: usize = WIDTH / 2;

/// The sum of some rows.
pub(super) type Sum = [f32; WIDTH];

/// Table of weights, with one row for each row of the features.
#[derive(Clone, Debug)]
pub(super) struct Network {
    rows: Box<[[f32; WIDTH]]>,
}

/// Unit of the weights on disk: they lie within ±16, and their rounding errors are at most 2⁻¹².
const STEP: f32 = 1.0 / 2048.0;

impl Network {
    /// The network of these weights: two bytes each, little-endian, in units of 2⁻¹¹.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let weights =
            bytes.chunks_exact(2).map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])) * STEP);
        let weights: Vec<f32> = weights.collect();
        let rows = weights.chunks_exact(WIDTH).map(|row| {
            let mut array = [0.0; WIDTH];
            array.copy_from_slice(row);
            array
        });
        Self { rows: rows.collect() }
    }

    /// The sum of these rows.
    pub(super) fn sum(&self, rows: &Rows) -> Sum {
        rows.iter().fold([0.0; WIDTH], |sum, &row| add(&sum, &self.rows[usize::from(row)]))
    }

    /// Change of a sum when one row replaces another.
    pub(super) fn difference(&self, old: u16, new: u16) -> Sum {
        let (old, new) = (&self.rows[usize::from(old)], &self.rows[usize::from(new)]);
        std::array::from_fn(|place| new[place] - old[place])
    }

    /// The logit of the probability of winning.
    pub(super) fn logit(&self, rows: &Rows) -> f32 {
        head(&self.sum(rows))
    }
}

/// Adds two sums of rows.
pub(super) fn add(one: &Sum, other: &Sum) -> Sum {
    std::array::from_fn(|place| one[place] + other[place])
}

/// The logit of a position whose rows have this sum.
pub(super) fn head(sum: &Sum) -> f32 {
    // The linear number is the first of the positive half, so its negative part is added separately.
    let (positive, negative) = sum.split_at(NEGATIVE);
    let parts: [f32; NEGATIVE] =
        std::array::from_fn(|place| positive[place].max(0.0) - negative[place].max(0.0));
    // Pairwise, so that the sums do not wait for one another.
    let fours: [f32; 4] = std::array::from_fn(|place| parts[place] + parts[place + 4]);
    (fours[0] + fours[2]) + (fours[1] + fours[3]) + sum[0].min(0.0)
}

/// The probability with this logit.
pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}
