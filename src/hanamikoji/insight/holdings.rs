//! What the opponent probably holds, keeps and has put away.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::analysis::Opponent;
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::{Beliefs, Information, Model, Place, Round, WeightedDeals};

use super::search::Search;
use crate::seed;
use crate::style::{BOLD, paint};

/// Deals of which the beliefs are made.
const DEALS: usize = 2000;

/// A table of the unseen geisha: the expected number of their cards in the opponent's hand, and how likely one at
/// least lies in each of the other places. Below it, what that rests on.
pub(in crate::hanamikoji) fn holdings(round: &Round, information: &Information, seed: u64) -> String {
    let hidden = round.hidden(information);
    let (beliefs, basis) = match Search::settings(round.rules()).opponent {
        Opponent::Uniform => {
            (Beliefs::uniform(&hidden), "Exact if the unseen cards are shuffled.".to_owned())
        }
        Opponent::Learned { temperature, .. } => {
            let model = Model { evaluation: Evaluation::standard(), temperature };
            let mut rng = seed::generator(seed);
            let deals = WeightedDeals::new(round, information, model, DEALS, &mut rng);
            let states = deals.iter().map(|(state, weight)| (*state, weight));
            let learned = Beliefs::from_weighted(information.seat(), states);
            let basis = format!(
                "Estimated from {DEALS} deals, seed {seed}, weighted by what a sensible opponent would have done."
            );
            (learned.unwrap_or_else(|| Beliefs::uniform(&hidden)), basis)
        }
    };
    let shown: Vec<(&str, Place)> = [
        ("secret", Place::Secret),
        ("put away", Place::TradeOff),
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
        let _ =
            write!(text, "\n  {:<8}{:>7.2}{:>7.0} %", geisha.letter(), hand.expected(), 100.0 * hand.any());
        for &(_, place) in &shown {
            let _ = write!(text, "{:>8.0} %", 100.0 * beliefs.copies(place, geisha).any());
        }
    }
    text + "\n" + &basis
}
