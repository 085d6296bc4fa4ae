//! Estimated probabilities of winning the game.

use hanamachi_solver::search::estimate::ClusterMean;

/// **Estimated**: the probability of winning the game, a shared win counting one half.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::hanamikoji) struct Win {
    /// The mean.
    pub(in crate::hanamikoji) value: f64,
    /// Its standard error, if there were blocks enough to tell.
    pub(in crate::hanamikoji) se: Option<f64>,
    /// The size of the sample.
    pub(in crate::hanamikoji) n: u64,
}

impl From<ClusterMean> for Win {
    /// A utility, −1 to 1, as a probability.
    fn from(utility: ClusterMean) -> Self {
        Self {
            value: f64::midpoint(utility.value, 1.0),
            se: utility.standard_error.map(|se| se / 2.0),
            n: utility.n,
        }
    }
}

impl Win {
    /// `54.12 ±0.06 %`, as wide as any.
    pub(in crate::hanamikoji) fn text(self) -> String {
        percent(self.value, self.se)
    }
}

/// A probability and its error in per cent: ` 54.12 ±0.06 %`.
pub(in crate::hanamikoji) fn percent(value: f64, se: Option<f64>) -> String {
    let error = se.map_or_else(|| "?".to_owned(), |se| format!("{:.2}", 100.0 * se));
    format!("{:>6.2} ±{error:<4} %", 100.0 * value)
}
