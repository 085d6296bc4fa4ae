//! Runs to a goal, with the curve of their measurements.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::target::{TargetState, is_look, next_look};
use super::{Behavior, Cfr, Exploitability, External, SequenceForm};
use crate::game::HiddenInformation;
use crate::search::budget::{RunContext, Stop};

/// Measurement of the average strategies at one point of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Measured {
    /// Iterations done.
    pub iteration: u64,
    /// Mean utility of the first player.
    pub value: f64,
    /// Gain of each seat's best response.
    pub gains: [f64; 2],
}

impl Measured {
    /// Value and gains.
    #[must_use]
    pub const fn exploitability(&self) -> Exploitability {
        Exploitability { value: self.value, gains: self.gains }
    }
}

/// When a run ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CfrGoal {
    /// Maximum number of iterations.
    pub iterations: u64,
    /// Exploitability at which the run ends earlier.
    pub exploitability: Option<f64>,
}

/// The state of an algorithm.
#[derive(Debug)]
pub enum CfrState<'a, G: HiddenInformation> {
    /// Full traversals of the sequence form.
    Full(Cfr<'a, G>),
    /// External sampling. Its strategies are measured if there is a sequence form.
    Sampled(External<'a, G>, Option<&'a SequenceForm<G>>),
}

impl<'a, G: HiddenInformation> CfrState<'a, G> {
    /// Number of iterations done.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        match self {
            Self::Full(run) => run.iterations(),
            Self::Sampled(run, _) => run.iterations(),
        }
    }

    /// The sequence form, if there is one.
    #[must_use]
    pub const fn form(&self) -> Option<&'a SequenceForm<G>> {
        match self {
            Self::Full(run) => Some(run.form()),
            Self::Sampled(_, form) => *form,
        }
    }

    /// The average strategies in the order of the sequence form, if there is one.
    #[must_use]
    pub fn average(&self) -> Option<Behavior> {
        match self {
            Self::Full(run) => Some(run.average().0),
            Self::Sampled(run, form) => form.map(|form| form.behavior(&run.average())),
        }
    }

    /// Memory in bytes, without that of the sequence form.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        match self {
            Self::Full(run) => run.bytes(),
            Self::Sampled(run, _) => run.memory_bytes(),
        }
    }

    /// Exploitability of the average strategies, if there is a sequence form.
    fn exploitability(&self) -> Option<Exploitability> {
        match self {
            Self::Full(run) => Some(run.exploitability()),
            Self::Sampled(_, form) => Some((*form)?.exploitability(&self.average()?)),
        }
    }

    /// Runs more iterations. When stopped, keeps those already finished.
    fn advance(&mut self, iterations: u64, context: RunContext<'_>) -> Result<(), Stop> {
        match self {
            Self::Full(run) => (0..iterations).try_for_each(|_| {
                context.cancel.reason().map_or(Ok(()), Err)?;
                run.iterate();
                context.progress.advance(1);
                Ok(())
            }),
            Self::Sampled(run, _) => run.run(iterations, context),
        }
    }
}

/// A run to a goal. It measures its average strategies at ten round iterations between successive powers of ten, and where it ends.
#[derive(Debug)]
pub struct CfrRun<'a, G: HiddenInformation> {
    /// The algorithm at its current iteration.
    pub state: CfrState<'a, G>,
    /// Iterations before the run was resumed.
    pub begun_at: u64,
    /// All measurements, also those before the run was resumed.
    pub history: Vec<Measured>,
    /// Time spent on iterations since the start or the resumption.
    pub worked: Duration,
    /// The same at each measurement since then: the last ones of the history.
    pub times: Vec<Duration>,
}

impl<'a, G: HiddenInformation> CfrRun<'a, G> {
    /// A run that continues from this state, with the measurements up to there.
    #[must_use]
    pub const fn new(state: CfrState<'a, G>, history: Vec<Measured>) -> Self {
        Self { begun_at: state.iterations(), state, history, worked: Duration::ZERO, times: Vec::new() }
    }

    /// Measurements to save: those that every run makes, regardless of interruptions.
    #[must_use]
    pub fn lasting_history(&self) -> Vec<Measured> {
        self.history.iter().filter(|measured| is_look(measured.iteration)).copied().collect()
    }

    /// Iterates until the goal is reached. Calls `after` after each step, of a second or less if an iteration takes no
    /// longer, for example to save the run. `clock` is the time since any moment; it decides nothing but the steps.
    ///
    /// ```
    /// use hanamachi_solver::reference::kuhn::Kuhn;
    /// use hanamachi_solver::search::budget::RunContext;
    /// use hanamachi_solver::search::cfr::{Cfr, CfrGoal, CfrRun, CfrState, RegretRule, SequenceForm};
    ///
    /// let context = RunContext::unwatched();
    /// let form = SequenceForm::compile(&Kuhn, 1 << 20, context)?;
    /// let mut run = CfrRun::new(CfrState::Full(Cfr::new(&form, RegretRule::Plus)), Vec::new());
    /// let started = std::time::Instant::now();
    /// run.go(CfrGoal { iterations: 100_000, exploitability: Some(1e-3) }, &|| started.elapsed(), context, &mut |_| {})?;
    /// let last = run.history.last().unwrap();
    /// assert!(last.exploitability().mean() <= 1e-3 && last.iteration == run.state.iterations());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// What ended the run before its goal: the context, [`Stop::Memory`], [`Stop::Nodes`] if the iterations did not reach the
    /// exploitability, or [`Stop::Precision`] if more of them cannot.
    pub fn go(
        &mut self,
        goal: CfrGoal,
        clock: &dyn Fn() -> Duration,
        context: RunContext<'_>,
        after: &mut dyn FnMut(&Self),
    ) -> Result<(), Stop> {
        let mut at_once = 1_u64;
        loop {
            let at = self.state.iterations();
            let is_measured = self.history.last().is_some_and(|last| last.iteration == at);
            let state = goal.exploitability.map(|target| self.target_state(target));
            match state.filter(|_| is_measured) {
                Some(TargetState::Reached) => return Ok(()),
                Some(TargetState::OutOfReach) => return Err(Stop::Precision),
                Some(TargetState::Open) | None => {}
            }
            if at >= goal.iterations && (is_measured || at == 0 || self.state.form().is_none()) {
                return state.map_or(Ok(()), |_| Err(Stop::Nodes));
            }
            let look = next_look(at).min(goal.iterations);
            let started = clock();
            let ended = self.state.advance(look.saturating_sub(at).min(at_once), context);
            let took = clock().saturating_sub(started);
            self.worked += took;
            at_once =
                if took < Duration::from_secs(1) { at_once.saturating_mul(2) } else { at_once.div_ceil(2) };
            let now = self.state.iterations();
            let is_known = self.history.last().is_some_and(|last| last.iteration == now);
            // Also measures the iterations finished before a stop, once.
            let looks = !is_known && (now >= look || ended.is_err() && now > 0);
            if let Some(found) = looks.then(|| self.state.exploitability()).flatten() {
                let Exploitability { value, gains } = found;
                self.history.push(Measured { iteration: now, value, gains });
                self.times.push(self.worked);
            }
            ended?;
            after(self);
        }
    }

    /// What the measurements say about this target.
    fn target_state(&self, target: f64) -> TargetState {
        let measured = |at: &Measured| (at.iteration, at.exploitability().mean());
        TargetState::after(&self.history.iter().map(measured).collect::<Vec<_>>(), target)
    }
}
