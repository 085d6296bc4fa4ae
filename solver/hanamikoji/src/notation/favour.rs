//! The markers as text.

use std::fmt::{self, Write};
use std::ops::Range;

use super::error::{ParseError, code, field};
use super::reader::{Reader, read_text};
use crate::rules::card::Geisha;
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;
use hanamachi_text::{TextFault, Word};

/// Markers as they stand in a text, before the check of their number against the rules.
#[derive(Clone, Debug)]
pub(super) struct Markers {
    owners: [Option<Seat>; Geisha::COUNT],
    count: usize,
    span: Range<usize>,
}

impl Reader<'_> {
    /// The markers, before the check against the rules.
    pub(super) fn markers(&mut self) -> Result<Markers, TextFault> {
        Markers::read(&self.field(field::FAVOUR, "the markers, such as `+..-...`,")?)
    }
}

impl Markers {
    fn read(word: &Word<'_>) -> Result<Self, TextFault> {
        let mut markers = Self { owners: [None; Geisha::COUNT], count: 0, span: word.span() };
        for (at, sign) in word.text.char_indices() {
            let owner = match sign {
                '+' => Some(Seat::First),
                '-' => Some(Seat::Second),
                '.' => None,
                found => {
                    let start = word.span().start + at;
                    let span = start..start + found.len_utf8();
                    let message = "expected a marker, `+` mine, `-` theirs or `.` neutral";
                    return Err(TextFault::new(code::FAVOUR, field::FAVOUR, span, message).found(found));
                }
            };
            if let Some(slot) = markers.owners.get_mut(markers.count) {
                *slot = owner;
            }
            markers.count += 1;
        }
        Ok(markers)
    }

    /// The markers, with the reader as the first player.
    pub(super) fn favour(&self, rules: &Rules) -> Result<Favour, TextFault> {
        let (expected, found) = (rules.geisha_count(), self.count);
        if found != expected {
            let message = format_args!("expected {expected} markers, one for each geisha, found {found}");
            return Err(TextFault::new(code::FAVOUR, field::FAVOUR, self.span(), message));
        }
        Ok(Favour::from_owners(|geisha| self.owners[geisha.index()]))
    }

    pub(super) const fn span(&self) -> Range<usize> {
        self.span.start..self.span.end
    }
}

/// The text form of the markers: one sign for each geisha in the game, `+` for the first player, `-` for the
/// second, `.` for neither. For a reader in the second seat, [flip](Favour::flipped) them first.
///
/// ```
/// use hanamachi_solver::hanamikoji::notation::FavourText;
/// use hanamachi_solver::hanamikoji::{Favour, Rules};
///
/// assert_eq!(FavourText::new(Favour::NEUTRAL, &Rules::STANDARD).to_string(), ".......");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FavourText<'a> {
    favour: Favour,
    rules: &'a Rules,
}

impl<'a> FavourText<'a> {
    /// The text of these markers.
    #[must_use]
    pub const fn new(favour: Favour, rules: &'a Rules) -> Self {
        Self { favour, rules }
    }

    /// Reads the markers for a game with these rules, `+` being those of the first player.
    ///
    /// # Errors
    ///
    /// The error in the text, and its place.
    pub fn read(text: &str, rules: &Rules) -> Result<Favour, ParseError> {
        read_text(text, |reader| reader.markers()?.favour(rules))
    }
}

impl fmt::Display for FavourText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.geisha().try_for_each(|geisha| {
            f.write_char(match self.favour.owner(geisha) {
                Some(Seat::First) => '+',
                Some(Seat::Second) => '-',
                None => '.',
            })
        })
    }
}
