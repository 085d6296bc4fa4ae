//! The curve of a run: measurements of the policy over the rounds of training.
//!
//! It is stored in the metadata of the weights and of the checkpoint, in the JSON of the command, and on the
//! page of a run.

use std::fmt;

use hanamachi_core::search::strength::Strength;
use hanamachi_table::Metadata;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use crate::exploit::ExploitMethod;

/// Number of points of the curve.
pub const POINTS: u8 = 20;

/// State of a run after some number of rounds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// Rounds so far.
    pub rounds: u64,
    /// Entropy of play since the last point, in nats per decision.
    pub entropy: f64,
    /// Root mean square difference between the value of the played action and the result, in utility.
    pub error: f64,
    /// Results against each player of the ladder; empty if they were not measured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<Rung>,
    /// Exploitability, if it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploitability: Option<MeasuredExploitability>,
    /// Exploitability under the markers that the policy meets in games, if that is another figure and was
    /// measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploitability_in_play: Option<MeasuredExploitability>,
}

/// Result of a policy against a player of the ladder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rung {
    /// Name of the player.
    pub player: String,
    /// Share of the games won; a shared game counts one half.
    pub win: f64,
    /// Standard error of `win`.
    pub se: f64,
    /// Strength of `win`.
    pub kind: Strength,
}

/// Exploitability of a policy: the gain of responses against it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct MeasuredExploitability {
    /// Mean of both seats, in utility of a round.
    pub value: f64,
    /// Standard error of `value`; 0 if it is exact.
    pub se: f64,
    /// Method of the measurement.
    #[serde(deserialize_with = "method")]
    pub method: ExploitMethod,
    /// Strength of `value`.
    pub kind: Strength,
    /// True if other responses may win more.
    pub is_lower_bound: bool,
}

/// Reads a method.
fn method<'de, D: Deserializer<'de>>(deserializer: D) -> Result<ExploitMethod, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// Method of measuring policies: the same at each point of every run, so that points compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Measurement {
    /// Pairs of games against each player of the ladder, both games of a pair with the same deals.
    pub pairs: u64,
    /// Deals, each played from both seats, if exploitability is not exact.
    pub deals: u64,
    /// Rollouts per decision of the response.
    pub rollouts: u32,
    /// Seed of all random numbers.
    pub seed: u64,
}

impl MeasuredExploitability {
    /// `at least, estimated` or `proved`.
    #[must_use]
    pub fn standing(&self) -> String {
        if self.is_lower_bound { format!("at least, {}", self.kind) } else { self.kind.to_string() }
    }
}

impl fmt::Display for MeasuredExploitability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4}", self.value)?;
        if self.method == ExploitMethod::Lbr {
            write!(f, " ± {:.4}", self.se)?;
        }
        write!(f, " ({})", self.standing())
    }
}

/// Name under which the metadata of a run hold the run it refines.
const REFINED: &str = "refined";

/// The run that was refined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefinedRun {
    /// Rounds that it has played.
    pub rounds: u64,
    /// Hash of the file.
    pub blake3: String,
    /// Command that made it.
    pub command: String,
}

impl RefinedRun {
    /// The run that the one with this metadata refines, if there is one.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Option<Self> {
        metadata.details.get(REFINED).and_then(|of| Self::deserialize(of).ok())
    }

    /// Writes it into the metadata of the run that refines it.
    pub(super) fn describe(&self, metadata: &mut Metadata) {
        metadata.details.insert(REFINED.to_owned(), json!(self));
    }
}

const CURVE: &str = "curve";
const MEASUREMENT: &str = "measurement";

/// Writes the curve into the metadata of a file, and the method of its measurements, if any were to be made.
pub(super) fn write_curve(curve: &[CurvePoint], measurement: Option<&Measurement>, metadata: &mut Metadata) {
    metadata.details.insert(CURVE.to_owned(), json!(curve));
    if let Some(measurement) = measurement {
        metadata.details.insert(MEASUREMENT.to_owned(), json!(measurement));
    }
}

/// Reads the curve in the metadata of a file; `None` if there is none.
#[must_use]
pub fn read_curve(metadata: &Metadata) -> Option<Result<Vec<CurvePoint>, serde_json::Error>> {
    metadata.details.get(CURVE).map(Vec::deserialize)
}

/// Reads the method of its measurements, if the metadata have it.
#[must_use]
pub fn measurement(metadata: &Metadata) -> Option<Measurement> {
    metadata.details.get(MEASUREMENT).and_then(|measurement| Measurement::deserialize(measurement).ok())
}

/// Returns `true` if these can be the points of a run, so that a page can draw them whatever a file holds.
#[must_use]
pub fn is_sound(points: &[CurvePoint]) -> bool {
    const MOST_ROUNDS: u64 = 1 << 53;
    let error = |number: f64| (0.0..=1e6).contains(&number);
    let point = |point: &CurvePoint| {
        let ladder = point.ladder.iter().all(|of| (0.0..=1.0).contains(&of.win) && error(of.se));
        let found = [point.exploitability, point.exploitability_in_play];
        let exploitability = found.into_iter().flatten().all(|of| error(of.value.abs()) && error(of.se));
        point.rounds <= MOST_ROUNDS && error(point.entropy) && error(point.error) && ladder && exploitability
    };
    points.iter().all(point) && points.windows(2).all(|pair| pair[0].rounds < pair[1].rounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_was_not_measured_is_written_as_it_always_was() {
        let old = r#"{"rounds":512,"entropy":0.75,"error":0.5}"#;
        let point: CurvePoint = serde_json::from_str(old).unwrap();
        assert_eq!(serde_json::to_string(&point).unwrap(), old);
    }

    #[test]
    fn a_measured_point_comes_back_to_the_last_bit_and_says_how_strong_it_is() {
        let rung =
            Rung { player: "greedy".to_owned(), win: 2.0 / 3.0, se: 0.1 + 0.2, kind: Strength::Estimated };
        let exploitability = MeasuredExploitability {
            value: 1.0 / 3.0,
            se: 1e-17 / 3.0,
            method: ExploitMethod::Lbr,
            kind: Strength::Estimated,
            is_lower_bound: true,
        };
        let point = CurvePoint {
            rounds: u64::MAX,
            entropy: 0.1,
            error: f64::MIN_POSITIVE,
            ladder: vec![rung],
            exploitability: Some(exploitability),
            exploitability_in_play: None,
        };
        let mut metadata = Metadata::default();
        write_curve(std::slice::from_ref(&point), None, &mut metadata);
        let text = serde_json::to_string(&metadata).unwrap();
        let again: Metadata = serde_json::from_str(&text).unwrap();
        assert_eq!(read_curve(&again).unwrap().unwrap(), std::slice::from_ref(&point));
        assert_eq!(exploitability.to_string(), "0.3333 ± 0.0000 (at least, estimated)");
    }
}
