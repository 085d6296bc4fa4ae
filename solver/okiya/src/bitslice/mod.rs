//! Search of many gardens at once.
//!
//! A census asks the same question about a billion gardens. Searching them one after another spends most of
//! the time on mispredicted branches. Here 64 to 512 gardens are searched at once by the same instructions,
//! without a branch: every fact is a [plane], a word with one bit a garden (*bit-slicing*, as E. Biham
//! introduced it for DES, 1997), and a step makes one move in every garden. Each garden has a search of its
//! own, at its own depth. When a search is done, the next garden takes its lane.
//!
//! # The question
//!
//! Does one player, the attacker, win in time from this position? The other player, the holder, must prevent
//! it. Every question about a score is of this kind, as in the [engine](super::engine). The outcome of a
//! garden takes one or two questions: does x win? If he does not: does o win? The values and lines of all
//! openings take some three hundred. A position is good for its player if one of his safe moves leads to a
//! position that is bad for the opponent. As in the [engine](super::engine), a move is *safe* if the opponent
//! cannot win with his next token. A player without a safe move has lost, so only safe moves are searched.
//!
//! # The search
//!
//! The search is depth first and tries moves one by one. It remembers only the way back: the moves not yet
//! tried at each depth above. It tries next the move whose cell lies on the most promising patterns: patterns
//! with two tokens of the player or three of the opponent count first, then those with one or two, then the
//! others, and patterns with tokens of both not at all. That order costs more nodes than the order by safe
//! replies of [`Solver::verdict`](super::Solver::verdict), but does not examine the replies.
//!
//! | file | contents |
//! |---|---|
//! | `plane` | one bit a garden, in words of 64 to 512 bits |
//! | `tiles` | the tile on each cell, by a network of switches |
//! | `replies` | safe replies to a move |
//! | `choice` | order of the moves |
//! | `step` | result of a move: deeper, on, or back |
//! | `lanes` | assignment of questions to lanes, and collection of answers |
//! | `inquirer` | interface: questions and their sources |
//! | `outcomes` | the two questions about the outcome of a garden |
//!
//! # Speed
//!
//! Processor time for random gardens, on a busy 2-core EPYC (Zen 5): [`Solver::verdict`] of 0.1.0 took some
//! 250 µs a garden; this search takes about 80 µs in words of 64 bits, 56 with SSE2, 16 to 23 with AVX2, 8
//! with AVX-512. All openings with their lines took 0.9 ms with [`Solver::solve`] of 0.1.0, and 0.19 ms with
//! AVX-512 here ([`solve_many`](super::solve_many)). A step of 512 gardens is some 4,450 instructions: 2,200
//! of logic, 1,050 loads and 750 stores among them, in 25 KB of code. With AVX2 it is 31 KB, and the time
//! differs by a third between builds of the same source, depending on the placement of the code.
//!
//! [`Solver::solve`]: super::Solver::solve
//! [`Solver::verdict`]: super::Solver::verdict

#![expect(
    clippy::inline_always,
    reason = "a step is one function without a call: inlined less, it is several times slower"
)]
#![expect(clippy::needless_range_loop, reason = "most loops run over several boards at a time, by cell")]

mod choice;
mod inquirer;
mod lanes;
mod outcomes;
mod plane;
mod replies;
mod step;
#[cfg(test)]
mod tests;
mod tiles;

pub(super) use self::inquirer::{Inquirer, Question};
pub use self::outcomes::{Outcomes, solve_outcomes};

use self::inquirer::{Desk, Queue};
use super::garden::Garden;
use hanamachi_core::search::budget::{CancelToken, Stop};

/// The lanes of planes of one type.
#[derive(Clone, Copy)]
pub(super) struct Lanes(fn(&mut dyn Desk, &CancelToken) -> Result<(), Stop>);

impl Lanes {
    /// The widest planes of this processor.
    pub(super) fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") {
                // SAFETY: the processor has AVX-512.
                return Self(|desk, cancel| unsafe { with_avx512(desk, cancel) });
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                return Self(|desk, cancel| unsafe { with_avx2(desk, cancel) });
            }
            Self(lanes::answer::<std::arch::x86_64::__m128i>)
        }
        #[cfg(not(target_arch = "x86_64"))]
        Self(lanes::answer::<u64>)
    }

    /// Answers all questions of these inquirers about their gardens, and passes each finished inquirer to
    /// `done`, with his index and the number of moves tried for him.
    ///
    /// # Errors
    ///
    /// Returns the reason with which `cancel` was set.
    pub(super) fn answer_all<'g, I: Inquirer>(
        self,
        inquirers: impl IntoIterator<Item = (&'g Garden, I)>,
        cancel: &CancelToken,
        done: impl FnMut(usize, I, u64),
    ) -> Result<(), Stop> {
        let mut queue = Queue::new(inquirers.into_iter().enumerate(), done);
        (self.0)(&mut queue, cancel)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn with_avx512(desk: &mut dyn Desk, cancel: &CancelToken) -> Result<(), Stop> {
    lanes::answer::<std::arch::x86_64::__m512i>(desk, cancel)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(desk: &mut dyn Desk, cancel: &CancelToken) -> Result<(), Stop> {
    lanes::answer::<std::arch::x86_64::__m256i>(desk, cancel)
}
