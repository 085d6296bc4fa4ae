//! All failures of commands, with their exit codes.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hanamachi_report::terminal::count;
use hanamachi_solver::search::budget::Stop;
pub(crate) use hanamachi_solver::table::disk::Trouble;
use hanamachi_solver::table::disk::{DiskError, FileFault, reason, without_number};
use hanamachi_solver::table::{PolicyError, ReadError, WriteError};
pub(crate) use hanamachi_solver::text::ByteSize;
use hanamachi_solver::text::ParseError;

/// Reason why a command ends without its full answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The operating system refused an operation on a file, a thread or a stream.
    #[error("{}", told(.0))]
    Operation(#[from] anyhow::Error),
    /// The arguments do not fit together, with a message for the user. Clap finds most such errors and exits with the
    /// same code.
    #[error("{0}")]
    Usage(String),
    /// The input is invalid.
    #[error("{0}")]
    Refused(#[from] Box<Refusal>),
    /// A limit was reached before the answer.
    #[error("{0}")]
    Limit(Limit),
    /// The work would exceed its memory or time limit.
    #[error("{0}")]
    TooCostly(#[from] Cost),
    /// A file is unusable.
    #[error("{0}")]
    File(Box<FileFault>),
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// The user pressed Ctrl-C, and the answer from the work done by then has been printed.
    #[error("interrupted; the answer is partial")]
    CutShort,
    /// Some lines of a batch were refused; each has an error in its place.
    #[error("{} refused", lines(*.0))]
    LinesRefused(u64),
    /// Some lines of a batch reached a limit; each has an error in its place.
    #[error("{} unanswered: a limit was reached", lines(*.0))]
    LinesUnanswered(u64),
    /// The time limit ended a batch before its input did.
    #[error("the time limit was reached before the end of the input")]
    BatchTimedOut,
    /// The reader of standard output has closed it.
    #[error("the output was closed by its reader")]
    ReaderGone,
}

fn lines(count: u64) -> String {
    if count == 1 { "1 line was".to_owned() } else { format!("{count} lines were") }
}

/// Formats an error and its causes, separated by colons.
fn told(error: &anyhow::Error) -> String {
    let causes = error.chain().map(|cause| match cause.downcast_ref::<io::Error>() {
        Some(error) => reason(error),
        None => cause.to_string(),
    });
    without_number(&causes.collect::<Vec<_>>().join(": "))
}

/// Converts a read error of the file at `path` to a failure.
pub(crate) fn refusal(path: &Path, error: &ReadError) -> Failure {
    error.in_file(path)
}

/// The limit that ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Limit {
    /// `--time`.
    #[error("the time limit was reached before an answer")]
    Time,
    /// `--time`, before the first iteration.
    #[error("the time limit was reached while the game was compiled, before the first iteration")]
    Compiling,
    /// `--nodes`.
    #[error("the node limit of --nodes was reached before an answer")]
    Nodes,
    /// The numbers of the computation.
    #[error("the target is out of reach of floating-point precision")]
    Precision,
}

/// Resource whose limit the work would exceed.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub(crate) enum Cost {
    /// Memory, for all threads together.
    #[error("{needed} of memory needed for {}, more than the {limit} allowed by --memory", count(*threads, "thread"))]
    Memory { needed: ByteSize, threads: usize, limit: ByteSize },
    /// Memory, exhausted during the work.
    #[error("the memory limit of --memory was reached")]
    MemoryFull,
    /// Memory, for an endgame.
    #[error(
        "the endgame needs {needed} of memory, more than the {limit} that --memory allows; without --method exact a search answers"
    )]
    Endgame { needed: ByteSize, limit: ByteSize },
    /// Number of public states of an endgame.
    #[error(
        "the rest of the round has too many public states to be counted, let alone solved: use --method ismcts"
    )]
    Uncountable,
    /// Memory, for a whole game.
    #[error("the game needs more memory than the {limit} allowed by --memory{way_out}")]
    Game { limit: ByteSize, way_out: String },
    /// Memory, for the sequence form of a game.
    #[error(
        "--exploitability, --resume and, except for Hanamikoji, -o need the sequence form, which needs more than half of the {limit} of memory that the run may use"
    )]
    SequenceForm { limit: ByteSize },
    /// Memory, for lookups in a census.
    #[error(
        "{needed} of memory needed for lookups in {}, more than the {limit} allowed by --memory", .path.display()
    )]
    Lookup { needed: ByteSize, path: PathBuf, limit: ByteSize },
    /// Time, for an endgame, in seconds.
    #[error(
        "the endgame takes about {needed} s on one core, more than the {limit} s that --time allows; without --method exact a search answers"
    )]
    Time { needed: u64, limit: f64 },
    /// Work on an endgame that came to no answer.
    #[error("the endgame was not solved{why}; without --method exact a search answers")]
    Unfinished { why: String },
}

/// A refused input: the fault and its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// A word for programs, such as `duplicate_tile`.
    pub(crate) code: String,
    /// A sentence for people.
    pub(crate) message: String,
    /// The part of the input, such as `garden`.
    pub(crate) field: Option<String>,
    /// Turn of a history, counted from 1.
    pub(crate) turn: Option<usize>,
    /// Line of an input with several lines, counted from 1.
    pub(crate) line: Option<u64>,
    /// Column in that line, in characters from 1.
    pub(crate) column: Option<usize>,
    /// The whole input, for the caret.
    pub(crate) text: String,
    /// Bytes of the text that are at fault.
    pub(crate) span: Option<Range<usize>>,
}

