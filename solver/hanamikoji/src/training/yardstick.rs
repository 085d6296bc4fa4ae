//! Measures the strength of a policy at a point of its training.
//!
//! Every policy is measured in the same way, with the same deals: its strength in games against a fixed
//! ladder of players, and the gain of a response against it. Measuring uses none of training's random
//! numbers, so that training goes the same way with and without it.

use std::num::{NonZeroU8, NonZeroU64};
use std::sync::Arc;

use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::strength::Strength;

use super::curve::{CurvePoint, MeasuredExploitability, Measurement, Rung};
use crate::arena::{Keep, MatchTable, PairingTally, Schedule};
use crate::exploit::{ExploitMethod, ExploitPlan, Exploitability, Exploited, Layouts, Playing, Response};
use crate::learn::NetworkPolicy;
use crate::players::PolicyPlayer;
use crate::players::named::{Maker, OwnPlayer};
use crate::policy::SharedPolicy;
use crate::{Game, Round};

/// The ladder of players, the weakest first. Only those that can play by the rules are used.
const LADDER: [&str; 3] = ["random", "greedy", "learned"];

/// A measurement takes some 11 seconds of one core in the standard game, of which the games need one. With
/// 1,000 pairs the standard error is at most 1.2 points.
pub(super) const MEASUREMENT: Measurement = Measurement { pairs: 1000, deals: 100, rollouts: 200, seed: 1 };

/// Number of deals of a measurement.
const DEALS: NonZeroU64 = NonZeroU64::new(MEASUREMENT.deals).unwrap();

/// Memory limit for compiling a reduced round: a round that fits takes some seconds.
const EXACT_BYTES: u64 = 128 << 20;

/// Measures the policies of a run.
pub(super) struct Yardstick<'a> {
    ladder: Vec<(&'static str, Maker)>,
    table: MatchTable,
    round: &'a Round,
    /// Method of measuring exploitability: only compiling a round shows if it is small enough.
    method: ExploitMethod,
}

impl<'a> Yardstick<'a> {
    /// Measures policies of games with this first round.
    pub(super) fn new(round: &'a Round) -> Self {
        let rules = round.rules();
        let rung = |name: &'static str| {
            let player = OwnPlayer::parse(name, &Arc::default()).ok().flatten()?;
            (player.plays)(rules).then_some((name, player.make))
        };
        let method = if rules.is_standard_round() { ExploitMethod::Lbr } else { ExploitMethod::Exact };
        Self {
            ladder: LADDER.into_iter().filter_map(rung).collect(),
            table: MatchTable::new(&Game::new(*rules)),
            round,
            method,
        }
    }

    /// Adds the strength and the exploitability of this policy to `point`, measured on the threads of the current pool. Their
    /// number does not change the result.
    pub(super) fn measure(
        &mut self,
        policy: NetworkPolicy,
        cancel: &CancelToken,
        point: &mut CurvePoint,
    ) -> Result<(), Stop> {
        let policy = Arc::new(policy);
        let rungs = self.ladder.iter().map(|(player, make)| self.rung(player, make, &policy, cancel));
        let ladder = rungs.collect::<Result<_, _>>()?;
        let exploitability = self.exploitability(&policy, cancel)?;
        let meets_markers = self.method == ExploitMethod::Lbr && !self.round.is_last();
        let in_play = if meets_markers { self.lbr(&policy, Layouts::Play, cancel)? } else { None };
        (point.ladder, point.exploitability, point.exploitability_in_play) =
            (ladder, exploitability, in_play);
        Ok(())
    }

    fn rung(
        &self,
        player: &str,
        opponent: &Maker,
        policy: &Arc<NetworkPolicy>,
        cancel: &CancelToken,
    ) -> Result<Rung, Stop> {
        let Measurement { pairs, seed, .. } = MEASUREMENT;
        let schedule = Schedule { pairs, pairs_done: 0, seed, keep: Keep::Ending };
        let own = || Box::new(PolicyPlayer::new(Arc::clone(policy) as SharedPolicy)) as _;
        let opponent = || opponent();
        let mut tally = PairingTally::default();
        schedule.play(&self.table, &[&own, &opponent], RunContext::silent(cancel), |leg| {
            for games in &leg.games {
                tally.add(leg.pair, games);
            }
        })?;
        let score = tally.score();
        Ok(Rung {
            player: player.to_owned(),
            win: score.map_or(0.5, |score| score.value),
            se: score.and_then(|score| score.standard_error).unwrap_or(0.5),
            kind: Strength::Estimated,
        })
    }

    /// Gain of the best response, or else of a local one, under neutral markers.
    fn exploitability(
        &mut self,
        policy: &NetworkPolicy,
        cancel: &CancelToken,
    ) -> Result<Option<MeasuredExploitability>, Stop> {
        if self.method == ExploitMethod::Exact {
            let found = self.gain(ExploitPlan::Exact { memory: EXACT_BYTES }, policy, cancel)?;
            if found.is_some() {
                return Ok(found);
            }
            // Later policies need not try again.
            self.method = ExploitMethod::Lbr;
        }
        self.lbr(policy, Layouts::Given, cancel)
    }

    /// Gain of a local best response in rounds that begin with such markers.
    fn lbr(
        &self,
        policy: &NetworkPolicy,
        layouts: Layouts,
        cancel: &CancelToken,
    ) -> Result<Option<MeasuredExploitability>, Stop> {
        let Measurement { rollouts, seed, .. } = MEASUREMENT;
        let response = Response::Local { rollouts };
        let playing = Playing { response, since: NonZeroU8::MIN, layouts, rounds: DEALS, seed };
        self.gain(ExploitPlan::Played(playing), policy, cancel)
    }

    /// Gain of a response; `None` if the round is too large for it.
    fn gain(
        &self,
        plan: ExploitPlan,
        policy: &NetworkPolicy,
        cancel: &CancelToken,
    ) -> Result<Option<MeasuredExploitability>, Stop> {
        let found = plan.run(self.round, Exploited::Policy(policy), RunContext::silent(cancel)).ok();
        // A response that was stopped answers from part of its deals, or not at all.
        cancel.reason().map_or(Ok(()), Err)?;
        Ok(found.map(|Exploitability { exploitability, se, method, kind, is_lower_bound, .. }| {
            MeasuredExploitability { value: exploitability, se, method, kind, is_lower_bound }
        }))
    }
}
