//! Results of a search at a decision and statements about the search, as evaluations, hints and reviews print them.
//!
//! | file | contents |
//! |---|---|
//! | `actions` | a table of actions |
//! | `holdings` | a table of the opponent's probable cards |

mod actions;
mod holdings;

pub(super) use actions::{Whose, exploitability, reasons, self_loss, table};
pub(super) use hanamachi_report::hanamikoji::insight::{model_error, model_errors, standing};
pub(super) use hanamachi_solver::hanamikoji::objects::words::search_method as method;
pub(super) use holdings::{basis, holdings_table};

use hanamachi_solver::hanamikoji::analysis::AnalysisError;
use hanamachi_solver::hanamikoji::study::{EvaluateError, SolveError};

use crate::failure::Failure;

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
