//! Search settings: one value with all options of a search, for commands, players, files and JSON.
//!
//! The text form is `method:parameter=value,…`, as in
//! `ismcts:iterations=10000,guide=learned,leaf=random`. A parameter that is not set has the best known
//! value and does not appear in the text, except for the few parameters that always do.

mod last_turns;
mod parameters;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::num::{NonZeroU32, NonZeroU64};

use serde::{Deserialize, Serialize};

pub use self::parameters::{Parameter, Parameters, SettingsError};
pub(crate) use self::text::{above_0, memory, split_parameters};
pub(crate) use self::words::word_settings;
pub use self::words::{Guide, RuleName, UnknownWord, Word, WordSetting};
use super::{
    AnalysisError, Leaf, ModelError, Past, Rule, Settings, Watch, equilibrium, ismcts_watched, pimc,
};
use crate::learn::NetworkPolicy;
use crate::policy::SharedPolicy;
use crate::rules::Favour;
use crate::rules::action::Action;
use crate::rules::ends::ActionEnds;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::root_values::{Answer, Effort};
use hanamachi_core::search::strength::{Exploitation, Strength};

/// A search that draws deals, with its effort.
///
/// ```
/// use hanamachi_solver::hanamikoji::analysis::SearchSettings;
///
/// let settings: SearchSettings = "ismcts:guide=none,iterations=500,exploration=1".parse()?;
/// assert_eq!(settings.to_string(), "ismcts:iterations=500,guide=none,exploration=1");
/// # Ok::<(), hanamachi_solver::hanamikoji::analysis::SettingsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct SearchSettings {
    /// Search method and its settings.
    pub method: Method,
    /// Number of iterations (of deals, in pimc). `None` leaves it to the caller.
    pub iterations: Option<NonZeroU64>,
    /// Number of iterations in a block; `None` leaves it to the caller.
    pub block: Option<NonZeroU64>,
}

/// Search method, with its settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// Information-set Monte Carlo tree search: [`ismcts`](super::ismcts).
    Ismcts(IsmctsSettings),
    /// Perfect-information Monte Carlo: [`pimc`].
    Pimc {
        /// Number of random playouts of each action in a deal.
        playouts: NonZeroU32,
    },
    /// Rollouts of the approximate equilibrium: [`equilibrium`](equilibrium()).
    Equilibrium,
}

/// Settings of information-set Monte Carlo tree search: a [`Guide`], and the parameters that override it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct IsmctsSettings {
    /// Source of the parameters that are not set.
    pub guide: Guide,
    /// Rule that selects the action of an iteration at a node.
    pub rule: Option<RuleName>,
    /// Exploration constant of the rule.
    pub exploration: Option<f32>,
    /// Of puct: temperature of the prior, which is proportional to e^(logit / temperature).
    pub temperature: Option<f32>,
    /// Of puct: share of the prior that is spread evenly over all actions.
    pub floor: Option<f32>,
    /// Evaluation of leaves.
    pub leaf: Option<Leaf>,
    /// Model of the opponent's hand.
    pub opponent: Option<Past>,
    /// Of a learned opponent: temperature of the model.
    pub model_temperature: Option<f64>,
}

