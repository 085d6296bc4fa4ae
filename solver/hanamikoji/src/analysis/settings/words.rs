//! Settings with a few named values.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::{Guide, Reach, RuleName};
use crate::analysis::{Leaf, Observer, Root};

/// A setting with a few named values, as in `rule=puct`.
pub trait WordSetting: FromStr<Err = UnknownWord> + Copy + PartialEq + Send + Sync + 'static {
    /// All values with their words.
    const WORDS: &'static [Word<Self>];

    /// The word for this value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|word| word.value == self).map_or("", |word| word.word)
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

/// The value that a word stands for.
fn find<T: WordSetting>(text: &str) -> Result<T, UnknownWord> {
    let found = T::WORDS.iter().find(|word| word.word == text).map(|word| word.value);
    found.ok_or_else(|| {
        let words: Vec<String> = T::WORDS.iter().map(|word| format!("`{}`", word.word)).collect();
        let known = words.split_last().map_or_else(String::new, |(last, others)| {
            if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) }
        });
        UnknownWord { known }
    })
}

macro_rules! word_settings {
    ($($name:ident { $($value:ident = $word:literal: $about:literal,)+ })+) => {$(
        impl WordSetting for $name {
            const WORDS: &'static [Word<Self>] =
                &[$(Word { word: $word, value: Self::$value, about: $about }),+];
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                find(text)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }
    )+};
}

word_settings! {
    Guide {
        Auto = "auto": "Learned for the standard game, none for reduced ones",
        Learned = "learned": "Networks trained by self-play; standard deals only",
        None = "none": "The rules alone",
    }
    RuleName {
        Puct = "puct": "Learned prior with upper confidence bounds",
        Ucb = "ucb": "Upper confidence bounds",
        Regret = "regret": "Regret matching",
    }
    Observer {
        Multiple = "multiple": "The acting player",
        Single = "single": "The searching player only",
    }
    Leaf {
        Evaluation = "evaluation": "The learned evaluation of the open state",
        Learned = "learned": "Play to the end of the round by the learned evaluation",
        Random = "random": "Random play to the end of the round",
    }
    Reach {
        Uniform = "uniform": "All placements of the unseen cards are equally likely",
        Learned = "learned": "Placements are weighted by a model of sensible play",
        Equilibrium = "equilibrium": "Placements are weighted by the approximate equilibrium",
    }
    Root {
        Reader = "reader": "All cards, as if he had seen them: values are close with few iterations, too low with very many",
        Public = "public": "Public information only: the sounder root, but values are too high until there are very many iterations",
    }
}
