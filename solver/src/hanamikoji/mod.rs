//! Hanamikoji (Kota Nakayama, 2013): a round of it behind the contract of games with hidden information.
//!
//! | file | what is in it |
//! |---|---|
//! | `card` | [`Geisha`], and [`Cards`]: multisets of item cards as packed counts |
//! | `rules` | [`Rules`]: the standard game and reduced ones; who has won |
//! | `favour` | [`Favour`]: the markers |
//! | `action`, `turn` | [`Action`]: what a player decides; [`Entry`]: a turn as one of the players knows it |
//! | `deal` | [`Deal`]: everything that chance brings |
//! | `state`, `round` | [`State`] and [`Round`]: the state machine |
//! | [`players`] | whoever decides from what one seat knows |
//! | `hidden` | [`Hidden`]: what a player cannot see, and random deals of it |
//! | [`arena`] | whole games between players, over pairs of games with the same deals |

mod action;
mod action_lists;
pub mod arena;
mod card;
mod checks;
mod deal;
mod favour;
mod hidden;
mod information_set;
pub mod notation;
pub mod players;
mod record;
mod round;
mod rules;
mod state;
mod turn;

pub use action::{Action, Decision};
pub use card::{Cards, Geisha};
pub use checks::{Contradiction, TurnFault};
pub use deal::{Deal, DealError};
pub use favour::Favour;
pub use hidden::{Hidden, Place};
pub use information_set::{InformationSet, Setup};
pub use record::{RecordedDecision, RoundOutcome, RoundRecord};
pub use round::{Game, Information, Outcome, Round};
pub use rules::{Kind, Kinds, Rules, RulesError, Tiebreak};
pub use state::{MAX_TURNS, State};
pub use turn::{Entry, Played};
