//! How many classes and gardens have which outcome, in rows.

use std::fmt::Write;

use hanamachi_solver::okiya::Outcome;
use hanamachi_solver::okiya::verdicts::VerdictTally;
use indicatif::HumanCount;
use serde::Serialize;

/// The classes with an outcome, of the player who moves first.
#[derive(Debug, Serialize)]
pub(super) struct OutcomeRow {
    outcome: &'static str,
    classes: u64,
    /// Gardens in these classes.
    shuffles: u64,
}

impl OutcomeRow {
    /// All of them.
    pub(super) fn all(tally: &VerdictTally) -> [Self; 3] {
        [Outcome::Win, Outcome::Draw, Outcome::Loss].map(|outcome| Self {
            outcome: outcome.word(),
            classes: tally.classes(outcome),
            shuffles: tally.shuffles(outcome),
        })
    }
}

/// The rows for a person, with a heading.
pub(super) fn table(rows: &[OutcomeRow]) -> String {
    let mut text = format!("  {:<14} {:>15} {:>22}\n", "", "classes", "gardens");
    for OutcomeRow { outcome, classes, shuffles } in rows {
        let name = match *outcome {
            "win" => "x, first, wins",
            "loss" => "o wins",
            _ => "draw",
        };
        let [classes, shuffles] = [classes, shuffles].map(|count| HumanCount(*count).to_string());
        let _ = writeln!(text, "  {name:<14} {classes:>15} {shuffles:>22}");
    }
    text
}
