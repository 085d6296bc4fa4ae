//! What the opponent probably holds, keeps and has discarded.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::analysis::Opponent;
use hanamachi_solver::hanamikoji::policy::Policy;
use hanamachi_solver::hanamikoji::{Beliefs, Information, Place, Posterior, Round};
use hanamachi_solver::search::strength::Strength;

use super::search::Search;
use crate::style::{BOLD, paint};

/// What the opponent probably holds, and what that rests on.
pub(in crate::hanamikoji) struct Holdings {
    pub(in crate::hanamikoji) beliefs: Beliefs,
    /// `proved` under the assumption of the method.
    pub(in crate::hanamikoji) kind: Strength,
    /// `uniform`, `learned` or `policy`: how the opponent is taken to play.
    pub(in crate::hanamikoji) method: &'static str,
    /// How often the policy had to be taken to play at random, because it never plays what was seen.
    pub(in crate::hanamikoji) tremble: Option<f64>,
    /// The same in a sentence.
    pub(in crate::hanamikoji) basis: String,
}

impl Holdings {
    /// The beliefs under this model of the opponent.
    pub(in crate::hanamikoji) fn new(round: &Round, information: &Information, opponent: Opponent) -> Self {
        if let Some(policy) = opponent.policy() {
            let of_policy = Self::of_policy(round, information, &policy, "by what self-play has taught");
            return Self { method: "learned", ..of_policy };
        }
        Self {
            beliefs: Beliefs::uniform(&round.hidden(information)),
            kind: Strength::Proved,
            method: "uniform",
            tremble: None,
            basis: "Proved if the unseen cards are shuffled.".to_owned(),
        }
    }

    /// The beliefs where the opponent plays by this policy; `how` tells it in a sentence: "as `greedy` does".
    pub(in crate::hanamikoji) fn of_policy(
        round: &Round,
        information: &Information,
        policy: &(impl Policy + ?Sized),
        how: &str,
    ) -> Self {
        let posterior = Posterior::new(round, information, policy);
        let tremble = posterior.tremble();
        let trembling = tremble.map(|epsilon| {
            format!(" and, as it never plays so, at random {} % of the time", 100.0 * epsilon)
        });
        let basis = format!("Proved if the opponent plays {how}{}.", trembling.unwrap_or_default());
        Self { beliefs: posterior.beliefs(), kind: Strength::Proved, method: "policy", tremble, basis }
    }
}

/// A table of the unseen geisha: the expected number of their cards in the opponent's hand, and how likely one at
/// least lies in each of the other places. Below it, what that rests on.
pub(in crate::hanamikoji) fn holdings(round: &Round, information: &Information) -> String {
    Holdings::new(round, information, Search::settings(round.rules()).opponent).table(round, information)
}

impl Holdings {
    /// See [`holdings`].
    pub(in crate::hanamikoji) fn table(&self, round: &Round, information: &Information) -> String {
        let hidden = round.hidden(information);
        let beliefs = &self.beliefs;
        let shown: Vec<(&str, Place)> = [
            ("secret", Place::Secret),
            ("discarded", Place::TradeOff),
            ("deck", Place::Deck),
            ("removed", Place::Removed),
        ]
        .into_iter()
        .filter(|&(_, place)| hidden.size(place) > 0)
        .collect();
        let mut head = format!("  {:<8}{:>7}{:>9}", "geisha", "in hand", "any");
        for (name, _) in &shown {
            let _ = write!(head, "{name:>10}");
        }
        let mut text = paint(BOLD, head);
        for (geisha, _) in hidden.unseen().kinds() {
            let hand = beliefs.copies(Place::Hand, geisha);
            let _ = write!(
                text,
                "\n  {:<8}{:>7.2}{:>7.0} %",
                geisha.letter(),
                hand.expected(),
                100.0 * hand.any()
            );
            for &(_, place) in &shown {
                let _ = write!(text, "{:>8.0} %", 100.0 * beliefs.copies(place, geisha).any());
            }
        }
        text + "\n" + &self.basis
    }
}
