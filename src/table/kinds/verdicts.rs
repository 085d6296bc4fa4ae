//! The census of verdicts: the outcome of each class.

use std::io::Write;

use hanamachi_solver::okiya::census::FileRun as _;
use hanamachi_solver::okiya::verdicts::{VERDICTS_KIND, VerdictError, VerdictTable, merge_verdicts};
use hanamachi_solver::table::{Metadata, Writer};

use super::census::unmerged;
use crate::failure::Failure;
use crate::file::refusal;
use crate::progress::CountProgress;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of verdicts.
pub(super) const KIND: FileKind = FileKind {
    name: VERDICTS_KIND,
    check,
    rows: Ok(|file| Ok(Box::new(open(file)?))),
    merge: Ok(merge),
    #[cfg(test)]
    samples: &["tests/data/tables/okiya-verdicts-1.table"],
};

fn open<'a>(file: &OpenFile<'a>) -> Result<VerdictTable<'a>, Failure> {
    VerdictTable::new(file.reader.clone()).map_err(|error| refusal(file.path, &error))
}

/// Converts an error of checking the verdicts in this file to a failure.
fn failed(file: &OpenFile<'_>, error: VerdictError) -> Failure {
    match error {
        VerdictError::Stopped(stop) => stop.into(),
        wrong => file.unverified(wrong),
    }
}

fn check(file: &OpenFile<'_>, sample: &mut Sample<'_>, session: &Session) -> Result<Checks, Failure> {
    let table = open(file)?;
    let classes = table.census().span().len();
    let progress = CountProgress::start("classes", 0, classes, session);
    table.check_chunks(session.context(&progress)).map_err(|error| failed(file, error))?;
    drop(progress);
    let (places, sampled) = sample.draw("classes", classes)?;
    let first = table.census().numbers().start;
    let numbers: Vec<u64> = places.map(|place| first + place).collect();
    let progress = CountProgress::start("classes solved again", 0, sampled.n, session);
    table.check_outcomes(&numbers, session.context(&progress)).map_err(|error| failed(file, error))?;
    let mut checked = vec!["gardens"];
    if sampled.n > 0 || classes == 0 {
        checked.push("outcomes");
    }
    let checks = Checks { checked, sample: Some(sampled), ..Checks::default() };
    Ok(checks.without("nodes", "only the program version that counted them can reproduce them"))
}

fn merge(files: &[OpenFile<'_>], merged: &mut Writer<&mut dyn Write>) -> Result<Metadata, Failure> {
    let tables = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let census = merge_verdicts(merged, &tables).map_err(|error| unmerged(files, error))?;
    Ok(census.metadata(tables.first().map_or("", |table| table.program())))
}
