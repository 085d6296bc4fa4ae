//! An evaluation for people.

use std::fmt::Write;
use std::time::Duration;

use hanamachi_solver::hanamikoji::{InformationSet, Round};

use super::effort::Searched;
use crate::hanamikoji::insight::{Holdings, Ranked, Win};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::Worths;
use crate::style::{BOLD, DIM, paint};

/// The value and the best action.
pub(super) fn line(searched: &Searched, set: &InformationSet) -> String {
    let mut text = format!("{set}  win {}", searched.win().text());
    if let Some(Ranked { action, win, share, .. }) = searched.ranking.first() {
        let win = win.map_or_else(|| "?".to_owned(), Win::text);
        let _ = write!(text, "  {action} {win}, play it {:.0} %", 100.0 * share);
    }
    text
}

/// What is said of the search, and how much of it.
pub(super) struct Told<'a> {
    pub(super) seed: u64,
    pub(super) holdings: &'a Holdings,
    pub(super) worths: &'a Worths,
    pub(super) elapsed: Duration,
    /// How many actions are listed.
    pub(super) top: usize,
}

pub(super) fn page(searched: &Searched, (round, set): (&Round, &InformationSet), told: &Told<'_>) -> String {
    let mut text = format!("{}  {}", paint(BOLD, "win"), searched.win().text().trim_start());
    let whose = match words::reader_or_opponent(set) {
        None => "the round is complete; secrets will be shown",
        Some("reader") => "yours to decide",
        Some(_) => "the opponent's to decide; values are yours",
    };
    let _ = write!(text, "   {whose}");
    let reader = set.to_decide() == Some(set.seat());
    // Every action of one's own is listed; of the opponent's there may be hundreds.
    let most = if reader { told.top } else { told.top.min(12) };
    if !searched.ranking.is_empty() {
        if !reader {
            let _ = write!(text, "\n\n{}", paint(BOLD, "What the search let the opponent play"));
        }
        let _ = write!(text, "\n\n{}", paint(BOLD, "  action    win              play it   visits"));
        for Ranked { action, win, share, visits } in searched.ranking.iter().take(most) {
            let win = win.map_or_else(|| format!("{:>5}", "?"), Win::text);
            let action = action.to_string();
            let _ = write!(text, "\n  {action:<7} {win:<16} {:>5.1} % {visits:>8}", 100.0 * share);
        }
    }
    if searched.ranking.len() > most {
        let _ = write!(text, "\n  and {} more", searched.ranking.len() - most);
    }
    let _ = write!(
        text,
        "\n\n{}\n{}",
        paint(BOLD, "What the opponent probably has"),
        told.holdings.table(round, set.key())
    );
    let note = format!(
        "Estimated: ± is one standard error over {} blocks, {} iterations of {} ({}), seed {}, {:.2} s. Rules: {}.",
        searched.answer.value.clusters,
        searched.answer.iterations,
        searched.method.name(),
        searched.method.settings(),
        told.seed,
        told.elapsed.as_secs_f64(),
        words::rules_of_set(set)
    );
    let _ = write!(text, "\n\n{}", paint(DIM, note));
    if let Some(note) = told.worths.note() {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    if searched.method.subgame().is_some() {
        let caution = "The errors are those of sampling: how far blocks of this size are from equilibrium they do not tell.";
        let _ = write!(text, "\n{}", paint(DIM, caution));
    }
    text
}
