//! Advice, and the actions in a table.

use std::fmt::{Display, Write};

use hanamachi_solver::hanamikoji::Decision;
use hanamachi_solver::hanamikoji::study::{
    Advice, Comparison, NEGLIGIBLE, PositionValue, ValuedAction, named,
};
use hanamachi_solver::search::strength::{Exploitation, HasStrength, Strength};

use crate::hanamikoji::words;
use crate::percent;
use crate::style::{BOLD, paint};

/// Largest number of actions named beside the one to play.
const MOST_NAMED: usize = 3;
/// Width of the names of actions in a table.
const WIDTH: usize = 16;
/// A frequency from which on an action is the one to play, or at least part of what is played.
const NEARLY_ALWAYS: f64 = 0.9;
const MOSTLY: f64 = 0.5;
const SOMETIMES: f64 = 0.1;

/// What to play, in words: one action, a group of equal ones, or the mixture, from all actions in display order:
///
/// `Play 1D or 1E, which are equal (keep the parasol or the shamisen as the secret).`
/// `Mostly play 1F (keep the tea bowl as the secret), 70 ± 12 % of the time; sometimes 1G (keep the hairpin as the secret); 1A is as good within the error.`
pub(in crate::hanamikoji) fn advice_line(advice: &Advice, actions: &[ValuedAction]) -> String {
    let is_of_best = |orbit: &&[ValuedAction]| orbit.iter().any(|of| advice.best.contains(&of.action));
    let best: Vec<&[ValuedAction]> = orbits(actions).filter(is_of_best).collect();
    let [played, others @ ..] = &best[..] else {
        return format!("Play {} ({}).", advice.play, words::told(advice.play));
    };
    let (sometimes, good): (Vec<_>, Vec<_>) =
        others.iter().partition(|orbit| frequency(orbit).is_some_and(|often| often >= SOMETIMES));
    let often = frequency(played).filter(|&often| often < NEARLY_ALWAYS);
    let equal = if played.len() > 1 { ", which are equal" } else { "" };
    let mut text = match often {
        Some(often) if often >= MOSTLY => "Mostly play ".to_owned(),
        Some(_) if !sometimes.is_empty() => "Most often play ".to_owned(),
        _ => "Play ".to_owned(),
    };
    let _ = write!(text, "{}{equal} ({})", name(played), told(played));
    if let Some(often) = often {
        let error: Option<f64> = played.iter().map(|of| of.frequency_se).sum();
        let error = error.map(|error| format!(" ± {:.0}", (100.0 * error).ceil())).unwrap_or_default();
        let _ = write!(text, ", {:.0}{error} % of the time", 100.0 * often);
    }
    let in_words = |orbit: &[ValuedAction]| format!("{} ({})", name(orbit), told(orbit));
    if let Some((list, _)) = list(&sometimes, "or", in_words) {
        let _ = write!(text, "; sometimes {list}");
    }
    if let Some((list, is_one)) = list(&good, "and", name) {
        let are = if is_one { "is" } else { "are" };
        let _ = write!(text, "; {list} {are} as good within the error");
    }
    text + "."
}

/// Frequency of an orbit; `None` where no strategy was found.
fn frequency<A>(orbit: &[ValuedAction<A>]) -> Option<f64> {
    orbit.iter().map(|of| Some(of.frequency?.value())).sum()
}

/// Frequency of an orbit in per cent, with its standard error where that is known: `70.2 ± 12.1`, `70.2`.
fn frequency_percent<A>(orbit: &[ValuedAction<A>]) -> String {
    let often = frequency(orbit).unwrap_or_default();
    // The members of an orbit vary together.
    let error: Option<f64> = orbit.iter().map(|of| of.frequency_se).sum();
    error.map_or_else(|| format!("{:.1}", 100.0 * often), |error| percent::estimated(often, Some(error)))
}

/// Runs of actions of one orbit, which stand together.
fn orbits<A: PartialEq>(actions: &[ValuedAction<A>]) -> impl Iterator<Item = &[ValuedAction<A>]> {
    actions.chunk_by(|one, other| one.orbit == other.orbit)
}

/// Name of an orbit: `1F`, `1D or 1E`, `4ADBE + 5 equal`.
fn name<A: Display>(orbit: &[ValuedAction<A>]) -> String {
    let named: Vec<String> = orbit.iter().map(|of| of.action.to_string()).collect();
    match &named[..] {
        [] => String::new(),
        [one] => one.clone(),
        [before @ .., last] if named.len() <= MOST_NAMED && 4 * last.len() <= WIDTH => {
            format!("{} or {last}", before.join(", "))
        }
        [first, rest @ ..] => format!("{first} + {} equal", rest.len()),
    }
}

