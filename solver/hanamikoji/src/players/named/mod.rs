//! Players by name: the meaning of `random`, `pimc:deals=100` and `table:FILE`.
//!
//! To add a player that needs no file, add an entry to `BOTS` or a search to the library. [`NamedPlayer`] has the others, too.

mod equilibrium;
mod named_player;
mod own;

pub use named_player::{NamedPlayer, OpenedPlayer, PlayerError, PlayerFiles, PlayerTextError, WEIGHTS};
pub use own::{AboutPlayer, Maker, OwnPlayer};

use std::sync::Arc;

use crate::Rules;
use crate::analysis::{Method, Parameter, Parameters, SearchSettings, SettingsError, split_parameters};
use crate::evaluation::Evaluation;
use crate::learn::NetworkPolicy;
use crate::player::Player;
use crate::players::{GreedyPlayer, LearnedPlayer, PolicyPlayer, RandomPlayer, SearchPlayer};
use crate::policy::{GreedyPolicy, LearnedPolicy, SharedPolicy, UniformPolicy};
use hanamachi_core::search::budget::CancelToken;

/// A player that does not search.
struct Bot {
    /// Name in specifications.
    name: &'static str,
    /// Description for the help.
    about: &'static str,
    plays: fn(&Rules) -> bool,
    make: fn() -> Box<dyn Player>,
    policy: fn() -> SharedPolicy,
}

/// All of them, weakest first.
const BOTS: &[Bot] = &[
    Bot {
        name: "random",
        about: "plays each legal action with the same probability",
        plays: |_| true,
        make: || Box::<RandomPlayer>::default(),
        policy: || Arc::new(UniformPolicy),
    },
    Bot {
        name: "greedy",
        about: "plays the best action by a rule of thumb",
        plays: |_| true,
        make: || Box::<GreedyPlayer>::default(),
        policy: || Arc::new(GreedyPolicy),
    },
    Bot {
        name: "learned",
        about: "plays the best action by an evaluation learned from self-play; standard deals only",
        plays: Rules::is_standard_round,
        make: || Box::new(LearnedPlayer::new(Evaluation::standard())),
        policy: || Arc::new(LearnedPolicy::best(Evaluation::standard())),
    },
];

/// Parameters of `learned`. With a temperature it samples its actions instead of playing the best one.
const OF_LEARNED: &[Parameter] = &[Parameter {
    name: "temperature",
    default: "always the best action",
    about: "play each action with probability proportional to e^(logit / temperature)",
}];

impl Bot {
    /// Its parameters.
    fn parameters(&self) -> &'static [Parameter] {
        if self.name == "learned" { OF_LEARNED } else { &[] }
    }
}

/// Reads the parameters of `learned`; `None` if it plays the best action.
fn learned(rest: &str) -> Result<Option<OwnPlayer>, SettingsError> {
    let given = Parameters::read("learned", OF_LEARNED, rest)?;
    let above_0 = |text: &str| {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
        number.ok_or_else(|| "it is a number above 0".to_owned())
    };
    let Some(temperature) = given.get_by("temperature", above_0)? else { return Ok(None) };
    let policy = LearnedPolicy::softmax(Evaluation::standard(), temperature);
    Ok(Some(OwnPlayer {
        text: format!("learned:temperature={temperature}"),
        plays: Arc::new(Rules::is_standard_round),
        make: Arc::new(move || Box::new(PolicyPlayer::new(policy))),
        iterations: 0,
        policy: Some(Arc::new(policy)),
    }))
}

/// A player that searches, by the name of the search.
struct Searcher {
    name: &'static str,
    /// Description for the help.
    about: &'static str,
}

/// All of them.
const SEARCHERS: &[Searcher] = &[
    Searcher {
        name: "pimc",
        about: "deals the unseen cards many times, and plays the action with the best mean result over deals with open cards",
    },
    Searcher { name: "ismcts", about: "information-set Monte Carlo tree search" },
];

