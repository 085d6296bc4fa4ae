//! A run, from its settings to its result.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use hanamachi_solver::SolvedRun;
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::cfr::{
    Cfr, CfrGoal, CfrRun, CfrState, CompileError, External, ExternalRestoreError, RegretRule, SequenceForm,
};
use hanamachi_solver::strategy_table::{
    Estimates, ResumeError, RunDescription, SolvableGame, restore_full, restore_sampled, save_run,
    unresumable,
};
use hanamachi_solver::table::disk::{KeptRun, later, write_table};
use hanamachi_solver::table::{Checkpoint, POLICY_KIND, Reader};
use rayon::ThreadPool;

use super::algorithm::Effort;
use crate::failure::{ByteSize, Cost, Failure, Limit, Trouble, refusal};
use crate::progress::{Patience, SearchProgress};
use crate::session::Session;

/// Default memory limit of a run.
const DEFAULT_BYTES: u64 = 4 << 30;

/// Solves a game on these threads.
pub(crate) fn solve<G: SolvableGame>(
    game: &G,
    effort: &Effort,
    threads: &ThreadPool,
    session: &Session,
) -> Result<SolvedRun, Failure> {
    threads.install(|| Solving { game, effort, session }.solve())
}

/// Kind of the file with the progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeptAs {
    Checkpoint,
    /// A table in the format of earlier versions, which contains its run and remains a table.
    Table,
}

/// The file with the progress, if there is one.
struct KeptCheckpoint<'a, G> {
    described: &'a RunDescription<'a, G>,
    file: Option<KeptRun>,
    kept_as: KeptAs,
}

struct Solving<'a, G> {
    game: &'a G,
    effort: &'a Effort,
    session: &'a Session,
}

impl<G: SolvableGame> KeptCheckpoint<'_, G> {
    /// Saves the progress.
    fn save(&mut self, run: &CfrRun<'_, G>) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let described = self.described;
        let rows = match self.kept_as {
            KeptAs::Checkpoint => None,
            KeptAs::Table => described.rows(run)?,
        };
        file.save(|file| {
            let metadata = match &rows {
                Some(rows) => described.write(run, rows, None, file)?,
                None => described.metadata(run),
            };
            save_run(run, file)?;
            Ok(metadata)
        })
    }
}

