//! Settings for solving the rest of a round exactly.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::parameters::Text;
use super::text::{REACH, above_0, memory, named};
use super::{Parameter, Reach, SettingsError};
use crate::rules::parameters::Rules;
use hanamachi_text::ByteSize;

/// Settings for solving the rest of a round exactly: precision, memory and ranges; see
/// [`Endgame`](crate::endgame::Endgame). The text form is
/// `exact:exploitability=0.002,memory=1G,reach=uniform`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct ExactSettings {
    /// Target exploitability: the average gain of best responses, in units of utility.
    pub exploitability: f64,
    /// Memory limit.
    pub memory: ByteSize,
    /// Inference about the hands from the turns so far.
    pub reach: Reach,
}

/// Target exploitability for the rest of a round solved over live hands.
const LIVE: f64 = 0.005;

impl ExactSettings {
    /// A tenth of a per cent of a win, in 1 GiB, without assumptions about the past.
    pub const STANDARD: Self =
        Self { exploitability: 0.002, memory: ByteSize(1 << 30), reach: Reach::Uniform };
    /// Standard settings with the [best known](Reach::for_rules) reach in games with these rules, for use
    /// where solving costs little. Where not all hands are live, a quarter of a per cent of a win is precise
    /// enough.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        let reach = Reach::for_rules(rules);
        let exploitability = if reach == Reach::Uniform { Self::STANDARD.exploitability } else { LIVE };
        Self { exploitability, reach, ..Self::STANDARD }
    }

    /// Name in the text form.
    pub const NAME: &'static str = "exact";
    /// Parameters of the text form.
    pub const PARAMETERS: &'static [Parameter] = &[
        Parameter {
            name: "exploitability",
            default: "0.002",
            about: "solve until best responses gain no more than this on average, in units of utility",
        },
        Parameter { name: "memory", default: "1G", about: "memory limit" },
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
            memory: given.get_by("memory", self::memory())?.unwrap_or(memory),
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
