//! The searches of `search`, set up for rounds of Hanamikoji.

mod equilibrium;
mod evaluator;
mod model_error;
mod past;
mod settings;
mod spread;
mod step;

use std::num::NonZeroU32;

use rand::Rng;

use crate::evaluation::Evaluation;
use crate::policy::SharedPolicy;
use crate::ranges::Posterior;
use crate::rules::action::Action;
use crate::rules::hidden::Hidden;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::determinized::Determinized;
use hanamachi_core::search::ismcts::{Evaluator, Ismcts, Playout, Puct, Ucb1};

use hanamachi_core::search::root_values::{ActionAnswer, Answer, DealSampler, Effort, Interim};
use hanamachi_core::search::strength::Estimated;

pub use equilibrium::equilibrium;
pub(crate) use equilibrium::{PlayedHand, hand_value, improved, pool};
pub use evaluator::{Leaf, Learned};
pub use model_error::{Against, ModelError, NEARLY_ALL};
pub use past::Past;
pub use settings::{
    Guide, IsmctsSettings, Method, Parameter, Parameters, RuleName, SearchSettings, SettingsError,
    UnknownWord, Word, WordSetting,
};
pub(crate) use settings::{above_0, memory, split_parameters, word_settings};
pub(crate) use spread::spread;
pub(crate) use step::{Step, best_known, is_told, loss_of};

/// Rule that selects the action of an iteration at a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rule {
    /// Upper confidence bounds.
    Ucb {
        /// Constant before the square root, in units of utility.
        exploration: f32,
    },
    /// Learned prior and upper confidence.
    Puct {
        /// Constant before the prior, in units of utility.
        exploration: f32,
        /// Temperature of the prior, which is proportional to e^(logit / temperature).
        temperature: f32,
        /// Share of the prior that is spread evenly over all actions.
        floor: f32,
    },
}

/// Settings of information-set Monte Carlo tree search. Those that need a learned model fit only the deals,
/// actions and goals of the standard game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Rule that selects the action of an iteration at a node.
    pub rule: Rule,
    /// Evaluation of leaves.
    pub leaf: Leaf,
    /// Model of the opponent's hand.
    pub opponent: Past,
    /// Of a learned opponent: temperature of the model.
    pub model_temperature: f64,
}

impl Settings {
    /// Strongest settings in matches of the standard game.
    pub const LEARNED: Self = Self {
        rule: Rule::Puct { exploration: 2.0, temperature: 0.5, floor: 0.0 },
        leaf: Leaf::Evaluation,
        opponent: Past::Learned,
        model_temperature: Past::TEMPERATURE,
    };

    /// As [`LEARNED`](Self::LEARNED), but made to value every action rather than find only the best.
    pub const ANALYSIS: Self =
        Self { rule: Rule::Puct { exploration: 2.0, temperature: 0.5, floor: 0.25 }, ..Self::LEARNED };

    /// Settings that need nothing but the rules.
    pub const PLAIN: Self = Self {
        rule: Rule::Ucb { exploration: 0.7 },
        leaf: Leaf::Random,
        opponent: Past::Uniform,
        model_temperature: Past::TEMPERATURE,
    };

    /// [`ANALYSIS`](Self::ANALYSIS) for rounds with the standard rules, where the results of self-play apply;
    /// [`PLAIN`](Self::PLAIN) for reduced games.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        if rules.is_standard_round() { Self::ANALYSIS } else { Self::PLAIN }
    }

    /// Policy of the opponent, if the model assumes one.
    pub(crate) fn opponent_policy(&self) -> Option<SharedPolicy> {
        self.opponent.policy_at(self.model_temperature)
    }

    /// Whether the settings need nothing but the rules and so fit any reduced game.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        matches!(self.leaf, Leaf::Random)
            && matches!(self.opponent, Past::Uniform)
            && !matches!(self.rule, Rule::Puct { .. })
    }
}

