//! Common interface to runs of any algorithm.

use std::io::Write;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::cfr::{
    Behavior, Cfr, Exploitability, External, ExternalRestoreError, SavedCfr, SavedExternal, SavedPlayer,
    SequenceForm, Variant, is_look,
};
use hanamachi_solver::search::strength::Estimated;
use hanamachi_solver::table::little_endian::F64;
use hanamachi_solver::table::{Checkpoint, ReadError, STATE, WriteError, Writer};
use serde::{Deserialize, Serialize};

/// Measurement of the average strategies at one point of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) iteration: u64,
    pub(crate) value: f64,
    pub(crate) gains: [f64; 2],
}

impl Measured {
    pub(crate) fn new(iteration: u64, found: &Exploitability) -> Self {
        Self { iteration, value: found.value, gains: found.gains }
    }

    pub(crate) const fn exploitability(&self) -> Exploitability {
        Exploitability { value: self.value, gains: self.gains }
    }
}

/// Selects the entries of a history to save: those that every run measures, regardless of interruptions.
pub(super) fn lasting(history: &[Measured]) -> Vec<Measured> {
    history.iter().filter(|measured| is_look(measured.iteration)).copied().collect()
}

/// What is known of strategies whose game does not fit into a sequence form.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimates {
    /// Utility of the first player in play of the strategies against each other.
    pub(crate) value: Estimated,
    /// Gain of a local best response: a lower bound of the exploitability.
    pub(crate) gain: Option<Estimated>,
}

/// A run in progress.
pub(super) trait SolverRun: Send {
    fn iterations(&self) -> u64;

    /// Runs more iterations. When stopped, keeps those already finished.
    fn advance(&mut self, iterations: u64, cancel: &CancelToken) -> Result<(), Stop>;

    /// Measures the exploitability of the average strategies, if there is a sequence form.
    fn exploitability(&self) -> Option<Exploitability>;

    /// Returns the average strategies, in the order of the sequence form, if there is one.
    fn average(&self) -> Option<Behavior>;

    /// Returns the number of information sets visited, if the total is not known beforehand.
    fn met(&self) -> Option<usize> {
        None
    }

    /// Returns the bytes in use, without those of the sequence form.
    fn memory_bytes(&self) -> usize;

    /// Writes the state needed to resume to a file.
    fn save(&self, history: &[Measured], file: &mut Writer<&mut dyn Write>) -> Result<(), WriteError>;
}

