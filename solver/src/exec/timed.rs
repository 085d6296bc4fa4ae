//! Times a player's decisions.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use hanamachi_hanamikoji::players::{Event, Forfeit, Player};
use hanamachi_hanamikoji::{Action, Information, Round};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Decisions of one player on all threads, and their time. It differs between runs, so it belongs into no
/// file that should be the same for all of them.
#[derive(Debug, Default)]
pub struct Clock {
    nanoseconds: AtomicU64,
    decisions: AtomicU64,
}

impl Clock {
    /// Mean time of a decision in milliseconds; `None` without decisions.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean for the eye")]
    pub fn ms_per_move(&self) -> Option<f64> {
        let decisions = self.decisions.load(Ordering::Relaxed);
        let nanoseconds = self.nanoseconds.load(Ordering::Relaxed);
        (decisions > 0).then(|| nanoseconds as f64 / decisions as f64 / 1e6)
    }
}

/// A player whose decisions are timed.
pub struct Timed {
    player: Box<dyn Player>,
    clock: Arc<Clock>,
    /// Time of the current game: added to the clock at its end, so that threads seldom meet there.
    nanoseconds: u64,
    decisions: u64,
}

impl Timed {
    /// Times this player by this clock.
    #[must_use]
    pub fn new(player: Box<dyn Player>, clock: Arc<Clock>) -> Self {
        Self { player, clock, nanoseconds: 0, decisions: 0 }
    }
}

impl Player for Timed {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        let start = Instant::now();
        let decided = self.player.decide(round, information, rng);
        self.nanoseconds += u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.decisions += 1;
        decided
    }

    fn probabilities(&self) -> Option<&[f64]> {
        self.player.probabilities()
    }

    fn sees(&mut self, event: Event<'_>) {
        if matches!(event, Event::GameOver(_)) {
            // Relaxed: the sums are read after all threads are done.
            self.clock.nanoseconds.fetch_add(std::mem::take(&mut self.nanoseconds), Ordering::Relaxed);
            self.clock.decisions.fetch_add(std::mem::take(&mut self.decisions), Ordering::Relaxed);
        }
        self.player.sees(event);
    }
}
