//! The result of the command, as JSON.

use std::fmt;

use hanamachi_report::hanamikoji::curve::{CurvePoint, Measurement};
use hanamachi_solver::hanamikoji::arena::RecordedMatch;
use hanamachi_solver::search::learning::Prediction;
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use crate::output::ENGINE;

/// `hanamikoji.training/1`.
#[derive(Serialize)]
pub(super) struct TrainingObject {
    pub(super) schema: &'static str,
    pub(super) engine: &'static str,
    /// `policy` or `imitation`.
    pub(super) network: &'static str,
    pub(super) rounds: u64,
    pub(super) seed: u64,
    /// Size of the file of weights, if one was written.
    pub(super) bytes: Option<usize>,
    pub(super) blake3: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) curve: Vec<CurvePoint>,
    /// The imitated player, and how well the policy predicts it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) imitation: Option<ImitationObject>,
    /// Method of the curve's measurements, if there were any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) measurement: Option<Measurement>,
    /// Reason for fewer rounds than requested: the weights are those of the rounds so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<&'static str>,
}

impl TrainingObject {
    pub(super) fn new(network: &'static str, rounds: u64, seed: u64) -> Self {
        Self {
            schema: "hanamikoji.training/1",
            engine: ENGINE,
            network,
            rounds,
            seed,
            bytes: None,
            blake3: None,
            curve: Vec::new(),
            imitation: None,
            measurement: None,
            stopped: None,
        }
    }

    pub(super) fn of_weights(network: &'static str, rounds: u64, seed: u64, bytes: &[u8]) -> Self {
        Self {
            bytes: Some(bytes.len()),
            blake3: Some(blake3::hash(bytes).to_hex().to_string()),
            ..Self::new(network, rounds, seed)
        }
    }
}

/// The imitated player, and how well the policy predicts it.
#[derive(Debug, Serialize)]
pub(super) struct ImitationObject {
    pub(super) player: String,
    /// Decisions that were learned from.
    pub(super) decisions: usize,
    /// Prediction of decisions in other games; none in fewer than ten pairs of games.
    pub(super) held_out: Option<HeldOutObject>,
    /// The matches.
    pub(super) games: Vec<ImitatedMatch>,
}

#[derive(Debug, Serialize)]
pub(super) struct HeldOutObject {
    kind: Strength,
    decisions: u64,
    /// Share of decisions in which the player took the most probable action.
    accuracy: f64,
    /// Mean of −ln of the probability of the player's action, in nats.
    cross_entropy: f64,
}

/// A match, so that it can be played again.
#[derive(Debug, Serialize)]
pub(super) struct ImitatedMatch {
    players: Vec<String>,
    seed: u64,
    games: u64,
    /// Check value of the last game.
    check: String,
}

impl From<Prediction> for HeldOutObject {
    fn from(Prediction { decisions, accuracy, cross_entropy }: Prediction) -> Self {
        Self { kind: Strength::Estimated, decisions, accuracy, cross_entropy }
    }
}

impl From<RecordedMatch> for ImitatedMatch {
    fn from(RecordedMatch { players, seed, games, check, .. }: RecordedMatch) -> Self {
        Self { players, seed, games, check }
    }
}

impl fmt::Display for ImitationObject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: learned from {} decisions", self.player.escape_debug(), self.decisions)?;
        let Some(HeldOutObject { kind, decisions, accuracy, cross_entropy }) = &self.held_out else {
            return f.write_str(", none held out");
        };
        write!(
            f,
            "; in {decisions} held out accuracy {:.1} %, cross-entropy {cross_entropy:.3} nats ({kind})",
            100.0 * accuracy
        )
    }
}
