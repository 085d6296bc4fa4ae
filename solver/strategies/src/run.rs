//! Runs of counterfactual regret minimization in files: checkpoints, and tables of their average strategies.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write;
use std::num::NonZeroU64;

use hanamachi_core::ENGINE;
use hanamachi_core::game::{HiddenInformation, Seat};
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::cfr::{
    Behavior, Cfr, CfrRun, CfrState, External, ExternalRestoreError, Measured, RegretRule, RestoreError,
    SavedCfr, SavedExternal, SavedPlayer, SequenceForm,
};
use hanamachi_core::search::strength::Estimated;
use hanamachi_table::little_endian::F64;
use hanamachi_table::{
    Checkpoint, Identity, Metadata, POLICY_KIND, POLICY_VERSION, PolicyError, PolicyRows, ReadError, Reader,
    RowBuffer, STATE, WriteError, Writer, write_policy,
};
use serde_json::json;

use crate::quantized::Quantized;

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

/// What is known of strategies whose game does not fit into a sequence form.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimates {
    /// Utility of the first player in play of the strategies against each other.
    pub value: Estimated,
    /// Gain of a local best response: a lower bound of the exploitability.
    pub gain: Option<Estimated>,
}

/// Games played to estimate the value.
const GAMES: NonZeroU64 = NonZeroU64::new(100_000).unwrap();
/// Added to the seed of a run for the games and deals that measure its strategies.
const MEASURING_SEED: u64 = 0x6d65_6173_7572;

impl Estimates {
    /// Measures the average strategies of a sampled run with this seed; `None` if the value is not measured before `cancel` is set.
    pub fn measure<G: SolvableGame>(
        game: &G,
        run: &External<'_, G>,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<Option<Self>, Box<dyn Error + Send + Sync>> {
        let seed = seed.wrapping_add(MEASURING_SEED);
        let Ok(value) = run.value(GAMES, seed, RunContext::silent(cancel)) else { return Ok(None) };
        let gain = game.local_best_response(run, seed, RunContext::silent(cancel))?;
        Ok(Some(Self { value, gain }))
    }
}

/// A run as the program's files describe it.
#[derive(Clone, Copy, Debug)]
pub struct RunDescription<'a, G> {
    /// The game.
    pub game: &'a G,
    /// The algorithm.
    pub algorithm: &'static str,
    /// The seed, if the algorithm draws random numbers.
    pub seed: Option<u64>,
    /// File of the favour table that values undecided games, as a word of a command line.
    pub favour_table: Option<&'a str>,
}

impl<G: SolvableGame> RunDescription<'_, G> {
    /// Settings that must agree for one run to resume another.
    #[must_use]
    pub fn identity(&self) -> Identity {
        run_identity(self.game, self.algorithm, self.seed)
    }

    /// Metadata of a file about the run, with the command that gives the same result, regardless of interruptions.
    #[must_use]
    pub fn metadata(&self, run: &CfrRun<'_, G>) -> Metadata {
        let Self { game, algorithm, seed, favour_table } = *self;
        let mut metadata = run_metadata(game, algorithm, &run.history, &run.lasting_history());
        let file = favour_table.map(|file| format!(" --favour-table {file}")).unwrap_or_default();
        metadata.command = format!("{}{file} --algorithm {algorithm}", game.command());
        ENGINE.clone_into(&mut metadata.program);
        metadata.seed = seed;
        if seed.is_some() {
            metadata.details.insert(WEIGHTING.to_owned(), json!("linear"));
        }
        if run.state.form().is_none() {
            metadata.counts.insert("iterations".to_owned(), run.state.iterations());
        }
        if let Some(iterations) = metadata.counts.get("iterations") {
            let seed = seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
            let _ = write!(metadata.command, " --iterations {iterations}{seed}");
        }
        metadata
    }

    /// The average strategies of a run; `None` if a run without a sequence form has no rows.
    pub fn rows(&self, run: &CfrRun<'_, G>) -> Result<Option<RowBuffer>, PolicyError> {
        let game = self.game;
        match (&run.state, run.state.form(), run.state.average()) {
            (_, Some(form), Some(average)) => {
                game.rows(form, &average, RowBuffer::new(game.key_bytes())).map(Some)
            }
            (CfrState::Sampled(sampled, _), ..) => game.sampled_rows(sampled),
            (CfrState::Full(_), ..) => Ok(None),
        }
    }

    /// Writes these rows as a table, with what is known of strategies without a sequence form, and returns its metadata.
    pub fn write<W: Write>(
        &self,
        run: &CfrRun<'_, G>,
        rows: &RowBuffer,
        estimates: Option<Estimates>,
        file: &mut Writer<W>,
    ) -> Result<Metadata, PolicyError> {
        let mut metadata = self.metadata(run);
        write_rows(rows, file, &mut metadata)?;
        let mut tell = |name: &str, value| metadata.details.insert(name.to_owned(), value);
        if let (Some(form), Some(average)) = (run.state.form(), run.state.average()) {
            let rounded = form.exploitability(&form.behavior(&Quantized(form.strategy(&average))));
            tell("value_rounded_to_16_bits", json!(rounded.value));
            tell("exploitability_rounded_to_16_bits", json!(rounded.mean()));
        }
        if let Some(Estimates { value, gain }) = estimates {
            tell("value", json!(value.value));
            tell("value_se", json!(value.standard_error));
            tell("exploitability", json!(gain.map(|gain| gain.value)));
            tell("exploitability_se", json!(gain.and_then(|gain| gain.standard_error)));
            tell("exploitability_method", json!(gain.map_or("none", |_| "lower_bound")));
        }
        Ok(metadata)
    }
}

/// Key of the weights of the iterations of a sampled run, which earlier versions did not name.
const WEIGHTING: &str = "weighting";
/// Sampled algorithms of earlier versions.
const SAMPLED_BEFORE: [&str; 4] = ["external", "external+", "outcome", "vr-outcome+"];

/// The reason why no run can go on from a file of this kind, whatever its state is: a table of strategies alone, or a sampled run
/// of an earlier version. A table may contain its run, as in earlier versions.
#[must_use]
pub fn unresumable(file: &Reader<'_>) -> Option<String> {
    let metadata = file.metadata();
    if metadata.kind == POLICY_KIND && file.section(STATE).is_err() {
        let message =
            "the table contains strategies, not the run that found them: a run goes on from its checkpoint";
        return Some(message.to_owned());
    }
    let algorithm = metadata.details.get("algorithm")?.as_str()?;
    (SAMPLED_BEFORE.contains(&algorithm) && !metadata.details.contains_key(WEIGHTING)).then(|| {
        format!(
            "it contains a run of `{algorithm}` by an earlier version, which cannot be resumed: begin a new run of `external`"
        )
    })
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
    rule: RegretRule,
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
