//! Reviews of rounds and games.

use std::fmt::Write;
use std::path::Path;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::objects::words;
use hanamachi_solver::hanamikoji::study::{
    Assessment, Comparison, Evaluate, GamePlayer, GradedDecision, GradedGame, GradedRound, Mark, Totals,
};

use crate::count;
use crate::hanamikoji::results::{standing_of, stopped_note};
use crate::hanamikoji::{favour_note, insight};
use crate::percent;
use crate::terminal::style::{BOLD, DIM, paint};

/// Page of a round. `in_table` holds the probability of each decision in a table; empty without a table; `favours` is the file of the values of undecided games, if they come
/// from one.
pub fn page(
    graded: &GradedRound,
    in_table: &[Option<f64>],
    question: &Evaluate,
    favours: Option<&Path>,
) -> String {
    let record = &graded.record;
    let effort = question.effort_under(record.rules(), record.favour());
    let mut text = format!("{record}\n{}\n\n", standing_of(record));
    text +=
        &paint(BOLD, "turn  seat    played   wins %       best     wins %       lost %      mark  knowing");
    text.push('\n');
    let in_table = in_table.iter().copied().chain(std::iter::repeat(None));
    for (graded, in_table) in graded.decisions.iter().zip(in_table) {
        text += &row(graded, in_table);
        text.push('\n');
        if let Some(why) = reasons(graded) {
            let _ = writeln!(text, "      {why}");
        }
    }
    text.push('\n');
    for seat in Seat::BOTH.into_iter().filter(|&seat| record.shows(seat)) {
        let _ = writeln!(text, "{:<6}  {}", words::seat(seat), summary(&graded.totals(seat)));
    }
    if let Some(stop) = graded.stopped() {
        let _ = writeln!(text, "{}", paint(BOLD, stopped_note([graded].into_iter(), stop)));
    }
    let _ = write!(
        text,
        "{}",
        paint(
            DIM,
            format_args!(
                "{} by {}, {} iterations in {} blocks for each decision whose round is not solved from there{}; ± is one standard error of the sample.",
                insight::standing(record.rules()),
                words::search_method(record.rules()),
                effort.iterations,
                effort.blocks(),
                question.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default()
            )
        )
    );
    let error = insight::model_error(record.rules(), record.favour()).into_iter();
    for note in error.chain(insight::model_errors(std::iter::once(graded))).chain(favour_note(
        record.rules(),
        graded.continuation,
        favours,
    )) {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    text
}

/// Totals of a game of several rounds.
pub fn game_page(game: &GradedGame) -> String {
    let title = format!("Game of {}; a started the first of them", count(game.count(), "round"));
    let mut text = paint(BOLD, title);
    for player in GamePlayer::BOTH {
        if let Some(totals) = game.totals(player) {
            let _ = write!(text, "\n{:<6}  {}", player.word(), summary(&totals));
        }
    }
    text
}

fn row(graded: &GradedDecision, in_table: Option<f64>) -> String {
    let decision = &graded.decision;
    let set = &decision.information_set;
    let played = decision.action.to_string();
    let start = format!("{:>4}  {:<6}  {played:<7}", decision.turn, words::seat(set.seat()));
    // The probability in the table, if one was named.
    let set = match in_table {
        Some(probability) => format!("{set}  (table plays it {:.1} %, computed)", 100.0 * probability),
        None => set.to_string(),
    };
    let Some(assessment) = &graded.assessment else {
        let why = if graded.is_forced() { "forced" } else { "not graded" };
        return format!("{start}  {why:<51}  {set}");
    };
    let Assessment { played, best_action, best, loss, loss_se, .. } = assessment;
    // What cannot be told from the best loses nothing that is known.
    let lost = if assessment.is_best(decision.action) {
        "≈".to_owned()
    } else {
        percent::difference(*loss, *loss_se, played)
    };
    let mark = assessment.mark().map_or("", Mark::sign);
    let [win, best_win] = [played, best].map(percent::format_number);
    let best = best_action.to_string();
    format!("{start}  {win:<11}  {best:<7}  {best_win:<11}  {lost:<10}  {mark:<4}  {set}")
}

/// Why a marked decision was a mistake.
fn reasons(graded: &GradedDecision) -> Option<&Comparison> {
    graded.assessment.as_ref().filter(|assessment| assessment.mark().is_some())?.why.as_ref()
}

fn summary(totals: &Totals) -> String {
    let mut text = format!("{}, {} forced", count(totals.unforced, "unforced decision"), totals.forced);
    for mark in Mark::ALL {
        let number = totals.count(mark);
        if number > 0 {
            let _ = write!(text, ", {number} {}", mark.sign());
        }
    }
    let _ = write!(text, "; lost {} %", percent::losses(totals.loss()));
    if let Some(rate) = totals.error_rate() {
        let _ = write!(text, ", {} % for each unforced decision", percent::losses(rate));
    }
    text
}
