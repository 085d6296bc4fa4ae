//! The run of training that another refines: its checkpoint, or the network that it wrote.

use std::path::{Path, PathBuf};

use hanamachi_core::search::learning::{BatchStatistics, COLUMNS, SavedTraining, TrainingSettings};
use hanamachi_table::disk::{DiskError, FileBytes, Trouble};
use hanamachi_table::little_endian::F32;
use hanamachi_table::{CHECKPOINT_KIND, CHECKPOINT_VERSION, ReadError, Reader, STATE};
use serde::{Deserialize, Serialize};

use super::curve::RefinedRun;
use super::error::TrainingError;
use super::imitation::IMITATION;
use crate::Rules;
use crate::learn::{NETWORK_KIND, NetworkPolicy, RoundTrainer, read_network};
use crate::notation::rules_text;

/// The small parts of a saved run, except for the curve, which is stored in the metadata.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct TrainingState {
    pub(super) trainer: Option<SavedTraining>,
    pub(super) tally: BatchStatistics,
}

/// A run to refine: its networks and its identity.
pub struct TrainingBase {
    pub(super) path: PathBuf,
    pub(super) refined: RefinedRun,
    settings: TrainingSettings,
    networks: Networks,
}

/// The networks of the run.
enum Networks {
    /// All of a checkpoint, also the means of the gradients.
    Checkpoint { saved: SavedTraining, columns: Box<[Vec<f32>; COLUMNS.len()]> },
    /// The smoothed policy alone.
    Policy(Box<NetworkPolicy>),
}

impl TrainingBase {
    /// Opens the checkpoint of a run, or the network that it wrote. The run must have the same rules.
    pub fn open(path: &Path, rules: &Rules) -> Result<Self, TrainingError> {
        let bytes = FileBytes::open(path)?;
        let refused = |error: ReadError| error.in_file::<DiskError>(path);
        let reader = Reader::open(bytes.as_ref()).map_err(refused)?;
        let metadata = reader.metadata();
        let is_network = metadata.kind == NETWORK_KIND;
        if !is_network {
            reader.expect_kind(CHECKPOINT_KIND, CHECKPOINT_VERSION).map_err(refused)?;
        }
        reader.verify().map_err(refused)?;
        if metadata.rules != rules_text(rules) {
            let why = format!("it is a run by other rules: `{}`", metadata.rules.escape_debug());
            return Err(Trouble::OtherRules.in_file::<DiskError>(path, why).into());
        }
        let foreign =
            || Trouble::Foreign.in_file::<DiskError>(path, "it is no checkpoint or network of `hana train`");
        // An imitation has none: it is refined like a run with the usual ones.
        let usual = (is_network && metadata.details.contains_key(IMITATION)).then(TrainingSettings::default);
        let settings = metadata.details.get("settings").map(TrainingSettings::deserialize);
        let settings = settings.and_then(Result::ok).or(usual).ok_or_else(foreign)?;
        let rounds = metadata.counts.get("rounds").copied().unwrap_or_default();
        let networks = if is_network {
            let policy = read_network(&reader).map_err(|error| error.in_file::<DiskError>(path))?;
            Networks::Policy(Box::new(policy))
        } else {
            let state: TrainingState = reader.coded(STATE).map_err(refused)?;
            if rounds < settings.games {
                let message = format!(
                    "the run in {} is not over, {rounds} of {} rounds are played: go on with it before it is refined",
                    path.display(),
                    settings.games
                );
                return Err(TrainingError::Unsuited(message));
            }
            let saved = state.trainer.ok_or_else(foreign)?;
            Networks::Checkpoint { saved, columns: Box::new(columns(&reader).map_err(refused)?) }
        };
        let refined = RefinedRun {
            rounds,
            blake3: blake3::hash(bytes.as_ref()).to_hex().to_string(),
            command: metadata.command.clone(),
        };
        Ok(Self { path: path.to_owned(), refined, settings, networks })
    }

    /// The settings of a run of this many rounds that refines it.
    #[must_use]
    pub fn settings(&self, rounds: u64) -> TrainingSettings {
        self.settings.refining(rounds)
    }

    /// Lets a run begin with the networks of this one.
    pub(super) fn give<'a>(&self, mut trainer: RoundTrainer<'a>) -> Result<RoundTrainer<'a>, DiskError> {
        match &self.networks {
            Networks::Policy(policy) => Ok(trainer.with_policy(policy)),
            Networks::Checkpoint { saved, columns } => {
                let fits = trainer.begin_with(saved, columns);
                let foreign = || Trouble::Foreign.in_file(&self.path, "its networks are of another size");
                fits.then_some(trainer).ok_or_else(foreign)
            }
        }
    }
}

/// The long columns of a checkpoint.
pub(super) fn columns(reader: &Reader<'_>) -> Result<[Vec<f32>; COLUMNS.len()], ReadError> {
    let mut columns = [const { Vec::new() }; COLUMNS.len()];
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        *column = reader.records::<F32>(name)?.iter().map(|number| number.get()).collect();
    }
    Ok(columns)
}
