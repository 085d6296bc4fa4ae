//! Ranges and posteriors of a player who plays by a [`Policy`]: exact.
//!
//! A *range* gives each private state of a player, which is hand, secret and trade-off, a weight. It comes
//! from a forward pass through the observed actions of the player: a first hand, a card for each draw, and
//! for each observed decision the probability with which the policy plays it in that private state. A
//! face-down action splits a state into all possibilities. Impossible hands are dropped at once: those with
//! cards that others hold or have shown, and those that could not have led to the cards that the player
//! showed later.
//!
//! | type | contents |
//! |---|---|
//! | [`Range`] | the weights of one player's private states |
//! | [`PublicRanges`] | the ranges of both players, for an observer who sees no hand |
//! | [`Posterior`] | the distribution of all hidden cards, given a player's information |
//!
//! # Weights
//!
//! Every order of the physical cards is equally likely before the deal. With *v* the counts of all cards, *h*
//! those of a first hand, and *R* the cards that neither player has been dealt in the end, the number of
//! orders in which a first hand and certain draws come to both players is proportional to 1 / Π *h*! for each
//! player, times 1 for each card drawn, times the number of orders of *R*, with products over the geisha. So
//! a range depends on the player's own cards only, and the two ranges interact only through the orders of
//! *R*: given one player's cards, a private state of the other has the weight of its range times the orders
//! of the cards that remain, each of which is equally likely to be the removed one.
//!
//! The order of a player's own draws does not matter to a policy, which does not know it.

mod forward;
mod posterior;
mod private;
mod public;
#[cfg(test)]
pub(crate) mod tests;

pub use self::posterior::Posterior;
pub(crate) use self::posterior::Undealt;
pub use self::private::Private;
pub(crate) use self::private::{factorial, factorials};
pub use self::public::PublicRanges;

use rand::Rng;

use self::forward::Forward;
use crate::policy::{Policy, Tremble};
use crate::rules::card::Cards;
use crate::rules::chance::random_card;
use crate::rules::hidden::{Hidden, Place};
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::{State, mover};
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::RunContext;

/// The assumed probability that a policy [trembles](Tremble) if it never plays the observed actions.
pub const EPSILON: f64 = 1e-3;

/// The relative weights of a player's private states: all that are above 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    seat: Seat,
    states: Vec<(Private, f64)>,
    tremble: Option<f64>,
}

impl Range {
    /// The range of the player in `seat`, given `information` of either player; `may_hold` are the cards that
    /// the player in `seat` may have been dealt. If the policy never plays the observed actions, it is
    /// assumed to tremble with probability `epsilon`. The result is invalid once the token of the context is set; its progress counts
    /// the decisions about which the policy was asked.
    fn new(
        round: &Round,
        information: &Information,
        seat: Seat,
        may_hold: Cards,
        policy: &(impl Policy + ?Sized),
        epsilon: f64,
        context: RunContext<'_>,
    ) -> Self {
        assert!(epsilon > 0.0, "without trembling there may be no state at all");
        let forward =
            |policy: &dyn Policy| Forward::new(round, information, seat, may_hold, policy, context).run();
        let states = forward(&policy);
        if !states.is_empty() {
            return Self { seat, states, tremble: None };
        }
        Self { seat, states: forward(&Tremble::new(policy, epsilon)), tremble: Some(epsilon) }
    }

    /// The seat of the player.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The private states with their weights.
    #[must_use]
    pub fn states(&self) -> &[(Private, f64)] {
        &self.states
    }

    /// The probability of trembling that had to be assumed for any private state to remain; `None` without
    /// trembling.
    #[must_use]
    pub const fn tremble(&self) -> Option<f64> {
        self.tremble
    }
}

/// The cards that everybody has seen, by the player who showed them.
fn shown(information: &Information) -> [Cards; 2] {
    let mut shown = [Cards::EMPTY; 2];
    for (turn, entry) in information.history().iter().enumerate() {
        if let Some(offer) = entry.offer() {
            let by = &mut shown[mover(turn).index()];
            *by = by.plus(offer.cards());
        }
    }
    shown
}

/// The number of different orders of these cards.
pub(crate) fn orders(cards: Cards) -> f64 {
    factorial(cards.len()) / factorials(cards)
}

/// The state with these private cards of the opponent, and one of the other cards removed, each equally
/// likely.
fn complete<R: Rng + ?Sized>(hidden: &Hidden, private: Private, rng: &mut R) -> State {
    let rest = hidden.unseen().minus(private.cards());
    let has_removed = hidden.size(Place::Removed) > 0;
    let removed = if has_removed { random_card(rest, rng) } else { Cards::EMPTY };
    hidden.fill(private.hand, private.secret, private.trade_off, removed)
}
