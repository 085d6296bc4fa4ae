//! The player of the learned evaluation, which looks one action ahead.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Forfeit, Player, best_decision};
use crate::evaluation::{Choices, Evaluation, View};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;

/// Plays the action that the [`Evaluation`] of its own view rates highest, without search.
#[derive(Clone, Debug)]
pub struct LearnedPlayer<'a> {
    evaluation: &'a Evaluation,
    choices: Box<Choices>,
    actions: Vec<Action>,
}

impl<'a> LearnedPlayer<'a> {
    /// A player with this evaluation.
    #[must_use]
    pub fn new(evaluation: &'a Evaluation) -> Self {
        Self { evaluation, choices: Box::default(), actions: Vec::new() }
    }
}

impl Player for LearnedPlayer<'_> {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        if !round.rules().is_standard_round() {
            let reason = "the learned evaluation knows the standard deals, actions and goals only";
            return Err(Forfeit { reason: reason.to_owned() });
        }
        let Self { evaluation, choices, actions } = self;
        let view = View::with(round, information);
        choices.set(evaluation, &view);
        best_decision(round, information, actions, |offer, action| match (offer, action.kind()) {
            (None, Some(kind)) => choices.logit(kind, action).into(),
            _ => evaluation.decision_logit(&view, offer, action).into(),
        })
    }
}
