//! The result of a round and the progress of a review, in sentences.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::study::GradedRound;
use hanamachi_solver::hanamikoji::{Favour, RecordedRound, RoundOutcome, RoundRecord, Rules};
use hanamachi_solver::search::budget::Stop;

use super::words;
use crate::frame::count;

/// Result of the round, in a sentence.
pub fn standing(record: &RoundRecord) -> String {
    let (Some(after), Some(outcome)) = (record.favour_after(), record.outcome()) else {
        return stops_after(record.end().turns(), record.rules());
    };
    verdict(after, outcome, record.rules())
}

/// Result of a round in a record of either form.
pub fn standing_of(record: &RecordedRound) -> String {
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

/// How far a review of these rounds came that was stopped.
pub fn stopped_note<'a>(rounds: impl Iterator<Item = &'a GradedRound> + Clone, stop: Stop) -> String {
    let assessed: usize = rounds.clone().map(GradedRound::assessed).sum();
    let choices = rounds.flat_map(|graded| &graded.decisions).filter(|graded| !graded.is_forced()).count();
    let reason = if stop == Stop::Interrupted { "Interrupted" } else { "Stopped by the time limit" };
    format!("{reason}: {assessed} of {choices} unforced decisions are graded.")
}
