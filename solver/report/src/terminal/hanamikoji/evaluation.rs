//! Evaluations of positions.

use std::fmt::{Display, Write};
use std::path::Path;
use std::time::Duration;

use hanamachi_solver::hanamikoji::analysis::{ModelError, NEARLY_ALL, Past};
use hanamachi_solver::hanamikoji::objects::words;
use hanamachi_solver::hanamikoji::study::{
    PositionStudy, PositionValue, SearchedPosition, SolvedPosition, ValuedAction,
};
use hanamachi_solver::hanamikoji::{Action, InformationSet};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::{HasStrength, Number};
use hanamachi_solver::text::ByteSize;

use super::actions::{Whose, exploitability, reasons, self_loss, table};
use super::holdings::holdings_table;
use crate::hanamikoji::favour_note;
use crate::percent;
use crate::terminal::style::{BOLD, DIM, paint};

/// One line: the value and the best action.
pub fn line(study: &PositionStudy) -> String {
    let value = &study.value;
    let mut text = format!("{}  win {}", study.information_set, with_kind(&value.win()));
    let own = value.actions().first().map(|of| told(of.action, of));
    let seen = value.opponent_actions().first().map(|of| told(of.action, of));
    text += &own.or(seen).unwrap_or_default();
    text
}

/// An action with its value, and with its frequency if that is known.
fn told<A>(action: impl Display, of: &ValuedAction<A>) -> String {
    let win = of.win.as_ref().map_or_else(|| "?".to_owned(), with_kind);
    let often = of
        .frequency
        .map(|often| format!(", frequency {:.1} % ({})", 100.0 * often.value(), often.strength()));
    format!("  {action} {win}{}", often.unwrap_or_default())
}

/// `54.12 % (computed)`.
fn with_kind(number: &Number) -> String {
    format!("{} % ({})", percent::format_number(number), number.strength())
}

/// Context of a page, and the number of actions it lists.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// File of the values of undecided games, if they come from one.
    pub favours: Option<&'a Path>,
    /// Time of the evaluation.
    pub elapsed: Duration,
    /// Number of actions listed.
    pub top: usize,
    /// The action of `--why`.
    pub asked: Option<Action>,
}

/// Largest number of the opponent's actions listed: there may be hundreds.
const MOST_OF_OPPONENT: usize = 12;

impl Told<'_> {
    /// Table of the listed actions, and the number of those left out; empty without actions.
    fn actions<A: Display + PartialEq>(&self, actions: &[ValuedAction<A>], whose: Whose) -> String {
        let most = match whose {
            Whose::Own => self.top,
            Whose::Opponents => self.top.min(MOST_OF_OPPONENT),
        };
        if actions.is_empty() {
            return String::new();
        }
        let (table, left_out) = table(actions, whose, most);
        let mut text = format!("\n\n{table}");
        if left_out > 0 {
            let _ = write!(text, "\n  and {left_out} more: --top all lists them");
        }
        text
    }
}

/// The player to decide, in words.
fn to_decide(set: &InformationSet) -> &'static str {
    match set.to_decide() {
        None => "the round is complete; secrets will be shown",
        Some(decides) if decides == set.seat() => "yours to decide",
        Some(_) => "the opponent's to decide; values are yours",
    }
}

/// Page of a position: its value and the best actions.
pub fn page(study: &PositionStudy, told: &Told<'_>) -> String {
    let (set, value) = (&study.information_set, &study.value);
    let mut text = String::new();
    if let Some(advice) = value.advice() {
        let _ = writeln!(text, "{}", paint(BOLD, advice.headline(value.actions())));
    }
    let _ = write!(text, "{}  {}", paint(BOLD, "win"), with_kind(&value.win()));
    if let Some(error) = method_error(value) {
        let _ = write!(text, ", method error {:.1}", 100.0 * error);
    }
    let _ = write!(text, "   {}", to_decide(set));
    if let Some(exploitability) = exploitability(value) {
        let _ = write!(text, "\n{exploitability}");
    }
    if let Some(over_hands) = value.told_over_hands() {
        let _ = write!(text, "\n{}  {}", paint(BOLD, "before the hands were known"), with_kind(&over_hands));
    }
    text += &told.actions(value.actions(), Whose::Own);
    if let Some(sentence) = value.advice().as_ref().and_then(self_loss) {
        let _ = write!(text, "\n{}", paint(DIM, sentence));
    }
    match reasons(&study.why(told.asked.as_slice())) {
        why if why.is_empty() => {
            let of = told
                .asked
                .map(|_| "\n\nThis method does not say why: it does not see the ends of the round.");
            text += of.unwrap_or_default();
        }
        why => {
            let _ = write!(text, "\n\n{why}");
        }
    }
    if !value.opponent_actions().is_empty() {
        let _ = write!(text, "\n\n{}", paint(BOLD, opponents_title(value)));
    }
    text += &told.actions(value.opponent_actions(), Whose::Opponents);
    let _ = write!(
        text,
        "\n\n{}\n{}",
        paint(BOLD, "What the opponent probably has"),
        holdings_table(&study.holdings)
    );
    for note in notes(study, told) {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    text
}

/// The method's own error: as measured, or as much as more hands have just moved the value, if that is more.
fn method_error(value: &PositionValue) -> Option<f64> {
    let ModelError { mean, .. } = value.model_error()?;
    let moved = match value {
        PositionValue::Solved(solved) => {
            solved.over_fewer.map(|of| (of.1.value() - solved.win.value()).abs())
        }
        PositionValue::Searched(_) => None,
    };
    Some(mean.max(moved.unwrap_or_default()))
}

fn opponents_title(value: &PositionValue) -> &'static str {
    match value {
        PositionValue::Solved(_) => "Opponent's probable actions",
        PositionValue::Searched(searched) if searched.exploitability.is_some() => {
            "Opponent's actions in the equilibrium"
        }
        PositionValue::Searched(_) => "Opponent's actions in the search",
    }
}

