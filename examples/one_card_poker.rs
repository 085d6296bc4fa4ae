//! A game of hidden information: one-card poker, solved by counterfactual regret minimization.
//!
//! Both players ante a chip and get one of three cards. The second player may bet a chip; then the first calls or folds. It is the
//! ace-king-queen game of B. Chen and J. Ankenman, "The Mathematics of Poker", 2006: bluff with a third of the queens, call
//! with a third of the kings; the game is worth 1/18 of a chip to the player who may bet.
//!
//!     cargo run --example one_card_poker

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Cfr, RegretRule, SequenceForm};

struct OneCard;

/// The cards dealt (0 queen, 1 king, 2 ace), and the decisions as bits after a leading 1: bet or check, call or fold.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct State {
    cards: [Option<u8>; 2],
    decisions: u8,
}

impl HiddenInformation for OneCard {
    type State = State;
    type Action = bool;
    type Outcome = u8;
    type Information = (Option<u8>, usize, u8);

    fn start(&self) -> State {
        State { cards: [None; 2], decisions: 1 }
    }

    fn turn(&self, state: &State) -> Turn {
        match (state.cards, state.decisions) {
            ([_, None], _) => Turn::Chance,
            (_, 0b1) => Turn::Player(Seat::Second),
            (_, 0b11) => Turn::Player(Seat::First),
            _ => Turn::End,
        }
    }

    fn actions(&self, state: &State, actions: &mut Vec<bool>) {
        let is_decision = matches!(self.turn(state), Turn::Player(_));
        *actions = if is_decision { vec![false, true] } else { Vec::new() };
    }

    fn play(&self, state: &mut State, action: bool) {
        state.decisions = state.decisions << 1 | u8::from(action);
    }

    fn outcomes(&self, state: &State, outcomes: &mut Vec<(u8, f64)>) {
        let left = if state.cards[0].is_none() { 3 } else { 2 };
        let cards = (0..3).filter(|&card| state.cards[0] != Some(card));
        outcomes.clear();
        if self.turn(state) == Turn::Chance {
            outcomes.extend(cards.map(|card| (card, 1.0 / f64::from(left))));
        }
    }

    fn apply_chance(&self, state: &mut State, card: u8) {
        state.cards[usize::from(state.cards[0].is_some())] = Some(card);
    }

    fn information(&self, state: &State, seat: Seat) -> (Option<u8>, usize, u8) {
        (state.cards[seat.index()], state.cards.iter().flatten().count(), state.decisions)
    }

    fn utility(&self, state: &State) -> f64 {
        let higher = if state.cards[0] > state.cards[1] { 1.0 } else { -1.0 };
        match state.decisions {
            0b110 => -1.0,
            0b111 => 2.0 * higher,
            _ => higher,
        }
    }

    fn utility_bound(&self) -> f64 {
        2.0
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // At most a mebibyte of memory.
    let form = SequenceForm::compile(&OneCard, 1 << 20, RunContext::unwatched())?;
    let mut run = Cfr::new(&form, RegretRule::PredictivePlus);
    for _ in 0..1_000 {
        run.iterate();
    }
    let strategies = run.average().0;
    for seat in Seat::BOTH {
        for (choice, probabilities) in strategies.choices(&form, seat) {
            println!("{seat:?} with {:?}: {:.3}", choice.information.0, probabilities[1]);
        }
    }
    let [low, high] = run.exploitability().bounds();
    println!("value between {low:.6} and {high:.6}");
    assert!(low <= -1.0 / 18.0 && -1.0 / 18.0 <= high && high - low < 1e-4);
    Ok(())
}
