//! `resolve:…,policy=PLAYER`: a player that solves its last turns anew.

use std::fmt;
use std::sync::{Arc, OnceLock};

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::endgame::ResolveSettings;
use hanamachi_solver::hanamikoji::players::PolicyPlayer;
use hanamachi_solver::hanamikoji::resolve::ResolvingPolicy;

use super::registry::{Maker, SharedPolicy};
use super::spec::{PlayerSpec, SpecError};
use crate::failure::Failure;
use crate::interrupt;

/// Separator between the parameters and the blueprint player.
const POLICY: &str = "policy=";

/// A blueprint player, which must be able to tell its probabilities, and the settings for solving its last
/// turns.
#[derive(Clone)]
pub(super) struct ResolvingSpec {
    settings: ResolveSettings,
    blueprint: Box<PlayerSpec>,
    /// One policy for all players, so that endings are solved once.
    opened: Arc<OnceLock<SharedPolicy>>,
}

impl ResolvingSpec {
    /// Name in specifications.
    pub(super) const NAME: &'static str = ResolveSettings::NAME;

    /// Reads the rest of a specification: the parameters, and everything after `policy=`.
    pub(super) fn parse(rest: &str) -> Result<Self, SpecError> {
        let (settings, policy) = if let Some(policy) = rest.strip_prefix(POLICY) {
            (Self::NAME.to_owned(), policy)
        } else {
            let (parameters, policy) = rest.split_once(",policy=").ok_or(SpecError::NoPolicy)?;
            (format!("{}:{parameters}", Self::NAME), policy)
        };
        let settings = settings.parse()?;
        Ok(Self { settings, blueprint: Box::new(policy.parse()?), opened: Arc::default() })
    }

    /// Fails unless the blueprint can tell its probabilities in games by these rules.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        let blueprint = self.blueprint.policy(rules)?;
        self.opened.get_or_init(|| {
            Arc::new(ResolvingPolicy::new(blueprint, self.settings, Arc::clone(interrupt::token())))
        });
        Ok(())
    }

    /// Its policy, if it has been checked.
    pub(super) fn policy(&self) -> Option<SharedPolicy> {
        self.opened.get().map(Arc::clone)
    }

    /// Makes players, if it has been checked.
    pub(super) fn maker(&self) -> Option<Maker> {
        let policy = self.policy()?;
        Some(Arc::new(move || Box::new(PolicyPlayer::new(Arc::clone(&policy)))))
    }

    /// The blueprint player, whose last turns are solved.
    pub(super) const fn blueprint(&self) -> &PlayerSpec {
        &self.blueprint
    }
}

impl fmt::Display for ResolvingSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{POLICY}{}", self.settings, self.blueprint)
    }
}
