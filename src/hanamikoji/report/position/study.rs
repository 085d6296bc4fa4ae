//! The work behind a position study.
//!
//! The position is evaluated as `evaluate` does, then every hand that differs in one card. Where the endgame is solved, that one solution
//! speaks for all hands, because nobody else can tell them apart. Where it is searched, other hands are compared with the hand as it is
//! *searched as much*: values of larger trees differ a little from those of smaller ones.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::time::Instant;

use hanamachi_solver::hanamikoji::endgame::Solution;
use hanamachi_solver::hanamikoji::study::{Holdings, UnseenCards};
use hanamachi_solver::hanamikoji::{Copies, InformationSet, Place, Round, Variation};
use hanamachi_solver::search::budget::Progress;
use hanamachi_solver::search::strength::Number;

use super::what_if::{Valued, WhatIf};
use super::{PlaceObject, UnseenObject, is_readers, usual_what_if};
use crate::failure::Failure;
use crate::hanamikoji::evaluate::{EffortArgs, Evaluation, EvaluationObject, Searched, round_of};
use crate::hanamikoji::worths::Worths;
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;

/// What was found.
pub(super) struct Studied {
    pub(super) evaluation: EvaluationObject<'static>,
    pub(super) what_if: Option<WhatIf>,
    pub(super) holdings: Vec<UnseenObject>,
    /// The flags that ask for the same again, but for the seed.
    pub(super) flags: String,
    /// By which favour table, where it is not the usual one.
    pub(super) valued_by: Option<String>,
}

/// Studies a position on the current pool of threads.
pub(super) fn study(
    effort: &EffortArgs,
    what_if: Option<u64>,
    (set, worths): (&InformationSet, &Worths),
    seed: u64,
    session: &Session,
) -> Result<Studied, Failure> {
    let round = round_of(&mut None, set, worths);
    let variations = if what_if == Some(0) { Vec::new() } else { set.variations() };
    let others: Vec<InformationSet> = variations.iter().map(|other| other.information_set).collect();
    if let Some(exact) = effort.exact(seed)?
        && let Some((solved, others)) = exact.solve(&round, set, &others, session.cancel)?
    {
        let valued = |solution: &Solution| valued(solution, |utility| solved.win(&exact, utility));
        let here = valued(&solved.solution);
        let others = variations
            .iter()
            .zip(&others)
            .filter_map(|(other, solution)| Some((*other, valued(solution.as_ref()?))));
        let what_if = WhatIf::new(set, here, others.collect(), None);
        let holdings = Holdings::new(&round, set.key(), exact.opponent(), seed);
        let unseen = unseen(&holdings);
        let evaluation = Evaluation::Solved { exact, solved, holdings }.object(set, worths, effort, seed);
        let mut flags = effort.flags() + &worths.flag();
        add_what_if(&mut flags, what_if_flag(what_if.is_some(), None));
        return Ok(Studied { evaluation, what_if, holdings: unseen, flags, valued_by: worths.note() });
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
    let (searched, holdings) = effort.search(&round, set, seed, session.cancel)?;
    progress.advance(iterations.get());
    let what_if_found = match each {
        Some(each) => Some(exchanged(&effort, &round, set, &variations, each, seed, session, &progress)?),
        None => None,
    };
    drop(progress);
    let unseen = unseen(&holdings);
    let evaluation = Evaluation::Searched { searched, holdings }.object(set, worths, &effort, seed);
    let mut flags = effort.flags() + &worths.flag();
    add_what_if(&mut flags, what_if_flag(!variations.is_empty(), what_if.and(each)));
    Ok(Studied {
        evaluation,
        what_if: what_if_found.flatten(),
        holdings: unseen,
        flags,
        valued_by: worths.note(),
    })
}

/// `--what-if` as it must be repeated: nothing where it is the usual.
fn what_if_flag(is_there: bool, each: Option<NonZeroU64>) -> Option<u64> {
    if is_there { each.map(NonZeroU64::get) } else { Some(0) }
}

fn add_what_if(flags: &mut String, what_if: Option<u64>) {
    if let Some(each) = what_if {
        let _ = write!(flags, " --what-if {each}");
    }
}

/// What was asked for with as many iterations as fit into so many seconds, as far as a trial can tell.
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
    small.search_only(round, set, seed, session.cancel)?;
    #[expect(clippy::cast_precision_loss, reason = "a rate")]
    let rate = trial.get() as f64 / started.elapsed().as_secs_f64().max(1e-6);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is too large is cut")]
    let fit = (rate * seconds) as u64;
    // Whole blocks, and ten at least, for the error.
    let blocks = (fit / block.get()).max(10);
    let iterations = block.saturating_mul(NonZeroU64::new(blocks).unwrap_or(NonZeroU64::MIN));
    Ok(effort.with(iterations, Some(block)))
}

/// Every other hand, and the hand as it is, searched alike.
#[expect(clippy::too_many_arguments, reason = "all of the question")]
fn exchanged(
    effort: &EffortArgs,
    round: &Round,
    set: &InformationSet,
    variations: &[Variation],
    each: NonZeroU64,
    seed: u64,
    session: &Session,
    progress: &impl Progress,
) -> Result<Option<WhatIf>, Failure> {
    let effort = effort.with(each, None);
    // Not the streams that evaluated the position.
    let mut seeds = seed::generator(seed);
    seeds.jump();
    let mut search = |set: &InformationSet| -> Result<Valued, Failure> {
        let searched = effort.search_only(round, set, rand::Rng::next_u64(&mut seeds), session.cancel)?;
        progress.advance(each.get());
        Ok(searched_value(&searched, set))
    };
    let here = search(set)?;
    let others = variations
        .iter()
        .map(|other| Ok((*other, search(&other.information_set)?)))
        .collect::<Result<Vec<_>, Failure>>()?;
    Ok(WhatIf::new(set, here, others, Some(each)))
}

fn searched_value(searched: &Searched, set: &InformationSet) -> Valued {
    let best = searched.best().filter(|_| is_readers(set));
    Valued {
        win: searched.win().into(),
        best: best.map(|best| best.action.into()),
        probability: best.map(|best| best.share),
    }
}

fn valued(solution: &Solution, win: impl Fn(f64) -> Number) -> Valued {
    let best = solution.actions.iter().max_by(|one, other| one.probability.total_cmp(&other.probability));
    Valued {
        win: win(solution.value),
        best: best.map(|best| best.action.into()),
        probability: best.map(|best| best.probability),
    }
}

/// Every geisha of whom cards are unseen, with where they may be.
fn unseen(holdings: &Holdings) -> Vec<UnseenObject> {
    let name = |place| match place {
        Place::Hand => "hand",
        Place::Secret => "secret",
        Place::TradeOff => "trade_off",
        Place::Deck => "deck",
        Place::Removed => "removed",
    };
    let place = |(place, copies): (Place, &Copies)| PlaceObject {
        place: name(place),
        expected: copies.expected(),
        any: copies.any(),
    };
    let of = |of: UnseenCards<'_>| UnseenObject {
        geisha: of.geisha.letter(),
        unseen: of.count,
        places: of.places.into_iter().map(place).collect(),
    };
    holdings.unseen().map(of).collect()
}
