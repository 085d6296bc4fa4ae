//! The program's own players. A new one is an entry in [`BOTS`].

use std::fmt::Write;
use std::str::FromStr;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::players::{Player, RandomPlayer};

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
    pub(super) make: fn(&Settings<'_>) -> Result<Maker, SpecError>,
}

/// What can be set of a player.
pub(super) struct Parameter {
    /// As in a specification.
    pub(super) name: &'static str,
    /// The value where none is given.
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
/// An entry with a parameter looks like this; [`Settings::get`] parses the value, and any `FromStr` type will do:
///
/// ```text
/// Bot {
///     name: "pimc",
///     about: "deals the unseen cards again and again and plays each deal as if it were open",
///     parameters: &[Parameter { name: "deals", default: "100", about: "deals for each decision" }],
///     make: |settings| {
///         let deals: NonZeroU32 = settings.get("deals")?;
///         Ok(Arc::new(move || Box::new(PimcPlayer::new(deals))))
///     },
/// },
/// ```
pub(super) const BOTS: &[Bot] = &[Bot {
    name: "random",
    about: "plays each legal action with the same probability",
    parameters: &[],
    make: |_| Ok(Arc::new(|| Box::<RandomPlayer>::default())),
}];

/// The values of a player's parameters.
#[derive(Debug)]
pub(super) struct Settings<'a> {
    pub(super) player: &'a str,
    /// Names and values, the defaults among them.
    pub(super) values: Vec<(&'static str, String)>,
}

impl Settings<'_> {
    /// The value of the parameter of this name, which must be one of the player's.
    #[allow(dead_code, reason = "the first player has no parameters")]
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
}

/// The players, for the help of commands that take one.
pub(crate) fn help() -> String {
    let mut text = "Players:\n".to_owned();
    for bot in BOTS {
        let _ = writeln!(text, "  {:<14} {}", bot.name, bot.about);
        for Parameter { name, default, about } in bot.parameters {
            let _ = writeln!(text, "    {:<12} {about} [default: {default}]", format!("{name}=…"));
        }
    }
    text += "  exec:COMMAND   an outside program, see scripts/PROTOCOL.md\n";
    text += "\nParameters follow a colon, separated by commas: NAME:PARAMETER=VALUE,PARAMETER=VALUE\n";
    text
}
