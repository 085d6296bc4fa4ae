//! Evaluators for searches of a round: values of leaves and priors of actions.

use rand::Rng;

use crate::evaluation::{Evaluation, View, ViewActions};
use crate::rules::action::Action;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::ismcts::{Evaluator, Playout};

/// Evaluation of the leaves of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaf {
    /// Random play to the end of the round.
    Random,
    /// Play to the end of the round in which both players follow the learned evaluation of what they know.
    Learned,
    /// Learned evaluation of the open state, at once.
    #[default]
    Evaluation,
}

/// A learned evaluator for rounds of the standard game.
#[derive(Clone, Copy, Debug)]
pub struct Learned<'a> {
    /// The learned evaluation.
    pub evaluation: &'a Evaluation,
    /// Evaluation of leaves.
    pub leaf: Leaf,
    /// Temperature of the prior, which is proportional to e^(logit / temperature).
    pub temperature: f32,
    /// Share of the prior, 0 to 1, that is spread evenly over all actions, so that the search overlooks none.
    pub floor: f32,
}

impl Evaluator<Round> for Learned<'_> {
    fn value<R: Rng + ?Sized>(&self, round: &Round, state: &mut State, rng: &mut R) -> f64 {
        match self.leaf {
            Leaf::Random => Playout.value(round, state, rng),
            Leaf::Learned => self.play_out(round, state, rng),
            Leaf::Evaluation => self.evaluate(round, state, rng),
        }
    }

    fn prior(&self, round: &Round, state: &State, actions: &[Action], weights: &mut [f32]) {
        let Turn::Player(seat) = round.turn(state) else { return };
        if actions.len() == 1 {
            weights.fill(1.0);
            return;
        }
        self.logits(round, state, seat, actions, weights);
        let largest = weights.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        for weight in weights.iter_mut() {
            *weight = libm::expf((*weight - largest) / self.temperature);
        }
        if self.floor > 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "a few hundred actions")]
            let each = self.floor / actions.len() as f32;
            let scale = (1.0 - self.floor) / weights.iter().sum::<f32>();
            for weight in weights {
                *weight = each + scale * *weight;
            }
        }
    }
}

impl Learned<'_> {
    /// Logits of the actions from the view of the player to act.
    // Six parameters: those of `Evaluator::prior`, and the seat.
    fn logits(&self, round: &Round, state: &State, seat: Seat, actions: &[Action], logits: &mut [f32]) {
        let view = View::new(round, state, seat);
        if let Some(offer) = state.offer() {
            for (logit, &action) in logits.iter_mut().zip(actions) {
                *logit = self.evaluation.answer_logit(&view, offer, action);
            }
            return;
        }
        let mut choices = ViewActions::new();
        choices.set(self.evaluation, &view);
        for (logit, &action) in logits.iter_mut().zip(actions) {
            *logit = action.kind().map_or(0.0, |kind| choices.logit(kind, action));
        }
    }

    /// The action with the largest logit for the player to act.
    fn best(&self, round: &Round, state: &State, seat: Seat) -> Option<Action> {
        let view = View::new(round, state, seat);
        let mut best = (f32::NEG_INFINITY, None);
        let mut consider = |action, logit| {
            if logit > best.0 {
                best = (logit, Some(action));
            }
        };
        if let Some(offer) = state.offer() {
            for answer in crate::rules::state::answers(offer) {
                consider(answer, self.evaluation.answer_logit(&view, offer, answer));
            }
            return best.1;
        }
        let mut choices = ViewActions::new();
        choices.set(self.evaluation, &view);
        for (kind, actions) in round.ways(state.hand(seat), state.left(seat)) {
            for &action in actions {
                consider(action, choices.logit(kind, action));
            }
        }
        best.1
    }

    fn play_out<R: Rng + ?Sized>(&self, round: &Round, state: &mut State, rng: &mut R) -> f64 {
        loop {
            match round.turn(state) {
                Turn::End => return round.utility(state),
                Turn::Chance => round.sample_outcome(state, rng),
                Turn::Player(seat) => match self.best(round, state, seat) {
                    Some(action) => round.play(state, action),
                    None => return round.utility(state),
                },
            }
        }
    }

    /// Evaluates the open state before the next action. First answers an open offer as the answering player
    /// likes best, and draws the next card.
    fn evaluate<R: Rng + ?Sized>(&self, round: &Round, state: &mut State, rng: &mut R) -> f64 {
        loop {
            match round.turn(state) {
                Turn::End => return round.utility(state),
                Turn::Chance => round.sample_outcome(state, rng),
                Turn::Player(seat) if state.offer().is_some() => match self.best(round, state, seat) {
                    Some(answer) => round.play(state, answer),
                    None => return 0.0,
                },
                Turn::Player(seat) => {
                    return seat.from_first(2.0 * f64::from(self.evaluation.open_win(round, state)) - 1.0);
                }
            }
        }
    }
}
