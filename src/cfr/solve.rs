//! A run, from its settings to its result.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use hanamachi_solver::hanamikoji::objects::RoundObject;
use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use hanamachi_solver::search::cfr::{
    CompileError, Discounted, External, ExternalRestoreError, SequenceForm, TargetState, Variant, next_look,
};
use hanamachi_solver::table::{Checkpoint, POLICY_KIND};
use rayon::ThreadPool;

use super::algorithm::{Algorithm, Effort};
use super::files::{self, Description, StrategyDestination};
use super::game::SolvableGame;
use super::object::{Measures, Solved};
use super::run::{Estimates, FullRun, Measured, ResumeError, SampledRun, SolverRun};
use crate::failure::{ByteSize, Cost, Failure, Limit, Trouble};
use crate::file::refusal;
use crate::progress::{Patience, SearchProgress};
use crate::resumable::{KeptRun, later};
use crate::session::Session;

/// Default memory limit of a run.
const DEFAULT_BYTES: u64 = 4 << 30;

/// Games played to estimate the value of strategies whose game does not fit into a sequence form.
const GAMES: NonZeroU64 = NonZeroU64::new(100_000).unwrap();
/// Added to the seed of a run for the games and deals that measure its strategies.
const MEASURING_SEED: u64 = 0x6d65_6173_7572;

/// Solves a game on these threads.
pub(crate) fn solve<G: SolvableGame>(
    game: &G,
    effort: &Effort,
    threads: &ThreadPool,
    session: &Session,
) -> Result<Solved, Failure> {
    threads.install(|| Solving { game, effort, session }.solve())
}

/// Kind of the file with the progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeptAs {
    Checkpoint,
    /// A table in the format of earlier versions, which contains its run and remains a table.
    Table,
}

/// Destination and identity of the checkpoint.
struct KeptCheckpoint<'a, G: SolvableGame> {
    form: Option<&'a SequenceForm<G>>,
    described: &'a Description,
    /// Path of the checkpoint, if there is one.
    file: Option<KeptRun>,
    kept_as: KeptAs,
}

struct Solving<'a, G> {
    game: &'a G,
    effort: &'a Effort,
    session: &'a Session,
}

impl<G: SolvableGame> KeptCheckpoint<'_, G> {
    /// Saves the progress, if there is a checkpoint file.
    fn save(&mut self, game: &G, run: &dyn SolverRun, history: &[Measured]) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        match (self.kept_as, self.form) {
            (KeptAs::Checkpoint, _) => files::save(file, self.described, run, history),
            (KeptAs::Table, Some(form)) => files::write_table(
                StrategyDestination::SolverRun(file),
                self.described,
                (game, form),
                run,
                history,
            ),
            (KeptAs::Table, None) => Ok(()),
        }
    }
}

