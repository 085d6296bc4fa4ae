//! Training of a policy.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::anyhow;
use hanamachi_report::hanamikoji::REFINED;
use hanamachi_report::hanamikoji::curve::{self, CurvePoint, Measurement, POINTS};
use hanamachi_solver::hanamikoji::learn::{NetworkPolicy, RoundEncoder, RoundTrainer, write_network};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, FavourEstimates, Game, Rules};
use hanamachi_solver::search::budget::{Progress, Stop};
use hanamachi_solver::search::learning::{BatchStatistics, COLUMNS, Network, TrainingSettings};
use hanamachi_solver::table::disk::{Existing, KeptRun, NewFile, later};
use hanamachi_solver::table::little_endian::F32;
use hanamachi_solver::table::{Identity, Metadata, STATE, Writer};
use serde_json::json;

use super::args::TrainArgs;
use super::base::{Base, TrainingState, columns};
use super::measure::{MEASUREMENT, PolicyMeasurements, Yardstick};
use super::object::TrainingObject;
use crate::failure::{Failure, Trouble, refusal};
use crate::hanamikoji::rules_text;
use crate::output::ENGINE;
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::shell::quoted_path;
use crate::workers::thread_pool;

/// Default number of rounds.
const ROUNDS: u64 = 1_000_000;
/// Rounds for each measured point by default: in the standard game measuring then takes about a tenth of the
/// time.
const ROUNDS_A_MEASURED_POINT: u64 = 250_000;

/// Facts about a run that are known before it begins.
struct TrainingRun {
    rules: Rules,
    settings: TrainingSettings,
    /// Flags that gave the settings.
    flags: String,
    seed: u64,
    threads: usize,
    /// Number of points of the curve that are measured.
    measured: u64,
    /// Run that it refines.
    base: Option<Base>,
}

/// The run of the arguments, and the network inputs for its rounds.
fn asked(args: &TrainArgs, session: &Session) -> Result<(TrainingRun, RoundEncoder), Failure> {
    let tags = args.rules.unwrap_or_default();
    if tags.round != FIRST_ROUND {
        return Err(Failure::Usage(
            "rounds of self-play are those of whole games: leave out `round=`".to_owned(),
        ));
    }
    let rules = tags.rules;
    let encoder = RoundEncoder::new(&rules).ok_or_else(|| {
        Failure::Usage(
            "no network looks at rounds by these rules: they have too many cards of one geisha".to_owned(),
        )
    })?;
    let base = args.refine.as_deref().map(|path| Base::open(path, &rules)).transpose()?;
    let rounds = args.rounds.map_or(ROUNDS, NonZeroU64::get);
    let batch = args.batch.unwrap_or(TrainingSettings::BATCH);
    let usual = base
        .as_ref()
        .map_or_else(|| TrainingSettings::for_games(rounds, batch), |base| base.settings.refining(rounds));
    let settings = args.rates.map_or(usual, |factor| usual.with_rates(factor));
    let settings =
        TrainingSettings { temperature: args.temperature.unwrap_or(settings.temperature), ..settings };
    let measured = args.measure.map_or_else(|| usually_measured(settings.games), u64::from);
    let threads = args.threads.count();
    let seed = seed::resolve(args.seed.seed, session)?;
    let flags = flags(args);
    Ok((TrainingRun { rules, settings, flags, seed, threads, measured, base }, encoder))
}

/// The settings that the arguments give, as flags.
fn flags(args: &TrainArgs) -> String {
    let mut flags = String::new();
    if let Some(batch) = args.batch {
        let _ = write!(flags, " --batch {batch}");
    }
    if let Some(factor) = args.rates {
        let _ = write!(flags, " --rates {factor}");
    }
    if let Some([first, last]) = args.temperature {
        let _ = write!(flags, " --temperature {first},{last}");
    }
    flags
}

