//! The errors of values, in sentences.

use hanamachi_solver::hanamikoji::analysis::{Method, ModelError, Settings};
use hanamachi_solver::hanamikoji::study::GradedRound;
use hanamachi_solver::hanamikoji::{Favour, RecordedDecision, Rules};
use hanamachi_solver::search::strength::{Exploitation, HasStrength, Strength};

/// `Computed` or `Estimated`: the strength of its values, for the beginning of a sentence.
pub fn standing(rules: &Rules) -> &'static str {
    if Method::for_rules(rules).strength() == Strength::Computed { "Computed" } else { "Estimated" }
}

/// Its known error beyond sampling, in the first turns of a round, under these markers, in a sentence.
pub fn model_error(rules: &Rules, favour: Favour) -> Option<String> {
    if let Some(exploitability) = Method::for_rules(rules).exploitability(rules, favour) {
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
pub fn model_errors<'a>(rounds: impl ExactSizeIterator<Item = &'a GradedRound>) -> Option<String> {
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

/// What is known of the exploitability of a policy under rules for which it was not trained.
pub const UNMEASURED: &str = "exploitability unknown, as the policy was trained without a limit of rounds";

/// An exploitability in percentage points of a game won: `at least 4.5 ± 0.4 points a round (estimated)`.
pub fn points_a_round(exploitability: Exploitation) -> Option<String> {
    let points = 50.0 * exploitability.value()?;
    let error = exploitability.standard_error().map(|se| format!(" ± {:.1}", 50.0 * se));
    let points = format!("{points:.1}{} points a round", error.unwrap_or_default());
    Some(match exploitability {
        Exploitation::AtLeast(_) => format!("at least {points} ({})", Strength::Estimated),
        Exploitation::Exact(_) | Exploitation::Unmeasured => points,
    })
}
