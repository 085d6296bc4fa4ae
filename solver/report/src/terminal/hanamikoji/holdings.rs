//! Table of the cards that the opponent probably holds, keeps and has discarded.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::Place;
use hanamachi_solver::hanamikoji::analysis::Past;
use hanamachi_solver::hanamikoji::study::Holdings;

use crate::terminal::style::{BOLD, paint};

/// Assumption behind the beliefs, in a sentence. `player` models the opponent, if one was named.
pub fn basis(holdings: &Holdings, player: Option<&str>) -> String {
    let how = match (holdings.basis, player) {
        (Some(Past::Uniform), _) => return "Exact if the unseen cards are shuffled.".to_owned(),
        (Some(Past::Learned), _) => "by what self-play has taught".to_owned(),
        (Some(Past::Equilibrium), _) => {
            let often = 100.0 * holdings.tremble.unwrap_or_default();
            return format!(
                "Exact if the opponent plays by the approximate equilibrium, and at random {often} % of the time."
            );
        }
        (None, Some(player)) => format!("as `{player}` does"),
        (None, None) => "by the policy".to_owned(),
    };
    let trembling = holdings
        .tremble
        .map(|epsilon| format!(" and, as it never plays so, at random {} % of the time", 100.0 * epsilon));
    format!("Exact if the opponent plays {how}{}.", trembling.unwrap_or_default())
}

/// Table of the unseen geisha: the expected number of their cards in the opponent's hand, and the probability
/// that at least one lies in each of the other places. The assumption behind it follows below.
pub fn holdings_table(holdings: &Holdings) -> String {
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
    text + "\n" + &basis(holdings, None)
}
