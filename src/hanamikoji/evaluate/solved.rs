//! A solved endgame for programs and for people.

use std::fmt::{Display, Write};

use hanamachi_solver::hanamikoji::analysis::Reach;
use hanamachi_solver::hanamikoji::study::{PositionStudy, SolvedPosition, ValuedAction};
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};

use super::page::{Told, to_decide};
use crate::failure::ByteSize;
use crate::hanamikoji::insight::{Whose, holdings_table};
use crate::hanamikoji::words;
use crate::percent;
use crate::style::{BOLD, DIM, paint};

/// A position that was solved.
pub(super) fn page(study: &PositionStudy, solved: &SolvedPosition, told: &Told<'_>) -> String {
    let set = &study.information_set;
    let mut text = headline(&solved.win);
    let _ = write!(
        text,
        "   {}\n{}  {}",
        to_decide(set),
        paint(BOLD, "over all hands"),
        with_kind(&solved.over_hands)
    );
    let strength = solved.win.strength();
    text += &told.actions(&solved.actions, Whose::Own, |actions| table(actions, strength, Whose::Own));
    if !solved.opponent_actions.is_empty() {
        let _ = write!(text, "\n\n{}", paint(BOLD, "What you will see the opponent play"));
    }
    let seen = |actions: &[_]| table(actions, strength, Whose::Opponents);
    text += &told.actions(&solved.opponent_actions, Whose::Opponents, seen);
    let _ = write!(
        text,
        "\n\n{}\n{}",
        paint(BOLD, "What the opponent probably has"),
        holdings_table(&study.holdings)
    );
    let reach = match solved.request.settings.reach {
        Reach::Uniform => "all placements of the cards being alike at its root",
        Reach::Equilibrium => "both having played by the approximate equilibrium before",
        Reach::Learned => {
            "both having played sensibly before. How likely hands are then is exact for a model of sensible play, and an estimate, as \
             everything here, for players who may differ from it"
        }
    };
    let stopped =
        if solved.stopped.is_some() { " The time limit ended it before that was better." } else { "" };
    let note = format!(
        "Solved: the rest of the round is in equilibrium but for {:.5} ({}), the mean of what best responses gain in utility, \
         {reach}.{stopped} {} iterations, {} information sets, {}, {:.2} s. Rules: {}.",
        solved.exploitability.value(),
        solved.exploitability.strength(),
        solved.iterations,
        solved.size.information_sets,
        ByteSize(solved.bytes),
        told.elapsed.as_secs_f64(),
        words::rules_of_set(set)
    );
    let _ = write!(text, "\n\n{}", paint(DIM, note));
    if let Some(note) = told.continuation.note() {
        let _ = write!(text, "\n{}", paint(DIM, note));
    }
    text
}

/// `54.12 % (computed)`.
pub(super) fn with_kind(number: &Number) -> String {
    format!("{} % ({})", percent::of(number), number.strength())
}

/// `win  54.12 % (computed)`.
pub(super) fn headline(win: &Number) -> String {
    format!("{}  {}", paint(BOLD, "win"), with_kind(win))
}

/// These actions in a table; of one's own with what they lose.
fn table<A: Display>(actions: &[ValuedAction<A>], strength: Strength, whose: Whose) -> String {
    let (lose, often) = match whose {
        Whose::Own => ("loses  ", "frequency"),
        Whose::Opponents => ("", "likely"),
    };
    let mut text = paint(BOLD, format!("  action    {lose}win % ({strength})   {often} % ({strength})"));
    for of in actions {
        let Some(win) = &of.win else { continue };
        let _ = write!(text, "\n  {:<7}", of.action.to_string());
        if let Some(loss) = of.loss {
            let _ = write!(text, " {:>7} ", percent::difference(loss, win));
        }
        let _ = write!(text, " {:>11} {:>14.1}", percent::of(win), 100.0 * of.share);
    }
    text
}
