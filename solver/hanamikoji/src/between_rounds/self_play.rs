//! Counts of rounds between two players.

use std::num::NonZeroU64;

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::between_rounds::chain::Chain;
use crate::player::{Forfeit, Player};
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};

/// Plays a round from `state` to its end, with random draws.
///
/// # Errors
///
/// When a player forfeits.
pub fn play_out(
    round: &Round,
    state: &mut State,
    players: &mut [impl Player; 2],
    rng: &mut Xoshiro256PlusPlus,
) -> Result<(), Forfeit> {
    loop {
        match round.turn(state) {
            Turn::End => return Ok(()),
            Turn::Chance => round.sample_outcome(state, rng),
            Turn::Player(seat) => {
                let information = round.information(state, seat);
                let action = players[seat.index()].decide(round, &information, rng)?;
                round.play(state, action);
            }
        }
    }
}

/// Rounds in a block of work.
const ROUNDS_IN_A_BLOCK: NonZeroU64 = NonZeroU64::new(64).unwrap();

/// Counted rounds.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The counts. After a stop, some layouts may have one round more than others, or none.
    pub chain: Chain,
    /// Reason for fewer rounds than requested, if there were fewer.
    pub stopped: Option<Stop>,
}

/// Counts the results of `rounds` rounds between two players from every undecided layout, in turn. `round`
/// supplies the game and the value of undecided games; its own markers do not matter. If `context` stops it,
/// the rounds of the blocks that were over count.
///
/// # Errors
///
/// When a player forfeits.
pub fn count_rounds<P: Player>(
    round: &Round,
    rounds: NonZeroU64,
    seed: u64,
    new_players: impl Fn() -> [P; 2] + Sync,
    context: RunContext<'_>,
) -> Result<Counted, Forfeit> {
    let mut chain = Chain::new(round.rules());
    let numbers = chain.clone();
    let layouts = numbers.layouts();
    let items = rounds.get().saturating_mul(layouts.len() as u64);
    let plan = Plan { items, block_size: ROUNDS_IN_A_BLOCK, seed, blocks_done: 0 };
    let work = |players: &mut [P; 2], mut block: Block| {
        let mut results = Vec::new();
        for item in block.items {
            let layout = usize::try_from(item % layouts.len() as u64).unwrap_or_default();
            let round = round.with_favour(layouts[layout].favour());
            let mut state = round.deal_random(&mut block.rng);
            play_out(&round, &mut state, players, &mut block.rng)?;
            let after = round.favour_after(state.placed(Seat::First), state.placed(Seat::Second));
            results.push((layout, numbers.result(after)));
        }
        Ok(results)
    };
    let fold = |results: Vec<(usize, usize)>| {
        for (layout, result) in results {
            chain.record(layout, result, 1);
        }
    };
    let stopped = match fold_blocks(&plan, context, new_players, work, fold) {
        Ok(()) => None,
        Err(Ended::Stopped(stop)) => Some(stop),
        Err(Ended::Forfeit(forfeit)) => return Err(forfeit),
    };
    Ok(Counted { chain, stopped })
}

/// The reason why counting ended early.
#[derive(Debug, thiserror::Error)]
enum Ended {
    #[error(transparent)]
    Stopped(#[from] Stop),
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
}
