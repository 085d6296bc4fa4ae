//! Settings with a few named values.

use std::str::FromStr;

use crate::analysis::{Leaf, Past, Rule};

/// Settings on which [`IsmctsSettings`](super::IsmctsSettings) build.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Guide {
    /// [`Learned`](Self::Learned) for the standard game, [`None`](Self::None) for reduced ones.
    #[default]
    Auto,
    /// [`Settings::LEARNED`](crate::analysis::Settings::LEARNED).
    Learned,
    /// [`Settings::PLAIN`](crate::analysis::Settings::PLAIN).
    None,
}

/// A [`Rule`] without its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleName {
    /// [`Rule::Puct`].
    Puct,
    /// [`Rule::Ucb`].
    Ucb,
}

impl From<&Rule> for RuleName {
    fn from(rule: &Rule) -> Self {
        match rule {
            Rule::Puct { .. } => Self::Puct,
            Rule::Ucb { .. } => Self::Ucb,
        }
    }
}

/// A setting with a few named values, as in `rule=puct`.
pub trait WordSetting: FromStr<Err = UnknownWord> + Copy + PartialEq + Send + Sync + 'static {
    /// All values with their words.
    const WORDS: &'static [Word<Self>];

    /// The word for this value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|word| word.value == self).map_or("", |word| word.word)
    }

    /// The value that a word stands for.
    ///
    /// # Errors
    ///
    /// For any other word.
    fn from_word(text: &str) -> Result<Self, UnknownWord> {
        let found = Self::WORDS.iter().find(|word| word.word == text).map(|word| word.value);
        found.ok_or_else(|| {
            let words: Vec<String> = Self::WORDS.iter().map(|word| format!("`{}`", word.word)).collect();
            let known = words.split_last().map_or_else(String::new, |(last, others)| {
                if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) }
            });
            UnknownWord { known }
        })
    }
}

/// A value of a [`WordSetting`].
#[derive(Clone, Copy, Debug)]
pub struct Word<T: 'static> {
    /// Word in the text form.
    pub word: &'static str,
    /// Value that the word stands for.
    pub value: T,
    /// Meaning, for a help text; empty if the word is clear enough.
    pub about: &'static str,
}

/// Error: a word that the setting does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it is {known}")]
pub struct UnknownWord {
    /// The words of the setting, in a sentence.
    known: String,
}

impl UnknownWord {
    /// The words that the setting has: `` `exact` or `lbr` ``.
    #[must_use]
    pub fn known(&self) -> &str {
        &self.known
    }
}

/// Implements [`WordSetting`] and what it needs for enums without data.
macro_rules! word_settings {
    ($($name:ident { $($value:ident = $word:literal: $about:literal,)+ })+) => {$(
        impl $crate::analysis::WordSetting for $name {
            const WORDS: &'static [$crate::analysis::Word<Self>] =
                &[$($crate::analysis::Word { word: $word, value: Self::$value, about: $about }),+];
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::analysis::UnknownWord;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::analysis::WordSetting::from_word(text)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::analysis::WordSetting::word(*self))
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad($crate::analysis::WordSetting::word(*self))
            }
        }
    )+};
}
pub(crate) use word_settings;

word_settings! {
    Guide {
        Auto = "auto": "Learned for the standard game, none for reduced ones",
        Learned = "learned": "Networks trained by self-play; standard deals only",
        None = "none": "The rules alone",
    }
    RuleName {
        Puct = "puct": "Learned prior with upper confidence bounds",
        Ucb = "ucb": "Upper confidence bounds",
    }
    Leaf {
        Evaluation = "evaluation": "The learned evaluation of the open state",
        Learned = "learned": "Play to the end of the round by the learned evaluation",
        Random = "random": "Random play to the end of the round",
    }
    Past {
        Uniform = "uniform": "All placements of the unseen cards are equally likely",
        Learned = "learned": "Placements are weighted by a model of sensible play",
        Equilibrium = "equilibrium": "Placements are weighted by the approximate equilibrium",
    }
}
