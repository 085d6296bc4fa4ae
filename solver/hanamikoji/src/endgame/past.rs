//! How likely a model of a sensible player would have played what was seen of both.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::evaluation::Evaluation;
use crate::knowledge::weighted_deals::{Model, Past};
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::{HiddenInformation, Seat};
use hanamachi_core::search::parallel::Streams;

/// Random orders of the draws of a private state over which its likelihood is averaged.
const ORDERS: u32 = 4;

/// Both players, as an onlooker knows what they played.
pub(super) struct Pasts<'a> {
    of: [(Past<'a>, State); 2],
    rng: Xoshiro256PlusPlus,
}

impl<'a> Pasts<'a> {
    pub(super) fn new(round: &'a Round, information: &Information, temperature: f32, seed: u64) -> Self {
        let model = Model { evaluation: Evaluation::standard(), temperature };
        let known = *round.hidden(information).known();
        let of = Seat::BOTH.map(|seat| {
            // The other player sees of this one what an onlooker sees; the other's own cards do not matter.
            let mut public = round.information(&known, !seat);
            public.hand = Cards::EMPTY;
            for entry in &mut public.history {
                *entry = entry.hidden();
            }
            (Past::new(round, &public, model), *round.hidden(&public).known())
        });
        Self { of, rng: Streams::new(seed).first() }
    }

    /// How likely this player would have played so with these cards.
    pub(super) fn likelihood(&mut self, seat: Seat, hand: Cards, secret: Cards, trade_off: Cards) -> f64 {
        let (past, state) = &mut self.of[seat.index()];
        state.hands[seat.index()] = hand;
        state.secrets[seat.index()] = secret;
        state.trade_offs[seat.index()] = trade_off;
        let once = |_| f64::from(past.log_likelihood(state, &mut self.rng)).exp();
        (0..ORDERS).map(once).sum::<f64>() / f64::from(ORDERS)
    }
}
