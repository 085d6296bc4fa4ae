//! How both players are thought to have played so far.

use std::sync::Arc;

use super::AnalysisError;
use crate::evaluation::Evaluation;
use crate::learn::NetworkPolicy;
use crate::policy::{LearnedPolicy, SharedPolicy};
use crate::rules::parameters::Rules;

/// Inference about hidden cards from the turns so far: the policy by which they are thought to have been played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Past {
    /// None: all placements of the unseen cards are equally likely.
    #[default]
    Uniform,
    /// Sensible play, by the [learned policy](LearnedPolicy::softmax).
    Learned,
    /// Play by the [approximate equilibrium](NetworkPolicy::standard) with [tremble](NetworkPolicy::TREMBLE).
    Equilibrium,
}

impl Past {
    /// Temperature of the learned policy.
    pub(super) const TEMPERATURE: f64 = 0.15;

    /// The best one known for games with these rules: the equilibrium where there is one.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        if NetworkPolicy::for_rules(rules).is_some() { Self::Equilibrium } else { Self::Uniform }
    }

    /// The policy, if one is assumed. For the standard game; see [`check`](Self::check).
    #[must_use]
    pub fn policy(self) -> Option<SharedPolicy> {
        self.policy_at(Self::TEMPERATURE)
    }

    /// The policy, the learned one at this temperature.
    pub(super) fn policy_at(self, temperature: f64) -> Option<SharedPolicy> {
        match self {
            Self::Uniform => None,
            Self::Learned => Some(Arc::new(LearnedPolicy::softmax(Evaluation::standard(), temperature))),
            Self::Equilibrium => {
                NetworkPolicy::standard().map(|policy| Arc::new(policy.trembling()) as SharedPolicy)
            }
        }
    }

    /// Checks that the policy is available in games with these rules.
    ///
    /// # Errors
    ///
    /// For all but [`Uniform`](Self::Uniform) in reduced games, and for [`Equilibrium`](Self::Equilibrium) if its network
    /// is missing.
    pub fn check(self, rules: &Rules) -> Result<(), AnalysisError> {
        match self {
            Self::Uniform => Ok(()),
            _ if !rules.is_standard_round() => Err(AnalysisError::NotStandard),
            Self::Equilibrium if NetworkPolicy::standard().is_none() => Err(AnalysisError::NoNetwork),
            Self::Learned | Self::Equilibrium => Ok(()),
        }
    }
}
