//! Lines as they arrive on a stream that may be a file, a pipe or a person typing.
//!
//! A separate thread reads, so that the program notices Ctrl-C or a time limit while the stream is silent. It passes on
//! the lines of each read without waiting for more. The channel is small, so memory is constant for a stream of any
//! length.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use crate::failure::{Failure, Refusal};
use crate::session::Session;

/// Maximum length of a line, many times that of any notation.
pub(crate) const MAX_LINE_BYTES: usize = 1 << 20;
const READ_BYTES: usize = 64 << 10;
const POLL: Duration = Duration::from_millis(50);
/// Size from which a read is one of several: programs that wait for each answer write less.
const LONG_READ: usize = 512;

/// A line without its line break.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// Line number, counted from 1.
    pub(crate) number: u64,
    /// Offset of the end of the line in the stream, in bytes.
    pub(crate) end: u64,
    /// Text of the line, or the reason why it cannot be read.
    pub(crate) text: Result<String, LineFault>,
}

/// Reason why a line cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineFault {
    /// The first `valid` characters are fine; the next byte is not UTF-8.
    NotUtf8 {
        /// Characters before the fault.
        valid: usize,
    },
    /// The line is longer than [`MAX_LINE_BYTES`].
    TooLong,
}

impl LineFault {
    /// Converts the fault to a refusal of the line.
    pub(crate) fn refusal(self) -> Box<Refusal> {
        match self {
            Self::NotUtf8 { valid } => {
                let mut refusal = Refusal::whole("not_utf8", "the line is not valid UTF-8", "");
                refusal.column = Some(valid + 1);
                refusal
            }
            Self::TooLong => {
                let message = format!("the line is longer than {MAX_LINE_BYTES} bytes");
                let mut refusal = Refusal::whole("line_too_long", message, "");
                refusal.column = Some(MAX_LINE_BYTES + 1);
                refusal
            }
        }
    }
}

/// The lines of a stream.
#[derive(Debug)]
pub(crate) struct Lines {
    /// The lines of each read, and whether more is to come soon.
    arriving: Receiver<std::io::Result<(Vec<Line>, bool)>>,
    here: VecDeque<Line>,
    goes_on: bool,
}

impl Lines {
    /// Starts to read the lines of standard input.
    pub(crate) fn of_stdin() -> Self {
        Self::from_reader(std::io::stdin())
    }

    fn from_reader(stream: impl Read + Send + 'static) -> Self {
        let (send, arriving) = sync_channel(1);
        thread::spawn(move || read_all(BufReader::with_capacity(READ_BYTES, stream), &send));
        Self { arriving, here: VecDeque::new(), goes_on: false }
    }

    /// Returns the next line, or `None` at the end of the stream.
    pub(crate) fn next(&mut self, session: &Session) -> Result<Option<Line>, Failure> {
        self.wait(session)?;
        Ok(self.here.pop_front())
    }

    /// Returns the lines available now, at most `limit`. Waits only for the first one. Empty at the end of the stream.
    pub(crate) fn next_block(&mut self, limit: usize, session: &Session) -> Result<Vec<Line>, Failure> {
        self.wait(session)?;
        let count = limit.min(self.here.len());
        Ok(self.here.drain(..count).collect())
    }

    /// Whether a line is available, or will be within this time. `false` at the end of the stream.
    pub(crate) fn arrives_within(&mut self, limit: Duration) -> bool {
        if self.here.is_empty()
            && let Ok(Ok(read)) = self.arriving.recv_timeout(limit)
        {
            self.keep(read);
        }
        !self.here.is_empty()
    }

    /// Whether the last read ended within a line, or was so long that another one probably follows.
    pub(crate) const fn goes_on(&self) -> bool {
        self.goes_on
    }

    fn keep(&mut self, (lines, goes_on): (Vec<Line>, bool)) {
        self.here.extend(lines);
        self.goes_on = goes_on;
    }

