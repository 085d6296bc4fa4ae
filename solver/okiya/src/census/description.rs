//! What a file of the census says of itself.

use serde_json::{Value, json};

use super::record::{CHUNK_RECORDS, StoredRecord};
use super::source::{BLOCK_SIZE, Source, Span};
use crate::rules::FullBoard;
use hanamachi_table::{Flaw, Identity, Metadata, Part, ReadError};

/// The kind of these files.
pub const CENSUS_KIND: &str = "okiya.census";
/// The version of how that kind uses its sections.
pub const CENSUS_VERSION: u32 = 1;

const GAME: &str = "okiya";
/// The `counts` of the metadata.
const GARDENS: &str = "gardens";
/// Their `details`.
const SOURCE: &str = "source";
const FIRST: &str = "first";
const END: &str = "end";
const DRAWN_IN_BLOCKS_OF: &str = "block_size";
const RECORD_BYTES: &str = "record_bytes";
const CHUNK: &str = "chunk_records";

/// Gardens, and the rule under which they are solved: all that decides what a census finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Census {
    span: Span,
    full_board: FullBoard,
}

impl Census {
    /// The census of these gardens under this rule.
    #[must_use]
    pub const fn new(span: Span, full_board: FullBoard) -> Self {
        Self { span, full_board }
    }

    /// The gardens.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.span
    }

    /// The rule.
    #[must_use]
    pub const fn full_board(&self) -> FullBoard {
        self.full_board
    }

    /// The census from the first garden of this one up to number `end`, which lies behind it.
    pub(super) const fn until(&self, end: u64) -> Self {
        Self { span: self.span.until(end), ..*self }
    }

    /// The command that makes the file, its name aside.
    #[must_use]
    pub fn command(&self) -> String {
        let numbers = self.span.numbers();
        let gardens = match self.span.source() {
            Source::Sample { seed } if numbers.start == 0 => {
                format!("--sample {} --seed {seed}", numbers.end)
            }
            Source::Sample { seed } => format!("--sample {}..{} --seed {seed}", numbers.start, numbers.end),
            Source::Classes => format!("--classes {}..{}", numbers.start, numbers.end),
        };
        let rule = match self.full_board {
            FullBoard::Draw => "",
            FullBoard::Last => " --full last",
        };
        format!("hanamachi okiya census {gardens}{rule}")
    }

    /// What must be the same for one run to go on from another.
    #[must_use]
    pub fn identity(&self, program: &str) -> Identity {
        Identity::new()
            .with("game", GAME)
            .with("program", program)
            .with("rules", self.full_board.to_string())
            .with("command", self.command())
    }

    /// The metadata of the file, made by `program`. Nothing in them depends on what is found.
    #[must_use]
    pub fn metadata(&self, program: &str) -> Metadata {
        let numbers = self.span.numbers();
        let mut metadata = Metadata {
            kind: CENSUS_KIND.to_owned(),
            kind_version: CENSUS_VERSION,
            game: GAME.to_owned(),
            rules: self.full_board.to_string(),
            program: program.to_owned(),
            command: self.command(),
            ..Metadata::default()
        };
        metadata.counts.insert(GARDENS.to_owned(), self.span.len());
        let mut detail = |name: &str, value| metadata.details.insert(name.to_owned(), value);
        detail(SOURCE, json!(self.span.source().word()));
        detail(FIRST, json!(numbers.start));
        detail(END, json!(numbers.end));
        detail(RECORD_BYTES, json!(StoredRecord::BYTES));
        detail(CHUNK, json!(CHUNK_RECORDS));
        if let Source::Sample { seed } = self.span.source() {
            detail(DRAWN_IN_BLOCKS_OF, json!(BLOCK_SIZE));
            metadata.seed = Some(seed);
        }
        metadata
    }

    /// The census that these metadata are about.
    pub(super) fn described(metadata: &Metadata) -> Result<Self, ReadError> {
        let wrong = |what: &str| {
            let reason = format!("they do not say of which gardens and by which rule: {what}");
            ReadError::Damaged { part: Part::Metadata, flaw: Flaw::Content(reason) }
        };
        if metadata.game != GAME {
            return Err(wrong("the game"));
        }
        let full_board = metadata.rules.strip_prefix("full=").and_then(FullBoard::from_word);
        let full_board = full_board.ok_or_else(|| wrong("the rules"))?;
        let detail = |name: &str| metadata.details.get(name);
        let number = |name: &str| detail(name).and_then(Value::as_u64).ok_or_else(|| wrong(name));
        let source = match (detail(SOURCE).and_then(Value::as_str), metadata.seed) {
            (Some("sample"), Some(seed)) if number(DRAWN_IN_BLOCKS_OF)? == BLOCK_SIZE.get() => {
                Source::Sample { seed }
            }
            (Some("classes"), None) => Source::Classes,
            _ => return Err(wrong(SOURCE)),
        };
        let span =
            Span::new(source, number(FIRST)?..number(END)?).map_err(|error| wrong(&error.to_string()))?;
        if number(RECORD_BYTES)? != StoredRecord::BYTES as u64 {
            return Err(wrong(RECORD_BYTES));
        }
        if number(CHUNK)? != CHUNK_RECORDS {
            return Err(wrong(CHUNK));
        }
        if metadata.counts.get(GARDENS) != Some(&span.len()) {
            return Err(wrong(GARDENS));
        }
        Ok(Self { span, full_board })
    }
}
