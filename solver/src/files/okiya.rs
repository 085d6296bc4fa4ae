//! Files of Okiya.

use std::io::Write;

use hanamachi_okiya::Outcome;
use hanamachi_okiya::census::{CENSUS_KIND, CensusTable, CheckError, FileRun as _, merge_tables};
use hanamachi_okiya::verdicts::{
    SECOND_WINS_KIND, SecondWins, VERDICTS_KIND, VerdictError, VerdictTable, check_outcomes, merge_verdicts,
};
use hanamachi_table::{Metadata, Writer};

use super::kind::{Checking, Checks, FileKind, KindError, OpenFile, open_all};

/// The garden census: the values of all openings of many gardens.
pub(super) const CENSUS: FileKind = FileKind {
    name: CENSUS_KIND,
    check: check_census,
    rows: Ok(|file| Ok(Box::new(CensusTable::new(file.reader.clone())?))),
    merge: Ok(merge_censuses),
};

/// The census of verdicts: the outcome of each class.
pub(super) const VERDICTS: FileKind = FileKind {
    name: VERDICTS_KIND,
    check: check_verdicts,
    rows: Ok(|file| Ok(Box::new(VerdictTable::new(file.reader.clone())?))),
    merge: Ok(merge_outcomes),
};

/// The list of the classes that the second player wins.
pub(super) const SECOND_WINS: FileKind = FileKind {
    name: SECOND_WINS_KIND,
    check: check_second_wins,
    rows: Ok(|file| Ok(Box::new(SecondWins::of_reader(&file.reader)?))),
    merge: Err(
        "such a list belongs to a ledger: `hanamachi okiya ledger DIR --add FILE` enters shards into both",
    ),
};

/// What nothing but the program that wrote a file can check.
pub(super) const NODES: (&str, &str) =
    ("nodes", "only the program version that counted them can reproduce them");

impl From<CheckError> for KindError {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Census(error) => error.into(),
            CheckError::Stopped(stop) => stop.into(),
        }
    }
}

impl From<VerdictError> for KindError {
    fn from(error: VerdictError) -> Self {
        match error {
            VerdictError::Stopped(stop) => stop.into(),
            wrong => Self::Unverified(wrong.to_string()),
        }
    }
}

fn check_census(file: &OpenFile<'_>, checking: &mut Checking<'_>) -> Result<Checks, KindError> {
    let table = CensusTable::new(file.reader.clone())?;
    checking.stage("records", table.len(), |context| table.check_records(context))?;
    let (indices, sampled) = checking.sample.draw("gardens", table.len())?;
    let indices: Vec<u64> = indices.collect();
    checking.stage("gardens solved again", sampled.n, |context| table.check_values(&indices, context))?;
    let mut checks = Checks::of(&["records", "gardens"]);
    if sampled.n > 0 || table.is_empty() {
        checks.checked.push("values");
    }
    checks.sample = Some(sampled);
    Ok(checks.without(NODES.0, NODES.1))
}

fn merge_censuses(
    files: &[OpenFile<'_>],
    merged: &mut Writer<&mut dyn Write>,
) -> Result<Metadata, KindError> {
    let tables = open_all(files, |file| CensusTable::new(file.reader.clone()))?;
    let (census, _) = merge_tables(merged, &tables)?;
    Ok(census.metadata(tables.first().map_or("", |table| table.program())))
}

fn check_verdicts(file: &OpenFile<'_>, checking: &mut Checking<'_>) -> Result<Checks, KindError> {
    let table = VerdictTable::new(file.reader.clone())?;
    let classes = table.census().span().len();
    checking.stage("classes", classes, |context| table.check_chunks(context))?;
    let (places, sampled) = checking.sample.draw("classes", classes)?;
    let first = table.census().numbers().start;
    let numbers: Vec<u64> = places.map(|place| first + place).collect();
    checking.stage("classes solved again", sampled.n, |context| table.check_outcomes(&numbers, context))?;
    let mut checks = Checks::of(&["gardens"]);
    if sampled.n > 0 || classes == 0 {
        checks.checked.push("outcomes");
    }
    checks.sample = Some(sampled);
    Ok(checks.without(NODES.0, NODES.1))
}

fn merge_outcomes(
    files: &[OpenFile<'_>],
    merged: &mut Writer<&mut dyn Write>,
) -> Result<Metadata, KindError> {
    let tables = open_all(files, |file| VerdictTable::new(file.reader.clone()))?;
    let census = merge_verdicts(merged, &tables)?;
    Ok(census.metadata(tables.first().map_or("", |table| table.program())))
}

fn check_second_wins(file: &OpenFile<'_>, checking: &mut Checking<'_>) -> Result<Checks, KindError> {
    let list = SecondWins::of_reader(&file.reader)?;
    let (places, sampled) = checking.sample.draw("classes", list.numbers().len() as u64)?;
    let said: Vec<(u64, Outcome)> = places
        .filter_map(|place| list.numbers().get(usize::try_from(place).ok()?))
        .map(|&number| (number, Outcome::Loss))
        .collect();
    checking.stage("classes solved again", sampled.n, |context| check_outcomes(&said, context))?;
    let mut checks = Checks::of(&["rows", "outcomes"]);
    checks.sample = Some(sampled);
    Ok(checks.without("completeness", "the ledger beside the list counts them: verify that one"))
}
