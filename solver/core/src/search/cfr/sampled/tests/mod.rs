//! Sampled traversals against brute force, on small games without any regularity: correlated private signals, public moves, chance events in
//! between, and arbitrary utilities at the ends.

mod estimators;
mod exact;
mod runs;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use crate::game::{HiddenInformation, Resample, Seat, Turn};

/// A game, generated from its number.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomGame(pub u64);

/// Number of possible signals of a player.
const SIGNALS: u8 = 3;
/// Moves until the end, by players and by chance.
const LENGTH: usize = 5;

/// The signals, if they have been dealt, and all later moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct State {
    signals: Option<[u8; 2]>,
    moves: Vec<u8>,
}

/// The player's own signal and all moves, packed, with the player's seat, because both may decide after the
/// same moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct Information {
    second: bool,
    signal: Option<u8>,
    moves: [u8; LENGTH],
    length: u8,
}

impl RandomGame {
    /// A pseudorandom number below 2⁶⁴ that depends on the game and on the arguments.
    fn number(self, question: u64, about: impl IntoIterator<Item = u8>) -> u64 {
        let seed = about.into_iter().fold(self.0 ^ question << 32, |seed, byte| {
            Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(251) ^ u64::from(byte)).next_u64()
        });
        Xoshiro256PlusPlus::seed_from_u64(seed).next_u64()
    }

    fn weights(self, state: &State, count: u8) -> Vec<f64> {
        let weights = (0..count).map(|outcome| {
            let about = state.moves.iter().copied().chain([outcome]);
            #[expect(clippy::cast_precision_loss, reason = "a random number")]
            let weight = 0.1 + (self.number(1, about) >> 40) as f64 / f64::from(1 << 24);
            weight
        });
        let weights: Vec<f64> = weights.collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

impl HiddenInformation for RandomGame {
    type State = State;
    type Action = u8;
    type Outcome = u8;
    type Information = Information;

    fn start(&self) -> State {
        State::default()
    }

    fn turn(&self, state: &State) -> Turn {
        let ends_early =
            state.moves.len() >= 2 && self.number(2, state.moves.iter().copied()).is_multiple_of(5);
        if state.signals.is_none() {
            Turn::Chance
        } else if state.moves.len() == LENGTH || ends_early {
            Turn::End
        } else {
            match self.number(3, state.moves.iter().copied()) % 7 {
                0 => Turn::Chance,
                1..4 => Turn::Player(Seat::First),
                _ => Turn::Player(Seat::Second),
            }
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        actions.clear();
        if let Turn::Player(_) = self.turn(state) {
            // One to three actions.
            actions.extend(0..=(self.number(4, state.moves.iter().copied()) % 5).div_ceil(2) as u8);
        }
    }

    fn play(&self, state: &mut State, action: u8) {
        state.moves.push(action);
    }

    fn outcomes(&self, state: &State, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.clear();
        if self.turn(state) == Turn::Chance {
            let count = if state.signals.is_none() { SIGNALS * SIGNALS } else { 2 };
            outcomes.extend((0..count).zip(self.weights(state, count)));
        }
    }

    fn apply_chance(&self, state: &mut State, outcome: u8) {
        if state.signals.is_none() {
            state.signals = Some([outcome / SIGNALS, outcome % SIGNALS]);
        } else {
            state.moves.push(outcome);
        }
    }

    fn information(&self, state: &State, seat: Seat) -> Information {
        let mut moves = [0; LENGTH];
        moves[..state.moves.len()].copy_from_slice(&state.moves);
        let length = u8::try_from(state.moves.len()).unwrap();
        let signal = state.signals.map(|signals| signals[seat.index()]);
        Information { second: seat == Seat::Second, signal, moves, length }
    }

    #[expect(clippy::cast_precision_loss, reason = "a random number")]
    fn utility(&self, state: &State) -> f64 {
        let about = state.moves.iter().copied().chain(state.signals.into_iter().flatten());
        (self.number(5, about) >> 40) as f64 / f64::from(1 << 23) - 1.0
    }
}

impl Resample for RandomGame {
    fn resample<R: Rng + ?Sized>(&self, known: &Information, seat: Seat, rng: &mut R) -> State {
        let other = rng.random_range(0..SIGNALS);
        let signals = known.signal.map(|own| if seat == Seat::First { [own, other] } else { [other, own] });
        State { signals, moves: known.moves[..usize::from(known.length)].to_vec() }
    }
}
