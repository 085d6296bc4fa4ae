//! Rounds between two players, counted.

use std::num::NonZeroU64;

use super::chain::Chain;
use super::favour::Favour;
use super::players::{Forfeit, Player};
use super::round::Round;
use super::state::State;
use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::budget::{CancelToken, Progress, Stop};
use crate::search::parallel::{Plan, fold_blocks};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Plays a round from where `state` is to its end, with random draws.
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

/// Counts how `rounds` rounds from every undecided layout end between two players. `round` says what the game is and
/// what undecided rounds are worth; its own markers do not matter.
///
/// # Errors
///
/// The reason with which `cancel` was set.
///
/// # Panics
///
/// If a player forfeits, which players of this library do not in a game that they know.
pub fn count_rounds<P: Player>(
    round: &Round,
    rounds: NonZeroU64,
    seed: u64,
    new_players: impl Fn() -> [P; 2] + Sync,
    cancel: &CancelToken,
    progress: &impl Progress,
) -> Result<Chain, Stop> {
    let mut chain = Chain::new(round.rules());
    let layouts = chain.layouts().to_vec();
    let empty = chain.clone();
    let plan = Plan {
        items: rounds.get() * layouts.len() as u64,
        block_size: rounds.min(NonZeroU64::new(256).unwrap_or(NonZeroU64::MIN)),
        seed,
        blocks_done: 0,
    };
    let work = |players: &mut [P; 2], mut block: crate::search::parallel::Block| {
        let mut results = Vec::new();
        for item in block.items {
            let layout = usize::try_from(item / rounds.get()).unwrap_or_default();
            let round = round.with_favour(layouts[layout].favour());
            let mut state = round.deal_random(&mut block.rng);
            play_out(&round, &mut state, players, &mut block.rng).expect("the players know the game");
            results.push((layout, empty.result(end(&round, &state))));
        }
        Ok(results)
    };
    let fold = |results: Vec<(usize, usize)>| {
        for (layout, result) in results {
            chain.record(layout, result, 1);
        }
    };
    fold_blocks(&plan, cancel, progress, new_players, work, fold)?;
    Ok(chain)
}

/// The markers after a round that is over.
fn end(round: &Round, state: &State) -> Favour {
    round.favour_after(state.placed(Seat::First), state.placed(Seat::Second))
}
