//! Errors of searches as failures of the program.

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
