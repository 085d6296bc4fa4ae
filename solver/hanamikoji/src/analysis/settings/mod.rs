//! Which search, with all that can be chosen: one value for commands, players, files and JSON.
//!
//! Its text is `method:parameter=value,…`, as in `ismcts:iterations=10000,guide=learned,observer=multiple`. What is not set
//! has the value that is best known, and is not shown, except for the few parameters that are always shown.

mod exact;
mod last_turns;
mod parameters;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::num::{NonZeroU32, NonZeroU64};

use serde::{Deserialize, Serialize};

pub use self::exact::ExactSettings;
pub use self::parameters::{Parameter, Parameters, SettingsError};
use self::text::{CFR_PARAMETERS, EQUILIBRIUM_PARAMETERS, ISMCTS_PARAMETERS, PIMC_PARAMETERS};
pub use self::words::{UnknownWord, Word, WordSetting};
use super::{
    AnalysisError, Leaf, ModelError, Observer, Opponent, Root, Rule, SampledSettings, Settings, Watch,
    equilibrium, ismcts_watched, pimc, sampled_cfr,
};
use crate::learn::NetworkPolicy;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::determinized::Look;
use hanamachi_core::search::ismcts::Widening;
use hanamachi_core::search::root_values::{Answer, Effort};
use hanamachi_text::ByteSize;

/// A search that draws deals, and how much of it.
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
    /// Which search.
    pub method: Method,
    /// Iterations; deals, of pimc. `None` leaves it to whoever searches.
    pub iterations: Option<NonZeroU64>,
    /// Iterations of a block; `None` leaves it to whoever searches.
    pub block: Option<NonZeroU64>,
}

/// Which search, with its settings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Method {
    /// Information-set Monte Carlo tree search: [`ismcts`](super::ismcts).
    Ismcts(IsmctsSettings),
    /// Sampled counterfactual regret minimization: [`sampled_cfr`].
    Cfr(CfrSettings),
    /// Perfect-information Monte Carlo: [`pimc`].
    Pimc(PimcSettings),
    /// Rollouts of the approximate equilibrium: [`equilibrium`](equilibrium()).
    Equilibrium,
}

/// Which settings [`IsmctsSettings`] begin with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guide {
    /// [`Learned`](Self::Learned) for the standard game, [`None`](Self::None) for reduced ones.
    #[default]
    Auto,
    /// [`Settings::LEARNED`].
    Learned,
    /// [`Settings::PLAIN`].
    None,
}

/// A [`Rule`] without its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleName {
    /// [`Rule::Puct`].
    Puct,
    /// [`Rule::Ucb`].
    Ucb,
    /// [`Rule::RegretMatching`].
    Regret,
}

/// What the turns so far are taken to say about hidden cards: an [`Opponent`] without its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    /// Nothing: all placements of the unseen cards are alike.
    #[default]
    Uniform,
    /// Both have played sensibly.
    Learned,
    /// Both have played by the approximate equilibrium.
    Equilibrium,
}

impl Reach {
    /// What is known best for games by these rules: the equilibrium where there is one.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        if NetworkPolicy::for_rules(rules).is_some() { Self::Equilibrium } else { Self::Uniform }
    }
}

/// How to search a tree of information sets: what a [`Guide`] stands for, and where it is to be otherwise.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct IsmctsSettings {
    /// What holds where nothing else is set.
    pub guide: Guide,
    /// Which action an iteration follows.
    pub rule: Option<RuleName>,
    /// The constant of the rule.
    pub exploration: Option<f32>,
    /// Of puct: the prior is in proportion to e^(logit / temperature).
    pub temperature: Option<f32>,
    /// Of puct: the share of the prior that is the same for every action.
    pub floor: Option<f32>,
    /// Whose knowledge makes a node.
    pub observer: Option<Observer>,
    /// How leaves are valued.
    pub leaf: Option<Leaf>,
    /// What the opponent probably holds.
    pub opponent: Option<Reach>,
    /// Of a learned opponent: the temperature of the model.
    pub model_temperature: Option<f64>,
    /// Whether actions compete little by little.
    pub widening: Option<Widening>,
}

/// How to solve the rest of a round by samples.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CfrSettings {
    /// What the opponent may know.
    pub root: Root,
    /// How likely hands are taken to be.
    pub reach: Reach,
    /// How many bytes the table of a thread may take.
    pub memory: Option<ByteSize>,
}

/// How to look at deals with open cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PimcSettings {
    /// Random playouts of each action in a deal.
    pub playouts: NonZeroU32,
}

impl Default for PimcSettings {
    fn default() -> Self {
        Self { playouts: NonZeroU32::new(10).unwrap() }
    }
}

/// With more turns to come there are too many hands for samples to learn about.
pub const MOST_SAMPLED_TURNS: usize = 4;

