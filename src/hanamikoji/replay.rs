//! `hanamikoji review --score`: a round record played out and scored.

use std::collections::BTreeMap;
use std::fmt::Write;

use hanamachi_report::hanamikoji::results::standing;
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Cards, RecordedDecision, RoundRecord, Rules};
use serde::Serialize;

use super::picture::{self, TableSide};
use super::words::{self, BySeat};
use crate::failure::Failure;
use crate::output::{ENGINE, json};
use crate::query::{AnswerForm, Query};
use crate::style::{BOLD, paint};

/// The query for the result of a round.
pub(super) struct Replay;

impl Query for Replay {
    type Item = RoundRecord;
    type State = ();

    fn answer(&self, (): &mut (), record: &RoundRecord, form: AnswerForm) -> Result<String, Failure> {
        Ok(match form {
            AnswerForm::Json => json(&ReplayObject::new(record)),
            AnswerForm::Line => format!("{record}  {}", standing(record)),
            AnswerForm::Page => page(record),
        })
    }
}

/// `hanamikoji.replay/1`: result of a round. Fields that need a complete round are `null` before its end.
#[derive(Serialize)]
struct ReplayObject {
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

#[derive(Serialize)]
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

fn by_letter(cards: Cards, rules: &Rules) -> BTreeMap<char, u32> {
    rules.geisha().map(|geisha| (geisha.letter(), cards.count(geisha))).collect()
}

impl ReplayObject {
    fn new(record: &RoundRecord) -> Self {
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
            placed: BySeat::new(|seat| by_letter(placed(seat), rules)),
            placed_cards: BySeat::new(|seat| placed(seat).to_string()),
            favour_after: after.map(|after| words::favour(after, rules)),
            charm: after.map(|after| BySeat::new(|seat| words::charm(after, seat, rules))),
            geisha: after.map(|after| BySeat::new(|seat| words::geisha(after, seat))),
            outcome: record.outcome().map(words::outcome),
            decisions: record.decisions().iter().map(ReplayDecision::from).collect(),
        }
    }
}

fn page(record: &RoundRecord) -> String {
    let end = record.end();
    let [above, below] = [Seat::Second, Seat::First].map(|seat| TableSide {
        name: words::seat(seat),
        seat,
        row: end.placed(seat),
    });
    let favour = record.favour_after().unwrap_or(record.favour());
    let mut text = picture::table(record.rules(), favour, above, below);
    let _ = write!(text, "\n\n{}", standing(record));
    let decisions = record.decisions();
    if !decisions.is_empty() {
        let _ = write!(text, "\n\n{}", paint(BOLD, "turn  seat    decides  knowing"));
    }
    for decision in decisions {
        let seat = words::seat(decision.information_set.seat());
        let action = decision.action.to_string();
        let _ = write!(text, "\n{:>4}  {seat:<6}  {action:<7}  {}", decision.turn, decision.information_set);
    }
    text
}
