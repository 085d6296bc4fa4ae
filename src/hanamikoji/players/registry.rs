//! The program's own players. A new one is an entry in [`BOTS`], or a search of the library.

use std::fmt::Write;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{ExactSettings, Parameter, Parameters, Reach, SearchSettings};
use hanamachi_solver::hanamikoji::endgame::ResolveSettings;
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::players::{
    ExactPlayer, GreedyPlayer, LearnedPlayer, Player, PolicyPlayer, RandomPlayer, SearchPlayer,
};
use hanamachi_solver::hanamikoji::policy::{GreedyPolicy, LearnedPolicy, Policy, UniformPolicy};

use super::network::{self, NetworkSpec};
use super::resolving::ResolvingSpec;
use super::spec::SpecError;

/// Makes players, on any thread.
pub(crate) type Maker = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// A policy that is shared by threads.
pub(crate) type SharedPolicy = Arc<dyn Policy>;

/// One of the program's own players, ready to be made.
#[derive(Clone)]
pub(super) struct OwnPlayer {
    /// The specification with its parameters.
    pub(super) text: String,
    /// Whether it can play games by these rules.
    pub(super) plays: Arc<dyn Fn(&Rules) -> bool + Send + Sync>,
    pub(super) make: Maker,
    /// How likely it plays each action, where it can tell.
    pub(super) policy: Option<SharedPolicy>,
}

/// A player that does not search.
struct Bot {
    /// As in a specification.
    name: &'static str,
    /// What it does, for the help.
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
        about: "plays what looks best by a rule of thumb",
        plays: |_| true,
        make: || Box::<GreedyPlayer>::default(),
        policy: || Arc::new(GreedyPolicy),
    },
    Bot {
        name: "learned",
        about: "plays what looks best by what self-play has taught; standard deals only",
        plays: Rules::is_standard_round,
        make: || Box::new(LearnedPlayer::new(Evaluation::standard())),
        policy: || Arc::new(LearnedPolicy::best(Evaluation::standard())),
    },
];

/// What can be set of `learned`: then it plays its probabilities instead of what it likes best.
const OF_LEARNED: &[Parameter] = &[Parameter {
    name: "temperature",
    default: "always the best",
    about: "play each action as often as e^(logit / temperature) says",
}];

impl Bot {
    /// What can be set.
    fn parameters(&self) -> &'static [Parameter] {
        if self.name == "learned" { OF_LEARNED } else { &[] }
    }
}

/// Reads the parameters of `learned`; `None` where it is to play what it likes best.
fn learned(rest: &str) -> Result<Option<OwnPlayer>, SpecError> {
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
        policy: Some(Arc::new(policy)),
    }))
}

/// A player that searches, by the name of the search.
struct Searcher {
    name: &'static str,
    /// What it does, for the help.
    about: &'static str,
    /// What the search has nothing to say about, if anything: who plays there is a parameter.
    fallback: Option<&'static str>,
}

/// All of them.
const SEARCHERS: &[Searcher] = &[
    Searcher {
        name: "pimc",
        about: "deals the unseen cards again and again, and plays what is best in most deals with open cards",
        fallback: None,
    },
    Searcher { name: "ismcts", about: "information-set Monte Carlo tree search", fallback: None },
    Searcher {
        name: "cfr",
        about: "solves the last four turns of a round by sampled regret minimization, and plays the strategy that it finds",
        fallback: Some("who plays the turns before"),
    },
    Searcher {
        name: ExactSettings::NAME,
        about: "solves the rest of a round where it is small, as in most last two turns, and plays the equilibrium",
        fallback: Some("who plays the rest"),
    },
];

/// Whose specifications have a form of their own.
const OTHERS: &[&str] = &["table", NetworkSpec::NAME, ResolvingSpec::NAME, "exec"];

/// Nobody has this name.
pub(super) fn unknown(name: &str) -> SpecError {
    let names = BOTS.iter().map(|bot| bot.name).chain(SEARCHERS.iter().map(|of| of.name));
    let names = names.map(|name| format!("`{name}`"));
    let known: Vec<String> = names
        .chain(
            ["`policy:weights=FILE`", "`resolve:policy=PLAYER`", "`table:FILE`", "`exec:COMMAND`"]
                .map(str::to_owned),
        )
        .collect();
    SpecError::UnknownPlayer { name: name.to_owned(), known: known.join(", ") }
}

/// Between the parameters and the other player.
const FALLBACK: &str = "fallback=";
/// The other player where none is named.
const DEFAULT_FALLBACK: &str = "ismcts";

impl Searcher {
    fn parameters(&self) -> &'static [Parameter] {
        if self.name == ExactSettings::NAME {
            ExactSettings::PARAMETERS
        } else {
            SearchSettings::parameters(self.name)
        }
    }

    /// Reads the rest of a specification.
    fn player(&self, rest: &str) -> Result<OwnPlayer, SpecError> {
        let (parameters, fallback) = match self.fallback {
            Some(_) => split_fallback(rest),
            None => (rest, None),
        };
        let fallback = self
            .fallback
            .map(|_| OwnPlayer::parse_fallback(fallback.unwrap_or(DEFAULT_FALLBACK)))
            .transpose()?;
        let text = format!("{}:{parameters}", self.name);
        match fallback {
            Some(fallback) if self.name == ExactSettings::NAME => Ok(exact(text.parse()?, fallback)),
            fallback => Ok(search(text.parse()?, fallback)),
        }
    }
}

