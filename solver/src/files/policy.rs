//! Strategies: a distribution over the actions of each information set.
//!
//! The writer of a table measured its strategies in the sequence form of the merged game. The check looks the rows of the file
//! up at every decision of every history of the game itself, which requires a small game.

use std::sync::atomic::{AtomicU64, Ordering};

use hanamachi_core::conformance::{ValueError, value_by_histories};
use hanamachi_core::game::HiddenInformation;
use hanamachi_core::search::budget::CancelToken;
use hanamachi_core::search::cfr::{Exploitability, Strategy, Uniform};
use hanamachi_hanamikoji::strategy_table::{GAME, StrategyTable, TableQuestion};
use hanamachi_hanamikoji::{FavourEstimates, Game, Information, Round};
use hanamachi_reference::kuhn::Kuhn;
use hanamachi_reference::leduc::Leduc;
use hanamachi_reference::liars_dice::LiarsDice;
use hanamachi_reference::names_of;
use hanamachi_strategies::{CodedRows, TableStrategy, Tabled};
use hanamachi_table::rows::Rows;
use hanamachi_table::{POLICY_KIND, PolicyTable, ReadError};
use serde_json::Value;

use super::kind::{Checking, Checks, FileKind, KindError, OpenFile};

/// The kind of strategies.
pub(super) const POLICY: FileKind = FileKind {
    name: POLICY_KIND,
    check,
    rows: Ok(rows),
    merge: Err("strategies of two runs cannot be merged: a mixture of them has no measured value"),
};

/// Checks the rows of a file, if they are the distributions of a policy.
pub fn check_rows(file: &OpenFile<'_>) -> Result<(), ReadError> {
    if file.reader.metadata().kind == POLICY_KIND {
        PolicyTable::open(file.bytes)?.check_rows()?;
    }
    Ok(())
}

/// The rows, which are not [checked](check_rows).
fn rows<'a>(file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, KindError> {
    let game = &file.reader.metadata().game;
    if game == GAME {
        return Ok(Box::new(StrategyTable::open(file.bytes)?));
    }
    Ok(Box::new(CodedRows::new(PolicyTable::open(file.bytes)?, names_of(game))))
}

fn check(file: &OpenFile<'_>, checking: &mut Checking<'_>) -> Result<Checks, KindError> {
    if file.reader.metadata().game != GAME {
        let table = PolicyTable::open(file.bytes)?;
        table.check_rows()?;
        let checks = Checks::of(&["rows"]);
        if !checking.sample.is_wanted() {
            return Ok(checks);
        }
        return check_test_game(file, checks, &table, checking.cancel);
    }
    let table = StrategyTable::open(file.bytes)?;
    table.check_rows()?;
    let checks = Checks::of(&["rows", "legal_actions"]);
    if !checking.sample.is_wanted() {
        return Ok(checks);
    }
    check_rounds(file, checks, &table, checking)
}

/// Maximum number of histories of a game, including unfinished ones: seconds of work and hundreds of megabytes.
const MOST_HISTORIES: u64 = 1_000_000;
/// Tolerance for sums in a different order.
const ROUNDING: f64 = 1e-9;
/// Tolerance if some geisha are equal. The writer of the table rounds the total probability of all actions that differ
/// only by the names of equal geisha, and then their shares, so each probability may be off by one unit in 65,535. No
/// tested round came near this tolerance; a claim that is off by more than a thousandth of a per cent of a game fails.
const ROUNDING_OF_SHARES: f64 = 1e-5;

/// Name of the claims in the list of checks.
const CLAIMS: &str = "value_and_exploitability";

/// Claims of a table about its strategies, by their names: the value and the exploitability.
fn claims(file: &OpenFile<'_>) -> Option<[(String, f64); 2]> {
    let is_exact = file.reader.sections().iter().any(|section| section.name() == "exact");
    let end = if is_exact { "" } else { "_rounded_to_16_bits" };
    let details = &file.reader.metadata().details;
    let claim = |name: String| details.get(&name).and_then(Value::as_f64).map(|claimed| (name, claimed));
    Some([claim(format!("value{end}"))?, claim(format!("exploitability{end}"))?])
}

/// Result of the check.
#[derive(Clone, Copy)]
enum Checked {
    /// Values of the strategies.
    Exploitability(Exploitability),
    /// Number of information sets without a row.
    Missing(u64),
    /// The game has too many histories.
    TooLarge,
}

/// Checks the values that a table claims for its strategies.
fn check_test_game(
    file: &OpenFile<'_>,
    checks: Checks,
    policy: &PolicyTable<&[u8]>,
    cancel: &CancelToken,
) -> Result<Checks, KindError> {
    let Some(claims) = claims(file) else {
        let reason = "the table does not state the values of its strategies";
        return Ok(checks.without(CLAIMS, reason));
    };
    let found = match policy.metadata().game.as_str() {
        "kuhn" => of_test_game(&Kuhn, policy, cancel)?,
        "leduc" => of_test_game(&Leduc::default(), policy, cancel)?,
        "liars_dice" => of_test_game(&LiarsDice, policy, cancel)?,
        other => {
            let reason = format!("this program does not know the game `{}`", other.escape_debug());
            return Ok(checks.without(CLAIMS, reason));
        }
    };
    conclude(checks, claims, found, ROUNDING)
}

