//! What a run of counterfactual regret minimization found, as it is printed.
#![expect(missing_docs, reason = "keys that say themselves what they are, as they stand in the object")]

use std::time::Duration;

use hanamachi_core::ENGINE;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::cfr::{CfrRun, CfrState, Measured, RESOLUTION, SequenceForm};
use hanamachi_core::search::strength::{Exploitation, HasStrength, Strength};
use hanamachi_hanamikoji::objects::RoundObject;
use hanamachi_hanamikoji::{Geisha, MergedRound};
use hanamachi_strategies::{Estimates, SolvableGame};
use hanamachi_text::milliseconds;
use serde::{Deserialize, Serialize, Serializer};

/// `cfr.run/1`, also `hanamikoji.solution/1`. Fields that the algorithm does not provide are `null`.
#[derive(Clone, Debug, Serialize)]
pub struct SolvedRun {
    pub schema: &'static str,
    pub engine: &'static str,
    pub game: &'static str,
    /// The game on a page.
    #[serde(skip)]
    pub title: String,
    pub rules: String,
    #[serde(flatten)]
    pub round: Option<RoundObject>,
    pub asked: RunRequest,
    pub algorithm: &'static str,
    /// The seed, if the algorithm draws random numbers.
    pub seed: Option<u64>,
    /// Unit of the utilities.
    pub unit: &'static str,
    /// `bounded`, but `computed` if a rule of thumb values undecided games; `estimated` without a sequence form; `null` if nothing is
    /// known about the values.
    pub kind: Option<Strength>,
    /// Value of the average strategies for the first player.
    pub value: Option<f64>,
    /// Standard error of an estimated value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value_se: Option<f64>,
    /// Bounds on the value of the game, of this `kind`.
    pub value_bounds: Option<[f64; 2]>,
    /// Without a sequence form, a lower bound.
    pub exploitability: Option<f64>,
    /// Standard error of an estimated exploitability.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploitability_se: Option<f64>,
    pub exploitability_kind: Option<Strength>,
    pub method: &'static str,
    pub gains: Option<[f64; 2]>,
    pub gains_kind: Option<Strength>,
    pub reached: Option<bool>,
    pub iterations: u64,
    /// Iterations before this session.
    #[serde(skip)]
    pub begun_at: u64,
    /// What ended the run before its target or without one, if anything but its number of iterations did.
    #[serde(serialize_with = "word")]
    pub stopped: Option<Stop>,
    pub information_sets: usize,
    pub information_sets_by_seat: Option<[usize; 2]>,
    pub choices: Option<usize>,
    pub sequences: Option<[usize; 2]>,
    pub payoff_entries: Option<usize>,
    pub nodes: Option<u64>,
    pub end_nodes: Option<u64>,
    pub states: Option<u64>,
    /// Memory for solving the game.
    pub memory_bytes: usize,
    /// Upper bound on the memory for compiling the game; `null` without a sequence form.
    pub build_memory_bytes: Option<usize>,
    pub build_ms: f64,
    /// Time spent on iterations in this session.
    pub elapsed_ms: f64,
    pub iterations_per_second: Option<f64>,
    pub history: Vec<RunPoint>,
    /// Without a sequence form: the number of information sets visited, as `information_sets`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub information_sets_met: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<MergedSets>,
}

/// The request.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RunRequest {
    pub algorithm: &'static str,
    pub iterations: Option<u64>,
    pub exploitability: Option<f64>,
    #[serde(rename = "time_ms", serialize_with = "optional_ms")]
    pub time: Option<Duration>,
    pub memory_bytes: Option<u64>,
}

/// A measurement.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RunPoint {
    pub iteration: u64,
    /// `None` for measurements of an earlier session.
    pub elapsed_ms: Option<f64>,
    pub value: f64,
    pub exploitability: f64,
    /// Kind of `value`, the value of the average strategies. Files of runs do not have the kinds.
    #[serde(skip_deserializing, default = "computed")]
    pub kind: Strength,
    #[serde(skip_deserializing, default = "proved")]
    pub exploitability_kind: Strength,
}

const fn computed() -> Strength {
    Strength::Computed
}

const fn proved() -> Strength {
    Strength::Proved
}

/// Information sets merged without loss.
#[derive(Clone, Debug, Serialize)]
pub struct MergedSets {
    pub draw_order: bool,
    pub removed_card: bool,
    /// Groups of geisha, by their letters.
    pub equal_geisha: Vec<String>,
}

impl From<&MergedRound> for MergedSets {
    fn from(round: &MergedRound) -> Self {
        let letters = |group: &Vec<Geisha>| group.iter().map(|geisha| geisha.letter()).collect();
        let equal_geisha = round.alike().iter().map(letters).collect();
        Self { draw_order: true, removed_card: true, equal_geisha }
    }
}

