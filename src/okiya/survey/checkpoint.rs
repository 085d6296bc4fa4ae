//! The progress of a survey on disk: whole blocks only, so that any later run can go on with the next one.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;

use hanamachi_solver::okiya::survey::SurveyTally;
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, Trouble};
use crate::output::json;
use crate::resumable::Progress;
use crate::session::Session;

/// The schema and its version, in every checkpoint.
const SCHEMA: &str = "okiya.survey_checkpoint/1";

/// A checkpoint is a few kilobytes; whatever is larger is something else.
const MOST_BYTES: usize = 1 << 20;

/// What is known so far, and where it is kept.
#[derive(Debug)]
pub(super) struct Checkpoint {
    progress: Option<Progress>,
    seed: u64,
    block_size: NonZeroU64,
    /// The counts of the first blocks.
    pub(super) tally: SurveyTally,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    schema: String,
    seed: u64,
    block_size: NonZeroU64,
    tally: SurveyTally,
    /// BLAKE3 of the tally as it is written, in hex.
    hash: String,
}

impl Checkpoint {
    /// The checkpoint in `path`, or the beginning of the survey if there is none.
    pub(super) fn open(
        path: Option<&Path>,
        seed: u64,
        block_size: NonZeroU64,
        session: &Session,
    ) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self { progress: None, seed, block_size, tally: SurveyTally::default() });
        };
        let (progress, found) = Progress::open(path, session)?;
        let tally = match found {
            Some(bytes) => read(path, bytes.as_ref(), (seed, block_size))?,
            None => SurveyTally::default(),
        };
        Ok(Self { progress: Some(progress), seed, block_size, tally })
    }

    /// Replaces the file, if one is wanted, as a whole or not at all.
    pub(super) fn save(&mut self) -> Result<(), Failure> {
        let stored = self.stored();
        self.progress.as_mut().map_or(Ok(()), |progress| progress.replace(write(&stored)))
    }

    /// The same if it is time.
    pub(super) fn save_if_due(&mut self, session: &Session) {
        if self.progress.as_ref().is_some_and(Progress::is_due) {
            let stored = self.stored();
            if let Some(progress) = &mut self.progress {
                progress.replace_if_due(session, write(&stored));
            }
        }
    }

    fn stored(&self) -> String {
        json(&Stored {
            schema: SCHEMA.to_owned(),
            seed: self.seed,
            block_size: self.block_size,
            tally: self.tally.clone(),
            hash: hash(&self.tally),
        })
    }
}

fn write(stored: &str) -> impl FnOnce(&mut dyn Write) -> Result<(), Failure> + '_ {
    move |stream| stream.write_all(stored.as_bytes()).map_err(Failure::writing)
}

fn read(path: &Path, bytes: &[u8], (seed, block_size): (u64, NonZeroU64)) -> Result<SurveyTally, Failure> {
    let damaged = |why: String| {
        Trouble::Damaged.of(path, format!("{} is no checkpoint to go on from: {why}", path.display()))
    };
    if bytes.len() > MOST_BYTES {
        return Err(damaged("it is not a file of a few kilobytes".to_owned()));
    }
    let stored: Stored = serde_json::from_slice(bytes).map_err(|error| damaged(error.to_string()))?;
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

fn hash(tally: &SurveyTally) -> String {
    blake3::hash(json(tally).as_bytes()).to_hex().to_string()
}
