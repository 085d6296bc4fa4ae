//! What a state with open cards looks worth: the baseline of control variates, whatever it is worth.

use crate::evaluation::Evaluation;
use crate::rules::action::Action;
use crate::rules::card::Geisha;
use crate::rules::round::{Outcome, Round};
use crate::rules::state::{Phase, State, answers};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};

/// Less likely than the likeliest action by this factor is unlikely.
const UNLIKELY: f64 = 0.02;
/// With so many actions, itself among them, an action is compared at most.
const COMPARED: usize = 12;

/// A guess of what a state is worth to the first player.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Critic {
    /// By the learned evaluation of open states.
    Learned(&'static Evaluation),
    /// What the round would be worth if the cards that count now were all.
    Placed,
    /// Something that has nothing to do with what the state is worth.
    #[cfg(test)]
    Nonsense,
}

impl Critic {
    /// The critic of rounds like this one.
    pub(crate) fn of(round: &Round) -> Self {
        if round.rules().is_standard_round() { Self::Learned(Evaluation::standard()) } else { Self::Placed }
    }

    /// A guess for any state after the deal: an offer is answered as looks best to whoever answers, and a draw is the mean over all cards.
    pub(crate) fn value(self, round: &Round, state: &State) -> f64 {
        if round.turn(state) == Turn::Chance {
            return mean_over_cards(round, state, |next| self.value(round, next));
        }
        self.guess(round, state, &|next| self.value(round, next))
    }

    /// The same at a fraction of the cost: where a card is to be drawn, the state is looked at without it.
    pub(crate) fn glance(self, round: &Round, state: &State) -> f64 {
        self.guess(round, state, &|next| self.glance(round, next))
    }

    /// By how much a card that was drawn made a state better for the first player than it was expected to be.
    pub(crate) fn luck_of_draw(self, round: &Round, before: &State, after: &State) -> f64 {
        self.glance(round, after) - mean_over_cards(round, before, |next| self.glance(round, next))
    }

    /// The same of hands that were dealt, before the first draw: they are compared with the same hands of the players exchanged,
    /// which were as likely. Half of the difference is what one player's hand is better than the other's.
    pub(crate) fn luck_of_hands(self, round: &Round, state: &State) -> f64 {
        let mut exchanged = *state;
        exchanged.hands.swap(0, 1);
        f64::midpoint(self.glance(round, state), -self.glance(round, &exchanged))
    }

    /// The same of a decision in this state: of the action in the place `played`, when each had this probability.
    ///
    /// It is compared with some of the others only, so that no decision costs much: with those that are not
    /// [unlikely](UNLIKELY), and of many of them with every second, third or *n*-th. An unlikely action is compared with none.
    /// Which are compared with each other does not depend on what was played, so the mean is 0 among them, and thus altogether.
    pub(crate) fn luck_of_decision(
        self,
        round: &Round,
        state: &State,
        actions: &[Action],
        probabilities: &[f64],
        played: usize,
    ) -> f64 {
        let least = UNLIKELY * probabilities.iter().copied().fold(0.0, f64::max);
        let places = 0..actions.len().min(probabilities.len());
        let likely: Vec<usize> = places.filter(|&place| probabilities[place] > least).collect();
        let Ok(number) = likely.binary_search(&played) else { return 0.0 };
        if likely.len() == 1 {
            return 0.0;
        }
        let step = likely.len().div_ceil(COMPARED);
        let (mut weight, mut expected, mut came) = (0.0, 0.0, 0.0);
        for &place in likely.iter().skip(number % step).step_by(step) {
            let mut next = *state;
            round.play(&mut next, actions[place]);
            let value = self.glance(round, &next);
            weight += probabilities[place];
            expected += probabilities[place] * value;
            if place == played {
                came = value;
            }
        }
        came - expected / weight
    }

    /// A guess for a state in which no card is to be drawn; `of` those that follow on answers.
    fn guess(self, round: &Round, state: &State, of: &dyn Fn(&State) -> f64) -> f64 {
        match state.phase {
            Phase::End => round.utility(state),
            Phase::Answer => {
                let values = answers(state.seen[0][state.turns()]).into_iter().map(|answer| {
                    let mut next = *state;
                    round.play(&mut next, answer);
                    of(&next)
                });
                match state.mover() {
                    Seat::First => values.fold(f64::INFINITY, f64::min),
                    Seat::Second => values.fold(f64::NEG_INFINITY, f64::max),
                }
            }
            _ => match self {
                Self::Learned(evaluation) => {
                    state.mover().from_first(2.0 * f64::from(evaluation.open_win(round, state)) - 1.0)
                }
                Self::Placed => round
                    .utility_of(round.favour_after(state.placed(Seat::First), state.placed(Seat::Second))),
                #[cfg(test)]
                Self::Nonsense => {
                    let hash = std::hash::BuildHasher::hash_one(&rustc_hash::FxBuildHasher, state);
                    f64::from((hash >> 32) as u32) / f64::from(u32::MAX) * 2.0 - 1.0
                }
            },
        }
    }
}

/// The mean over the cards that may be drawn.
fn mean_over_cards(round: &Round, state: &State, value: impl Fn(&State) -> f64) -> f64 {
    let all = f64::from(state.deck().len());
    let after = |(card, count): (Geisha, u32)| {
        let mut next = *state;
        round.apply_chance(&mut next, Outcome::Card(card));
        f64::from(count) / all * value(&next)
    };
    state.deck().kinds().map(after).sum()
}