impl Method {
    /// Best settings known for valuing every action in a game with these rules, without solving an ending:
    /// the equilibrium where there is one, else [`analysis`](Self::analysis).
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        match Past::for_rules(rules) {
            Past::Equilibrium => Self::Equilibrium,
            Past::Uniform | Past::Learned => Self::analysis(),
        }
    }

    /// Information-set Monte Carlo tree search with [`Settings::ANALYSIS`] or [`Settings::PLAIN`], depending
    /// on the rules.
    #[must_use]
    pub fn analysis() -> Self {
        let Rule::Puct { floor, .. } = Settings::ANALYSIS.rule else { unreachable!("it has a prior") };
        let settings = IsmctsSettings { floor: Some(floor), ..IsmctsSettings::default() };
        Self::Ismcts(settings)
    }

    /// Checks that this search is available in games with these rules.
    ///
    /// # Errors
    ///
    /// If it needs a learned model that does not fit the rules or is missing.
    pub fn check(&self, rules: &Rules) -> Result<(), AnalysisError> {
        self.opponent(rules).check(rules)?;
        match self {
            Self::Ismcts(settings) if !settings.resolve(rules).is_plain() && !rules.is_standard_round() => {
                Err(AnalysisError::NotStandard)
            }
            _ => Ok(()),
        }
    }

    /// Model of the opponent's hand in a game with these rules.
    #[must_use]
    pub fn opponent(&self, rules: &Rules) -> Past {
        match self {
            Self::Ismcts(settings) => settings.resolve(rules).opponent,
            Self::Pimc { .. } => Past::Uniform,
            Self::Equilibrium => Past::Equilibrium,
        }
    }

    /// Policy of the opponent whose hand is modelled, if one is assumed.
    pub(crate) fn opponent_policy(&self, rules: &Rules) -> Option<SharedPolicy> {
        match self {
            Self::Ismcts(settings) => settings.resolve(rules).opponent_policy(),
            Self::Pimc { .. } | Self::Equilibrium => self.opponent(rules).policy(),
        }
    }

    /// Strength of its values: computed where they are those of the approximate equilibrium, apart from the
    /// sampling error given with them.
    #[must_use]
    pub const fn strength(&self) -> Strength {
        match self {
            Self::Equilibrium => Strength::Computed,
            Self::Ismcts(_) | Self::Pimc { .. } => Strength::Estimated,
        }
    }

    /// Exploitability of the policy whose values it finds, in rounds that begin with these markers; `None` for
    /// a search that has no policy.
    #[must_use]
    pub fn exploitability(&self, rules: &Rules, favour: Favour) -> Option<Exploitation> {
        matches!(self, Self::Equilibrium).then(|| NetworkPolicy::exploitability(rules, favour))
    }

    /// Known error beyond sampling error in a game with these rules, under these markers, after this many
    /// complete turns of a round.
    #[must_use]
    pub fn model_error(&self, rules: &Rules, favour: Favour, turns_over: usize) -> Option<ModelError> {
        match self {
            Self::Ismcts(settings) => settings.resolve(rules).model_error(turns_over),
            Self::Equilibrium => ModelError::of_rollouts(favour, turns_over),
            Self::Pimc { .. } => None,
        }
    }

    /// Describes the full settings in a game with these rules: `rule=…,leaf=…,opponent=…`.
    #[must_use]
    pub fn describe(&self, rules: &Rules) -> String {
        match self {
            Self::Pimc { playouts } => format!("playouts={playouts}"),
            Self::Equilibrium => format!("policy=network,tremble={}", NetworkPolicy::TREMBLE),
            Self::Ismcts(settings) => {
                let Settings { rule, leaf, opponent, .. } = settings.resolve(rules);
                let rule = RuleName::from(&rule);
                format!("rule={rule},leaf={leaf},opponent={opponent}")
            }
        }
    }

    /// Searches on the current rayon pool.
    ///
    /// # Errors
    ///
    /// As [`ismcts`](super::ismcts) and [`pimc`].
    pub fn run(
        &self,
        round: &Round,
        information: &Information,
        effort: Effort,
        context: RunContext<'_>,
    ) -> Result<Answer<Action>, AnalysisError> {
        Ok(self.run_watched(round, information, effort, context, &mut |_| ())?.0)
    }

    /// Like [`run`](Self::run), but calls `watch` after each block if the method reports interim results.
    /// Other methods report nothing before the end. Rollouts see what each action of a player who decides comes to; other methods do not.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_watched(
        &self,
        round: &Round,
        information: &Information,
        effort: Effort,
        context: RunContext<'_>,
        watch: Watch<'_>,
    ) -> Result<(Answer<Action>, Vec<ActionEnds>), AnalysisError> {
        let answer = match self {
            Self::Ismcts(settings) => {
                ismcts_watched(round, information, &settings.resolve(round.rules()), effort, context, watch)
            }
            Self::Pimc { playouts } => pimc(round, information, *playouts, effort, context),
            Self::Equilibrium => return equilibrium(round, information, effort, context, watch),
        };
        Ok((answer?, Vec::new()))
    }

    /// Name of the method that rolls out the approximate equilibrium.
    pub(crate) const EQUILIBRIUM: &str = "equilibrium";

    /// Default effort for studying a position of a round that begins with these markers, with the seed 0. The size of a block
    /// does not grow with the total: more iterations find the same values, only more precisely. Once markers have moved, values
    /// vary more and a rollout costs less.
    #[must_use]
    pub fn usual(&self, favour: Favour) -> Effort {
        let (iterations, block) = match self {
            Self::Equilibrium => {
                let rollouts = if favour == Favour::NEUTRAL { 50_000 } else { 100_000 };
                (rollouts, const { NonZeroU64::new(200).unwrap() })
            }
            Self::Ismcts(_) => (500_000, const { NonZeroU64::new(2000).unwrap() }),
            Self::Pimc { .. } => (300, const { NonZeroU64::new(10).unwrap() }),
        };
        Effort { iterations, block_size: block, seed: 0 }
    }

    /// `ismcts`, `pimc` or `equilibrium`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ismcts(_) => "ismcts",
            Self::Pimc { .. } => "pimc",
            Self::Equilibrium => Self::EQUILIBRIUM,
        }
    }
}

