//! Advice, and the actions in a table.

use std::fmt::{Display, Write};

use hanamachi_solver::hanamikoji::study::{
    Advice, Comparison, NEGLIGIBLE, PositionValue, ValuedAction, orbit_frequency, orbit_name, orbits,
};
use hanamachi_solver::search::strength::{HasStrength, Strength};

use crate::hanamikoji::insight::{UNMEASURED, points_a_round};
use crate::percent;
use crate::terminal::style::{BOLD, paint};

/// Frequency of an orbit in per cent, with its standard error where that is known: `70.2 ± 12.1`, `70.2`.
fn frequency_percent<A>(orbit: &[ValuedAction<A>]) -> String {
    let often = orbit_frequency(orbit).unwrap_or_default();
    // The members of an orbit vary together.
    let error: Option<f64> = orbit.iter().map(|of| of.frequency_se).sum();
    error.map_or_else(|| format!("{:.1}", 100.0 * often), |error| percent::estimated(often, Some(error)))
}

/// Reasons for the recommended action, a paragraph for each action that it is compared with; nothing without reasons.
pub fn reasons(why: &[Comparison]) -> String {
    let paragraphs: Vec<String> = why.iter().map(|comparison| format!("\n  {comparison}")).collect();
    if paragraphs.is_empty() { String::new() } else { paint(BOLD, "Why") + &paragraphs.concat() }
}

/// Explains why the strategy often plays an action with a loss: the strategy found loses something by its own
/// values.
pub fn self_loss(advice: &Advice) -> Option<String> {
    let loss = advice.self_loss.filter(|&loss| loss >= NEGLIGIBLE)?;
    Some(format!(
        "Playing by these frequencies loses {} points by these values: the strategy is an approximation.",
        percent::estimated(loss, Some(advice.self_loss_se.unwrap_or_default()))
    ))
}

/// Exploitability of the strategies, in percentage points of a game won: `exploitability at least 4.5 ± 0.4
/// points a round (estimated)`.
pub fn exploitability(value: &PositionValue) -> Option<String> {
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

/// Owner of the actions in a table; losses are shown only for one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// The reader's.
    Own,
    /// The opponent's.
    Opponents,
}

/// Table of actions with their frequencies in the strategy that was found, or without a strategy the number of times that the search
/// followed them. Actions that differ by interchangeable geisha alone share a row, with the sum of their frequencies. `≈` marks those that
/// cannot be told from the best. The table has at most `most` rows; the number of actions that are left out follows.
pub fn table<A: Display + PartialEq>(
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
        let often = match orbit_frequency(orbit) {
            Some(_) => frequency_percent(orbit),
            None => orbit.iter().filter_map(|of| of.visits).sum::<u64>().to_string(),
        };
        let name = orbit_name(orbit);
        let _ = match whose {
            Whose::Own => write!(text, "\n{close} {name:<16} {loss:>11}  {win:>17}  {often:>22}"),
            Whose::Opponents => write!(text, "\n  {name:<16} {win:>17}  {often:>22}"),
        };
    }
    (text, actions.len() - listed)
}
