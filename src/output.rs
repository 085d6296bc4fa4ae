//! Output of results: standard output, or the file of `-o`, which appears whole or not at all.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, StripStream};
use anyhow::{Context, anyhow};
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::args::OutputArgs;
use crate::asked::Asked;
use crate::failure::Failure;
use crate::file_error::{Unread, reason};
use crate::target::resolved;
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
            Some(path) => Ok(Self::create(path, Existing::forced(args.force))?),
        }
    }

    fn create(path: &Path, existing: Existing) -> anyhow::Result<Self> {
        let file = NewFile::create(path, existing)?;
        let writer = file.file.as_file().try_clone();
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
            Destination::File { file, .. } => file.finish(),
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

/// Treatment of a file that already exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Existing {
    /// Keep the existing file and fail.
    Refuse,
    /// Replace it by the complete new file.
    Replace,
}

impl Existing {
    /// Returns the treatment for the flag `--force`.
    pub(crate) const fn forced(force: bool) -> Self {
        if force { Self::Replace } else { Self::Refuse }
    }
}

/// A file that appears under its name when it is complete.
#[derive(Debug)]
pub(crate) struct NewFile {
    file: NamedTempFile,
    path: PathBuf,
    existing: Existing,
}

impl NewFile {
    /// Creates a file. An existing one is refused now, before any work is done. A link is followed: the file that it leads
    /// to is replaced.
    pub(crate) fn create(path: &Path, existing: Existing) -> anyhow::Result<Self> {
        if path.as_os_str() == "-" {
            return Err(anyhow!("this command writes text to standard output: name a file instead of `-`"));
        }
        let target = resolved(path)?;
        if existing == Existing::Refuse && target.exists() {
            return Err(exists(path));
        }
        let file = beside(&target).map_err(|error| cannot_create(path, &error))?;
        Ok(Self { file, path: target, existing })
    }

    /// Returns the final path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.file.write_all(bytes).map_err(Failure::writing)
    }

    /// Renames the file to its final path.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let Self { file, path, existing } = self;
        file.as_file().sync_all().map_err(Failure::writing)?;
        let renamed = match existing {
            Existing::Replace => file.persist(&path),
            Existing::Refuse => file.persist_noclobber(&path),
        };
        renamed.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => exists(&path),
            _ => anyhow::Error::new(error.error).context(format!("cannot create {}", path.display())),
        })?;
        Ok(())
    }
}

/// Unbuffered.
impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a temporary file in the folder of `path`, to be renamed when it is complete. Errors do not name the temporary
/// file, which is unknown to the user.
pub(crate) fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".hanamachi-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The mode that `File::create` requests; the umask of the process still applies.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))
}

/// Opens the file at `path`, or creates it, to append records of games, whose text begins with one of `begins`. Refuses a
/// file of something else.
pub(crate) fn records_file(path: &Path, begins: &[u8]) -> Result<File, Failure> {
    let cannot = || format!("cannot write {}", path.display());
    let mut options = OpenOptions::new();
    let file = options.append(true).create(true).open(path).with_context(cannot)?;
    let mut head = Vec::new();
    if file.metadata().with_context(cannot)?.is_file() {
        let written = File::open(path).with_context(|| Unread(path.to_owned()))?;
        written.take(1).read_to_end(&mut head).with_context(|| Unread(path.to_owned()))?;
    }
    if head.iter().all(|first| begins.contains(first)) {
        Ok(file)
    } else {
        Err(anyhow!("{} contains something other than records of games", path.display()).into())
    }
}

/// Error: no file can be created at `path`.
fn cannot_create(path: &Path, error: &io::Error) -> anyhow::Error {
    let reason = match (error.kind(), path.parent()) {
        (io::ErrorKind::NotFound, Some(folder)) if !folder.is_dir() => {
            format!("the folder {} does not exist", folder.display())
        }
        (io::ErrorKind::NotFound, _) => "no file can be made there".to_owned(),
        _ => reason(error),
    };
    anyhow!("cannot create {}: {reason}", path.display())
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{} exists; --force replaces it", path.display())
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
