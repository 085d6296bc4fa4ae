//! Advice, and the actions in a table.

use std::fmt::{Display, Write};

use hanamachi_solver::hanamikoji::Action;
use hanamachi_solver::hanamikoji::study::{Advice, NEGLIGIBLE, PositionValue, ValuedAction};
use hanamachi_solver::search::strength::{Exploitation, HasStrength, Number, Strength};

use crate::hanamikoji::words;
use crate::percent;
use crate::style::{BOLD, paint};

/// Largest number of actions named beside the one to play.
const MOST_NAMED: usize = 3;

/// `Play 1F (keep F as the secret): 70 % of the time; 2AD and 1G are within the error.`
pub(in crate::hanamikoji) fn advice_line(advice: &Advice) -> String {
    let mut text = format!("Play {} ({})", advice.play, words::told(advice.play));
    if let Some(often) = advice.frequency {
        let _ = write!(text, ": {:.0} % of the time", 100.0 * often.value());
    }
    let others: Vec<Action> = advice.best.iter().copied().filter(|&other| other != advice.play).collect();
    let named: Vec<String> = others.iter().take(MOST_NAMED).map(Action::to_string).collect();
    let more = others.len().saturating_sub(MOST_NAMED);
    let list = match (&named[..], more) {
        ([], _) => None,
        ([one], 0) => Some(one.clone()),
        ([before @ .., last], 0) => Some(format!("{} and {last}", before.join(", "))),
        (named, more) => Some(format!("{} and {more} more", named.join(", "))),
    };
    if let Some(list) = list {
        let are = if others.len() == 1 { "is" } else { "are" };
        let _ = write!(text, "; {list} {are} as good within the error");
    }
    text + "."
}

/// Explains why the strategy often plays an action with a loss: the strategy found loses something by its own
/// values.
pub(in crate::hanamikoji) fn self_loss(advice: &Advice) -> Option<String> {
    let loss = advice.self_loss.filter(|&loss| loss >= NEGLIGIBLE)?;
    Some(format!(
        "Playing by these frequencies loses {} points by these values: the strategy is an approximation.",
        percent::estimated(loss, Some(advice.self_loss_se.unwrap_or_default()))
    ))
}

/// Exploitability of the strategies, in percentage points of a game won: `exploitability at least 4.5 ± 0.4
/// points a round (estimated)`.
pub(in crate::hanamikoji) fn exploitability(value: &PositionValue) -> Option<String> {
    match value {
        PositionValue::Searched(searched) => {
            let exploitability = searched.exploitability?;
            Some(match points_a_round(exploitability) {
                Some(gain) => format!("exploitability {gain}"),
                None => UNMEASURED.to_owned(),
            })
        }
        PositionValue::Solved(solved) => {
            let Number::Proved(gain) = solved.exploitability else { return None };
            Some(format!("exploitability {:.2} points ({})", 50.0 * gain, solved.exploitability.strength()))
        }
    }
}

/// What is known of the exploitability of a policy under rules for which it was not trained.
pub(in crate::hanamikoji) const UNMEASURED: &str =
    "exploitability unknown, as the policy was trained without a limit of rounds";

/// An exploitability in percentage points of a game won: `at least 4.5 ± 0.4 points a round (estimated)`.
pub(in crate::hanamikoji) fn points_a_round(exploitability: Exploitation) -> Option<String> {
    let points = 50.0 * exploitability.value()?;
    let error = exploitability.standard_error().map(|se| format!(" ± {:.1}", 50.0 * se));
    let points = format!("{points:.1}{} points a round", error.unwrap_or_default());
    Some(match exploitability {
        Exploitation::AtLeast(_) => format!("at least {points} ({})", Strength::Estimated),
        Exploitation::Exact(_) | Exploitation::Unmeasured => points,
    })
}

/// Owner of the actions in a table; losses are shown only for one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::hanamikoji) enum Whose {
    Own,
    Opponents,
}

/// Table of these actions with their frequencies in the strategy that was found, or without a strategy the
/// number of times that the search followed them. `≈` marks those that cannot be told from the best.
pub(in crate::hanamikoji) fn table<A: Display>(actions: &[ValuedAction<A>], whose: Whose) -> String {
    let kind = actions.iter().find_map(|of| of.win).map_or(Strength::Estimated, |win| win.strength());
    let is_mixed = actions.iter().any(|of| of.frequency.is_some());
    let often = if is_mixed { format!("frequency % ({kind})") } else { "searched".to_owned() };
    let head = match whose {
        Whose::Own => format!("  action         loses  win % ({kind})   {often}"),
        Whose::Opponents => format!("  action    win % ({kind})   {often}"),
    };
    let mut text = paint(BOLD, head);
    let are_many_close = actions.iter().filter(|of| of.is_best()).count() > 1;
    for of in actions {
        let ValuedAction { action, win, loss_se, visits, frequency, .. } = of;
        let close = if whose == Whose::Own && are_many_close && of.is_best() { '≈' } else { ' ' };
        let loss = match (of.known_loss(), win) {
            (Some(loss), Some(win)) => percent::difference(loss, *loss_se, win),
            _ => "?".to_owned(),
        };
        let win = win.as_ref().map_or_else(|| "?".to_owned(), percent::format_number);
        let action = action.to_string();
        let visits = frequency.map_or_else(
            || visits.unwrap_or_default().to_string(),
            |often| format!("{:.1}", 100.0 * often.value()),
        );
        let _ = match whose {
            Whose::Own => write!(text, "\n{close} {action:<7} {loss:>12}  {win:>11} {visits:>16}"),
            Whose::Opponents => write!(text, "\n  {action:<7} {win:>13} {visits:>16}"),
        };
    }
    text
}
