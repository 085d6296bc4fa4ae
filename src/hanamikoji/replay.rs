//! `hanamikoji review --score`: a round record played out and scored.

use std::collections::BTreeMap;
use std::fmt::Write;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{
    Cards, Favour, RecordedDecision, RecordedRound, RoundOutcome, RoundRecord, Rules,
};
use serde::Serialize;

use super::picture::{self, TableSide};
use super::words::{self, BySeat};
use crate::failure::Failure;
use crate::output::{ENGINE, json};
use crate::query::{AnswerForm, Query};
use crate::style::{BOLD, count, paint};

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

/// Result of the round, in a sentence.
pub(super) fn standing(record: &RoundRecord) -> String {
    let (Some(after), Some(outcome)) = (record.favour_after(), record.outcome()) else {
        return stops_after(record.end().turns(), record.rules());
    };
    verdict(after, outcome, record.rules())
}

/// Result of a round in a record of either form.
pub(super) fn standing_of(record: &RecordedRound) -> String {
    let seen = match record {
        RecordedRound::Open(record) => return standing(record),
        RecordedRound::OneSeat(seen) => seen,
    };
    let standing = match (seen.favour_after(), seen.outcome()) {
        (Some(after), Some(outcome)) => verdict(after, outcome, seen.rules()),
        _ if seen.is_complete() => "complete; who wins depends on the other player's secret".to_owned(),
        _ => stops_after(seen.turns(), seen.rules()),
    };
    let seat = words::seat(seen.seat());
    format!("{standing}\nSeen from one seat, {seat}: only the decisions of this player are graded.")
}

/// Progress of an incomplete round.
fn stops_after(turns: usize, rules: &Rules) -> String {
    format!("stops after {} of {}", count(turns, "turn"), rules.turns())
}

/// Result of a complete round, with these markers after it.
fn verdict(after: Favour, outcome: RoundOutcome, rules: &Rules) -> String {
    let score = |seat| {
        let charm = words::charm(after, seat, rules) as usize;
        format!(
            "{} has {} and {} geisha",
            words::seat(seat),
            count(charm, "charm point"),
            words::geisha(after, seat)
        )
    };
    let verdict = match outcome {
        RoundOutcome::Won(winner) => format!("{} wins the game", words::seat(winner)),
        RoundOutcome::Undecided => "undecided".to_owned(),
        RoundOutcome::Shared => "the game is shared".to_owned(),
    };
    format!("{verdict}: {}, {}", score(Seat::First), score(Seat::Second))
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
