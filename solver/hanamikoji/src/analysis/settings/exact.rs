//! How the rest of a round is solved exactly.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::parameters::Text;
use super::text::{REACH, above_0, named};
use super::{Parameter, Reach, SettingsError};
use crate::rules::parameters::Rules;
use hanamachi_text::ByteSize;

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

/// The exploitability to which the rest of a round is solved over live hands.
const LIVE: f64 = 0.005;

impl ExactSettings {
    /// A tenth of a per cent of a win, in 1 GiB, and nothing is assumed of the past.
    pub const STANDARD: Self =
        Self { exploitability: 0.002, memory: ByteSize(1 << 30), reach: Reach::Uniform };
    /// The same with hands as likely as what is [known best](Reach::for_rules) makes them in games by these rules: for whoever solves where that costs
    /// little. Where not all hands are live, a quarter of a per cent of a win is as exact as it need be.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        let reach = Reach::for_rules(rules);
        let exploitability = if reach == Reach::Uniform { Self::STANDARD.exploitability } else { LIVE };
        Self { exploitability, reach, ..Self::STANDARD }
    }

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

impl FromStr for ExactSettings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let given = named(Self::NAME, Self::PARAMETERS, text)?;
        let Self { exploitability, memory, reach } = Self::STANDARD;
        Ok(Self {
            exploitability: given.get_by("exploitability", above_0())?.unwrap_or(exploitability),
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