/// Trains a policy and writes its weights.
pub(super) fn run(args: &TrainArgs, session: &Session) -> Result<TrainingObject, Failure> {
    let (run, encoder) = asked(args, session)?;
    let TrainingRun { rules, settings, seed, threads, .. } = run;
    let new_file = |path: &PathBuf| NewFile::create(path, Existing::forced(args.force));
    let file = args.output.as_ref().map(new_file).transpose()?;
    let pool = thread_pool(threads)?;
    let game = Game::new(rules);
    let round = FavourEstimates::built_in().round(&game, FIRST_ROUND, Favour::NEUTRAL);
    let mut trainer = RoundTrainer::new(&encoder, settings, seed, &round, threads);
    let mut yardstick = Yardstick::new(&round);
    let mut state = TrainingState::default();
    let mut curve = Vec::new();
    let mut kept = match &args.resume {
        Some(path) => Some(KeptRun::open(path, run.identity(), &session.notes())?),
        None => None,
    };
    if let Some(base) = &run.base {
        trainer = base.give(trainer)?;
    }
    if let Some(kept) = &kept {
        curve = resume(kept, &mut trainer, &mut state)?;
    }
    let progress = CountProgress::start("rounds", trainer.done(), settings.games, session);
    let mut stopped = None;
    loop {
        let due = run.due(trainer.done(), &curve);
        if due.is_none() && trainer.done() >= settings.games {
            break;
        }
        stopped = session.cancel.reason();
        if stopped.is_some() {
            break;
        }
        let Some(is_measured) = due else {
            let before = trainer.done();
            state.tally.add(&pool.install(|| trainer.step()));
            progress.advance(trainer.done() - before);
            if let Some(kept) = kept.as_mut().filter(|kept| kept.is_due()) {
                later(run.save(kept, &trainer, &mut state, &curve), &session.notes());
            }
            continue;
        };
        let mut point = point(trainer.done(), &state.tally);
        if !(point.entropy.is_finite() && point.error.is_finite()) {
            let why = "the training has diverged: its values are no longer finite; smaller --rates may help";
            return Err(anyhow!("after {} rounds {why}", trainer.done()).into());
        }
        if is_measured {
            let policy = NetworkPolicy::new(rules, encoder.clone(), trainer.policy().clone());
            // An interrupted measurement is due again when the run goes on.
            match pool.install(|| yardstick.measure(policy, session.cancel)) {
                Ok(PolicyMeasurements { ladder, exploitability, in_play }) => {
                    (point.ladder, point.exploitability) = (ladder, exploitability);
                    point.exploitability_in_play = in_play;
                }
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            }
        }
        state.tally = BatchStatistics::default();
        session.detail(&point);
        curve.push(point);
    }
    drop(progress);
    if let Some(kept) = &mut kept {
        run.save(kept, &trainer, &mut state, &curve)?;
        if stopped.is_some() {
            let (done, path) = (trainer.done(), quoted_path(kept.path()));
            session.note(format_args!("{done} of {} rounds are kept in {path}", settings.games));
        }
    }
    // With a checkpoint the run goes on; without one the weights so far are all there is.
    if let Some(stop) = stopped.filter(|_| kept.is_some() || trainer.done() == 0) {
        return Err(stop.into());
    }
    let measurement = run.measurement();
    let object = match file {
        None => TrainingObject::new("policy", trainer.done(), seed),
        Some(mut file) => {
            let mut metadata = run.metadata(trainer.done(), &curve);
            tell_stopped(&mut metadata, stopped);
            let bytes = run.network(metadata, trainer.policy())?;
            file.write(&bytes)?;
            file.finish()?;
            TrainingObject::of_weights("policy", trainer.done(), seed, &bytes)
        }
    };
    Ok(TrainingObject { curve, measurement, stopped: stopped.map(Stop::word), ..object })
}

/// Says in a file that the run ended before the rounds of its command.
fn tell_stopped(metadata: &mut Metadata, stopped: Option<Stop>) {
    if let Some(stop) = stopped {
        metadata.details.insert("stopped".to_owned(), json!(stop.word()));
    }
}

/// Default number of measured points in a run of this many rounds.
fn usually_measured(rounds: u64) -> u64 {
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
) -> Result<Vec<CurvePoint>, Failure> {
    let Some(checkpoint) = kept.checkpoint()? else { return Ok(Vec::new()) };
    let refused = |error| refusal(kept.path(), &error);
    let damaged = || Trouble::Damaged.in_file(kept.path(), "it is no run of training");
    *state = checkpoint.state().map_err(refused)?;
    let columns = columns(checkpoint.reader()).map_err(refused)?;
    let fits = state.trainer.as_ref().is_some_and(|saved| trainer.restore(saved, &columns));
    let curve = curve::read(checkpoint.reader().metadata()).and_then(Result::ok);
    curve.filter(|_| fits).ok_or_else(damaged)
}

impl TrainingRun {
    /// The facts that must be the same for one run to continue another.
    fn identity(&self) -> Identity {
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
    fn measurement(&self) -> Option<Measurement> {
        (self.measured > 0).then_some(MEASUREMENT)
    }

    fn save(
        &self,
        kept: &mut KeptRun,
        trainer: &RoundTrainer<'_>,
        state: &mut TrainingState,
        curve: &[CurvePoint],
    ) -> Result<(), Failure> {
        state.trainer = Some(trainer.save());
        kept.save(|writer| {
            writer.coded(STATE, state)?;
            for (name, column) in COLUMNS.into_iter().zip(trainer.columns()) {
                writer.records(name, column.iter().map(|&number| F32::new(number)))?;
            }
            Ok(Metadata { rules: rules_text(&self.rules), ..self.metadata(trainer.done(), curve) })
        })
    }

    /// File of a policy of the run.
    fn network(&self, mut metadata: Metadata, policy: &Network) -> Result<Vec<u8>, Failure> {
        let mut writer = Writer::new(Vec::new())?;
        write_network(&mut writer, &mut metadata, &self.rules, policy)?;
        Ok(writer.finish(&metadata)?)
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
            let _ = write!(command, " --refine {}", quoted_path(&base.path));
        }
        if *measured != usually_measured(settings.games) {
            let _ = write!(command, " --measure {measured}");
        }
        let mut metadata =
            Metadata { program: ENGINE.to_owned(), seed: Some(*seed), command, ..Metadata::default() };
        metadata.counts.insert("rounds".to_owned(), rounds);
        metadata.details.insert("settings".to_owned(), json!(settings));
        if let Some(base) = base {
            metadata.details.insert(REFINED.to_owned(), json!(base.refined));
        }
        curve::write(curve, self.measurement().as_ref(), &mut metadata);
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
        for (rounds, measured) in [(20_000, 0), (249_999, 0), (ROUNDS, 4), (30_000_000, 20)] {
            assert_eq!(usually_measured(rounds), measured, "{rounds}");
        }
    }
}
