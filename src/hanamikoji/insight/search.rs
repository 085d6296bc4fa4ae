//! What is said of the search that hints and reviews rest on.

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{AnalysisError, Settings};

use crate::failure::Failure;

/// What is known of its error beyond sampling, in the first turns of a round, in a sentence.
pub(in crate::hanamikoji) fn model_error(rules: &Rules) -> Option<String> {
    Settings::for_rules(rules).model_error(0).map(|error| error.sentence())
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Stopped(stop) => stop.into(),
            AnalysisError::NotStandard => Self::Usage(error.to_string()),
        }
    }
}
