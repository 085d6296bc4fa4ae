//! Recomputes the estimates of a file from its counts, by another method than the one that wrote them.
//!
//! [`Chain`] inverts a matrix by elimination and goes backwards from the limit of rounds. This module finds
//! values by damped iteration, and the effect of a limit of rounds by following the rounds forwards from each
//! layout. The iteration *V ← (V + a − PV) / 2* converges wherever *I + P* can be inverted at all: no
//! eigenvalue of *P* is larger than 1, and *(1 − λ) / 2* is as large only for the eigenvalue −1.

use std::fmt;

use super::chain::Chain;
use super::estimates::LayoutEstimate;
use super::favour_file::FavourFile;
use crate::between_rounds::favour_table::{FavourTable, Layout};
use crate::notation::FavourText;
use crate::rules::parameters::Tiebreak;
use hanamachi_core::game::Seat;

/// Largest difference between two computations of a number: rounding, and the residue of the iteration.
const TOLERANCE: f64 = 1e-9;
/// Change below which the iteration has converged.
const AT_REST: f64 = 1e-13;
/// Upper limit of iterations; no chain of rounds needs as many.
const MOST_ITERATIONS: usize = 20_000;

/// A number that a file claims for a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The probability of winning, however many rounds it takes.
    Win,
    /// Its standard error.
    StandardError,
    /// The probability of winning within this many rounds, undecided games by this tiebreak.
    Within(usize, Tiebreak),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win => f.write_str("win"),
            Self::StandardError => f.write_str("se"),
            Self::Within(rounds, Tiebreak::Charm) => write!(f, "win_{rounds}_charm"),
            Self::Within(rounds, Tiebreak::CharmOnly) => write!(f, "win_{rounds}_charm_only"),
            Self::Within(rounds, Tiebreak::None) => write!(f, "win_{rounds}_none"),
        }
    }
}

/// A number in a file that does not follow from its counts.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("`{layout}`: {claim} is {claimed} in the file, and {found} by its own counts")]
pub struct FalseClaim {
    /// The layout as text.
    pub layout: String,
    /// The claim.
    pub claim: Claim,
    /// The file's number.
    pub claimed: f64,
    /// The number that follows from the counts.
    pub found: f64,
}

/// The reason why there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the iteration came to no rest: by these counts some games may never end")]
pub struct Unsettled;

impl FavourFile {
    /// Recomputes the winning probability of every layout, and all other claims about the layouts with these
    /// numbers.
    ///
    /// # Errors
    ///
    /// If some games may never end by the counts, so that the method fails; inside, the first false claim.
    pub fn recheck(
        &self,
        numbers: impl IntoIterator<Item = usize>,
    ) -> Result<Result<(), FalseClaim>, Unsettled> {
        let road = Road::new(self.chain())?;
        for (number, layout) in self.layouts().iter().enumerate() {
            if let Err(wrong) = self.compare(layout, Claim::Win, layout.win.endless, road.values[number]) {
                return Ok(Err(wrong));
            }
        }
        for number in numbers {
            let Some(layout) = self.layouts().get(number) else { continue };
            if let Err(wrong) = self.recheck_layout(&road, number, layout)? {
                return Ok(Err(wrong));
            }
        }
        Ok(Ok(()))
    }

    fn recheck_layout(
        &self,
        road: &Road<'_>,
        number: usize,
        layout: &LayoutEstimate,
    ) -> Result<Result<(), FalseClaim>, Unsettled> {
        let error = road.standard_error(number)?;
        if let Err(wrong) = self.compare(layout, Claim::StandardError, layout.standard_error, error) {
            return Ok(Err(wrong));
        }
        let claims = [(Tiebreak::Charm, layout.win.within_charm), (Tiebreak::None, layout.win.within_none)];
        for (tiebreak, claimed) in claims {
            for (rounds, claimed) in (1..=FavourTable::HORIZON).zip(claimed) {
                let found = road.within(number, rounds, tiebreak);
                if let Err(wrong) = self.compare(layout, Claim::Within(rounds, tiebreak), claimed, found) {
                    return Ok(Err(wrong));
                }
            }
        }
        Ok(Ok(()))
    }

    fn compare(
        &self,
        layout: &LayoutEstimate,
        claim: Claim,
        claimed: f64,
        found: f64,
    ) -> Result<(), FalseClaim> {
        if (claimed - found).abs() <= TOLERANCE {
            return Ok(());
        }
        let layout = FavourText::new(layout.layout.favour(), self.rules()).to_string();
        Err(FalseClaim { layout, claim, claimed, found })
    }
}

