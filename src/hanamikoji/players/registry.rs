//! The program's own players. A new one is an entry in [`BOTS`].

use std::fmt::Write;
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::analysis::Settings as SearchSettings;
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::players::{
    GreedyPlayer, IsmctsPlayer, LearnedPlayer, PimcPlayer, Player, PolicyPlayer, RandomPlayer,
};
use hanamachi_solver::hanamikoji::policy::{GreedyPolicy, LearnedPolicy, Policy, UniformPolicy};
use hanamachi_solver::search::determinized::Look;

use super::spec::SpecError;

/// Makes players, on any thread.
pub(crate) type Maker = Arc<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// One of the program's own players.
pub(super) struct Bot {
    /// As in a specification.
    pub(super) name: &'static str,
    /// What it does, for the help.
    about: &'static str,
    /// What can be set, in the order in which it is shown.
    pub(super) parameters: &'static [Parameter],
    /// Reads the parameters.
    pub(super) make: fn(&Settings<'_>) -> Result<Made, SpecError>,
}

/// A policy that is shared by threads.
pub(crate) type SharedPolicy = Arc<dyn Policy>;

/// A player with its parameters.
#[derive(Clone)]
pub(super) struct Made {
    /// Which games it can play.
    pub(super) plays: Plays,
    pub(super) maker: Maker,
    /// How likely it plays each action, where it can tell.
    pub(super) policy: Option<SharedPolicy>,
}

impl Made {
    /// One that cannot tell how likely it plays what.
    fn silent(plays: Plays, maker: Maker) -> Self {
        Self { plays, maker, policy: None }
    }
}

/// Which games a player can play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plays {
    /// All of them.
    All,
    /// Those with the standard deals, actions and goals.
    StandardDeals,
}

/// What can be set of a player.
pub(super) struct Parameter {
    /// As in a specification.
    pub(super) name: &'static str,
    /// The value where none is given; empty where that is something else than a value.
    pub(super) default: &'static str,
    /// What it is, for the help.
    about: &'static str,
}

#[cfg(test)]
impl Parameter {
    pub(super) const fn for_test(name: &'static str, default: &'static str) -> Self {
        Self { name, default, about: "" }
    }
}

/// All of them, weakest first.
///
/// [`Settings::get`] reads the value of a parameter; any `FromStr` type will do, and its error says what is wrong.
pub(super) const BOTS: &[Bot] = &[
    Bot {
        name: "random",
        about: "plays each legal action with the same probability",
        parameters: &[],
        make: |_| {
            let maker: Maker = Arc::new(|| Box::<RandomPlayer>::default());
            Ok(Made { plays: Plays::All, maker, policy: Some(Arc::new(UniformPolicy)) })
        },
    },
    Bot {
        name: "greedy",
        about: "plays what looks best by a rule of thumb",
        parameters: &[],
        make: |_| {
            let maker: Maker = Arc::new(|| Box::<GreedyPlayer>::default());
            Ok(Made { plays: Plays::All, maker, policy: Some(Arc::new(GreedyPolicy)) })
        },
    },
    Bot {
        name: "learned",
        about: "plays what looks best by what self-play has taught; standard deals only",
        parameters: &[Parameter {
            name: "temperature",
            default: "",
            about: "play each action as often as e^(logit / temperature) says, instead of the best one always",
        }],
        make: |settings| {
            let evaluation = Evaluation::standard();
            let plays = Plays::StandardDeals;
            let Some(temperature) = settings.optional::<Temperature>("temperature")? else {
                let maker: Maker = Arc::new(move || Box::new(LearnedPlayer::new(evaluation)));
                return Ok(Made { plays, maker, policy: Some(Arc::new(LearnedPolicy::best(evaluation))) });
            };
            let policy = LearnedPolicy::softmax(evaluation, temperature.0);
            let maker: Maker = Arc::new(move || Box::new(PolicyPlayer::new(policy)));
            Ok(Made { plays, maker, policy: Some(Arc::new(policy)) })
        },
    },
    Bot {
        name: "pimc",
        about: "deals the unseen cards again and again, and plays what is best in most deals with open cards",
        parameters: &[
            Parameter { name: "deals", default: "100", about: "deals for each decision" },
            Parameter { name: "playouts", default: "10", about: "random playouts of each action in a deal" },
        ],
        make: |settings| {
            let deals: NonZeroU64 = settings.get("deals")?;
            let look = Look::Flat(settings.get::<NonZeroU32>("playouts")?);
            Ok(Made::silent(Plays::All, Arc::new(move || Box::new(PimcPlayer { deals, look }))))
        },
    },
    Bot {
        name: "ismcts",
        about: "information-set Monte Carlo tree search",
        parameters: &[
            Parameter { name: "iterations", default: "10000", about: "iterations for each decision" },
            Parameter {
                name: "guide",
                default: "auto",
                about: "`learned`: what self-play has taught, standard deals only; `none`: random playouts; `auto`: \
                        `none` in reduced games only",
            },
        ],
        make: |settings| {
            let iterations: NonZeroU64 = settings.get("iterations")?;
            let guide: Guide = settings.get("guide")?;
            let settings = if guide == Guide::None { SearchSettings::PLAIN } else { SearchSettings::LEARNED };
            let reduced = (guide == Guide::Auto).then_some(SearchSettings::PLAIN);
            let plays = if guide == Guide::Learned { Plays::StandardDeals } else { Plays::All };
            let maker: Maker = Arc::new(move || Box::new(IsmctsPlayer { iterations, settings, reduced }));
            Ok(Made::silent(plays, maker))
        },
    },
];

