//! Errors of parsing: the message and its place in the text.

use std::error::Error;
use std::fmt::{self, Display, Write};
use std::ops::Range;

use crate::{TextPlace, quoted};

/// A machine-readable code of a fault, stable between versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(pub &'static str);

/// The name of a part of a text in output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field(pub &'static str);

/// An invalid text: the fault, its field and its place.
///
/// [`Display`] names the fault and the expected form, in one line without the text. To draw a caret, print
/// [`text`](Self::text) and mark [`span`](Self::span) in it.
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
pub struct ParseError {
    code: Code,
    field: Field,
    turn: Option<usize>,
    message: Box<str>,
    place: TextPlace,
}

impl ParseError {
    /// A machine-readable code, stable between versions. The notation of each game lists its codes.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code.0
    }

    /// The name of the faulty field.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field.0
    }

    /// The faulty turn, from 1, if there is one.
    #[must_use]
    pub const fn turn(&self) -> Option<usize> {
        self.turn
    }

    /// Text, span, line and column together.
    #[must_use]
    pub const fn place(&self) -> &TextPlace {
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

impl Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ParseError {}

/// An error before its place is resolved: its span is a byte range of the whole text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextFault {
    code: Code,
    field: Field,
    turn: Option<usize>,
    message: String,
    span: Range<usize>,
}

impl TextFault {
    /// A fault in these bytes of the whole text. The message names the fault and the expected form, in one
    /// line.
    #[must_use]
    pub fn new(code: Code, field: Field, span: Range<usize>, message: impl Display) -> Self {
        Self { code, field, turn: None, message: message.to_string(), span }
    }

    /// The fault that the text ends where `expected` should follow.
    #[must_use]
    pub fn missing(field: Field, end: Range<usize>, expected: &str) -> Self {
        let message = format_args!("the text ends where {expected} should follow");
        Self::new(Code("missing_field"), field, end, message)
    }

    /// The same fault; its message ends with the text found, if there is any, cut if long, with control characters escaped.
    #[must_use]
    pub fn found(mut self, found: impl Display) -> Self {
        let found = quoted(&found.to_string());
        if !found.is_empty() {
            // Writing to a string cannot fail.
            let _ = write!(self.message, ", found `{}`", found.escape_debug());
        }
        self
    }

    /// The same fault, in this turn, from 1.
    #[must_use]
    pub fn in_turn(self, turn: Option<usize>) -> Self {
        Self { turn, ..self }
    }

    /// The same fault at the place that `place` finds for its span.
    #[must_use]
    pub fn mapped(self, place: impl FnOnce(Range<usize>) -> Range<usize>) -> Self {
        Self { span: place(self.span), ..self }
    }

    /// The complete error.
    #[must_use]
    pub fn in_text(self, text: &str) -> ParseError {
        let Self { code, field, turn, message, span } = self;
        ParseError { code, field, turn, message: message.into(), place: TextPlace::new(text, span) }
    }
}