impl IsmctsSettings {
    /// Resolves to full settings for a game with these rules.
    #[must_use]
    pub fn resolve(&self, rules: &Rules) -> Settings {
        let is_guided = match self.guide {
            Guide::Auto => rules.is_standard_round(),
            Guide::Learned => true,
            Guide::None => false,
        };
        let mut settings = if is_guided { Settings::LEARNED } else { Settings::PLAIN };
        settings.rule = match self.rule {
            Some(RuleName::Puct) => Settings::LEARNED.rule,
            Some(RuleName::Ucb) => Settings::PLAIN.rule,
            None => settings.rule,
        };
        match &mut settings.rule {
            Rule::Ucb { exploration } => {
                *exploration = self.exploration.unwrap_or(*exploration);
            }
            Rule::Puct { exploration, temperature, floor } => {
                *exploration = self.exploration.unwrap_or(*exploration);
                *temperature = self.temperature.unwrap_or(*temperature);
                *floor = self.floor.unwrap_or(*floor);
            }
        }
        settings.leaf = self.leaf.unwrap_or(settings.leaf);
        settings.opponent = self.opponent.unwrap_or(settings.opponent);
        if settings.opponent == Past::Learned {
            settings.model_temperature = self.model_temperature.unwrap_or(settings.model_temperature);
        }
        settings
    }

    /// Whether the selection rule may have a uniform share of the prior.
    pub(crate) fn may_have_floor(&self) -> bool {
        self.rule.map_or(self.guide != Guide::None, |rule| rule == RuleName::Puct)
    }

    /// Rejects parameters that conflict with other settings.
    fn check(&self) -> Result<(), SettingsError> {
        let conflict = |name, with: String| Err(SettingsError::Conflict { of: "ismcts", name, with });
        // With `auto` the standard game has a learned prior and a learned opponent.
        let rule = self.rule.or((self.guide == Guide::None).then_some(RuleName::Ucb));
        if let Some(rule) = rule.filter(|&rule| rule != RuleName::Puct) {
            let with = format!("rule={rule}");
            if self.temperature.is_some() {
                return conflict("temperature", with);
            }
            if self.floor.is_some() {
                return conflict("floor", with);
            }
        }
        let opponent = self.opponent.or((self.guide == Guide::None).then_some(Past::Uniform));
        if opponent == Some(Past::Uniform) {
            let with = "opponent=uniform".to_owned();
            if self.model_temperature.is_some() {
                return conflict("model-temperature", with);
            }
        }
        Ok(())
    }
}
