//! Files of the census: why they are refused.

use std::path::Path;

use hanamachi_solver::okiya::census::CensusError;

use crate::failure::Failure;
use crate::table::{in_file, refusal};

/// Why the census at `path` is refused.
pub(crate) fn refused(path: &Path, error: CensusError) -> Failure {
    match error {
        CensusError::Read(error) => refusal(path, &error),
        CensusError::Write(error) => error.into(),
        error if error.is_wrong() => Failure::Unverified(in_file(path, error)),
        error => Failure::Damaged(in_file(path, error)),
    }
}
