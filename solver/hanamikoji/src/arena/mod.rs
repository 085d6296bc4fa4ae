//! Matches: whole games between players, over pairs of games with the same deals.
//!
//! | file | what is in it |
//! |---|---|
//! | `deals` | [`Deals`]: the fixed sequence of deals of a pair |
//! | `game` | [`Table`]: plays one game; [`GameReport`]: how it went |
//! | `luck` | [`Luck`] of a game, and the score [`WithoutLuck`] |
//! | `schedule` | [`Schedule`]: who plays whom how often, on all threads |
//! | `standings` | [`Standings`], [`PairingTally`], [`Score`]: the results, added up |
//!
//! Luck decides much of a game, so each sequence of deals is played **twice**, with the players' parts exchanged:
//! what the cards give one of them in the first game they give the other in the second. The two games of such a
//! pair depend on each other, and pairs do not; so errors are estimated from the scores of whole pairs.
//!
//! # Luck
//!
//! What luck there is within the pairs is measured, and taken out of the scores, as AIVAT does: see
//! [`WithoutLuck`]. The luck of the first hands is left out where all markers are in the middle, as in the first
//! round, in which the two games of a pair have it in opposite ways. Draws always count; decisions count where a player can tell its
//! [probabilities](crate::players::Player::probabilities), and are no luck where it always plays the same.
//!
//! # Random numbers
//!
//! Pair *p* draws seeds from stream *p* of the seed (see [`parallel`](hanamachi_core::search::parallel)): one for the deals, then
//! two for each player, one for the first and one for the second game of each of its pairs. So a player that is
//! matched against itself does not play both games alike, the deals do not depend on what the players draw, and a
//! match of a thousand pairs begins with the same games as one of ten. All pairings of a round robin play the same
//! deals, and the first two players play as they would if there were no others.

mod deals;
mod game;
mod luck;
mod schedule;
mod standings;

pub use deals::Deals;
pub use game::{Ending, GameReport, Keep, MOST_ROUNDS, Side, Table};
pub use luck::{Luck, WithoutLuck};
pub use schedule::{Leg, MakePlayer, Schedule, pairings};
pub use standings::{Elo, ForfeitNote, Forfeits, PairingTally, Results, Score, Standings};
