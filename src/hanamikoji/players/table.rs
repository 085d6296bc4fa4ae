//! `table:FILE`: the player of a strategy table.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use hanamachi_solver::hanamikoji::players::{Forfeit, Player, TablePlayer};
use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, StrategyTableError, TablePolicy};
use hanamachi_solver::hanamikoji::{Action, Information, Round, Rules};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::registry::{Maker, SharedPolicy};
use super::spec::SpecError;
use crate::failure::Failure;
use crate::file::{FileBytes, hex};
use crate::hanamikoji::strategy_file::{open_for, unfit};

/// A table. [`check`](Self::check) opens the file, once.
#[derive(Clone)]
pub(super) struct TableSpec {
    path: PathBuf,
    opened: Arc<OnceLock<Arc<StrategyTable<FileBytes>>>>,
}

/// What earlier versions wrote after the file.
const FALLBACK: &str = ",fallback=";

impl TableSpec {
    /// Reads `FILE`.
    pub(super) fn parse(file: &str) -> Result<Self, SpecError> {
        if file.is_empty() {
            return Err(SpecError::NoFile);
        }
        if file.contains(FALLBACK) {
            return Err(SpecError::NoFallback);
        }
        Ok(Self { path: file.into(), opened: Arc::default() })
    }

    /// Opens the file, checks all of it, and fails unless it has these rules.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        let table = match self.opened.get() {
            Some(table) => {
                table.expect_rules(rules).map_err(|error| unfit(&self.path, &error))?;
                Arc::clone(table)
            }
            None => Arc::new(open_for(&self.path, rules)?),
        };
        self.opened.get_or_init(|| table);
        Ok(())
    }

    /// Fails unless the opened table covers what it is asked for.
    pub(super) fn expect(
        &self,
        covers: impl FnOnce(&StrategyTable<FileBytes>) -> Result<(), StrategyTableError>,
    ) -> Result<(), Failure> {
        self.opened.get().map_or(Ok(()), |table| covers(table).map_err(|error| unfit(&self.path, &error)))
    }

    /// Makes players. They give up if the table has not been checked.
    pub(super) fn maker(&self) -> Maker {
        let opened = self.opened.get().map(Arc::clone);
        let Some(table) = opened else { return unopened() };
        Arc::new(move || Box::new(TablePlayer::new(Arc::clone(&table))))
    }

    /// Its policy, if the file has been opened.
    pub(super) fn policy(&self) -> Option<SharedPolicy> {
        Some(Arc::new(TablePolicy::new(Arc::clone(self.opened.get()?))))
    }

    /// Hash of the file, if it has been opened.
    pub(super) fn hash(&self) -> Option<String> {
        self.opened.get().map(|table| hex(table.policy().identity()))
    }
}

/// Makes players that give up: a file should have been opened first.
pub(super) fn unopened() -> Maker {
    Arc::new(|| Box::new(Unopened))
}

struct Unopened;

impl Player for Unopened {
    fn decide(
        &mut self,
        _round: &Round,
        _information: &Information,
        _rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        Err(Forfeit { reason: "the file has not been opened".to_owned() })
    }
}
