//! Runs of counterfactual regret minimization in files: checkpoints, and tables of their average strategies.

use std::error::Error;
use std::io::Write;

use hanamachi_core::game::{HiddenInformation, Seat};
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::cfr::{
    Behavior, Cfr, CfrRun, CfrState, External, ExternalRestoreError, Measured, RestoreError, SavedCfr,
    SavedExternal, SavedPlayer, SequenceForm, Variant,
};
use hanamachi_core::search::strength::Estimated;
use hanamachi_table::little_endian::F64;
use hanamachi_table::{
    Checkpoint, Identity, Metadata, POLICY_KIND, POLICY_VERSION, PolicyError, PolicyRows, ReadError,
    RowBuffer, STATE, WriteError, Writer, write_policy,
};
use serde_json::json;

/// A game to be solved as a whole, whose strategies can be stored in tables.
pub trait SolvableGame: HiddenInformation {
    /// The name in files.
    fn name(&self) -> &'static str;

    /// The name on pages.
    fn title(&self) -> String;

    /// The unit of the utilities.
    fn unit(&self) -> &'static str;

    /// The rules, empty if the game has no variants.
    fn rules(&self) -> String {
        String::new()
    }

    /// The command that solves the game, without algorithm and limits.
    fn command(&self) -> String {
        format!("hanamachi cfr --game {}", self.name())
    }

    /// Adds the facts about the game that are in neither name nor rules, and must agree for one run to continue another.
    #[must_use]
    fn identify(&self, identity: Identity) -> Identity {
        identity
    }

    /// Adds facts about the game to the metadata of a file, beside its name and its rules.
    fn describe(&self, _metadata: &mut Metadata) {}

    /// Length of the keys of its tables in bytes.
    fn key_bytes(&self) -> usize;

    /// The rows of strategies, sorted, in this buffer.
    fn rows(
        &self,
        form: &SequenceForm<Self>,
        strategies: &Behavior,
        buffer: RowBuffer,
    ) -> Result<RowBuffer, PolicyError>
    where
        Self: Sized;

    /// Whether [`sampled_rows`](Self::sampled_rows) has rows.
    const HAS_SAMPLED_ROWS: bool = false;

