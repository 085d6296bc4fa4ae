//! Output of results: standard output, or the file of `-o`, which appears whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::Path;

use anstream::{AutoStream, StripStream};
use anyhow::{Context, anyhow};
use hanamachi_solver::table::disk::DiskError;
pub(crate) use hanamachi_solver::table::disk::{Existing, NewFile};
use serde::Serialize;

use crate::args::OutputArgs;
use crate::asked::Asked;
use crate::failure::Failure;
use crate::wrap;

pub(crate) use hanamachi_solver::ENGINE;

/// An open destination for results.
#[derive(Debug)]
pub(crate) struct Output(Destination);

#[derive(Debug)]
enum Destination {
    /// Standard output, with the width at which sentences are wrapped if it is a terminal.
    Stdout(BufWriter<AutoStream<io::StdoutLock<'static>>>, Option<usize>),
    File {
        writer: BufWriter<StripStream<File>>,
        file: NewFile,
    },
}

impl Output {
    /// Opens standard output. Styles are kept on a terminal that supports them.
    pub(crate) fn stdout() -> Self {
        let width = wrap::width_of(&io::stdout());
        Self(Destination::Stdout(BufWriter::new(AutoStream::auto(io::stdout().lock())), width))
    }

    /// Opens the destination that `args` name. An existing file is refused now, before any work is done.
    pub(crate) fn open(args: &OutputArgs) -> Result<Self, Failure> {
        match &args.output {
            None => Ok(Self::stdout()),
            Some(path) if path.as_os_str() == "-" => Ok(Self::stdout()),
            Some(path) => Self::create(path, Existing::forced(args.force)),
        }
    }

    fn create(path: &Path, existing: Existing) -> Result<Self, Failure> {
        let file = NewFile::create(path, existing)?;
        let writer = file.as_file().try_clone();
        let writer = writer.with_context(|| format!("cannot create {}", path.display()))?;
        Ok(Self(Destination::File { writer: BufWriter::new(StripStream::new(writer)), file }))
    }

    /// Whether standard output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        match &self.0 {
            Destination::Stdout(..) => io::stdout().is_terminal(),
            Destination::File { .. } => false,
        }
    }

    /// Writes `text` and a line break. On a terminal, long sentences are wrapped between words.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), Failure> {
        let text = match &self.0 {
            Destination::Stdout(_, Some(width)) => wrap::wrapped(text, *width),
            Destination::Stdout(_, None) | Destination::File { .. } => text.into(),
        };
        writeln!(self.writer(), "{text}").map_err(Failure::writing)
    }

    /// Writes `text` unchanged, for programs.
    pub(crate) fn verbatim(&mut self, text: &str) -> Result<(), Failure> {
        write!(self.writer(), "{text}").map_err(Failure::writing)
    }

    /// Writes `text` unchanged and flushes it, as a prompt.
    pub(crate) fn prompt(&mut self, text: &str) -> Result<(), Failure> {
        self.verbatim(text)?;
        self.flush()
    }

    /// Flushes the output, so that the reader of a pipe receives it.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.writer().flush().map_err(Failure::writing)
    }

    /// Ends the output. Only now does the file of `-o` appear under its name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.flush()?;
        match self.0 {
            Destination::Stdout(..) => Ok(()),
            Destination::File { file, .. } => Ok(file.finish()?),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match &mut self.0 {
            Destination::Stdout(writer, _) => writer,
            Destination::File { writer, .. } => writer,
        }
    }
}

/// Reader of the output: a person or a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rendering {
    /// A person.
    Text,
    /// A program: JSON.
    Json,
}

impl Rendering {
    /// Returns the rendering for the flag `--json`.
    pub(crate) const fn of_flag(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
    }
}

/// Opens the file at `path`, or creates it, to append records of games, whose text begins with one of `begins`. Refuses a
/// file of something else.
pub(crate) fn records_file(path: &Path, begins: &[u8]) -> Result<File, Failure> {
    let cannot = || format!("cannot write {}", path.display());
    let mut options = OpenOptions::new();
    let file = options.append(true).create(true).open(path).with_context(cannot)?;
    let mut head = Vec::new();
    if file.metadata().with_context(cannot)?.is_file() {
        let written = File::open(path).map_err(DiskError::unread(path))?;
        written.take(1).read_to_end(&mut head).map_err(DiskError::unread(path))?;
    }
    if head.iter().all(|first| begins.contains(first)) {
        Ok(file)
    } else {
        Err(anyhow!("{} contains something other than records of games", path.display()).into())
    }
}

/// Formats an object as JSON on one line, with what was asked.
pub(crate) fn json_asked<T: Serialize>(object: &T) -> String {
    #[derive(Serialize)]
    struct Answer<'a, T> {
        #[serde(flatten)]
        object: &'a T,
        #[serde(skip_serializing_if = "Option::is_none")]
        asked: Option<&'static Asked>,
    }
    json(&Answer { object, asked: Asked::kept() })
}

/// Formats `value` as JSON on one line.
pub(crate) fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the program's own structures have text keys")
}
