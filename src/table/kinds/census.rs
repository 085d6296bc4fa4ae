//! The garden census: the values of all openings of many gardens.

use std::io::Write;

use hanamachi_solver::okiya::census::{
    CENSUS_KIND, CensusTable, CheckError, FileRun as _, JoinError, MergeError, Source, merge_tables,
};
use hanamachi_solver::okiya::{Ending, Outcome};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::{Metadata, Writer};

use super::{Capability, Checks, Export, Kind, Merge, OpenFile};
use crate::failure::{Failure, Refusal, Trouble};
use crate::okiya::tabled::refused;
use crate::progress::CountProgress;
use crate::session::Session;
use crate::table::rows::{Cell, Column, ColumnType, Rows, TakeRow};
use crate::table::sample::Sample;

/// The kind of the census.
pub(super) struct Censuses;

fn open<'a>(file: &OpenFile<'a>) -> Result<CensusTable<'a>, Failure> {
    CensusTable::new(file.reader.clone()).map_err(|error| refused(file.path, error))
}

impl Kind for Censuses {
    fn name(&self) -> &'static str {
        CENSUS_KIND
    }

    fn check(
        &self,
        file: &OpenFile<'_>,
        sample: &mut Sample<'_>,
        session: &Session,
    ) -> Result<Checks, Failure> {
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

    fn export(&self) -> Capability<'_, dyn Export> {
        Ok(self)
    }

    fn merge(&self) -> Capability<'_, dyn Merge> {
        Ok(self)
    }

    #[cfg(test)]
    fn samples(&self) -> &'static [&'static str] {
        &["tests/data/tables/okiya-census-1.table"]
    }
}

impl Export for Censuses {
    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
        let table = open(file)?;
        Ok(Box::new(CensusRows { path: file.path, table }))
    }
}

impl Merge for Censuses {
    fn merge(
        &self,
        files: &[OpenFile<'_>],
        merged: &mut Writer<&mut dyn Write>,
    ) -> Result<Metadata, Failure> {
        let tables = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let (census, _) = merge_tables(merged, &tables).map_err(|error| unmerged(files, error))?;
        Ok(census.metadata(tables.first().map_or("", |table| table.program())))
    }
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

/// Rows of a census: one for each garden, in the order of the file.
struct CensusRows<'a> {
    path: &'a std::path::Path,
    table: CensusTable<'a>,
}

macro_rules! columns {
    ($($opening:literal)*) => {
        &[
            Column::new("number", ColumnType::Integer),
            Column::new("garden", ColumnType::Text),
            Column::new("rank", ColumnType::Integer),
            Column::new("class", ColumnType::Integer),
            Column::nullable("class_number", ColumnType::Integer),
            Column::new("outcome", ColumnType::Text),
            Column::new("tiles_left", ColumnType::Integer),
            Column::new("score", ColumnType::Integer),
            Column::new("ending", ColumnType::Text),
            Column::new("winning_openings", ColumnType::Integer),
            Column::new("nodes", ColumnType::Integer),
            $(
                Column::new(concat!($opening, "_outcome"), ColumnType::Text),
                Column::new(concat!($opening, "_tiles_left"), ColumnType::Integer),
                Column::new(concat!($opening, "_score"), ColumnType::Integer),
                Column::new(concat!($opening, "_ending"), ColumnType::Text),
            )*
            Column::new("kind", ColumnType::Text),
        ]
    };
}

const COLUMNS: &[Column] = columns!("a1" "b1" "c1" "d1" "a2" "d2" "a3" "d3" "a4" "b4" "c4" "d4");

impl Rows for CensusRows<'_> {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn each(&self, take: &mut TakeRow<'_>) -> Result<(), Failure> {
        let source = self.table.census().span().source();
        let first = self.table.number(0);
        for (number, record) in (first..).zip(self.table.iter()) {
            let record = record.map_err(|error| refused(self.path, error))?;
            let garden = record.garden().short().to_string();
            let (_, best) = record.best();
            let is_won = |score: i8| score > 0;
            let winning = record.openings().filter(|(_, opening)| is_won(opening.score().get())).count();
            let mut row = vec![
                Cell::integer(Some(number)),
                Cell::Text(&garden),
                Cell::integer(Some(record.garden().rank().get())),
                Cell::integer(Some(record.class().get())),
                Cell::integer((source == Source::Classes).then_some(number)),
            ];
            row.extend(value(best.score(), best.ending()));
            row.extend([Cell::integer(Some(winning)), Cell::Integer(record.nodes().into())]);
            row.extend(record.openings().flat_map(|(_, opening)| value(opening.score(), opening.ending())));
            row.push(Cell::Text(Strength::Proved.word()));
            take(&row)?;
        }
        Ok(())
    }
}

/// Returns the cells of a value: outcome for x, tiles left, score, ending.
fn value(score: hanamachi_solver::game::Score, ending: Ending) -> [Cell<'static>; 4] {
    let tiles_left = score.get().unsigned_abs().saturating_sub(1);
    [
        Cell::Text(Outcome::of_score(score).word()),
        Cell::Integer(tiles_left.into()),
        Cell::Integer(score.get().into()),
        Cell::Text(ending.word()),
    ]
}
