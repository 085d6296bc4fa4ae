//! A strategy table, as a policy.

use std::sync::{Arc, OnceLock};

use super::{StrategyTable, StrategyTableError};
use crate::policy::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays by a table, in the rounds that it is for. Nothing stands in for a row that is not there: the policy is then at
/// [fault](Policy::fault).
#[derive(Clone, Debug)]
pub struct TablePolicy<B> {
    table: Arc<StrategyTable<B>>,
    /// Why the first row that was not there is not there.
    fault: Arc<OnceLock<StrategyTableError>>,
}

impl<B> TablePolicy<B> {
    /// The policy of this table.
    #[must_use]
    pub fn new(table: Arc<StrategyTable<B>>) -> Self {
        Self { table, fault: Arc::default() }
    }
}

impl From<StrategyTableError> for Unsuited {
    fn from(error: StrategyTableError) -> Self {
        Self { reason: error.to_string() }
    }
}

impl<B: AsRef<[u8]> + Send + Sync> Policy for TablePolicy<B> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        Ok(self.table.expect_rules(rules)?)
    }

    fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
        Ok(self.table.expect_round(round)?)
    }

    fn fault(&self) -> Option<Unsuited> {
        self.fault.get().cloned().map(Unsuited::from)
    }

    /// Fills in equal probabilities where there is no row, which [`fault`](Policy::fault) tells.
    #[expect(clippy::cast_precision_loss, reason = "some hundred actions")]
    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        probabilities.clear();
        // Each row of a verified table has all legal actions.
        let found = self.table.find(round, information);
        if let Some(row) = found.filter(|row| row.iter().map(|(action, _)| action).eq(actions)) {
            probabilities.extend(row.into_iter().map(|(_, probability)| probability));
        } else {
            self.fault.get_or_init(|| self.table.without(round, information));
            probabilities.resize(actions.len(), 1.0 / actions.len() as f64);
        }
    }
}
