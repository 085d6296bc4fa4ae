//! Hanamikoji (Kota Nakayama, 2013): rounds of it behind the contract of games with hidden information, evaluated by
//! search, and whole games between players.
//!
//! | room | what is in it |
//! |---|---|
//! | [`rules`](Rules) | cards, actions, deals and the state machine of a [`Round`]; [`perft`](perft()), and a slow engine ([`oracle`]) to convict it |
//! | [`knowledge`](InformationSet) | what a player knows, and what may be where the player cannot see |
//! | [`notation`] | the text forms, and errors that point into the text |
//! | [`evaluation`] | how good a position looks without search, learned by self-play |
//! | [`between_rounds`](FavourTable) | what the markers are worth while a game is undecided |
//! | [`merged`](MergedRound) | a round in which what is strategically the same is one |
//! | [`strategy_table`] | strategies in tables on disk |
//! | [`openings`] | all first hands of a round, and what to play with them |
//! | [`analysis`] | the searches of [`search`](hanamachi_core::search), set up for rounds |
//! | [`endgame`] | the last turns of a round, solved |
//! | [`study`] | what a player wants to know of a position, a round or a game that was played |
//! | [`exploit`] | how exploitable a policy is: what responses to it win |
//! | [`policy`] | whoever can tell how likely it plays each legal action |
//! | [`ranges`] | what a player may hold who plays by a policy, and how likely |
//! | [`resolve`] | a policy whose last turns are solved anew |
//! | [`improve`] | a policy that is improved by one step where it decides |
//! | [`players`] | whoever decides from what one seat knows |
//! | `luck` | what was luck in what was won, by a critic that sees all cards |
//! | [`arena`] | whole games between players, over pairs of games with the same deals |
//!
//! `rules` know nothing of the others, `knowledge` and `notation` only `rules`; `evaluation` looks at positions, `analysis`
//! searches with it, `study` puts into order what it finds, `players` use either, and the `arena` lets them play.

pub mod analysis;
pub mod arena;
mod between_rounds;
pub mod endgame;
pub mod evaluation;
pub mod exploit;
pub mod improve;
mod knowledge;
pub mod learn;
mod luck;
mod merged;
pub mod notation;
pub mod openings;
mod player;
pub mod players;
pub mod policy;
pub mod ranges;
pub mod resolve;
mod rules;
pub mod strategy_table;
pub mod study;

pub use analysis::{Leaf, Learned};
pub use between_rounds::{
    Chain, Claim, Counted, CountedRun, FAVOUR_KIND, FAVOUR_VERSION, FalseClaim, FavourEstimates, FavourFile,
    FavourFileError, FavourTable, Layout, LayoutEstimate, LayoutWin, MergeError, Origin, Unsettled,
    count_rounds, play_out, write_favours,
};
pub use knowledge::{
    Beliefs, Contradiction, Copies, InformationSet, RecordedDecision, RecordedRound, RoundOutcome,
    RoundRecord, SeatRecord, Setup, TurnFault, Variation, distinguishable_placements,
};
pub use merged::{MergedInformation, MergedOutcome, MergedRound, MergedState, Unmerged};
pub use ranges::{Posterior, Private, PublicRanges, Range};
pub use rules::{
    Action, Cards, Deal, DealError, Decision, Entry, Favour, Game, Geisha, Hidden, Information, Kind, Kinds,
    MAX_TURNS, Outcome, Place, Played, Round, Rules, RulesError, State, Tiebreak, oracle, perft,
};

/// The number of a game's first round.
pub const FIRST_ROUND: std::num::NonZeroU16 = std::num::NonZeroU16::MIN;