/// Notes on the method and its assumptions.
fn notes(study: &PositionStudy, told: &Told<'_>) -> Vec<String> {
    let PositionStudy { information_set: set, value, continuation, .. } = study;
    let how = match value {
        PositionValue::Searched(searched) => searched_note(set, searched, told),
        PositionValue::Solved(solved) => solved_note(set, solved, told),
    };
    let mut notes = vec![format!("\n{how}")];
    notes.extend(favour_note(set.rules(), *continuation, told.favours));
    notes.extend(value.model_error().map(|error| error.sentence()));
    notes
}

fn searched_note(set: &InformationSet, searched: &SearchedPosition, told: &Told<'_>) -> String {
    let SearchedPosition { method, effort, .. } = searched;
    let rules = words::rules_of_set(set);
    let seconds = told.elapsed.as_secs_f64();
    let stopped = stopped(searched.stopped);
    if searched.exploitability.is_some() {
        return format!(
            "Computed: rollouts of the approximate equilibrium from the exact posterior, and one step of improvement on them; {} rollouts in {} blocks, seed {}, \
             {seconds:.2} s.{stopped} ± is one standard error of the sample. Rules: {rules}.",
            searched.iterations, searched.blocks, effort.seed,
        );
    }
    format!(
        "Estimated: ± is one standard error of sampling over {} blocks, {} iterations of {} ({}), seed {}, {seconds:.2} s.{stopped} Rules: {rules}.",
        searched.blocks,
        searched.iterations,
        method.name(),
        method.describe(set.rules()),
        effort.seed,
    )
}

fn solved_note(set: &InformationSet, solved: &SolvedPosition, told: &Told<'_>) -> String {
    let reach = match solved.request.reach {
        Past::Uniform => "all placements of the cards being equally likely at its root",
        Past::Equilibrium => "both having played by the approximate equilibrium before",
        Past::Learned => {
            "both having played sensibly before. How likely hands are then is exact for a model of sensible play, and an estimate, as \
             everything here, for players who may differ from it"
        }
    };
    format!(
        "Solved: the rest of the round, {reach}, to an exploitability of {:.2} points ({}): the mean gain of both best responses. Another solution may have other losses of actions that it hardly plays. {}{} iterations, {} information sets, {}, \
         {:.2} s.{} Rules: {}.",
        50.0 * solved.exploitability.value(),
        solved.exploitability.strength(),
        match solved.live {
            live if live >= 1.0 => String::new(),
            live if live >= NEARLY_ALL => format!("Hands of {:.1} % of the weight are in it. ", 100.0 * live),
            live => format!(
                "Only hands of {} of the weight are in it, so its values are estimates. ",
                share(live)
            ),
        } + &over_fewer(solved),
        solved.iterations,
        solved.size.information_sets,
        ByteSize(solved.bytes),
        told.elapsed.as_secs_f64(),
        stopped(solved.stopped),
        words::rules_of_set(set)
    )
}

/// The share of all pairs of hands, in per cent: `5.3 %`, `less than 0.1 %`.
fn share(live: f64) -> String {
    if live < 0.001 { "less than 0.1 %".to_owned() } else { format!("{:.1} %", 100.0 * live) }
}

/// How much the value moved when more hands were included.
fn over_fewer(solved: &SolvedPosition) -> String {
    solved.over_fewer.map_or_else(String::new, |(live, win)| {
        format!("Over hands of {} you would win {:.1} %. ", share(live), 100.0 * win.value())
    })
}

/// A note if the work was cut short, or missed what was asked for.
const fn stopped(stop: Option<Stop>) -> &'static str {
    match stop {
        None => "",
        Some(Stop::Time | Stop::Interrupted) => " Stopped early, by --time or Ctrl-C.",
        Some(Stop::Memory) => {
            " The exploitability asked for was not reached: the rest of the round is too large to be solved."
        }
        Some(Stop::Precision) => {
            " The exploitability asked for was not reached: single precision, in which endgames are solved, allows no smaller one."
        }
        Some(Stop::Nodes) => {
            " The exploitability asked for was not reached: the most iterations ended the run."
        }
    }
}
