//! Round records as text: `favour deal history [rules]`. A deal alone is a round before its first turn.

use std::fmt;
use std::str::FromStr;

use super::deal::DealParts;
use super::error::{ParseError, code, contradicts, field};
use super::favour::FavourText;
use super::reader::{Reader, read_text};
use super::tags::write_behind;
use super::{history, tags::Tags};
use crate::knowledge::checks::Contradiction;
use crate::knowledge::record::RoundRecord;
use crate::rules::favour::Favour;
use hanamachi_text::TextFault;

/// Reads a record to the end of the text.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<RoundRecord, TextFault> {
    if reader.clone().word().is_some_and(|word| word.text.contains('/')) {
        let parts = DealParts::read(reader)?;
        if let Some(word) = reader.clone().word().filter(|word| !word.text.contains('=')) {
            let message = "a record with a history begins with the markers, such as `.......`";
            return Err(TextFault::new(code::FAVOUR, field::FAVOUR, word.span(), message));
        }
        let Tags { rules, round } = reader.tags()?;
        let record = RoundRecord::new(rules, round, Favour::NEUTRAL, parts.deal(&rules)?, []);
        return record.map_err(|contradiction| contradicts(field::DEAL, 0..0, &contradiction));
    }
    let markers = reader.markers()?;
    let parts = DealParts::read(reader)?;
    let turns = reader.turns()?;
    let Tags { rules, round } = reader.tags()?;
    let favour = markers.favour(&rules)?;
    let deal = parts.deal(&rules)?;
    RoundRecord::new(rules, round, favour, deal, turns.played.iter().copied()).map_err(|contradiction| {
        let (field, span) = match &contradiction {
            Contradiction::Turn { .. } => (field::HISTORY, turns.span_of(&contradiction)),
            _ => (field::FAVOUR, markers.span()),
        };
        contradicts(field, span, &contradiction)
    })
}

impl FromStr for RoundRecord {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, read)
    }
}

impl fmt::Display for RoundRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let favour = FavourText::new(self.favour(), self.rules());
        write!(f, "{favour} {} {}", self.deal(), history::text(self.history()))?;
        write_behind(f, self.rules(), self.round_number())
    }
}
