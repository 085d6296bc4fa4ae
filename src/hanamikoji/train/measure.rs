//! How strong a policy is at a point of its training.
//!
//! Every policy is measured alike, with the same deals: strength in games against a fixed ladder of players, and what a response wins
//! against it. Nothing that is random in training is drawn from, so that training goes the same way whether it is measured or not.

use std::num::NonZeroU64;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::arena::{Keep, PairingTally, Schedule, Table};
use hanamachi_solver::hanamikoji::exploit::{
    self, ExactError, Exploited, Layouts, PlayError, Played, Playing, Response,
};
use hanamachi_solver::hanamikoji::learn::NetworkPolicy;
use hanamachi_solver::hanamikoji::players::PolicyPlayer;
use hanamachi_solver::hanamikoji::players::named::{Maker, OwnPlayer, SharedPolicy};
use hanamachi_solver::hanamikoji::policy::Policy;
use hanamachi_solver::hanamikoji::{Game, Round};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::cfr::CompileError;
use hanamachi_solver::search::strength::Strength;

use super::curve::{Exploitability, Measurement, Method, Rung};

/// The players whose games count, the weakest first: those of them that can play by the rules.
const LADDER: [&str; 3] = ["random", "greedy", "learned"];

/// Some 11 seconds of one core in the standard game, of which the games take one. Of 1,000 pairs the standard error is at most 1.2 points.
pub(super) const MEASUREMENT: Measurement = Measurement { pairs: 1000, deals: 100, rollouts: 200, seed: 1 };

/// Deals where a measurement says none.
const DEALS: NonZeroU64 = NonZeroU64::new(MEASUREMENT.deals).unwrap();

/// A reduced round that needs more memory than this is not compiled: what fits takes some seconds.
const EXACT_BYTES: u64 = 128 << 20;

/// What was measured of a policy.
pub(super) struct Measured {
    pub(super) ladder: Vec<Rung>,
    pub(super) exploitability: Option<Exploitability>,
    /// As it meets markers in games.
    pub(super) in_play: Option<Exploitability>,
}

/// Measures the policies of a run.
pub(super) struct Yardstick<'a> {
    ladder: Vec<(&'static str, Maker)>,
    table: Table,
    round: &'a Round,
    /// How exploitability is found: whether a round is small enough turns out when it is compiled.
    method: Method,
}

impl<'a> Yardstick<'a> {
    /// For games whose first round this is.
    pub(super) fn new(round: &'a Round) -> Self {
        let rules = round.rules();
        let rung = |name: &'static str| {
            let player = OwnPlayer::parse(name).ok().flatten()?;
            (player.plays)(rules).then_some((name, player.make))
        };
        let method = if rules.is_standard_round() { Method::Lbr } else { Method::Exact };
        Self {
            ladder: LADDER.into_iter().filter_map(rung).collect(),
            table: Table::new(&Game::new(*rules)),
            round,
            method,
        }
    }

    /// How strong this policy is, and how exploitable, on the threads of the current pool. That is the same whatever their number.
    pub(super) fn measure(&mut self, policy: NetworkPolicy, cancel: &CancelToken) -> Result<Measured, Stop> {
        let policy = Arc::new(policy);
        let ladder = self.ladder.iter();
        let ladder = ladder
            .map(|(player, make)| self.rung(player, make, &policy, cancel))
            .collect::<Result<_, _>>()?;
        let exploitability = self.exploitability(&*policy, cancel)?;
        let meets_markers = self.method == Method::Lbr && !self.round.is_last();
        let in_play = if meets_markers { self.lbr(&*policy, Layouts::Play, cancel)? } else { None };
        Ok(Measured { ladder, exploitability, in_play })
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
    ) -> Result<Option<Exploitability>, Stop> {
        let context = RunContext::silent(cancel);
        if self.method == Method::Exact {
            match exploit::exact(self.round, policy, EXACT_BYTES, context) {
                Ok(found) => {
                    return Ok(Some(Exploitability {
                        value: found.wins.mean(),
                        se: 0.0,
                        method: Method::Exact,
                        kind: Strength::Proved,
                        is_lower_bound: false,
                    }));
                }
                Err(ExactError::Stopped(stop) | ExactError::Compile(CompileError::Stopped(stop))) => {
                    return Err(stop);
                }
                // The next policy need not try.
                Err(_) => self.method = Method::Lbr,
            }
        }
        self.lbr(policy, Layouts::Given, cancel)
    }

    /// What a local best response wins in rounds that begin with such markers.
    fn lbr(
        &self,
        policy: &impl Policy,
        layouts: Layouts,
        cancel: &CancelToken,
    ) -> Result<Option<Exploitability>, Stop> {
        let context = RunContext::silent(cancel);
        let playing = Playing {
            response: Response::Local { rollouts: MEASUREMENT.rollouts },
            layouts,
            rounds: DEALS,
            seed: MEASUREMENT.seed,
        };
        match exploit::play(self.round, Exploited::Policy(policy), &playing, context) {
            Ok(Played { mean, .. }) => Ok(Some(Exploitability {
                value: mean.value,
                se: mean.standard_error,
                method: Method::Lbr,
                kind: Strength::Estimated,
                is_lower_bound: true,
            })),
            Err(PlayError::Stopped(stop)) => Err(stop),
            // A network is measured by the rules for which it is trained.
            Err(PlayError::Unsuited(_) | PlayError::Forfeit(_) | PlayError::NoProbabilities) => Ok(None),
        }
    }
}
