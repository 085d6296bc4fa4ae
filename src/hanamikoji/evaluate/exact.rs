//! The exact method: the rest of the round solved for all that both players may hold.

use std::time::Duration;

use clap::Args;
use hanamachi_solver::hanamikoji::analysis::{ExactSettings, Opponent, Reach};
use hanamachi_solver::hanamikoji::endgame::{
    self, Endgame, EndgameError, Estimate, PastPlay, Solution, Solutions,
};
use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::cfr::public_tree::{Goal, Report, Size, Solver, TooLarge};
use hanamachi_solver::search::strength::{Bounded, Number};

use super::method::add_flag;
use crate::args::word;
use crate::failure::{ByteSize, Cost, Failure};

/// How exactly, and at which cost.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ExactArgs {
    /// Exact: solve until best responses gain no more than this on average, in units of utility, where a game won is 1 and a
    /// game lost −1; 0.002 is a tenth of a per cent of a win [default: 0.002]
    #[arg(long, value_name = "E", value_parser = exploitability)]
    exploitability: Option<f64>,
    /// Exact: use no more memory than this [default: 1G]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    /// Exact: what the turns so far say about the hands: nothing, so that all placements of the cards are alike, or that
    /// both have played sensibly [default: uniform]
    #[arg(long, value_parser = word::<Reach>(), value_name = "MODEL")]
    reach: Option<Reach>,
}

/// Reads an exploitability above 0.
fn exploitability(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| number.is_finite() && *number > 0.0)
        .ok_or_else(|| format!("`{text}` is not a number above 0"))
}

/// Whether the exact method was asked for or is to be used where it costs little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Always,
    WhereSmall,
}

/// What the exact method is to do.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Exact {
    pub(super) wish: Wish,
    pub(super) settings: ExactSettings,
    pub(super) time: Option<Duration>,
    pub(super) seed: u64,
}

/// A solved endgame as the reader sees it.
pub(in crate::hanamikoji) struct Solved {
    pub(in crate::hanamikoji) solution: Solution,
    pub(super) report: Report,
    /// What the endgame is worth to the reader before the hands are looked at, −1 to 1, with hands as likely as they are taken to be.
    pub(super) game: Bounded,
    pub(super) size: Size,
    pub(super) bytes: u64,
}

impl ExactArgs {
    /// Whether one of the flags was given.
    pub(super) const fn is_any(&self) -> bool {
        self.exploitability.is_some() || self.memory.is_some() || self.reach.is_some()
    }

    /// The flags that ask for the same again: with less memory there would be none.
    pub(super) fn flags(&self) -> String {
        let mut text = String::new();
        add_flag(&mut text, "exploitability", self.exploitability);
        add_flag(&mut text, "memory", self.memory);
        add_flag(&mut text, "reach", self.reach);
        text
    }

    pub(super) fn exact(&self, wish: Wish, time: Option<Duration>, seed: u64) -> Exact {
        let standard = ExactSettings::STANDARD;
        let settings = ExactSettings {
            exploitability: self.exploitability.unwrap_or(standard.exploitability),
            memory: self.memory.unwrap_or(standard.memory),
            reach: self.reach.unwrap_or(standard.reach),
        };
        Exact { wish, settings, time, seed }
    }
}

/// An endgame solved, and what it says to each of the others, where it says something.
pub(in crate::hanamikoji) type SolvedWithOthers = (Solved, Vec<Option<Solution>>);

impl Solved {
    /// The probability of winning that this utility is, which the strategies that were found have somewhere in the endgame.
    pub(in crate::hanamikoji) fn win(&self, exact: &Exact, utility: f64) -> Number {
        exact.under_reach(self.report.exploitability.computed(utility)).probability()
    }

    /// The probability of winning over all hands.
    pub(super) fn over_hands(&self, exact: &Exact) -> Number {
        exact.under_reach(self.game).probability()
    }
}

