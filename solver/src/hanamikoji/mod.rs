//! Hanamikoji (Kota Nakayama, 2013): a round of it behind the contract of games with hidden information.
//!
//! | file | what is in it |
//! |---|---|
//! | `card` | [`Geisha`], and [`Cards`]: multisets of item cards as packed counts |
//! | `rules` | [`Rules`]: the standard game and reduced ones; who has won |
//! | `favour` | [`Favour`]: the markers |
//! | `favour_table` | [`FavourTable`]: what an undecided game is worth between rounds |
//! | `chain`, `self_play` | [`Chain`]: how rounds follow one another; counted by playing them |
//! | `action`, `turn` | [`Action`]: what a player decides; [`Entry`]: a turn as one of the players knows it |
//! | `deal` | [`Deal`]: everything that chance brings |
//! | `state`, `round` | [`State`] and [`Round`]: the state machine |
//! | [`evaluation`] | how good a position looks without search |
//! | `weighted_deals` | [`WeightedDeals`]: what the opponent probably holds |
//! | [`players`] | whoever decides from what one seat knows |
//! | `hidden` | [`Hidden`]: what a player cannot see, and random deals of it |
//! | `beliefs` | [`Beliefs`]: how likely it is that cards lie here or there |
//! | `checks` | [`Contradiction`]: what cannot be in a round |
//! | `information_set`, `record` | [`InformationSet`] and [`RoundRecord`]: complete and checked, for whoever reads and writes |
//! | [`notation`] | the text forms, and errors that point into the text |
//! | `perft` | [`perft`](perft()): how many sequences of turns there are |
//! | [`oracle`] | a slow, obvious engine, to convict the state machine |
//! | [`arena`] | whole games between players, over pairs of games with the same deals |

mod action;
mod action_lists;
pub mod analysis;
pub mod arena;
mod beliefs;
mod card;
mod chain;
mod checks;
mod deal;
pub mod evaluation;
mod favour;
mod favour_table;
mod guidance;
mod hidden;
mod information_set;
pub mod notation;
pub mod oracle;
mod perft;
pub mod players;
mod record;
mod round;
mod rules;
mod self_play;
mod state;
mod turn;
mod weighted_deals;

pub use action::{Action, Decision};
pub use beliefs::{Beliefs, Copies, distinguishable_placements};
pub use card::{Cards, Geisha};
pub use chain::Chain;
pub use checks::{Contradiction, TurnFault};
pub use deal::{Deal, DealError};
pub use favour::Favour;
pub use favour_table::{FavourTable, Layout};
pub use guidance::{Leaf, Learned};
pub use hidden::{Hidden, Place};
pub use information_set::{InformationSet, Setup};
pub use perft::perft;
pub use record::{RecordedDecision, RoundOutcome, RoundRecord};
pub use round::{Game, Information, Outcome, Round};
pub use rules::{Kind, Kinds, Rules, RulesError, Tiebreak};
pub use self_play::{CountError, count_rounds, play_out};
pub use state::{MAX_TURNS, State};
pub use turn::{Entry, Played};
pub use weighted_deals::{Model, WeightedDeals};

/// The number of a game's first round.
pub const FIRST_ROUND: std::num::NonZeroU16 = std::num::NonZeroU16::MIN;
