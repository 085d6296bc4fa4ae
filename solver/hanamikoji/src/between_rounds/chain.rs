//! The rounds of a game as a Markov chain, which values the markers from counts of round results.
//!
//! The result of a round between two given players depends on the markers before it, and on nothing earlier.
//! So the layouts of the markers are the states of a chain, rounds are its steps, and the winning probability
//! of the starting player solves a system of linear equations: the *fundamental matrix* method for absorbing
//! chains (J. Kemeny and J. L. Snell, "Finite Markov Chains", 1960, chapter III). Counting estimates the
//! steps, and the equations propagate the error of the counts to first order.

use crate::between_rounds::favour_table::Layout;
use crate::rules::favour::Favour;
use crate::rules::parameters::{Rules, Tiebreak};
use hanamachi_core::game::Seat;
use hanamachi_core::search::estimate::Mean;

/// Counts of round results, by the layout before the round.
#[derive(Clone, Debug)]
pub struct Chain {
    rules: Rules,
    layouts: Vec<Layout>,
    /// For each layout before a round, the counts of the layouts that followed.
    counts: Vec<Vec<u64>>,
    /// For each layout after a round, from the seat of the round's first player: its number among `layouts`
    /// if the game goes on, or the winner.
    after: Vec<After>,
}

/// The outcome of a round for the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum After {
    /// This player has won the game.
    Won(Seat),
    /// The game goes on from this layout, and the other player starts.
    Next(usize),
}

/// Number of places for the two ends, before those for the layouts.
const ENDS: usize = 2;

