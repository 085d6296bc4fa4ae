//! Ledgers of Okiya, which are text: whole shards solved again, and a sample of classes by alpha-beta, which is independent of the
//! solver that wrote the ledger.

use std::collections::HashSet;
use std::path::Path;

use hanamachi_core::ENGINE;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_okiya::verdicts::{
    LEDGER_COLUMNS, LedgerFiles, LedgerRow, ShardSolution, VerdictCensus, check_outcomes, solve_shard,
};
use hanamachi_okiya::{ClassNumber, Garden, GardenRank, Outcome, solve_outcomes};
use rayon::prelude::*;

use super::kind::{Checking, Checks, KindError};
use super::okiya::NODES;
use super::sample::Sample;

/// Whether a file with these bytes is a ledger.
#[must_use]
pub fn is_ledger(bytes: &[u8]) -> bool {
    bytes.starts_with(LEDGER_COLUMNS.as_bytes())
}

/// Checks the ledger in this folder and its list. Their counts must agree. The shards drawn by `shards` are
/// re-solved completely and must have the same outcomes. Alpha-beta solves the classes drawn by `classes` from these
/// shards (from the whole ledger if no shard is drawn), and classes from the list.
pub fn verify_ledger(
    folder: &Path,
    shards: &mut Sample<'_>,
    checking: &mut Checking<'_>,
) -> Result<Checks, KindError> {
    let unverified = |what: String| KindError::Unverified(what);
    let files = LedgerFiles::open(folder)?;
    if files.ledger.is_complete() && files.ledger.tally().all_shuffles() != GardenRank::COUNT {
        return Err(unverified("all classes are listed, but their gardens do not add up to 16!".to_owned()));
    }
    let mut checks = Checks::of(&["counts", "second_wins"]);

    let rows: Vec<&LedgerRow> = files.ledger.rows().collect();
    let (drawn, _) = shards.draw("shards", rows.len() as u64)?;
    let drawn: Vec<&LedgerRow> =
        drawn.filter_map(|index| rows.get(usize::try_from(index).ok()?).copied()).collect();
    let mut solved = Vec::new();
    for row in &drawn {
        let wrong = |what: &str| {
            unverified(format!("the shard from class {} on was re-solved: {what}", row.first_class))
        };
        let census = VerdictCensus::new(row.numbers()).map_err(|error| wrong(&error.to_string()))?;
        let again = checking
            .stage("classes solved again", row.classes, |context| solve_shard(&census, ENGINE, context))?;
        if let Some(what) = row.difference(&again.row) {
            return Err(wrong(&format!("{what} differ")));
        }
        if files.listed(&row.numbers()) != again.second_wins {
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
        let (places, sampled) = checking.sample.draw("classes", files.ledger.tally().all_classes())?;
        let numbers: Vec<u64> = places.filter_map(|place| number_at(&rows, place)).collect();
        let count = numbers.len() as u64;
        let said = checking.stage("classes solved again", count, |context| outcomes(&numbers, context))?;
        let listed: HashSet<u64> = files.second_wins.iter().copied().collect();
        let is_listed = |class: &u64| listed.contains(class);
        if let Some((class, _)) =
            said.iter().find(|(class, outcome)| is_listed(class) != (*outcome == Outcome::Loss))
        {
            return Err(unverified(format!(
                "class {class} is listed although the second player does not win it, or missing although it does"
            )));
        }
        (said, sampled)
    } else {
        let (places, sampled) =
            checking.sample.draw("classes", solved.iter().map(|shard| shard.row.classes).sum())?;
        (places.filter_map(|place| class_at(&solved, place)).collect(), sampled)
    };
    let (places, listed) = checking.sample.draw("listed classes", files.second_wins.len() as u64)?;
    let listed_classes = places.filter_map(|place| files.second_wins.get(usize::try_from(place).ok()?));
    said.extend(listed_classes.map(|&class| (class, Outcome::Loss)));
    (sampled.n, sampled.total) = (sampled.n + listed.n, files.ledger.tally().all_classes());
    sampled.seed = sampled.seed.or(listed.seed);
    checking.stage("classes solved by alpha-beta", sampled.n, |context| check_outcomes(&said, context))?;
    checks.sample = Some(sampled);
    Ok(checks.without(NODES.0, NODES.1))
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
fn outcomes(numbers: &[u64], context: RunContext<'_>) -> Result<Vec<(u64, Outcome)>, Stop> {
    let solve = |part: &[u64]| {
        let gardens: Vec<Garden> =
            part.iter().filter_map(|&number| ClassNumber::new(number)).map(ClassNumber::garden).collect();
        let solved = solve_outcomes(&gardens, context.cancel)?;
        context.progress.advance(part.len() as u64);
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
