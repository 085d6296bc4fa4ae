//! How many hands an evaluation solves: as many as a tree within its limits can have.

use std::time::Duration;

use super::evaluate::Evaluate;
use crate::endgame::{EndgameError, LiveEndgame, RULE, StudyCut};
use crate::ranges::PublicRanges;
use crate::rules::{Information, Round};
use hanamachi_core::search::budget::CancelToken;
use hanamachi_core::search::cfr::public_tree::{Size, Uncounted, size_within};
use hanamachi_text::ByteSize;

/// Sequences of a tree where no time limit is given: solving it takes one core one to two and a half seconds. The answer
/// does not depend on the machine.
const USUAL_SEQUENCES: u64 = 2_750_000;
/// Memory limit of a tree where no time limit is given, and in a browser.
const USUAL_BYTES: u64 = 384 << 20;
/// Sequences of a tree that one core solves in a second: an iteration takes some 20 ns for each of them, 35 where hardly
/// a public state is passed over, and solving takes up to forty iterations, with the tests of exploitability. A browser
/// takes three times as long.
const SEQUENCES_PER_SECOND: u64 = if cfg!(target_arch = "wasm32") { 416_000 } else { 1_250_000 };

/// A tree that takes this much of its limits is not made larger.
const WELL_FILLED: f64 = 0.85;
/// Most counts of trees that are larger than the smallest.
const MOST_COUNTS: u32 = 5;
/// By how much the logarithm of the size of a tree usually changes from the fewest hands to the most, and at least.
const USUAL_SLOPE: f64 = 6.0;
const LEAST_SLOPE: f64 = 2.0;

/// Limits on a tree over live hands.
#[derive(Clone, Copy)]
pub(super) struct TreeLimits {
    pub(super) bytes: u64,
    sequences: u64,
}

impl TreeLimits {
    pub(super) fn new(memory: ByteSize, time: Option<Duration>) -> Self {
        let Some(time) = time else {
            return Self { bytes: memory.0.min(USUAL_BYTES), sequences: USUAL_SEQUENCES };
        };
        let most = if cfg!(target_arch = "wasm32") { USUAL_BYTES } else { u64::MAX };
        let milliseconds = u64::try_from(time.mul_f64(Evaluate::SOLVING).as_millis()).unwrap_or(u64::MAX);
        Self {
            bytes: memory.0.min(most),
            sequences: milliseconds.saturating_mul(SEQUENCES_PER_SECOND / 1000),
        }
    }

    /// How much of the limits a tree of this size takes: at most 1 if it is within them.
    #[expect(clippy::cast_precision_loss, reason = "rough")]
    fn filled_by(self, size: &Size) -> f64 {
        let share = |used: u64, limit: u64| used as f64 / limit.max(1) as f64;
        share(size.bytes(&RULE), self.bytes).max(share(size.sequences, self.sequences))
    }

    /// The endgame over about as many hands as a tree within the limits can have; `None` if a tree over
    /// the likeliest few is too large.
    pub(super) fn largest(
        self,
        round: &Round,
        live: &[Information],
        ranges: &PublicRanges,
        cancel: &CancelToken,
    ) -> Result<Option<LiveEndgame>, EndgameError> {
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
        Ok(Some(largest))
    }
}