/// A temperature above 0.
struct Temperature(f64);

impl FromStr for Temperature {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
        number.map(Self).ok_or("it is a number above 0")
    }
}

/// What guides a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Guide {
    Auto,
    Learned,
    None,
}

impl FromStr for Guide {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "auto" => Ok(Self::Auto),
            "learned" => Ok(Self::Learned),
            "none" => Ok(Self::None),
            _ => Err("it is `auto`, `learned` or `none`"),
        }
    }
}

/// The values of a player's parameters.
#[derive(Debug)]
pub(super) struct Settings<'a> {
    pub(super) player: &'a str,
    /// Names and values, the defaults among them.
    pub(super) values: Vec<(&'static str, String)>,
}

impl Settings<'_> {
    /// The value of the parameter of this name, which must be one of the player's.
    pub(super) fn get<T: FromStr>(&self, name: &'static str) -> Result<T, SpecError>
    where
        T::Err: std::fmt::Display,
    {
        let value = self.values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value);
        value.parse().map_err(|error: T::Err| SpecError::Value {
            player: self.player.to_owned(),
            name,
            value: value.to_owned(),
            why: error.to_string(),
        })
    }

    /// The same of a parameter without a default.
    pub(super) fn optional<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, SpecError>
    where
        T::Err: std::fmt::Display,
    {
        let is_given = self.values.iter().any(|(key, value)| *key == name && !value.is_empty());
        is_given.then(|| self.get(name)).transpose()
    }
}

/// The players, for the help of commands that take one.
pub(crate) fn help() -> String {
    let mut text = "Players:\n".to_owned();
    for bot in BOTS {
        let _ = writeln!(text, "  {:<14} {}", bot.name, bot.about);
        for Parameter { name, default, about } in bot.parameters {
            let default = if default.is_empty() { String::new() } else { format!(" [default: {default}]") };
            let _ = writeln!(text, "    {:<12} {about}{default}", format!("{name}=…"));
        }
    }
    text += "  table:FILE     plays a strategy table, each action with its probability\n";
    let about = "who plays what the table does not have, one of those above [default: random]";
    let _ = writeln!(text, "    {:<12} {about}", "fallback=…");
    text += "  exec:COMMAND   an outside program, see docs/src/protocol.md\n";
    text += "\nParameters follow a colon, separated by commas: NAME:PARAMETER=VALUE,PARAMETER=VALUE\n";
    text
}
