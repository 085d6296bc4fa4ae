//! Settings for solving the rest of a round exactly.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::parameters::Text;
use super::text::{REACH, above_0, memory, named};
use super::{Parameter, Past, SettingsError};
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
    pub reach: Past,
}

/// Memory where solving costs little; in a browser, on one slow thread, it stands for some ten seconds.
const USUAL_MEMORY: ByteSize =
    if cfg!(target_arch = "wasm32") { ByteSize(96 << 20) } else { ExactSettings::STANDARD.memory };

impl ExactSettings {
    /// A tenth of a per cent of a win, in 1 GiB, without assumptions about the past.
    pub const STANDARD: Self =
        Self { exploitability: 0.002, memory: ByteSize(1 << 30), reach: Past::Uniform };
    /// Standard settings with the [best known](Past::for_rules) reach in games with these rules, for use
    /// where solving costs little. In a browser there is less memory.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        Self { reach: Past::for_rules(rules), memory: USUAL_MEMORY, ..Self::STANDARD }
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
