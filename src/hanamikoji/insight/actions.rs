//! Every legal action with what it is worth.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::Action;
use hanamachi_solver::search::estimate::ClusterMean;
use hanamachi_solver::search::ismcts::{ActionAnswer, Answer};

use super::win::Win;
use crate::style::{BOLD, paint};

/// **Estimated**: the legal actions, the one to play most often first.
#[derive(Clone, Debug)]
pub(in crate::hanamikoji) struct Ranking(Vec<Ranked>);

/// In fewer blocks than this an action must not have been followed for its error to be told.
const FEWEST_BLOCKS: u64 = 10;

/// An action with what a search says of it.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Ranked {
    pub(in crate::hanamikoji) action: Action,
    /// `None` if the search never followed it.
    pub(in crate::hanamikoji) win: Option<Win>,
    /// How often to play it, 0 to 1.
    pub(in crate::hanamikoji) share: f64,
    /// How often the search followed it.
    pub(in crate::hanamikoji) visits: u64,
}

impl From<&ActionAnswer<Action>> for Ranked {
    fn from(answer: &ActionAnswer<Action>) -> Self {
        let win = |value: ClusterMean| {
            let win = Win::from(value);
            // A handful of visits that happen to agree tells no error.
            Win { se: win.se.filter(|_| value.clusters >= FEWEST_BLOCKS), ..win }
        };
        Self { action: answer.action, win: answer.value.map(win), share: answer.share, visits: answer.visits }
    }
}

impl Ranking {
    /// The actions of an answer. Those that are played as often stand by what they are worth, then in order.
    ///
    /// The values of actions that the search seldom followed are the least certain, so that the largest value is no
    /// good reason to be first.
    pub(in crate::hanamikoji) fn new(answer: &Answer<Action>) -> Self {
        let mut actions: Vec<Ranked> = answer.actions.iter().map(Ranked::from).collect();
        let worth = |ranked: &Ranked| ranked.win.map_or(-1.0, |win| win.value);
        // Stable: what is alike stays in ascending order.
        actions.sort_by(|one, other| {
            other.share.total_cmp(&one.share).then(worth(other).total_cmp(&worth(one)))
        });
        Self(actions)
    }

    /// The same actions by what they are worth; those that the search never followed last.
    pub(in crate::hanamikoji) fn by_worth(mut self) -> Vec<Ranked> {
        let worth = |ranked: &Ranked| ranked.win.map_or(-1.0, |win| win.value);
        self.0.sort_by_key(|ranked| ranked.action);
        self.0.sort_by(|one, other| worth(other).total_cmp(&worth(one)));
        self.0
    }

    /// The actions that the search followed, by how often to play them.
    pub(in crate::hanamikoji) fn by_share(mut self) -> Vec<Ranked> {
        self.0.retain(|ranked| ranked.visits > 0);
        self.0
    }

    /// The first of them; `None` if there is no legal action.
    pub(in crate::hanamikoji) fn best(&self) -> Option<&Ranked> {
        self.0.first()
    }

    /// The first `most` in a table, and how many more there are.
    pub(in crate::hanamikoji) fn table(&self, most: usize) -> String {
        let mut text = paint(BOLD, "  action    win              play it");
        for Ranked { action, win, share, .. } in self.0.iter().take(most) {
            let win = win.map_or_else(|| format!("{:>5}", "?"), Win::text);
            let action = action.to_string();
            let _ = write!(text, "\n  {action:<7} {win:<16} {:>5.1} %", 100.0 * share);
        }
        let more = self.0.len().saturating_sub(most);
        if more > 0 {
            let _ = write!(text, "\n  and {more} more");
        }
        text
    }
}
