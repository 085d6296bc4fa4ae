//! Display of failures: a message with a caret below the input for people, an error object for programs.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use annotate_snippets::{Annotation, AnnotationKind, Level, Renderer, Snippet};
use hanamachi_solver::table::disk::DiskError;
use serde::Serialize;

use crate::failure::{Failure, Refusal};
use crate::output::{Output, Rendering, json};
use crate::wrap;

/// Maximum length of an input that an error message repeats.
const MAX_SHOWN_BYTES: usize = 4096;

/// `{"error": …}`, in the place of a result.
#[derive(Serialize)]
struct ErrorObject<'a> {
    error: &'a FaultObject,
}

/// The error object of a failure.
#[derive(Serialize)]
struct FaultObject {
    code: String,
    message: String,
    field: Option<String>,
    column: Option<usize>,
    /// Turn of a history, if the failure is about one; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    /// Line of an input with several lines; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    /// Path of an unusable file; otherwise absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<PathBuf>,
}

impl FaultObject {
    /// Creates the error object of a failure; `begins` is the first line of the item if the input has several.
    fn from_failure(failure: &Failure, begins: Option<u64>) -> Self {
        let refusal = match failure {
            Failure::Refused(refusal) => Some(refusal),
            _ => None,
        };
        Self {
            code: failure.code().to_owned(),
            message: failure.message(),
            field: refusal.and_then(|refusal| refusal.field.clone()),
            column: refusal.and_then(|refusal| refusal.column),
            turn: refusal.and_then(|refusal| refusal.turn),
            line: refusal.and_then(|refusal| refusal.line).or(begins),
            file: match failure {
                Failure::File(fault) => fault.path.clone(),
                Failure::Operation(error) => match error.downcast_ref() {
                    Some(DiskError::Unread(path, _)) => Some(path.clone()),
                    _ => None,
                },
                _ => None,
            },
        }
    }

    fn to_json(&self) -> String {
        json(&ErrorObject { error: self })
    }

    fn to_line(&self) -> String {
        let place = [("line", self.line), ("column", self.column.map(|column| column as u64))];
        let place: Vec<String> =
            place.into_iter().filter_map(|(name, number)| Some(format!("{name} {}", number?))).collect();
        format!("error: {}: {}", place.join(", "), self.message)
    }
}

/// Returns the error that replaces the answer to an item; `begins` is the line on which the item begins.
pub(crate) fn in_place(failure: Failure, begins: u64, rendering: Rendering) -> String {
    let fault = FaultObject::from_failure(&failure.of_item_at(begins), Some(begins));
    match rendering {
        Rendering::Json => fault.to_json(),
        Rendering::Text => fault.to_line(),
    }
}

/// Prints the failure that ends the program, and returns its exit code.
pub(crate) fn ended(failure: &Failure, rendering: Rendering) -> ExitCode {
    report(failure, rendering);
    ExitCode::from(failure.exit_code())
}

/// Prints the failure that ends the program: as JSON on standard output, or as text on standard error.
pub(crate) fn report(failure: &Failure, rendering: Rendering) {
    if matches!(failure, Failure::ReaderGone) {
        return;
    }
    if rendering == Rendering::Json && !failure.was_said_in_place() {
        let mut stdout = Output::stdout();
        let object = FaultObject::from_failure(failure, None).to_json();
        if stdout.line(&object).and_then(|()| stdout.finish()).is_ok() {
            return;
        }
        // Standard output takes nothing: the message goes to standard error.
    }
    let drawn = match failure {
        Failure::Refused(refusal) => draw(refusal),
        other => {
            let report =
                [Level::ERROR.primary_title(other.message()).elements(None::<Snippet<'_, Annotation<'_>>>)];
            Renderer::styled().render(&report)
        }
    };
    let drawn = match wrap::width_of(&std::io::stderr()) {
        // A message with a caret is not wrapped.
        Some(width) if !drawn.contains('\n') => wrap::wrapped(&drawn, width).into_owned(),
        _ => drawn,
    };
    let _ = writeln!(anstream::stderr(), "{drawn}");
}

/// Draws the refused text with a caret below the fault.
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

/// Limits `span` to whole characters of `text`, which the renderer does not check.
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