/// An orbit in words: `keep the parasol or the shamisen as the secret`.
fn told(orbit: &[ValuedAction]) -> String {
    let Some(first) = orbit.first() else { return String::new() };
    let cards: Vec<String> = orbit
        .iter()
        .filter_map(|of| match of.action.unpack() {
            Decision::Secret(card) | Decision::TakeCard(card) => Some(named(&[card])),
            _ => None,
        })
        .collect();
    let told = words::told(first.action);
    match &cards[..] {
        [card, .., last] => {
            told.replacen(card, &format!("{} or {last}", cards[..cards.len() - 1].join(", ")), 1)
        }
        _ => told,
    }
}

/// The first of these orbits, as `name` tells them, and the number of the others; whether it is only one action. `None` without any.
fn list(
    orbits: &[&&[ValuedAction]],
    and: &str,
    name: impl Fn(&[ValuedAction]) -> String,
) -> Option<(String, bool)> {
    let named: Vec<String> = orbits.iter().take(MOST_NAMED).map(|orbit| name(orbit)).collect();
    let more = orbits.len().saturating_sub(MOST_NAMED);
    let is_one = matches!(orbits, [[_]]);
    match (&named[..], more) {
        ([], _) => None,
        ([one], 0) => Some((one.clone(), is_one)),
        ([before @ .., last], 0) => Some((format!("{} {and} {last}", before.join(", ")), false)),
        (named, more) => Some((format!("{} {and} {more} more", named.join(", ")), false)),
    }
}

/// Reasons for the recommended action, a paragraph for each action that it is compared with; nothing without reasons.
pub(in crate::hanamikoji) fn reasons(why: &[Comparison]) -> String {
    let paragraphs: Vec<String> = why.iter().map(|comparison| format!("\n  {comparison}")).collect();
    if paragraphs.is_empty() { String::new() } else { paint(BOLD, "Why") + &paragraphs.concat() }
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
            // That of a solution over few hands says little about all of them.
            let (gain, kind) = (solved.exploitability.value(), solved.exploitability.strength());
            (kind < Strength::Estimated).then(|| format!("exploitability {:.2} points ({kind})", 50.0 * gain))
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

/// Table of actions with their frequencies in the strategy that was found, or without a strategy the number of times that the search
/// followed them. Actions that differ by interchangeable geisha alone share a row, with the sum of their frequencies. `≈` marks those that
/// cannot be told from the best. The table has at most `most` rows; the number of actions that are left out follows.
pub(in crate::hanamikoji) fn table<A: Display + PartialEq>(
    actions: &[ValuedAction<A>],
    whose: Whose,
    most: usize,
) -> (String, usize) {
    let kind = actions.iter().find_map(|of| of.win).map_or(Strength::Estimated, |win| win.strength());
    let is_mixed = actions.iter().any(|of| of.frequency.is_some());
    let often = if is_mixed { format!("frequency % ({kind})") } else { "searched".to_owned() };
    let title = format!("win % ({kind})");
    let head = match whose {
        Whose::Own => format!("  {:<16} {:>11}  {title:>17}  {often:>22}", "action", "loses"),
        Whose::Opponents => format!("  {:<16} {title:>17}  {often:>22}", "action"),
    };
    let mut text = paint(BOLD, head);
    let are_many_close = orbits(actions).filter(|orbit| orbit[0].is_best()).count() > 1;
    let mut listed = 0;
    for orbit in orbits(actions).take(most) {
        listed += orbit.len();
        let [of, ..] = orbit else { continue };
        let ValuedAction { win, loss_se, .. } = of;
        let close = if whose == Whose::Own && are_many_close && of.is_best() { '≈' } else { ' ' };
        let loss = match (of.known_loss(), win) {
            (Some(loss), Some(win)) => percent::difference(loss, *loss_se, win),
            _ => "?".to_owned(),
        };
        let win = win.as_ref().map_or_else(|| "?".to_owned(), percent::format_number);
        let often = match frequency(orbit) {
            Some(_) => frequency_percent(orbit),
            None => orbit.iter().filter_map(|of| of.visits).sum::<u64>().to_string(),
        };
        let name = name(orbit);
        let _ = match whose {
            Whose::Own => write!(text, "\n{close} {name:<16} {loss:>11}  {win:>17}  {often:>22}"),
            Whose::Opponents => write!(text, "\n  {name:<16} {win:>17}  {often:>22}"),
        };
    }
    (text, actions.len() - listed)
}
