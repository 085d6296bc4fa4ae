//! An evaluation for people.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::Round;

use super::object::EvaluationObject;
use crate::hanamikoji::insight::{Ranked, Win};
use crate::hanamikoji::words;
use crate::style::{BOLD, DIM, paint};

/// The value and the best action.
pub(super) fn line(object: &EvaluationObject<'_>) -> String {
    let mut text = format!("{}  win {}", object.set, object.win().text());
    if let Some(Ranked { action, win, share, .. }) = object.ranking.first() {
        let win = win.map_or_else(|| "?".to_owned(), Win::text);
        let _ = write!(text, "  {action} {win}, play it {:.0} %", 100.0 * share);
    }
    text
}

pub(super) fn page(object: &EvaluationObject<'_>, round: &Round) -> String {
    let mut text = format!("{}  {}", paint(BOLD, "win"), object.win().text().trim_start());
    let whose = match words::reader_or_opponent(object.set) {
        None => "the round is complete; secrets will be shown",
        Some("reader") => "yours to decide",
        Some(_) => "the opponent's to decide; values are yours",
    };
    let _ = write!(text, "   {whose}");
    let reader = object.set.to_decide() == Some(object.set.seat());
    // Every action of one's own is listed; of the opponent's there may be hundreds.
    let most = if reader { object.top } else { object.top.min(12) };
    if !object.ranking.is_empty() {
        if !reader {
            let _ = write!(text, "\n\n{}", paint(BOLD, "What the search let the opponent play"));
        }
        let _ = write!(text, "\n\n{}", paint(BOLD, "  action    win              play it   visits"));
        for Ranked { action, win, share, visits } in object.ranking.iter().take(most) {
            let win = win.map_or_else(|| format!("{:>5}", "?"), Win::text);
            let action = action.to_string();
            let _ = write!(text, "\n  {action:<7} {win:<16} {:>5.1} % {visits:>8}", 100.0 * share);
        }
    }
    if object.ranking.len() > most {
        let _ = write!(text, "\n  and {} more", object.ranking.len() - most);
    }
    let _ = write!(
        text,
        "\n\n{}\n{}",
        paint(BOLD, "What the opponent probably has"),
        object.holdings.table(round, object.set.key())
    );
    let note = format!(
        "Estimated: ± is one standard error over {} blocks, {} iterations of {} ({}), seed {}, {:.2} s. Rules: {}.",
        object.answer.value.clusters,
        object.answer.iterations,
        object.method.name(),
        object.method.settings(),
        object.seed,
        object.elapsed.as_secs_f64(),
        words::rules_of_set(object.set)
    );
    let _ = write!(text, "\n\n{}", paint(DIM, note));
    if let Some(note) = object.worths.note() {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    if object.method.subgame().is_some() {
        let caution = "The errors are those of sampling: how far blocks of this size are from equilibrium they do not tell.";
        let _ = write!(text, "\n{}", paint(DIM, caution));
    }
    text
}
