//! Favour tables: values of the markers between rounds, and the counts from which they are computed.

use std::io::Write;

use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::{FAVOUR_KIND, FavourFile, LayoutEstimate, write_favours};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::{Metadata, Writer};

use super::{Capability, Checks, Export, Kind, Merge, OpenFile};
use crate::failure::{Failure, Trouble};
use crate::hanamikoji::unfit_favours;
use crate::session::Session;
use crate::table::rows::{Cell, Column, ColumnType, Rows, TakeRow};
use crate::table::sample::Sample;

/// The kind of favour tables.
pub(super) struct Favours;

fn open(file: &OpenFile<'_>) -> Result<FavourFile, Failure> {
    FavourFile::open(file.bytes).map_err(|error| unfit_favours(file.path, error))
}

impl Kind for Favours {
    fn name(&self) -> &'static str {
        FAVOUR_KIND
    }

    fn check(
        &self,
        file: &OpenFile<'_>,
        sample: &mut Sample<'_>,
        session: &Session,
    ) -> Result<Checks, Failure> {
        let table = open(file)?;
        let mut checks = Checks { checked: vec!["rows", "counts"], ..Checks::default() };
        let (numbers, sampled) = sample.draw("layouts", table.layouts().len() as u64)?;
        if sampled.n == 0 {
            return Ok(checks.without("estimates", "--sample 0"));
        }
        session.check()?;
        let numbers = numbers.filter_map(|number| usize::try_from(number).ok());
        match table.recheck(numbers) {
            Err(unsettled) => Ok(checks.without("estimates", unsettled.to_string())),
            Ok(Err(wrong)) => Err(file.unverified(wrong)),
            Ok(Ok(())) => {
                checks.checked.push("estimates");
                checks.sample = Some(sampled);
                Ok(checks)
            }
        }
    }

    fn export(&self) -> Capability<'_, dyn Export> {
        Ok(self)
    }

    fn merge(&self) -> Capability<'_, dyn Merge> {
        Ok(self)
    }

    #[cfg(test)]
    fn samples(&self) -> &'static [&'static str] {
        &["tests/data/tables/hanamikoji-favour.table"]
    }
}

impl Export for Favours {
    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
        open(file).map(|table| Box::new(FavourRows(table)) as Box<dyn Rows>)
    }
}

impl Merge for Favours {
    /// Adds up the counts and solves again, so the order of the files does not matter.
    fn merge(
        &self,
        files: &[OpenFile<'_>],
        merged: &mut Writer<&mut dyn Write>,
    ) -> Result<Metadata, Failure> {
        let tables = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let (chain, origin) =
            FavourFile::merge(&tables).map_err(|(number, error)| match files.get(number) {
                Some(file) => Trouble::Foreign.in_file(file.path, error),
                None => Failure::Operation(error.into()),
            })?;
        write_favours(merged, &chain).map_err(anyhow::Error::new)?;
        let mut metadata = origin.metadata(&chain);
        "hanamachi table merge".clone_into(&mut metadata.command);
        Ok(metadata)
    }
}

/// Rows of a favour table: one for each layout, in the order of the table.
struct FavourRows(FavourFile);

const COLUMNS: &[Column] = &[
    Column::new("favour", ColumnType::Text),
    Column::new("placements", ColumnType::Integer),
    Column::new("n_rounds", ColumnType::Integer),
    Column::new("win", ColumnType::Real),
    Column::new("se", ColumnType::Real),
    Column::new("win_1_charm", ColumnType::Real),
    Column::new("win_2_charm", ColumnType::Real),
    Column::new("win_3_charm", ColumnType::Real),
    Column::new("win_1_none", ColumnType::Real),
    Column::new("win_2_none", ColumnType::Real),
    Column::new("win_3_none", ColumnType::Real),
    Column::new("kind", ColumnType::Text),
];

impl Rows for FavourRows {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn each(&self, take: &mut TakeRow<'_>) -> Result<(), Failure> {
        for LayoutEstimate { layout, placements, rounds, win, standard_error } in self.0.layouts() {
            let favour = FavourText::new(layout.favour(), self.0.rules()).to_string();
            let mut cells = vec![
                Cell::Text(&favour),
                Cell::Integer((*placements).into()),
                Cell::integer(Some(*rounds)),
                Cell::Real(win.endless),
                Cell::Real(*standard_error),
            ];
            cells.extend(win.within_charm.iter().chain(&win.within_none).copied().map(Cell::Real));
            cells.push(Cell::Text(Strength::Estimated.word()));
            take(&cells)?;
        }
        Ok(())
    }
}
