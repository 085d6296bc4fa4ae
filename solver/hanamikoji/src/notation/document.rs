//! Texts of several forms: a round in any of its three forms, and a record, complete or from one seat.

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::reader::{Reader, read_text};
use super::{information_set, record, seat_record};
use crate::knowledge::RecordedRound;
use crate::knowledge::document::Document;
use hanamachi_text::TextFault;

/// Whether the second field satisfies `is`.
fn second_field(reader: &Reader<'_>, is: impl Fn(&str) -> bool) -> bool {
    let mut ahead = reader.clone();
    ahead.word();
    ahead.word().is_some_and(|word| is(word.text))
}

impl FromStr for Document {
    type Err = ParseError;

    /// Reads any of the three forms: a deal has slashes, markers and a seat have none, and a deal with an `X` in it was
    /// seen from one seat.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |reader| {
            let is_deal = |field: &str| field.contains('/');
            if reader.clone().word().is_some_and(|word| is_deal(word.text)) || second_field(reader, is_deal) {
                read_record(reader).map(|record| match record {
                    RecordedRound::Open(record) => Self::Record(record),
                    RecordedRound::OneSeat(record) => Self::Seat(record),
                })
            } else {
                information_set::read(reader).map(|set| Self::Set(Box::new(set)))
            }
        })
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(record) => record.fmt(f),
            Self::Seat(record) => record.fmt(f),
            Self::Set(set) => set.fmt(f),
        }
    }
}

/// Reads a record. An `X` in its deal marks a record from one seat.
fn read_record(reader: &mut Reader<'_>) -> Result<RecordedRound, TextFault> {
    if second_field(reader, |deal| deal.contains('/') && deal.contains(['X', 'x'])) {
        seat_record::read(reader).map(RecordedRound::from)
    } else {
        record::read(reader).map(RecordedRound::from)
    }
}

impl FromStr for RecordedRound {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, read_record)
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
