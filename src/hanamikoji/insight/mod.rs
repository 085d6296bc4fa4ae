//! Results of a search at a decision and statements about the search, as evaluations, hints and reviews print them.
//!
//! | file | contents |
//! |---|---|
//! | `actions` | a table of actions |
//! | `holdings` | a table of the opponent's probable cards |

mod actions;
mod holdings;

pub(super) use actions::{Whose, advice_line, exploitability, self_loss, table};
pub(super) use hanamachi_objects::hanamikoji::words::search_method as method;
pub(super) use holdings::{basis, holdings_table};

use hanamachi_solver::hanamikoji::analysis::{Advisor, AnalysisError, Settings};
use hanamachi_solver::hanamikoji::study::{EvaluateError, SolveError};
use hanamachi_solver::hanamikoji::{Favour, Rules};
use hanamachi_solver::search::strength::Strength;

use crate::failure::Failure;
use actions::points_a_round;

/// `Computed` or `Estimated`: the strength of its values, for the beginning of a sentence.
pub(in crate::hanamikoji) fn standing(rules: &Rules) -> &'static str {
    if Advisor::strength(rules) == Strength::Computed { "Computed" } else { "Estimated" }
}

/// Its known error beyond sampling, in the first turns of a round, under these markers, in a sentence.
pub(in crate::hanamikoji) fn model_error(rules: &Rules, favour: Favour) -> Option<String> {
    if let Some(gain) = Advisor::exploitability(rules, favour).and_then(points_a_round) {
        return Some(format!("The values are those of an approximate equilibrium; exploitability: {gain}."));
    }
    Settings::for_rules(rules).model_error(0).map(|error| error.sentence())
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Stopped(stop) => stop.into(),
            AnalysisError::NotStandard | AnalysisError::NoNetwork => Self::Usage(error.to_string()),
        }
    }
}

impl From<EvaluateError> for Failure {
    fn from(error: EvaluateError) -> Self {
        match error {
            EvaluateError::Search(error) => error.into(),
            EvaluateError::Solve(SolveError::Stopped(stop)) => stop.into(),
            EvaluateError::Solve(error) => anyhow::Error::new(error).into(),
        }
    }
}