/// The chain as a list of steps, each with its probability.
struct Road<'a> {
    chain: &'a Chain,
    /// The results of the rounds from each layout.
    steps: Vec<Vec<(usize, f64)>>,
    values: Vec<f64>,
}

impl<'a> Road<'a> {
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
    fn new(chain: &'a Chain) -> Result<Self, Unsettled> {
        let mut steps = vec![Vec::new(); chain.layouts().len()];
        for (layout, result, times) in chain.counts() {
            steps[layout].push((result, times as f64 / chain.rounds(layout) as f64));
        }
        let mut road = Self { chain, steps, values: Vec::new() };
        road.values = road.rest(|values, next| {
            for (layout, next) in next.iter_mut().enumerate() {
                *next = road.mean(layout, values);
            }
        })?;
        Ok(road)
    }

    /// The mean value of a round from a layout to its starter, given the values of the next rounds.
    fn mean(&self, layout: usize, values: &[f64]) -> f64 {
        self.steps[layout].iter().map(|&(result, share)| share * self.payoff(result, values)).sum()
    }

    fn payoff(&self, result: usize, values: &[f64]) -> f64 {
        match self.chain.next(result) {
            Some(next) => 1.0 - values[next],
            None => f64::from(u8::from(result == 0)),
        }
    }

    /// The fixed point of `step`, by iterating the mean of its argument and its result.
    fn rest(&self, step: impl Fn(&[f64], &mut [f64])) -> Result<Vec<f64>, Unsettled> {
        let mut values = vec![0.0; self.steps.len()];
        let mut next = values.clone();
        for _ in 0..MOST_ITERATIONS {
            step(&values, &mut next);
            let mut change = 0.0_f64;
            for (value, &next) in values.iter_mut().zip(&next) {
                change = change.max((next - *value).abs());
                *value = f64::midpoint(*value, next);
            }
            if change < AT_REST {
                return Ok(values);
            }
        }
        Err(Unsettled)
    }

    /// The standard error of a layout's value: the errors of all counts, weighted by the sensitivity of the
    /// value to each layout's rounds.
    #[expect(clippy::cast_precision_loss, reason = "counts are far below 2⁵³")]
    fn standard_error(&self, layout: usize) -> Result<f64, Unsettled> {
        let factors = self.rest(|factors, next| {
            next.fill(0.0);
            next[layout] = 1.0;
            for (steps, factor) in self.steps.iter().zip(factors) {
                for &(result, share) in steps {
                    if let Some(after) = self.chain.next(result) {
                        next[after] -= factor * share;
                    }
                }
            }
        })?;
        let variance = |from: usize| {
            let mean = self.mean(from, &self.values);
            let spread =
                |&(result, share): &(usize, f64)| share * (self.payoff(result, &self.values) - mean).powi(2);
            self.steps[from].iter().map(spread).sum::<f64>() / (self.chain.rounds(from) as f64 - 1.0)
        };
        let square = |(from, factor): (usize, &f64)| factor.powi(2) * variance(from);
        Ok(factors.iter().enumerate().map(square).sum::<f64>().sqrt())
    }

    /// The winning probability of the starting player in a game that ends after this many rounds, by
    /// following all outcomes forwards.
    fn within(&self, layout: usize, rounds: usize, tiebreak: Tiebreak) -> f64 {
        let mut rules = *self.chain.rules();
        rules.tiebreak = tiebreak;
        let mut reach = vec![0.0; self.steps.len()];
        reach[layout] = 1.0;
        let mut won = 0.0;
        for round in 0..rounds {
            let mut next = vec![0.0; self.steps.len()];
            for (steps, &reach) in self.steps.iter().zip(&reach) {
                for &(result, share) in steps {
                    match self.chain.next(result) {
                        Some(after) => next[after] += reach * share,
                        // The player who started the game starts every other round.
                        None if (result == 0) == (round % 2 == 0) => won += reach * share,
                        None => {}
                    }
                }
            }
            reach = next;
        }
        let at_limit = |layout: &Layout| match (rules.winner_at_limit(layout.favour()), rounds % 2) {
            (None, _) => 0.5,
            (Some(Seat::First), 0) | (Some(Seat::Second), 1) => 1.0,
            _ => 0.0,
        };
        won + self
            .chain
            .layouts()
            .iter()
            .zip(&reach)
            .map(|(layout, reach)| reach * at_limit(layout))
            .sum::<f64>()
    }
}
