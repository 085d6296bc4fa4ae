//! A review as text for people.

use std::fmt::Write;

use hanamachi_solver::game::Seat;

use super::graded::{Graded, Mark, Review, Totals};
use super::recorded::Recorded;
use super::series::{Player, Series};
use crate::hanamikoji::insight::{BLOCKS, Search};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::Worths;
use crate::percent;
use crate::style::{BOLD, DIM, count, paint};

/// A round for a person.
pub(super) fn page<R: Recorded>(review: &Review<R>, search: Search, worths: &Worths) -> String {
    let record = &review.record;
    let mut text = format!("{record}\n{}\n\n", record.standing());
    text +=
        &paint(BOLD, "turn  seat    played   wins %       best     wins %       lost %      mark  knowing");
    text.push('\n');
    for graded in &review.decisions {
        text += &row(graded);
        text.push('\n');
    }
    text.push('\n');
    for seat in Seat::BOTH.into_iter().filter(|&seat| record.shows(seat)) {
        let _ = writeln!(text, "{:<6}  {}", words::seat(seat), summary(&review.totals(seat)));
    }
    let _ = write!(
        text,
        "{}",
        paint(
            DIM,
            format_args!(
                "Estimated by {}, {} iterations in {BLOCKS} blocks for each decision, seed {}; ± is one standard \
                 error of the sample.",
                Search::method(record.rules()),
                search.iterations,
                search.seed
            )
        )
    );
    for note in Search::model_error(record.rules()).into_iter().chain(worths.note()) {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    text
}

/// The totals of a game of several rounds.
pub(super) fn game_page(series: &Series) -> String {
    let title = format!("Game of {}; a started the first of them", count(series.rounds(), "round"));
    let mut text = paint(BOLD, title);
    for player in Player::BOTH {
        if let Some(totals) = series.totals(player) {
            let _ = write!(text, "\n{:<6}  {}", player.word(), summary(&totals));
        }
    }
    text
}

fn row(graded: &Graded) -> String {
    let decision = &graded.decision;
    let set = &decision.information_set;
    let played = decision.action.to_string();
    let start = format!("{:>4}  {:<6}  {played:<7}", decision.turn, words::seat(set.seat()));
    // Where a table was asked, how likely it plays what was played.
    let set = match graded.in_table {
        Some(probability) => format!("{set}  (table plays it {:.1} %, computed)", 100.0 * probability),
        None => set.to_string(),
    };
    let Some(look) = &graded.look else {
        return format!("{start}  {:<51}  {set}", "forced");
    };
    let lost = if look.best_action == decision.action {
        " 0.0".to_owned()
    } else {
        percent::estimated(look.loss, look.loss_se)
    };
    let mark = look.mark().map_or("", Mark::sign);
    let [win, best_win] = [look.played, look.best].map(|win| percent::of(&win.into()));
    let best = look.best_action.to_string();
    format!("{start}  {win:<11}  {best:<7}  {best_win:<11}  {lost:<10}  {mark:<4}  {set}")
}

fn summary(totals: &Totals) -> String {
    let mut text = format!("{}, {} forced", count(totals.unforced, "unforced decision"), totals.forced);
    for mark in Mark::ALL {
        let number = totals.count(mark);
        if number > 0 {
            let _ = write!(text, ", {number} {}", mark.sign());
        }
    }
    let _ = write!(text, "; lost {} %", percent::estimated(totals.loss, Some(totals.loss_se())));
    if let Some((rate, se)) = totals.error_rate() {
        let _ = write!(text, ", {} % for each unforced decision", percent::estimated(rate, Some(se)));
    }
    text
}
