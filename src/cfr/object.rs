//! Results of runs, as JSON.

use std::time::Duration;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::objects::RoundObject;
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::cfr::sequence_form::Sizes;
use hanamachi_solver::search::cfr::{CfrState, Exploitability, Measured, RESOLUTION, SequenceForm};
use hanamachi_solver::search::strength::{Estimated, Exploitation, HasStrength, Strength};
use serde::Serialize;

use super::algorithm::{Effort, Merged};
use crate::output::ENGINE;

/// Size of a game and memory needed to solve it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    /// Size of the sequence form, if there is one.
    pub(super) form: Option<FormMeasures>,
    /// Number of information sets visited, if the total is not known beforehand.
    pub(super) met: Option<usize>,
    pub(super) memory_bytes: usize,
}

/// Size of a sequence form.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FormMeasures {
    pub(super) sizes: Sizes,
    pub(super) choices: usize,
    sequences: [usize; 2],
    pub(super) payoff_entries: usize,
}

impl Measures {
    pub(super) fn new<G: HiddenInformation>(run: &CfrState<'_, G>) -> Self {
        let (form, met) = match run {
            CfrState::Sampled(run, None) => (None, Some(run.information_sets())),
            run => (run.form(), None),
        };
        let memory_bytes = form.map_or(0, SequenceForm::bytes) + run.memory_bytes();
        Self { form: form.map(FormMeasures::new), met, memory_bytes }
    }
}

impl FormMeasures {
    fn new<G: HiddenInformation>(form: &SequenceForm<G>) -> Self {
        Self {
            sizes: form.sizes(),
            choices: Seat::BOTH
                .into_iter()
                .map(|seat| form.choices(seat).filter(|choice| choice.actions.len() > 1).count())
                .sum(),
            sequences: Seat::BOTH.map(|seat| form.sequences(seat)),
            payoff_entries: form.payoff_entries(),
        }
    }
}

/// What is known of strategies whose game does not fit into a sequence form.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimates {
    /// Utility of the first player in play of the strategies against each other.
    pub(crate) value: Estimated,
    /// Gain of a local best response: a lower bound of the exploitability.
    pub(crate) gain: Option<Estimated>,
}

/// Result of a run.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(super) game: &'static str,
    pub(super) title: String,
    pub(super) rules: String,
    /// The round, if the game is one of Hanamikoji.
    pub(super) round: Option<RoundObject>,
    pub(super) unit: &'static str,
    pub(super) measures: Measures,
    pub(super) history: Vec<Measured>,
    /// What is known without a sequence form.
    pub(super) estimates: Option<Estimates>,
    /// Iteration at which this session began.
    pub(super) begun_at: u64,
    /// Total number of iterations.
    pub(super) iterations: u64,
    /// Time spent on iterations in this session.
    pub(super) worked: Duration,
    /// Time spent on iterations in this session at each of its measurements, the last entries of the history.
    pub(super) times: Vec<Duration>,
    pub(super) build: Duration,
    /// What ended the run before its target or without one, if anything but its number of iterations did.
    pub(super) stopped: Option<Stop>,
}

/// `cfr.run/1`, also as a part of `hanamikoji.solution/1`.
#[derive(Serialize)]
pub(crate) struct RunObject<'a> {
    schema: &'static str,
    engine: &'static str,
    game: &'static str,
    rules: &'a str,
    #[serde(flatten)]
    round: Option<&'a RoundObject>,
    asked: SolveRequestObject,
    algorithm: &'static str,
    seed: Option<u64>,
    /// Unit of the utilities.
    unit: &'static str,
    /// `bounded`, but `computed` if a rule of thumb values undecided games; `estimated` without a sequence form; `null` if nothing is
    /// known about the values.
    kind: Option<Strength>,
    /// Value of the average strategies for the first player.
    value: Option<f64>,
    /// Standard error of an estimated value.
    #[serde(skip_serializing_if = "Option::is_none")]
    value_se: Option<f64>,
    /// Bounds on the value of the game, of this `kind`.
    value_bounds: Option<[f64; 2]>,
    /// Without a sequence form, a lower bound.
    exploitability: Option<f64>,
    /// Standard error of an estimated exploitability.
    #[serde(skip_serializing_if = "Option::is_none")]
    exploitability_se: Option<f64>,
    exploitability_kind: Option<Strength>,
    method: &'static str,
    gains: Option<[f64; 2]>,
    gains_kind: Option<Strength>,
    reached: Option<bool>,
    iterations: u64,
    stopped: Option<&'static str>,
    information_sets: usize,
    information_sets_by_seat: Option<[usize; 2]>,
    choices: Option<usize>,
    sequences: Option<[usize; 2]>,
    payoff_entries: Option<usize>,
    nodes: Option<u64>,
    end_nodes: Option<u64>,
    states: Option<u64>,
    /// Memory for solving the game.
    memory_bytes: usize,
    /// Upper bound on the memory for compiling the game.
    build_memory_bytes: Option<usize>,
    build_ms: f64,
    elapsed_ms: f64,
    iterations_per_second: Option<f64>,
    history: Vec<HistoryObject>,
    /// Without a sequence form: the number of information sets visited, as `information_sets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    information_sets_met: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<&'a Merged>,
}

