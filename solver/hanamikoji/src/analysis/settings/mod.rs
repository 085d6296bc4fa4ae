//! Which search, with all that can be chosen: one value for commands, players, files and JSON.
//!
//! Its text is `method:parameter=value,…`, as in `ismcts:iterations=10000,guide=learned,observer=multiple`. What is not set
//! has the value that is best known, and is not shown, except for the few parameters that are always shown.

mod parameters;
mod words;

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use self::parameters::Text;
pub use self::parameters::{Parameter, Parameters, SettingsError};
pub use self::words::{UnknownWord, Word, WordSetting};
use super::{
    AnalysisError, Leaf, ModelError, Observer, Opponent, Root, Rule, SampledSettings, Settings, Watch,
    ismcts_watched, pimc, sampled_cfr,
};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::budget::{Progress, RunContext};
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

/// How to solve the rest of a round exactly, and at which cost: see [`Endgame`](crate::endgame::Endgame). Its text is
/// `exact:exploitability=0.002,memory=1G,reach=uniform`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ExactSettings {
    /// Best responses gain no more than this on average, in units of utility.
    pub exploitability: f64,
    /// How much memory it may take.
    pub memory: ByteSize,
    /// What the turns so far say about the hands.
    pub reach: Reach,
}

impl ExactSettings {
    /// A tenth of a per cent of a win, in 1 GiB, and nothing is assumed of the past.
    pub const STANDARD: Self =
        Self { exploitability: 0.002, memory: ByteSize(1 << 30), reach: Reach::Uniform };
    /// As it is written.
    pub const NAME: &'static str = "exact";
    /// What can be set.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "exploitability",
            default: "0.002",
            about: "solve until best responses gain no more than this on average, in units of utility",
        },
        Parameter { name: "memory", default: "1G", about: "use no more memory than this" },
        Parameter { name: "reach", default: "uniform", about: REACH },
    ];
}

const REACH: &str =
    "`uniform`: all hands are alike; `learned`: both have played sensibly, standard deals only";
const BLOCK: Parameter =
    Parameter { name: "block", default: "all of them", about: "iterations of a block, which stands alone" };

/// With more turns to come there are too many hands for samples to learn about.
pub const MOST_SAMPLED_TURNS: usize = 4;

impl SearchSettings {
    /// The names of the methods, as they are written.
    pub const METHODS: &'static [&'static str] = &["pimc", "ismcts", "cfr"];

    /// What can be set of the method of this name; nothing of one that does not exist.
    #[must_use]
    pub fn parameters(name: &str) -> &'static [Parameter] {
        match name {
            "pimc" => PIMC_PARAMETERS,
            "ismcts" => ISMCTS_PARAMETERS,
            "cfr" => CFR_PARAMETERS,
            _ => &[],
        }
    }

    /// Whether this search can be made of games by these rules.
    ///
    /// # Errors
    ///
    /// When it needs what was learned, which does not fit them.
    pub fn check(&self, rules: &Rules) -> Result<(), AnalysisError> {
        let is_plain = match &self.method {
            Method::Ismcts(settings) => settings.resolve(rules).is_plain(),
            Method::Cfr(settings) => settings.reach == Reach::Uniform,
            Method::Pimc(_) => true,
        };
        if is_plain || rules.is_standard_round() { Ok(()) } else { Err(AnalysisError::NotStandard) }
    }

    /// What the opponent is taken to hold, in a game by these rules.
    #[must_use]
    pub fn opponent(&self, rules: &Rules) -> Opponent {
        match &self.method {
            Method::Ismcts(settings) => settings.resolve(rules).opponent,
            Method::Cfr(settings) => settings.reach.into(),
            Method::Pimc(_) => Opponent::Uniform,
        }
    }

    /// What is known of its error beyond sampling, in a game by these rules, after so many complete turns of a round.
    #[must_use]
    pub fn model_error(&self, rules: &Rules, turns_over: usize) -> Option<ModelError> {
        match &self.method {
            Method::Ismcts(settings) => settings.resolve(rules).model_error(turns_over),
            Method::Cfr(_) | Method::Pimc(_) => None,
        }
    }

    /// What the settings come to in a game by these rules: `rule=…,observer=…,leaf=…,opponent=…`.
    #[must_use]
    pub fn describe(&self, rules: &Rules) -> String {
        match &self.method {
            Method::Pimc(PimcSettings { playouts }) => format!("playouts={playouts}"),
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
        context: RunContext<'_, impl Progress>,
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
        context: RunContext<'_, impl Progress>,
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
        }
    }
}

