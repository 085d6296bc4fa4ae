//! The files of a run: checkpoints to resume from, and separate tables of the average strategies.
//!
//! Tables written by earlier versions of this program contain the run too. A run resumed from such a table
//! keeps both its progress and the strategies there.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::strategy_table::describe_round;
use hanamachi_solver::hanamikoji::{Continuation, FIRST_ROUND, Favour, Round};
use hanamachi_solver::search::cfr::SequenceForm;
use hanamachi_solver::strategy_table::Quantized;
use hanamachi_solver::table::{
    CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, Identity, Metadata, POLICY_KIND, POLICY_VERSION,
    PolicyRows, Reader, RowBuffer, STATE, Writer, write_policy,
};
use serde_json::json;

use super::game::SolvableGame;
use super::object::Solved;
use super::run::{Estimates, Measured, SolverRun, lasting};
use crate::failure::{Failure, Trouble};
use crate::file::{self, FileBytes, refusal};
use crate::output::{ENGINE, Existing};
use crate::resumable::KeptRun;
use crate::shell::quoted_path;

/// Description of a run in its files.
pub(super) struct Description {
    algorithm: &'static str,
    /// Settings that must agree for one run to resume another.
    pub(super) identity: Identity,
    /// Game and algorithm.
    pub(super) metadata: Metadata,
}

impl Description {
    /// Describes a run of this game; `favour_table` is the path of the file that values undecided games.
    pub(super) fn new<G: SolvableGame>(
        game: &G,
        algorithm: &'static str,
        seed: Option<u64>,
        favour_table: Option<&Path>,
    ) -> Self {
        let identity = Identity::new()
            .with("game", game.name())
            .with("rules", game.rules())
            .with("algorithm", algorithm);
        let identity = match seed {
            Some(seed) => identity.with("seed", seed.to_string()),
            None => identity,
        };
        let identity = game.round().map_or(identity.clone(), |round| of_round(round, identity));
        let file = favour_table.map(|path| format!(" --favour-table {}", quoted_path(path)));
        let mut metadata = Metadata {
            game: game.name().to_owned(),
            rules: game.rules(),
            command: format!("{}{} --algorithm {algorithm}", game.command(), file.unwrap_or_default()),
            program: ENGINE.to_owned(),
            seed,
            ..Metadata::default()
        };
        if let Some(round) = game.round() {
            describe_round(round, &mut metadata);
        }
        Self { algorithm, identity, metadata }
    }

    /// Returns the metadata of a file about the run at its current progress.
    fn so_far(&self, kind: &str, version: u32, history: &[Measured]) -> Metadata {
        let mut metadata = self.metadata.clone();
        kind.clone_into(&mut metadata.kind);
        metadata.kind_version = version;
        metadata.details.insert("algorithm".to_owned(), json!(self.algorithm));
        if metadata.seed.is_some() {
            metadata.details.insert(WEIGHTING.to_owned(), json!("linear"));
        }
        if let Some(last) = history.last() {
            count_iterations(&mut metadata, last.iteration);
            let found = last.exploitability();
            let details = [
                ("value", json!(found.value)),
                ("value_bounds", json!(found.bounds())),
                ("exploitability", json!(found.mean())),
                ("exploitability_method", json!("exact")),
                ("gains", json!(found.gains)),
            ];
            metadata.details.extend(details.map(|(name, value)| (name.to_owned(), value)));
            let measured = |at: &Measured| {
                json!({
                    "iteration": at.iteration,
                    "value": at.value,
                    "exploitability": at.exploitability().mean(),
                })
            };
            let history: Vec<_> = lasting(history).iter().map(measured).collect();
            metadata.details.insert("history".to_owned(), json!(history));
        }
        metadata
    }
}

/// Adds what differs from the usual question: neutral markers, and no undecided game. So do runs of before 0.3 go on.
fn of_round(round: &Round, identity: Identity) -> Identity {
    let identity = match round.favour() {
        Favour::NEUTRAL => identity,
        favour => identity.with("favour", FavourText::new(favour, round.rules()).to_string()),
    };
    let identity = match round.number() {
        FIRST_ROUND => identity,
        number => identity.with("round", number.to_string()),
    };
    match round.continuation() {
        Continuation::None => identity,
        Continuation::FavourTable(source) => {
            identity.with("continuation", format!("favour_table {}", source.hash_text()))
        }
        other => identity.with("continuation", other.word()),
    }
}

/// Notes the iterations, and the command that gives the same result, regardless of interruptions.
fn count_iterations(metadata: &mut Metadata, iterations: u64) {
    metadata.counts.insert("iterations".to_owned(), iterations);
    let _ = write!(metadata.command, " --iterations {iterations}");
    if let Some(seed) = metadata.seed {
        let _ = write!(metadata.command, " --seed {seed}");
    }
}

/// Replaces the checkpoint atomically.
pub(super) fn save(
    kept: &mut KeptRun,
    described: &Description,
    run: &dyn SolverRun,
    history: &[Measured],
) -> Result<(), Failure> {
    kept.save(|file| {
        run.save(&lasting(history), file)?;
        Ok(described.so_far(CHECKPOINT_KIND, CHECKPOINT_VERSION, history))
    })
}

