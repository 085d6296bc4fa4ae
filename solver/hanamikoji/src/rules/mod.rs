//! What happens in a round, and who may do what.
//!
//! | file | what is in it |
//! |---|---|
//! | `card` | [`Geisha`], and [`Cards`]: multisets of item cards as packed counts |
//! | `parameters` | [`Rules`]: the standard game and reduced ones; who has won |
//! | `favour` | [`Favour`]: the markers |
//! | `action`, `turn` | [`Action`]: what a player decides; [`Entry`]: a turn as one of the players knows it |
//! | `action_lists` | the legal actions of every hand |
//! | `deal` | [`Deal`]: everything that chance brings |
//! | `chance` | random cards and hands, and how likely they are |
//! | `state`, `round` | [`State`] and [`Round`]: the state machine |
//! | `information` | [`Information`]: what a player knows |
//! | `hidden` | [`Hidden`]: what a player cannot see, and random deals of it |
//! | `perft` | [`perft`](perft()): how many sequences of turns there are |
//! | [`oracle`] | a slow, obvious engine, to convict the state machine |

pub(super) mod action;
pub(super) mod action_lists;
pub(super) mod card;
pub(super) mod chance;
pub(super) mod deal;
pub(super) mod favour;
pub(super) mod hidden;
pub(super) mod information;
pub mod oracle;
pub(super) mod parameters;
mod perft;
pub(super) mod round;
pub(super) mod state;
pub(super) mod turn;

pub use action::{Action, Decision};
pub use card::{Cards, Geisha};
pub use deal::{Deal, DealError};
pub use favour::Favour;
pub use hidden::{Hidden, Place};
pub use information::Information;
pub use parameters::{Kind, Kinds, Rules, RulesError, Tiebreak};
pub use perft::perft;
pub use round::{Game, Outcome, Round};
pub use state::{MAX_TURNS, State};
pub use turn::{Entry, Played};
