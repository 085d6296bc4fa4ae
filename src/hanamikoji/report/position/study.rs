//! The work behind a position study: carries out the flags as far as the time goes.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::time::Instant;

use hanamachi_solver::hanamikoji::study::{Exchanges, PositionStudy, SearchedPosition};
use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::Silent;

use super::usual_what_if;
use crate::failure::Failure;
use crate::hanamikoji::continuation_values::ContinuationValues;
use crate::hanamikoji::evaluate::{EffortArgs, round_of};
use crate::progress::CountProgress;
use crate::session::Session;

/// Result of the work.
pub(super) struct Studied {
    pub(super) study: PositionStudy,
    /// Effort that was used in the end.
    pub(super) effort: EffortArgs,
    /// Iterations for each other hand, if they were searched.
    pub(super) iterations_each: Option<NonZeroU64>,
    /// Flags that repeat the study, without the seed.
    pub(super) flags: String,
}

/// Studies a position on the current pool of threads.
pub(super) fn study(
    effort: &EffortArgs,
    what_if: Option<u64>,
    (set, continuation): (&InformationSet, &ContinuationValues),
    seed: u64,
    session: &Session,
) -> Result<Studied, Failure> {
    let round = round_of(&mut None, set, continuation);
    let variations = if what_if == Some(0) { Vec::new() } else { set.variations() };
    if let Some(study) = effort.solve(&round, set, &variations, seed, session.context(&Silent))? {
        let mut flags = effort.flags() + &continuation.flag();
        add_what_if(&mut flags, what_if_flag(study.exchanges.is_some(), None));
        return Ok(Studied { study, effort: *effort, iterations_each: None, flags });
    }
    let mut effort = *effort;
    if let Some(limit) = effort.time.take() {
        let searches = if variations.is_empty() { 1 } else { 2 };
        effort = trial(&effort, &round, set, seed, limit.as_secs_f64() / f64::from(searches), session)?;
    }
    let iterations = effort.amounts(set.rules())?.iterations;
    let each = what_if.map_or(usual_what_if(iterations.get()), NonZeroU64::new);
    let each = each.filter(|_| !variations.is_empty());
    let count = variations.len() as u64 + 1;
    let total = iterations.get() + each.map_or(0, |each| each.get().saturating_mul(count));
    let progress = CountProgress::start("iterations", 0, total, session);
    let request = effort.request(set, seed)?;
    let mut study = PositionStudy::search(&round, set, &request, session.context(&progress))?;
    if let Some(each) = each {
        let request = effort.with(each, None).request(set, seed)?;
        study.exchanges = Exchanges::search(&round, set, &request, session.context(&progress), |_| ())?;
    }
    drop(progress);
    let mut flags = effort.flags() + &continuation.flag();
    add_what_if(&mut flags, what_if_flag(!variations.is_empty(), what_if.and(each)));
    Ok(Studied { study, effort, iterations_each: each, flags })
}

/// Value of `--what-if` that repeats the study; `None` for the default.
fn what_if_flag(is_there: bool, each: Option<NonZeroU64>) -> Option<u64> {
    if is_there { each.map(NonZeroU64::get) } else { Some(0) }
}

fn add_what_if(flags: &mut String, what_if: Option<u64>) {
    if let Some(each) = what_if {
        let _ = write!(flags, " --what-if {each}");
    }
}

/// The effort with as many iterations as fit into this time, estimated by a trial.
fn trial(
    effort: &EffortArgs,
    round: &Round,
    set: &InformationSet,
    seed: u64,
    seconds: f64,
    session: &Session,
) -> Result<EffortArgs, Failure> {
    let block = effort.amounts(set.rules())?.block;
    let threads = rayon::current_num_threads().max(1) as u64;
    let trial = block.saturating_mul(NonZeroU64::new(threads).unwrap_or(NonZeroU64::MIN));
    let started = Instant::now();
    let small = effort.with(trial, Some(block));
    SearchedPosition::search(round, set, &small.request(set, seed)?, session.context(&Silent))?;
    #[expect(clippy::cast_precision_loss, reason = "a rate")]
    let rate = trial.get() as f64 / started.elapsed().as_secs_f64().max(1e-6);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is too large is cut")]
    let fit = (rate * seconds) as u64;
    // Whole blocks, and at least ten for the error.
    let blocks = (fit / block.get()).max(10);
    let iterations = block.saturating_mul(NonZeroU64::new(blocks).unwrap_or(NonZeroU64::MIN));
    Ok(effort.with(iterations, Some(block)))
}
