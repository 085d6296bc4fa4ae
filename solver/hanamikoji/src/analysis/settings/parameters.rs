//! The text form `name:parameter=value,…`, for any set of parameters.

use std::fmt::{Display, Write};
use std::str::FromStr;

use hanamachi_text::quoted;

/// A parameter of a text form, for parsing and for help texts.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name in the text form.
    pub name: &'static str,
    /// Default value, in words.
    pub default: &'static str,
    /// Description.
    pub about: &'static str,
}

/// Error in a text `name:parameter=value,…`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// Unknown name.
    #[error("there is no method `{}`; there are {known}", .name.escape_debug())]
    UnknownMethod {
        /// The name given, cut when long.
        name: String,
        /// The known names, as a list.
        known: String,
    },
    /// Unknown parameter.
    #[error("`{of}` has no parameter `{}`; {known}", .name.escape_debug())]
    UnknownParameter {
        /// Owner of the parameters.
        of: String,
        /// The name given, cut when long.
        name: String,
        /// The known parameters, in a sentence.
        known: String,
    },
    /// A part is not `parameter=value`.
    #[error("`{}` is not a parameter with its value: write `{of}:parameter=value,…`", .part.escape_debug())]
    NoValue {
        /// Owner of the parameters.
        of: String,
        /// The part given, cut when long.
        part: String,
    },
    /// Nothing stands where a parameter is expected: after the colon, or beside a comma.
    #[error("a parameter of `{of}` is missing: write `{of}:parameter=value,…`, or `{of}` without a colon")]
    Empty {
        /// Owner of the parameters.
        of: String,
    },
    /// A parameter is set twice.
    #[error("`{of}` has the parameter `{name}` twice")]
    Twice {
        /// Owner of the parameters.
        of: String,
        /// Name of the parameter.
        name: &'static str,
    },
    /// Invalid value.
    #[error("`{of}` cannot have {name}={}: {why}", .value.escape_debug())]
    Value {
        /// Owner of the parameters.
        of: String,
        /// Name of the parameter.
        name: &'static str,
        /// The value given, cut when long.
        value: String,
        /// Reason why it is invalid.
        why: String,
    },
    /// A name or a value of an earlier version.
    #[error("{what} is no longer there: use {instead}")]
    Gone {
        /// What was asked for.
        what: String,
        /// What to use instead.
        instead: &'static str,
    },
    /// Two parameters conflict.
    #[error("`{of}` has no use for {name} with {with}")]
    Conflict {
        /// Owner of the parameters.
        of: &'static str,
        /// Name of one parameter.
        name: &'static str,
        /// The other parameter with its value.
        with: String,
    },
}

/// The parameters that a text sets.
#[derive(Debug)]
pub struct Parameters<'a> {
    of: &'a str,
    given: Vec<(&'static str, &'a str)>,
}

impl<'a> Parameters<'a> {
    /// Reads `parameter=value,…`, or an empty text, which sets nothing; `of` names the owner of the parameters in
    /// errors.
    pub fn read(of: &'a str, known: &[Parameter], text: &'a str) -> Result<Self, SettingsError> {
        let mut given: Vec<(&'static str, &str)> = Vec::new();
        let parts = (!text.is_empty()).then(|| text.split(',').map(str::trim));
        for part in parts.into_iter().flatten() {
            if part.is_empty() {
                return Err(SettingsError::Empty { of: of.to_owned() });
            }
            let no_value = || SettingsError::NoValue { of: of.to_owned(), part: quoted(part) };
            let (name, value) = part.split_once('=').ok_or_else(no_value)?;
            let name =
                known.iter().find(|parameter| parameter.name == name).map(|found| found.name).ok_or_else(
                    || SettingsError::UnknownParameter {
                        of: of.to_owned(),
                        name: quoted(name),
                        known: names(known),
                    },
                )?;
            if given.iter().any(|&(other, _)| other == name) {
                return Err(SettingsError::Twice { of: of.to_owned(), name });
            }
            given.push((name, value));
        }
        Ok(Self { of, given })
    }

    /// Value of the parameter with this name, if the text sets it.
    pub fn get<T: FromStr<Err: Display>>(&self, name: &'static str) -> Result<Option<T>, SettingsError> {
        self.get_by(name, |text| text.parse().map_err(|error: T::Err| error.to_string()))
    }

    /// Like [`get`](Self::get), but with a custom parser, whose error says why a value is invalid.
    pub fn get_by<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, SettingsError> {
        let Some((_, value)) = self.given.iter().find(|(key, _)| *key == name) else { return Ok(None) };
        let wrong = |why| SettingsError::Value { of: self.of.to_owned(), name, value: quoted(value), why };
        read(value).map(Some).map_err(wrong)
    }
}

fn names(known: &[Parameter]) -> String {
    if known.is_empty() {
        return "it has none".to_owned();
    }
    let names: Vec<String> = known.iter().map(|parameter| format!("`{}`", parameter.name)).collect();
    format!("it has {}", names.join(", "))
}

/// Writes `name:parameter=value,…`.
pub(super) struct Text {
    text: String,
    has_parameter: bool,
}

impl Text {
    pub(super) fn new(name: &str) -> Self {
        Self { text: name.to_owned(), has_parameter: false }
    }

    /// Adds a parameter if it has a value.
    pub(super) fn with(mut self, name: &str, value: Option<impl Display>) -> Self {
        if let Some(value) = value {
            self.text.push(if self.has_parameter { ',' } else { ':' });
            self.has_parameter = true;
            let _ = write!(self.text, "{name}={value}");
        }
        self
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Parameter] = &[
        Parameter { name: "deals", default: "100", about: "" },
        Parameter { name: "depth", default: "2", about: "" },
    ];

    #[test]
    fn parameters_are_checked() {
        let read = |text| Parameters::read("bot", KNOWN, text);
        assert_eq!(read("").unwrap().get::<u8>("depth"), Ok(None));
        assert_eq!(read("depth=7").unwrap().get::<u8>("depth"), Ok(Some(7)));
        let message = |text| read(text).unwrap_err().to_string();
        assert_eq!(message("deal=1"), "`bot` has no parameter `deal`; it has `deals`, `depth`");
        let missing =
            "a parameter of `bot` is missing: write `bot:parameter=value,…`, or `bot` without a colon";
        for text in [" ", ",", "deals=1,", ",deals=1", "deals=1,,depth=2"] {
            assert_eq!(message(text), missing);
        }
        let long = format!("{}=1", "x\n".repeat(1_000_000));
        assert!(message(&long).starts_with(r"`bot` has no parameter `x\nx") && message(&long).len() < 200);
        assert_eq!(message("deals=1,deals=2"), "`bot` has the parameter `deals` twice");
        assert!(message("deals").contains("`bot:parameter=value,…`"));
        let message = read("deals=x").unwrap().get::<u8>("deals").unwrap_err().to_string();
        assert_eq!(message, "`bot` cannot have deals=x: invalid digit found in string");
        let none = Parameters::read("bot", &[], "deals=1").unwrap_err().to_string();
        assert_eq!(none, "`bot` has no parameter `deals`; it has none");
    }

    #[test]
    fn a_text_names_what_has_a_value() {
        let text = Text::new("bot").with("deals", Some(3)).with("depth", None::<u8>).with("rule", Some("x"));
        assert_eq!(text.finish(), "bot:deals=3,rule=x");
        assert_eq!(Text::new("bot").finish(), "bot");
    }
}