impl<G: SolvableGame> Solving<'_, G> {
    fn limit_bytes(&self) -> u64 {
        self.effort.memory.map_or(DEFAULT_BYTES, |limit| limit.0)
    }

    fn solve(&self) -> Result<SolvedRun, Failure> {
        let started = Instant::now();
        let Some(rule) = RegretRule::named(self.effort.algorithm.name()) else {
            return self.external(started);
        };
        let form = self.compile(self.limit_bytes())?;
        self.full(&form, rule, started.elapsed())
    }

    /// The description of the run; with its seed if it draws random numbers.
    fn described(&self) -> RunDescription<'_, G> {
        let Effort { algorithm, seed, reduced, .. } = self.effort;
        RunDescription {
            game: self.game,
            algorithm: algorithm.name(),
            seed: algorithm.samples().then_some(*seed),
            favour_table: reduced.as_ref().and_then(|reduced| reduced.favour_table.as_deref()),
        }
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

    fn full(&self, form: &SequenceForm<G>, rule: RegretRule, build: Duration) -> Result<SolvedRun, Failure> {
        let run = Cfr::new(form, rule);
        let bytes = form.bytes() + run.bytes();
        if bytes as u64 > self.limit_bytes() {
            return Err(self.too_large(None));
        }
        let described = self.described();
        let (kept, restored) = self.restored(&described, |file| restore_full(form, rule, file))?;
        self.go(kept, restored.unwrap_or_else(|| CfrRun::new(CfrState::Full(run), Vec::new())), build)
    }

    /// Runs external sampling, measured if the sequence form fits into half of the memory.
    fn external(&self, started: Instant) -> Result<SolvedRun, Failure> {
        let limit = self.limit_bytes();
        let form = match self.compile(limit / 2) {
            Ok(form) => Some(form),
            Err(Failure::TooCostly(_)) => None,
            Err(failure) => return Err(failure),
        };
        let has_table = self.effort.table.is_none() || G::HAS_SAMPLED_ROWS;
        if form.is_none()
            && (self.effort.asked.exploitability.is_some() || self.effort.resume.is_some() || !has_table)
        {
            return Err(Cost::SequenceForm { limit: ByteSize(limit) }.into());
        }
        let left = usize::try_from(limit).unwrap_or(usize::MAX);
        let left = left.saturating_sub(form.as_ref().map_or(0, SequenceForm::bytes));
        let (seed, described) = (self.effort.seed, self.described());
        let (kept, restored) = self.restored(&described, |file| match &form {
            Some(form) => restore_sampled((self.game, form), seed, left, file, self.session.cancel).map(Some),
            None => Ok(None),
        })?;
        let new = || {
            CfrRun::new(CfrState::Sampled(External::new(self.game, seed, left), form.as_ref()), Vec::new())
        };
        self.go(kept, restored.flatten().unwrap_or_else(new), started.elapsed())
    }

    /// Opens the checkpoint and restores the run to resume, if any.
    fn restored<'k, T>(
        &self,
        described: &'k RunDescription<'k, G>,
        restore: impl FnOnce(&Checkpoint<'_>) -> Result<T, ResumeError>,
    ) -> Result<(KeptCheckpoint<'k, G>, Option<T>), Failure> {
        let mut kept = KeptCheckpoint { described, file: None, kept_as: KeptAs::Checkpoint };
        let Some(path) = &self.effort.resume else { return Ok((kept, None)) };
        let file = KeptRun::open(path, described.identity(), &self.session.notes())?;
        let mut restored = None;
        if let Some(reader) = file.left().and_then(|bytes| Reader::open(bytes.as_ref()).ok())
            && let Some(why) = unresumable(&reader)
        {
            return Err(Trouble::OtherVersion.in_file(path, why));
        }
        if let Some(checkpoint) = file.checkpoint()? {
            restored = Some(restore(&checkpoint).map_err(|error| match error {
                ResumeError::File(error) => refusal(path, &error),
                ResumeError::Sampled(ExternalRestoreError::Stopped(stop)) => stop.into(),
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
        mut run: CfrRun<'_, G>,
        build: Duration,
    ) -> Result<SolvedRun, Failure> {
        let Effort { iterations, ref table, asked, .. } = *self.effort;
        let started = Instant::now();
        let progress = SearchProgress::start("iterations", self.session);
        let context = RunContext { cancel: self.session.cancel, progress: &progress };
        let goal = CfrGoal { iterations, exploitability: asked.exploitability };
        let ended = run.go(goal, &|| started.elapsed(), context, &mut |run| {
            if let Some(last) = run.history.last() {
                progress.say(format_args!("exploitability {:.2e}", last.exploitability().mean()));
            }
            if kept.file.as_ref().is_some_and(KeptRun::is_due) {
                later(kept.save(run), &self.session.notes());
            }
        });
        drop(progress);
        kept.save(&run)?;
        let stopped = ended.err();
        if let Some(stop) = stopped.filter(|&stop| stop == Stop::Memory || run.state.iterations() == 0) {
            return Err(stop.into());
        }
        let estimates = match &run.state {
            // A run that Ctrl-C ended is not measured any more.
            CfrState::Sampled(sampled, None) if stopped != Some(Stop::Interrupted) => {
                // The time limit of the run has passed, but the measurements are short.
                let never = CancelToken::new();
                let cancel = if stopped.is_some() { &never } else { self.session.cancel };
                let found = Estimates::measure(self.game, sampled, self.effort.seed, cancel);
                found.map_err(|error| Failure::Operation(anyhow!(error)))?
            }
            _ => None,
        };
        if let Some((path, existing)) = table
            && let Some(rows) = kept.described.rows(&run)?
        {
            let described = kept.described;
            write_table::<Failure>(path, *existing, |file| {
                Ok(described.write(&run, &rows, estimates, file)?)
            })?;
        }
        let round = self.effort.reduced.as_ref();
        let round = round.map(|reduced| (reduced.round.clone(), reduced.merged.clone()));
        let seed = kept.described.seed;
        Ok(SolvedRun::new((self.game, round), (asked, seed), (&run, stopped), estimates, build))
    }
}
