//! Texts of several forms: an information set or a round record, and a record complete or from one seat.

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::reader::read_text;
use crate::knowledge::RecordedRound;
use crate::knowledge::information_set::InformationSet;
use crate::knowledge::record::RoundRecord;
use crate::knowledge::seat_record::SeatRecord;

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

impl FromStr for RecordedRound {
    type Err = ParseError;

    /// Reads a record. An `X` in its deal marks a record from one seat.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_of_one_seat = read_text(text, |reader| {
            reader.word();
            let is_seen = |deal: &str| deal.contains('/') && deal.contains(['X', 'x']);
            Ok(reader.word().is_some_and(|deal| is_seen(deal.text)))
        })?;
        if is_of_one_seat {
            text.parse::<SeatRecord>().map(Self::from)
        } else {
            text.parse::<RoundRecord>().map(Self::from)
        }
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
