//! Every legal action with what it is worth.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::Action;
use hanamachi_solver::search::estimate::ClusterMean;
use hanamachi_solver::search::root_values::{ActionAnswer, Answer};
use hanamachi_solver::search::strength::{Estimated, HasStrength, Strength};

use super::win::win;
use crate::percent;
use crate::style::{BOLD, paint};

/// **Estimated**: the legal actions, the one that the search followed most first.
#[derive(Clone, Debug)]
pub(in crate::hanamikoji) struct Ranking(Vec<Ranked>);

/// In fewer blocks than this an action must not have been followed for its error to be told.
const FEWEST_BLOCKS: u64 = 10;

/// An action with what a search says of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Ranked {
    pub(in crate::hanamikoji) action: Action,
    /// `None` if the search never followed it.
    pub(in crate::hanamikoji) win: Option<Estimated>,
    /// The share of the search that followed it, 0 to 1; of regret minimization, how often its average strategy plays it. No
    /// advice to mix: a search explores actions that lose.
    pub(in crate::hanamikoji) share: f64,
    /// How often the search followed it.
    pub(in crate::hanamikoji) visits: u64,
}

impl From<&ActionAnswer<Action>> for Ranked {
    fn from(answer: &ActionAnswer<Action>) -> Self {
        let win = |value: ClusterMean| {
            let win = win(value);
            // A handful of visits that happen to agree tells no error.
            let standard_error = win.standard_error.filter(|_| value.clusters >= FEWEST_BLOCKS);
            Estimated { standard_error, ..win }
        };
        Self { action: answer.action, win: answer.value.map(win), share: answer.share, visits: answer.visits }
    }
}

/// What actions lose against the best of them.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Losses {
    best: Option<f64>,
}

impl Losses {
    /// By what each action wins, where that is known.
    pub(in crate::hanamikoji) fn among(wins: impl Iterator<Item = Option<f64>>) -> Self {
        Self { best: wins.flatten().max_by(f64::total_cmp) }
    }

    /// What an action loses that wins so much, at least 0.
    pub(in crate::hanamikoji) fn of(self, win: Option<f64>) -> Option<f64> {
        self.best.zip(win).map(|(best, win)| (best - win).max(0.0))
    }
}

impl Ranking {
    /// The actions of an answer. Those that were followed as often stand by what they are worth, then in order.
    ///
    /// The values of actions that the search seldom followed are the least certain, so that the largest value is no
    /// good reason to be the one that others are compared with.
    pub(in crate::hanamikoji) fn new(answer: &Answer<Action>) -> Self {
        let mut actions: Vec<Ranked> = answer.actions.iter().map(Ranked::from).collect();
        let worth = |ranked: &Ranked| ranked.win.map_or(-1.0, |win| win.value);
        // Stable: what is alike stays in ascending order.
        actions.sort_by(|one, other| {
            other.share.total_cmp(&one.share).then(worth(other).total_cmp(&worth(one)))
        });
        Self(actions)
    }

    /// The same actions by what they lose, the best first; those that the search never followed last.
    pub(in crate::hanamikoji) fn by_loss(mut self) -> Vec<Ranked> {
        let worth = |ranked: &Ranked| ranked.win.map_or(-1.0, |win| win.value);
        self.0.sort_by_key(|ranked| ranked.action);
        self.0.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        self.0
    }

    /// The actions that the search followed, by how often.
    pub(in crate::hanamikoji) fn by_share(mut self) -> Vec<Ranked> {
        self.0.retain(|ranked| ranked.visits > 0);
        self.0
    }

    /// The one that the search followed most; `None` if there is no legal action.
    pub(in crate::hanamikoji) fn most_followed(&self) -> Option<&Ranked> {
        self.0.first()
    }

    /// The `most` that lose least in a table, and how many more there are.
    pub(in crate::hanamikoji) fn table(self, most: usize) -> String {
        let ranking = self.by_loss();
        let mut text = table(&ranking[..most.min(ranking.len())], Whose::Own);
        let more = ranking.len().saturating_sub(most);
        if more > 0 {
            let _ = write!(text, "\n  and {more} more");
        }
        text
    }
}

/// Whose actions a table lists: only of one's own it is said what they lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::hanamikoji) enum Whose {
    Own,
    Opponents,
}

/// These actions in a table, with how often the search followed them.
pub(in crate::hanamikoji) fn table(ranking: &[Ranked], whose: Whose) -> String {
    let losses = Losses::among(ranking.iter().map(|ranked| ranked.win.map(|win| win.value)));
    let kind = ranking.iter().find_map(|ranked| ranked.win).map_or(Strength::Estimated, |win| win.strength());
    let head = match whose {
        Whose::Own => format!("  action    loses  win % ({kind})   searched"),
        Whose::Opponents => format!("  action    win % ({kind})   searched"),
    };
    let mut text = paint(BOLD, head);
    for Ranked { action, win, visits, .. } in ranking {
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
