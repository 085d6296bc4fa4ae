//! What is luck in what was won, so that it can be taken out.
//!
//! | file | what is in it |
//! |---|---|
//! | `critic` | [`Critic`]: what a state looks worth, and by how much a draw or a decision changed that |
//! | `regression` | [`Regression`]: how far the critic is trusted; [`Sums`]: a mean with its error |
//!
//! This is the control variate of AIVAT (N. Burch, M. Schmid, M. Moravčík, D. Morrill and M. Bowling, "AIVAT: A New Variance Reduction
//! Technique for Agent Evaluation in Imperfect Information Games", 2018). At every event whose probabilities are known, a deal, a draw or
//! a decision, luck is what a critic thinks of what came, less the mean of what it thinks of all that might have come. That has the mean
//! 0 whatever the critic thinks, and so has the sum over a game; taking it out biases nothing, and leaves less variance where the
//! critic is right. Two things differ from the paper. How much of the luck is taken out is learned by regression from the other
//! observations of a run, so that a poor critic harms nothing. And an event may be left out, or compared with a part of what might have
//! come, where the whole would cost more than it saves.

mod critic;
mod regression;
#[cfg(test)]
mod tests;

pub(crate) use critic::Critic;
pub(crate) use regression::{Regression, Sums, share_saved};
