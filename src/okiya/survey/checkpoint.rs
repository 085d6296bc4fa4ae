//! The progress of a survey on disk: whole blocks only, so that any later run can go on with the next one.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use hanamachi_solver::okiya::survey::Tally;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Trouble};
use crate::output::{self, json};

/// The schema and its version, in every checkpoint.
const SCHEMA: &str = "okiya.survey_checkpoint/1";

/// A checkpoint is a few kilobytes; whatever is larger is something else.
const MOST_BYTES: u64 = 1 << 20;

/// What is known so far, and where it is kept.
#[derive(Debug)]
pub(super) struct Checkpoint {
    path: Option<PathBuf>,
    seed: u64,
    block_size: NonZeroU64,
    /// The counts of the first blocks.
    pub(super) tally: Tally,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    schema: String,
    seed: u64,
    block_size: NonZeroU64,
    tally: Tally,
    /// BLAKE3 of the tally as it is written, in hex.
    hash: String,
}

impl Checkpoint {
    /// The checkpoint in `path`, or the beginning of the survey if there is none.
    pub(super) fn open(path: Option<&Path>, seed: u64, block_size: NonZeroU64) -> Result<Self, Failure> {
        let tally = match path {
            Some(path) if is_there(path)? => read(path, seed, block_size)?,
            _ => Tally::default(),
        };
        Ok(Self { path: path.map(Path::to_owned), seed, block_size, tally })
    }

    /// Replaces the file, if one is wanted, as a whole or not at all.
    pub(super) fn save(&self) -> Result<(), Failure> {
        let Some(path) = &self.path else { return Ok(()) };
        let stored = Stored {
            schema: SCHEMA.to_owned(),
            seed: self.seed,
            block_size: self.block_size,
            tally: self.tally.clone(),
            hash: hash(&self.tally),
        };
        replace(path, json(&stored).as_bytes())
            .with_context(|| format!("cannot save the progress in {}", path.display()))?;
        Ok(())
    }
}

fn is_there(path: &Path) -> anyhow::Result<bool> {
    path.try_exists().with_context(|| format!("cannot read {}", path.display()))
}

fn read(path: &Path, seed: u64, block_size: NonZeroU64) -> Result<Tally, Failure> {
    let cannot = || format!("cannot read {}", path.display());
    let found = path.metadata().with_context(cannot)?;
    let damaged = |why: String| {
        Trouble::Damaged.of(path, format!("{} is no checkpoint to go on from: {why}", path.display()))
    };
    if !found.is_file() || found.len() > MOST_BYTES {
        return Err(damaged("it is not a file of a few kilobytes".to_owned()));
    }
    let bytes = fs::read(path).with_context(cannot)?;
    let stored: Stored = serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
    if stored.schema != SCHEMA {
        return Err(damaged(format!("its schema is `{}`, not `{SCHEMA}`", stored.schema)));
    }
    if stored.hash != hash(&stored.tally) {
        return Err(damaged("its counts have been changed since they were written".to_owned()));
    }
    if (stored.seed, stored.block_size) != (seed, block_size) {
        let Stored { seed, block_size, .. } = stored;
        let whose =
            format!("{} belongs to a survey of seed {seed} in blocks of {block_size}", path.display());
        return Err(Trouble::Foreign.of(path, whose));
    }
    if !stored.tally.is_consistent() {
        return Err(damaged("its counts do not add up".to_owned()));
    }
    if stored.tally.gardens % block_size != 0 {
        return Err(damaged(format!("{} gardens are not a number of whole blocks", stored.tally.gardens)));
    }
    Ok(stored.tally)
}

fn hash(tally: &Tally) -> String {
    blake3::hash(json(tally).as_bytes()).to_hex().to_string()
}

/// Writes a file under another name, and gives it its own when all of it is on the disk.
fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut file = output::beside(path)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error: tempfile::PersistError| anyhow!(io::Error::from(error)))?;
    Ok(())
}
