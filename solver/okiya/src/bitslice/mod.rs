//! Search of many gardens at once.
//!
//! A census asks the same of a billion gardens. One search after another spends most of its time on branches that the processor guesses
//! wrong. Here 64 to 512 gardens are searched at once by the same instructions, without a branch: every fact is a [plane], a word with
//! one bit a garden (*bit-slicing*, as E. Biham introduced it for DES, 1997), and a step makes one move in every garden. Each garden
//! is in a search of its own, at its own depth. When one is done, the next takes its lane.
//!
//! # The question
//!
//! Does one player, the attacker, win in time from this position? The other one, the holder, must prevent it. Every question about a
//! score is of this kind, as in the [engine](super::engine). Who wins a garden takes one or two: does x win? If he does not: does o win? The
//! values and lines of all openings take some three hundred. A position is good for its player if one of his
//! safe moves leads to a position that is bad for the opponent. As in the [engine](super::engine), a move is *safe* if the opponent cannot
//! win with his next token; a player without a safe move has lost; so only safe moves are searched.
//!
//! # The search
//!
//! Depth first, moves tried one by one, nothing remembered but the way back: the moves not yet tried at each depth above. The move that is
//! tried next is the one whose cell lies on the most promising patterns: patterns with two tokens of one's own or three of the
//! opponent's count first, then those with one or two, then the others, and patterns with tokens of both not at all. That order costs
//! more nodes than the order by safe replies of [`Solver::verdict`](super::Solver::verdict), and needs no look at the replies.
//!
//! | file | contents |
//! |---|---|
//! | `plane` | one bit a garden, in words of 64 to 512 bits |
//! | `tiles` | the tile on each cell, by a network of switches |
//! | `replies` | which replies to a move are safe |
//! | `choice` | the move that is tried next |
//! | `step` | what a move leads to: deeper, on, or back |
//! | `lanes` | questions into lanes, and answers out of them |
//! | `inquirer` | who asks, and what |
//! | `outcomes` | the two questions about who wins a garden |
//!
//! # Speed
//!
//! Processor time for random gardens, on a 2-core EPYC (Zen 5) that other work kept busy: [`Solver::verdict`] of 0.1.0 some 250 µs a
//! garden; here about 80 µs in words of 64 bits, 56 with SSE2, 16 to 23 with AVX2, 8 with AVX-512. All openings with their lines took
//! 0.9 ms with [`Solver::solve`] of 0.1.0, and 0.19 ms with AVX-512 here ([`solve_many`](super::solve_many)). A step of 512 gardens is some
//! 4,450 instructions: 2,200 of logic, 1,050 loads and 750 stores among them, in 25 KB of code. With AVX2 it is 31 KB, and the time
//! differs by a third from build to build of the same source, with the place where the code comes to lie.
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

use self::inquirer::{Desk, Queue};
use super::garden::Garden;
use super::value::Outcome;
use hanamachi_core::search::budget::{CancelToken, Stop};

/// The outcomes of some gardens for x, who moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// With a full board drawn, one for each garden, in their order. If the last token wins on a full board, a draw is a loss.
    pub outcomes: Vec<Outcome>,
    /// Moves that were tried in each garden, in the same order. They depend on the garden alone.
    pub nodes: Vec<u32>,
}

/// Solves these gardens. A thousand or more keep all lanes busy; a few take as long as the hardest of them.
///
/// ```
/// use hanamachi_solver::okiya::{Garden, Outcome, solve_outcomes};
/// use hanamachi_solver::search::budget::CancelToken;
///
/// let gardens: Vec<Garden> = vec!["05af/b4c1/27d8/3e96".parse()?, "0123/4567/89ab/cdef".parse()?];
/// let solved = solve_outcomes(&gardens, &CancelToken::new()).expect("nobody stops it");
/// assert_eq!(solved.outcomes, [Outcome::Win, Outcome::Draw]);
/// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
/// ```
///
/// # Errors
///
/// The reason with which `cancel` was set.
pub fn solve_outcomes(gardens: &[Garden], cancel: &CancelToken) -> Result<Outcomes, Stop> {
    outcomes::solve(Lanes::widest(), gardens, cancel)
}

/// The lanes of one kind of plane.
#[derive(Clone, Copy)]
pub(super) struct Lanes(fn(&mut dyn Desk, &CancelToken) -> Result<(), Stop>);

impl Lanes {
    /// Widest width of this processor.
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

    /// Answers all questions of these inquirers about their gardens, and hands each who has no more to `done`, with his place and the
    /// moves that were tried for him.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set.
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
