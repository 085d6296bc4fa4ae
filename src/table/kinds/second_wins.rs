//! The list of the classes that the second player wins.

use hanamachi_solver::okiya::Outcome;
use hanamachi_solver::okiya::verdicts::{SECOND_WINS_KIND, SecondWins, VerdictError, check_outcomes};

use crate::failure::Failure;
use crate::file::refusal;
use crate::progress::CountProgress;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of such lists.
pub(super) const KIND: FileKind = FileKind {
    name: SECOND_WINS_KIND,
    check,
    rows: Ok(|file| Ok(Box::new(open(file)?))),
    merge: Err(
        "such a list belongs to a ledger: `hanamachi okiya ledger DIR --add FILE` enters shards into both",
    ),
    #[cfg(test)]
    samples: &["tests/data/tables/okiya-second-wins-1.table"],
};

fn open(file: &OpenFile<'_>) -> Result<SecondWins, Failure> {
    SecondWins::of_reader(&file.reader).map_err(|error| refusal(file.path, &error))
}

fn check(file: &OpenFile<'_>, sample: &mut Sample<'_>, session: &Session) -> Result<Checks, Failure> {
    let list = open(file)?;
    let (places, sampled) = sample.draw("classes", list.numbers().len() as u64)?;
    let said: Vec<(u64, Outcome)> = places
        .filter_map(|place| list.numbers().get(usize::try_from(place).ok()?))
        .map(|&number| (number, Outcome::Loss))
        .collect();
    let progress = CountProgress::start("classes solved again", 0, sampled.n, session);
    check_outcomes(&said, session.context(&progress)).map_err(|error| match error {
        VerdictError::Stopped(stop) => stop.into(),
        wrong => file.unverified(wrong),
    })?;
    let checks = Checks { checked: vec!["rows", "outcomes"], sample: Some(sampled), ..Checks::default() };
    Ok(checks.without("completeness", "the ledger beside the list counts them: verify that one"))
}
