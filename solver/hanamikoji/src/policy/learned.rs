//! The learned evaluation of the own view, as a policy.

use super::{Policy, Unsuited, first_of_best, only};
use crate::evaluation::{Evaluation, View, ViewActions};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays by the ratings that the [`Evaluation`] of its own view gives the actions, without search. For rounds
/// with the deals, actions and goals of the standard game.
#[derive(Clone, Copy, Debug)]
pub struct LearnedPolicy<'a> {
    evaluation: &'a Evaluation,
    choice: Choice,
}

/// Conversion of the logits to probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Choice {
    /// Only the first of the best actions.
    Best,
    /// In proportion to e^(logit / temperature).
    Softmax { temperature: f64 },
}

impl<'a> LearnedPolicy<'a> {
    /// Always plays the action of [`LearnedPlayer`](crate::players::LearnedPlayer).
    #[must_use]
    pub const fn best(evaluation: &'a Evaluation) -> Self {
        Self { evaluation, choice: Choice::Best }
    }

    /// Plays an action with a probability in proportion to e^(logit / temperature). Logits are about 4 apart from a sure win to a sure
    /// loss. The temperature is above 0.
    #[must_use]
    pub const fn softmax(evaluation: &'a Evaluation, temperature: f64) -> Self {
        Self { evaluation, choice: Choice::Softmax { temperature } }
    }
}

impl Policy for LearnedPolicy<'_> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        if rules.is_standard_round() {
            return Ok(());
        }
        let reason = "the learned evaluation knows the standard deals, actions and goals only; a reduced game has no learned play";
        Err(Unsuited { reason: reason.to_owned() })
    }

    /// The evaluation knows values, markers and counts. Of equally good actions the best is the first.
    fn is_symmetric(&self) -> bool {
        matches!(self.choice, Choice::Softmax { .. })
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        let view = View::with(round, information);
        probabilities.clear();
        if let Some(offer) = information.open_offer() {
            let logit = |&action: &Action| f64::from(self.evaluation.answer_logit(&view, offer, action));
            probabilities.extend(actions.iter().map(logit));
        } else {
            let mut choices = ViewActions::new();
            choices.set(self.evaluation, &view);
            let logit = |&action: &Action| {
                action.kind().map_or(f64::NEG_INFINITY, |kind| choices.logit(kind, action).into())
            };
            probabilities.extend(actions.iter().map(logit));
        }
        match self.choice {
            Choice::Best => only(first_of_best(probabilities.iter().copied()), actions, probabilities),
            Choice::Softmax { temperature } => softmax(probabilities, temperature),
        }
    }
}

/// Turns logits into probabilities.
fn softmax(logits: &mut [f64], temperature: f64) {
    let largest = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = libm::exp((*logit - largest) / temperature);
        sum += *logit;
    }
    for weight in logits {
        *weight /= sum;
    }
}
