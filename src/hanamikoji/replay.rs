//! `hanamikoji review --score`: a round record played out and scored.

use std::fmt::Write;

use hanamachi_report::hanamikoji::results::standing;
use hanamachi_report::terminal::{BOLD, paint};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::RoundRecord;
use hanamachi_solver::hanamikoji::objects::ReplayObject;

use super::words;
use crate::failure::Failure;
use crate::output::json;
use crate::query::{AnswerForm, Query};
use hanamachi_report::terminal::hanamikoji::picture::{self, TableSide};

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