/// The request.
#[derive(Serialize)]
struct SolveRequestObject {
    algorithm: &'static str,
    iterations: Option<u64>,
    exploitability: Option<f64>,
    time_ms: Option<f64>,
    memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct HistoryObject {
    iteration: u64,
    /// `None` for measurements of an earlier session.
    elapsed_ms: Option<f64>,
    value: f64,
    exploitability: f64,
    /// Kind of `value`, the value of the average strategies.
    kind: Strength,
    exploitability_kind: Strength,
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl Solved {
    pub(super) fn found(&self) -> Option<Exploitability> {
        self.history.last().map(Measured::exploitability)
    }

    pub(super) const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// The strength of a number that has this one if the values of undecided games are data.
    pub(super) fn strength(&self, of: Strength) -> Strength {
        self.round.as_ref().map_or(of, |round| round.continuation.strength(of))
    }

    pub(super) fn iterations(&self) -> u64 {
        self.iterations
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.worked
    }

    pub(super) fn rate(&self) -> Option<f64> {
        let seconds = self.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let done = (self.iterations() - self.begun_at) as f64;
        (seconds > 0.0).then(|| done / seconds)
    }

    pub(super) fn reached(&self, effort: &Effort) -> Option<bool> {
        let goal = effort.exploitability?;
        Some(goal >= RESOLUTION && self.found().is_some_and(|found| found.mean() <= goal))
    }

    /// Returns the JSON object with this schema.
    pub(crate) fn object<'a>(&'a self, schema: &'static str, effort: &'a Effort) -> RunObject<'a> {
        let found = self.found();
        let value = self.estimates.map(|estimates| estimates.value);
        let gain = self.estimates.and_then(|estimates| estimates.gain);
        let Measures { form, met, memory_bytes } = self.measures;
        let sizes = form.map(|form| form.sizes);
        let earlier = self.history.len() - self.times.len();
        let history = self.history.iter().enumerate().map(|(place, measured)| HistoryObject {
            iteration: measured.iteration,
            elapsed_ms: place.checked_sub(earlier).map(|place| ms(self.times[place])),
            value: measured.value,
            exploitability: measured.exploitability().mean(),
            kind: measured.exploitability().computed(measured.value).strength(),
            exploitability_kind: self.strength(measured.exploitability().proved().strength()),
        });
        RunObject {
            schema,
            engine: ENGINE,
            game: self.game,
            rules: &self.rules,
            round: self.round.as_ref(),
            asked: SolveRequestObject {
                algorithm: effort.algorithm.name(),
                iterations: effort.asked_iterations,
                exploitability: effort.exploitability,
                time_ms: effort.time.map(ms),
                memory_bytes: effort.memory.map(|limit| limit.0),
            },
            algorithm: effort.algorithm.name(),
            seed: effort.algorithm.samples().then_some(effort.seed),
            unit: self.unit,
            kind: form.map(|_| self.strength(Strength::Bounded)).or(value.map(|_| Strength::Estimated)),
            value: found.map(|found| found.game_value().value).or(value.map(|value| value.value)),
            value_se: value.and_then(|value| value.standard_error),
            value_bounds: found.map(|found| found.bounds()),
            exploitability: found.map(|found| found.mean()).or(gain.map(|gain| gain.value)),
            exploitability_se: gain.and_then(|gain| gain.standard_error),
            exploitability_kind: found
                .map(|found| self.strength(found.proved().strength()))
                .or(gain.map(|_| Strength::Estimated)),
            method: found
                .map(|found| Exploitation::Exact(found.mean()))
                .or(gain.map(Exploitation::AtLeast))
                .unwrap_or(Exploitation::Unmeasured)
                .method(),
            gains: found.map(|found| found.gains),
            gains_kind: found.map(|found| self.strength(found.proved().strength())),
            reached: self.reached(effort),
            iterations: self.iterations(),
            stopped: self.stopped.map(Stop::word),
            information_sets: sizes
                .map_or(met.unwrap_or_default(), |sizes| sizes.information_sets.iter().sum()),
            information_sets_by_seat: sizes.map(|sizes| sizes.information_sets),
            choices: form.map(|form| form.choices),
            sequences: form.map(|form| form.sequences),
            payoff_entries: form.map(|form| form.payoff_entries),
            nodes: sizes.map(|sizes| sizes.nodes),
            end_nodes: sizes.map(|sizes| sizes.end_nodes),
            states: sizes.map(|sizes| sizes.states),
            memory_bytes,
            build_memory_bytes: sizes.map(|sizes| sizes.peak_bytes),
            build_ms: ms(self.build),
            elapsed_ms: ms(self.elapsed()),
            iterations_per_second: self.rate().map(f64::round),
            history: history.collect(),
            information_sets_met: met,
            merged: effort.reduced.as_ref().map(|reduced| &reduced.merged),
        }
    }
}