    /// The rows of the average strategies of a sampled run; `None` if only the sequence form of the game knows the actions of
    /// an information set.
    fn sampled_rows(&self, _run: &External<'_, Self>) -> Result<Option<RowBuffer>, PolicyError>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// **Estimated**: the gain of a local best response to the average strategies of a sampled run; `None` if none is known
    /// for the game.
    fn local_best_response(
        &self,
        _run: &External<'_, Self>,
        _seed: u64,
        _context: RunContext<'_>,
    ) -> Result<Option<Estimated>, Box<dyn Error + Send + Sync>>
    where
        Self: Sized,
    {
        Ok(None)
    }
}

/// Identity of a run of this algorithm; `seed` if it draws random numbers.
#[must_use]
pub fn run_identity<G: SolvableGame>(game: &G, algorithm: &str, seed: Option<u64>) -> Identity {
    let identity =
        Identity::new().with("game", game.name()).with("rules", game.rules()).with("algorithm", algorithm);
    game.identify(match seed {
        Some(seed) => identity.with("seed", seed.to_string()),
        None => identity,
    })
}

/// Metadata of a file about a run of this algorithm that has these measurements, with those `listed` as its history.
#[must_use]
pub fn run_metadata<G: SolvableGame>(
    game: &G,
    algorithm: &str,
    history: &[Measured],
    listed: &[Measured],
) -> Metadata {
    let mut metadata = Metadata { game: game.name().to_owned(), rules: game.rules(), ..Metadata::default() };
    game.describe(&mut metadata);
    let mut tell = |name: &str, value| metadata.details.insert(name.to_owned(), value);
    tell("algorithm", json!(algorithm));
    if let Some(last) = history.last() {
        let found = last.exploitability();
        tell("value", json!(found.value));
        tell("value_bounds", json!(found.bounds()));
        tell("exploitability", json!(found.mean()));
        tell("exploitability_method", json!("exact"));
        tell("gains", json!(found.gains));
        let measured = |at: &Measured| json!({ "iteration": at.iteration, "value": at.value, "exploitability": at.exploitability().mean() });
        tell("history", listed.iter().map(measured).collect());
        metadata.counts.insert("iterations".to_owned(), last.iteration);
    }
    metadata
}

/// Writes rows as the sections of a policy table, and makes `metadata` those of such a table.
pub fn write_rows<W: Write>(
    rows: &RowBuffer,
    file: &mut Writer<W>,
    metadata: &mut Metadata,
) -> Result<(), PolicyError> {
    let counts = write_policy(file, rows)?;
    POLICY_KIND.clone_into(&mut metadata.kind);
    metadata.kind_version = POLICY_VERSION;
    metadata.counts.insert("rows".to_owned(), counts.rows);
    metadata.counts.insert("choices".to_owned(), counts.choices);
    metadata.details.insert("key_bytes".to_owned(), json!(rows.key_bytes()));
    Ok(())
}

/// Reasons why a run cannot resume from a file.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// The file is damaged.
    #[error(transparent)]
    File(#[from] ReadError),
    /// Its state is none of a run of full traversals.
    #[error(transparent)]
    Full(#[from] RestoreError),
    /// Its state is none of a sampled run, or the search was stopped.
    #[error(transparent)]
    Sampled(#[from] ExternalRestoreError),
}

/// Names of the sections with the columns of each player.
const COLUMNS: [[&str; 3]; 2] =
    [["regrets.first", "last.first", "average.first"], ["regrets.second", "last.second", "average.second"]];

/// Writes the state of a run to a checkpoint: of a sampled run only if it has a sequence form.
pub fn save_run<G: HiddenInformation, W: Write>(
    run: &CfrRun<'_, G>,
    file: &mut Writer<W>,
) -> Result<(), WriteError> {
    let history = run.lasting_history();
    match &run.state {
        CfrState::Full(cfr) => {
            let SavedCfr { iterations, players } = cfr.saved();
            file.coded(STATE, &(iterations, history))?;
            for (names, SavedPlayer { regrets, last, average }) in COLUMNS.into_iter().zip(players) {
                for (name, numbers) in names.into_iter().zip([regrets, last, average]) {
                    file.records(name, numbers.iter().map(|&number| F64::new(number)))?;
                }
            }
            Ok(())
        }
        CfrState::Sampled(_, None) => Ok(()),
        CfrState::Sampled(run, Some(form)) => file.coded(STATE, &(run.saved(form), history)),
    }
}

/// The run of full traversals in this checkpoint.
pub fn restore_full<'a, G: HiddenInformation>(
    form: &'a SequenceForm<G>,
    rule: Variant,
    file: &Checkpoint<'_>,
) -> Result<CfrRun<'a, G>, ResumeError> {
    let (iterations, history) = file.state::<(u64, Vec<Measured>)>()?;
    let column = |seat: Seat, column: usize| -> Result<Vec<f64>, ReadError> {
        let numbers = file.records::<F64>(COLUMNS[seat.index()][column])?;
        Ok(numbers.iter().map(|number| number.get()).collect())
    };
    let player = |seat| -> Result<_, ReadError> {
        Ok(SavedPlayer { regrets: column(seat, 0)?, last: column(seat, 1)?, average: column(seat, 2)? })
    };
    let players = [player(Seat::First)?, player(Seat::Second)?];
    let cfr = Cfr::restore(form, rule, SavedCfr { iterations, players })?;
    Ok(CfrRun::new(CfrState::Full(cfr), history))
}

/// The run of external sampling with this seed in this checkpoint; its sets may take `limit` bytes.
pub fn restore_sampled<'a, G: HiddenInformation>(
    (game, form): (&'a G, &'a SequenceForm<G>),
    seed: u64,
    limit: usize,
    file: &Checkpoint<'_>,
    cancel: &CancelToken,
) -> Result<CfrRun<'a, G>, ResumeError> {
    let (saved, history) = file.state::<(SavedExternal, Vec<Measured>)>()?;
    let run = External::restore((game, form), seed, limit, &saved, cancel)?;
    Ok(CfrRun::new(CfrState::Sampled(run, Some(form)), history))
}
