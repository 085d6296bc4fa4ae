//! The methods of evaluation, from the flags that choose them.

use std::fmt::Write;
use std::num::{NonZeroU32, NonZeroU64};

use clap::{Args, ValueEnum};
use hanamachi_solver::hanamikoji::analysis::{
    AnalysisError, ModelError, Observer, Opponent, Root, Rule, SampledSettings, Settings, ismcts, pimc,
    sampled_cfr,
};
use hanamachi_solver::hanamikoji::study::RankedAction;
use hanamachi_solver::hanamikoji::{Action, Information, InformationSet, Leaf, Round, Rules};
use hanamachi_solver::search::budget::{CancelToken, Silent};
use hanamachi_solver::search::determinized::Look;
use hanamachi_solver::search::estimate::ClusterMean;
use hanamachi_solver::search::root_values::{Answer, Effort};
use serde::Serialize;

use super::exact::{ExactArgs, Wish};
use crate::failure::Failure;
use crate::hanamikoji::words;

/// How to evaluate.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct MethodArgs {
    /// The method: the exact one, sampled regret minimization, a search of information sets, or the baseline that looks at
    /// deals with open cards
    #[arg(long, value_enum, value_name = "METHOD", default_value = "auto")]
    method: Name,
    /// Whether what self-play has taught guides the search; `none` also for reduced games [default: learned for the
    /// standard game]
    #[arg(long, value_enum, value_name = "GUIDE")]
    guide: Option<Guide>,
    /// Which action an iteration follows [default: puct with a guide, else ucb]
    #[arg(long, value_enum, value_name = "RULE")]
    rule: Option<RuleName>,
    /// Whose knowledge makes a node of the tree: the player's to act, or the reader's alone [default: multiple]
    #[arg(long, value_enum, value_name = "WHO")]
    observer: Option<ObserverName>,
    /// How leaves are valued [default: evaluation with a guide, else random]
    #[arg(long, value_enum, value_name = "HOW")]
    leaf: Option<LeafName>,
    /// What the opponent is taken to hold: any cards alike, or those with which a sensible player would have played so
    /// [default: learned with a guide, else uniform]
    #[arg(long, value_enum, value_name = "MODEL")]
    opponent: Option<OpponentName>,
    /// Of cfr: what the opponent may know of the reader's cards while he learns [default: reader]
    #[arg(long, value_enum, value_name = "ROOT")]
    root: Option<RootName>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RootName {
    /// All of them, as if he had seen them: close with few iterations, too low with very many
    Reader,
    /// What is public: the sounder root, but values are too high until there are very many iterations
    Public,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Name {
    /// Exact where the rest of the round is small, as in most last two turns, else ismcts; ismcts wherever a flag of
    /// the search is given
    Auto,
    /// The rest of the round solved, for all hands that both players may have
    Exact,
    /// Information-set Monte Carlo tree search
    Ismcts,
    /// The last four turns by sampled counterfactual regret minimization: towards an equilibrium, with an error
    Cfr,
    /// Perfect-information Monte Carlo: strategy fusion and all
    Pimc,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Guide {
    Learned,
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RuleName {
    Puct,
    Ucb,
    Regret,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ObserverName {
    Multiple,
    Single,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LeafName {
    /// The learned evaluation of the open state
    Evaluation,
    /// Play to the end of the round by the learned evaluation
    Learned,
    /// Random play to the end of the round
    Random,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum OpponentName {
    Uniform,
    Learned,
}

/// Adds a flag with its value, where it has one.
pub(super) fn add_flag(text: &mut String, name: &str, value: Option<&impl ValueEnum>) {
    if let Some(value) = value.and_then(ValueEnum::to_possible_value) {
        let _ = write!(text, " --{name} {}", value.get_name());
    }
}

/// A method with all its settings.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) enum Method {
    Ismcts(Settings),
    Cfr(SampledSettings),
    Pimc(NonZeroU32),
}

/// With more turns to come there are too many hands for samples to learn about.
const MOST_SAMPLED_TURNS: usize = 4;

/// The root of a subgame that is solved by samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(in crate::hanamikoji) struct Subgame {
    /// What the opponent may know of the reader's cards: `reader`, all of them, or `public`, nothing.
    root: &'static str,
    /// How likely the hands are taken to be: `uniform` or `learned`.
    reach: &'static str,
}

impl Subgame {
    const fn new(settings: &SampledSettings) -> Self {
        let root = match settings.root {
            Root::Reader => "reader",
            Root::Public => "public",
        };
        let reach = match settings.opponent {
            Opponent::Uniform => "uniform",
            Opponent::Learned { .. } => "learned",
        };
        Self { root, reach }
    }
}

/// What is done where nothing is said.
pub(in crate::hanamikoji) struct Defaults {
    pub(in crate::hanamikoji) iterations: NonZeroU64,
    /// Iterations of a block. It does not grow with the iterations, so that more of them find the same, only surer.
    pub(in crate::hanamikoji) block: NonZeroU64,
}

/// Random playouts of each action in a deal of pimc.
const PLAYOUTS: NonZeroU32 = NonZeroU32::new(10).unwrap();

/// Whether something was said on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Given {
    Yes,
    No,
}

impl MethodArgs {
    /// Whether to solve: always, where it costs little, or not at all. Whoever says how much to search, or how, wants a
    /// search.
    pub(super) fn wish(self, has_effort: Given, exact: &ExactArgs) -> Result<Option<Wish>, Failure> {
        let has_search = has_effort == Given::Yes || self.guide.is_some() || self.has_search();
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        match self.method {
            Name::Exact if has_search => usage(
                "exact searches nothing: leave out --iterations, --block, --guide, --rule, --observer, --leaf, --opponent",
            ),
            Name::Exact => Ok(Some(Wish::Always)),
            Name::Auto if !has_search => Ok(Some(Wish::WhereSmall)),
            _ if exact.is_any() => usage(
                "--exploitability, --memory and --reach are for --method exact, or auto without a flag of the search",
            ),
            _ => Ok(None),
        }
    }

    /// The flags that ask for the same again.
    pub(super) fn flags(self) -> String {
        let mut text = String::new();
        if self.method != Name::Auto {
            add_flag(&mut text, "method", Some(&self.method));
        }
        add_flag(&mut text, "guide", self.guide.as_ref());
        add_flag(&mut text, "rule", self.rule.as_ref());
        add_flag(&mut text, "observer", self.observer.as_ref());
        add_flag(&mut text, "leaf", self.leaf.as_ref());
        add_flag(&mut text, "opponent", self.opponent.as_ref());
        add_flag(&mut text, "root", self.root.as_ref());
        text
    }

    const fn has_search(self) -> bool {
        self.has_rule() || self.opponent.is_some() || self.root.is_some()
    }

    /// What only ismcts has.
    const fn has_rule(self) -> bool {
        self.rule.is_some() || self.observer.is_some() || self.leaf.is_some()
    }

    /// The search for a game by these rules.
    pub(super) fn method(self, rules: &Rules) -> Result<Method, Failure> {
        if self.method == Name::Pimc {
            if self.guide == Some(Guide::Learned) || self.has_search() {
                let message = "pimc deals at random and plays at random: leave out --guide, --rule, --observer, --leaf, --opponent";
                return Err(Failure::Usage(message.to_owned()));
            }
            return Ok(Method::Pimc(PLAYOUTS));
        }
        if self.method == Name::Cfr {
            return self.sampled(rules);
        }
        if self.root.is_some() {
            return Err(Failure::Usage("--root is for --method cfr".to_owned()));
        }
        let guided = match self.guide {
            Some(guide) => guide == Guide::Learned,
            None => rules.is_standard_round(),
        };
        let mut settings = if guided { Settings::ANALYSIS } else { Settings::PLAIN };
        settings.observer = match self.observer {
            None | Some(ObserverName::Multiple) => Observer::Multiple,
            Some(ObserverName::Single) => Observer::Single,
        };
        match self.rule {
            Some(RuleName::Puct) => settings.rule = Settings::ANALYSIS.rule,
            Some(RuleName::Ucb) => settings.rule = Settings::PLAIN.rule,
            Some(RuleName::Regret) => settings.rule = Rule::RegretMatching { exploration: 0.2 },
            None => {}
        }
        match self.leaf {
            Some(LeafName::Evaluation) => settings.leaf = Leaf::Evaluation,
            Some(LeafName::Learned) => settings.leaf = Leaf::Learned,
            Some(LeafName::Random) => settings.leaf = Leaf::Random,
            None => {}
        }
        match self.opponent {
            Some(OpponentName::Uniform) => settings.opponent = Opponent::Uniform,
            Some(OpponentName::Learned) => settings.opponent = Settings::ANALYSIS.opponent,
            None => {}
        }
        if !settings.is_plain() && !rules.is_standard_round() {
            return Err(Failure::Usage(AnalysisError::NotStandard.to_string()));
        }
        Ok(Method::Ismcts(settings))
    }

    /// Sampled regret minimization for a game by these rules.
    fn sampled(self, rules: &Rules) -> Result<Method, Failure> {
        if self.guide.is_some() || self.has_rule() {
            let message = "cfr walks to the end of the round: leave out --guide, --rule, --observer, --leaf";
            return Err(Failure::Usage(message.to_owned()));
        }
        let mut settings = SampledSettings::UNIFORM;
        settings.root = match self.root {
            None | Some(RootName::Reader) => Root::Reader,
            Some(RootName::Public) => Root::Public,
        };
        settings.opponent = match self.opponent {
            None | Some(OpponentName::Uniform) => Opponent::Uniform,
            Some(OpponentName::Learned) => Settings::ANALYSIS.opponent,
        };
        if !matches!(settings.opponent, Opponent::Uniform) && !rules.is_standard_round() {
            return Err(Failure::Usage(AnalysisError::NotStandard.to_string()));
        }
        Ok(Method::Cfr(settings))
    }
}

impl Method {
    /// `ismcts`, `cfr` or `pimc`.
    pub(in crate::hanamikoji) const fn name(&self) -> &'static str {
        match self {
            Self::Ismcts(_) => "ismcts",
            Self::Cfr(_) => "cfr",
            Self::Pimc(_) => "pimc",
        }
    }

    /// All settings in words: `guide=…,rule=…`, in the flags' terms.
    pub(in crate::hanamikoji) fn settings(&self) -> String {
        match self {
            Self::Pimc(playouts) => format!("playouts={playouts}"),
            Self::Cfr(settings) => {
                let Subgame { root, reach } = Subgame::new(settings);
                format!("algorithm=external,root={root},reach={reach}")
            }
            Self::Ismcts(Settings { observer, rule, leaf, opponent, .. }) => {
                let rule = match rule {
                    Rule::Puct { .. } => "puct",
                    Rule::Ucb { .. } => "ucb",
                    Rule::RegretMatching { .. } => "regret",
                };
                let observer = match observer {
                    Observer::Multiple => "multiple",
                    Observer::Single => "single",
                };
                let leaf = match leaf {
                    Leaf::Evaluation => "evaluation",
                    Leaf::Learned => "learned",
                    Leaf::Random => "random",
                };
                let opponent = match opponent {
                    Opponent::Uniform => "uniform",
                    Opponent::Learned { .. } => "learned",
                };
                format!("rule={rule},observer={observer},leaf={leaf},opponent={opponent}")
            }
        }
    }

    /// Fails where the method has nothing to say: so many turns before the end.
    pub(in crate::hanamikoji) fn check_turns(&self, left: usize) -> Result<(), Failure> {
        if matches!(self, Self::Cfr(_)) && left > MOST_SAMPLED_TURNS {
            return Err(Failure::Usage(format!(
                "cfr solves the last {MOST_SAMPLED_TURNS} turns of a round, and here are {left}: use --method ismcts"
            )));
        }
        Ok(())
    }

    /// The root of what was solved by samples, if that is the method.
    pub(super) fn subgame(&self) -> Option<Subgame> {
        match self {
            Self::Cfr(settings) => Some(Subgame::new(settings)),
            Self::Ismcts(_) | Self::Pimc(_) => None,
        }
    }

    /// What is known of its error beyond sampling, at this information set.
    pub(in crate::hanamikoji) fn model_error(&self, set: &InformationSet) -> Option<ModelError> {
        match self {
            Self::Ismcts(settings) => settings.model_error(words::turns_over(set)),
            Self::Cfr(_) | Self::Pimc(_) => None,
        }
    }

    /// What the opponent is taken to hold.
    pub(super) const fn opponent(&self) -> Opponent {
        match self {
            Self::Ismcts(settings) => settings.opponent,
            Self::Cfr(settings) => settings.opponent,
            Self::Pimc(_) => Opponent::Uniform,
        }
    }

    pub(in crate::hanamikoji) const fn defaults(&self) -> Defaults {
        match self {
            Self::Ismcts(_) => Defaults {
                iterations: NonZeroU64::new(500_000).unwrap(),
                block: NonZeroU64::new(2000).unwrap(),
            },
            Self::Cfr(_) => Defaults {
                iterations: NonZeroU64::new(100_000).unwrap(),
                block: NonZeroU64::new(10_000).unwrap(),
            },
            Self::Pimc(_) => {
                Defaults { iterations: NonZeroU64::new(300).unwrap(), block: NonZeroU64::new(10).unwrap() }
            }
        }
    }

    /// What the position is worth. To a reader who decides, what the action is that is to be played, the exploration of the
    /// others left out; regret matching leaves it out itself. `ranking` has the reader's actions by worth.
    pub(super) fn value(
        &self,
        answer: &Answer<Action>,
        ranking: &[RankedAction],
        reader: bool,
    ) -> ClusterMean {
        let played = match self {
            Self::Ismcts(Settings { rule: Rule::RegretMatching { .. }, .. }) | Self::Cfr(_) => None,
            Self::Ismcts(_) => answer.most_played(),
            // Of deals with open cards the mean of the best action is more than anybody can have.
            Self::Pimc(_) => {
                let best = ranking.first().map(|ranked| ranked.action);
                answer.actions.iter().find(|action| Some(action.action) == best)
            }
        };
        played.filter(|_| reader).and_then(|action| action.value).unwrap_or(answer.value)
    }

    /// Evaluates on the current pool of threads.
    pub(super) fn run(
        &self,
        round: &Round,
        information: &Information,
        iterations: u64,
        block_size: NonZeroU64,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<Answer<Action>, Failure> {
        let effort = Effort { iterations, block_size, seed };
        let answer = match self {
            Self::Ismcts(settings) => ismcts(round, information, settings, effort, cancel, &Silent),
            Self::Cfr(settings) => sampled_cfr(round, information, settings, effort, cancel, &Silent),
            Self::Pimc(playouts) => pimc(round, information, Look::Flat(*playouts), effort, cancel, &Silent),
        };
        answer.map_err(|error| match error {
            AnalysisError::Stopped(stop) => stop.into(),
            AnalysisError::NotStandard => Failure::Usage(error.to_string()),
        })
    }
}