/// Reason why a search failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The game is reduced, and the learned models do not fit it.
    #[error(
        "the learned networks know the standard deals, actions and goals only; a reduced game is searched without them"
    )]
    NotStandard,
    /// The library was built without the network of the approximate equilibrium, and no one has handed it
    /// over.
    #[error("the network of the approximate equilibrium is not there")]
    NoNetwork,
    /// The search was stopped before it had an answer.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Minimum number of blocks with visits to an action for its standard error to be meaningful.
pub(crate) const FEWEST_BLOCKS: u64 = 10;

/// **Estimated**: the probability of winning with an action that was followed. No standard error with visits in
/// fewer than [`FEWEST_BLOCKS`] blocks.
pub(crate) fn win_of_action(of: &ActionAnswer<Action>) -> Option<Estimated> {
    let win = Estimated::from(of.value?).probability();
    Some(Estimated { standard_error: win.standard_error.filter(|_| is_told(of)), ..win })
}

/// Information-set Monte Carlo tree search of a round.
///
/// Each block of `effort` draws its own deals and grows its own tree. Values are utilities, −1 to 1, of the
/// player with this information.
pub fn ismcts(
    round: &Round,
    information: &Information,
    settings: &Settings,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    ismcts_watched(round, information, settings, effort, context, &mut |_| ())
}

/// Callback for interim results, called after each block of a search.
pub type Watch<'w> = &'w mut dyn FnMut(Interim<'_, Action>);

/// Like [`ismcts`], but calls `watch` after each block. Watching does not change the answer.
pub fn ismcts_watched(
    round: &Round,
    information: &Information,
    settings: &Settings,
    effort: Effort,
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    if settings.is_plain() {
        return Ok(with_evaluator(Playout, round, information, (settings, effort), context, watch)?);
    }
    settings.opponent.check(round.rules())?;
    if !round.rules().is_standard_round() {
        return Err(AnalysisError::NotStandard);
    }
    let (temperature, floor) = match settings.rule {
        Rule::Puct { temperature, floor, .. } => (temperature, floor),
        Rule::Ucb { .. } => (1.0, 0.0),
    };
    let learned = Learned { evaluation: Evaluation::standard(), leaf: settings.leaf, temperature, floor };
    Ok(with_evaluator(learned, round, information, (settings, effort), context, watch)?)
}

fn with_evaluator<L: Evaluator<Round> + Copy>(
    evaluator: L,
    round: &Round,
    information: &Information,
    (settings, effort): (&Settings, Effort),
    context: RunContext<'_>,
    watch: Watch<'_>,
) -> Result<Answer<Action>, Stop> {
    let deals = RoundDeals::new(round, *information, settings.opponent_policy());
    let search = Ismcts::new(round).with_evaluator(evaluator);
    match settings.rule {
        Rule::Ucb { exploration } => {
            search.with_selection(Ucb1 { exploration }).run_watched(&deals, effort, context, watch)
        }
        Rule::Puct { exploration, .. } => {
            search.with_selection(Puct { exploration }).run_watched(&deals, effort, context, watch)
        }
    }
}

/// Perfect-information Monte Carlo of a round, the baseline: evaluates each of `effort.iterations` uniform
/// deals with open cards, by this many random playouts of each action.
pub fn pimc(
    round: &Round,
    information: &Information,
    playouts: NonZeroU32,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<Answer<Action>, AnalysisError> {
    let deals = RoundDeals::new(round, *information, None);
    Ok(Determinized { game: round, playouts }.run(&deals, effort, context)?)
}

/// Sampler of deals for the player with this information.
struct RoundDeals {
    information: Information,
    likely: Likely,
}

/// Distribution of the deals.
enum Likely {
    /// All are equally likely.
    Uniform(Box<Hidden>),
    /// The posterior from the policy of the opponent.
    Posterior(Box<Posterior>),
}

impl RoundDeals {
    /// Computes the distribution once, for all blocks.
    fn new(round: &Round, information: Information, opponent: Option<SharedPolicy>) -> Self {
        let likely = match opponent {
            None => Likely::Uniform(Box::new(round.hidden(&information))),
            Some(policy) => Likely::Posterior(Box::new(Posterior::new(round, &information, &policy))),
        };
        Self { information, likely }
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
