//! Matches: whole games between players, over pairs of games with the same deals.
//!
//! | file | contents |
//! |---|---|
//! | `deals` | [`Deals`]: the fixed sequence of deals of a pair |
//! | `figures` | [`MatchFigures`]: the standings as an object |
//! | `game` | [`MatchTable`]: plays one game; [`GameReport`]: its course |
//! | `luck` | [`Luck`] of a game, and the score [`WithoutLuck`] |
//! | `records` | [`MatchRecords`]: the games of a match in a file, and its resumption |
//! | `schedule` | [`Schedule`]: the pairings and their games, on all threads |
//! | `standings` | [`Standings`], [`PairingTally`], [`Score`]: the results, added up |
//!
//! Luck decides much of a game, so each sequence of deals is played **twice**, with the players' parts
//! exchanged: in the second game each player gets the cards that the opponent had in the first. The two games
//! of such a pair depend on each other, and pairs do not, so errors are estimated from the scores of whole
//! pairs.
//!
//! # Luck
//!
//! The remaining luck within the pairs is measured and removed from the scores, as in AIVAT: see
//! [`WithoutLuck`]. The luck of the first hands is left out under neutral markers, as in the first round,
//! where it cancels between the two games of a pair. Draws always count. Decisions count if a player reports
//! its [probabilities](crate::players::Player::probabilities); those of a deterministic player involve no
//! luck.
//!
//! # Random numbers
//!
//! Pair *p* draws seeds from stream *p* of the seed (see [`parallel`](hanamachi_core::search::parallel)): one for the deals, then
//! two for each player, one for the first and one for the second game of each of its pairs. So a player that is
//! matched against itself does not play both games alike, the deals do not depend on what the players draw, and a
//! match of a thousand pairs begins with the same games as one of ten. All pairings of a round robin play the same
//! deals, and the first two players play as they would if there were no others.

mod deals;
mod figures;
mod game;
mod luck;
mod records;
mod schedule;
mod standings;

pub use deals::Deals;
pub use figures::{
    ForfeitFigures, ForfeitRow, MatchFigures, MeanFigures, PairingFigures, PairingRow, PlayerFacts,
    PlayerFigures, ScoreFigures, StarterFigures,
};
pub use game::{Ending, GameReport, Keep, MOST_ROUNDS, MatchTable, Side};
pub use luck::{Luck, WithoutLuck};
pub use records::{
    EndingWord, Hashes, MatchHeader, MatchRecords, PlayedGame, RecordedGame, RecordedMatch, check_value,
    read_games,
};
pub use schedule::{Leg, MakePlayer, Schedule, pairings};
pub use standings::{Elo, ForfeitNote, Forfeits, PairingTally, Results, Score, Standings};
