//! Deals as text: `removed/first/second/draws`.

use std::fmt::{self, Write};
use std::ops::Range;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::cards::{self, card, letters, set};
use super::error::{ParseError, code, field};
use super::reader::{Reader, read_text};
use super::tags::{Tags, write_behind};
use crate::rules::card::{Cards, Geisha};
use crate::rules::deal::{Deal, DealError};
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;
use hanamachi_text::{TextFault, Word};

/// A deal and its rules, as text: `deal [rules]`.
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::notation::DescribedDeal;
///
/// let dealt: DescribedDeal = "G/ABCDEF/ABDEFG/CDEFFGGG".parse()?;
/// assert_eq!(dealt.deal().hand(Seat::Second).to_string(), "ABDEFG");
/// let reduced: DescribedDeal = "A/B/D/CDDC geisha=1,1,2,3 actions=1,2".parse()?;
/// assert_eq!(reduced.deal().draws().len(), 4);
/// let error = "G/ABCDEF/ABDEFG/CDEFFGG".parse::<DescribedDeal>().unwrap_err();
/// assert_eq!(error.to_string(), "there are 7 draws instead of 8, one for each turn");
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescribedDeal {
    tags: Tags,
    deal: Deal,
}

impl DescribedDeal {
    /// A shuffled deal with these rules.
    #[must_use]
    pub fn random<R: rand::Rng + ?Sized>(tags: Tags, rng: &mut R) -> Self {
        Self { tags, deal: Deal::random(&tags.rules, rng) }
    }

    /// The rules.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The deal.
    #[must_use]
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }
}

/// The parts of a deal as they stand in a text, before the check of their sizes against the rules.
#[derive(Clone, Debug)]
pub(super) struct DealParts {
    removed: Geisha,
    hands: [(Cards, Range<usize>); 2],
    draws: ArrayVec<Geisha, { Cards::MAX as usize }>,
    draws_span: Range<usize>,
    whole: Range<usize>,
}

impl DealParts {
    pub(super) fn read(reader: &mut Reader<'_>) -> Result<Self, TextFault> {
        let expected = "a deal, such as `G/ABCDEF/ABDEFG/CDEFFGGG`,";
        let (word, [removed, first, second, draws]) = four_parts(reader, expected)?;
        let one = letters(field::DEAL, &removed, card)?;
        let &[removed] = one.as_slice() else {
            let message = format_args!("expected the one card that is removed, found {}", one.len());
            return Err(TextFault::new(code::DEAL, field::DEAL, removed.span(), message));
        };
        Ok(Self {
            removed,
            hands: [(set(field::DEAL, &first)?, first.span()), (set(field::DEAL, &second)?, second.span())],
            draws: letters(field::DEAL, &draws, card)?,
            draws_span: draws.span(),
            whole: word.span(),
        })
    }

    /// The deal, if it is valid for these rules.
    pub(super) fn deal(&self, rules: &Rules) -> Result<Deal, TextFault> {
        let hands = [self.hands[0].0, self.hands[1].0];
        Deal::new(rules, self.removed, hands, &self.draws).map_err(|error| {
            let span = match error {
                DealError::HandSize { seat, .. } => self.hands[seat.index()].1.clone(),
                DealError::Draws { .. } => self.draws_span.clone(),
                DealError::Count { .. } => self.whole.clone(),
            };
            TextFault::new(code::DEAL, field::DEAL, span, error)
        })
    }
}

/// A deal, and its parts.
pub(super) fn four_parts<'a>(
    reader: &mut Reader<'a>,
    expected: &str,
) -> Result<(Word<'a>, [Word<'a>; 4]), TextFault> {
    let word = reader.field(field::DEAL, expected)?;
    let parts: Vec<Word<'_>> = word.split('/').take(5).collect();
    let parts = parts.try_into().map_err(|_| {
        let found = word.text.split('/').count();
        let expected = match word.text {
            "1" | "2" => "this looks like an information set; a record has the deal here",
            _ => "expected a deal",
        };
        let message = format_args!("{expected}, `removed/first/second/draws`: four parts, found {found}");
        TextFault::new(code::DEAL, field::DEAL, word.span(), message)
    })?;
    Ok((word, parts))
}

impl FromStr for DescribedDeal {
    type Err = ParseError;

    /// Reads a deal and the tags after it.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |reader| {
            let parts = DealParts::read(reader)?;
            let tags = reader.tags()?;
            Ok(Self { tags, deal: parts.deal(&tags.rules)? })
        })
    }
}

impl fmt::Display for Deal {
    /// `removed/first/second/draws`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = Seat::BOTH.map(|seat| cards::text(self.hand(seat)));
        write!(f, "{}/{first}/{second}/", self.removed())?;
        self.draws().iter().try_for_each(|card| f.write_char(card.letter()))
    }
}

impl fmt::Display for DescribedDeal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.deal)?;
        write_behind(f, &self.tags.rules, self.tags.round)
    }
}
