//! What a player may hold who plays by a [`Policy`], and how likely: exact.
//!
//! A *range* gives each private state of a player, which is hand, secret and trade-off, a weight. It is made by going forward through
//! what was seen of the player: a first hand, a card for each draw, and for each decision that was seen the probability with
//! which the policy plays it in that private state; what was played face down splits a state into all that it may have been. What the
//! player cannot have held is left out at once: cards that others hold or have shown, and hands from which the cards that
//! the player showed later could not have come.
//!
//! | type | what it is |
//! |---|---|
//! | [`Range`] | the weights of one player's private states |
//! | [`PublicRanges`] | those of both players, as an onlooker knows them who sees no hand |
//! | [`Posterior`] | all that a player cannot see, given what the player knows |
//!
//! # Weights
//!
//! Every order of the physical cards is equally likely before the deal. With *v* the counts of all cards, *h* those of a first hand, and *R*
//! the cards that neither player has been dealt in the end, the orders in which a first hand and certain draws come to both
//! players are in proportion to 1 / Π *h*! for each player, times 1 for each card drawn, times the number of orders of *R*, with products over
//! the geisha. So a range needs only the player's own cards, and the two players' meet in the orders of *R* alone: given what
//! one player holds, a private state of the other weighs its range times the orders of what it leaves, of which each card is as
//! likely to be the removed one as any other.
//!
//! The order of a player's own draws makes no difference to a policy, which does not know it.

mod forward;
mod posterior;
mod public;
#[cfg(test)]
mod tests;

pub use self::posterior::Posterior;
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
use hanamachi_core::search::budget::CancelToken;

/// How often a policy is taken to [tremble](Tremble) where it never plays what was seen.
pub const EPSILON: f64 = 1e-3;

/// What only one player knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Private {
    /// What the player holds.
    pub hand: Cards,
    /// The card that the player keeps secretly, if there is one yet.
    pub secret: Cards,
    /// The cards that the player has discarded, if there are any yet.
    pub trade_off: Cards,
}

impl Private {
    /// All of it together.
    #[must_use]
    pub const fn cards(&self) -> Cards {
        self.hand.plus(self.secret).plus(self.trade_off)
    }
}

/// The weights of a player's private states, to scale: all that are above 0.
#[derive(Clone, PartialEq, Debug)]
pub struct Range {
    seat: Seat,
    states: Vec<(Private, f64)>,
    tremble: Option<f64>,
}

impl Range {
    /// The range of the player in `seat`, where a player knows `information`; `may_hold` are the cards which the player in `seat` may
    /// have been dealt. Where the policy never plays what was seen, it is taken to tremble with probability `epsilon`. Worth nothing once `cancel` is set.
    fn new(
        round: &Round,
        information: &Information,
        seat: Seat,
        may_hold: Cards,
        policy: &(impl Policy + ?Sized),
        epsilon: f64,
        cancel: &CancelToken,
    ) -> Self {
        assert!(epsilon > 0.0, "without trembling there may be no state at all");
        let forward =
            |policy: &dyn Policy| Forward::new(round, information, seat, may_hold, policy, cancel).run();
        let states = forward(&policy);
        if !states.is_empty() {
            return Self { seat, states, tremble: None };
        }
        Self { seat, states: forward(&Tremble::new(policy, epsilon)), tremble: Some(epsilon) }
    }

    /// Whose it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The private states with their weights.
    #[must_use]
    pub fn states(&self) -> &[(Private, f64)] {
        &self.states
    }

    /// How often the policy had to be taken to tremble for there to be any.
    #[must_use]
    pub const fn tremble(&self) -> Option<f64> {
        self.tremble
    }
}

/// The cards that everybody has seen, by who showed them.
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

/// The product of the factorials of the counts.
pub(crate) fn factorials(cards: Cards) -> f64 {
    cards.kinds().map(|(_, count)| factorial(count)).product()
}

fn factorial(count: u32) -> f64 {
    (1..=count).map(f64::from).product()
}

/// The state with these private cards of the opponent, and one of the others as the removed card, each as likely as any other.
fn complete<R: Rng + ?Sized>(hidden: &Hidden, private: Private, rng: &mut R) -> State {
    let rest = hidden.unseen().minus(private.cards());
    let has_removed = hidden.size(Place::Removed) > 0;
    let removed = if has_removed { random_card(rest, rng) } else { Cards::EMPTY };
    hidden.fill(private.hand, private.secret, private.trade_off, removed)
}
