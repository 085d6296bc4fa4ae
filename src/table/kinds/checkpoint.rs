//! Checkpoints: the state of a run that can go on.

use std::io::Write;

use hanamachi_solver::table::{CHECKPOINT_KIND, Metadata, Writer};

use super::{Checks, Kind, OpenFile};
use crate::failure::Failure;
use crate::session::Session;
use crate::table::rows::Rows;
use crate::table::sample::Sample;

/// The kind of checkpoints.
pub(super) struct Checkpoints;

impl Kind for Checkpoints {
    fn name(&self) -> &'static str {
        CHECKPOINT_KIND
    }

    /// What the state means, the run alone knows: it reads all of it when it goes on.
    fn check(
        &self,
        _file: &OpenFile<'_>,
        _sample: &mut Sample<'_>,
        _session: &Session,
    ) -> Result<Checks, Failure> {
        let reason = "the run reads its state when it goes on";
        Ok(Checks::default().without("state", reason))
    }

    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
        Err(file.other_kind(
            "a checkpoint is the state of a run, which nothing but the run can read: there are no rows to export",
        ))
    }

    fn merge(
        &self,
        files: &[OpenFile<'_>],
        _merged: &mut Writer<&mut dyn Write>,
        _session: &Session,
    ) -> Result<Metadata, Failure> {
        let message = "a checkpoint is the state of one run: there is nothing to merge it with";
        Err(files
            .first()
            .map_or_else(|| Failure::OtherVersion(message.to_owned()), |file| file.other_kind(message)))
    }
}