impl Chain {
    /// No rounds yet.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        let layouts = Layout::undecided(rules);
        let number = |favour: Favour| {
            let layout = Layout::new(rules, favour.flipped());
            layouts.iter().position(|&other| other == layout).unwrap_or_default()
        };
        let after = (0..Favour::LAYOUTS).map(|index| {
            let favour = Favour::from_index(index).unwrap_or_default();
            rules.winner(favour).map_or_else(|| After::Next(number(favour)), After::Won)
        });
        let after = after.collect();
        let counts = vec![vec![0; layouts.len() + ENDS]; layouts.len()];
        Self { rules: *rules, layouts, counts, after }
    }

    /// The layouts before a round, in the order of their numbers.
    #[must_use]
    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// The result number of a round that ends with these markers, from the seat of its first player.
    #[must_use]
    pub fn result(&self, after: Favour) -> usize {
        match self.after[after.index()] {
            After::Won(Seat::First) => 0,
            After::Won(Seat::Second) => 1,
            After::Next(layout) => ENDS + layout,
        }
    }

    /// Adds `times` rounds from a layout, by its number, with this [result](Self::result).
    pub fn record(&mut self, layout: usize, result: usize, times: u64) {
        self.counts[layout][result] += times;
    }

    /// The nonzero counts, in order: number of the layout, [result](Self::result), count.
    pub fn counts(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        let of = |(layout, counts): (usize, &Vec<u64>)| {
            let results: Vec<_> =
                counts.iter().copied().enumerate().filter(|&(_, times)| times > 0).collect();
            results.into_iter().map(move |(result, times)| (layout, result, times))
        };
        self.counts.iter().enumerate().flat_map(of)
    }

    /// Number of possible results of a round.
    #[must_use]
    pub fn results(&self) -> usize {
        ENDS + self.layouts.len()
    }

    /// The layout, by its number, from which the game goes on after a round with this [result](Self::result).
    pub(super) fn next(&self, result: usize) -> Option<usize> {
        result.checked_sub(ENDS).filter(|&next| next < self.layouts.len())
    }

    /// For each layout the winning probability of the starting player, however long the game takes.
    ///
    /// Layouts without counted rounds have no answer.
    #[must_use]
    pub fn win(&self) -> Vec<Option<Mean>> {
        // V = a + B V, where a is the probability of winning at once plus that of the game going on, since
        // then the player wins exactly when the next starter does not: V = w + Σ p (1 − V').
        let inverse = self.fundamental_matrix();
        let gain: Vec<f64> =
            (0..self.layouts.len()).map(|layout| self.share(layout, 0) + self.goes_on(layout)).collect();
        let value: Vec<f64> = inverse.iter().map(|row| dot(row, &gain)).collect();
        let payoffs: Vec<f64> = [1.0, 0.0].into_iter().chain(value.iter().map(|win| 1.0 - win)).collect();
        let variances: Vec<f64> =
            (0..self.layouts.len()).map(|layout| self.variance(layout, &payoffs)).collect();
        let error = |row: &[f64]| {
            row.iter()
                .zip(&variances)
                .map(|(factor, variance)| factor * factor * variance)
                .sum::<f64>()
                .sqrt()
        };
        let estimate = |layout: usize| {
            let n = self.rounds(layout);
            (n > 1).then(|| Mean { value: value[layout], standard_error: error(&inverse[layout]), n })
        };
        (0..self.layouts.len()).map(estimate).collect()
    }

    /// The same for a game that ends after `rounds` more rounds, at least one, with this tiebreak. It assumes
    /// that the players play as if there were no limit.
    #[must_use]
    pub fn win_within(&self, rounds: u32, tiebreak: Tiebreak) -> Vec<f64> {
        let mut rules = self.rules;
        rules.tiebreak = tiebreak;
        let at_limit = |layout: &Layout| {
            // From the seat of the next round's starting player.
            rules
                .winner_at_limit(layout.favour())
                .map_or(0.5, |seat| f64::midpoint(1.0, seat.from_first(1.0)))
        };
        let mut value: Vec<f64> = self.layouts.iter().map(at_limit).collect();
        for _ in 0..rounds {
            let payoffs: Vec<f64> = [1.0, 0.0].into_iter().chain(value.iter().map(|win| 1.0 - win)).collect();
            let mean =
                |layout| (0..payoffs.len()).map(|result| self.share(layout, result) * payoffs[result]).sum();
            value = (0..self.layouts.len()).map(mean).collect();
        }
        value
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Number of rounds counted from a layout, by its number.
    #[must_use]
    pub fn rounds(&self, layout: usize) -> u64 {
        self.counts[layout].iter().sum()
    }

    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
    fn share(&self, layout: usize, result: usize) -> f64 {
        self.counts[layout][result] as f64 / self.rounds(layout).max(1) as f64
    }

    fn goes_on(&self, layout: usize) -> f64 {
        (ENDS..ENDS + self.layouts.len()).map(|result| self.share(layout, result)).sum()
    }

    /// Variance of the mean payoff of a round from a layout.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
    fn variance(&self, layout: usize, payoffs: &[f64]) -> f64 {
        let moment = |power: i32| -> f64 {
            payoffs
                .iter()
                .enumerate()
                .map(|(result, payoff)| self.share(layout, result) * payoff.powi(power))
                .sum()
        };
        let n = self.rounds(layout).max(2) as f64;
        (moment(2) - moment(1).powi(2)).max(0.0) / (n - 1.0)
    }

    /// The inverse of *I + P*, where *P* holds the probabilities of going on, by elimination with pivots.
    fn fundamental_matrix(&self) -> Vec<Vec<f64>> {
        let size = self.layouts.len();
        let mut rows: Vec<Vec<f64>> = (0..size)
            .map(|layout| {
                let unit = |column: usize| f64::from(u8::from(column == layout));
                let left = (0..size).map(|next| unit(next) + self.share(layout, ENDS + next));
                left.chain((0..size).map(unit)).collect()
            })
            .collect();
        for column in 0..size {
            let largest =
                (column..size).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
            rows.swap(column, largest.unwrap_or(column));
            let pivot = rows[column][column];
            for value in &mut rows[column] {
                *value /= pivot;
            }
            let pivot_row = rows[column].clone();
            for (place, row) in rows.iter_mut().enumerate() {
                let factor = row[column];
                if place != column && factor != 0.0 {
                    for (value, above) in row.iter_mut().zip(&pivot_row) {
                        *value -= factor * above;
                    }
                }
            }
        }
        rows.into_iter().map(|row| row[size..].to_vec()).collect()
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Kind;

    /// One geisha, one card for each player and one removed: with secrets only, the markers decide at once or
    /// never.
    fn chain() -> Chain {
        let rules = Rules::reduced(&[3], [Kind::Secret].into_iter().collect()).unwrap();
        Chain::new(&rules)
    }

    #[test]
    fn there_are_274_undecided_layouts_of_1249_placements() {
        assert_eq!(Chain::new(&Rules::STANDARD).layouts().len(), 274);
        let undecided = (0..Favour::LAYOUTS)
            .filter(|&index| Rules::STANDARD.winner(Favour::from_index(index).unwrap()).is_none());
        assert_eq!(undecided.count(), 1249);
    }

    #[test]
    fn a_chain_of_one_layout_is_a_geometric_series() {
        let mut chain = chain();
        assert_eq!(chain.layouts().len(), 1);
        // First wins 1 in 2, second 1 in 4, again 1 in 4: V = 1/2 + 1/4 (1 − V), so V = 3/5.
        chain.record(0, 0, 2000);
        chain.record(0, 1, 1000);
        chain.record(0, chain.result(Favour::NEUTRAL), 1000);
        let win = chain.win()[0].unwrap();
        assert!((win.value - 0.6).abs() < 1e-12);
        // The payoffs are 1, 0 and 2/5: variance 1/2 + 4/100 − 0.36 = 0.18.
        // The error has the factor 1/(1 + 1/4).
        let expected = 0.8 * (0.18_f64 / 3999.0).sqrt();
        assert!((win.standard_error - expected).abs() < 1e-12);
        // With one round the tie is shared: 1/2 + 1/8.
        assert!((chain.win_within(1, Tiebreak::Charm)[0] - 0.625).abs() < 1e-12);
        assert!((chain.win_within(2, Tiebreak::None)[0] - (0.5 + 0.25 * 0.375)).abs() < 1e-12);
    }
}