#[expect(clippy::ref_option, reason = "what serde calls")]
fn optional_ms<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
    time.map(milliseconds).serialize(serializer)
}

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "what serde calls")]
fn word<S: Serializer>(stopped: &Option<Stop>, serializer: S) -> Result<S::Ok, S::Error> {
    stopped.map(Stop::word).serialize(serializer)
}

impl SolvedRun {
    /// The object of a run of this request, with its `seed` if it draws random numbers, and the time to compile the game. `round` if the
    /// game is one of Hanamikoji; `estimates` of strategies without a sequence form.
    #[must_use]
    pub fn new<G: SolvableGame>(
        (game, round): (&G, Option<(RoundObject, MergedSets)>),
        (asked, seed): (RunRequest, Option<u64>),
        (run, stopped): (&CfrRun<'_, G>, Option<Stop>),
        estimates: Option<Estimates>,
        build: Duration,
    ) -> Self {
        let (form, met) = match &run.state {
            CfrState::Sampled(sampled, None) => (None, Some(sampled.information_sets())),
            state => (state.form(), None),
        };
        let (round, merged) = round.unzip();
        let strength = |of: Strength| round.as_ref().map_or(of, |round| round.continuation.strength(of));
        let found = run.history.last().map(Measured::exploitability);
        let value = estimates.map(|estimates| estimates.value);
        let gain = estimates.and_then(|estimates| estimates.gain);
        let sizes = form.map(SequenceForm::sizes);
        let choices = |form: &SequenceForm<G>, seat| {
            form.choices(seat).filter(|choice| choice.actions.len() > 1).count()
        };
        let (iterations, seconds) = (run.state.iterations(), run.worked.as_secs_f64());
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let rate = (seconds > 0.0).then(|| ((iterations - run.begun_at) as f64 / seconds).round());
        let earlier = run.history.len() - run.times.len();
        let history = run.history.iter().enumerate().map(|(place, measured)| RunPoint {
            iteration: measured.iteration,
            elapsed_ms: place.checked_sub(earlier).map(|place| milliseconds(run.times[place])),
            value: measured.value,
            exploitability: measured.exploitability().mean(),
            kind: measured.exploitability().computed(measured.value).strength(),
            exploitability_kind: strength(measured.exploitability().proved().strength()),
        });
        Self {
            schema: "cfr.run/1",
            engine: ENGINE,
            game: game.name(),
            title: game.title(),
            rules: game.rules(),
            asked,
            algorithm: asked.algorithm,
            seed,
            unit: game.unit(),
            kind: form.map(|_| strength(Strength::Bounded)).or(value.map(|_| Strength::Estimated)),
            value: found.map(|found| found.game_value().value).or(value.map(|value| value.value)),
            value_se: value.and_then(|value| value.standard_error),
            value_bounds: found.map(|found| found.bounds()),
            exploitability: found.map(|found| found.mean()).or(gain.map(|gain| gain.value)),
            exploitability_se: gain.and_then(|gain| gain.standard_error),
            exploitability_kind: found
                .map(|found| strength(found.proved().strength()))
                .or(gain.map(|_| Strength::Estimated)),
            method: found
                .map(|found| Exploitation::Exact(found.mean()))
                .or(gain.map(Exploitation::AtLeast))
                .unwrap_or(Exploitation::Unmeasured)
                .method(),
            gains: found.map(|found| found.gains),
            gains_kind: found.map(|found| strength(found.proved().strength())),
            reached: asked
                .exploitability
                .map(|goal| goal >= RESOLUTION && found.is_some_and(|found| found.mean() <= goal)),
            iterations,
            begun_at: run.begun_at,
            stopped,
            information_sets: sizes
                .map_or(met.unwrap_or_default(), |sizes| sizes.information_sets.iter().sum()),
            information_sets_by_seat: sizes.map(|sizes| sizes.information_sets),
            choices: form.map(|form| Seat::BOTH.into_iter().map(|seat| choices(form, seat)).sum()),
            sequences: form.map(|form| Seat::BOTH.map(|seat| form.sequences(seat))),
            payoff_entries: form.map(SequenceForm::payoff_entries),
            nodes: sizes.map(|sizes| sizes.nodes),
            end_nodes: sizes.map(|sizes| sizes.end_nodes),
            states: sizes.map(|sizes| sizes.states),
            memory_bytes: form.map_or(0, SequenceForm::bytes) + run.state.memory_bytes(),
            build_memory_bytes: sizes.map(|sizes| sizes.peak_bytes),
            build_ms: milliseconds(build),
            elapsed_ms: milliseconds(run.worked),
            iterations_per_second: rate,
            history: history.collect(),
            information_sets_met: met,
            merged,
            round,
        }
    }
}
