//! Legal actions as JSON.

use hanamachi_solver::hanamikoji::{Action, InformationSet};
use serde::Serialize;

use super::words;
use crate::ENGINE;

/// `hanamikoji.legal/1`: the legal actions in ascending order, as appended to a history.
#[derive(Clone, Debug, Serialize)]
pub struct LegalObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    information_set: String,
    /// `reader`, `opponent`, or `null` when the round is complete.
    to_decide: Option<&'static str>,
    count: usize,
    actions: Vec<String>,
}

impl LegalObject {
    /// These legal actions of an information set.
    #[must_use]
    pub fn new(set: &InformationSet, actions: &[Action]) -> Self {
        Self {
            schema: "hanamikoji.legal/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            to_decide: words::reader_or_opponent(set),
            count: actions.len(),
            actions: actions.iter().map(Action::to_string).collect(),
        }
    }
}