impl Method {
    /// `ismcts`, `cfr` or `pimc`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ismcts(_) => "ismcts",
            Self::Cfr(_) => "cfr",
            Self::Pimc(_) => "pimc",
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
        }
    }
}

impl From<&Opponent> for Reach {
    fn from(opponent: &Opponent) -> Self {
        match opponent {
            Opponent::Uniform => Self::Uniform,
            Opponent::Learned { .. } => Self::Learned,
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

const PIMC_PARAMETERS: &[Parameter] = &[
    Parameter { name: "deals", default: "100", about: "deals for each decision" },
    Parameter { name: "playouts", default: "10", about: "random playouts of each action in a deal" },
    Parameter { name: "block", default: "all of them", about: "deals of a block" },
];

const ISMCTS_PARAMETERS: &[Parameter] = &[
    Parameter { name: "iterations", default: "10000", about: "iterations for each decision" },
    Parameter {
        name: "guide",
        default: "auto",
        about: "`learned`: what self-play has taught, standard deals only; `none`: random playouts; `auto`: \
                `none` in reduced games only",
    },
    Parameter {
        name: "rule",
        default: "puct with a guide, else ucb",
        about: "which action an iteration follows: `puct`, `ucb` or `regret`",
    },
    Parameter {
        name: "exploration",
        default: "2 of puct, 0.7 of ucb, 0.2 of regret",
        about: "the constant of the rule",
    },
    Parameter { name: "temperature", default: "0.5", about: "of puct: how flat the learned prior is made" },
    Parameter {
        name: "floor",
        default: "0",
        about: "of puct: the share of the prior that is the same for every action; 0.25 in `evaluate`",
    },
    Parameter {
        name: "observer",
        default: "multiple",
        about: "whose knowledge makes a node: `multiple`, the player's to act, or `single`, the searcher's alone",
    },
    Parameter {
        name: "leaf",
        default: "evaluation with a guide, else random",
        about: "how leaves are valued: `evaluation`, `learned` or `random`",
    },
    Parameter {
        name: "opponent",
        default: "learned with a guide, else uniform",
        about: "what the opponent is taken to hold: `learned` or `uniform`",
    },
    Parameter {
        name: "model-temperature",
        default: "0.15",
        about: "of a learned opponent: how carelessly he is taken to play",
    },
    Parameter {
        name: "widening",
        default: "all actions",
        about: "how many actions compete at visit n of a node, such as `2n^0.5`",
    },
    BLOCK,
];

const CFR_PARAMETERS: &[Parameter] = &[
    Parameter { name: "iterations", default: "10000", about: "iterations for each decision" },
    Parameter {
        name: "root",
        default: "reader",
        about: "what the opponent may know of the searcher's cards while he learns: `reader`, all, or `public`",
    },
    Parameter { name: "reach", default: "uniform", about: REACH },
    Parameter { name: "memory", default: "512M", about: "what the table of a thread may take" },
    BLOCK,
];

/// Splits `method:parameters`.
fn split(text: &str) -> (&str, &str) {
    text.split_once(':').unwrap_or((text, ""))
}

/// Reads a number that fits.
fn number<T: FromStr + Copy>(
    fits: impl Fn(T) -> bool,
    what: &'static str,
) -> impl Fn(&str) -> Result<T, String> {
    move |text| {
        text.parse().ok().filter(|&number| fits(number)).ok_or_else(|| format!("it is a number {what}"))
    }
}

impl FromStr for SearchSettings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let (name, rest) = split(text);
        let unknown = || {
            let names: Vec<String> = Self::METHODS.iter().map(|name| format!("`{name}`")).collect();
            SettingsError::UnknownMethod { name: name.to_owned(), known: names.join(", ") }
        };
        if !Self::METHODS.contains(&name) {
            return Err(unknown());
        }
        let given = Parameters::read(name, Self::parameters(name), rest)?;
        let above_0 = number(|number: f32| number.is_finite() && number > 0.0, "above 0");
        let mut iterations = "iterations";
        let method = match name {
            "pimc" => {
                iterations = "deals";
                let playouts = given.get("playouts")?;
                Method::Pimc(
                    playouts.map_or_else(PimcSettings::default, |playouts| PimcSettings { playouts }),
                )
            }
            "ismcts" => {
                let settings = IsmctsSettings {
                    guide: given.get("guide")?.unwrap_or_default(),
                    rule: given.get("rule")?,
                    exploration: given.get_by("exploration", &above_0)?,
                    temperature: given.get_by("temperature", &above_0)?,
                    floor: given
                        .get_by("floor", number(|share| (0.0..=1.0).contains(&share), "from 0 to 1"))?,
                    observer: given.get("observer")?,
                    leaf: given.get("leaf")?,
                    opponent: given.get("opponent")?,
                    model_temperature: given.get_by(
                        "model-temperature",
                        number(|number: f64| number.is_finite() && number > 0.0, "above 0"),
                    )?,
                    widening: given.get("widening")?,
                };
                settings.check()?;
                Method::Ismcts(settings)
            }
            "cfr" => Method::Cfr(CfrSettings {
                root: given.get("root")?.unwrap_or_default(),
                reach: given.get("reach")?.unwrap_or_default(),
                memory: given.get("memory")?,
            }),
            _ => return Err(unknown()),
        };
        Ok(Self { method, iterations: given.get(iterations)?, block: given.get("block")? })
    }
}

impl fmt::Display for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, iterations, block } = self;
        let text = Text::new(method.name());
        let text = match method {
            Method::Ismcts(settings) => {
                let IsmctsSettings {
                    guide,
                    rule,
                    exploration,
                    temperature,
                    floor,
                    observer,
                    leaf,
                    opponent,
                    model_temperature,
                    widening,
                } = settings;
                text.with("iterations", *iterations)
                    .with("guide", Some(guide))
                    .with("rule", *rule)
                    .with("exploration", *exploration)
                    .with("temperature", *temperature)
                    .with("floor", *floor)
                    .with("observer", *observer)
                    .with("leaf", *leaf)
                    .with("opponent", *opponent)
                    .with("model-temperature", *model_temperature)
                    .with("widening", *widening)
            }
            Method::Cfr(CfrSettings { root, reach, memory }) => text
                .with("iterations", *iterations)
                .with("root", Some(root))
                .with("reach", Some(reach))
                .with("memory", memory.map(ByteSize::exact_text)),
            Method::Pimc(PimcSettings { playouts }) => {
                text.with("deals", *iterations).with("playouts", Some(playouts))
            }
        };
        f.write_str(&text.with("block", *block).finish())
    }
}