impl<G: SolvableGame> Solving<'_, G> {
    fn limit_bytes(&self) -> u64 {
        self.effort.memory.map_or(DEFAULT_BYTES, |limit| limit.0)
    }

    fn solve(&self) -> Result<Solved, Failure> {
        let started = Instant::now();
        let rule = match self.effort.algorithm {
            Algorithm::Cfr => Variant::Vanilla,
            Algorithm::CfrPlus => Variant::Plus,
            Algorithm::Lcfr => Variant::Discounted(Discounted::LINEAR),
            Algorithm::Dcfr => Variant::Discounted(Discounted::RECOMMENDED),
            Algorithm::PcfrPlus => Variant::PredictivePlus,
            Algorithm::External => return self.external(started),
        };
        let form = self.compile(self.limit_bytes())?;
        self.full(&form, rule, started.elapsed())
    }

    /// The description of a run that draws random numbers.
    fn described_by_seed(&self) -> Description {
        let Effort { algorithm, seed, favour_table, .. } = self.effort;
        Description::new(self.game, algorithm.name(), Some(*seed), favour_table.as_deref())
    }

    /// Compiles the sequence form, unless its estimated size exceeds `limit`.
    fn compile(&self, limit: u64) -> Result<SequenceForm<G>, Failure> {
        let cancel = self.session.cancel;
        if limit < u64::MAX {
            let patience = Patience::start("the size is estimated", self.session);
            let least = SequenceForm::estimate(self.game, 0, cancel)?;
            drop(patience);
            self.session.detail(format_args!(
                "at least some {:.0} information sets, {:.1} MiB, estimated from random games",
                least.information_sets,
                least.bytes / f64::from(1 << 20)
            ));
            self.check_memory(least.bytes, limit)?;
        }
        let (progress, started) = (SearchProgress::start("states", self.session), Instant::now());
        let compiled = SequenceForm::compile(self.game, limit, RunContext { cancel, progress: &progress });
        let form = compiled.map_err(|error| match error {
            CompileError::Stopped(Stop::Time) => Failure::Limit(Limit::Compiling),
            CompileError::Stopped(stop) => stop.into(),
            CompileError::Memory { .. } => self.too_large(None),
            CompileError::Sequences | CompileError::Recall => Failure::Operation(error.into()),
        })?;
        let build = started.elapsed().as_secs_f64();
        self.session.detail(format_args!("compiled in {build:.2} s: {:?}", form.sizes()));
        Ok(form)
    }

    /// Fails if the estimated lower bound on the memory exceeds `left`.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "an estimate"
    )]
    fn check_memory(&self, least_bytes: f64, left: u64) -> Result<(), Failure> {
        if least_bytes > left as f64 {
            Err(self.too_large(Some(ByteSize(least_bytes as u64))))
        } else {
            Ok(())
        }
    }

    fn too_large(&self, least: Option<ByteSize>) -> Failure {
        let limit = ByteSize(self.limit_bytes());
        let least = least.map(|least| format!(": at least {least}, by an estimate from below"));
        let way_out = "; --algorithm external builds no sequence form";
        Cost::Game { limit, way_out: least.unwrap_or_default() + way_out }.into()
    }

    fn full(&self, form: &SequenceForm<G>, rule: Variant, build: Duration) -> Result<Solved, Failure> {
        let run = FullRun::new(form, rule);
        let bytes = form.bytes() + run.memory_bytes();
        if bytes as u64 > self.limit_bytes() {
            return Err(self.too_large(None));
        }
        let described = Description::new(
            self.game,
            self.effort.algorithm.name(),
            None,
            self.effort.favour_table.as_deref(),
        );
        let (kept, restored) = self.restored(form, &described, |file| FullRun::restore(form, rule, file))?;
        let (mut run, history) = restored.unwrap_or((run, Vec::new()));
        self.go(kept, &mut run, history, build)
    }

    /// Runs external sampling, measured if the sequence form fits into half of the memory.
    fn external(&self, started: Instant) -> Result<Solved, Failure> {
        let limit = self.limit_bytes();
        let form = match self.compile(limit / 2) {
            Ok(form) => Some(form),
            Err(Failure::TooCostly(_)) => None,
            Err(failure) => return Err(failure),
        };
        let has_table = self.effort.table.is_none() || G::HAS_SAMPLED_ROWS;
        if form.is_none()
            && (self.effort.exploitability.is_some() || self.effort.resume.is_some() || !has_table)
        {
            return Err(Cost::SequenceForm { limit: ByteSize(limit) }.into());
        }
        let left = usize::try_from(limit).unwrap_or(usize::MAX);
        let left = left.saturating_sub(form.as_ref().map_or(0, SequenceForm::bytes));
        let (seed, cancel) = (self.effort.seed, self.session.cancel);
        let described = self.described_by_seed();
        let new = || SampledRun { run: External::new(self.game, seed, left), form: form.as_ref() };
        let Some(form) = &form else {
            let kept =
                KeptCheckpoint { form: None, described: &described, file: None, kept_as: KeptAs::Checkpoint };
            let mut run = new();
            let mut solved = self.go(kept, &mut run, Vec::new(), started.elapsed())?;
            solved.estimates = self.estimates(&run.run, solved.stopped())?;
            if let (Some((path, existing)), Some(rows)) =
                (&self.effort.table, self.game.sampled_rows(&run.run)?)
            {
                files::write_estimated(path, *existing, &described, &rows, &solved)?;
            }
            return Ok(solved);
        };
        let (kept, restored) = self.restored(form, &described, |file| {
            SampledRun::restore((self.game, form), seed, left, file, cancel)
        })?;
        let (mut run, history) = restored.unwrap_or_else(|| (new(), Vec::new()));
        self.go(kept, &mut run, history, started.elapsed())
    }

    /// Estimates the value of the average strategies, and their exploitability from below. A run that Ctrl-C ended is not
    /// measured any more.
    fn estimates(&self, run: &External<'_, G>, stopped: Option<Stop>) -> Result<Option<Estimates>, Failure> {
        if run.iterations() == 0 || stopped == Some(Stop::Interrupted) {
            return Ok(None);
        }
        // The time limit of the run has passed, but the measurements are short.
        let never = CancelToken::new();
        let cancel = if stopped.is_some() { &never } else { self.session.cancel };
        let seed = self.effort.seed.wrapping_add(MEASURING_SEED);
        let Ok(value) = run.value(GAMES, seed, RunContext::silent(cancel)) else { return Ok(None) };
        let gain = self.game.local_best_response(run, seed, RunContext::silent(cancel))?;
        Ok(Some(Estimates { value, gain }))
    }

    /// Opens the checkpoint and restores the run to resume, if any.
    fn restored<'k, T>(
        &self,
        form: &'k SequenceForm<G>,
        described: &'k Description,
        restore: impl FnOnce(&Checkpoint<'_>) -> Result<T, ResumeError>,
    ) -> Result<(KeptCheckpoint<'k, G>, Option<T>), Failure> {
        let mut kept =
            KeptCheckpoint { form: Some(form), described, file: None, kept_as: KeptAs::Checkpoint };
        let Some(path) = &self.effort.resume else { return Ok((kept, None)) };
        let file = KeptRun::open(path, described.identity.clone(), self.session)?;
        let mut restored = None;
        if let Some(checkpoint) = files::checkpoint(&file)? {
            restored = Some(restore(&checkpoint).map_err(|error| match error {
                ResumeError::File(error) => refusal(path, &error),
                ResumeError::SampledRun(ExternalRestoreError::Stopped(stop)) => stop.into(),
                other => Trouble::Damaged.in_file(path, other),
            })?);
            if checkpoint.reader().metadata().kind == POLICY_KIND {
                kept.kept_as = KeptAs::Table;
            }
        }
        kept.file = Some(file);
        Ok((kept, restored))
    }

    fn go(
        &self,
        mut kept: KeptCheckpoint<'_, G>,
        run: &mut dyn SolverRun,
        mut history: Vec<Measured>,
        build: Duration,
    ) -> Result<Solved, Failure> {
        let begun_at = run.iterations();
        let (ended, times, worked) = self.iterate(run, &mut history, &mut kept);
        kept.save(self.game, run, &history)?;
        let KeptCheckpoint { form, described, .. } = kept;
        let stopped = ended.err();
        if let Some(stop) = stopped.filter(|&stop| stop == Stop::Memory || run.iterations() == 0) {
            return Err(stop.into());
        }
        if let (Some((path, replace)), Some(form)) = (&self.effort.table, form) {
            let destination = StrategyDestination::Table(path, *replace);
            files::write_table(destination, described, (self.game, form), run, &history)?;
        }
        Ok(Solved {
            game: self.game.name(),
            title: self.game.title(),
            rules: self.game.rules(),
            round: self
                .game
                .round()
                .map(|round| RoundObject::new(round, self.effort.favour_table.as_deref())),
            unit: self.game.unit(),
            measures: Measures::new(form, run.met(), run.memory_bytes()),
            history,
            estimates: None,
            begun_at,
            iterations: run.iterations(),
            worked,
            times,
            build,
            stopped,
        })
    }

    /// Iterates until a limit is reached or more iterations do not help, and measures the strategies at intervals. Returns the time at each measurement and
    /// the total time, both without measuring and saving.
    fn iterate(
        &self,
        run: &mut dyn SolverRun,
        history: &mut Vec<Measured>,
        kept: &mut KeptCheckpoint<'_, G>,
    ) -> (Result<(), Stop>, Vec<Duration>, Duration) {
        let progress = SearchProgress::start("iterations", self.session);
        let (mut worked, mut times) = (Duration::ZERO, Vec::new());
        let mut at_once = 1;
        loop {
            let at = run.iterations();
            let is_measured = history.last().is_some_and(|last| last.iteration == at);
            let state = self.effort.exploitability.map(|goal| target_state(history, goal));
            match state.filter(|_| is_measured) {
                Some(TargetState::Reached) => return (Ok(()), times, worked),
                Some(TargetState::OutOfReach) => return (Err(Stop::Precision), times, worked),
                Some(TargetState::Open) | None => {}
            }
            if at >= self.effort.iterations && (is_measured || at == 0 || kept.form.is_none()) {
                return (state.map_or(Ok(()), |_| Err(Stop::Nodes)), times, worked);
            }
            let look = next_look(at).min(self.effort.iterations);
            let count = look.saturating_sub(at).min(at_once);
            let started = Instant::now();
            let ended = run.advance(count, self.session.cancel);
            let took = started.elapsed();
            worked += took;
            // Steps of about a second, so that the run is saved regularly.
            at_once = if took < Duration::from_secs(1) { at_once * 2 } else { at_once.div_ceil(2) };
            progress.advance(run.iterations() - at);
            let now = run.iterations();
            let is_known = history.last().is_some_and(|last| last.iteration == now);
            // Also measures the iterations finished before a stop, once.
            let looks = !is_known && (now >= look || ended.is_err() && now > 0);
            if let Some(found) = looks.then(|| run.exploitability()).flatten() {
                progress.say(format_args!("exploitability {:.2e}", found.mean()));
                history.push(Measured::new(now, &found));
                times.push(worked);
            }
            if let Err(stop) = ended {
                return (Err(stop), times, worked);
            }
            if kept.file.as_ref().is_some_and(KeptRun::is_due) {
                later(self.session, kept.save(self.game, run, history));
            }
        }
    }
}

/// What the measurements say about this target.
fn target_state(history: &[Measured], target: f64) -> TargetState {
    let measured = |at: &Measured| (at.iteration, at.exploitability().mean());
    TargetState::after(&history.iter().map(measured).collect::<Vec<_>>(), target)
}