impl Refusal {
    /// Creates a refusal of the input as a whole.
    pub(crate) fn whole(code: &str, message: impl Into<String>, text: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            code: code.to_owned(),
            message: message.into(),
            field: None,
            turn: None,
            line: None,
            column: None,
            text: text.into(),
            span: None,
        })
    }

    /// Creates a refusal of the input `whole` from its parse error.
    pub(crate) fn of_text(error: &ParseError, whole: &str) -> Box<Self> {
        let place = error.place();
        Box::new(Self {
            code: error.code().to_owned(),
            message: error.to_string(),
            field: Some(error.field().to_owned()),
            turn: error.turn(),
            line: whole.contains('\n').then(|| place.line() as u64),
            column: Some(place.column()),
            text: place.text().to_owned(),
            span: Some(place.span()),
        })
    }

    /// Names the part of the input that is at fault.
    pub(crate) fn about(mut self: Box<Self>, field: &str) -> Box<Self> {
        self.field = Some(field.to_owned());
        self
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Interrupted => Self::Interrupted,
            Stop::Time => Self::Limit(Limit::Time),
            Stop::Nodes => Self::Limit(Limit::Nodes),
            Stop::Memory => Cost::MemoryFull.into(),
            Stop::Precision => Self::Limit(Limit::Precision),
        }
    }
}

impl From<FileFault> for Failure {
    fn from(fault: FileFault) -> Self {
        Self::File(Box::new(fault))
    }
}

impl From<DiskError> for Failure {
    fn from(error: DiskError) -> Self {
        match error {
            DiskError::File(fault) => Self::File(fault),
            DiskError::Write(WriteError::Io(error)) => Self::writing(error),
            DiskError::Exists(_) => Self::Operation(anyhow::anyhow!("{error}; --force replaces it")),
            DiskError::Cut(..) => {
                Self::Operation(anyhow::anyhow!("{error}; free some space, then continue with --resume"))
            }
            DiskError::Unfinished(_) => {
                Self::Operation(anyhow::anyhow!("{error}; --resume continues it, --force starts over"))
            }
            other => Self::Operation(other.into()),
        }
    }
}

#[cfg(feature = "hanamikoji")]
impl From<hanamachi_solver::hanamikoji::training::TrainingError> for Failure {
    fn from(error: hanamachi_solver::hanamikoji::training::TrainingError) -> Self {
        use hanamachi_solver::hanamikoji::training::TrainingError;
        match error {
            TrainingError::Disk(error) => error.into(),
            TrainingError::Stopped(stop) => stop.into(),
            TrainingError::Unsuited(message) => Self::Usage(message),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        DiskError::from(error).into()
    }
}

impl From<PolicyError> for Failure {
    fn from(error: PolicyError) -> Self {
        match error {
            PolicyError::Write(error) => error.into(),
            other => Self::Operation(anyhow::Error::new(other).context("cannot write the policy")),
        }
    }
}

impl Failure {
    /// Creates the failure of a write to standard output or to the file of `-o`.
    pub(crate) fn writing(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ReaderGone
        } else {
            Self::Operation(anyhow::Error::new(error).context("cannot write the output"))
        }
    }

    /// Returns the result of a command that has printed the answer from its work until `stopped`: a limit was
    /// asked for, Ctrl-C was not.
    pub(crate) fn after_answer(stopped: Option<Stop>) -> Result<(), Self> {
        if stopped == Some(Stop::Interrupted) { Err(Self::CutShort) } else { Ok(()) }
    }

    /// Returns the problem with a file, if that is the failure.
    pub(crate) fn trouble(&self) -> Option<Trouble> {
        match self {
            Self::File(fault) => Some(fault.trouble),
            _ => None,
        }
    }

    /// Adds the line on which the item begins.
    pub(crate) fn of_item_at(mut self, begins: u64) -> Self {
        if let Self::Refused(refusal) = &mut self {
            refusal.line = Some(refusal.line.unwrap_or(1) + begins - 1);
        }
        self
    }

    /// Returns the message for people.
    pub(crate) fn message(&self) -> String {
        without_number(&self.to_string())
    }

    /// Returns the exit code of the process.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Operation(_) => 1,
            Self::Usage(_) => 2,
            Self::Refused(_) | Self::LinesRefused(_) => 3,
            Self::Limit(_)
            | Self::TooCostly(Cost::Time { .. } | Cost::Unfinished { .. })
            | Self::LinesUnanswered(_)
            | Self::BatchTimedOut => 4,
            Self::File(fault) if fault.trouble == Trouble::Unverified => 5,
            Self::File(_) => 6,
            Self::TooCostly(_) => 7,
            Self::Interrupted | Self::CutShort => 130,
        }
    }

    /// Returns the error code for programs.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::ReaderGone => "reader_gone",
            Self::Operation(_) => "operation_failed",
            Self::Usage(_) => "usage",
            Self::Refused(refusal) => &refusal.code,
            Self::LinesRefused(_) => "lines_refused",
            Self::Limit(_)
            | Self::TooCostly(Cost::Time { .. } | Cost::Unfinished { .. })
            | Self::LinesUnanswered(_)
            | Self::BatchTimedOut => "limit_reached",
            Self::TooCostly(_) => "memory_limit",
            Self::File(fault) => match fault.trouble {
                Trouble::Damaged => "file_damaged",
                Trouble::Unverified => "verification_failed",
                Trouble::Foreign => "file_of_another_run",
                Trouble::OtherVersion => "file_of_another_version",
                Trouble::OtherRules => "file_of_other_rules",
            },
            Self::Interrupted | Self::CutShort => "interrupted",
        }
    }

    /// Whether the output already contains the failures, line by line, or says that it was stopped.
    pub(crate) const fn was_said_in_place(&self) -> bool {
        matches!(
            self,
            Self::CutShort | Self::LinesRefused(_) | Self::LinesUnanswered(_) | Self::BatchTimedOut
        )
    }
}
