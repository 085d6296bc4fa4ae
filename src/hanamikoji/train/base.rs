//! The run of training that another refines.

use std::path::{Path, PathBuf};

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::learn::RoundTrainer;
use hanamachi_solver::search::learning::{COLUMNS, SavedTraining, Settings};
use hanamachi_solver::table::little_endian::F32;
use hanamachi_solver::table::{CHECKPOINT_KIND, CHECKPOINT_VERSION, ReadError, Reader, STATE};
use serde::{Deserialize, Serialize};

use super::policy::State;
use crate::failure::{Failure, Trouble};
use crate::hanamikoji::rules_text;
use crate::table::{FileBytes, refusal};

/// Name under which the metadata of a run hold the run it refines.
pub(in crate::hanamikoji) const REFINED: &str = "refined";

/// The run that was refined.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(in crate::hanamikoji) struct Refined {
    /// Rounds that it has played.
    pub(in crate::hanamikoji) rounds: u64,
    /// Hash of its checkpoint.
    pub(in crate::hanamikoji) blake3: String,
    /// Command that made it.
    pub(in crate::hanamikoji) command: String,
}

/// A run to refine: its networks and its identity.
pub(super) struct Base {
    pub(super) path: PathBuf,
    pub(super) refined: Refined,
    pub(super) settings: Settings,
    saved: SavedTraining,
    columns: [Vec<f32>; COLUMNS.len()],
}

impl Base {
    /// Opens the checkpoint of a run, which must have the same rules.
    pub(super) fn open(path: &Path, rules: &Rules) -> Result<Self, Failure> {
        let bytes = FileBytes::open(path)?;
        let refused = |error| refusal(path, &error);
        let reader = Reader::open(bytes.as_ref()).map_err(refused)?;
        reader.expect_kind(CHECKPOINT_KIND, CHECKPOINT_VERSION).map_err(refused)?;
        reader.verify().map_err(refused)?;
        let metadata = reader.metadata();
        if metadata.rules != rules_text(rules) {
            let why = format!("it is a run by other rules: `{}`", metadata.rules.escape_debug());
            return Err(Trouble::OtherRules.in_file(path, why));
        }
        let state: State = reader.coded(STATE).map_err(refused)?;
        let foreign = || Trouble::Foreign.in_file(path, "it is no checkpoint of `hana train`");
        let settings = metadata.details.get("settings").map(Settings::deserialize);
        let settings = settings.and_then(Result::ok).ok_or_else(foreign)?;
        let rounds = metadata.counts.get("rounds").copied().unwrap_or_default();
        if rounds < settings.games {
            let message = format!(
                "the run in {} is not over, {rounds} of {} rounds are played: go on with it before it is refined",
                path.display(),
                settings.games
            );
            return Err(Failure::Usage(message));
        }
        let refined = Refined {
            rounds,
            blake3: blake3::hash(bytes.as_ref()).to_hex().to_string(),
            command: metadata.command.clone(),
        };
        Ok(Self {
            path: path.to_owned(),
            refined,
            settings,
            saved: state.trainer.ok_or_else(foreign)?,
            columns: columns(&reader).map_err(refused)?,
        })
    }

    /// Lets a run begin with the networks of this one.
    pub(super) fn give(&self, trainer: &mut RoundTrainer<'_>) -> Result<(), Failure> {
        let fits = trainer.begin_with(&self.saved, &self.columns);
        let foreign = || Trouble::Foreign.in_file(&self.path, "its networks are of another size");
        fits.then_some(()).ok_or_else(foreign)
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
