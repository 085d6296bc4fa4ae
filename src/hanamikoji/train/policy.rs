//! A policy.

use std::fmt;
use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::learn::{RoundEncoder, RoundTrainer, write_network};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, FavourEstimates, Game, Rules};
use hanamachi_solver::search::budget::Progress;
use hanamachi_solver::search::learning::{BatchStatistics, COLUMNS, Saved, Settings};
use hanamachi_solver::table::little_endian::F32;
use hanamachi_solver::table::{Identity, Metadata, STATE, Writer};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{TrainArgs, TrainingObject};
use crate::failure::{Failure, Trouble};
use crate::hanamikoji::rules_text;
use crate::output::{ENGINE, Existing, NewFile};
use crate::progress::CountProgress;
use crate::resumable::{KeptRun, later};
use crate::seed;
use crate::session::Session;
use crate::shell::quoted_path;
use crate::table::refusal;
use crate::workers::thread_pool;

/// Rounds where nothing is said.
const ROUNDS: u64 = 1_000_000;
/// Points of the curve.
const POINTS: u64 = 20;

/// How it went at some time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct CurvePoint {
    /// Rounds so far.
    rounds: u64,
    /// Since the last point, of what was played: nats a decision.
    entropy: f64,
    /// The root of the mean squared difference between the value of what was played and what came of it, in utility.
    error: f64,
}

impl fmt::Display for CurvePoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rounds, entropy, error } = self;
        write!(f, "{rounds:>12} rounds   entropy {entropy:.3}   error of values {error:.3}")
    }
}

/// What a saved run has that is small.
#[derive(Debug, Default, Serialize, Deserialize)]
struct State {
    trainer: Option<Saved>,
    tally: BatchStatistics,
    curve: Vec<CurvePoint>,
}

/// Trains it, and writes its weights.
pub(super) fn run(args: &TrainArgs, session: &Session) -> Result<TrainingObject, Failure> {
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
    let file = match &args.output {
        Some(path) => Some(NewFile::create(path, Existing::forced(args.force))?),
        None => None,
    };
    let settings = Settings::for_games(args.rounds.map_or(ROUNDS, NonZeroU64::get));
    let threads = args.threads.count();
    let seed = seed::resolve(args.seed.seed, session)?;
    let pool = thread_pool(threads)?;
    let game = Game::new(rules);
    let round = FavourEstimates::built_in().round(&game, FIRST_ROUND, Favour::NEUTRAL);
    let mut trainer = RoundTrainer::new(&encoder, settings, seed, &round, threads);
    let mut state = State::default();
    let mut kept = match &args.resume {
        Some(path) => Some(KeptRun::open(path, identity(&rules, &settings, seed, threads), session)?),
        None => None,
    };
    if let Some(kept) = &kept {
        resume(kept, &mut trainer, &mut state)?;
    }
    let progress = CountProgress::start("rounds", trainer.done(), settings.games, session);
    let mut stopped = None;
    while trainer.done() < settings.games {
        stopped = session.cancel.reason();
        if stopped.is_some() {
            break;
        }
        let before = trainer.done();
        state.tally.add(&pool.install(|| trainer.step()));
        progress.advance(trainer.done() - before);
        if trainer.done() * POINTS / settings.games > before * POINTS / settings.games {
            let point = point(trainer.done(), &std::mem::take(&mut state.tally));
            session.detail(point);
            state.curve.push(point);
        }
        if let Some(kept) = kept.as_mut().filter(|kept| kept.is_due()) {
            later(session, save(kept, &trainer, &mut state));
        }
    }
    drop(progress);
    if let Some(kept) = &mut kept {
        save(kept, &trainer, &mut state)?;
        if stopped.is_some() {
            let (done, path) = (trainer.done(), quoted_path(kept.path()));
            session.note(format_args!("{done} of {} rounds are kept in {path}", settings.games));
        }
    }
    if let Some(stop) = stopped {
        return Err(stop.into());
    }
    let Some(mut file) = file else {
        return Ok(TrainingObject {
            curve: state.curve,
            ..TrainingObject::new("policy", trainer.done(), seed)
        });
    };
    let bytes = network(&trainer, &rules, &state.curve, seed, threads)?;
    file.write(&bytes)?;
    file.finish()?;
    Ok(TrainingObject {
        curve: state.curve,
        ..TrainingObject::of_weights("policy", trainer.done(), seed, &bytes)
    })
}

/// What must be the same for one run to go on from another.
fn identity(rules: &Rules, settings: &Settings, seed: u64, threads: usize) -> Identity {
    Identity::new()
        .with("run", "policy training")
        .with("rules", rules_text(rules))
        .with("settings", json!(settings).to_string())
        .with("seed", seed.to_string())
        .with("number of threads", threads.to_string())
}

fn point(rounds: u64, tally: &BatchStatistics) -> CurvePoint {
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let decisions = tally.decisions.max(1) as f64;
    CurvePoint { rounds, entropy: tally.entropy / decisions, error: (tally.squared_error / decisions).sqrt() }
}

fn resume(kept: &KeptRun, trainer: &mut RoundTrainer<'_>, state: &mut State) -> Result<(), Failure> {
    let Some(checkpoint) = kept.checkpoint()? else { return Ok(()) };
    let refused = |error| refusal(kept.path(), &error);
    *state = checkpoint.state().map_err(refused)?;
    let mut columns: [Vec<f32>; COLUMNS.len()] = std::array::from_fn(|_| Vec::new());
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        let records = checkpoint.records::<F32>(name).map_err(refused)?;
        *column = records.iter().map(|number| number.get()).collect();
    }
    let fits = state.trainer.as_ref().is_some_and(|saved| trainer.restore(saved, &columns));
    if fits { Ok(()) } else { Err(Trouble::Damaged.in_file(kept.path(), "it is no run of training")) }
}

fn save(kept: &mut KeptRun, trainer: &RoundTrainer<'_>, state: &mut State) -> Result<(), Failure> {
    state.trainer = Some(trainer.save());
    kept.save(|writer| {
        writer.coded(STATE, state)?;
        for (name, column) in COLUMNS.into_iter().zip(trainer.columns()) {
            writer.records(name, column.iter().map(|&number| F32::new(number)))?;
        }
        Ok(Metadata::default())
    })
}

/// The file of the weights.
fn network(
    trainer: &RoundTrainer<'_>,
    rules: &Rules,
    curve: &[CurvePoint],
    seed: u64,
    threads: usize,
) -> Result<Vec<u8>, Failure> {
    let rounds = trainer.done();
    let command = format!(
        "hanamachi hanamikoji train --rules '{}' --rounds {} --seed {seed} --threads {threads}",
        rules_text(rules),
        trainer.settings().games
    );
    let mut metadata =
        Metadata { program: ENGINE.to_owned(), seed: Some(seed), command, ..Metadata::default() };
    metadata.counts.insert("rounds".to_owned(), rounds);
    metadata.details.insert("settings".to_owned(), json!(trainer.settings()));
    metadata.details.insert("curve".to_owned(), json!(curve));
    let mut writer = Writer::new(Vec::new())?;
    write_network(&mut writer, &mut metadata, rules, trainer.policy())?;
    Ok(writer.finish(&metadata)?)
}
