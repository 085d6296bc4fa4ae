//! The rules of a round: its events and legal actions.
//!
//! | file | contents |
//! |---|---|
//! | `card` | [`Geisha`], and [`Cards`]: multisets of item cards as packed counts |
//! | `parameters` | [`Rules`]: the standard game and reduced ones; the winner |
//! | `favour` | [`Favour`]: the markers |
//! | `action`, `turn` | [`Action`]: a player's decision; [`Entry`]: a turn as one player knows it |
//! | `action_lists` | the legal actions of every hand |
//! | `ends` | [`Ends`], [`ActionEnds`]: means over ends of a round |
//! | `deal` | [`Deal`]: all chance outcomes of a round |
//! | `chance` | random cards and hands, and their probabilities |
//! | `continuation` | [`Continuation`]: what values the games that a round leaves undecided |
//! | `state`, `round` | [`State`] and [`Round`]: the state machine |
//! | `information` | [`Information`]: a player's information |
//! | `hidden` | [`Hidden`]: the cards that a player cannot see, and random deals of them |
//! | `relabelling` | geisha of equal value under each other's names |
//! | `perft` | [`perft`](perft()): the number of sequences of turns |
//! | [`oracle`] | a slow, simple engine that checks the state machine |

pub(super) mod action;
pub(super) mod action_lists;
pub(super) mod card;
pub(super) mod chance;
pub(super) mod continuation;
pub(super) mod deal;
pub(super) mod ends;
pub(super) mod favour;
pub(super) mod hidden;
pub(super) mod information;
pub mod oracle;
pub(super) mod parameters;
mod perft;
pub(super) mod relabelling;
pub(super) mod round;
pub(super) mod state;
pub(super) mod turn;

pub use action::{Action, Decision};
pub use card::{Cards, Geisha};
pub use continuation::{Continuation, FavourOrigin, FavourSource};
pub use deal::{Deal, DealError};
pub use ends::{ActionEnds, Ends};
pub use favour::Favour;
pub use hidden::{Hidden, Place};
pub use information::Information;
pub use parameters::{Kind, Kinds, Rules, RulesError, Tiebreak};
pub use perft::perft;
pub use round::{Game, Outcome, Round};
pub use state::State;
pub use turn::{Entry, MAX_TURNS, Played};
