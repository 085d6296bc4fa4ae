//! Luck in the winnings of a game, so that it can be removed.
//!
//! | file | contents |
//! |---|---|
//! | `critic` | [`Critic`]: a guess of the value of a state, and its change by a draw or a decision |
//! | `regression` | [`Regression`]: how much of the critic's luck to remove; [`SquareSums`]: a mean with its error |
//!
//! This is the control variate of AIVAT (N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling, "AIVAT:
//! A New Variance Reduction Technique for Agent Evaluation in Imperfect Information Games", 2018). At every
//! event whose probabilities are known, a deal, a draw or a decision, luck is the critic's value of the
//! outcome minus the mean of its values over all possible outcomes. Its mean is 0 whatever the critic thinks,
//! and so is the mean of the sum over a game. Removing luck therefore adds no bias, and reduces the variance
//! if the critic is right. Two things differ from the paper. A regression over the other observations of a
//! run determines how much of the luck is removed, so that a poor critic harms nothing. And an event may be
//! left out, or compared with only some of the possible outcomes, if the full comparison would cost more than
//! it saves.

mod critic;
mod regression;
#[cfg(test)]
mod tests;

pub(crate) use critic::Critic;
pub(crate) use regression::{Regression, SquareSums, share_saved};
