//! Training of a policy by self-play.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;

use hanamachi_report::hanamikoji::curve_line;
use hanamachi_solver::hanamikoji::FIRST_ROUND;
use hanamachi_solver::hanamikoji::learn::RoundEncoder;
use hanamachi_solver::hanamikoji::training::{Training, TrainingBase, TrainingRun, usually_measured};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::learning::TrainingSettings;
use hanamachi_solver::table::disk::{Existing, KeptRun, NewFile};

use super::args::TrainArgs;
use super::object::TrainingObject;
use crate::failure::Failure;
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::shell::quoted_path;
use crate::workers::thread_pool;

/// Default number of rounds.
const ROUNDS: u64 = 1_000_000;

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
    let base = args.refine.as_deref().map(|path| TrainingBase::open(path, &rules)).transpose()?;
    let rounds = args.rounds.map_or(ROUNDS, NonZeroU64::get);
    let batch = args.batch.unwrap_or(TrainingSettings::BATCH);
    let usual = base
        .as_ref()
        .map_or_else(|| TrainingSettings::for_games(rounds, batch), |base| base.settings(rounds));
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
    let games = run.settings.games;
    let new_file = |path: &PathBuf| NewFile::create(path, Existing::forced(args.force));
    let file = args.output.as_ref().map(new_file).transpose()?;
    let pool = thread_pool(run.threads)?;
    let open = |path: &PathBuf| KeptRun::open(path, run.identity(), &session.notes());
    let kept = args.resume.as_ref().map(open).transpose()?;
    let round = run.round();
    let mut training = Training::begin(&run, &encoder, &round, kept)?;
    let progress = CountProgress::start("rounds", training.done(), games, session);
    let told = |point: &_| session.detail(curve_line(point));
    let stopped = pool.install(|| training.go(session.context(&progress), told, &session.notes()))?;
    drop(progress);
    if let (Some(kept), true) = (&training.kept, stopped.is_some()) {
        let (done, path) = (training.done(), quoted_path(kept.path()));
        session.note(format_args!("{done} of {games} rounds are kept in {path}"));
    }
    // With a checkpoint the run goes on; without one the weights so far are all there is.
    if let Some(stop) = stopped.filter(|_| training.kept.is_some() || training.done() == 0) {
        return Err(stop.into());
    }
    let object = match file {
        None => TrainingObject::new("policy", training.done(), run.seed),
        Some(mut file) => {
            let bytes = training.network(stopped)?;
            file.write(&bytes)?;
            file.finish()?;
            TrainingObject::of_weights("policy", training.done(), run.seed, &bytes)
        }
    };
    let curve = training.curve;
    Ok(TrainingObject { curve, measurement: run.measurement(), stopped: stopped.map(Stop::word), ..object })
}
