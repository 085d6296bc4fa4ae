//! `table:FILE`: the player of a strategy table.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use hanamachi_solver::hanamikoji::players::{Forfeit, Lookups, Player, TablePlayer};
use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, TablePolicy};
use hanamachi_solver::hanamikoji::{Action, Information, Round, Rules};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::registry::{Maker, OwnPlayer, SharedPolicy, split_fallback};
use super::spec::SpecError;
use crate::failure::Failure;
use crate::file::FileBytes;
use crate::hanamikoji::strategy_file::{open_for, unfit};
use crate::interrupt;
use crate::session::Session;
use crate::table::hex;

/// A table, and the fallback player for decisions that it does not have. [`check`](Self::check) opens the
/// file, once.
#[derive(Clone)]
pub(super) struct TableSpec {
    path: PathBuf,
    fallback: OwnPlayer,
    opened: Arc<OnceLock<Arc<StrategyTable<FileBytes>>>>,
    lookups: Arc<Lookups>,
}

impl TableSpec {
    /// Reads `FILE` or `FILE,fallback=PLAYER`. Also returns its text in full.
    pub(super) fn parse(text: &str) -> Result<(Self, String), SpecError> {
        let (file, fallback) = split_fallback(text);
        if file.is_empty() {
            return Err(SpecError::NoFile);
        }
        let fallback = OwnPlayer::parse_fallback(fallback.unwrap_or("random"), interrupt::token())?;
        let shown = format!("table:{file},fallback={}", fallback.text);
        let (opened, lookups) = Default::default();
        Ok((Self { path: file.into(), fallback, opened, lookups }, shown))
    }

    /// Returns `true` if the fallback can play games by these rules.
    pub(super) fn fallback_plays(&self, rules: &Rules) -> bool {
        (self.fallback.plays)(rules)
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

    /// Makes players. They give up if the table has not been checked.
    pub(super) fn maker(&self) -> Maker {
        let (lookups, fallback) = (Arc::clone(&self.lookups), Arc::clone(&self.fallback.make));
        let opened = self.opened.get().map(Arc::clone);
        let Some(table) = opened else { return unopened() };
        Arc::new(move || Box::new(TablePlayer::new(Arc::clone(&table), fallback(), Arc::clone(&lookups))))
    }

    /// Its policy, if the file has been opened and the fallback has a policy.
    pub(super) fn policy(&self) -> Option<SharedPolicy> {
        let (table, fallback) = (self.opened.get()?, self.fallback.policy.as_ref()?);
        Some(Arc::new(TablePolicy::new(Arc::clone(table), Arc::clone(fallback))))
    }

    /// Hash of the file, if it has been opened.
    pub(super) fn hash(&self) -> Option<String> {
        self.opened.get().map(|table| hex(table.policy().identity()))
    }

    /// Prints the number of decisions that the table did not have.
    pub(super) fn note(&self, session: &Session) {
        let (found, missing) = (self.lookups.found(), self.lookups.missing());
        if missing > 0 {
            let all = found.saturating_add(missing);
            let path = self.path.display();
            session.note(format!("{path} had nothing for {missing} of {all} decisions: the fallback played"));
        }
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
