//! The garden census: the proved values of all twelve openings of many gardens, in files.
//!
//! A [`Census`] is a range of gardens, of the classes in order or of a random sample, and a rule. [`run()`] solves them on all threads and hands
//! 24 bytes a garden on, in order; [`write_table`] makes a file of them, and [`CensusTable`] reads it. Since a record depends on its
//! garden and the rule alone, a census can be cut into parts anywhere: the file of the whole is that of its parts merged, byte for byte, and a
//! run that was interrupted goes on as one of what is left.
//!
//! | file | contents |
//! |---|---|
//! | `source` | [`Span`]: numbered gardens, and ranges of them |
//! | `description` | [`FileRun`]: what a file says of itself; [`Census`] |
//! | `record` | [`Record`] and [`StoredRecord`]: one garden |
//! | `run` | [`Run`]: solving, for every kind of record |
//! | `table` | the file |
//! | `merge` | [`merge_tables`]: parts made one, and which parts make one |
//! | `check` | whether what a file says is true |
//! | `error` | [`CensusError`] |
//!
//! # The file, version 1
//!
//! A container of [`table`](hanamachi_table) of the kind `okiya.census`, with two sections:
//!
//! | section | record | content |
//! |---|---|---|
//! | `records` | 24 bytes | a garden each, in the order of their numbers |
//! | `chunks` | 32 bytes | BLAKE3 of each 4,096 records; the last ones may be fewer |
//!
//! A record, little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the class times 2¹⁴, plus the symmetry |
//! | 12 | the openings in cell order: a2 means byte 4, for it is the fifth cell of the border |
//! | 4 | nodes: moves that [`solve_many`](crate::solve_many) tried |
//!
//! The *class* is the rank of its smallest garden, below 16! < 2⁴⁵; the *symmetry* is the number of the first one in
//! [`Symmetry::all`](crate::Symmetry::all) that carries the smallest garden to this one, 0 in a census of classes. An *opening* is
//! a byte: the score for x plus 12 in the five low bits, the ending as its place in [`Ending::ALL`](crate::Ending::ALL) in the three
//! high ones. Nodes are those of one thread with a table of the standard size; they depend on the program's version, everything else
//! does not.
//!
//! The metadata say which gardens: `details.source` is `sample` (with the seed) or `classes`, and `first` and `end` are the range of
//! numbers, `end` not included.

mod check;
mod description;
mod error;
mod merge;
mod record;
mod run;
mod source;
mod table;
#[cfg(test)]
mod tests;

pub use check::CheckError;
pub use description::{BYTES_BEFORE_RECORDS, CENSUS_KIND, CENSUS_VERSION, Census, FileRun};
pub use error::CensusError;
pub use merge::{JoinError, MergeError, merge_tables, merged};
pub use record::{OPENINGS, OpeningValue, Record, RecordFault, StoredRecord};
#[cfg(test)]
pub(crate) use run::records;
pub use run::{Run, RunError, run, solve};
pub use source::{BLOCK_SIZE, Part, Source, Span, SpanError, Walker};
pub use table::{CensusTable, Lookup, Records, write_records, write_table};
