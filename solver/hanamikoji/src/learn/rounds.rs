//! The rounds of self-play.

use rand::{Rng, RngExt};

use crate::between_rounds::favour_table::Layout;
use crate::rules::favour::Favour;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::search::learning::Source;

/// Rounds as games have them: each begins with the markers where the one before has left them. When that decided the game, the
/// next begins with neutral ones, or every other time with those of the round that decided it, the other player first: what is decided most is
/// learned most. One in eight begins with any undecided layout instead, so that none is forgotten.
#[derive(Clone, Debug)]
pub struct Rounds {
    round: Round,
    /// Whether the next game begins where this one was decided.
    again: bool,
    layouts: std::sync::Arc<[Layout]>,
}

const ANY_LAYOUT: f32 = 0.125;

impl Rounds {
    /// Rounds of this game, worth what this round says.
    #[must_use]
    pub fn new(round: &Round) -> Self {
        let layouts = Layout::undecided(round.rules());
        Self { round: round.with_favour(Favour::NEUTRAL), again: false, layouts: layouts.into() }
    }
}

impl Source for Rounds {
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
