//! `table verify` of a ledger: re-solves whole shards, and a sample of classes by alpha-beta, which is independent of
//! the solver that wrote the ledger.

use std::collections::HashSet;
use std::path::Path;

use hanamachi_solver::files::{Checks, Sample};
use hanamachi_solver::okiya::verdicts::{
    LEDGER_COLUMNS, LedgerRow, ShardSolution, VerdictCensus, VerdictError, check_outcomes, solve_shard,
};
use hanamachi_solver::okiya::{ClassNumber, Garden, GardenRank, Outcome, solve_outcomes};
use hanamachi_solver::search::budget::{Progress as _, Stop};
use hanamachi_solver::table::rows::RowsError;
use rayon::prelude::*;

use super::file::failed;
use crate::failure::{Failure, Trouble};
use crate::okiya::ledger::LedgerFiles;
use crate::output::ENGINE;
use crate::progress::CountProgress;
use crate::session::Session;

/// Whether a file with these bytes is a ledger.
pub(super) fn is_ledger(bytes: &[u8]) -> bool {
    bytes.starts_with(LEDGER_COLUMNS.as_bytes())
}

/// Checks the ledger at `path` and the list in its folder. Their counts must agree. The shards drawn by `shards` are
/// re-solved completely and must have the same outcomes. Alpha-beta solves the classes drawn by `classes` from these
/// shards (from the whole ledger if no shard is drawn), and classes from the list.
pub(super) fn verify(
    path: &Path,
    shards: &mut Sample<'_>,
    classes: &mut Sample<'_>,
    session: &Session,
) -> Result<Checks, Failure> {
    let unverified = |what: &dyn std::fmt::Display| Trouble::Unverified.in_file(path, what);
    let undrawn = |error: RowsError| failed(&[path], error.into());
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let files = LedgerFiles::open(folder)?;
    if files.ledger.is_complete() && files.ledger.tally().all_shuffles() != GardenRank::COUNT {
        return Err(unverified(&"all classes are listed, but their gardens do not add up to 16!"));
    }
    let mut checks = Checks::of(&["counts", "second_wins"]);

    let rows: Vec<&LedgerRow> = files.ledger.rows().collect();
    let (drawn, _) = shards.draw("shards", rows.len() as u64).map_err(undrawn)?;
    let drawn: Vec<&LedgerRow> =
        drawn.filter_map(|index| rows.get(usize::try_from(index).ok()?).copied()).collect();
    let mut solved = Vec::new();
    for row in &drawn {
        let wrong = |what: &str| {
            unverified(&format_args!("the shard from class {} on was re-solved: {what}", row.first_class))
        };
        let census = VerdictCensus::new(row.numbers()).map_err(|error| wrong(&error.to_string()))?;
        let progress = CountProgress::start("classes solved again", 0, row.classes, session);
        let again = solve_shard(&census, ENGINE, session.context(&progress))?;
        drop(progress);
        if let Some(what) = row.difference(&again.row) {
            return Err(wrong(&format!("{what} differ")));
        }
        let mut listed: Vec<u64> =
            files.second_wins.iter().copied().filter(|class| row.numbers().contains(class)).collect();
        listed.sort_unstable();
        if listed != again.second_wins {
            return Err(wrong("the list of classes that the second player wins is wrong"));
        }
        solved.push(again);
    }
    if drawn.is_empty() {
        checks = checks.without("outcomes", "no shard was re-solved");
    } else {
        checks.checked.push("outcomes");
    }

    let (mut said, mut sampled) = if solved.is_empty() {
        let (places, sampled) =
            classes.draw("classes", files.ledger.tally().all_classes()).map_err(undrawn)?;
        let numbers: Vec<u64> = places.filter_map(|place| number_at(&rows, place)).collect();
        let said = outcomes(&numbers, session)?;
        let listed: HashSet<u64> = files.second_wins.iter().copied().collect();
        let is_listed = |class: &u64| listed.contains(class);
        if let Some((class, _)) =
            said.iter().find(|(class, outcome)| is_listed(class) != (*outcome == Outcome::Loss))
        {
            return Err(unverified(&format_args!(
                "class {class} is listed although the second player does not win it, or missing although it does"
            )));
        }
        (said, sampled)
    } else {
        let (places, sampled) =
            classes.draw("classes", solved.iter().map(|shard| shard.row.classes).sum()).map_err(undrawn)?;
        (places.filter_map(|place| class_at(&solved, place)).collect(), sampled)
    };
    let (places, listed) = classes.draw("listed classes", files.second_wins.len() as u64).map_err(undrawn)?;
    let listed_classes = places.filter_map(|place| files.second_wins.get(usize::try_from(place).ok()?));
    said.extend(listed_classes.map(|&class| (class, Outcome::Loss)));
    (sampled.n, sampled.total) = (sampled.n + listed.n, files.ledger.tally().all_classes());
    sampled.seed = sampled.seed.or(listed.seed);
    let progress = CountProgress::start("classes solved by alpha-beta", 0, sampled.n, session);
    check_outcomes(&said, session.context(&progress)).map_err(|error| match error {
        VerdictError::Stopped(stop) => stop.into(),
        wrong => unverified(&wrong),
    })?;
    checks.sample = Some(sampled);
    Ok(checks.without("nodes", "only the program version that counted them can reproduce them"))
}

/// Returns the number of the class at index `place` among the classes of the ledger.
fn number_at(rows: &[&LedgerRow], mut place: u64) -> Option<u64> {
    rows.iter().find_map(|row| {
        if place < row.classes {
            return Some(row.first_class + place);
        }
        place -= row.classes;
        None
    })
}

/// Solves these classes with the solver that writes ledgers.
fn outcomes(numbers: &[u64], session: &Session) -> Result<Vec<(u64, Outcome)>, Failure> {
    let progress = CountProgress::start("classes solved again", 0, numbers.len() as u64, session);
    let solve = |part: &[u64]| {
        let gardens: Vec<Garden> =
            part.iter().filter_map(|&number| ClassNumber::new(number)).map(ClassNumber::garden).collect();
        let solved = solve_outcomes(&gardens, session.cancel)?;
        progress.advance(part.len() as u64);
        Ok(part.iter().copied().zip(solved.outcomes).collect())
    };
    let parts: Vec<Result<Vec<(u64, Outcome)>, Stop>> = numbers.par_chunks(GARDENS).map(solve).collect();
    let mut all = Vec::with_capacity(numbers.len());
    for part in parts {
        all.extend(part?);
    }
    Ok(all)
}

/// Number of gardens passed to the solver at once: several times the number of its lanes.
const GARDENS: usize = 2048;

/// Returns the number and the outcome of the class at index `place` among the classes of these shards.
fn class_at(shards: &[ShardSolution], mut place: u64) -> Option<(u64, Outcome)> {
    shards.iter().find_map(|shard| {
        if place < shard.row.classes {
            let class = shard.row.first_class + place;
            return Some((class, shard.outcome(class)?));
        }
        place -= shard.row.classes;
        None
    })
}
