//! The first player receives two bits, one after the other, and may forget their order: harmless, unless the second player
//! has seen the first bit.
//!
//! The first player passes, which ends the game, or bets; the second folds, and pays a half, or calls, and pays the sum of
//! the bits less one.

use hanamachi_solver::game::{HiddenInformation, Resample, Seat, Turn};
use rand::{Rng, RngExt};

#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoBits {
    /// The first player's memory at the decision.
    pub(crate) remembers: Seen,
    pub(crate) opponent_sees_first: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seen {
    Bits,
    Sum,
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    bits: [Option<bool>; 2],
    decisions: [Option<bool>; 2],
}

impl State {
    fn sum(self) -> u8 {
        self.bits.into_iter().flatten().map(u8::from).sum()
    }
}

/// The remaining information about the bits, and the decisions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Information {
    bits: [Option<bool>; 2],
    sum: Option<u8>,
    fallen: usize,
    decisions: [Option<bool>; 2],
}

impl HiddenInformation for TwoBits {
    type State = State;
    type Action = bool;
    type Outcome = bool;
    type Information = Information;

    fn start(&self) -> State {
        State { bits: [None; 2], decisions: [None; 2] }
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.bits, state.decisions) {
            ([_, None], _) => Turn::Chance,
            (_, [None, _]) => Turn::Player(Seat::First),
            (_, [Some(true), None]) => Turn::Player(Seat::Second),
            _ => Turn::End,
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<bool>) {
        actions.clear();
        if let Turn::Player(_) = self.turn(state) {
            actions.extend([false, true]);
        }
    }

    fn play(&self, state: &mut State, action: bool) {
        if let Turn::Player(seat) = self.turn(state) {
            state.decisions[seat.index()] = Some(action);
        }
    }

    fn outcomes(&self, state: &State, outcomes: &mut Vec<(bool, f64)>) {
        outcomes.clear();
        if self.turn(state) == Turn::Chance {
            outcomes.extend([(false, 0.5), (true, 0.5)]);
        }
    }

    fn apply_chance(&self, state: &mut State, bit: bool) {
        if let Some(slot) = state.bits.iter_mut().find(|bit| bit.is_none()) {
            *slot = Some(bit);
        }
    }

    fn information(&self, state: &State, seat: Seat) -> Information {
        let fallen = state.bits.iter().flatten().count();
        let (mut bits, mut sum) = (state.bits, None);
        match seat {
            Seat::First if fallen == 2 && self.remembers != Seen::Bits => {
                bits = [None; 2];
                sum = (self.remembers == Seen::Sum).then_some(state.sum());
            }
            Seat::First => {}
            Seat::Second if self.opponent_sees_first => bits[1] = None,
            Seat::Second => bits = [None; 2],
        }
        Information { bits, sum, fallen, decisions: state.decisions }
    }

    fn utility(&self, state: &State) -> f64 {
        match state.decisions {
            [Some(true), Some(true)] => f64::from(state.sum()) - 1.0,
            [Some(true), _] => 0.5,
            _ => 0.0,
        }
    }
}

impl Resample for TwoBits {
    fn resample<R: Rng + ?Sized>(&self, known: &Information, _: Seat, rng: &mut R) -> State {
        loop {
            let mut bits = [0, 1].map(|place| (place < known.fallen).then(|| rng.random()));
            for (bit, seen) in bits.iter_mut().zip(known.bits) {
                *bit = seen.or(*bit);
            }
            let state = State { bits, decisions: known.decisions };
            if known.sum.is_none_or(|sum| sum == state.sum()) {
                return state;
            }
        }
    }
}
