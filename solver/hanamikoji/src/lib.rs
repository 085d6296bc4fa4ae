//! Hanamikoji (Kota Nakayama, 2013): rounds of it behind the contract of games with hidden information, evaluated by
//! search, and whole games between players.
//!
//! | module | contents |
//! |---|---|
//! | [`rules`](Rules) | cards, actions, deals and the state machine of a [`Round`]; [`perft`](perft()), and an independent engine for tests ([`oracle`]) |
//! | [`knowledge`](InformationSet) | information sets, records, hidden cards, beliefs |
//! | [`notation`] | the text forms, and errors that point into the text |
//! | [`evaluation`] | static evaluation: a network learned by self-play |
//! | [`between_rounds`](FavourTable) | values of the markers while a game is undecided |
//! | [`merged`](MergedRound), `solvable` | rounds with equivalent states merged, to be solved as a whole |
//! | [`policy`] | policies: probabilities of the legal actions |
//! | [`learn`] | the policy network and its training |
//! | [`ranges`] | probabilities of the hands of a player who follows a policy |
//! | [`strategy_table`] | policies in tables on disk |
//! | [`openings`] | all first hands of a round, and what to play with each |
//! | [`analysis`] | the searches of [`search`](hanamachi_core::search), set up for rounds |
//! | [`endgame`] | the last turns of a round, solved |
//! | [`resolve`] | a policy that solves the last turns anew |
//! | [`improve`] | a policy improved by one step at each decision |
//! | [`exploit`] | exploitability of a policy: the winnings of responses to it |
//! | [`players`] | players, which decide from the information of one seat |
//! | `luck` | luck correction (AIVAT) by a critic that sees all cards |
//! | [`arena`] | matches between players, in pairs of games with the same deals |
//! | [`study`] | answers questions about positions, rounds and games |
//!
//! `rules` depend on no other module, `knowledge` and `notation` only on `rules`; `evaluation` and `learn` value positions,
//! `analysis` and `endgame` search them, `study` composes their answers, `players` decide with them, and the `arena` lets players meet.

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
pub mod objects;
pub mod openings;
mod player;
pub mod players;
pub mod policy;
pub mod ranges;
pub mod resolve;
mod rules;
mod solvable;
pub mod strategy_table;
pub mod study;
pub mod training;

pub use analysis::{Leaf, Learned};
pub use between_rounds::{
    Chain, Claim, Counted, CountedRun, FAVOUR_KIND, FAVOUR_VERSION, FalseClaim, FavourEstimates, FavourFile,
    FavourFileError, FavourMergeError, FavourTable, Layout, LayoutEstimate, LayoutWin, Origin, OtherFavours,
    Unsettled, count_rounds, play_out, write_favours,
};
pub use knowledge::{
    Beliefs, Contradiction, Copies, Document, InformationSet, RecordedDecision, RecordedRound, RoundOutcome,
    RoundRecord, SeatRecord, Setup, Table, TurnFault, Variation, distinguishable_placements,
};
pub use merged::{MergedInformation, MergedOutcome, MergedRound, MergedState, Unmerged};
pub use ranges::{Posterior, Private, PublicRanges, Range};
pub use rules::{
    Action, ActionEnds, Cards, Continuation, Deal, DealError, Decision, Ends, Entry, Favour, FavourOrigin,
    FavourSource, Game, Geisha, Hidden, Information, Kind, Kinds, MAX_TURNS, Outcome, Place, Played, Round,
    Rules, RulesError, State, Tiebreak, oracle, perft,
};

/// The number of a game's first round.
pub const FIRST_ROUND: std::num::NonZeroU16 = std::num::NonZeroU16::MIN;
