//! The searches of `search`, set up for rounds of Hanamikoji.

mod equilibrium;
mod evaluator;
mod model_error;
mod sampled;
mod settings;

use std::sync::{Arc, OnceLock};

use rand::Rng;

use crate::evaluation::Evaluation;
use crate::learn::NetworkPolicy;
use crate::policy::{LearnedPolicy, SharedPolicy};
use crate::ranges::{Posterior, PublicRanges};
use crate::rules::action::Action;
use crate::rules::hidden::Hidden;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::determinized::{Determinized, Look};
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::ismcts::{
    Evaluator, Ismcts, MultipleObserver, Playout, Puct, RegretMatching, SingleObserver, Ucb1, Widening,
};

use hanamachi_core::search::root_values::{Answer, DealSampler, Effort, Interim};
use hanamachi_core::search::strength::Estimated;

pub use equilibrium::{Advisor, equilibrium, rolled_out};
pub(crate) use equilibrium::{EQUILIBRIUM, TEMPERATURE, best_known, improved, step};
pub use evaluator::{Leaf, Learned};
pub use model_error::{Against, ModelError};
pub use sampled::{Root, SampledSettings, sampled_cfr};
pub use settings::{
    Amounts, CfrSettings, ExactSettings, Guide, IsmctsSettings, MOST_SAMPLED_TURNS, Method, Parameter,
    Parameters, PimcSettings, Reach, RuleName, SearchSettings, SettingsError, UnknownWord, Word, WordSetting,
};

/// Whose knowledge makes a node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Observer {
    /// That of the player for whom the search is made.
    Single,
    /// That of the player to act.
    #[default]
    Multiple,
}

/// Which action an iteration follows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// Upper confidence bounds.
    Ucb {
        /// The constant before the root, in units of utility.
        exploration: f32,
    },
    /// The learned prior, and upper confidence.
    Puct {
        /// The constant before the prior, in units of utility.
        exploration: f32,
        /// The prior is in proportion to e^(logit / temperature).
        temperature: f32,
        /// The share of it that is the same for every action.
        floor: f32,
    },
    /// Regret matching.
    RegretMatching {
        /// How often an action is taken at random.
        exploration: f32,
    },
}

/// How likely the hands of the opponent are taken to be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Opponent {
    /// Every placement of the unseen cards alike.
    Uniform,
    /// By what the [learned policy](LearnedPolicy::softmax) would have done with them: the exact [posterior](Posterior).
    Learned {
        /// The temperature of the policy.
        temperature: f64,
    },
    /// By what the [approximate equilibrium](NetworkPolicy::standard) plays with them when its hand [trembles](NetworkPolicy::TREMBLE): exact, too.
    Equilibrium,
}

impl Opponent {
    /// The policy by which the opponent is taken to play, where there is one. For the standard game; see [`check`](Self::check).
    #[must_use]
    pub fn policy(self) -> Option<SharedPolicy> {
        match self {
            Self::Uniform => None,
            Self::Learned { temperature } => {
                Some(Arc::new(LearnedPolicy::softmax(Evaluation::standard(), temperature)))
            }
            Self::Equilibrium => {
                NetworkPolicy::standard().map(|policy| Arc::new(policy.trembling()) as SharedPolicy)
            }
        }
    }

    /// Whether there is anything known of such an opponent in games by these rules.
    ///
    /// # Errors
    ///
    /// For all but [`Uniform`](Self::Uniform) in reduced games; and for the equilibrium where its network is not there.
    pub fn check(self, rules: &Rules) -> Result<(), AnalysisError> {
        match self {
            Self::Uniform => Ok(()),
            _ if !rules.is_standard_round() => Err(AnalysisError::NotStandard),
            Self::Equilibrium if NetworkPolicy::standard().is_none() => Err(AnalysisError::NoNetwork),
            Self::Learned { .. } | Self::Equilibrium => Ok(()),
        }
    }
}

/// How to search. What needs the learned evaluation is for the deals, actions and goals of the standard game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Whose knowledge makes a node.
    pub observer: Observer,
    /// Which action an iteration follows.
    pub rule: Rule,
    /// How leaves are valued.
    pub leaf: Leaf,
    /// What the opponent probably holds.
    pub opponent: Opponent,
    /// Whether actions compete little by little.
    pub widening: Option<Widening>,
}

impl Settings {
    /// What did best in matches of the standard game.
    pub const LEARNED: Self = Self {
        observer: Observer::Multiple,
        rule: Rule::Puct { exploration: 2.0, temperature: 0.5, floor: 0.0 },
        leaf: Leaf::Evaluation,
        opponent: Opponent::Learned { temperature: 0.15 },
        widening: None,
    };

    /// The same, for whoever wants to know what every action is worth and not only the best.
    pub const ANALYSIS: Self =
        Self { rule: Rule::Puct { exploration: 2.0, temperature: 0.5, floor: 0.25 }, ..Self::LEARNED };

    /// What needs nothing but the rules.
    pub const PLAIN: Self = Self {
        observer: Observer::Multiple,
        rule: Rule::Ucb { exploration: 0.7 },
        leaf: Leaf::Random,
        opponent: Opponent::Uniform,
        widening: None,
    };

    /// [`ANALYSIS`](Self::ANALYSIS) for rounds by the standard rules, which is where what self-play has taught applies;
    /// [`PLAIN`](Self::PLAIN) for reduced games.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        if rules.is_standard_round() { Self::ANALYSIS } else { Self::PLAIN }
    }

    /// Whether nothing but the rules is needed, so that any reduced game will do.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        matches!(self.leaf, Leaf::Random)
            && matches!(self.opponent, Opponent::Uniform)
            && !matches!(self.rule, Rule::Puct { .. })
            && self.widening.is_none()
    }
}