impl Exact {
    /// What is said of the endgame that was solved, as strong as it is: a learned past is a model of how people play, so that all
    /// that rests on it is an estimate.
    pub(super) fn under_reach(&self, number: impl Into<Number>) -> Number {
        match self.settings.reach {
            Reach::Uniform => number.into(),
            Reach::Learned => number.into().of_an_estimate(),
        }
    }

    /// What the opponent is taken to hold.
    pub(in crate::hanamikoji) fn opponent(&self) -> Opponent {
        self.settings.reach.into()
    }

    /// Solves the endgame; nothing where it is only wished for where it is small, and is not. With it comes what it says
    /// to a reader who holds something else, of what nobody else could tell apart.
    pub(in crate::hanamikoji) fn solve(
        &self,
        round: &Round,
        set: &InformationSet,
        others: &[InformationSet],
        cancel: &CancelToken,
    ) -> Result<Option<SolvedWithOthers>, Failure> {
        let turns_left = set.rules().turns() - set.history().len();
        if self.wish == Wish::WhereSmall && turns_left > endgame::MOST_SMALL_TURNS {
            return Ok(None);
        }
        let estimate = Estimate::new(round, set.key()).map_err(refused)?;
        if self.wish == Wish::WhereSmall
            && !estimate.is_some_and(|estimate| self.is_small(&estimate, turns_left))
        {
            return Ok(None);
        }
        self.check(estimate.as_ref())?;
        let policy = self.opponent().policy();
        let mut game = Endgame::new(round, set.key(), PastPlay::of(policy.as_ref())).map_err(refused)?;
        let mut solver = Solver::new(&mut game, endgame::RULE, self.settings.memory.0)
            .map_err(|TooLarge { needed, .. }| self.too_large(ByteSize(needed)))?;
        let goal =
            Goal { exploitability: self.settings.exploitability, iterations: endgame::MOST_ITERATIONS };
        let report = solver.run(goal, RunContext::silent(cancel));
        match report.stopped {
            Some(stop) if stop != Stop::Time => return Err(stop.into()),
            Some(_) if report.iterations == 0 => return Err(self.too_slow(estimate.as_ref())),
            _ => {}
        }
        let solutions = Solutions::new(&solver, set.seat());
        let solution = solutions
            .of(set.key())
            .ok_or_else(|| anyhow::anyhow!("the cards of {set} do not lead to its endgame"))?;
        let game = endgame::bounds(&report.exploitability, set.seat());
        let (size, bytes) = (*solver.size(), estimate.map_or(0, |estimate| estimate.bytes));
        let others = others.iter().map(|other| solutions.of(other.key())).collect();
        Ok(Some((Solved { solution, report, game, size, bytes }, others)))
    }

    fn is_small(&self, estimate: &Estimate, turns_left: usize) -> bool {
        let time = self.time.map_or(u128::MAX, |time| time.as_nanos());
        estimate.is_small(turns_left, self.settings.memory.0) && u128::from(estimate.nanoseconds) <= time
    }

    fn check(&self, estimate: Option<&Estimate>) -> Result<(), Failure> {
        let Some(estimate) = estimate else {
            return Err(Cost::Uncountable.into());
        };
        if estimate.bytes > self.settings.memory.0 {
            return Err(self.too_large(ByteSize(estimate.bytes)));
        }
        let time = self.time.map_or(u128::MAX, |time| time.as_nanos());
        if u128::from(estimate.nanoseconds) > time {
            return Err(self.too_slow(Some(estimate)));
        }
        Ok(())
    }

    fn too_large(&self, needed: ByteSize) -> Failure {
        Cost::Endgame { needed, limit: self.settings.memory }.into()
    }

    fn too_slow(&self, estimate: Option<&Estimate>) -> Failure {
        let needed = estimate.map_or(0, |estimate| estimate.nanoseconds / 1_000_000_000 + 1);
        let limit = self.time.unwrap_or_default().as_secs_f64();
        Cost::Time { needed, limit }.into()
    }
}

fn refused(error: EndgameError) -> Failure {
    match error {
        EndgameError::Unsuited(unsuited) => Failure::Usage(unsuited.to_string()),
        EndgameError::NotDealt => anyhow::Error::new(error).into(),
    }
}
