//! The result of a round.

use std::collections::BTreeMap;

use hanamachi_core::ENGINE;
use serde::Serialize;

use super::words::{self, BySeat};
use crate::{RecordedDecision, RoundRecord};

/// `hanamikoji.replay/1`: result of a round. Fields that need a complete round are `null` before its end.
#[derive(Clone, Debug, Serialize)]
pub struct ReplayObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    record: String,
    favour: String,
    deal: String,
    history: Vec<String>,
    turns: usize,
    complete: bool,
    /// The cards that count, by geisha: the open ones and the secret.
    placed: BySeat<BTreeMap<char, u32>>,
    /// The same cards as text.
    placed_cards: BySeat<String>,
    /// Markers after the round, from the first player's seat.
    favour_after: Option<String>,
    charm: Option<BySeat<u32>>,
    geisha: Option<BySeat<u32>>,
    /// `first`, `second`, `undecided`, or `shared` at the limit of rounds.
    outcome: Option<&'static str>,
    decisions: Vec<ReplayDecision>,
}

#[derive(Clone, Debug, Serialize)]
struct ReplayDecision {
    turn: usize,
    seat: &'static str,
    information_set: String,
    action: String,
}

impl From<&RecordedDecision> for ReplayDecision {
    fn from(decision: &RecordedDecision) -> Self {
        Self {
            turn: decision.turn,
            seat: words::seat(decision.information_set.seat()),
            information_set: decision.information_set.to_string(),
            action: decision.action.to_string(),
        }
    }
}

impl ReplayObject {
    /// The result of this round so far.
    #[must_use]
    pub fn new(record: &RoundRecord) -> Self {
        let (rules, after) = (record.rules(), record.favour_after());
        let placed = |seat| record.end().placed(seat);
        Self {
            schema: "hanamikoji.replay/1",
            engine: ENGINE,
            rules: words::rules_of_record(record),
            record: record.to_string(),
            favour: words::favour(record.favour(), rules),
            deal: record.deal().to_string(),
            history: record.history().iter().map(ToString::to_string).collect(),
            turns: record.end().turns(),
            complete: record.is_complete(),
            placed: BySeat::new(|seat| words::counts(placed(seat), rules)),
            placed_cards: BySeat::new(|seat| placed(seat).to_string()),
            favour_after: after.map(|after| words::favour(after, rules)),
            charm: after.map(|after| BySeat::new(|seat| words::charm(after, seat, rules))),
            geisha: after.map(|after| BySeat::new(|seat| words::geisha(after, seat))),
            outcome: record.outcome().map(words::outcome),
            decisions: record.decisions().iter().map(ReplayDecision::from).collect(),
        }
    }
}
