//! A match as JSON.

use hanamachi_solver::hanamikoji::arena::MatchFigures;
use hanamachi_solver::hanamikoji::objects::FavourTableObject;
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

/// `hanamikoji.match/1` for two players, `hanamikoji.round_robin/1` for more.
#[derive(Debug, Serialize)]
pub(super) struct PlayedMatch {
    pub(super) schema: &'static str,
    pub(super) engine: &'static str,
    /// All statements about the players are estimates.
    pub(super) kind: Strength,
    /// Command that reproduces the figures.
    pub(super) command: String,
    pub(super) rules: String,
    pub(super) seed: u64,
    /// Favour table by which players who look ahead value undecided rounds.
    pub(super) favour_table: FavourTableObject,
    pub(super) move_time_ms: u64,
    pub(super) max_rounds: u16,
    /// Pairs of games that each pairing played.
    pub(super) pairs: u64,
    /// `interrupted` if Ctrl-C ended the match before all pairs were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<&'static str>,
    #[serde(flatten)]
    pub(super) figures: MatchFigures,
}
