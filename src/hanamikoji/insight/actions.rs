//! Actions in a table.

use std::fmt::{Display, Write};

use hanamachi_solver::hanamikoji::analysis::Advisor;
use hanamachi_solver::hanamikoji::study::{Ranking, ValuedAction};
use hanamachi_solver::hanamikoji::{Favour, Rules};
use hanamachi_solver::search::strength::{HasStrength, Strength};

use crate::percent;
use crate::style::{BOLD, paint};

/// The `most` actions that lose least in a table, and how many more there are, as [what is known best](Advisor) for these rules and markers says.
pub(in crate::hanamikoji) fn hint(ranking: Ranking, most: usize, rules: &Rules, favour: Favour) -> String {
    let mut ranking = ranking.by_loss();
    if let Some(exploitability) = Advisor::exploitability(rules, favour) {
        for of in &mut ranking {
            of.play(exploitability);
        }
    }
    let mut text = table(&ranking[..most.min(ranking.len())], Whose::Own);
    let more = ranking.len().saturating_sub(most);
    if more > 0 {
        let _ = write!(text, "\n  and {more} more");
    }
    text
}

/// Whose actions a table lists: only of one's own it is said what they lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::hanamikoji) enum Whose {
    Own,
    Opponents,
}

/// These actions in a table, with how often the equilibrium plays them, or where there is none how often the search followed them.
pub(in crate::hanamikoji) fn table<A: Display>(actions: &[ValuedAction<A>], whose: Whose) -> String {
    let kind = actions.iter().find_map(|of| of.win).map_or(Strength::Estimated, |win| win.strength());
    let is_mixed = actions.iter().any(|of| of.frequency.is_some());
    let often = if is_mixed { format!("frequency % ({kind})") } else { "searched".to_owned() };
    let head = match whose {
        Whose::Own => format!("  action    loses  win % ({kind})   {often}"),
        Whose::Opponents => format!("  action    win % ({kind})   {often}"),
    };
    let mut text = paint(BOLD, head);
    for ValuedAction { action, win, loss, visits, frequency, .. } in actions {
        let win = win.as_ref().map_or_else(|| "?".to_owned(), percent::of);
        let loss = loss.map_or_else(|| "?".to_owned(), |loss| format!("{:.1}", 100.0 * loss));
        let action = action.to_string();
        let visits = frequency.map_or_else(
            || visits.unwrap_or_default().to_string(),
            |often| format!("{:.1}", 100.0 * often.value()),
        );
        let _ = match whose {
            Whose::Own => write!(text, "\n  {action:<7} {loss:>7}  {win:>11} {visits:>16}"),
            Whose::Opponents => write!(text, "\n  {action:<7} {win:>13} {visits:>16}"),
        };
    }
    text
}
