//! Critic: a guess of the value of a state with open cards, the baseline of control variates, whose quality
//! affects only the variance.

use crate::evaluation::Evaluation;
use crate::rules::action::Action;
use crate::rules::card::Geisha;
use crate::rules::round::{Outcome, Round};
use crate::rules::state::{State, answers};
use crate::rules::turn::Phase;
use hanamachi_core::game::{HiddenInformation, Seat, Turn};

/// Actions with at most this share of the largest probability are unlikely.
const UNLIKELY: f64 = 0.02;
/// An action is compared with at most this many actions, itself included.
const COMPARED: usize = 12;

/// A guess of the value of a state to the first player.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Critic {
    /// The learned evaluation of open states.
    Learned(&'static Evaluation),
    /// The value of the round if no further cards counted.
    Placed,
    /// A number unrelated to the value of the state.
    #[cfg(test)]
    Nonsense,
}

impl Critic {
    /// The critic of rounds like this one.
    pub(crate) fn for_round(round: &Round) -> Self {
        if round.rules().is_standard_round() { Self::Learned(Evaluation::standard()) } else { Self::Placed }
    }

    /// A guess for any state after the deal: an offer gets the answer that looks best to the player who
    /// answers, and a draw is averaged over all cards.
    pub(crate) fn value(self, round: &Round, state: &State) -> f64 {
        if round.turn(state) == Turn::Chance {
            return mean_over_cards(round, state, |next| self.value(round, next));
        }
        self.guess(round, state, &|next| self.value(round, next))
    }

    /// The same at a fraction of the cost: before a draw it evaluates the state without the card.
    pub(crate) fn glance(self, round: &Round, state: &State) -> f64 {
        self.guess(round, state, &|next| self.glance(round, next))
    }

    /// Luck of a draw: the first player's gain from the card that was drawn, compared with the mean over all
    /// cards.
    pub(crate) fn luck_of_draw(self, round: &Round, before: &State, after: &State) -> f64 {
        self.glance(round, after) - mean_over_cards(round, before, |next| self.glance(round, next))
    }

    /// Luck of the dealt hands, before the first draw. They are compared with the same hands exchanged
    /// between the players, which were equally likely. Half of the difference is the advantage of the first
    /// player's hand.
    pub(crate) fn luck_of_hands(self, round: &Round, state: &State) -> f64 {
        let mut exchanged = *state;
        exchanged.hands.swap(0, 1);
        f64::midpoint(self.glance(round, state), -self.glance(round, &exchanged))
    }

    /// Luck of a decision in this state: of the action in the place `played`, when the actions had these
    /// probabilities.
    ///
    /// To limit the cost, the action is compared only with actions that are not [unlikely](UNLIKELY), and if
    /// these are many, with every second, third or *n*-th of them. An unlikely action is compared with none.
    /// The groups of actions compared with each other do not depend on the action played, so the mean is 0
    /// within each group, and thus altogether.
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

    /// A guess for a state as it is, without a draw; `of` guesses the states after answers.
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
