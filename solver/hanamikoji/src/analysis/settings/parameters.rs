//! The text form `name:parameter=value,…`, whoever's parameters they are.

use std::fmt::{Display, Write};
use std::str::FromStr;

/// What can be set, for those who read a text and for those who want to know what there is.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// As it is written.
    pub name: &'static str,
    /// What holds where it is not set, in words.
    pub default: &'static str,
    /// What it is.
    pub about: &'static str,
}

/// What is wrong with a text `name:parameter=value,…`.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingsError {
    /// There is nothing of this name.
    #[error("there is no search `{name}`; there are {known}")]
    UnknownMethod {
        /// What was written.
        name: String,
        /// What there is, in a sentence.
        known: String,
    },
    /// There is no such parameter.
    #[error("`{of}` has no parameter `{name}`; {known}")]
    UnknownParameter {
        /// Whose parameters they are.
        of: String,
        /// What was written.
        name: String,
        /// What there is, in a sentence.
        known: String,
    },
    /// A part is not `parameter=value`.
    #[error("`{part}` is not a parameter with its value: write `{of}:parameter=value,…`")]
    NoValue {
        /// Whose parameters they are.
        of: String,
        /// What was written.
        part: String,
    },
    /// A parameter comes twice.
    #[error("`{of}` has the parameter `{name}` twice")]
    Twice {
        /// Whose parameters they are.
        of: String,
        /// Which one.
        name: &'static str,
    },
    /// A value cannot be.
    #[error("`{of}` cannot have {name}={value}: {why}")]
    Value {
        /// Whose parameters they are.
        of: String,
        /// Which one.
        name: &'static str,
        /// What was written.
        value: String,
        /// Why not.
        why: String,
    },
    /// Two parameters do not go together.
    #[error("`{of}` has no use for {name} with {with}")]
    Conflict {
        /// Whose parameters they are.
        of: &'static str,
        /// The one.
        name: &'static str,
        /// The other with its value.
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
    /// Reads `parameter=value,…`; `of` is whose they are, for the error.
    pub fn read(of: &'a str, known: &[Parameter], text: &'a str) -> Result<Self, SettingsError> {
        let mut given: Vec<(&'static str, &str)> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let no_value = || SettingsError::NoValue { of: of.to_owned(), part: part.to_owned() };
            let (name, value) = part.split_once('=').ok_or_else(no_value)?;
            let name =
                known.iter().find(|parameter| parameter.name == name).map(|found| found.name).ok_or_else(
                    || SettingsError::UnknownParameter {
                        of: of.to_owned(),
                        name: name.to_owned(),
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

    /// The value of the parameter of this name, if the text sets it.
    pub fn get<T: FromStr<Err: Display>>(&self, name: &'static str) -> Result<Option<T>, SettingsError> {
        self.get_by(name, |text| text.parse().map_err(|error: T::Err| error.to_string()))
    }

    /// The same by a reader of its own, which says why a value cannot be.
    pub fn get_by<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, SettingsError> {
        let Some((_, value)) = self.given.iter().find(|(key, _)| *key == name) else { return Ok(None) };
        let wrong =
            |why| SettingsError::Value { of: self.of.to_owned(), name, value: (*value).to_owned(), why };
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

    /// Adds a parameter, where it has a value.
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
