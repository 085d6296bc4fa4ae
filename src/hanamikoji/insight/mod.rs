//! Results of a search at a decision and statements about the search, as evaluations, hints and reviews print them.
//!
//! | file | contents |
//! |---|---|
//! | `actions` | a table of actions |
//! | `holdings` | a table of the opponent's probable cards |

mod actions;
mod holdings;

pub(super) use actions::{Whose, exploitability, reasons, self_loss, table};
pub(super) use hanamachi_solver::hanamikoji::objects::words::search_method as method;
pub(super) use holdings::{basis, holdings_table};

use hanamachi_solver::hanamikoji::analysis::{AnalysisError, ModelError, SearchSettings, Settings};
use hanamachi_solver::hanamikoji::study::{EvaluateError, GradedRound, SolveError};
use hanamachi_solver::hanamikoji::{Favour, RecordedDecision, Rules};
use hanamachi_solver::search::strength::{HasStrength, Strength};

use crate::failure::Failure;
use actions::{UNMEASURED, points_a_round};

/// `Computed` or `Estimated`: the strength of its values, for the beginning of a sentence.
pub(in crate::hanamikoji) fn standing(rules: &Rules) -> &'static str {
    if SearchSettings::for_rules(rules).strength() == Strength::Computed { "Computed" } else { "Estimated" }
}

/// Its known error beyond sampling, in the first turns of a round, under these markers, in a sentence.
pub(in crate::hanamikoji) fn model_error(rules: &Rules, favour: Favour) -> Option<String> {
    if let Some(exploitability) = SearchSettings::for_rules(rules).exploitability(rules, favour) {
        return Some(match points_a_round(exploitability) {
            Some(gain) => {
                format!("The values are those of an approximate equilibrium; exploitability: {gain}.")
            }
            None => format!("The values are those of an approximate equilibrium; {UNMEASURED}."),
        });
    }
    Settings::for_rules(rules).model_error(0).map(|error| error.sentence())
}

/// The known errors beyond sampling of single decisions of these rounds, with the kind of their values, in a
/// sentence; `None` if there are none.
pub(in crate::hanamikoji) fn model_errors<'a>(
    rounds: impl ExactSizeIterator<Item = &'a GradedRound>,
) -> Option<String> {
    let is_game = rounds.len() > 1;
    let of_round = |graded: &'a GradedRound| {
        let round = if is_game { format!("round {}, ", graded.record.round_number()) } else { String::new() };
        graded.decisions.iter().filter_map(move |graded| {
            let RecordedDecision { turn, action, .. } = graded.decision;
            let assessment = graded.assessment.as_ref()?;
            let (ModelError { mean, .. }, kind) = (assessment.model_error?, assessment.played.strength());
            Some(format!("{action} ({round}turn {turn}, {kind}) {:.1}", 100.0 * mean))
        })
    };
    let errors: Vec<String> = rounds.flat_map(of_round).collect();
    (!errors.is_empty()).then(|| {
        format!(
            "The method has an error of its own in the values of some decisions, in percentage points on average in such positions: {}. \
             `evaluate` describes it.",
            errors.join(", ")
        )
    })
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
