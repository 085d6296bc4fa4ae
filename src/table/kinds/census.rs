//! The garden census: the values of all openings of many gardens.

use std::io::Write;

use hanamachi_solver::okiya::census::{
    CENSUS_KIND, CensusTable, CheckError, FileRun as _, JoinError, MergeError, merge_tables,
};
use hanamachi_solver::table::{Metadata, Writer};

use crate::failure::{Failure, Refusal, Trouble};
use crate::okiya::tabled::refused;
use crate::progress::CountProgress;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of the census.
pub(super) const KIND: FileKind = FileKind {
    name: CENSUS_KIND,
    check,
    rows: Ok(|file| Ok(Box::new(open(file)?))),
    merge: Ok(merge),
    #[cfg(test)]
    samples: &["tests/data/tables/okiya-census-1.table"],
};

fn open<'a>(file: &OpenFile<'a>) -> Result<CensusTable<'a>, Failure> {
    CensusTable::new(file.reader.clone()).map_err(|error| refused(file.path, error))
}

fn check(file: &OpenFile<'_>, sample: &mut Sample<'_>, session: &Session) -> Result<Checks, Failure> {
    let table = open(file)?;
    let failed = |error| match error {
        CheckError::Census(error) => refused(file.path, error),
        CheckError::Stopped(stop) => stop.into(),
    };
    let progress = |unit, total| CountProgress::start(unit, 0, total, session);
    table.check_records(session.context(&progress("records", table.len()))).map_err(failed)?;
    let (indices, sampled) = sample.draw("gardens", table.len())?;
    let indices: Vec<u64> = indices.collect();
    let solved = progress("gardens solved again", sampled.n);
    table.check_values(&indices, session.context(&solved)).map_err(failed)?;
    let mut checked = vec!["records", "gardens"];
    if sampled.n > 0 || table.is_empty() {
        checked.push("values");
    }
    let checks = Checks { checked, sample: Some(sampled), ..Checks::default() };
    Ok(checks.without("nodes", "only the program version that counted them can reproduce them"))
}

fn merge(files: &[OpenFile<'_>], merged: &mut Writer<&mut dyn Write>) -> Result<Metadata, Failure> {
    let tables = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let (census, _) = merge_tables(merged, &tables).map_err(|error| unmerged(files, error))?;
    Ok(census.metadata(tables.first().map_or("", |table| table.program())))
}

/// Converts an error of merging these files to a failure.
pub(super) fn unmerged(files: &[OpenFile<'_>], error: JoinError) -> Failure {
    let unfit = match error {
        JoinError::Unfit(unfit) => unfit,
        JoinError::Damaged { part, error } => {
            return match files.get(part) {
                Some(file) => refused(file.path, *error),
                None => Trouble::Damaged.of_several(error.to_string()),
            };
        }
        JoinError::Write(error) => return Failure::Operation(anyhow::Error::new(error)),
    };
    let message = format!("the files are not parts of one census: {unfit}");
    match unfit {
        MergeError::Rules(..) => Trouble::OtherRules.of_several(message),
        MergeError::Program(..) => Trouble::OtherVersion.of_several(message),
        MergeError::Gap { .. } => Refusal::whole("gap", message, "").into(),
        MergeError::Overlap { .. } => Refusal::whole("overlap", message, "").into(),
        _ => Trouble::Foreign.of_several(message),
    }
}
