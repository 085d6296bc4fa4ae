//! A coin that not every player has seen: the smallest game that detects a search that peeks. It can be broken on purpose.
//!
//! A coin is flipped and shown to `seen_by`. The first player takes a sure payment or waits; after waiting `guesser`
//! guesses the coin and wins 1 if right, loses 1 if wrong.

use std::sync::atomic::{AtomicU8, Ordering};

use hanamachi_solver::game::{HiddenInformation, Resample, Seat, Turn};
use rand::{Rng, RngExt};

#[derive(Debug)]
pub(crate) struct HiddenCoin {
    pub(crate) seen_by: Option<Seat>,
    pub(crate) guesser: Seat,
    /// The first player's payoff for not waiting.
    pub(crate) payment: f64,
    pub(crate) flaw: Flaw,
    resampled: AtomicU8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    None,
    ActionsDescend,
    ActionTwice,
    ActionsAtTheEnd,
    Stuck,
    OutcomesDescend,
    OutcomesAtDecision,
    NoOutcomes,
    Improbable,
    ZeroProbability,
    RandomActionElsewhere,
    RandomOutcomeElsewhere,
    TooRich,
    NoNumber,
    Endless,
    ActionsTell,
    TurnTells,
    OwnGuessForgotten,
    SeenGuessForgotten,
    ResampleForgets,
    ResampleCounts,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Coin {
    Heads,
    Tails,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Action {
    Take,
    Wait,
    Guess(Coin),
    Settle,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stage {
    Flip,
    Decide,
    Guess,
    Settle,
    Taken,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    coin: Option<Coin>,
    guess: Option<Coin>,
    stage: Stage,
}

impl HiddenCoin {
    pub(crate) fn new(seen_by: Option<Seat>, guesser: Seat, payment: f64) -> Self {
        Self { seen_by, guesser, payment, flaw: Flaw::None, resampled: AtomicU8::new(0) }
    }

    pub(crate) fn broken(flaw: Flaw) -> Self {
        Self { flaw, ..Self::new(Some(Seat::First), Seat::Second, 0.25) }
    }
}

impl HiddenInformation for HiddenCoin {
    type State = State;
    type Action = Action;
    type Outcome = Coin;
    type Information = State;

    fn start(&self) -> State {
        State { coin: None, guess: None, stage: Stage::Flip }
    }

    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Flip => Turn::Chance,
            Stage::Decide => Turn::Player(Seat::First),
            Stage::Settle if self.flaw == Flaw::TurnTells && state.coin == Some(Coin::Heads) => {
                Turn::Player(!self.guesser)
            }
            Stage::Guess | Stage::Settle => Turn::Player(self.guesser),
            Stage::Taken | Stage::Over => Turn::End,
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let guesses = [Action::Guess(Coin::Heads), Action::Guess(Coin::Tails)];
        actions.clear();
        match (self.flaw, state.stage) {
            (_, Stage::Flip) | (Flaw::Stuck, Stage::Settle) => {}
            (Flaw::ActionsDescend, Stage::Decide) => actions.extend([Action::Wait, Action::Take]),
            (Flaw::ActionTwice, Stage::Decide) => actions.extend([Action::Take, Action::Take]),
            (_, Stage::Decide) => actions.extend([Action::Take, Action::Wait]),
            (Flaw::ActionsTell, Stage::Guess) if state.coin == Some(Coin::Tails) => actions.push(guesses[0]),
            (_, Stage::Guess) => actions.extend(guesses),
            (_, Stage::Settle) | (Flaw::ActionsAtTheEnd, _) => actions.push(Action::Settle),
            (_, Stage::Taken | Stage::Over) => {}
        }
    }

    fn play(&self, state: &mut State, action: Action) {
        (state.stage, state.guess) = match action {
            Action::Take => (Stage::Taken, None),
            Action::Wait => (Stage::Guess, None),
            Action::Guess(coin) => (Stage::Settle, Some(coin)),
            Action::Settle if self.flaw == Flaw::Endless => (Stage::Settle, state.guess),
            Action::Settle => (Stage::Over, state.guess),
        };
    }

    fn outcomes(&self, state: &State, outcomes: &mut Vec<(Coin, f64)>) {
        outcomes.clear();
        let (heads, tails) = (Coin::Heads, Coin::Tails);
        match (self.flaw, state.stage) {
            (Flaw::NoOutcomes, Stage::Flip) => {}
            (Flaw::OutcomesDescend, Stage::Flip) => outcomes.extend([(tails, 0.5), (heads, 0.5)]),
            (Flaw::Improbable, Stage::Flip) => outcomes.extend([(heads, 0.5), (tails, 0.6)]),
            (Flaw::ZeroProbability, Stage::Flip) => outcomes.extend([(heads, 0.0), (tails, 1.0)]),
            (_, Stage::Flip) => outcomes.extend([(heads, 0.5), (tails, 0.5)]),
            (Flaw::OutcomesAtDecision, Stage::Decide) => outcomes.push((heads, 1.0)),
            _ => {}
        }
    }

    fn apply_chance(&self, state: &mut State, outcome: Coin) {
        *state = State { coin: Some(outcome), stage: Stage::Decide, ..*state };
    }

    fn information(&self, state: &State, seat: Seat) -> State {
        let coin = state.coin.filter(|_| self.seen_by == Some(seat));
        let forgets = match self.flaw {
            Flaw::OwnGuessForgotten => seat == self.guesser,
            Flaw::SeenGuessForgotten => seat != self.guesser,
            _ => false,
        };
        // Both see the guess when it is made.
        let guess = state.guess.filter(|_| !(forgets && state.stage == Stage::Over));
        State { coin, guess, ..*state }
    }

    fn utility(&self, state: &State) -> f64 {
        match (self.flaw, state.guess) {
            (Flaw::TooRich, _) => 1.5,
            (Flaw::NoNumber, _) => f64::NAN,
            (_, None) => self.payment,
            (_, guess) if guess == state.coin => self.guesser.from_first(1.0),
            _ => self.guesser.from_first(-1.0),
        }
    }

    fn sample_outcome<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        self.apply_chance(state, if rng.random() { Coin::Heads } else { Coin::Tails });
        if self.flaw == Flaw::RandomOutcomeElsewhere {
            state.stage = Stage::Over;
        }
    }

    fn play_random<R: Rng + ?Sized>(&self, state: &mut State, rng: &mut R) {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        if self.flaw == Flaw::RandomActionElsewhere {
            actions = vec![Action::Settle];
        }
        if !actions.is_empty() {
            self.play(state, actions[rng.random_range(0..actions.len())]);
        }
    }
}

impl Resample for HiddenCoin {
    fn resample<R: Rng + ?Sized>(&self, known: &State, _: Seat, rng: &mut R) -> State {
        let hidden = if self.flaw == Flaw::ResampleCounts {
            self.resampled.fetch_add(1, Ordering::Relaxed).is_multiple_of(2)
        } else {
            rng.random()
        };
        let hidden = if hidden { Coin::Heads } else { Coin::Tails };
        let coin = (known.stage != Stage::Flip).then(|| match known.coin {
            Some(coin) if self.flaw != Flaw::ResampleForgets => coin,
            _ => hidden,
        });
        State { coin, ..*known }
    }
}
