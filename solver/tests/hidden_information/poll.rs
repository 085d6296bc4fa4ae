//! Many possible answers: the second player draws a hidden number, both name a number in turn, and the one closer
//! to it on a circle wins.

use hanamachi_solver::game::{HiddenInformation, Resample, Seat, Turn};
use rand::{Rng, RngExt};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Poll {
    /// Number of answers.
    pub(crate) answers: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    /// Seen by the second player.
    drawn: Option<u8>,
    named: [Option<u8>; 2],
}

impl Poll {
    fn distance(self, one: Option<u8>, other: Option<u8>) -> u8 {
        let apart = one.unwrap_or(0).abs_diff(other.unwrap_or(0));
        apart.min(self.answers - apart)
    }
}

impl HiddenInformation for Poll {
    type State = State;
    type Action = u8;
    type Outcome = u8;
    type Information = State;

    fn start(&self) -> State {
        State { drawn: None, named: [None; 2] }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.named {
            _ if state.drawn.is_none() => Turn::Chance,
            [None, _] => Turn::Player(Seat::First),
            [_, None] => Turn::Player(Seat::Second),
            _ => Turn::End,
        }
    }

    /// The second player may name neither the number itself nor its double, so that legality depends on hidden information.
    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        actions.clear();
        let drawn = state.drawn.unwrap_or(0);
        match self.turn(state) {
            Turn::Player(Seat::First) => actions.extend(0..self.answers),
            Turn::Player(Seat::Second) => {
                actions.extend((0..self.answers).filter(|&answer| answer != drawn && answer / 2 != drawn));
            }
            _ => {}
        }
    }

    fn play(&self, state: &mut State, action: u8) {
        if let Some(open) = state.named.iter_mut().find(|named| named.is_none()) {
            *open = Some(action);
        }
    }

    fn outcomes(&self, state: &State, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.clear();
        if state.drawn.is_none() {
            outcomes.extend((0..self.answers).map(|number| (number, 1.0 / f64::from(self.answers))));
        }
    }

    fn apply_chance(&self, state: &mut State, outcome: u8) {
        state.drawn = Some(outcome);
    }

    fn information(&self, state: &State, seat: Seat) -> State {
        // The draw itself is visible: 255 is no number of a poll.
        let drawn = state.drawn.map(|number| if seat == Seat::Second { number } else { u8::MAX });
        State { drawn, ..*state }
    }

    fn utility(&self, state: &State) -> f64 {
        let [first, second] = state.named.map(|named| self.distance(named, state.drawn));
        f64::from(i8::from(first < second) - i8::from(second < first))
    }
}

impl Resample for Poll {
    fn resample<R: Rng + ?Sized>(&self, known: &State, _: Seat, rng: &mut R) -> State {
        let drawn = known.drawn.map(|seen| match (seen, known.named[1]) {
            (u8::MAX, Some(named)) => loop {
                let number = rng.random_range(0..self.answers);
                if named != number && named / 2 != number {
                    break number;
                }
            },
            (u8::MAX, None) => rng.random_range(0..self.answers),
            (number, _) => number,
        });
        State { drawn, ..*known }
    }
}