/// Players of earlier versions, and what to use instead.
const GONE: &[(&str, &str)] = &[
    ("cfr", "`best`, or `resolve:policy=PLAYER`, which solve the last turns of a round"),
    ("exact", "`best`, or `resolve:policy=PLAYER`, which solve the last turns of a round"),
];

/// All players by name, each in backquotes, separated by commas.
#[must_use]
pub fn names() -> String {
    let names: Vec<String> = about_players().map(|of| format!("`{}`", of.name)).collect();
    names.join(", ")
}

/// All players: those that do not search, those that do, and those of the approximate equilibrium, each group with the weakest first.
pub fn about_players() -> impl Iterator<Item = AboutPlayer> {
    let bots =
        BOTS.iter().map(|bot| AboutPlayer { name: bot.name, about: bot.about, parameters: bot.parameters() });
    let searchers = SEARCHERS.iter().map(|searcher| AboutPlayer {
        name: searcher.name,
        about: searcher.about,
        parameters: SearchSettings::parameters(searcher.name),
    });
    let best = NetworkPolicy::standard().map(|_| [equilibrium::POLICY, equilibrium::BEST]);
    bots.chain(searchers).chain(best.into_iter().flatten())
}

impl Searcher {
    /// Reads the rest of a specification.
    fn player(&self, rest: &str, cancel: &Arc<CancelToken>) -> Result<OwnPlayer, SettingsError> {
        if rest.starts_with(',') {
            return Err(SettingsError::Empty { of: self.name.to_owned() });
        }
        let colon = if rest.is_empty() { "" } else { ":" };
        Ok(search(format!("{}{colon}{rest}", self.name).parse()?, cancel))
    }
}

fn search(asked: SearchSettings, cancel: &Arc<CancelToken>) -> OwnPlayer {
    let iterations = asked.iterations.unwrap_or_else(|| SearchPlayer::default_iterations(&asked));
    let settings = SearchSettings { iterations: Some(iterations), ..asked };
    // Pimc plays each deal out several times.
    let each = match settings.method {
        Method::Pimc { playouts } => u64::from(playouts.get()),
        Method::Ismcts(_) | Method::Equilibrium => 1,
    };
    let cancel = Arc::clone(cancel);
    OwnPlayer {
        text: settings.to_string(),
        iterations: iterations.get().saturating_mul(each),
        plays: Arc::new(move |rules| settings.method.check(rules).is_ok()),
        make: Arc::new(move || Box::new(SearchPlayer::new(settings, Arc::clone(&cancel)))),
        policy: None,
    }
}

impl OwnPlayer {
    /// Reads the specification of one of the program's own players; `None` if it is not one of them.
    ///
    /// Setting `cancel` ends the searches of its players and of its policy. From then on what they play means
    /// nothing, and the caller discards it.
    pub fn parse(text: &str, cancel: &Arc<CancelToken>) -> Result<Option<Self>, SettingsError> {
        let name = text.split(':').next().unwrap_or(text);
        if let Some(&(name, instead)) = GONE.iter().find(|&&(gone, _)| gone == name) {
            return Err(SettingsError::Gone { what: format!("the player `{name}`"), instead });
        }
        if !about_players().any(|player| player.name == name) {
            return Ok(None);
        }
        let (_, rest) = split_parameters(text)?;
        if let Some(bot) = BOTS.iter().find(|bot| bot.name == name) {
            if name == "learned"
                && let Some(player) = learned(rest)?
            {
                return Ok(Some(player));
            }
            Parameters::read(name, bot.parameters(), rest)?;
            let (text, plays) = (name.to_owned(), Arc::new(bot.plays));
            return Ok(Some(Self {
                text,
                plays,
                make: Arc::new(bot.make),
                iterations: 0,
                policy: Some((bot.policy)()),
            }));
        }
        if let Some(player) = equilibrium::parse(name, rest, cancel)? {
            return Ok(Some(player));
        }
        SEARCHERS.iter().find(|of| of.name == name).map(|of| of.player(rest, cancel)).transpose()
    }
}
