//! A run of self-play, with its curve.

use std::fmt::{Display, Write};

use hanamachi_core::ENGINE;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::learning::{BatchStatistics, COLUMNS, TrainingSettings};
use hanamachi_table::disk::{DiskError, KeptRun, Trouble, later};
use hanamachi_table::little_endian::F32;
use hanamachi_table::{Identity, Metadata, STATE, WriteError, Writer};
use hanamachi_text::shell_word;
use serde_json::json;

use super::base::{TrainingBase, TrainingState, columns};
use super::curve::{CurvePoint, Measurement, POINTS, read_curve, write_curve};
use super::yardstick::{MEASUREMENT, Yardstick};
use crate::learn::{NetworkPolicy, RoundEncoder, RoundTrainer, write_network};
use crate::notation::rules_text;
use crate::{FIRST_ROUND, Favour, FavourEstimates, Game, Round, Rules};

/// Rounds for each measured point by default: in the standard game measuring then takes about a tenth of the
/// time.
const ROUNDS_A_MEASURED_POINT: u64 = 250_000;

/// Facts about a run that are known before it begins.
pub struct TrainingRun {
    /// Rules of the games.
    pub rules: Rules,
    /// Settings of the training.
    pub settings: TrainingSettings,
    /// Flags of the command that gave the settings, each after a space.
    pub flags: String,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of games played at a time, which changes the result.
    pub threads: usize,
    /// Number of points of the curve that are measured.
    pub measured: u64,
    /// Run that it refines.
    pub base: Option<TrainingBase>,
}

/// A run in progress.
pub struct Training<'a> {
    run: &'a TrainingRun,
    encoder: &'a RoundEncoder,
    trainer: RoundTrainer<'a>,
    yardstick: Yardstick<'a>,
    state: TrainingState,
    /// The points of the curve so far.
    pub curve: Vec<CurvePoint>,
    /// The file that keeps the run.
    pub kept: Option<KeptRun>,
}

impl<'a> Training<'a> {
    /// Begins a run, or continues the one in `kept`. `encoder` and `round` are those of the rules of the run.
    pub fn begin(
        run: &'a TrainingRun,
        encoder: &'a RoundEncoder,
        round: &'a Round,
        kept: Option<KeptRun>,
    ) -> Result<Self, DiskError> {
        let mut trainer = RoundTrainer::new(encoder, run.settings, run.seed, round, run.threads);
        if let Some(base) = &run.base {
            trainer = base.give(trainer)?;
        }
        let mut state = TrainingState::default();
        let curve =
            kept.as_ref().map_or_else(|| Ok(Vec::new()), |kept| resume(kept, &mut trainer, &mut state))?;
        Ok(Self { run, encoder, trainer, yardstick: Yardstick::new(round), state, curve, kept })
    }