/// Destination of a table of strategies, and its metadata.
pub(super) enum StrategyDestination<'a> {
    /// A table to study and play from, and the treatment of an existing file.
    Table(&'a Path, Existing),
    /// The file of a run in the format of earlier tables, which contains the state to resume from.
    SolverRun(&'a mut KeptRun),
}

/// Writes the average strategies as a table.
pub(super) fn write_table<G: SolvableGame>(
    destination: StrategyDestination<'_>,
    described: &Description,
    (game, form): (&G, &SequenceForm<G>),
    run: &dyn SolverRun,
    history: &[Measured],
) -> Result<(), Failure> {
    // A table without a sequence form is refused before the run begins.
    let Some(average) = run.average() else { return Ok(()) };
    let rows = game.rows(form, &average)?;
    let rounded = form.exploitability(&form.behavior(&Quantized(form.strategy(&average))));
    let carries_run = matches!(destination, StrategyDestination::SolverRun(_));
    let sections = |file: &mut Writer<&mut dyn Write>| {
        let counts = write_policy(file, &rows)?;
        let mut metadata = described.so_far(POLICY_KIND, POLICY_VERSION, history);
        if carries_run {
            run.save(&lasting(history), file)?;
        }
        metadata.counts.insert("rows".to_owned(), counts.rows);
        metadata.counts.insert("choices".to_owned(), counts.choices);
        let details = [
            ("key_bytes", json!(rows.key_bytes())),
            ("value_rounded_to_16_bits", json!(rounded.value)),
            ("exploitability_rounded_to_16_bits", json!(rounded.mean())),
        ];
        metadata.details.extend(details.map(|(name, value)| (name.to_owned(), value)));
        Ok(metadata)
    };
    match destination {
        StrategyDestination::Table(path, existing) => file::write_table(path, existing, sections),
        StrategyDestination::SolverRun(kept) => kept.save(sections),
    }
}

/// Writes the average strategies of a sampled run without a sequence form as a table.
pub(super) fn write_estimated(
    path: &Path,
    existing: Existing,
    described: &Description,
    rows: &RowBuffer,
    solved: &Solved,
) -> Result<(), Failure> {
    file::write_table(path, existing, |file| {
        let counts = write_policy(file, rows)?;
        let mut metadata = described.so_far(POLICY_KIND, POLICY_VERSION, &[]);
        count_iterations(&mut metadata, solved.iterations());
        metadata.counts.insert("rows".to_owned(), counts.rows);
        metadata.counts.insert("choices".to_owned(), counts.choices);
        metadata.details.insert("key_bytes".to_owned(), json!(rows.key_bytes()));
        if let Some(Estimates { value, gain }) = solved.estimates {
            let details = [
                ("value", json!(value.value)),
                ("value_se", json!(value.standard_error)),
                ("exploitability", json!(gain.map(|gain| gain.value))),
                ("exploitability_se", json!(gain.and_then(|gain| gain.standard_error))),
                ("exploitability_method", json!(if gain.is_some() { "lower_bound" } else { "none" })),
            ];
            metadata.details.extend(details.map(|(name, value)| (name.to_owned(), value)));
        }
        Ok(metadata)
    })
}

/// Returns the seed of the run in this file, if there is one.
pub(super) fn seed(path: &Path) -> Result<Option<u64>, Failure> {
    if !path.try_exists().is_ok_and(|is_there| is_there) {
        return Ok(None);
    }
    let bytes = FileBytes::open(path)?;
    let reader = Reader::open(bytes.as_ref()).map_err(|error| refusal(path, &error))?;
    Ok(reader.metadata().seed)
}

/// Key of the weights of the iterations of a sampled run, which earlier versions did not name.
const WEIGHTING: &str = "weighting";
/// Sampled algorithms of earlier versions.
const SAMPLED_BEFORE: [&str; 4] = ["external", "external+", "outcome", "vr-outcome+"];

/// Returns the saved state of this run, if any. A table of strategies is a checkpoint if it contains its run, as in
/// earlier versions.
pub(super) fn checkpoint(kept: &KeptRun) -> Result<Option<Checkpoint<'_>>, Failure> {
    if let Some(bytes) = kept.left()
        && let Ok(reader) = Reader::open(bytes.as_ref())
    {
        let metadata = reader.metadata();
        if metadata.kind == POLICY_KIND && reader.section(STATE).is_err() {
            let message = "the table contains strategies, not the run that found them: --resume continues from a file written by --resume";
            return Err(Trouble::OtherVersion.in_file(kept.path(), message));
        }
        if let Some(algorithm) = metadata.details.get("algorithm").and_then(serde_json::Value::as_str)
            && SAMPLED_BEFORE.contains(&algorithm)
            && !metadata.details.contains_key(WEIGHTING)
        {
            let message = format!(
                "it contains a run of `{algorithm}` by an earlier version, which cannot be resumed: begin a new run with --algorithm external"
            );
            return Err(Trouble::OtherVersion.in_file(kept.path(), message));
        }
    }
    kept.checkpoint()
}
