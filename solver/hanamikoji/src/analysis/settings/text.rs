//! Text form of searches and its parameters.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use super::parameters::Text;
use super::{
    IsmctsSettings, Method, Parameter, Parameters, RuleName, SearchSettings, SettingsError, UnknownWord,
};
use hanamachi_text::{ByteSize, quoted};

const BLOCK: Parameter = Parameter {
    name: "block",
    default: "all of them",
    about: "iterations per block; blocks are independent",
};

const PIMC_PARAMETERS: &[Parameter] = &[
    Parameter { name: "deals", default: "100", about: "deals per decision" },
    Parameter { name: "playouts", default: "10", about: "random playouts of each action in a deal" },
    Parameter { name: "block", default: "all of them", about: "deals per block" },
];

const ISMCTS_PARAMETERS: &[Parameter] = &[
    Parameter { name: "iterations", default: "10000", about: "iterations per decision" },
    Parameter {
        name: "guide",
        default: "auto",
        about: "`learned`: networks trained by self-play, standard deals only; `none`: random playouts; `auto`: \
                `learned`, but `none` in reduced games",
    },
    Parameter {
        name: "rule",
        default: "puct with a guide, else ucb",
        about: "selection rule for the action that an iteration follows: `puct` or `ucb`",
    },
    Parameter {
        name: "exploration",
        default: "2 of puct, 0.7 of ucb",
        about: "exploration constant of the rule",
    },
    Parameter {
        name: "temperature",
        default: "0.5",
        about: "with puct: temperature of the learned prior; a higher one is flatter",
    },
    Parameter {
        name: "floor",
        default: "0",
        about: "with puct: share of the prior that is spread evenly over all actions; 0.25 in `evaluate`",
    },
    Parameter {
        name: "leaf",
        default: "evaluation with a guide, else random",
        about: "evaluation of leaves: `evaluation`, `learned` or `random`",
    },
    Parameter {
        name: "opponent",
        default: "learned with a guide, else uniform",
        about: "model of the opponent's hand: `learned`, `equilibrium` or `uniform`",
    },
    Parameter {
        name: "model-temperature",
        default: "0.15",
        about: "with a learned opponent: temperature of the model; a higher one plays more carelessly",
    },
    BLOCK,
];

const EQUILIBRIUM_PARAMETERS: &[Parameter] = &[
    Parameter { name: "iterations", default: "100000", about: "rollouts" },
    Parameter { name: "block", default: "all of them", about: "rollouts per block" },
];

/// Searches of earlier versions, and what to use instead.
const GONE: &[(&str, &str)] = &[("cfr", "`exact`, which solves the last turns, or `equilibrium`")];

/// Splits `method:parameters`. Refuses a colon without parameters.
pub(crate) fn split_parameters(text: &str) -> Result<(&str, &str), SettingsError> {
    match text.split_once(':') {
        None => Ok((text, "")),
        Some((name, rest)) if rest.trim().is_empty() => Err(SettingsError::Empty { of: quoted(name) }),
        Some(parts) => Ok(parts),
    }
}

/// Parser for a number that fits.
pub(super) fn number<T: FromStr + Copy>(
    fits: impl Fn(T) -> bool,
    what: &'static str,
) -> impl Fn(&str) -> Result<T, String> {
    move |text| {
        text.parse().ok().filter(|&number| fits(number)).ok_or_else(|| format!("it is a number {what}"))
    }
}

/// Parser for a number above 0.
pub(crate) fn above_0() -> impl Fn(&str) -> Result<f64, String> {
    number(|number: f64| number.is_finite() && number > 0.0, "above 0")
}

/// Parser for the selection rule.
fn rule(text: &str) -> Result<RuleName, String> {
    if text == "regret" {
        return Err("selection by regret matching is no longer there: use `puct` or `ucb`".to_owned());
    }
    text.parse().map_err(|error: UnknownWord| error.to_string())
}