    /// Rounds played.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.trainer.done()
    }

    /// Plays the remaining rounds on the threads of the current pool, and returns the reason for which it was stopped, if it was. The file
    /// that keeps the run is written every minute and at the end. `told` receives each point of the curve, `note` a warning if the file
    /// cannot be written for now.
    pub fn go(
        &mut self,
        context: RunContext<'_>,
        mut told: impl FnMut(&CurvePoint),
        note: &dyn Fn(&dyn Display),
    ) -> Result<Option<Stop>, DiskError> {
        let stopped = loop {
            let due = self.run.due(self.done(), &self.curve);
            if due.is_none() && self.done() >= self.run.settings.games {
                break None;
            }
            if let Some(stop) = context.cancel.reason() {
                break Some(stop);
            }
            let Some(is_measured) = due else {
                let before = self.done();
                self.state.tally.add(&self.trainer.step());
                context.progress.advance(self.done() - before);
                if self.kept.as_ref().is_some_and(KeptRun::is_due) {
                    later(self.save(), note);
                }
                continue;
            };
            let mut point = point(self.done(), &self.state.tally);
            if !(point.entropy.is_finite() && point.error.is_finite()) {
                let why =
                    "the training has diverged: its values are no longer finite; smaller --rates may help";
                return Err(DiskError::Refused(format!("after {} rounds {why}", self.done())));
            }
            if is_measured {
                let network = self.trainer.policy().clone();
                let policy = NetworkPolicy::new(self.run.rules, self.encoder.clone(), network);
                // An interrupted measurement is due again when the run goes on.
                if let Err(stop) = self.yardstick.measure(policy, context.cancel, &mut point) {
                    break Some(stop);
                }
            }
            self.state.tally = BatchStatistics::default();
            told(&point);
            self.curve.push(point);
        };
        self.save()?;
        Ok(stopped)
    }

    /// Saves the run in its file, if it has one.
    fn save(&mut self) -> Result<(), DiskError> {
        let Self { run, trainer, state, curve, kept, .. } = self;
        let Some(kept) = kept else { return Ok(()) };
        state.trainer = Some(trainer.save());
        kept.save(|writer| {
            writer.coded(STATE, state)?;
            for (name, column) in COLUMNS.into_iter().zip(trainer.columns()) {
                writer.records(name, column.iter().map(|&number| F32::new(number)))?;
            }
            Ok(Metadata { rules: rules_text(&run.rules), ..run.metadata(trainer.done(), curve) })
        })
    }

    /// The file of the policy learned so far; `stopped` says why it is not that of all rounds.
    pub fn network(&self, stopped: Option<Stop>) -> Result<Vec<u8>, WriteError> {
        let mut metadata = self.run.metadata(self.done(), &self.curve);
        if let Some(stop) = stopped {
            metadata.details.insert("stopped".to_owned(), json!(stop.word()));
        }
        let mut writer = Writer::new(Vec::new())?;
        write_network(&mut writer, &mut metadata, &self.run.rules, self.trainer.policy())?;
        writer.finish(&metadata)
    }
}

/// Default number of measured points in a run of this many rounds.
#[must_use]
pub fn usually_measured(rounds: u64) -> u64 {
    (rounds / ROUNDS_A_MEASURED_POINT).min(POINTS.into())
}

fn point(rounds: u64, tally: &BatchStatistics) -> CurvePoint {
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let decisions = tally.decisions.max(1) as f64;
    CurvePoint {
        rounds,
        entropy: tally.entropy / decisions,
        error: (tally.squared_error / decisions).sqrt(),
        ladder: Vec::new(),
        exploitability: None,
        exploitability_in_play: None,
    }
}

/// Continues from the saved state, and returns the curve up to there.
fn resume(
    kept: &KeptRun,
    trainer: &mut RoundTrainer<'_>,
    state: &mut TrainingState,
) -> Result<Vec<CurvePoint>, DiskError> {
    let Some(checkpoint) = kept.checkpoint()? else { return Ok(Vec::new()) };
    let refused = |error: hanamachi_table::ReadError| error.in_file::<DiskError>(kept.path());
    *state = checkpoint.state().map_err(refused)?;
    let columns = columns(checkpoint.reader()).map_err(refused)?;
    let fits = state.trainer.as_ref().is_some_and(|saved| trainer.restore(saved, &columns));
    let curve = read_curve(checkpoint.reader().metadata()).and_then(Result::ok);
    let damaged = || Trouble::Damaged.in_file(kept.path(), "it is no run of training");
    curve.filter(|_| fits).ok_or_else(damaged)
}

impl TrainingRun {
    /// The first round of its games.
    #[must_use]
    pub fn round(&self) -> Round {
        FavourEstimates::built_in().round(&Game::new(self.rules), FIRST_ROUND, Favour::NEUTRAL)
    }

    /// The facts that must be the same for one run to continue another.
    #[must_use]
    pub fn identity(&self) -> Identity {
        Identity::new()
            .with("run", "policy training")
            .with("rules", rules_text(&self.rules))
            .with("settings", json!(self.settings).to_string())
            .with("seed", self.seed.to_string())
            .with("number of threads", self.threads.to_string())
            .with("number of measured points", self.measured.to_string())
            .with("measurement", json!(self.measurement()).to_string())
            .with(
                "refined run",
                self.base.as_ref().map_or_else(|| "none".to_owned(), |base| base.refined.blake3.clone()),
            )
    }