impl FromStr for ExactSettings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let (name, rest) = split(text);
        if name != Self::NAME {
            let known = format!("`{}`", Self::NAME);
            return Err(SettingsError::UnknownMethod { name: name.to_owned(), known });
        }
        let given = Parameters::read(name, Self::PARAMETERS, rest)?;
        let above_0 = number(|number: f64| number.is_finite() && number > 0.0, "above 0");
        let Self { exploitability, memory, reach } = Self::STANDARD;
        Ok(Self {
            exploitability: given.get_by("exploitability", above_0)?.unwrap_or(exploitability),
            memory: given.get("memory")?.unwrap_or(memory),
            reach: given.get("reach")?.unwrap_or(reach),
        })
    }
}

impl fmt::Display for ExactSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { exploitability, memory, reach } = self;
        let text = Text::new(Self::NAME)
            .with("exploitability", Some(exploitability))
            .with("memory", Some(memory.exact_text()))
            .with("reach", Some(reach));
        f.write_str(&text.finish())
    }
}

impl From<SearchSettings> for String {
    fn from(settings: SearchSettings) -> Self {
        settings.to_string()
    }
}

impl TryFrom<String> for SearchSettings {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<Self, SettingsError> {
        text.parse()
    }
}

impl From<ExactSettings> for String {
    fn from(settings: ExactSettings) -> Self {
        settings.to_string()
    }
}

