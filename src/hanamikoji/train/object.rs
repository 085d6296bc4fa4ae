//! The result of the command, as JSON.

use hanamachi_solver::hanamikoji::training::{CurvePoint, ImitationObject, Measurement};
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