    /// Returns `Some` if a point of the curve is due after this many rounds, with `true` if it is to be
    /// measured.
    fn due(&self, done: u64, curve: &[CurvePoint]) -> Option<bool> {
        let before = curve.last().map_or(0, |point| point.rounds);
        let passes = |points: u64| {
            let passed = |rounds: u64| {
                u128::from(rounds) * u128::from(points) / u128::from(self.settings.games.max(1))
            };
            passed(done) > passed(before)
        };
        // Measured points coincide with other points: 20 is a multiple of their number, or smaller than it.
        passes(POINTS.into()).then(|| passes(self.measured))
    }

    /// Method of the measurements, if points are measured.
    #[must_use]
    pub fn measurement(&self) -> Option<Measurement> {
        (self.measured > 0).then_some(MEASUREMENT)
    }

    /// Metadata of all files of the run after this many rounds.
    fn metadata(&self, rounds: u64, curve: &[CurvePoint]) -> Metadata {
        let Self { rules, settings, flags, seed, threads, measured, base } = self;
        let mut command = format!(
            "hanamachi hanamikoji train --rules '{}' --rounds {} --seed {seed} --threads {threads}{flags}",
            rules_text(rules),
            settings.games
        );
        if let Some(base) = base {
            let _ = write!(command, " --refine {}", shell_word(&base.path.display().to_string()));
        }
        if *measured != usually_measured(settings.games) {
            let _ = write!(command, " --measure {measured}");
        }
        let mut metadata =
            Metadata { program: ENGINE.to_owned(), seed: Some(*seed), command, ..Metadata::default() };
        metadata.counts.insert("rounds".to_owned(), rounds);
        metadata.details.insert("settings".to_owned(), json!(settings));
        if let Some(base) = base {
            base.refined.describe(&mut metadata);
        }
        write_curve(curve, self.measurement().as_ref(), &mut metadata);
        metadata
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(games: u64, measured: u64) -> TrainingRun {
        let settings = TrainingSettings::for_games(games, TrainingSettings::BATCH);
        let flags = String::new();
        TrainingRun { rules: Rules::STANDARD, settings, flags, seed: 1, threads: 1, measured, base: None }
    }

    /// Points of a run with this many rounds in a step; true if measured.
    fn points(games: u64, step: u64, measured: u64) -> Vec<bool> {
        let run = run(games, measured);
        let mut curve = Vec::new();
        let mut of_points = Vec::new();
        for done in (step..games + step).step_by(usize::try_from(step).unwrap()) {
            if let Some(is_measured) = run.due(done, &curve) {
                curve.push(point(done, &BatchStatistics::default()));
                of_points.push(is_measured);
            }
            assert_eq!(run.due(done, &curve), None, "a point stands once");
        }
        of_points
    }

    #[test]
    fn as_many_points_are_measured_as_asked_and_the_last_among_them() {
        for measured in 0..=POINTS {
            let points = points(1_000_000, 512, measured.into());
            assert_eq!(points.len(), usize::from(POINTS));
            assert_eq!(points.iter().filter(|&&is_measured| is_measured).count(), usize::from(measured));
            assert_eq!(points.last(), Some(&(measured > 0)));
        }
        // A step may pass several points at once.
        assert_eq!(points(1000, 512, 20), [true, true]);
        assert_eq!(points(1, 512, 3), [true]);
        assert_eq!(points(u64::MAX / 2, u64::MAX / 2, 20), [true]);
    }

    #[test]
    fn short_runs_are_not_measured_where_nothing_is_said() {
        for (rounds, measured) in [(20_000, 0), (249_999, 0), (1_000_000, 4), (30_000_000, 20)] {
            assert_eq!(usually_measured(rounds), measured, "{rounds}");
        }
    }
}
