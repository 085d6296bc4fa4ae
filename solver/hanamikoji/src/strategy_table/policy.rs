//! A strategy table, as a policy.

use std::sync::Arc;

use super::StrategyTable;
use crate::policy::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays by a table, and by another policy where the table has no entry.
#[derive(Clone, Debug)]
pub struct TablePolicy<B, F> {
    table: Arc<StrategyTable<B>>,
    fallback: F,
}

impl<B, F> TablePolicy<B, F> {
    /// The policy of this table, with a fallback where it has no entry.
    pub const fn new(table: Arc<StrategyTable<B>>, fallback: F) -> Self {
        Self { table, fallback }
    }
}

impl<B: AsRef<[u8]> + Send + Sync, F: Policy> Policy for TablePolicy<B, F> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.table.expect_rules(rules).map_err(|error| Unsuited { reason: error.to_string() })?;
        self.fallback.check(rules)
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        // Each row of a verified table has all legal actions.
        let found = self.table.find(round, information);
        let found = found.filter(|row| row.iter().map(|(action, _)| action).eq(actions));
        match found {
            Some(row) => {
                probabilities.clear();
                probabilities.extend(row.into_iter().map(|(_, probability)| probability));
            }
            None => self.fallback.probabilities(round, information, actions, probabilities),
        }
    }
}
