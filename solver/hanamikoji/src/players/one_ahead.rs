//! Players that look one action ahead, without search: by the rule of thumb, and by the learned evaluation.

use rand_xoshiro::Xoshiro256PlusPlus;

use super::best_decision;
use crate::evaluation::{Evaluation, View, ViewActions};
use crate::player::{Forfeit, Player};
use crate::policy::greedy_value;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;

/// Plays the action that leaves the best position by a rule of thumb. It assumes that the opponent answers an
/// offer with the choice that is worst for the player by the same rule.
#[derive(Clone, Debug, Default)]
pub struct GreedyPlayer {
    actions: Vec<Action>,
}

impl Player for GreedyPlayer {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        let view = View::with(round, information);
        let rules = round.rules();
        best_decision(round, information, &mut self.actions, |offer, action| {
            greedy_value(rules, &view, offer, action)
        })
    }
}

/// Plays the action that the [`Evaluation`] of its own view rates highest, without search.
#[derive(Clone, Debug)]
pub struct LearnedPlayer<'a> {
    evaluation: &'a Evaluation,
    choices: Box<ViewActions>,
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
