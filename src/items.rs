//! The items of an input, one after another: standard input as it arrives, or those of a file.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::time::Duration;

use hanamachi_solver::text::{Item, Joiner};

use crate::failure::Failure;
use crate::lines::{Line, Lines, stdin_bytes};
use crate::session::Session;

/// How long a pipe may pause within an item before the item is taken as it is.
const PAUSE: Duration = Duration::from_millis(250);
/// How long the lines of a pasted text may be apart, of which a terminal passes on one at a time.
const PASTE: Duration = Duration::from_millis(30);

/// Items with the lines on which they begin. Blank lines and comments are skipped.
#[derive(Debug)]
pub(crate) struct Items {
    ready: VecDeque<Line>,
    /// Standard input; `None` for the items of a file, all of which are ready.
    stream: Option<Lines>,
    joiner: Joiner,
    /// How long to wait for the rest of an item; `None` for as long as it takes.
    pause: Option<Duration>,
    /// How long to wait for what may still belong to an item.
    settle: Duration,
    /// Offset of the end of the last line read, in bytes.
    end: u64,
}

impl Items {
    /// The items of standard input. On a terminal, says what is expected.
    pub(crate) fn of_stdin(session: &Session) -> Self {
        let (pause, settle) = if std::io::stdin().is_terminal() {
            session.note("Type or paste one text a line; Ctrl-D on a line of its own ends the input.");
            (None, PASTE)
        } else if stdin_bytes().is_some() {
            (None, Duration::MAX)
        } else {
            (Some(PAUSE), Duration::ZERO)
        };
        Self {
            ready: VecDeque::new(),
            stream: Some(Lines::of_stdin()),
            joiner: Joiner::default(),
            pause,
            settle,
            end: 0,
        }
    }

    /// The items of a file.
    pub(crate) fn of_file(items: Vec<Item>) -> Self {
        let line = |item: Item| Line { number: item.line, end: 0, text: Ok(item.text) };
        Self {
            ready: items.into_iter().map(line).collect(),
            stream: None,
            joiner: Joiner::default(),
            pause: None,
            settle: Duration::ZERO,
            end: 0,
        }
    }

    /// Returns the next item, or `None` at the end.
    pub(crate) fn next(&mut self, session: &Session) -> Result<Option<Line>, Failure> {
        self.fill(session)?;
        Ok(self.ready.pop_front())
    }

    /// Returns the items available now, at most `limit`. Waits only for the first one. Empty at the end.
    pub(crate) fn next_block(&mut self, limit: usize, session: &Session) -> Result<Vec<Line>, Failure> {
        self.fill(session)?;
        let count = limit.min(self.ready.len());
        Ok(self.ready.drain(..count).collect())
    }

    /// Whether no item is left, as far as that is known without much waiting.
    pub(crate) fn have_ended(&mut self) -> Result<bool, Failure> {
        let stream_ended = self.stream.as_mut().map_or(Ok(true), Lines::have_ended)?;
        Ok(self.ready.is_empty() && !self.joiner.has_item() && stream_ended)
    }

    /// Reads until an item is ready, or to the end.
    fn fill(&mut self, session: &Session) -> Result<(), Failure> {
        let Some(stream) = &mut self.stream else { return Ok(()) };
        while self.ready.is_empty() {
            let block = stream.next_block(usize::MAX, session)?;
            let has_ended = block.is_empty();
            for line in block {
                self.end = line.end;
                let found = match &line.text {
                    Ok(text) => self.joiner.push(line.number, text),
                    Err(_) => self.joiner.finish(),
                };
                self.ready.extend(found.map(|item| Line {
                    number: item.line,
                    end: line.end,
                    text: Ok(item.text),
                }));
                if line.text.is_err() {
                    self.ready.push_back(line);
                }
            }
            let is_unfinished = self.joiner.expects_more() || stream.goes_on() && self.pause.is_some();
            let wait = if is_unfinished { self.pause } else { Some(self.settle) };
            let is_complete = self.joiner.has_item()
                && (has_ended || wait.is_some_and(|wait| !stream.arrives_within(wait)));
            if is_complete && let Some(item) = self.joiner.finish() {
                self.ready.push_back(Line { number: item.line, end: self.end, text: Ok(item.text) });
            }
            if has_ended {
                break;
            }
        }
        Ok(())
    }
}
