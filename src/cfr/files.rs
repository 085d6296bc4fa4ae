//! The files of a run: checkpoints to resume from, and separate tables of the average strategies.
//!
//! Tables written by earlier versions of this program contain the run too. A run resumed from such a table
//! keeps both its progress and the strategies there.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use hanamachi_solver::search::cfr::{CfrRun, CfrState};
use hanamachi_solver::strategy_table::{Quantized, SolvableGame, run_identity, run_metadata, write_rows};
use hanamachi_solver::table::disk::{FileBytes, KeptRun};
use hanamachi_solver::table::{
    Checkpoint, Identity, Metadata, POLICY_KIND, Reader, RowBuffer, STATE, Writer,
};
use serde_json::json;

use super::object::Estimates;
use crate::failure::{Failure, Trouble, refusal};
use crate::output::ENGINE;
use crate::shell::quoted_path;

/// A run as its files describe it.
pub(super) struct Description<'a, G> {
    pub(super) game: &'a G,
    pub(super) algorithm: &'static str,
    /// Seed, if the algorithm draws random numbers.
    pub(super) seed: Option<u64>,
    /// File of the favour table that values undecided games.
    pub(super) favour_table: Option<&'a Path>,
}

impl<G: SolvableGame> Description<'_, G> {
    /// Settings that must agree for one run to resume another.
    pub(super) fn identity(&self) -> Identity {
        run_identity(self.game, self.algorithm, self.seed)
    }

    /// Metadata of a file about the run, with the command that gives the same result, regardless of interruptions.
    pub(super) fn metadata(&self, run: &CfrRun<'_, G>) -> Metadata {
        let Self { game, algorithm, seed, favour_table } = self;
        let mut metadata = run_metadata(*game, algorithm, &run.history, &run.lasting_history());
        let file = favour_table.map(|path| format!(" --favour-table {}", quoted_path(path)));
        metadata.command = format!("{}{} --algorithm {algorithm}", game.command(), file.unwrap_or_default());
        ENGINE.clone_into(&mut metadata.program);
        metadata.seed = *seed;
        if seed.is_some() {
            metadata.details.insert(WEIGHTING.to_owned(), json!("linear"));
        }
        if run.state.form().is_none() {
            metadata.counts.insert("iterations".to_owned(), run.state.iterations());
        }
        if let Some(iterations) = metadata.counts.get("iterations") {
            let _ = write!(metadata.command, " --iterations {iterations}");
            if let Some(seed) = seed {
                let _ = write!(metadata.command, " --seed {seed}");
            }
        }
        metadata
    }

    /// The average strategies of a run; `None` if a run without a sequence form has no rows, which is refused before it begins.
    pub(super) fn rows(&self, run: &CfrRun<'_, G>) -> Result<Option<RowBuffer>, Failure> {
        let game = self.game;
        Ok(match (&run.state, run.state.form(), run.state.average()) {
            (_, Some(form), Some(average)) => {
                Some(game.rows(form, &average, RowBuffer::new(game.key_bytes()))?)
            }
            (CfrState::Sampled(sampled, _), ..) => game.sampled_rows(sampled)?,
            (CfrState::Full(_), ..) => None,
        })
    }

    /// Writes these rows as a table, with what is known of strategies without a sequence form, and returns its metadata.
    pub(super) fn write(
        &self,
        run: &CfrRun<'_, G>,
        rows: &RowBuffer,
        estimates: Option<Estimates>,
        file: &mut Writer<&mut dyn Write>,
    ) -> Result<Metadata, Failure> {
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
    Ok(kept.checkpoint()?)
}
