//! An evaluation for people.

use std::fmt::Write;
use std::time::Duration;

use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::analysis::ModelError;
use hanamachi_solver::hanamikoji::study::{Holdings, RankedAction};
use hanamachi_solver::search::strength::Number;

use super::effort::Searched;
use super::method::subgame;
use super::solved::{headline, with_kind};
use crate::hanamikoji::insight::{Whose, holdings_table, table};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::Worths;
use crate::style::{BOLD, DIM, paint};

/// The value and the action that loses least.
pub(super) fn line(searched: &Searched, set: &InformationSet) -> String {
    let win = Number::from(searched.win());
    let mut text = format!("{set}  win {}", with_kind(&win));
    if let Some(RankedAction { action, win, .. }) = searched.ranking.first() {
        let win = win.map_or_else(|| "?".to_owned(), |win| with_kind(&win.into()));
        let _ = write!(text, "  {action} {win}");
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

pub(super) fn page(searched: &Searched, set: &InformationSet, told: &Told<'_>) -> String {
    let model_error = searched.search.model_error(set.rules(), words::turns_over(set));
    let mut text = headline(&searched.win().into());
    if let Some(ModelError { mean, .. }) = model_error {
        let _ = write!(text, ", method error {:.1}", 100.0 * mean);
    }
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
        let whose = if reader { Whose::Own } else { Whose::Opponents };
        let _ = write!(text, "\n\n{}", table(&searched.ranking[..most.min(searched.ranking.len())], whose));
    }
    if searched.ranking.len() > most {
        let _ = write!(text, "\n  and {} more", searched.ranking.len() - most);
    }
    let _ = write!(
        text,
        "\n\n{}\n{}",
        paint(BOLD, "What the opponent probably has"),
        holdings_table(told.holdings)
    );
    let note = format!(
        "Estimated: ± is one standard error of sampling over {} blocks, {} iterations of {} ({}), seed {}, {:.2} s. Rules: {}.",
        searched.answer.value.clusters,
        searched.answer.iterations,
        searched.search.method.name(),
        searched.search.describe(set.rules()),
        told.seed,
        told.elapsed.as_secs_f64(),
        words::rules_of_set(set)
    );
    let _ = write!(text, "\n\n{}", paint(DIM, note));
    if let Some(note) = told.worths.note() {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    if let Some(model_error) = model_error {
        let _ = write!(text, "\n{}", paint(DIM, model_error.sentence()));
    }
    if subgame(&searched.search.method).is_some() {
        let caution = "The errors are those of sampling: how far blocks of this size are from equilibrium they do not tell.";
        let _ = write!(text, "\n{}", paint(DIM, caution));
    }
    text
}
