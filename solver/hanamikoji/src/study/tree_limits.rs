//! How many hands an evaluation solves: as many as a tree within its limits can have.

use std::num::NonZeroU64;
use std::time::Duration;

use crate::endgame::{EndgameError, LiveEndgame, RULE, StudyCut};
use crate::ranges::PublicRanges;
use crate::rules::{Favour, Information, Round};
use hanamachi_core::search::budget::CancelToken;
use hanamachi_core::search::cfr::public_tree::{Size, Uncounted, size_within};
use hanamachi_text::ByteSize;

/// Share of a time limit that solving may take where a search has the rest if it does not finish.
pub(super) const SOLVING: f64 = 0.6;

/// Regret updates that one core does in a second: each takes some 28 ns, with building the tree and the tests of
/// exploitability. A browser takes three times as long.
const UPDATES_PER_SECOND: u64 = if cfg!(target_arch = "wasm32") { 12_000_000 } else { 36_000_000 };
/// Regret updates where no time limit is given, for each iteration of the search that would answer instead: one core takes
/// some ten seconds for the usual number. The answer does not depend on the machine.
const UPDATES_PER_ITERATION: u64 = 6_000;
/// The same for fewer iterations, up to the usual number of updates: an end is worth more work than a search.
const UPDATES_PER_FEW: u64 = 10_000;
/// Regret updates for the usual number of iterations, and for very few.
const USUAL_UPDATES: u64 = 300_000_000;
const FEWEST_UPDATES: u64 = 40_000_000;
/// Iterations to the usual exploitability over part of the hands, before anything is known of the position: with neutral
/// markers, and where markers have moved.
const USUAL_ITERATIONS: [u64; 2] = [9, 15];

/// A tree that takes this much of its limits is not made larger.
const WELL_FILLED: f64 = 0.85;
/// Most counts of trees that are larger than the smallest.
const MOST_COUNTS: u32 = 7;
/// By how much the logarithm of the size of a tree usually changes from the fewest hands to the most, and at least.
const USUAL_SLOPE: f64 = 6.0;
const LEAST_SLOPE: f64 = 2.0;

/// Limits on a tree over live hands.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeLimits {
    pub(super) bytes: u64,
    /// Regret updates: iterations, times the sequences that each of them updates.
    updates: u64,
    /// Iterations that the position is expected to take: before anything is known of it, and now.
    usual: u64,
    iterations: u64,
}

impl TreeLimits {
    /// Limits of memory and of work; the markers tell how many iterations to expect.
    pub(super) fn new(
        memory: ByteSize,
        (time, iterations): (Option<Duration>, Option<NonZeroU64>),
        favour: Favour,
    ) -> Self {
        let updates = match (time, iterations) {
            (Some(time), _) => {
                let milliseconds = time.mul_f64(SOLVING).as_millis();
                u64::try_from(milliseconds).unwrap_or(u64::MAX).saturating_mul(UPDATES_PER_SECOND / 1000)
            }
            (None, Some(iterations)) => {
                let [few, many] = [UPDATES_PER_FEW, UPDATES_PER_ITERATION]
                    .map(|updates| iterations.get().saturating_mul(updates));
                few.min(many.max(USUAL_UPDATES)).max(FEWEST_UPDATES)
            }
            (None, None) => USUAL_UPDATES,
        };
        let usual = USUAL_ITERATIONS[usize::from(favour != Favour::NEUTRAL)];
        Self { bytes: memory.0, updates, usual, iterations: usual }
    }

    /// The limits of a first look.
    pub(super) const fn of_first_look(self) -> Self {
        Self { updates: self.updates / 8, ..self }
    }

    /// What is left when a tree of this size had so many iterations, for a larger one. Few hands often take more iterations than
    /// many, so it is expected to take the geometric mean of these and the usual ones.
    pub(super) fn after(self, size: &Size, iterations: u64) -> Self {
        let done = size.sequences.saturating_mul(iterations);
        let iterations = iterations.saturating_mul(self.usual).isqrt().max(1);
        Self { updates: self.updates.saturating_sub(done), iterations, ..self }
    }

    /// Whether a tree of this size may have so many iterations, to know the value of the reader's hand better than the
    /// value over all hands asks for: half as much again as otherwise.
    pub(super) const fn allows(self, size: &Size, iterations: u64) -> bool {
        size.sequences.saturating_mul(iterations) <= self.updates.saturating_add(self.updates / 2)
    }

    /// The iterations after which a tree of this size has done twice the work that was expected.
    pub(super) fn most_iterations(self, size: &Size) -> u64 {
        self.updates.saturating_mul(2) / size.sequences.max(1)
    }

    /// How much of the limits a tree of this size takes: at most 1 if it is within them.
    #[expect(clippy::cast_precision_loss, reason = "rough")]
    fn filled_by(self, size: &Size) -> f64 {
        let share = |used: u64, limit: u64| used as f64 / limit.max(1) as f64;
        share(size.bytes(RULE), self.bytes).max(share(size.sequences, self.updates / self.iterations))
    }

    /// How many times as large as a tree of this size a tree within the limits may be.
    pub(super) fn room_for(self, size: &Size) -> f64 {
        1.0 / self.filled_by(size)
    }

    /// The endgame over about as many hands as a tree within the limits can have, and whether these are all hands that a
    /// study has; `None` if a tree over the likeliest few is too large.
    pub(super) fn largest(
        self,
        round: &Round,
        live: &[Information],
        ranges: &PublicRanges,
        cancel: &CancelToken,
    ) -> Result<Option<(LiveEndgame, bool)>, EndgameError> {
        let filled_without = |dropped: f64| -> Result<Option<(LiveEndgame, f64)>, EndgameError> {
            let cut = StudyCut::dropping(dropped);
            let Some(game) = LiveEndgame::within(round, live, ranges, cut)? else { return Ok(None) };
            match size_within(&game, usize::MAX, |size| self.filled_by(size) <= 1.0, cancel) {
                Ok(size) => Ok(Some((game, self.filled_by(&size)))),
                Err(Uncounted::TooLarge) => Ok(None),
                Err(Uncounted::Stopped(stop)) => Err(stop.into()),
            }
        };
        let (mut dropped, mut too_few) = (1.0, None);
        let Some((mut largest, mut filled)) = filled_without(dropped)? else { return Ok(None) };
        // The logarithm of the size falls about linearly with what is dropped.
        let mut slope = USUAL_SLOPE;
        for _ in 0..MOST_COUNTS {
            if filled >= WELL_FILLED || dropped <= 0.0 {
                break;
            }
            let lowest = too_few.map_or(0.0, |too_few| too_few + (dropped - too_few) / 4.0);
            let next = (dropped + libm::log(filled / WELL_FILLED) / slope).max(lowest);
            if let Some((game, of_next)) = filled_without(next)? {
                slope = (libm::log(of_next / filled) / (dropped - next)).max(LEAST_SLOPE);
                (largest, filled, dropped) = (game, of_next, next);
            } else {
                too_few = Some(next);
            }
        }
        Ok(Some((largest, dropped <= 0.0)))
    }
}