    /// Whether no line is left, as far as that is known without much waiting.
    pub(crate) fn have_ended(&mut self) -> Result<bool, Failure> {
        if self.here.is_empty() {
            match self.arriving.recv_timeout(POLL) {
                Ok(read) => self.keep(read.context("cannot read standard input")?),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Waits until a line is available or the stream has ended.
    fn wait(&mut self, session: &Session) -> Result<(), Failure> {
        while self.here.is_empty() {
            session.check()?;
            if self.have_ended()? {
                break;
            }
        }
        Ok(())
    }
}

fn read_all(mut stream: impl BufRead, send: &SyncSender<std::io::Result<(Vec<Line>, bool)>>) {
    let mut splitter = Splitter::default();
    loop {
        let mut lines = Vec::new();
        let count = match stream.fill_buf() {
            Ok(chunk) => {
                splitter.feed(chunk, &mut lines);
                chunk.len()
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                let _ = send.send(Err(error));
                return;
            }
        };
        stream.consume(count);
        if count == 0 {
            splitter.finish(&mut lines);
        }
        let goes_on = count >= LONG_READ || !splitter.partial.is_empty();
        let gone = !lines.is_empty() && send.send(Ok((lines, goes_on))).is_err();
        if gone || count == 0 {
            return;
        }
    }
}

/// Splits a stream of bytes into lines. It buffers at most one line.
#[derive(Debug, Default)]
struct Splitter {
    partial: Vec<u8>,
    overflow: Option<Overflow>,
    lines: u64,
    bytes: u64,
}

/// A line that is too long to be buffered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Overflow {
    /// A comment, the rest of which is dropped.
    Comment,
    /// Any other line.
    Item,
}

impl Splitter {
    fn feed(&mut self, chunk: &[u8], lines: &mut Vec<Line>) {
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            self.bytes += piece.len() as u64;
            let (content, ends) = match piece.strip_suffix(b"\n") {
                Some(content) => (content, true),
                None => (piece, false),
            };
            self.hold(content);
            if ends {
                lines.push(self.cut());
            }
        }
    }

    /// Adds the last line, which may have no line break.
    fn finish(&mut self, lines: &mut Vec<Line>) {
        if self.overflow.is_some() || !self.partial.is_empty() {
            lines.push(self.cut());
        }
    }

    fn hold(&mut self, content: &[u8]) {
        if self.overflow.is_some() {
            return;
        }
        self.partial.extend_from_slice(content);
        if self.partial.len() > MAX_LINE_BYTES {
            let is_comment = self.partial.trim_ascii_start().starts_with(b"#");
            self.overflow = Some(if is_comment { Overflow::Comment } else { Overflow::Item });
            self.partial.clear();
        }
    }

    fn cut(&mut self) -> Line {
        self.lines += 1;
        let bytes = std::mem::take(&mut self.partial);
        let text = match self.overflow.take() {
            None => decode(bytes).map(|mut text| {
                // Removes a byte order mark, which only the first line may have.
                if self.lines == 1 && text.starts_with('\u{feff}') {
                    text.remove(0);
                }
                text
            }),
            Some(Overflow::Comment) => Ok("#".to_owned()),
            Some(Overflow::Item) => Err(LineFault::TooLong),
        };
        Line { number: self.lines, end: self.bytes, text }
    }
}

fn decode(bytes: Vec<u8>) -> Result<String, LineFault> {
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        LineFault::NotUtf8 { valid: String::from_utf8_lossy(&error.as_bytes()[..valid]).chars().count() }
    })?;
    if text.ends_with('\r') {
        text.pop();
    }
    Ok(text)
}

/// Returns the number of bytes left on standard input, if it is a file.
pub(crate) fn stdin_bytes() -> Option<u64> {
    #[cfg(unix)]
    {
        use std::io::Seek;
        use std::os::fd::AsFd;
        let mut file = std::fs::File::from(std::io::stdin().as_fd().try_clone_to_owned().ok()?);
        let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let here = file.stream_position().ok()?;
        metadata.len().checked_sub(here)
    }
    #[cfg(not(unix))]
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&[u8]]) -> Vec<Line> {
        let mut splitter = Splitter::default();
        let mut lines = Vec::new();
        for chunk in chunks {
            splitter.feed(chunk, &mut lines);
        }
        splitter.finish(&mut lines);
        lines
    }

    fn texts(chunks: &[&[u8]]) -> Vec<String> {
        split(chunks).into_iter().map(|line| line.text.unwrap()).collect()
    }

    #[test]
    fn lines_do_not_depend_on_how_the_stream_is_chopped() {
        let whole = b"\xef\xbb\xbfone\r\n\ntwo\nthree";
        let bytes: Vec<&[u8]> = whole.chunks(1).collect();
        assert_eq!(texts(&[whole]), ["one", "", "two", "three"]);
        assert_eq!(split(&bytes), split(&[whole]));
        assert_eq!(split(&[whole]).last().unwrap().end, whole.len() as u64);
    }

    #[test]
    fn a_stream_without_a_byte_has_no_line() {
        assert_eq!(split(&[]), []);
        assert_eq!(texts(&[b"\n"]), [""]);
    }

    #[test]
    fn bad_lines_are_told_apart_and_the_next_one_is_read() {
        let long = vec![b'x'; MAX_LINE_BYTES + 1];
        let lines = split(&[b"\xc3\xa9\xff\n", &long, b"\nfine\n # ", &long, b"\nlast"]);
        assert_eq!(lines[0].text, Err(LineFault::NotUtf8 { valid: 1 }));
        assert_eq!(lines[1].text, Err(LineFault::TooLong));
        assert_eq!(lines[2].text.as_deref(), Ok("fine"));
        assert_eq!(lines[3].text.as_deref(), Ok("#"));
        assert_eq!((lines[4].number, lines[4].text.as_deref()), (5, Ok("last")));
        let just = vec![b'x'; MAX_LINE_BYTES];
        assert!(split(&[&just])[0].text.is_ok());
    }
}
