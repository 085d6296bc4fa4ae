//! Texts about Hanamikoji: evaluations, reviews, the table with its cards, and the parts that several of them have.

mod actions;
pub mod evaluation;
mod holdings;
pub mod picture;
pub mod played_match;
pub mod review;

pub use actions::{Whose, exploitability, reasons, self_loss, table};
pub use holdings::{basis, holdings_table};