/// Checks the values that a table claims for its strategies of rounds of Hanamikoji.
fn check_rounds(
    file: &OpenFile<'_>,
    checks: Checks,
    table: &StrategyTable<&[u8]>,
    checking: &Checking<'_>,
) -> Result<Checks, KindError> {
    let Some(claims) = claims(file) else {
        let reason = "the table does not state the values of its strategies";
        return Ok(checks.without(CLAIMS, reason));
    };
    let rules = table.rules();
    let TableQuestion { rounds, continuation, .. } = table.question();
    let &[(number, favour)] = rounds.as_slice() else {
        let reason = "only strategies of a single round have a value of their own";
        return Ok(checks.without(CLAIMS, reason));
    };
    // The round of the table, with its values of undecided games.
    let favours = checking.favours.clone().unwrap_or_else(FavourEstimates::built_in);
    let round = favours.round(&Game::new(*rules), number, favour);
    if round.continuation() != *continuation {
        let reason = format!(
            "in the table undecided games are valued by {continuation}, which is not at hand; --favour-table FILE names one"
        );
        return Ok(checks.without(CLAIMS, reason));
    }
    let strategies = RowsOfRound { table, round: &round, missing: AtomicU64::new(0) };
    let found = found(&round, &strategies, || strategies.missing.load(Ordering::Relaxed), checking.cancel)?;
    let values: Vec<u32> = rules.geisha().map(|geisha| rules.value(geisha)).collect();
    let are_distinct = values.iter().enumerate().all(|(place, value)| !values[..place].contains(value));
    conclude(checks, claims, found, if are_distinct { ROUNDING } else { ROUNDING_OF_SHARES })
}

fn of_test_game<G: Tabled>(
    game: &G,
    policy: &PolicyTable<&[u8]>,
    cancel: &CancelToken,
) -> Result<Checked, KindError> {
    if policy.key_bytes() != G::KEY_BYTES {
        return Ok(Checked::Missing(policy.counts().rows));
    }
    let strategies = TableStrategy::new(game, policy, Uniform);
    found(game, &strategies, || strategies.missing(), cancel)
}

fn found<G: HiddenInformation>(
    game: &G,
    strategies: &impl Strategy<G>,
    missing: impl Fn() -> u64,
    cancel: &CancelToken,
) -> Result<Checked, KindError> {
    match value_by_histories(game, strategies, MOST_HISTORIES, cancel) {
        Ok(_) if missing() > 0 => Ok(Checked::Missing(missing())),
        Ok(exploitability) => Ok(Checked::Exploitability(exploitability)),
        Err(ValueError::TooLarge { .. }) => Ok(Checked::TooLarge),
        Err(ValueError::Stopped(stop)) => Err(stop.into()),
    }
}

fn conclude(
    mut checks: Checks,
    claims: [(String, f64); 2],
    found: Checked,
    tolerance: f64,
) -> Result<Checks, KindError> {
    let exploitability = match found {
        Checked::Exploitability(exploitability) => exploitability,
        Checked::Missing(sets) => {
            let reason = format!("the table has no row for {sets} information sets of the game");
            return Ok(checks.without(CLAIMS, reason));
        }
        Checked::TooLarge => {
            let reason = format!("the game has more than {MOST_HISTORIES} histories");
            return Ok(checks.without(CLAIMS, reason));
        }
    };
    for ((name, claimed), found) in claims.into_iter().zip([exploitability.value, exploitability.mean()]) {
        // NaN is not near any number.
        let is_near = (claimed - found).abs() <= tolerance;
        if !is_near {
            let message =
                format!("`{name}` is {claimed} in the table, but {found} over all histories of the game");
            return Err(KindError::Unverified(message));
        }
    }
    checks.checked.push(CLAIMS);
    Ok(checks)
}

/// Strategy of a table, uniform at information sets without a row.
struct RowsOfRound<'a> {
    table: &'a StrategyTable<&'a [u8]>,
    round: &'a Round,
    missing: AtomicU64,
}

impl Strategy<Round> for RowsOfRound<'_> {
    fn probabilities(&self, information: &Information, actions: usize, probabilities: &mut Vec<f64>) {
        let found = self.table.find(self.round, information).filter(|found| found.len() == actions);
        if let Some(choices) = found {
            probabilities.clear();
            probabilities.extend(choices.into_iter().map(|(_, probability)| probability));
        } else {
            // Relaxed: the count is read only at the end.
            self.missing.fetch_add(1, Ordering::Relaxed);
            Strategy::<Round>::probabilities(&Uniform, information, actions, probabilities);
        }
    }
}
