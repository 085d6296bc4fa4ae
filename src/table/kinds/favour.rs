//! Favour tables: values of the markers between rounds, and the counts from which they are computed.

use std::io::Write;

use hanamachi_solver::hanamikoji::{FAVOUR_KIND, FavourFile, write_favours};
use hanamachi_solver::table::{Metadata, Writer};

use crate::failure::{Failure, Trouble};
use crate::hanamikoji::unfit_favours;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of favour tables.
pub(super) const KIND: FileKind = FileKind {
    name: FAVOUR_KIND,
    check,
    rows: Ok(|file| Ok(Box::new(open(file)?))),
    merge: Ok(merge),
    #[cfg(test)]
    samples: &["tests/data/tables/hanamikoji-favour.table"],
};

fn open(file: &OpenFile<'_>) -> Result<FavourFile, Failure> {
    FavourFile::open(file.bytes).map_err(|error| unfit_favours(file.path, error))
}

fn check(file: &OpenFile<'_>, sample: &mut Sample<'_>, session: &Session) -> Result<Checks, Failure> {
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

/// Adds up the counts and solves again, so the order of the files does not matter.
fn merge(files: &[OpenFile<'_>], merged: &mut Writer<&mut dyn Write>) -> Result<Metadata, Failure> {
    let tables = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    let (chain, origin) = FavourFile::merge(&tables).map_err(|(number, error)| match files.get(number) {
        Some(file) => Trouble::Foreign.in_file(file.path, error),
        None => Failure::Operation(error.into()),
    })?;
    write_favours(merged, &chain).map_err(anyhow::Error::new)?;
    let mut metadata = origin.metadata(&chain);
    "hanamachi table merge".clone_into(&mut metadata.command);
    Ok(metadata)
}
