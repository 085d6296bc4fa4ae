//! Actions in a table.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::study::{Losses, RankedAction, Ranking};
use hanamachi_solver::search::strength::{HasStrength, Strength};

use crate::percent;
use crate::style::{BOLD, paint};

/// The `most` actions that lose least in a table, and how many more there are.
pub(in crate::hanamikoji) fn hint(ranking: Ranking, most: usize) -> String {
    let ranking = ranking.by_loss();
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

/// These actions in a table, with how often the search followed them.
pub(in crate::hanamikoji) fn table(ranking: &[RankedAction], whose: Whose) -> String {
    let losses = Losses::among(ranking.iter().map(|ranked| ranked.win.map(|win| win.value)));
    let kind = ranking.iter().find_map(|ranked| ranked.win).map_or(Strength::Estimated, |win| win.strength());
    let head = match whose {
        Whose::Own => format!("  action    loses  win % ({kind})   searched"),
        Whose::Opponents => format!("  action    win % ({kind})   searched"),
    };
    let mut text = paint(BOLD, head);
    for RankedAction { action, win, visits, .. } in ranking {
        let shown = win.map_or_else(|| "?".to_owned(), |win| percent::of(&win.into()));
        let loss = losses.of(win.map(|win| win.value));
        let loss = loss.map_or_else(|| "?".to_owned(), |loss| format!("{:.1}", 100.0 * loss));
        let action = action.to_string();
        let _ = match whose {
            Whose::Own => write!(text, "\n  {action:<7} {loss:>7}  {shown:>11} {visits:>16}"),
            Whose::Opponents => write!(text, "\n  {action:<7} {shown:>13} {visits:>16}"),
        };
    }
    text
}