impl SearchSettings {
    /// The names of the methods, as they are written.
    pub const METHODS: &'static [&'static str] = &["pimc", "ismcts", "cfr", "equilibrium"];

    /// What can be set of the method of this name; nothing of one that does not exist.
    #[must_use]
    pub fn parameters(name: &str) -> &'static [Parameter] {
        match name {
            "pimc" => PIMC_PARAMETERS,
            "ismcts" => ISMCTS_PARAMETERS,
            "cfr" => CFR_PARAMETERS,
            "equilibrium" => EQUILIBRIUM_PARAMETERS,
            _ => &[],
        }
    }

    /// What is known best for whoever wants to know what every action is worth in a game by these rules, and no end is solved: the equilibrium where
    /// there is one, else [`analysis`](Self::analysis).
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        match Reach::for_rules(rules) {
            Reach::Equilibrium => Self { method: Method::Equilibrium, iterations: None, block: None },
            Reach::Uniform | Reach::Learned => Self::analysis(),
        }
    }

    /// Information-set Monte Carlo tree search as [`Settings::ANALYSIS`] and [`Settings::PLAIN`] have it.
    #[must_use]
    pub fn analysis() -> Self {
        let Rule::Puct { floor, .. } = Settings::ANALYSIS.rule else { unreachable!("it has a prior") };
        let settings = IsmctsSettings { floor: Some(floor), ..IsmctsSettings::default() };
        Self { method: Method::Ismcts(settings), iterations: None, block: None }
    }

    /// Whether this search can be made of games by these rules.
    ///
    /// # Errors
    ///
    /// When it needs what was learned, which does not fit them.
    pub fn check(&self, rules: &Rules) -> Result<(), AnalysisError> {
        self.opponent(rules).check(rules)?;
        match &self.method {
            Method::Ismcts(settings) if !settings.resolve(rules).is_plain() && !rules.is_standard_round() => {
                Err(AnalysisError::NotStandard)
            }
            _ => Ok(()),
        }
    }

    /// What the opponent is taken to hold, in a game by these rules.
    #[must_use]
    pub fn opponent(&self, rules: &Rules) -> Opponent {
        match &self.method {
            Method::Ismcts(settings) => settings.resolve(rules).opponent,
            Method::Cfr(settings) => settings.reach.into(),
            Method::Pimc(_) => Opponent::Uniform,
            Method::Equilibrium => Opponent::Equilibrium,
        }
    }

    /// What is known of its error beyond sampling, in a game by these rules, after so many complete turns of a round.
    #[must_use]
    pub fn model_error(&self, rules: &Rules, turns_over: usize) -> Option<ModelError> {
        match &self.method {
            Method::Ismcts(settings) => settings.resolve(rules).model_error(turns_over),
            Method::Cfr(_) | Method::Pimc(_) | Method::Equilibrium => None,
        }
    }

    /// What the settings come to in a game by these rules: `rule=…,observer=…,leaf=…,opponent=…`.
    #[must_use]
    pub fn describe(&self, rules: &Rules) -> String {
        match &self.method {
            Method::Pimc(PimcSettings { playouts }) => format!("playouts={playouts}"),
            Method::Equilibrium => format!("policy=network,tremble={}", NetworkPolicy::TREMBLE),
            Method::Cfr(CfrSettings { root, reach, .. }) => {
                format!("algorithm=external,root={root},reach={reach}")
            }
            Method::Ismcts(settings) => {
                let Settings { observer, rule, leaf, opponent, .. } = settings.resolve(rules);
                let (rule, opponent) = (RuleName::from(&rule), Reach::from(&opponent));
                format!("rule={rule},observer={observer},leaf={leaf},opponent={opponent}")
            }
        }
    }

    /// Whether the method has something to say so many turns before the end of a round.
    #[must_use]
    pub const fn reaches(&self, turns_left: usize) -> bool {
        !matches!(self.method, Method::Cfr(_)) || turns_left <= MOST_SAMPLED_TURNS
    }

    /// Searches on the current rayon pool; `effort` says how much, whatever the settings say of it.
    ///
    /// # Errors
    ///
    /// As [`ismcts`](super::ismcts), [`sampled_cfr`] and [`pimc`].
    pub fn run(
        &self,
        round: &Round,
        information: &Information,
        effort: Effort,
        context: RunContext<'_>,
    ) -> Result<Answer<Action>, AnalysisError> {
        self.run_watched(round, information, effort, context, &mut |_| ())
    }

    /// The same, told to `watch` after each block where the method is one that grows trees; of the others nothing is heard before the
    /// end.
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
    ) -> Result<Answer<Action>, AnalysisError> {
        match &self.method {
            Method::Ismcts(settings) => {
                ismcts_watched(round, information, &settings.resolve(round.rules()), effort, context, watch)
            }
            Method::Cfr(settings) => sampled_cfr(round, information, &settings.resolve(), effort, context),
            Method::Pimc(PimcSettings { playouts }) => {
                pimc(round, information, Look::Flat(*playouts), effort, context)
            }
            Method::Equilibrium => equilibrium(round, information, effort, context, watch),
        }
    }
}

