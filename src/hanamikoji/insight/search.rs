//! What is said of the search that hints and reviews rest on.

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{AnalysisError, Reach, Settings};
use hanamachi_solver::hanamikoji::learn::NetworkPolicy;

use crate::failure::Failure;

/// What is known of its error beyond sampling, in the first turns of a round, in a sentence.
pub(in crate::hanamikoji) fn model_error(rules: &Rules) -> Option<String> {
    if Reach::for_rules(rules) == Reach::Equilibrium {
        let gain = NetworkPolicy::EXPLOITABILITY.value()?;
        return Some(format!(
            "The values are those of an approximate equilibrium: whoever knows it wins {gain:.3} a round against it, at least (utility from −1 to 1, estimated)."
        ));
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
