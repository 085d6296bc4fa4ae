//! Values that a table claims for its strategies, recomputed over all histories.
//!
//! The writer of the table measured its strategies in the sequence form of the merged game. Here the
//! rows of the file are looked up at every decision of every history of the game itself, which requires a small game.

use std::sync::atomic::{AtomicU64, Ordering};

use hanamachi_solver::conformance::{ValueError, value_by_histories};
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, TableQuestion};
use hanamachi_solver::hanamikoji::{FavourEstimates, Game, Information, Round};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::cfr::{Exploitability, Strategy, Uniform};
use hanamachi_solver::strategy_table::{TableStrategy, Tabled};
use hanamachi_solver::table::PolicyTable;
use serde_json::Value;

use crate::failure::Failure;
use crate::session::Session;
use crate::table::kind::{Checks, OpenFile};

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
pub(super) fn check(file: &OpenFile<'_>, checks: Checks, session: &Session) -> Result<Checks, Failure> {
    let metadata = file.reader.metadata();
    let Some(claims) = claims(file) else {
        let reason = "the table does not state the values of its strategies";
        return Ok(checks.without(CLAIMS, reason));
    };
    let policy = PolicyTable::open(file.bytes).map_err(|error| crate::file::refusal(file.path, &error))?;
    let found = match metadata.game.as_str() {
        "kuhn" => of_test_game(&Kuhn, &policy, session)?,
        "leduc" => of_test_game(&Leduc::default(), &policy, session)?,
        "liars_dice" => of_test_game(&LiarsDice, &policy, session)?,
        other => {
            let reason = format!("this program does not know the game `{}`", other.escape_debug());
            return Ok(checks.without(CLAIMS, reason));
        }
    };
    conclude(file, checks, claims, found, ROUNDING)
}

/// Checks the values that a table claims for its strategies of rounds of Hanamikoji.
pub(super) fn check_rounds(
    file: &OpenFile<'_>,
    table: &StrategyTable<&[u8]>,
    estimates: &FavourEstimates,
    checks: Checks,
    session: &Session,
) -> Result<Checks, Failure> {
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
    let round = estimates.round(&Game::new(*rules), number, favour);
    if round.continuation() != *continuation {
        let reason = format!(
            "in the table undecided games are valued by {continuation}, which is not at hand; --favour-table FILE names one"
        );
        return Ok(checks.without(CLAIMS, reason));
    }
    let strategies = Rows { table, round: &round, missing: AtomicU64::new(0) };
    let found = found(&round, &strategies, || strategies.missing.load(Ordering::Relaxed), session)?;
    let values: Vec<u32> = rules.geisha().map(|geisha| rules.value(geisha)).collect();
    let are_distinct = values.iter().enumerate().all(|(place, value)| !values[..place].contains(value));
    conclude(file, checks, claims, found, if are_distinct { ROUNDING } else { ROUNDING_OF_SHARES })
}

fn of_test_game<G: Tabled>(
    game: &G,
    policy: &PolicyTable<&[u8]>,
    session: &Session,
) -> Result<Checked, Failure> {
    if policy.key_bytes() != G::KEY_BYTES {
        return Ok(Checked::Missing(policy.counts().rows));
    }
    let strategies = TableStrategy::new(game, policy, Uniform);
    found(game, &strategies, || strategies.missing(), session)
}

fn found<G: HiddenInformation>(
    game: &G,
    strategies: &impl Strategy<G>,
    missing: impl Fn() -> u64,
    session: &Session,
) -> Result<Checked, Failure> {
    match value_by_histories(game, strategies, MOST_HISTORIES, session.cancel) {
        Ok(_) if missing() > 0 => Ok(Checked::Missing(missing())),
        Ok(exploitability) => Ok(Checked::Exploitability(exploitability)),
        Err(ValueError::TooLarge { .. }) => Ok(Checked::TooLarge),
        Err(ValueError::Stopped(stop)) => Err(stop.into()),
    }
}

fn conclude(
    file: &OpenFile<'_>,
    mut checks: Checks,
    claims: [(String, f64); 2],
    found: Checked,
    tolerance: f64,
) -> Result<Checks, Failure> {
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
            return Err(file.unverified(message));
        }
    }
    checks.checked.push(CLAIMS);
    Ok(checks)
}

/// Strategy of a table, uniform at information sets without a row.
struct Rows<'a> {
    table: &'a StrategyTable<&'a [u8]>,
    round: &'a Round,
    missing: AtomicU64,
}

impl Strategy<Round> for Rows<'_> {
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
