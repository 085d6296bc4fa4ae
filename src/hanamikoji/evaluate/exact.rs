//! The exact method: solves the rest of the round over all hands and face-down cards that both players may
//! have.

use std::num::NonZeroU64;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::analysis::{ExactSettings, Reach};
use hanamachi_solver::hanamikoji::endgame::EndgameError;
use hanamachi_solver::hanamikoji::study::{LIVE_TURNS, SolveError, SolveRequest, Solving};

use super::method::add_flag;
use crate::args::above_0;
use crate::failure::{ByteSize, Cost, Failure};
use crate::hanamikoji::words::setting;

/// Precision and cost of the exact method.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ExactArgs {
    /// Exact: solve until best responses gain no more than this on average, in units of utility (a game won
    /// is 1, a game lost −1; 0.002 is a tenth of a per cent of a win) [default: 0.002]
    #[arg(long, value_name = "E", value_parser = above_0)]
    pub(super) exploitability: Option<f64>,
    /// Exact: use no more memory than this [default: 1G]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    /// Exact: weight the hands by a model of both players' turns so far: none (all placements of the cards
    /// are equally likely), sensible play, or the approximate equilibrium [default: equilibrium for auto in
    /// the standard game, else uniform]
    #[arg(long, value_parser = setting::<Reach>(), value_name = "MODEL")]
    reach: Option<Reach>,
}

/// When to use the exact method: always, or only where it costs little.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Always,
    WhereSmall,
}

/// Settings of the exact method.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Exact {
    wish: Wish,
    request: SolveRequest,
    /// The flags that were given.
    asked: ExactArgs,
}

impl ExactArgs {
    /// Whether one of the flags was given.
    pub(super) const fn is_any(&self) -> bool {
        self.exploitability.is_some() || self.memory.is_some() || self.reach.is_some()
    }

    /// Flags that repeat the request, `--memory` too: with less of it there might be no answer.
    pub(super) fn flags(&self) -> String {
        let mut text = String::new();
        add_flag(&mut text, "exploitability", self.exploitability);
        add_flag(&mut text, "memory", self.memory);
        add_flag(&mut text, "reach", self.reach);
        text
    }

    /// Settings with this seed, within this time, or with the effort of so many iterations of a search.
    pub(super) fn exact(
        &self,
        wish: Wish,
        (time, iterations): (Option<Duration>, Option<NonZeroU64>),
        seed: u64,
    ) -> Exact {
        let standard = ExactSettings::STANDARD;
        let settings = ExactSettings {
            exploitability: self.exploitability.unwrap_or(standard.exploitability),
            memory: self.memory.unwrap_or(standard.memory),
            reach: self.reach.unwrap_or(standard.reach),
        };
        let request = SolveRequest { settings, seed, time, iterations, turns: LIVE_TURNS };
        Exact { wish, request, asked: *self }
    }
}

impl Exact {
    /// Decides when to solve this position, and with which settings.
    pub(super) fn solving(&self, set: &InformationSet) -> Solving {
        let SolveRequest { settings, .. } = self.request;
        match self.wish {
            Wish::Always => Solving::Always(self.request),
            // With an automatic method the reach has a default of its own.
            Wish::WhereSmall => {
                let reach = self.asked.reach.unwrap_or_else(|| Reach::for_rules(set.rules()));
                let settings = ExactSettings { reach, ..settings };
                Solving::WhereSmall(SolveRequest { settings, ..self.request })
            }
        }
    }
}

/// Failure for a position that was not solved; `time` is the user's limit.
pub(super) fn failure(error: SolveError, set: &InformationSet, time: Option<Duration>) -> Failure {
    let limit = time.unwrap_or_default().as_secs_f64();
    match error {
        SolveError::Uncounted => Cost::Uncountable.into(),
        SolveError::Memory { needed, allowed } => Cost::Endgame { needed, limit: allowed }.into(),
        SolveError::Time { needed } => Cost::Time { needed: needed.as_secs() + 1, limit }.into(),
        SolveError::Endgame(EndgameError::Unsuited(unsuited)) => Failure::Usage(unsuited.to_string()),
        SolveError::OutOfTime(unfinished) => {
            Cost::Unfinished { why: format!(" in the {limit} s of --time: {unfinished}") }.into()
        }
        SolveError::TooHard(unfinished) => Cost::Unfinished { why: format!(": {unfinished}") }.into(),
        SolveError::Endgame(EndgameError::NotDealt | EndgameError::Stopped(_)) => {
            anyhow::Error::new(error).into()
        }
        SolveError::Unreachable => anyhow!("the cards of {set} do not lead to its endgame").into(),
        SolveError::Stopped(stop) => stop.into(),
    }
}
