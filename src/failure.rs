//! Every way in which a command can fail, and the exit code of each.

use std::io;
use std::ops::Range;

use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::table::{PolicyError, WriteError};
pub(crate) use hanamachi_solver::text::ByteSize;
use hanamachi_solver::text::Place;

use crate::file_error;

/// Why a command ends without its full answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The machine said no: a file, a thread, a stream.
    #[error("{}", file_error::told(.0))]
    Operation(#[from] anyhow::Error),
    /// The arguments make no question. Most such mistakes are found by clap, which exits with the same code.
    #[error("{0}")]
    Usage(String),
    /// The input is not what it should be.
    #[error("{0}")]
    Refused(#[from] Box<Refusal>),
    /// A limit was reached before the answer.
    #[error("{0}")]
    Limit(Limit),
    /// The work would need more memory than it may use.
    #[error("{needed} of memory needed for {threads} threads, more than the {limit} allowed by --memory")]
    Memory {
        /// What the work needs.
        needed: ByteSize,
        /// For how many threads.
        threads: usize,
        /// What it may use.
        limit: ByteSize,
    },
    /// The work came to need more memory than it may use.
    #[error("the memory that --memory allows is full")]
    MemoryFull,
    /// An item would need more memory than it may use.
    #[error("{0}")]
    TooLarge(String),
    /// An item would need more time than it may use.
    #[error("{0}")]
    TooSlow(String),
    /// A file is not what it should be.
    #[error("{0}")]
    Damaged(String),
    /// What a file says does not hold: the slow road found otherwise.
    #[error("{0}")]
    Unverified(String),
    /// A file belongs to another run.
    #[error("{0}")]
    Foreign(String),
    /// A file is whole, and of a version or a kind that the command does not read.
    #[error("{0}")]
    OtherVersion(String),
    /// A file is about a game by other rules.
    #[error("{0}")]
    OtherRules(String),
    /// The user pressed Ctrl-C.
    #[error("interrupted")]
    Interrupted,
    /// Some lines of a batch were refused; each said so in its place.
    #[error("{} refused", lines(*.0))]
    LinesRefused(u64),
    /// Some lines of a batch ran into a limit; each said so in its place.
    #[error("{} unanswered: a limit was reached", lines(*.0))]
    LinesUnanswered(u64),
    /// The time limit ended a batch before its input did.
    #[error("the time limit ended the batch before its input")]
    BatchTimedOut,
    /// Whoever read standard output has read enough.
    #[error("the reader of the output has gone")]
    ReaderGone,
}

fn lines(count: u64) -> String {
    if count == 1 { "1 line was".to_owned() } else { format!("{count} lines were") }
}

/// Which limit ended a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Limit {
    /// `--time`.
    #[error("the time limit was reached before an answer")]
    Time,
    /// `--nodes`.
    #[error("the node limit was reached before an answer")]
    Nodes,
}

/// Input that was refused: what is wrong with it and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// A word for programs, such as `duplicate_tile`.
    pub(crate) code: String,
    /// A sentence for people.
    pub(crate) message: String,
    /// The part of the input, such as `garden`.
    pub(crate) field: Option<String>,
    /// In which turn of a history, counted from 1.
    pub(crate) turn: Option<usize>,
    /// In which line of an input that has several, counted from 1.
    pub(crate) line: Option<u64>,
    /// Where in that line, counted in characters from 1.
    pub(crate) column: Option<usize>,
    /// The whole input, for the caret.
    pub(crate) text: String,
    /// The offending bytes of the text.
    pub(crate) span: Option<Range<usize>>,
}

impl Refusal {
    /// A refusal that concerns the input as a whole.
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

    /// A refusal of something at a place of `whole`, the whole input.
    pub(crate) fn at(code: &str, message: String, field: &str, place: &Place, whole: &str) -> Box<Self> {
        Box::new(Self {
            code: code.to_owned(),
            message,
            field: Some(field.to_owned()),
            turn: None,
            line: whole.contains('\n').then(|| place.line() as u64),
            column: Some(place.column()),
            text: place.text().to_owned(),
            span: Some(place.span()),
        })
    }

    /// The same, about one part of the input.
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
            Stop::Memory => Self::MemoryFull,
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io(error) => Self::writing(error),
            other => Self::Operation(anyhow::Error::new(other).context("cannot write the file")),
        }
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
    /// A failed write to standard output or to the file of `-o`.
    pub(crate) fn writing(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::ReaderGone
        } else {
            Self::Operation(anyhow::Error::new(error).context("cannot write the output"))
        }
    }

    /// The same failure of an item that begins on this line of its input.
    pub(crate) fn of_item_at(mut self, begins: u64) -> Self {
        if let Self::Refused(refusal) = &mut self {
            refusal.line = Some(refusal.line.unwrap_or(1) + begins - 1);
        }
        self
    }

    /// What a person reads.
    pub(crate) fn message(&self) -> String {
        file_error::without_number(&self.to_string())
    }

    /// The process's exit code.
    pub(crate) const fn exit_code(&self) -> u8 {
        match self {
            Self::ReaderGone => 0,
            Self::Operation(_) => 1,
            Self::Usage(_) => 2,
            Self::Refused(_) | Self::LinesRefused(_) => 3,
            Self::Limit(_) | Self::TooSlow(_) | Self::LinesUnanswered(_) | Self::BatchTimedOut => 4,
            Self::Unverified(_) => 5,
            Self::Damaged(_) | Self::Foreign(_) | Self::OtherVersion(_) | Self::OtherRules(_) => 6,
            Self::Memory { .. } | Self::MemoryFull | Self::TooLarge(_) => 7,
            Self::Interrupted => 130,
        }
    }

    /// The word for programs.
    pub(crate) fn code(&self) -> &str {
        match self {
            Self::ReaderGone => "reader_gone",
            Self::Operation(_) => "operation_failed",
            Self::Usage(_) => "usage",
            Self::Refused(refusal) => &refusal.code,
            Self::LinesRefused(_) => "lines_refused",
            Self::Limit(_) | Self::TooSlow(_) | Self::LinesUnanswered(_) | Self::BatchTimedOut => {
                "limit_reached"
            }
            Self::Memory { .. } | Self::MemoryFull | Self::TooLarge(_) => "memory_limit",
            Self::Damaged(_) => "file_damaged",
            Self::Unverified(_) => "verification_failed",
            Self::Foreign(_) => "file_of_another_run",
            Self::OtherVersion(_) => "file_of_another_version",
            Self::OtherRules(_) => "file_of_other_rules",
            Self::Interrupted => "interrupted",
        }
    }

    /// Whether the output already says what failed, line by line.
    pub(crate) const fn was_said_in_place(&self) -> bool {
        matches!(self, Self::LinesRefused(_) | Self::LinesUnanswered(_) | Self::BatchTimedOut)
    }
}
