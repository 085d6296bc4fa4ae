//! Measures the strength of a policy at a point of its training.
//!
//! Every policy is measured in the same way, with the same deals: its strength in games against a fixed
//! ladder of players, and the gain of a response against it. Measuring uses none of training's random
//! numbers, so that training goes the same way with and without it.

use std::num::{NonZeroU8, NonZeroU64};
use std::sync::Arc;

use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::cfr::CompileError;
use hanamachi_core::search::strength::Strength;

use super::curve::{CurvePoint, ExploitabilityMethod, MeasuredExploitability, Measurement, Rung};
use crate::arena::{Keep, MatchTable, PairingTally, Schedule};
use crate::exploit::{self, ExactError, Exploited, Layouts, PlayError, Playing, Response, Winnings};
use crate::learn::NetworkPolicy;
use crate::players::PolicyPlayer;
use crate::players::named::{Maker, OwnPlayer};
use crate::policy::{Policy, SharedPolicy};
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
    method: ExploitabilityMethod,
}

impl<'a> Yardstick<'a> {
    /// Measures policies of games with this first round.
    pub(super) fn new(round: &'a Round) -> Self {
        let rules = round.rules();
        let rung = |name: &'static str| {
            let player = OwnPlayer::parse(name, &Arc::default()).ok().flatten()?;
            (player.plays)(rules).then_some((name, player.make))
        };
        let method =
            if rules.is_standard_round() { ExploitabilityMethod::Lbr } else { ExploitabilityMethod::Exact };
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
        let exploitability = self.exploitability(&*policy, cancel)?;
        let meets_markers = self.method == ExploitabilityMethod::Lbr && !self.round.is_last();
        let in_play = if meets_markers { self.lbr(&*policy, Layouts::Play, cancel)? } else { None };
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

    fn exploitability(
        &mut self,
        policy: &impl Policy,
        cancel: &CancelToken,
    ) -> Result<Option<MeasuredExploitability>, Stop> {
        let context = RunContext::silent(cancel);
        if self.method == ExploitabilityMethod::Exact {
            match exploit::exact(self.round, policy, EXACT_BYTES, context) {
                Ok(found) => {
                    return Ok(Some(MeasuredExploitability {
                        value: found.wins.mean(),
                        se: 0.0,
                        method: ExploitabilityMethod::Exact,
                        kind: self.round.continuation().strength(Strength::Proved),
                        is_lower_bound: false,
                    }));
                }
                Err(ExactError::Stopped(stop) | ExactError::Compile(CompileError::Stopped(stop))) => {
                    return Err(stop);
                }
                // Later policies need not try again.
                Err(_) => self.method = ExploitabilityMethod::Lbr,
            }
        }
        self.lbr(policy, Layouts::Given, cancel)
    }

    /// Gain of a local best response in rounds that begin with such markers.
    fn lbr(
        &self,
        policy: &impl Policy,
        layouts: Layouts,
        cancel: &CancelToken,
    ) -> Result<Option<MeasuredExploitability>, Stop> {
        let context = RunContext::silent(cancel);
        let playing = Playing {
            response: Response::Local { rollouts: MEASUREMENT.rollouts },
            since: NonZeroU8::MIN,
            layouts,
            rounds: DEALS,
            seed: MEASUREMENT.seed,
        };
        match exploit::play(self.round, Exploited::Policy(policy), &playing, context) {
            Ok(Winnings { mean, .. }) => Ok(Some(MeasuredExploitability {
                value: mean.value,
                se: mean.standard_error,
                method: ExploitabilityMethod::Lbr,
                kind: Strength::Estimated,
                is_lower_bound: true,
            })),
            Err(PlayError::Stopped(stop)) => Err(stop),
            // Networks are measured by the rules for which they are trained.
            Err(PlayError::Unsuited(_) | PlayError::Forfeit(_) | PlayError::NoProbabilities) => Ok(None),
        }
    }
}
