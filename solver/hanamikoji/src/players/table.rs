//! The player of a strategy table.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rand_xoshiro::Xoshiro256PlusPlus;

use super::only_action;
use super::search::draw;
use crate::player::{Event, Forfeit, Player};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::strategy_table::StrategyTable;

/// Samples its actions from a table. Another player decides where the table has no entry.
pub struct TablePlayer<B> {
    table: Arc<StrategyTable<B>>,
    fallback: Box<dyn Player>,
    lookups: Arc<Lookups>,
    actions: Vec<Action>,
    /// Probabilities of the last decision; empty if the other player made it.
    probabilities: Vec<f64>,
}

/// Numbers of decisions of table players, on all threads. Decisions without a choice do not count.
#[derive(Debug, Default)]
pub struct Lookups {
    found: AtomicU64,
    missing: AtomicU64,
}

impl Lookups {
    /// Decisions found in the table.
    pub fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }

    /// Decisions left to the other player.
    pub fn missing(&self) -> u64 {
        self.missing.load(Ordering::Relaxed)
    }
}

impl<B> TablePlayer<B> {
    /// A player of this table, with the fallback where the table has no entry, and the counter of both kinds
    /// of decisions.
    pub fn new(table: Arc<StrategyTable<B>>, fallback: Box<dyn Player>, lookups: Arc<Lookups>) -> Self {
        Self { table, fallback, lookups, actions: Vec::new(), probabilities: Vec::new() }
    }
}

impl<B: AsRef<[u8]> + Send + Sync> Player for TablePlayer<B> {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        self.table.expect_rules(round.rules()).map_err(|error| Forfeit { reason: error.to_string() })?;
        self.probabilities.clear();
        if let Some(only) = only_action(round, information, &mut self.actions) {
            self.probabilities.push(1.0);
            return Ok(only);
        }
        // Relaxed: the sums are read after all threads are done.
        let Some(choices) = self.table.find(round, information) else {
            self.lookups.missing.fetch_add(1, Ordering::Relaxed);
            return self.fallback.decide(round, information, rng);
        };
        self.lookups.found.fetch_add(1, Ordering::Relaxed);
        let of = |action| choices.iter().find(|choice| choice.0 == action).map_or(0.0, |choice| choice.1);
        self.probabilities.extend(self.actions.iter().copied().map(of));
        let action = draw(&choices, rng).filter(|action| self.actions.contains(action));
        action.ok_or_else(|| Forfeit { reason: "the table has an action that is not legal".to_owned() })
    }

    fn probabilities(&self) -> Option<&[f64]> {
        if self.probabilities.is_empty() { self.fallback.probabilities() } else { Some(&self.probabilities) }
    }

    fn sees(&mut self, event: Event<'_>) {
        self.fallback.sees(event);
    }
}
