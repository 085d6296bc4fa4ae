//! Texts of several forms: an information set or a round record, and a record complete or from one seat.

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::reader::{Reader, read_text};
use super::{information_set, record, seat_record};
use crate::knowledge::RecordedRound;
use crate::knowledge::information_set::InformationSet;
use crate::knowledge::record::RoundRecord;

/// The object that a text describes. The first two fields distinguish them: a deal has slashes, markers and a seat
/// have none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Described {
    /// A round as one player knows it.
    InformationSet(Box<InformationSet>),
    /// A round with all cards face up.
    Record(Box<RoundRecord>),
}

/// Whether the second field satisfies `is`.
fn second_field(reader: &Reader<'_>, is: impl Fn(&str) -> bool) -> bool {
    let mut ahead = reader.clone();
    ahead.word();
    ahead.word().is_some_and(|word| is(word.text))
}

impl FromStr for Described {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |reader| {
            let is_deal = |field: &str| field.contains('/');
            if reader.clone().word().is_some_and(|word| is_deal(word.text)) || second_field(reader, is_deal) {
                record::read(reader).map(|record| Self::Record(Box::new(record)))
            } else {
                information_set::read(reader).map(|set| Self::InformationSet(Box::new(set)))
            }
        })
    }
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InformationSet(set) => set.fmt(f),
            Self::Record(record) => record.fmt(f),
        }
    }
}

impl FromStr for RecordedRound {
    type Err = ParseError;

    /// Reads a record. An `X` in its deal marks a record from one seat.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |reader| {
            if second_field(reader, |deal| deal.contains('/') && deal.contains(['X', 'x'])) {
                seat_record::read(reader).map(Self::from)
            } else {
                record::read(reader).map(Self::from)
            }
        })
    }
}

impl fmt::Display for RecordedRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(record) => record.fmt(f),
            Self::OneSeat(record) => record.fmt(f),
        }
    }
}
