//! Public ranges: the ranges of both players for an observer who sees no hand.

use rand::{Rng, RngExt};

use super::{EPSILON, Private, Range, complete, orders, shown};
use crate::policy::Policy;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};

/// The ranges of both players, given the public history.
///
/// The two ranges are not exclusive: a pair of private states has the product of both weights times the
/// number of orders of the remaining cards, and weight 0 if the pack does not hold the cards of both.
#[derive(Clone, PartialEq, Debug)]
pub struct PublicRanges {
    ranges: [Range; 2],
}

impl PublicRanges {
    /// The ranges of both players at this information, of which only the public part is used. Both play by
    /// this policy, which must be able to play by the rules of the round. If it never plays a player's
    /// observed actions, it [trembles](EPSILON).
    #[must_use]
    pub fn new(round: &Round, information: &Information, policy: &(impl Policy + ?Sized)) -> Self {
        Self::found(round, information, policy, &CancelToken::new())
    }

    /// The same, cancelled when `cancel` is set: with many hands it takes a tenth of a second.
    ///
    /// # Errors
    ///
    /// The reason for the cancellation.
    pub fn until(
        round: &Round,
        information: &Information,
        policy: &(impl Policy + ?Sized),
        cancel: &CancelToken,
    ) -> Result<Self, Stop> {
        let ranges = Self::found(round, information, policy, cancel);
        cancel.reason().map_or(Ok(ranges), Err)
    }

    fn found(
        round: &Round,
        information: &Information,
        policy: &(impl Policy + ?Sized),
        cancel: &CancelToken,
    ) -> Self {
        let shown = shown(information);
        let range = |seat: Seat| {
            let may_hold = round.pack().minus(shown[(!seat).index()]);
            Range::new(round, information, seat, may_hold, policy, EPSILON, RunContext::silent(cancel))
        };
        Self { ranges: rayon::join(|| range(Seat::First), || range(Seat::Second)).into() }
    }

    /// The range of one player.
    #[must_use]
    pub const fn range(&self, seat: Seat) -> &Range {
        &self.ranges[seat.index()]
    }

    /// Samples a state consistent with `information`, after the public events of these ranges, from that
    /// player's posterior. The time grows with the number of private states of the opponent.
    pub fn sample<R: Rng + ?Sized>(&self, round: &Round, information: &Information, rng: &mut R) -> State {
        let hidden = round.hidden(information);
        let unseen = hidden.unseen();
        let states = &self.range(!information.seat()).states;
        let weight = |private: &Private, weight: f64| {
            unseen.checked_minus(private.cards()).map_or(0.0, |rest| weight * orders(rest))
        };
        let sum: f64 = states.iter().map(|(private, of)| weight(private, *of)).sum();
        let mut left = sum * rng.random::<f64>();
        let drawn = states.iter().find(|(private, of)| {
            let weight = weight(private, *of);
            left -= weight;
            weight > 0.0 && left < 0.0
        });
        let fits = |(private, _): &&(Private, f64)| unseen.contains(private.cards());
        let Some((private, _)) = drawn.or_else(|| states.iter().rfind(fits)) else {
            // The policy would not have played so with any hand that these cards allow.
            return hidden.sample(rng);
        };
        complete(&hidden, *private, rng)
    }
}
