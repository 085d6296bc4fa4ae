//! The answers of runs: as JSON, and as pages.

use std::fmt::Write;
use std::time::Duration;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::search::cfr::sequence_form::Sizes;
use hanamachi_solver::search::cfr::{Exploitability, SequenceForm};
use serde::Serialize;

use super::run::Measured;
use super::solve::Effort;
use crate::failure::ByteSize;
use crate::output::ENGINE;
use crate::style::{BOLD, DIM, paint};

/// How large a game is, and what it takes to solve it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measures {
    sizes: Sizes,
    choices: usize,
    sequences: [usize; 2],
    payoff_entries: usize,
    memory_bytes: usize,
}

impl Measures {
    pub(super) fn new<G: HiddenInformation>(form: &SequenceForm<G>, run_bytes: usize) -> Self {
        Self {
            sizes: form.sizes(),
            choices: Seat::BOTH
                .into_iter()
                .map(|seat| form.choices(seat).filter(|choice| choice.actions.len() > 1).count())
                .sum(),
            sequences: Seat::BOTH.map(|seat| form.sequences(seat)),
            payoff_entries: form.payoff_entries(),
            memory_bytes: form.bytes() + run_bytes,
        }
    }
}

/// What came of a run.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    pub(super) game: &'static str,
    pub(super) title: String,
    pub(super) rules: String,
    pub(super) unit: &'static str,
    pub(super) measures: Measures,
    pub(super) history: Vec<Measured>,
    /// The iteration with which this session began.
    pub(super) begun_at: u64,
    /// How long the iterations of this session took up to each of its measurements, the last ones of the history.
    pub(super) times: Vec<Duration>,
    pub(super) build: Duration,
    /// Which limit ended it, if one did.
    pub(super) stopped: Option<&'static str>,
}

/// `cfr.run/1`, also as a part of `hanamikoji.solution/1`.
#[derive(Serialize)]
pub(crate) struct RunObject<'a> {
    schema: &'static str,
    engine: &'static str,
    game: &'static str,
    rules: &'a str,
    asked: Asked,
    algorithm: &'static str,
    seed: Option<u64>,
    /// What the utilities are.
    unit: &'static str,
    kind: &'static str,
    /// Of the average strategies, for the first player.
    value: Option<f64>,
    /// Between which the value of the game lies, which is proved.
    value_bounds: Option<[f64; 2]>,
    exploitability: Option<f64>,
    method: &'static str,
    gains: Option<[f64; 2]>,
    reached: Option<bool>,
    iterations: u64,
    stopped: Option<&'static str>,
    information_sets: usize,
    information_sets_by_seat: [usize; 2],
    choices: usize,
    sequences: [usize; 2],
    payoff_entries: usize,
    nodes: u64,
    end_nodes: u64,
    states: u64,
    memory_bytes: usize,
    build_ms: f64,
    elapsed_ms: f64,
    iterations_per_second: Option<f64>,
    history: Vec<HistoryObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<Merged>,
}

/// What was asked.
#[derive(Serialize)]
struct Asked {
    algorithm: &'static str,
    iterations: Option<u64>,
    exploitability: Option<f64>,
    time_ms: Option<f64>,
    memory_bytes: Option<u64>,
}

#[derive(Serialize)]
struct HistoryObject {
    iteration: u64,
    /// Unknown for what an earlier session did.
    elapsed_ms: Option<f64>,
    value: f64,
    exploitability: f64,
}

/// What was merged without loss.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Merged {
    pub(crate) draw_order: bool,
    pub(crate) removed_card: bool,
    /// Groups of geisha, by their letters.
    pub(crate) equal_geisha: Vec<String>,
}