/// Reasons why a run cannot resume from a file.
#[derive(Debug, thiserror::Error)]
pub(super) enum ResumeError {
    #[error(transparent)]
    File(#[from] ReadError),
    #[error(transparent)]
    FullRun(#[from] hanamachi_solver::search::cfr::RestoreError),
    #[error(transparent)]
    SampledRun(#[from] ExternalRestoreError),
}

/// Saved state of a run of full traversals, without the columns in [`COLUMNS`].
#[derive(Serialize, Deserialize)]
struct FullState {
    iterations: u64,
    history: Vec<Measured>,
}

/// Names of the sections with the columns of each player.
const COLUMNS: [[&str; 3]; 2] =
    [["regrets.first", "last.first", "average.first"], ["regrets.second", "last.second", "average.second"]];

/// A run of full traversals.
pub(super) struct FullRun<'a, G: HiddenInformation>(Cfr<'a, G>);

impl<'a, G: HiddenInformation> FullRun<'a, G> {
    pub(super) fn new(form: &'a SequenceForm<G>, rule: Variant) -> Self {
        Self(Cfr::new(form, rule))
    }

    /// Restores the run in this file, with its measurements.
    pub(super) fn restore(
        form: &'a SequenceForm<G>,
        rule: Variant,
        file: &Checkpoint<'_>,
    ) -> Result<(Self, Vec<Measured>), ResumeError> {
        let FullState { iterations, history } = file.state()?;
        let column = |seat: Seat, column: usize| -> Result<Vec<f64>, ReadError> {
            let numbers = file.records::<F64>(COLUMNS[seat.index()][column])?;
            Ok(numbers.iter().map(|number| number.get()).collect())
        };
        let player = |seat| -> Result<_, ReadError> {
            Ok(SavedPlayer { regrets: column(seat, 0)?, last: column(seat, 1)?, average: column(seat, 2)? })
        };
        let players = [player(Seat::First)?, player(Seat::Second)?];
        Ok((Self(Cfr::restore(form, rule, SavedCfr { iterations, players })?), history))
    }
}

impl<G: HiddenInformation> SolverRun for FullRun<'_, G> {
    fn iterations(&self) -> u64 {
        self.0.iterations()
    }

    fn advance(&mut self, iterations: u64, cancel: &CancelToken) -> Result<(), Stop> {
        for _ in 0..iterations {
            cancel.reason().map_or(Ok(()), Err)?;
            self.0.iterate();
        }
        Ok(())
    }

    fn exploitability(&self) -> Option<Exploitability> {
        Some(self.0.exploitability())
    }

    fn average(&self) -> Option<Behavior> {
        Some(self.0.average().0)
    }

    fn memory_bytes(&self) -> usize {
        self.0.bytes()
    }

    fn save(&self, history: &[Measured], file: &mut Writer<&mut dyn Write>) -> Result<(), WriteError> {
        let SavedCfr { iterations, players } = self.0.saved();
        file.coded(STATE, &FullState { iterations, history: history.to_vec() })?;
        for (names, SavedPlayer { regrets, last, average }) in COLUMNS.into_iter().zip(players) {
            for (name, numbers) in names.into_iter().zip([regrets, last, average]) {
                file.records(name, numbers.iter().map(|&number| F64::new(number)))?;
            }
        }
        Ok(())
    }
}

/// A run of external sampling, measured if there is a sequence form.
pub(super) struct SampledRun<'a, G: HiddenInformation> {
    pub(super) run: External<'a, G>,
    pub(super) form: Option<&'a SequenceForm<G>>,
}

/// Saved state of a sampled run.
#[derive(Serialize, Deserialize)]
struct SampledState {
    run: SavedExternal,
    history: Vec<Measured>,
}

impl<'a, G: HiddenInformation> SampledRun<'a, G> {
    /// Restores the run of this seed in this file, with its measurements.
    pub(super) fn restore(
        (game, form): (&'a G, &'a SequenceForm<G>),
        seed: u64,
        limit: usize,
        file: &Checkpoint<'_>,
        cancel: &CancelToken,
    ) -> Result<(Self, Vec<Measured>), ResumeError> {
        let SampledState { run, history } = file.state()?;
        let run = External::restore((game, form), seed, limit, &run, cancel)?;
        Ok((Self { run, form: Some(form) }, history))
    }
}

impl<G: HiddenInformation> SolverRun for SampledRun<'_, G> {
    fn iterations(&self) -> u64 {
        self.run.iterations()
    }

    fn advance(&mut self, iterations: u64, cancel: &CancelToken) -> Result<(), Stop> {
        self.run.run(iterations, RunContext::silent(cancel))
    }

    fn exploitability(&self) -> Option<Exploitability> {
        self.form.map(|form| form.exploitability(&form.behavior(&self.run.average())))
    }

    fn average(&self) -> Option<Behavior> {
        self.form.map(|form| form.behavior(&self.run.average()))
    }

    fn met(&self) -> Option<usize> {
        self.form.is_none().then(|| self.run.information_sets())
    }

    fn memory_bytes(&self) -> usize {
        self.run.memory_bytes()
    }

    /// Writes nothing without a sequence form: `--resume` is refused for these runs.
    fn save(&self, history: &[Measured], file: &mut Writer<&mut dyn Write>) -> Result<(), WriteError> {
        let Some(form) = self.form else { return Ok(()) };
        file.coded(STATE, &SampledState { run: self.run.saved(form), history: history.to_vec() })
    }
}
