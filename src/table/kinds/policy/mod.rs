//! Strategies: a distribution over the actions of each information set.

mod claims;

use hanamachi_solver::hanamikoji::strategy_table::{GAME, StrategyTable};
use hanamachi_solver::hanamikoji::{FavourEstimates, FavourFile};
use hanamachi_solver::reference::names_of;
use hanamachi_solver::strategy_table::CodedRows;
use hanamachi_solver::table::rows::Rows;
use hanamachi_solver::table::{POLICY_KIND, PolicyTable, ReadError};

use crate::failure::Failure;
use crate::file::{FileBytes, refusal};
use crate::hanamikoji::{unfit, unfit_favours};
use crate::progress::Patience;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of strategies.
pub(super) const KIND: FileKind = FileKind {
    name: POLICY_KIND,
    check,
    rows: Ok(rows),
    merge: Err("strategies of two runs cannot be merged: a mixture of them has no measured value"),
    #[cfg(test)]
    samples: &[
        "tests/data/tables/kuhn-policy.table",
        "tests/data/tables/hanamikoji-policy.table",
        "tests/data/tables/hanamikoji-policy-with-run.table",
        "solver/tests/table/kept/kuhn-policy-1.table",
    ],
};

fn check(file: &OpenFile<'_>, sample: &mut Sample<'_>, session: &Session) -> Result<Checks, Failure> {
    let _patience = Patience::start("the strategies are checked", session);
    let refused = |error: ReadError| refusal(file.path, &error);
    if file.reader.metadata().game != GAME {
        PolicyTable::open(file.bytes).and_then(|table| table.check_rows()).map_err(refused)?;
        let checks = Checks { checked: vec!["rows"], ..Checks::default() };
        return if sample.is_wanted() { claims::check(file, checks, session) } else { Ok(checks) };
    }
    let table = StrategyTable::open(file.bytes).map_err(|error| unfit(file.path, &error))?;
    table.check_rows().map_err(refused)?;
    let checks = Checks { checked: vec!["rows", "legal_actions"], ..Checks::default() };
    if !sample.is_wanted() {
        return Ok(checks);
    }
    let estimates = match file.favour_table {
        Some(path) => {
            let bytes = FileBytes::open(path)?;
            FavourFile::open(bytes.as_ref()).map_err(|error| unfit_favours(path, error))?.estimates()
        }
        None => FavourEstimates::built_in(),
    };
    claims::check_rounds(file, &table, &estimates, checks, session)
}

fn rows<'a>(file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
    let refused = |error: ReadError| refusal(file.path, &error);
    if file.reader.metadata().game == GAME {
        let table = StrategyTable::open(file.bytes).map_err(|error| unfit(file.path, &error))?;
        table.policy().check_rows().map_err(refused)?;
        return Ok(Box::new(table));
    }
    let table = PolicyTable::open(file.bytes).map_err(refused)?;
    table.check_rows().map_err(refused)?;
    Ok(Box::new(CodedRows::new(table, names_of(&file.reader.metadata().game))))
}