/// How much of a search is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amounts {
    /// Iterations in all; deals, of pimc.
    pub iterations: NonZeroU64,
    /// Iterations of a block. It does not grow with the iterations, so that more of them find the same, only surer.
    pub block: NonZeroU64,
}

impl Amounts {
    const fn new(iterations: u64, block: u64) -> Self {
        Self { iterations: NonZeroU64::new(iterations).unwrap(), block: NonZeroU64::new(block).unwrap() }
    }
}

impl Method {
    /// How much is usual where a position is studied and nothing is said.
    #[must_use]
    pub const fn usual(&self) -> Amounts {
        match self {
            Self::Equilibrium => const { Amounts::new(30_000, 200) },
            Self::Ismcts(_) => const { Amounts::new(500_000, 2000) },
            Self::Cfr(_) => const { Amounts::new(100_000, 10_000) },
            Self::Pimc(_) => const { Amounts::new(300, 10) },
        }
    }

    /// `ismcts`, `cfr`, `pimc` or `equilibrium`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ismcts(_) => "ismcts",
            Self::Cfr(_) => "cfr",
            Self::Pimc(_) => "pimc",
            Self::Equilibrium => "equilibrium",
        }
    }
}

impl IsmctsSettings {
    /// What they come to in a game by these rules.
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
            Some(RuleName::Regret) => Rule::RegretMatching { exploration: 0.2 },
            None => settings.rule,
        };
        match &mut settings.rule {
            Rule::Ucb { exploration } | Rule::RegretMatching { exploration } => {
                *exploration = self.exploration.unwrap_or(*exploration);
            }
            Rule::Puct { exploration, temperature, floor } => {
                *exploration = self.exploration.unwrap_or(*exploration);
                *temperature = self.temperature.unwrap_or(*temperature);
                *floor = self.floor.unwrap_or(*floor);
            }
        }
        settings.observer = self.observer.unwrap_or(settings.observer);
        settings.leaf = self.leaf.unwrap_or(settings.leaf);
        settings.opponent = self.opponent.map_or(settings.opponent, Opponent::from);
        if let Opponent::Learned { temperature } = &mut settings.opponent {
            *temperature = self.model_temperature.unwrap_or(*temperature);
        }
        settings.widening = self.widening.or(settings.widening);
        settings
    }

    /// The parameters of what is not there.
    fn check(&self) -> Result<(), SettingsError> {
        let conflict = |name, with: String| Err(SettingsError::Conflict { of: "ismcts", name, with });
        // With `auto` there is a learned prior and a learned opponent in the standard game.
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
        let opponent = self.opponent.or((self.guide == Guide::None).then_some(Reach::Uniform));
        if opponent == Some(Reach::Uniform) {
            let with = "opponent=uniform".to_owned();
            if self.model_temperature.is_some() {
                return conflict("model-temperature", with);
            }
        }
        if rule == Some(RuleName::Regret) && self.exploration.is_some_and(|share| share > 1.0) {
            return conflict("an exploration above 1", "rule=regret".to_owned());
        }
        Ok(())
    }
}

impl CfrSettings {
    /// What they come to.
    #[must_use]
    pub fn resolve(&self) -> SampledSettings {
        let Self { root, reach, memory } = *self;
        let memory = memory.map_or(SampledSettings::UNIFORM.memory, |ByteSize(bytes)| {
            usize::try_from(bytes).unwrap_or(usize::MAX)
        });
        SampledSettings { root, opponent: reach.into(), memory }
    }
}

impl From<Reach> for Opponent {
    fn from(reach: Reach) -> Self {
        match reach {
            Reach::Uniform => Self::Uniform,
            Reach::Learned => Settings::LEARNED.opponent,
            Reach::Equilibrium => Self::Equilibrium,
        }
    }
}

impl From<&Opponent> for Reach {
    fn from(opponent: &Opponent) -> Self {
        match opponent {
            Opponent::Uniform => Self::Uniform,
            Opponent::Learned { .. } => Self::Learned,
            Opponent::Equilibrium => Self::Equilibrium,
        }
    }
}

impl From<&Rule> for RuleName {
    fn from(rule: &Rule) -> Self {
        match rule {
            Rule::Puct { .. } => Self::Puct,
            Rule::Ucb { .. } => Self::Ucb,
            Rule::RegretMatching { .. } => Self::Regret,
        }
    }
}
