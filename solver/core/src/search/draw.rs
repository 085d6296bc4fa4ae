//! Draws an index by given probabilities.

/// Returns the index drawn by a random number from 0 to 1, given the probability of each index; `None` if
/// none is above 0. Weights will do as well, with a number from 0 to their sum. Independent of the game, so it is compiled once for all games.
///
/// ```
/// use hanamachi_solver::search::draw::place_at;
///
/// let places = [0.0, 0.49, 0.99].map(|number| place_at(&[0.25, 0.0, 0.75], number));
/// assert_eq!(places, [Some(0), Some(2), Some(2)]);
/// assert_eq!(place_at(&[], 0.5), None);
/// ```
#[must_use]
pub fn place_at(probabilities: &[f64], number: f64) -> Option<usize> {
    let mut left = number;
    let reached = probabilities.iter().position(|probability| {
        left -= probability;
        left < 0.0
    });
    // Rounding may leave a tiny remainder beyond the last index with a probability above 0.
    reached.or_else(|| probabilities.iter().rposition(|&probability| probability > 0.0))
}
