//! Errors of parsing: the reason and its place in the text.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use crate::Place;

/// A reason why a text of a game is invalid. Its [`Display`](fmt::Display) names the fault and the expected
/// form, in one line without the text.
pub trait Reason: Error + 'static {
    /// The parts of a text that can be faulty.
    type Field: Field;

    /// A machine-readable code, stable between versions.
    fn code(&self) -> &'static str;

    /// The faulty turn, from 1, if there is one.
    fn turn(&self) -> Option<usize> {
        None
    }
}

/// A part of a text.
pub trait Field: Copy + fmt::Debug {
    /// The name of the field in output.
    fn name(self) -> &'static str;
}

/// An invalid text: the fault, its field and its place.
///
/// [`Display`](fmt::Display) names the fault and the expected form, in one line without the text. To draw a
/// caret, print [`text`](Self::text) and mark [`span`](Self::span) in it.
///
/// ```
/// use hanamachi_solver::okiya::notation::Described;
///
/// let error = Described::parse("05af/b4c1/27d8/3e9f").unwrap_err();
/// assert_eq!((error.code(), error.field(), error.column()), ("invalid_garden", "garden", 19));
/// assert_eq!(&error.text()[error.span()], "f");
/// assert_eq!(error.to_string(), "tile f (IR) already lies on d1; a garden holds each tile once");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError<R: Reason> {
    field: R::Field,
    reason: R,
    place: Place,
}

impl<R: Reason> ParseError<R> {
    /// A machine-readable code, stable between versions, see [`Reason::code`].
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.reason.code()
    }

    /// The [name](Field::name) of the faulty field.
    #[must_use]
    pub fn field(&self) -> &'static str {
        self.field.name()
    }

    /// The faulty field, as a type.
    #[must_use]
    pub const fn field_kind(&self) -> R::Field {
        self.field
    }

    /// The fault, as a type.
    #[must_use]
    pub const fn reason(&self) -> &R {
        &self.reason
    }

    /// The faulty turn, from 1, if there is one.
    #[must_use]
    pub fn turn(&self) -> Option<usize> {
        self.reason.turn()
    }

    /// Text, span, line and column together.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// The line of the text in which the fault begins, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.place.line()
    }

    /// The character of its line at which the fault begins, from 1; one past the last if something is missing
    /// at the end.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.place.column()
    }

    /// The refused text. Of a text longer than 2 KiB only the surroundings of the fault are kept, with `…` in
    /// place of omitted parts; line and column still refer to the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.place.text()
    }

    /// The span of the fault: bytes of [`text`](Self::text), on character boundaries. Empty if something is
    /// missing.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.place.span()
    }
}

impl<R: Reason> fmt::Display for ParseError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.reason, f)
    }
}

impl<R: Reason> Error for ParseError<R> {}

/// An error before its place is resolved: its span is a byte range of the whole text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault<R: Reason> {
    /// The faulty part of the text.
    pub field: R::Field,
    /// The span in the whole text.
    pub span: Range<usize>,
    /// The fault.
    pub reason: R,
}

impl<R: Reason> Fault<R> {
    /// A fault with this reason in these bytes of the whole text.
    pub const fn new(field: R::Field, span: Range<usize>, reason: R) -> Self {
        Self { field, span, reason }
    }

    /// The complete error.
    #[must_use]
    pub fn in_text(self, text: &str) -> ParseError<R> {
        let Self { field, span, reason } = self;
        ParseError { field, reason, place: Place::new(text, span) }
    }
}
