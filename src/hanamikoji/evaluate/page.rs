//! An evaluation for people.

use std::fmt::{Display, Write};
use std::time::Duration;

use hanamachi_objects::hanamikoji::subgame;
use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::analysis::ModelError;
use hanamachi_solver::hanamikoji::study::{PositionStudy, SearchRequest, SearchedPosition, ValuedAction};
use hanamachi_solver::search::strength::{Exploitation, HasStrength};

use super::solved::{headline, with_kind};
use crate::hanamikoji::continuation_values::ContinuationValues;
use crate::hanamikoji::insight::{Whose, holdings_table, table};
use crate::hanamikoji::words;
use crate::style::{BOLD, DIM, paint};

/// The value and the best action.
pub(super) fn line(study: &PositionStudy) -> String {
    let value = &study.value;
    let mut text = format!("{}  win {}", study.information_set, with_kind(&value.win()));
    let own = value.actions().first().map(|of| told(of.action, of));
    let seen = value.opponent_actions().first().map(|of| told(of.action, of));
    text += &own.or(seen).unwrap_or_default();
    text
}

/// An action with what it is worth, and how often it is played where that is known.
fn told<A>(action: impl Display, of: &ValuedAction<A>) -> String {
    let win = of.win.as_ref().map_or_else(|| "?".to_owned(), with_kind);
    let often = of
        .frequency
        .map(|often| format!(", frequency {:.1} % ({})", 100.0 * often.value(), often.strength()));
    format!("  {action} {win}{}", often.unwrap_or_default())
}

/// What a page says besides, and how much of the study.
pub(super) struct Told<'a> {
    pub(super) continuation: &'a ContinuationValues,
    pub(super) elapsed: Duration,
    /// How many actions are listed.
    pub(super) top: usize,
}

/// Of an opponent there may be hundreds of actions.
const MOST_OF_OPPONENT: usize = 12;

impl Told<'_> {
    /// The actions that are listed, `table` making a table of some, and how many more there are; nothing of none.
    pub(super) fn actions<A>(
        &self,
        actions: &[ValuedAction<A>],
        whose: Whose,
        table: impl Fn(&[ValuedAction<A>]) -> String,
    ) -> String {
        let most = match whose {
            Whose::Own => self.top,
            Whose::Opponents => self.top.min(MOST_OF_OPPONENT),
        };
        if actions.is_empty() {
            return String::new();
        }
        let mut text = format!("\n\n{}", table(&actions[..most.min(actions.len())]));
        if actions.len() > most {
            let _ = write!(text, "\n  and {} more", actions.len() - most);
        }
        text
    }
}

/// Whose decision it is, in words.
pub(super) fn to_decide(set: &InformationSet) -> &'static str {
    match set.to_decide() {
        None => "the round is complete; secrets will be shown",
        Some(decides) if decides == set.seat() => "yours to decide",
        Some(_) => "the opponent's to decide; values are yours",
    }
}

/// A position that was searched.
pub(super) fn page(study: &PositionStudy, searched: &SearchedPosition, told: &Told<'_>) -> String {
    let set = &study.information_set;
    let SearchRequest { search, effort } = searched.request;
    let model_error = searched.model_error;
    let mut text = headline(&searched.win);
    if let Some(ModelError { mean, .. }) = model_error {
        let _ = write!(text, ", method error {:.1}", 100.0 * mean);
    }
    let _ = write!(text, "   {}", to_decide(set));
    text += &told.actions(&searched.actions, Whose::Own, |actions| table(actions, Whose::Own));
    if !searched.opponent_actions.is_empty() {
        let whose = if searched.exploitability.is_some() { "equilibrium lets" } else { "search let" };
        let _ = write!(text, "\n\n{}", paint(BOLD, format!("What the {whose} the opponent play")));
    }
    let seen = |actions: &[_]| table(actions, Whose::Opponents);
    text += &told.actions(&searched.opponent_actions, Whose::Opponents, seen);
    let _ = write!(
        text,
        "\n\n{}\n{}",
        paint(BOLD, "What the opponent probably has"),
        holdings_table(&study.holdings)
    );
    let gain = searched.exploitability.and_then(Exploitation::value);
    let note = match gain {
        Some(gain) => format!(
            "Computed for the approximate equilibrium that self-play has found, both having played by it before: ± is one standard error of playing it out \
             by {} rollouts in {} blocks, seed {}, {:.2} s; frequency is how often it plays an action. Whoever knows it wins {gain:.3} a round \
             against it at least (utility from −1 to 1, estimated). Rules: {}.",
            searched.iterations,
            searched.blocks,
            effort.seed,
            told.elapsed.as_secs_f64(),
            words::rules_of_set(set)
        ),
        None => searched_note(set, searched, told),
    };
    let _ = write!(text, "\n\n{}", paint(DIM, note));
    if let Some(note) = told.continuation.note() {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    if let Some(model_error) = model_error {
        let _ = write!(text, "\n{}", paint(DIM, model_error.sentence()));
    }
    if subgame(&search.method).is_some() {
        let caution = "The errors are those of sampling: how far blocks of this size are from equilibrium they do not tell.";
        let _ = write!(text, "\n{}", paint(DIM, caution));
    }
    text
}

/// What is said of a search.
fn searched_note(set: &InformationSet, searched: &SearchedPosition, told: &Told<'_>) -> String {
    let SearchRequest { search, effort } = searched.request;
    format!(
        "Estimated: ± is one standard error of sampling over {} blocks, {} iterations of {} ({}), seed {}, {:.2} s. Rules: {}.",
        searched.blocks,
        searched.iterations,
        search.method.name(),
        search.describe(set.rules()),
        effort.seed,
        told.elapsed.as_secs_f64(),
        words::rules_of_set(set)
    )
}
