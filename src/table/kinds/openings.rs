//! Opening charts: the evaluation of each first hand by a search.

use hanamachi_solver::hanamikoji::openings::{OPENINGS_KIND, OpeningRows, OpeningsFileError};

use crate::failure::{Failure, Trouble};
use crate::file::refusal;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of opening charts.
pub(super) const KIND: FileKind = FileKind {
    name: OPENINGS_KIND,
    check,
    rows: Ok(|file| Ok(Box::new(open(file)?))),
    merge: Err(
        "an opening chart is one run: `report --openings --resume` continues it, and there is nothing to merge",
    ),
    #[cfg(test)]
    samples: &["tests/data/tables/hanamikoji-openings-1.table"],
};

fn open(file: &OpenFile<'_>) -> Result<OpeningRows, Failure> {
    OpeningRows::new(&file.reader).map_err(|error| match error {
        OpeningsFileError::File(error) => refusal(file.path, &error),
        other => Trouble::Damaged.in_file(file.path, other),
    })
}

fn check(file: &OpenFile<'_>, _sample: &mut Sample<'_>, _session: &Session) -> Result<Checks, Failure> {
    open(file)?;
    let reason =
        "estimates: `report --openings` with the seed and the iterations of the file reproduces them";
    Ok(Checks { checked: vec!["rows"], ..Checks::default() }.without("evaluations", reason))
}
