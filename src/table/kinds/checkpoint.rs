//! Checkpoints: the state of a run that can be resumed.

use hanamachi_solver::table::CHECKPOINT_KIND;

use crate::table::kind::{Checks, FileKind};

/// The kind of checkpoints.
pub(super) const KIND: FileKind = FileKind {
    name: CHECKPOINT_KIND,
    // Only the run can interpret its state, and it reads all of it when it resumes.
    check: |_, _, _| {
        Ok(Checks::default().without("state", "only the run can read its state, when it resumes"))
    },
    rows: Err("a checkpoint is the state of a run, which only the run can read: it has no rows to export"),
    merge: Err("a checkpoint is the state of one run and cannot be merged"),
    #[cfg(test)]
    samples: &["tests/data/tables/kuhn-checkpoint.table"],
};