/// The parameters of a player and the one that plays for it: all that follows `fallback=`.
pub(super) fn split_fallback(rest: &str) -> (&str, Option<&str>) {
    if let Some(fallback) = rest.strip_prefix(FALLBACK) {
        return ("", Some(fallback));
    }
    match rest.split_once(",fallback=") {
        Some((parameters, fallback)) => (parameters, Some(fallback)),
        None => (rest, None),
    }
}

fn search(asked: SearchSettings, fallback: Option<OwnPlayer>) -> OwnPlayer {
    let iterations = asked.iterations.unwrap_or_else(|| SearchPlayer::default_iterations(&asked));
    let settings = SearchSettings { iterations: Some(iterations), ..asked };
    let mut text = settings.to_string();
    if let Some(fallback) = &fallback {
        let _ = write!(text, ",{FALLBACK}{}", fallback.text);
    }
    let others = fallback.clone();
    OwnPlayer {
        text,
        plays: Arc::new(move |rules| {
            settings.check(rules).is_ok() && others.as_ref().is_none_or(|other| (other.plays)(rules))
        }),
        make: Arc::new(move || {
            let fallback = fallback.as_ref().map(|fallback| (fallback.make)());
            Box::new(SearchPlayer::new(settings, fallback))
        }),
        policy: None,
    }
}

fn exact(settings: ExactSettings, fallback: OwnPlayer) -> OwnPlayer {
    let OwnPlayer { text, plays, make, .. } = fallback;
    OwnPlayer {
        text: format!("{settings},{FALLBACK}{text}"),
        plays: Arc::new(move |rules| {
            (settings.reach == Reach::Uniform || rules.is_standard_round()) && plays(rules)
        }),
        make: Arc::new(move || Box::new(ExactPlayer::new(settings, make()))),
        policy: None,
    }
}

impl OwnPlayer {
    /// Reads the specification of one of the program's own players; `None` if it is not one of them.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, SpecError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        if let Some(bot) = BOTS.iter().find(|bot| bot.name == name) {
            if name == "learned"
                && let Some(player) = learned(rest)?
            {
                return Ok(Some(player));
            }
            Parameters::read(name, bot.parameters(), rest)?;
            let (text, plays) = (name.to_owned(), Arc::new(bot.plays));
            return Ok(Some(Self { text, plays, make: Arc::new(bot.make), policy: Some((bot.policy)()) }));
        }
        SEARCHERS.iter().find(|of| of.name == name).map(|of| of.player(rest)).transpose()
    }

    /// The same of one that plays for another.
    pub(super) fn parse_fallback(text: &str) -> Result<Self, SpecError> {
        let name = text.split(':').next().unwrap_or(text);
        let other = || if OTHERS.contains(&name) { SpecError::Fallback } else { unknown(name) };
        Self::parse(text)?.ok_or_else(other)
    }
}

/// The players, for the help of commands that take one.
pub(crate) fn help() -> String {
    let mut text = "Players:\n".to_owned();
    let parameter = |text: &mut String, name: &str, about: &str, default: &str| {
        let _ = writeln!(text, "    {:<19} {about} [default: {default}]", format!("{name}=…"));
    };
    for bot in BOTS {
        let _ = writeln!(text, "  {:<14} {}", bot.name, bot.about);
        for Parameter { name, default, about } in bot.parameters() {
            parameter(&mut text, name, about, default);
        }
    }
    for searcher in SEARCHERS {
        let _ = writeln!(text, "  {:<14} {}", searcher.name, searcher.about);
        for Parameter { name, default, about } in searcher.parameters() {
            parameter(&mut text, name, about, default);
        }
        if let Some(about) = searcher.fallback {
            parameter(&mut text, "fallback", &format!("{about}, one of these players"), DEFAULT_FALLBACK);
        }
    }
    let _ = writeln!(
        text,
        "  {:<14} plays a network that was trained, each action with its probability",
        NetworkSpec::NAME
    );
    for Parameter { name, default, about } in network::PARAMETERS {
        parameter(&mut text, name, about, default);
    }
    let _ = writeln!(
        text,
        "  {:<14} solves the last turns of a round anew, so that nobody wins more there than against its policy",
        ResolvingSpec::NAME
    );
    for Parameter { name, default, about } in ResolveSettings::PARAMETERS {
        parameter(&mut text, name, about, default);
    }
    let about = "who plays the turns before, and is not to be worse off: a player that can tell its probabilities, or `table:FILE`";
    let _ = writeln!(text, "    {:<19} {about}", "policy=PLAYER");
    text += "  table:FILE     plays a strategy table, each action with its probability\n";
    let about = "who plays what the table does not have, one of those above";
    parameter(&mut text, "fallback", about, "random");
    text += "  exec:COMMAND   an outside program, see docs/src/protocol.md\n";
    text += "\nParameters follow a colon, separated by commas: NAME:PARAMETER=VALUE,PARAMETER=VALUE\n";
    text
}