fn ms(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

impl Solved {
    fn found(&self) -> Option<Exploitability> {
        self.history.last().map(Measured::exploitability)
    }

    fn iterations(&self) -> u64 {
        self.history.last().map_or(0, |last| last.iteration)
    }

    fn elapsed(&self) -> Duration {
        self.times.last().copied().unwrap_or_default()
    }

    fn rate(&self) -> Option<f64> {
        let seconds = self.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let done = (self.iterations() - self.begun_at) as f64;
        (seconds > 0.0).then(|| done / seconds)
    }

    fn reached(&self, effort: &Effort) -> Option<bool> {
        let goal = effort.exploitability?;
        Some(self.found().is_some_and(|found| found.mean() <= goal))
    }

    /// As an object of this schema.
    pub(crate) fn object(
        &self,
        schema: &'static str,
        effort: &Effort,
        merged: Option<Merged>,
    ) -> RunObject<'_> {
        let found = self.found();
        let Measures { sizes, choices, sequences, payoff_entries, memory_bytes } = self.measures;
        let earlier = self.history.len() - self.times.len();
        let history = self.history.iter().enumerate().map(|(place, measured)| HistoryObject {
            iteration: measured.iteration,
            elapsed_ms: place.checked_sub(earlier).map(|place| ms(self.times[place])),
            value: measured.value,
            exploitability: measured.exploitability().mean(),
        });
        RunObject {
            schema,
            engine: ENGINE,
            game: self.game,
            rules: &self.rules,
            asked: Asked {
                algorithm: effort.algorithm.name(),
                iterations: effort.asked_iterations,
                exploitability: effort.exploitability,
                time_ms: effort.time.map(ms),
                memory_bytes: effort.memory.map(|limit| limit.0),
            },
            algorithm: effort.algorithm.name(),
            seed: effort.algorithm.samples().then_some(effort.seed),
            unit: self.unit,
            kind: "bounded",
            value: found.map(|found| found.value),
            value_bounds: found.map(|found| found.bounds()),
            exploitability: found.map(|found| found.mean()),
            method: if found.is_some() { "exact" } else { "none" },
            gains: found.map(|found| found.gains),
            reached: self.reached(effort),
            iterations: self.iterations(),
            stopped: self.stopped,
            information_sets: sizes.information_sets.iter().sum(),
            information_sets_by_seat: sizes.information_sets,
            choices,
            sequences,
            payoff_entries,
            nodes: sizes.nodes,
            end_nodes: sizes.end_nodes,
            states: sizes.states,
            memory_bytes,
            build_ms: ms(self.build),
            elapsed_ms: ms(self.elapsed()),
            iterations_per_second: self.rate().map(f64::round),
            history: history.collect(),
            merged,
        }
    }

    /// As a page.
    pub(crate) fn page(&self, effort: &Effort, merged: Option<&Merged>) -> String {
        let mut page = format!("{}, {}\n", paint(BOLD, &self.title), effort.algorithm.name());
        if !self.rules.is_empty() {
            let _ = writeln!(page, "{}", paint(DIM, &self.rules));
        }
        if let Some(merged) = merged {
            let _ = writeln!(page, "merged without loss: {}", merged.sentence());
        }
        let Measures { sizes, choices, payoff_entries, memory_bytes, .. } = self.measures;
        let [first, second] = sizes.information_sets;
        let _ = writeln!(
            page,
            "\nsize            {} information sets ({first} and {second}), {choices} with a choice",
            first + second
        );
        let _ = writeln!(
            page,
            "                {} histories through {} states, {payoff_entries} pairs of sequences at the ends",
            sizes.nodes, sizes.states
        );
        let _ = writeln!(page, "memory          {}", ByteSize(memory_bytes as u64));
        let _ = write!(
            page,
            "time            {} to compile, {} for {} iterations",
            seconds(self.build),
            seconds(self.elapsed()),
            self.iterations() - self.begun_at
        );
        match self.rate() {
            Some(rate) => drop(writeln!(page, " ({rate:.0} a second)")),
            None => page.push('\n'),
        }
        let Some(found) = self.found() else {
            page.push_str("\nNothing was measured: no iteration was finished.\n");
            return page;
        };
        let [low, high] = found.bounds();
        let digits = digits(found.mean());
        let _ = writeln!(
            page,
            "\nvalue           {:+.digits$} {} for the first player: proved to lie between {low:+.digits$} and {high:+.digits$}",
            found.value, self.unit
        );
        let _ = writeln!(
            page,
            "exploitability  {:.3e} {}, exact: a best response gains {:.3e} as the first player, {:.3e} as the second",
            found.mean(),
            self.unit,
            found.gains[0],
            found.gains[1]
        );
        match (self.stopped, self.reached(effort)) {
            (Some(limit), _) => drop(writeln!(page, "The {limit} limit ended the run.")),
            (None, Some(false)) => page.push_str("The exploitability asked for was not reached.\n"),
            _ => {}
        }
        page.push_str("\n iterations      value  exploitability\n");
        for measured in thinned(&self.history) {
            let _ = writeln!(
                page,
                "{:>11}  {:+.digits$}  {:>14.3e}",
                measured.iteration,
                measured.value,
                measured.exploitability().mean()
            );
        }
        page
    }
}

/// As many digits as the error leaves, and one more.
fn digits(error: f64) -> usize {
    (4..12)
        .find(|&digits| error > 0.5 * 10_f64.powi(1 - digits))
        .map_or(12, |digits| usize::try_from(digits).unwrap_or(12))
}

/// Whole powers of ten, their doubles and halves, and the last.
fn thinned(history: &[Measured]) -> impl Iterator<Item = &Measured> {
    let last = history.len().saturating_sub(1);
    history.iter().enumerate().filter_map(move |(place, measured)| {
        let mut leading = measured.iteration;
        while leading >= 10 && leading % 10 == 0 {
            leading /= 10;
        }
        (place == last || matches!(leading, 1 | 2 | 5)).then_some(measured)
    })
}

fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 0.1 => format!("{:.1} ms", short * 1e3),
        long => format!("{long:.1} s"),
    }
}

impl Merged {
    fn sentence(&self) -> String {
        let mut parts =
            vec!["the order of own draws".to_owned(), "which card was removed before it is known".to_owned()];
        if !self.equal_geisha.is_empty() {
            parts.push(format!("equal geisha ({})", self.equal_geisha.join(", ")));
        }
        parts.join("; ")
    }
}
