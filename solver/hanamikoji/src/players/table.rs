//! The player of a strategy table.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::only_action;
use super::search::draw;
use crate::player::{Forfeit, Player};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::strategy_table::{StrategyTable, StrategyTableError};

/// Samples its actions from a table. It gives up where the table has no row; see
/// [`StrategyTable::expect_games`], which tells so before the first game.
pub struct TablePlayer<B> {
    table: Arc<StrategyTable<B>>,
    actions: Vec<Action>,
    /// Probabilities of the last decision.
    probabilities: Vec<f64>,
}

impl<B> TablePlayer<B> {
    /// A player of this table.
    #[must_use]
    pub const fn new(table: Arc<StrategyTable<B>>) -> Self {
        Self { table, actions: Vec::new(), probabilities: Vec::new() }
    }
}

impl From<StrategyTableError> for Forfeit {
    fn from(error: StrategyTableError) -> Self {
        Self { reason: error.to_string() }
    }
}

impl<B: AsRef<[u8]> + Send + Sync> Player for TablePlayer<B> {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        self.table.expect_rules(round.rules())?;
        self.probabilities.clear();
        if let Some(only) = only_action(round, information, &mut self.actions) {
            self.probabilities.push(1.0);
            return Ok(only);
        }
        let Some(choices) = self.table.find(round, information) else {
            return Err(self.table.without(round, information).into());
        };
        let of = |action| choices.iter().find(|choice| choice.0 == action).map_or(0.0, |choice| choice.1);
        self.probabilities.extend(self.actions.iter().copied().map(of));
        let action = draw(&choices, rng).filter(|action| self.actions.contains(action));
        action.ok_or_else(|| Forfeit { reason: "the table has an action that is not legal".to_owned() })
    }

    fn probabilities(&self) -> Option<&[f64]> {
        Some(&self.probabilities)
    }
}