impl TryFrom<String> for ExactSettings {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<Self, SettingsError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        text.parse::<SearchSettings>().map_or_else(|error| error.to_string(), |settings| settings.to_string())
    }

    /// What a text means does not change when it is shown and read again, whatever the order and the blanks.
    #[test]
    fn texts_are_shown_in_one_form_that_reads_back() {
        for (text, expected) in [
            ("ismcts", "ismcts:guide=auto"),
            ("ismcts:iterations=100", "ismcts:iterations=100,guide=auto"),
            ("ismcts: guide=learned, iterations=7", "ismcts:iterations=7,guide=learned"),
            (
                "ismcts:block=50,rule=regret,observer=single,leaf=random,opponent=uniform,exploration=0.1,widening=2n^0.5",
                "ismcts:guide=auto,rule=regret,exploration=0.1,observer=single,leaf=random,opponent=uniform,widening=2n^0.5,block=50",
            ),
            (
                "ismcts:floor=.25,temperature=1,model-temperature=0.3",
                "ismcts:guide=auto,temperature=1,floor=0.25,model-temperature=0.3",
            ),
            ("pimc", "pimc:playouts=10"),
            ("pimc:playouts=3,deals=20", "pimc:deals=20,playouts=3"),
            ("cfr:iterations=10,memory=1536M", "cfr:iterations=10,root=reader,reach=uniform,memory=1536M"),
            ("cfr:root=public,reach=learned,block=5", "cfr:root=public,reach=learned,block=5"),
        ] {
            assert_eq!(shown(text), expected);
            assert_eq!(shown(expected), expected);
            let settings: SearchSettings = text.parse().unwrap();
            let json = serde_json::to_string(&settings).unwrap();
            assert_eq!(json, format!("{expected:?}"));
            assert_eq!(serde_json::from_str::<SearchSettings>(&json).unwrap(), settings);
        }
        let exact: ExactSettings = "exact:memory=64M".parse().unwrap();
        assert_eq!(exact.to_string(), "exact:exploitability=0.002,memory=64M,reach=uniform");
        assert_eq!(exact.to_string().parse(), Ok(exact));
    }

    #[test]
    fn what_cannot_be_is_refused_with_what_there_is() {
        for (text, message) in [
            ("mcts", "there is no search `mcts`; there are `pimc`, `ismcts`, `cfr`"),
            (
                "ismcts:iterations=0",
                "`ismcts` cannot have iterations=0: number would be zero for non-zero type",
            ),
            ("ismcts:guide=both", "`ismcts` cannot have guide=both: it is `auto`, `learned` or `none`"),
            ("ismcts:floor=2", "`ismcts` cannot have floor=2: it is a number from 0 to 1"),
            ("ismcts:exploration=-1", "`ismcts` cannot have exploration=-1: it is a number above 0"),
            ("ismcts:guide=none,floor=0.1", "`ismcts` has no use for floor with rule=ucb"),
            (
                "ismcts:opponent=uniform,model-temperature=3",
                "`ismcts` has no use for model-temperature with opponent=uniform",
            ),
            (
                "ismcts:rule=regret,exploration=2",
                "`ismcts` has no use for an exploration above 1 with rule=regret",
            ),
            (
                "ismcts:widening=3",
                "`ismcts` cannot have widening=3: it is written as in `2n^0.5`: a number above 0, and one from 0 to 1",
            ),
            (
                "cfr:leaf=random",
                "`cfr` has no parameter `leaf`; it has `iterations`, `root`, `reach`, `memory`, `block`",
            ),
        ] {
            assert_eq!(shown(text), message);
        }
    }

    #[test]
    fn guides_stand_for_settings() {
        let resolved = |text: &str| match text.parse::<SearchSettings>().unwrap().method {
            Method::Ismcts(settings) => settings.resolve(&Rules::STANDARD),
            Method::Cfr(_) | Method::Pimc(_) => panic!("{text}"),
        };
        assert_eq!(resolved("ismcts"), Settings::LEARNED);
        assert_eq!(resolved("ismcts:guide=learned"), Settings::LEARNED);
        assert_eq!(resolved("ismcts:guide=learned,floor=0.25"), Settings::ANALYSIS);
        assert_eq!(resolved("ismcts:guide=none"), Settings::PLAIN);
        let reduced = "geisha=2,3,4 actions=1,3".parse::<crate::notation::Tags>().unwrap().rules;
        let check = |text: &str| text.parse::<SearchSettings>().unwrap().check(&reduced);
        assert_eq!(check("ismcts"), Ok(()));
        assert_eq!(check("ismcts:guide=learned"), Err(AnalysisError::NotStandard));
        assert_eq!(check("ismcts:leaf=learned"), Err(AnalysisError::NotStandard));
        assert_eq!(check("cfr:reach=learned"), Err(AnalysisError::NotStandard));
        assert_eq!((check("cfr"), check("pimc")), (Ok(()), Ok(())));
    }
}
