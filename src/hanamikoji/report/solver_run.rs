//! A run of a solver, from the file that it wrote, or from the output of its `--json`. Only the latter has times, because files
//! are the same on every machine.

use std::path::Path;

use hanamachi_report::hanamikoji::{RunFacts, RunFileError, SolverReport};
use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::table::disk::FileBytes;

use crate::args::SHIELD;
use crate::failure::{Failure, Refusal, Trouble, refusal};
use crate::hanamikoji::strategy_file::unfit;
use crate::query::QueryItem;

/// Report of the run in this file, with the times from another, and the strategy at these information sets.
pub(super) fn report(path: &Path, run: Option<&Path>, at: &[String]) -> Result<SolverReport, Failure> {
    let sets = at.iter().map(|text| InformationSet::parse(&text.replace(SHIELD, "")));
    let sets = sets.collect::<Result<Vec<_>, Box<Refusal>>>()?;
    let bytes = FileBytes::open(path)?;
    let is_json = bytes.as_ref().trim_ascii_start().starts_with(b"{");
    let facts = |bytes: &[u8]| if is_json { RunFacts::from_json(bytes) } else { RunFacts::from_table(bytes) };
    let mut found = facts(bytes.as_ref()).map_err(|error| unreadable(path, error))?;
    if let Some(run) = run {
        if is_json {
            let message = "--run adds times to a file of `solve -o`; what --json printed has them";
            return Err(Failure::Usage(message.to_owned()));
        }
        let times = FileBytes::open(run)?;
        let times = RunFacts::from_json(times.as_ref()).map_err(|error| unreadable(run, error))?;
        found = found.with_times(times).map_err(|fact| {
            let message =
                format!("{} is of another run than {}: its {fact} differs", run.display(), path.display());
            Trouble::Foreign.saying::<Failure>(run, message)
        })?;
    }
    let (file, run_file) = (path.display().to_string(), run.map(|run| run.display().to_string()));
    let table = if found.is_hanamikoji() && !is_json {
        Some(StrategyTable::open(bytes).map_err(|error| unfit(path, &error))?)
    } else {
        None
    };
    if table.is_none() && !sets.is_empty() {
        let message = "--at needs a strategy of Hanamikoji: the file that `solve -o` wrote";
        return Err(Failure::Usage(message.to_owned()));
    }
    SolverReport::new(found, (file, run_file), table.as_ref(), &sets).map_err(|error| unfit(path, &error))
}

/// Reason for refusing the file of a run.
fn unreadable(path: &Path, error: RunFileError) -> Failure {
    match error {
        RunFileError::File(error) => refusal(path, &error),
        RunFileError::Table(error) => unfit(path, &error),
        RunFileError::Damaged(why) => Trouble::Damaged.in_file(path, why),
        RunFileError::OtherVersion(why) => Trouble::OtherVersion.in_file(path, why),
    }
}
