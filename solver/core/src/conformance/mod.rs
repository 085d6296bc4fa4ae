//! Conformance kits: check that a game keeps the contract that the search relies on.
//!
//! [`check`] is for [`PerfectInformation`](crate::game::PerfectInformation) and [`check_hidden`] for
//! [`HiddenInformation`](crate::game::HiddenInformation). [`check_recall`] plays every history of a small
//! game to check that forgotten information does not matter. [`value_by_histories`] computes the values of
//! strategies in the same way, as a check of faster methods.
//!
//! Passing is no proof of correctness: the kit checks sampled positions only, and it trusts the rules
//! themselves (legal moves, results).
//!
//! ```
//! use hanamachi_solver::conformance::{Trials, Violation, check};
//! use hanamachi_solver::game::{PerfectInformation, Score};
//! use rand::SeedableRng;
//! use rand_xoshiro::Xoshiro256PlusPlus;
//!
//! /// Take one to three of the stones; who takes the last one wins.
//! #[derive(Clone, Copy, PartialEq, Debug)]
//! struct Stones(u8);
//!
//! impl PerfectInformation for Stones {
//!     type Move = u8;
//!     type Moves = std::ops::RangeInclusive<u8>;
//!     type Guide = ();
//!
//!     const KEY_BITS: u32 = 8;
//!     const MAX_MOVES: usize = 3;
//!
//!     fn moves(&self) -> Self::Moves {
//!         1..=self.0.min(3)
//!     }
//!     fn play(&self, mv: u8) -> Self {
//!         Self(self.0 - mv)
//!     }
//!     fn result(&self) -> Option<Score> {
//!         (self.0 == 0).then_some(Score::new(-1))
//!     }
//!     fn key(&self) -> u64 {
//!         self.0.into()
//!     }
//!     fn guide(&self, _goal: Score) {}
//!     fn rank(&self, (): &(), mv: u8, _next: &Self) -> u32 {
//!         mv.into()
//!     }
//! }
//!
//! let trials = Trials { playouts: 10, tree_limit: 1_000 };
//! let coverage = check(&Stones(9), trials, &mut Xoshiro256PlusPlus::seed_from_u64(1))?;
//! assert_eq!(coverage.positions, 10);
//! # Ok::<(), Violation>(())
//! ```

mod hidden_information;
mod perfect_information;
mod recall;
mod values;

pub use hidden_information::{HiddenCoverage, check_enumerable, check_hidden};
pub use perfect_information::{Coverage, Trials, check};
pub use recall::{RecallCoverage, check_recall};
pub use values::{ValueError, value_by_histories};

/// A violation of a contract: a sentence that says what is wrong, and where. States, moves and keys are in their debug form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Violation(String);

/// Fails with this message unless the contract holds.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation(message())) }
}
