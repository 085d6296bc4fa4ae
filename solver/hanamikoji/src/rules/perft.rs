//! Perft: the number of sequences of turns of each length.
//!
//! The count checks legal actions and answers together and depends on nothing else. An offer and its answer
//! are one turn. Equal cards, equal pairs, and orders within a set count once.

use std::collections::HashMap;

use crate::rules::action_lists::subsets;
use crate::rules::card::Cards;
use crate::rules::deal::Deal;
use crate::rules::parameters::{Kind, Kinds, Rules};
use crate::rules::state::mover;
use hanamachi_core::game::Seat;

/// Counts the distinct sequences of 1, 2, … `turns` completed turns of a deal; 0 beyond the end of the round.
///
/// A player's options depend only on the player's own draws and earlier turns: the opponent's actions and
/// answers change no hand. A count is therefore the number of sequences of the first player's turns times
/// that of the second player's, and each factor is a walk through the few thousand hands that a player can
/// reach. It takes less than a hundredth of a second.
///
/// ```
/// use hanamachi_solver::hanamikoji::notation::DescribedDeal;
/// use hanamachi_solver::hanamikoji::perft;
///
/// // Seven different cards: 7 secrets, 21 trade-offs, 35 gifts with 3 answers each, 105 competitions with 2.
/// let dealt: DescribedDeal = "A/ABCDEF/BCDEFG/GDEFFGGG".parse()?;
/// assert_eq!(perft(&dealt.tags().rules, dealt.deal(), 1), [7 + 21 + 35 * 3 + 105 * 2]);
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[must_use]
pub fn perft(rules: &Rules, deal: &Deal, turns: u8) -> Vec<u64> {
    let [mut first, mut second] = Seat::BOTH.map(|seat| ReachedHands::new(rules, deal, seat));
    let in_round = rules.turns();
    (0..usize::from(turns))
        .map(|turn| {
            if turn < in_round {
                let walk = if mover(turn) == Seat::First { &mut first } else { &mut second };
                walk.step(deal.draws()[turn]);
                first.sequences() * second.sequences()
            } else {
                0
            }
        })
        .collect()
}

/// The hands that a player can hold after some turns, with the number of ways to reach each.
struct ReachedHands {
    ways: HashMap<(Cards, Kinds), u64>,
}

impl ReachedHands {
    fn new(rules: &Rules, deal: &Deal, seat: Seat) -> Self {
        Self { ways: HashMap::from([((deal.hand(seat), rules.actions()), 1)]) }
    }

    /// One turn of the player, starting with this draw.
    fn step(&mut self, draw: crate::rules::card::Geisha) {
        let mut next = HashMap::new();
        for (&(hand, left), &ways) in &self.ways {
            let hand = hand.plus(Cards::single(draw));
            for kind in left.iter() {
                let size = u32::from(kind.number());
                for used in subsets(hand, size).into_iter().filter(|used| used.len() == size) {
                    let left = left.without([kind].into_iter().collect());
                    *next.entry((hand.minus(used), left)).or_default() += ways * forms(kind, used);
                }
            }
        }
        self.ways = next;
    }

    fn sequences(&self) -> u64 {
        self.ways.values().sum()
    }
}

/// Number of ways to use exactly these cards in an action, times the answers to each. The cards taken
/// determine the rest, and so the pairs of a competition: there are as many ways as different cards, or
/// pairs, to take.
fn forms(kind: Kind, used: Cards) -> u64 {
    let distinct = u64::from(used.distinct());
    match kind {
        Kind::Secret | Kind::TradeOff => 1,
        Kind::Gift => distinct,
        Kind::Competition => {
            let twice = used.kinds().filter(|&(_, count)| count > 1).count() as u64;
            distinct * (distinct - 1) / 2 + twice
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_competition_with_equal_cards_is_counted_once() {
        let forms = |cards: &str| forms(Kind::Competition, cards.parse().unwrap());
        // AB|CD, AC|BD, AD|BC.
        assert_eq!(forms("ABCD"), 6);
        // AA|BC and AB|AC, once.
        assert_eq!(forms("AABC"), 4);
        // AA|BB, and AB|AB with a single answer.
        assert_eq!(forms("AABB"), 3);
        assert_eq!((forms("AAAB"), forms("AAAA")), (2, 1));
    }
}
