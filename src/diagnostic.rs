//! What a failure looks like: for people the text with a caret below, for programs an error object.

use std::io::Write;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use serde::Serialize;

use crate::failure::{Failure, Refusal};
use crate::output::{Output, json};

/// Texts longer than this are not worth repeating to the person who typed them.
const MAX_SHOWN_BYTES: usize = 4096;

/// `{"error": …}`, in the place of a result.
#[derive(Serialize)]
struct ErrorObject<'a> {
    error: Fault<'a>,
}

#[derive(Serialize)]
struct Fault<'a> {
    code: &'a str,
    message: String,
    field: Option<&'a str>,
    column: Option<usize>,
    /// The line, where the input has several; absent elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

/// The error object of a failure; of an item among others, with the line on which it begins.
pub(crate) fn error_object(failure: &Failure, begins: Option<u64>) -> String {
    let (field, column) = match failure {
        Failure::Refused(refusal) => (refusal.field.as_deref(), refusal.column),
        _ => (None, None),
    };
    let line = line_of(failure, begins);
    json(&ErrorObject {
        error: Fault { code: failure.code(), message: failure.to_string(), field, column, line },
    })
}

/// The same for people, on one line.
pub(crate) fn error_line(failure: &Failure, begins: u64) -> String {
    let line = line_of(failure, Some(begins)).unwrap_or(begins);
    match failure {
        Failure::Refused(refusal) => match refusal.column {
            Some(column) => format!("error: line {line}, column {column}: {failure}"),
            None => format!("error: line {line}: {failure}"),
        },
        _ => format!("error: line {line}: {failure}"),
    }
}

/// The line at fault, counted in the whole input.
fn line_of(failure: &Failure, begins: Option<u64>) -> Option<u64> {
    let within = match failure {
        Failure::Refused(refusal) => refusal.line.map(|line| line as u64),
        _ => None,
    };
    match (begins, within) {
        (Some(begins), Some(within)) => Some(begins + within - 1),
        (begins, within) => begins.or(within),
    }
}

/// Says why the program ends: with `json` on standard output, else on standard error.
pub(crate) fn report(failure: &Failure, json: bool) {
    if matches!(failure, Failure::ReaderGone) {
        return;
    }
    if json && !failure.was_said_in_place() {
        let mut stdout = Output::stdout();
        // The exit code still tells the story if nobody can read this.
        let _ = stdout.line(&error_object(failure, None)).and_then(|()| stdout.finish());
        return;
    }
    let drawn = match failure {
        Failure::Refused(refusal) => draw(refusal),
        other => {
            let report =
                [Level::ERROR.primary_title(other.to_string()).elements(None::<Snippet<'_, Annotation<'_>>>)];
            Renderer::styled().render(&report)
        }
    };
    let _ = writeln!(anstream::stderr(), "{drawn}");
}

/// The refused text with a caret under what is wrong with it.
fn draw(refusal: &Refusal) -> String {
    let title = Level::ERROR.primary_title(annotate_snippets::normalize_untrusted_str(&refusal.message));
    let snippet = refusal
        .span
        .clone()
        .filter(|_| refusal.text.len() <= MAX_SHOWN_BYTES)
        .map(|span| within(&refusal.text, span))
        .map(|span| Snippet::source(&refusal.text).annotation(AnnotationKind::Primary.span(span)));
    Renderer::styled().render(&[title.elements(snippet)])
}

/// `span`, cut down to characters of `text`: the renderer trusts what it is given.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let boundary =
        |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = boundary(span.start);
    start..boundary(span.end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_span_makes_the_renderer_panic() {
        for text in ["", "x", "é\t\u{1b}[31m/日本\nnext", "\n\n"] {
            for start in 0..text.len() + 3 {
                for end in 0..text.len() + 3 {
                    let mut refusal = *Refusal::whole("code", "wrong\u{1b}[0m", text);
                    refusal.span = Some(start..end);
                    assert!(draw(&refusal).contains("wrong"));
                }
            }
        }
    }
}
