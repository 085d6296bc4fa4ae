//! What the opponent probably holds, keeps and has discarded.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::analysis::Opponent;
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::{Beliefs, Information, Model, Place, Round, WeightedDeals};
use hanamachi_solver::search::strength::Strength;

use super::search::Search;
use crate::seed;
use crate::style::{BOLD, paint};

/// Deals of which the beliefs are made.
const DEALS: usize = 2000;

/// What the opponent probably holds, and what that rests on.
pub(in crate::hanamikoji) struct Holdings {
    pub(in crate::hanamikoji) beliefs: Beliefs,
    /// `proved` under the assumption of the method, or `estimated`.
    pub(in crate::hanamikoji) kind: Strength,
    /// `uniform` or `learned`: how the opponent is taken to play.
    pub(in crate::hanamikoji) method: &'static str,
    /// Deals in the sample, where there is one.
    pub(in crate::hanamikoji) n: Option<usize>,
    /// The same in a sentence.
    pub(in crate::hanamikoji) basis: String,
}

impl Holdings {
    /// The beliefs under this model of the opponent.
    pub(in crate::hanamikoji) fn new(
        round: &Round,
        information: &Information,
        opponent: Opponent,
        seed: u64,
    ) -> Self {
        let uniform = || Self {
            beliefs: Beliefs::uniform(&round.hidden(information)),
            kind: Strength::Proved,
            method: "uniform",
            n: None,
            basis: "Proved if the unseen cards are shuffled.".to_owned(),
        };
        let Opponent::Learned { temperature, .. } = opponent else { return uniform() };
        let model = Model { evaluation: Evaluation::standard(), temperature };
        let deals = WeightedDeals::new(round, information, model, DEALS, &mut seed::generator(seed));
        let states = deals.iter().map(|(state, weight)| (*state, weight));
        let Some(beliefs) = Beliefs::from_weighted(information.seat(), states) else { return uniform() };
        let basis = format!(
            "Estimated from {DEALS} deals, seed {seed}, weighted by what a sensible opponent would have done."
        );
        Self { beliefs, kind: Strength::Estimated, method: "learned", n: Some(DEALS), basis }
    }
}

/// A table of the unseen geisha: the expected number of their cards in the opponent's hand, and how likely one at
/// least lies in each of the other places. Below it, what that rests on.
pub(in crate::hanamikoji) fn holdings(round: &Round, information: &Information, seed: u64) -> String {
    Holdings::new(round, information, Search::settings(round.rules()).opponent, seed)
        .table(round, information)
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
