//! Text form of [`ResolveSettings`], the settings for re-solving the last turns.

use std::fmt;
use std::str::FromStr;

use super::parameters::Text;
use super::text::{above_0, memory, number, split_parameters};
use super::{Parameter, Parameters, SettingsError};
use crate::endgame::{Cut, ResolveSettings};
use hanamachi_text::quoted;

impl ResolveSettings {
    /// Name in the text form.
    pub const NAME: &'static str = "resolve";
    /// Parameters of the text form.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "turns",
            default: "3",
            about: "number of turns to solve at the end of a round, 1 to 8",
        },
        Parameter {
            name: "exploitability",
            default: "0.002",
            about: "solve until best responses gain no more than this on average, in units of utility",
        },
        Parameter {
            name: "memory",
            default: "256M",
            about: "memory limit for a tree; if a tree exceeds it, fewer hands are live",
        },
        Parameter {
            name: "mass",
            default: "0.001",
            about: "hands with at least this share of their player's range are live, 0 to 1",
        },
        Parameter {
            name: "share",
            default: "0.95",
            about: "the likeliest other hands are live, too, until the live hands have this share of the range; the rest follow the policy",
        },
        Parameter {
            name: "committed",
            default: "0.1",
            about: "share of the opponent's range that must enter the subgame: 0 is safe and wins least, 1 is an equilibrium \
                    for the ranges by the policy of both players",
        },
        Parameter {
            name: "uniform",
            default: "0.1",
            about: "share of the opponent's range that weights all hands alike, instead of by the policy",
        },
    ];
}

impl FromStr for ResolveSettings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let (name, rest) = split_parameters(text)?;
        if name != Self::NAME {
            let known = format!("`{}`", Self::NAME);
            return Err(SettingsError::UnknownMethod { name: quoted(name), known });
        }
        let given = Parameters::read(name, Self::PARAMETERS, rest)?;
        let Self { turns, exploitability, memory, cut, committed, uniform } = Self::default();
        let share = |share: &f32| (0.0..=1.0).contains(share);
        let of_range = || number(|share: f64| (0.0..=1.0).contains(&share), "from 0 to 1");
        let cut = Cut {
            mass: given.get_by("mass", of_range())?.unwrap_or(cut.mass),
            share: given.get_by("share", of_range())?.unwrap_or(cut.share),
        };
        Ok(Self {
            turns: given
                .get_by("turns", number(|turns: usize| (1..=8).contains(&turns), "from 1 to 8"))?
                .unwrap_or(turns),
            exploitability: given.get_by("exploitability", above_0())?.unwrap_or(exploitability),
            memory: given.get_by("memory", self::memory())?.unwrap_or(memory),
            cut,
            committed: given
                .get_by("committed", number(|number| share(&number), "from 0 to 1"))?
                .unwrap_or(committed),
            uniform: given
                .get_by("uniform", number(|number| share(&number), "from 0 to 1"))?
                .unwrap_or(uniform),
        })
    }
}

impl fmt::Display for ResolveSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turns, exploitability, memory, cut, committed, uniform } = self;
        let text = Text::new(Self::NAME)
            .with("turns", Some(turns))
            .with("exploitability", Some(exploitability))
            .with("memory", Some(memory.exact_text()))
            .with("mass", Some(cut.mass))
            .with("share", Some(cut.share))
            .with("committed", Some(committed))
            .with("uniform", Some(uniform));
        f.write_str(&text.finish())
    }
}
