//! What the opponent probably holds, keeps and has discarded, in a table.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::Place;
use hanamachi_solver::hanamikoji::study::{Holdings, HoldingsBasis};

use crate::style::{BOLD, paint};

/// What beliefs rest on, in a sentence.
pub(in crate::hanamikoji) fn basis(holdings: &Holdings) -> String {
    match holdings.basis {
        HoldingsBasis::Uniform => "Proved if the unseen cards are shuffled.".to_owned(),
        HoldingsBasis::Weighted { deals, seed } => format!(
            "Estimated from {deals} deals, seed {seed}, weighted by what a sensible opponent would have done."
        ),
    }
}

/// A table of the unseen geisha: the expected number of their cards in the opponent's hand, and how likely one at
/// least lies in each of the other places. Below it, what that rests on.
pub(in crate::hanamikoji) fn holdings_table(holdings: &Holdings) -> String {
    let beliefs = &holdings.beliefs;
    let shown: Vec<(&str, Place)> = [
        ("secret", Place::Secret),
        ("discarded", Place::TradeOff),
        ("deck", Place::Deck),
        ("removed", Place::Removed),
    ]
    .into_iter()
    .filter(|&(_, place)| holdings.hidden.size(place) > 0)
    .collect();
    let mut head = format!("  {:<8}{:>7}{:>9}", "geisha", "in hand", "any");
    for (name, _) in &shown {
        let _ = write!(head, "{name:>10}");
    }
    let mut text = paint(BOLD, head);
    for (geisha, _) in holdings.hidden.unseen().kinds() {
        let hand = beliefs.copies(Place::Hand, geisha);
        let _ =
            write!(text, "\n  {:<8}{:>7.2}{:>7.0} %", geisha.letter(), hand.expected(), 100.0 * hand.any());
        for &(_, place) in &shown {
            let _ = write!(text, "{:>8.0} %", 100.0 * beliefs.copies(place, geisha).any());
        }
    }
    text + "\n" + &basis(holdings)
}
