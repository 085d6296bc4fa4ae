//! The searches of a review.
//!
//! Each decision with a choice is searched from what the player knew. Where something else was played than the search
//! plays most, both are looked at again, each from the moment when it has been played, in blocks of their own: so the
//! best action is not valued by the search that picked it, for being lucky there, and an action that this search hardly
//! followed gets as large a sample as the best one. The error of their difference is that of the differences of blocks.

use hanamachi_solver::hanamikoji::{Action, Game, InformationSet, RecordedDecision, Round};
use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext};
use hanamachi_solver::search::estimate::{ClusterMean, Clusters};
use rand::Rng;
use rayon::prelude::*;

use super::graded::{Graded, Look, Review};
use super::recorded::Recorded;
use crate::failure::Failure;
use crate::hanamikoji::insight::{BLOCKS, Ranking, Search, after, win};
use crate::hanamikoji::worths::Worths;
use crate::seed;

/// Reviews a round on the current pool of threads. What it says depends on the search and its seed alone.
pub(in crate::hanamikoji) fn review<R: Recorded>(
    record: R,
    (game, worths): (&Game, &Worths),
    search: Search,
    context: RunContext<'_, impl Progress>,
) -> Result<Review<R>, Failure> {
    let round = worths.round(game, record.round_number(), record.favour());
    let mut seeds = seed::generator(search.seed);
    // Each decision of the round has a seed of its own, those that cannot be graded too: so a review from one seat says
    // what a review of the whole record says of this seat.
    let decisions: Vec<(RecordedDecision, Search)> = record
        .decisions()
        .into_iter()
        .map(|decision| (decision, Search { seed: seeds.next_u64(), ..search }))
        .filter_map(|(decision, search)| Some((decision?, search)))
        .collect();
    let grade = |(decision, search): &(RecordedDecision, Search)| {
        let graded = grade(&round, *decision, *search, context.cancel);
        context.progress.advance(1);
        graded
    };
    let decisions = decisions.par_iter().with_max_len(1).map(grade).collect::<Result<_, Failure>>()?;
    Ok(Review { record, decisions })
}

fn grade(
    round: &Round,
    decision: RecordedDecision,
    search: Search,
    cancel: &CancelToken,
) -> Result<Graded, Failure> {
    let mut actions = Vec::new();
    round.legal(decision.information_set.key(), &mut actions);
    let legal = actions.len();
    let look = if legal > 1 { look(round, &decision, search, cancel)? } else { None };
    Ok(Graded { decision, legal, look, in_table: None })
}

/// What the search says; `None` never happens where there is a choice.
fn look(
    round: &Round,
    decision: &RecordedDecision,
    search: Search,
    cancel: &CancelToken,
) -> Result<Option<Look>, Failure> {
    let answer = search.run(round, decision.information_set.key(), RunContext::silent(cancel))?;
    let Some(&best) = Ranking::new(&answer).most_followed() else { return Ok(None) };
    let played = decision.action;
    if best.action == played {
        let look = |win| Look { played: win, best_action: played, best: win, loss: 0.0, loss_se: None };
        return Ok(best.win.map(look));
    }
    compare(round, &decision.information_set, [played, best.action], search, cancel)
}

/// The values of two actions and of their difference, from paired blocks.
fn compare(
    round: &Round,
    set: &InformationSet,
    actions: [Action; 2],
    search: Search,
    cancel: &CancelToken,
) -> Result<Option<Look>, Failure> {
    let informations = actions.map(|action| after(round, set.key(), action));
    // Not the streams that picked the best action.
    let mut seeds = seed::generator(search.seed);
    seeds.jump();
    let seeds: Vec<u64> = (0..BLOCKS).map(|_| seeds.next_u64()).collect();
    let block = |&seed: &u64| -> Result<[ClusterMean; 2], Failure> {
        let value = |information| search.block(round, information, seed, cancel);
        let [played, best] = &informations;
        Ok([value(played)?, value(best)?])
    };
    let blocks: Vec<[ClusterMean; 2]> =
        seeds.par_iter().with_max_len(1).map(block).collect::<Result<_, _>>()?;
    let mut sums = [Clusters::default(); 2];
    let mut difference = Clusters::default();
    for [played, best] in blocks {
        for (sum, mean) in sums.iter_mut().zip([played, best]) {
            #[expect(clippy::cast_precision_loss, reason = "iterations are far below 2⁵³")]
            sum.add(mean.value * mean.n as f64, mean.n);
        }
        difference.add(best.value - played.value, 1);
    }
    let [Some(played), Some(best)] = sums.each_ref().map(Clusters::mean) else { return Ok(None) };
    let Some(difference) = difference.mean() else { return Ok(None) };
    // Looked at again, what was played may be no worse.
    let (best_action, best) = if difference.value > 0.0 { (actions[1], best) } else { (actions[0], played) };
    Ok(Some(Look {
        played: win(played),
        best_action,
        best: win(best),
        loss: (difference.value / 2.0).max(0.0),
        loss_se: difference.standard_error.map(|se| se / 2.0),
    }))
}