/// Why a search was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The evaluation is for another game.
    #[error(
        "the learned evaluation knows the standard deals, actions and goals only; a reduced game is searched without it"
    )]
    NotStandard,
    /// The library was built without the network that says what an equilibrium plays, and nobody has handed it over.
    #[error("the network of the approximate equilibrium is not there")]
    NoNetwork,
    /// It was stopped before it had an answer.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// In fewer blocks than this an action must not have been followed for its error to be told.
pub(crate) const FEWEST_BLOCKS: u64 = 10;

/// **Estimated**: the probability of winning that the value of an action stands for. A handful of visits that happen to agree tells
/// no error.
pub(crate) fn win_of_action(value: ClusterMean) -> Estimated {
    let win = Estimated::from(value).probability();
    Estimated { standard_error: win.standard_error.filter(|_| value.clusters >= FEWEST_BLOCKS), ..win }
}

/// Information-set Monte Carlo tree search of a round.
///
/// Each block of `effort` draws deals of its own and grows a tree of its own. Values are utilities, −1 to 1, of the player
/// whose information this is.
pub fn ismcts(
    round: &Round,
    information: &Information,
    settings: &Settings,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    ismcts_watched(round, information, settings, effort, context, &mut |_| ())
}

/// Hears what the blocks of a search so far say, after each of them.
pub type Watch<'w> = &'w mut dyn FnMut(Interim<'_, Action>);

/// The same, told to `watch` after each block. Watching changes nothing about the answer.
pub fn ismcts_watched(
    round: &Round,
    information: &Information,
    settings: &Settings,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    let question = Question { round, information, settings, effort };
    if settings.is_plain() {
        return Ok(question.with_evaluator(Playout, context, watch)?);
    }
    settings.opponent.check(round.rules())?;
    if !round.rules().is_standard_round() {
        return Err(AnalysisError::NotStandard);
    }
    let (temperature, floor) = match settings.rule {
        Rule::Puct { temperature, floor, .. } => (temperature, floor),
        Rule::Ucb { .. } | Rule::RegretMatching { .. } => (1.0, 0.0),
    };
    let learned = Learned { evaluation: Evaluation::standard(), leaf: settings.leaf, temperature, floor };
    Ok(question.with_evaluator(learned, context, watch)?)
}

/// What is searched, how and how much.
struct Question<'a> {
    round: &'a Round,
    information: &'a Information,
    settings: &'a Settings,
    effort: Effort,
}

impl Question<'_> {
    fn with_evaluator<L: Evaluator<Round> + Copy>(
        &self,
        evaluator: L,
        context: RunContext<'_>,
        watch: Watch<'_>,
    ) -> Result<Answer<Action>, Stop> {
        let Self { round, information, settings, effort } = *self;
        let deals = RoundDeals::new(round, *information, settings.opponent);
        let mut search = Ismcts::new(round).with_evaluator(evaluator);
        search.widening = settings.widening;
        macro_rules! run {
            ($selection:expr) => {
                match settings.observer {
                    Observer::Single => search
                        .with_observer(SingleObserver)
                        .with_selection($selection)
                        .run_watched(&deals, effort, context, watch),
                    Observer::Multiple => search
                        .with_observer(MultipleObserver)
                        .with_selection($selection)
                        .run_watched(&deals, effort, context, watch),
                }
            };
        }
        match settings.rule {
            Rule::Ucb { exploration } => run!(Ucb1 { exploration }),
            Rule::Puct { exploration, .. } => run!(Puct { exploration }),
            Rule::RegretMatching { exploration } => run!(RegretMatching { exploration }),
        }
    }
}

/// Perfect-information Monte Carlo of a round, the baseline: each of `effort.iterations` uniform deals is looked at with
/// open cards, by random playouts.
pub fn pimc(
    round: &Round,
    information: &Information,
    look: Look,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    let deals = RoundDeals::new(round, *information, Opponent::Uniform);
    Ok(Determinized::new(round, look).run(&deals, effort, context)?)
}

/// Deals for the player whose information it is.
struct RoundDeals {
    information: Information,
    policy: Option<SharedPolicy>,
    likely: Likely,
    /// Of both players, where a hand other than the opponent's was dealt anew.
    ranges: OnceLock<PublicRanges>,
}

/// How likely deals are.
enum Likely {
    /// All alike.
    Uniform(Box<Hidden>),
    /// As the policy of the opponent makes them.
    Posterior(Box<Posterior>),
}

impl RoundDeals {
    /// They are worked out once, for all blocks.
    fn new(round: &Round, information: Information, opponent: Opponent) -> Self {
        let policy = opponent.policy();
        let likely = match &policy {
            None => Likely::Uniform(Box::new(round.hidden(&information))),
            Some(policy) => Likely::Posterior(Box::new(Posterior::new(round, &information, policy))),
        };
        Self { information, policy, likely, ranges: OnceLock::new() }
    }

    fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        match &self.likely {
            Likely::Uniform(hidden) => hidden.sample(rng),
            Likely::Posterior(posterior) => posterior.sample(rng),
        }
    }
}

impl DealSampler<Round> for RoundDeals {
    type Pool = ();

    fn seat(&self) -> Seat {
        self.information.seat()
    }

    fn pool<R: Rng + ?Sized>(&self, _: &Round, _: &mut R) {}

    fn deal<R: Rng + ?Sized>(&self, _: &Round, (): &(), rng: &mut R) -> State {
        self.sample(rng)
    }
}
