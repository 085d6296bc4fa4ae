//! Strategy tables in files.

use std::path::Path;

use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, StrategyTableError};
use hanamachi_solver::table::disk::FileBytes;

use crate::failure::{Failure, Trouble, refusal};

/// Opens the table in this file and checks all of it.
pub(crate) fn open(path: &Path) -> Result<StrategyTable<FileBytes>, Failure> {
    let table = StrategyTable::open(FileBytes::open(path)?).map_err(|error| unfit(path, &error))?;
    table.verify().map_err(|error| refusal(path, &error))?;
    Ok(table)
}

/// Reason for refusing the table at `path`.
pub(crate) fn unfit(path: &Path, error: &StrategyTableError) -> Failure {
    match error {
        StrategyTableError::File(error) => refusal(path, error),
        StrategyTableError::OtherRules { .. }
        | StrategyTableError::OtherMarkers { .. }
        | StrategyTableError::OtherContinuation { .. }
        | StrategyTableError::OneRound { .. } => Trouble::OtherRules.in_file(path, error),
        StrategyTableError::OtherGame { .. } => Trouble::OtherVersion.in_file(path, error),
        _ => Trouble::Damaged.in_file(path, error),
    }
}
