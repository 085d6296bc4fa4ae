//! Checkpoints: the state of a run that can be resumed.

use hanamachi_solver::table::CHECKPOINT_KIND;
use hanamachi_solver::table::rows::Rows;

use crate::failure::Failure;
use crate::session::Session;
use crate::table::kind::{Capability, Checks, FileKind, MergeFiles, OpenFile};
use crate::table::sample::Sample;

/// The kind of checkpoints.
pub(super) struct Checkpoints;

impl FileKind for Checkpoints {
    fn name(&self) -> &'static str {
        CHECKPOINT_KIND
    }

    /// Checks nothing: only the run can interpret its state, and it reads all of it when it resumes.
    fn check(
        &self,
        _file: &OpenFile<'_>,
        _sample: &mut Sample<'_>,
        _session: &Session,
    ) -> Result<Checks, Failure> {
        let reason = "only the run can read its state, when it resumes";
        Ok(Checks::default().without("state", reason))
    }

    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
        Err(file.other_kind(
            "a checkpoint is the state of a run, which only the run can read: it has no rows to export",
        ))
    }

    fn merge(&self) -> Capability<'_, dyn MergeFiles> {
        Err("a checkpoint is the state of one run and cannot be merged")
    }

    #[cfg(test)]
    fn samples(&self) -> &'static [&'static str] {
        &["tests/data/tables/kuhn-checkpoint.table"]
    }
}
