//! The schedule of a match or round robin.

use std::num::NonZeroU64;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::deals::Deals;
use super::game::{GameReport, Keep, MatchTable, Side};
use crate::player::Player;
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};

/// Makes a player for a thread, which then plays its games one after another.
pub type MakePlayer<'a> = dyn Fn() -> Box<dyn Player> + Sync + 'a;

/// Amount of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Pairs of games per pairing.
    pub pairs: u64,
    /// Number of first pairs that an earlier run has played.
    pub pairs_done: u64,
    /// Seed of the streams from which the deals and the players draw.
    pub seed: u64,
    /// The data kept of the games.
    pub keep: Keep,
}

/// The games of all pairings with one sequence of deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The number of the pair, counted from 0.
    pub pair: u64,
    /// The two games of each of the [`pairings`], in order: side A starts the first, side B the second.
    pub games: Vec<[GameReport; 2]>,
}

/// The pairings of `players` players: side A and side B, each two once.
pub fn pairings(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| [a, b]))
}

impl Schedule {
    /// Plays the pairs on the current rayon pool and hands them to `fold` in order.
    ///
    /// `progress` counts pairs. Each of `makers` makes at most as many players as there are threads. The
    /// results depend on the seed alone if each player's decisions depend only on its arguments.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set. The pairs folded by then are the first ones, without a gap.
    pub fn play(
        &self,
        table: &MatchTable,
        makers: &[&MakePlayer<'_>],
        context: RunContext<'_>,
        fold: impl FnMut(Leg),
    ) -> Result<(), Stop> {
        let plan = Plan {
            items: self.pairs,
            block_size: NonZeroU64::MIN,
            seed: self.seed,
            blocks_done: self.pairs_done,
        };
        let new_players = || makers.iter().map(|make| make()).collect::<Vec<_>>();
        let work = |players: &mut Vec<_>, block: Block| self.leg(table, players, block, context.cancel);
        fold_blocks(&plan, context, new_players, work, fold)
    }

    fn leg(
        &self,
        table: &MatchTable,
        players: &mut [Box<dyn Player>],
        mut block: Block,
        cancel: &CancelToken,
    ) -> Result<Leg, Stop> {
        // Blocks have one item.
        let pair = block.items.start;
        let mut stream = || Xoshiro256PlusPlus::seed_from_u64(block.rng.next_u64());
        let mut deals = Deals::new(*table.game().rules(), stream());
        let streams: Vec<[_; 2]> = players.iter().map(|_| [stream(), stream()]).collect();
        let games = pairings(players.len()).map(|pairing| {
            let mut game = |starter: Side| {
                let streams = pairing.map(|player| streams[player][starter.index()].clone());
                let [a, b] = players.get_disjoint_mut(pairing).expect("two different players");
                table.play(starter, &mut deals, [&mut **a, &mut **b], streams, self.keep, cancel)
            };
            Ok([game(Side::A)?, game(Side::B)?])
        });
        Ok(Leg { pair, games: games.collect::<Result<_, Stop>>()? })
    }
}
