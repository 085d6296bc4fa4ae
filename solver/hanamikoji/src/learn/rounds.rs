//! The rounds of self-play.

use rand::{Rng, RngExt};

use crate::between_rounds::favour_table::Layout;
use crate::rules::favour::Favour;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::search::learning::GameSource;

/// Rounds as they occur in games: each begins with the markers that the one before has left. After a round
/// that decides the game, the next begins with neutral markers, or every other time with those at the start
/// of the deciding round, the other player first, so that deciding rounds are trained most. One in eight
/// begins with a random undecided layout instead, so that no layout is forgotten.
#[derive(Clone, Debug)]
pub struct Rounds {
    round: Round,
    /// Whether the next game begins with the markers of the round that decides this one.
    again: bool,
    layouts: std::sync::Arc<[Layout]>,
}

const ANY_LAYOUT: f32 = 0.125;

impl Rounds {
    /// Rounds of this round's game, with its utilities.
    #[must_use]
    pub fn new(round: &Round) -> Self {
        let layouts = Layout::undecided(round.rules());
        Self { round: round.with_favour(Favour::NEUTRAL), again: false, layouts: layouts.into() }
    }
}

impl GameSource for Rounds {
    type Game = Round;

    fn game(&self) -> &Round {
        &self.round
    }

    fn begin<R: Rng + ?Sized>(&mut self, rng: &mut R) -> State {
        if !self.round.is_last() && rng.random::<f32>() < ANY_LAYOUT {
            let layout = self.layouts[rng.random_range(0..self.layouts.len())];
            self.round = self.round.with_favour(layout.favour());
        }
        self.round.deal_random(rng)
    }

    fn end(&mut self, state: &State) {
        let mut next = self.round.next_favour(state);
        if next == Favour::NEUTRAL && !self.round.is_last() {
            if self.again {
                next = self.round.favour().flipped();
            }
            self.again = !self.again;
        }
        self.round = self.round.with_favour(next);
    }

    fn save(&self) -> u64 {
        2 * self.round.favour().index() as u64 + u64::from(self.again)
    }

    fn restore(&mut self, saved: u64) {
        let favour = usize::try_from(saved / 2).ok().and_then(Favour::from_index);
        self.round = self.round.with_favour(favour.unwrap_or_default());
        self.again = saved % 2 == 1;
    }
}
