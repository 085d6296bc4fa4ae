//! Regression that determines how much to trust a critic, and leaves out the observation that it corrects.

use hanamachi_core::search::estimate::Mean;

/// Sums of numbers and of their squares.
#[derive(Clone, Copy, Default)]
pub(crate) struct SquareSums {
    n: u64,
    sum: f64,
    squares: f64,
}

impl SquareSums {
    pub(crate) fn add(&mut self, number: f64) {
        self.n += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean; for fewer than two numbers its error is meaningless.
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    pub(crate) fn mean(&self) -> Mean {
        let n = self.n as f64;
        let value = self.sum / n;
        let variance = (self.squares - n * value * value).max(0.0) / (n - 1.0).max(1.0);
        Mean { value, standard_error: (variance / n).sqrt(), n: self.n }
    }
}

/// Share of the variance of `raw` that `without` saves. `None` if there is no variance to save.
pub(crate) fn share_saved(without: Mean, raw: Mean) -> Option<f64> {
    let ratio = (without.standard_error / raw.standard_error).powi(2);
    ratio.is_finite().then_some(1.0 - ratio)
}

/// Regression of numbers *y* on numbers *x* whose mean is 0, as sums.
#[derive(Clone, Copy, Default)]
pub(crate) struct Regression {
    n: f64,
    x: f64,
    xx: f64,
    y: f64,
    xy: f64,
}

impl Regression {
    /// The regression of these points (*x*, *y*).
    pub(crate) fn fit(points: impl Iterator<Item = (f64, f64)>) -> Self {
        points.fold(Self::default(), |sums, (x, y)| Self {
            n: sums.n + 1.0,
            x: sums.x + x,
            xx: sums.xx + x * x,
            y: sums.y + y,
            xy: sums.xy + x * y,
        })
    }

    /// The slope over all points but this one, and thus independent of it. 0 if they determine none.
    pub(crate) fn slope_without(&self, (x, y): (f64, f64)) -> f64 {
        let mean_y = (self.y - y) / (self.n - 1.0);
        let slope = (self.xy - x * y - mean_y * (self.x - x)) / (self.xx - x * x);
        if slope.is_finite() { slope } else { 0.0 }
    }
}