/// Parser for a memory limit above 0.
pub(crate) fn memory() -> impl Fn(&str) -> Result<ByteSize, String> {
    |text| {
        let size: ByteSize = text.parse()?;
        if size.0 > 0 { Ok(size) } else { Err("it is a size above 0, such as 64M".to_owned()) }
    }
}

impl SearchSettings {
    /// Names of the methods in the text form.
    pub const METHODS: &'static [&'static str] = &["pimc", "ismcts", "equilibrium"];

    /// Parameters of the method with this name; empty for an unknown name.
    #[must_use]
    pub fn parameters(name: &str) -> &'static [Parameter] {
        match name {
            "pimc" => PIMC_PARAMETERS,
            "ismcts" => ISMCTS_PARAMETERS,
            "equilibrium" => EQUILIBRIUM_PARAMETERS,
            _ => &[],
        }
    }
}

impl FromStr for SearchSettings {
    type Err = SettingsError;

    fn from_str(text: &str) -> Result<Self, SettingsError> {
        let (name, rest) = split_parameters(text)?;
        let unknown = || {
            let names: Vec<String> = Self::METHODS.iter().map(|name| format!("`{name}`")).collect();
            SettingsError::UnknownMethod { name: quoted(name), known: names.join(", ") }
        };
        if let Some(&(_, instead)) = GONE.iter().find(|&&(gone, _)| gone == name) {
            return Err(SettingsError::Gone { what: format!("the method `{name}`"), instead });
        }
        if !Self::METHODS.contains(&name) {
            return Err(unknown());
        }
        let given = Parameters::read(name, Self::parameters(name), rest)?;
        let single_above_0 = number(|number: f32| number.is_finite() && number > 0.0, "above 0");
        let mut iterations = "iterations";
        let method = match name {
            "pimc" => {
                iterations = "deals";
                let playouts = given.get("playouts")?;
                Method::Pimc { playouts: playouts.unwrap_or(const { NonZeroU32::new(10).unwrap() }) }
            }
            "ismcts" => {
                let settings = IsmctsSettings {
                    guide: given.get("guide")?.unwrap_or_default(),
                    rule: given.get_by("rule", rule)?,
                    exploration: given.get_by("exploration", &single_above_0)?,
                    temperature: given.get_by("temperature", &single_above_0)?,
                    floor: given
                        .get_by("floor", number(|share| (0.0..=1.0).contains(&share), "from 0 to 1"))?,
                    leaf: given.get("leaf")?,
                    opponent: given.get("opponent")?,
                    model_temperature: given.get_by("model-temperature", above_0())?,
                };
                settings.check()?;
                Method::Ismcts(settings)
            }
            "equilibrium" => Method::Equilibrium,
            _ => return Err(unknown()),
        };
        Ok(Self { method, iterations: given.get(iterations)?, block: given.get("block")? })
    }
}

impl fmt::Display for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { method, iterations, block } = self;
        let text = Text::new(method.name());
        let text = match method {
            Method::Ismcts(settings) => {
                let IsmctsSettings {
                    guide,
                    rule,
                    exploration,
                    temperature,
                    floor,
                    leaf,
                    opponent,
                    model_temperature,
                } = settings;
                text.with("iterations", *iterations)
                    .with("guide", Some(guide))
                    .with("rule", *rule)
                    .with("exploration", *exploration)
                    .with("temperature", *temperature)
                    .with("floor", *floor)
                    .with("leaf", *leaf)
                    .with("opponent", *opponent)
                    .with("model-temperature", *model_temperature)
            }
            Method::Equilibrium => text.with("iterations", *iterations),
            Method::Pimc { playouts } => text.with("deals", *iterations).with("playouts", Some(playouts)),
        };
        f.write_str(&text.with("block", *block).finish())
    }
}

impl From<SearchSettings> for String {
    fn from(settings: SearchSettings) -> Self {
        settings.to_string()
    }
}

impl TryFrom<String> for SearchSettings {
    type Error = SettingsError;

    fn try_from(text: String) -> Result<Self, SettingsError> {
        text.parse()
    }
}
