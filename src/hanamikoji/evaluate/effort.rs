//! How to evaluate and how much, from the flags that say so.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::time::Duration;

use clap::Args;
use hanamachi_objects::hanamikoji::AskedFor;
use hanamachi_solver::hanamikoji::analysis::{Amounts, SearchSettings};
use hanamachi_solver::hanamikoji::study::{PositionStudy, SearchRequest};
use hanamachi_solver::hanamikoji::{Game, InformationSet, Round, Rules};
use hanamachi_solver::search::budget::{CancelToken, RunContext};
use hanamachi_solver::search::root_values::Effort;

use super::exact::{Exact, ExactArgs};
use super::method::{self, Given, MethodArgs};
use crate::args::seconds;
use crate::failure::Failure;
use crate::hanamikoji::continuation_values::ContinuationValues;

/// The flags of whoever evaluates.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::hanamikoji) struct EffortArgs {
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    exact: ExactArgs,
    /// Iterations in all; deals, of pimc; rollouts, of equilibrium [default: 100000 of equilibrium, 500000 of ismcts,
    /// 100000 of cfr, 300 of pimc, no limit with --time]
    #[arg(long, value_name = "N")]
    pub(in crate::hanamikoji) iterations: Option<NonZeroU64>,
    /// Stop after so many seconds for each item, and answer from the blocks that are done; exact is not begun where it would take
    /// longer
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(in crate::hanamikoji) time: Option<Duration>,
    /// Iterations of a block: those of ismcts grow one tree, those of cfr fill one table [default: 200 of equilibrium, 2000 of
    /// ismcts, 10000 of cfr, 10 of pimc; a tenth of --iterations if that is fewer]
    #[arg(long, value_name = "N")]
    pub(in crate::hanamikoji) block: Option<NonZeroU64>,
}

/// Blocks of a search, at least, where there are iterations enough.
const FEWEST_BLOCKS: u64 = 10;

impl EffortArgs {
    /// Evaluates on the current pool of threads. A search that `cancel` stops for its time answers from what is done.
    pub(in crate::hanamikoji) fn evaluate(
        &self,
        round: &Round,
        set: &InformationSet,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<PositionStudy, Failure> {
        if let Some(exact) = self.exact(seed)?
            && let Some(study) = exact.study(round, set, &[], cancel)?
        {
            return Ok(study);
        }
        let request = self.request(set, seed)?;
        Ok(PositionStudy::search(round, set, &request, RunContext::silent(cancel))?)
    }

    /// What an answer says of the question.
    pub(in crate::hanamikoji) fn asked(&self) -> AskedFor {
        AskedFor { exact: self.method.is_exact(), time_ms: self.time.map(|time| time.as_millis()) }
    }

    /// What the exact method is to do, where it is wanted.
    pub(in crate::hanamikoji) fn exact(&self, seed: u64) -> Result<Option<Exact>, Failure> {
        let has_effort = self.iterations.is_some() || self.block.is_some();
        let has_effort = if has_effort { Given::Yes } else { Given::No };
        let wish = self.method.wish(has_effort, &self.exact)?;
        Ok(wish.map(|wish| self.exact.exact(wish, self.time, seed)))
    }

    /// The search for a game by these rules, with as much of it as was asked for.
    pub(in crate::hanamikoji) fn settings(&self, rules: &Rules) -> Result<SearchSettings, Failure> {
        let search = self.method.search(rules)?;
        Ok(SearchSettings {
            iterations: self.iterations.or(search.iterations),
            block: self.block.or(search.block),
            ..search
        })
    }

    /// How much is done: what was asked for, else what is usual.
    pub(in crate::hanamikoji) fn amounts(&self, rules: &Rules) -> Result<Amounts, Failure> {
        let SearchSettings { method, iterations, block } = self.settings(rules)?;
        let usual = method.usual();
        Ok(Amounts {
            iterations: iterations.unwrap_or(usual.iterations),
            block: block.unwrap_or(usual.block),
        })
    }

    /// The search of a position, whatever could be solved.
    pub(in crate::hanamikoji) fn request(
        &self,
        set: &InformationSet,
        seed: u64,
    ) -> Result<SearchRequest, Failure> {
        let search = self.settings(set.rules())?;
        method::check_turns(&search, set.rules().turns() - set.history().len())?;
        Ok(SearchRequest { search, effort: self.effort(&search, seed) })
    }

    /// The same with so many iterations, cut so, whatever the time.
    pub(in crate::hanamikoji) fn with(self, iterations: NonZeroU64, block: Option<NonZeroU64>) -> Self {
        let method = self.method.without_effort();
        Self { method, iterations: Some(iterations), block, time: None, ..self }
    }

    /// The flags that ask for the same again.
    pub(in crate::hanamikoji) fn flags(&self) -> String {
        let mut text = self.method.flags() + &self.exact.flags();
        let numbers = [("iterations", self.iterations), ("block", self.block)];
        for (name, number) in numbers {
            if let Some(number) = number {
                let _ = write!(text, " --{name} {number}");
            }
        }
        text
    }

    /// Whether none of the flags was given.
    pub(in crate::hanamikoji) fn is_unsaid(&self) -> bool {
        self.flags().is_empty() && self.time.is_none()
    }

    /// Fails if anything was asked for but a number of iterations and how they are cut; `what` has nothing else to choose.
    pub(in crate::hanamikoji) fn expect_iterations_only(&self, what: &str) -> Result<(), Failure> {
        let others = Self { iterations: None, block: None, ..*self };
        if others.is_unsaid() {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "{what} takes --iterations and --seed; the other flags of the search are for positions"
        )))
    }

    fn effort(&self, search: &SearchSettings, seed: u64) -> Effort {
        let default = search.method.usual();
        let iterations = match (search.iterations, self.time) {
            (Some(iterations), _) => Some(iterations),
            (None, Some(_)) => None,
            (None, None) => Some(default.iterations),
        };
        // Few iterations are cut finer, so that there are blocks enough to tell the error.
        let finest =
            iterations.and_then(|iterations| NonZeroU64::new(iterations.get().div_ceil(FEWEST_BLOCKS)));
        let block = finest.map_or(default.block, |finest| default.block.min(finest));
        Effort {
            iterations: iterations.map_or(u64::MAX, NonZeroU64::get),
            block_size: search.block.unwrap_or(block),
            seed,
        }
    }
}

/// The round that this set is about, in a game whose tables are kept from one item to the next.
pub(in crate::hanamikoji) fn round_of(
    last: &mut Option<Game>,
    set: &InformationSet,
    continuation: &ContinuationValues,
) -> Round {
    if last.as_ref().is_some_and(|game| game.rules() != set.rules()) {
        *last = None;
    }
    let game = last.get_or_insert_with(|| Game::new(*set.rules()));
    continuation.round(game, set.round_number(), set.favour_of_first())
}
