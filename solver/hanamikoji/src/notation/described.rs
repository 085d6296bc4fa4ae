//! An information set or a round record.

use std::str::FromStr;

use super::error::ParseError;
use super::reader::read_text;
use crate::knowledge::information_set::InformationSet;
use crate::knowledge::record::RoundRecord;

/// The object that a text describes. The second field distinguishes them: a deal has slashes, a seat has
/// none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Described {
    /// A round as one player knows it.
    InformationSet(Box<InformationSet>),
    /// A round with all cards face up.
    Record(Box<RoundRecord>),
}

impl FromStr for Described {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_record = read_text(text, |reader| {
            reader.word();
            Ok(reader.word().is_some_and(|word| word.text.contains('/')))
        })?;
        if is_record {
            text.parse().map(|record| Self::Record(Box::new(record)))
        } else {
            text.parse().map(|set| Self::InformationSet(Box::new(set)))
        }
    }
}
