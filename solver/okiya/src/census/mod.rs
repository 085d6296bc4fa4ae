//! The garden census: the proved values of all twelve openings of many gardens, in files.
//!
//! A [`Census`] is a range of gardens, either of the classes in order or of a random sample, and a rule.
//! [`run()`] solves them on all threads and passes on 24 bytes a garden, in order; [`write_table`] makes a
//! file of them, and [`CensusTable`] reads it. Since a record depends only on its garden and the rule, a
//! census can be split anywhere: merging the files of the parts gives the file of the whole, byte for byte,
//! and an interrupted run resumes as a run over the rest.
//!
//! | file | contents |
//! |---|---|
//! | `source` | [`Span`]: numbered gardens, and ranges of them |
//! | `description` | [`FileRun`]: metadata of a file; [`Census`] |
//! | `record` | [`CensusRecord`] and [`StoredRecord`]: one garden |
//! | `run` | [`Run`]: solving, for every kind of record |
//! | `store` | [`CensusStore`]: the files of a run in progress |
//! | `range` | texts of ranges and parts |
//! | `table` | the file |
//! | `rows` | its rows |
//! | `merge` | [`merge_tables`]: merging of parts |
//! | `check` | verification of a file |
//! | `error` | [`CensusError`] |
//!
//! # The file, version 1
//!
//! A container of [`table`](hanamachi_table) of the kind `okiya.census`, with two sections:
//!
//! | section | record | content |
//! |---|---|---|
//! | `records` | 24 bytes | one for each garden, in the order of their numbers |
//! | `chunks` | 32 bytes | BLAKE3 of each 4,096 records; the last chunk may have fewer |
//!
//! A record, little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | the class times 2¹⁴, plus the symmetry |
//! | 12 | the openings in cell order: a2 is byte 4, as the fifth cell of the border |
//! | 4 | nodes: moves that [`solve_many`](crate::solve_many) tried |
//!
//! The *class* is the rank of its smallest garden, below 16! < 2⁴⁵; the *symmetry* is the number of the first
//! one in [`Symmetry::all`](crate::Symmetry::all) that carries the smallest garden to this one, 0 in a census
//! of classes. An *opening* is a byte: the score for x plus 12 in the five low bits, and the ending as its
//! index in [`Ending::ALL`](crate::Ending::ALL) in the three high bits. Nodes depend on the garden and on
//! the program's version; everything else is independent of the version.
//!
//! The metadata identify the gardens: `details.source` is `sample` (with the seed) or `classes`, and `first`
//! and `end` are the range of numbers, `end` not included.

mod check;
mod description;
mod error;
mod merge;
mod range;
mod record;
mod rows;
mod run;
mod source;
mod store;
mod table;
#[cfg(test)]
mod tests;

pub use check::CheckError;
pub use description::{BYTES_BEFORE_RECORDS, CENSUS_KIND, CENSUS_VERSION, Census, FileRun};
pub use error::CensusError;
pub use merge::{JoinError, MergeError, merge_tables, merged};
pub use range::{class_range, sample_range};
pub use record::{CensusRecord, CensusRecordFault, OPENINGS, OpeningValue, StoredRecord};
#[cfg(test)]
pub(crate) use run::records;
pub use run::{Run, RunError, run, solve};
pub use source::{BLOCK_SIZE, Part, Source, Span, SpanError, Walker};
pub use store::{CensusStore, OpenedStore};
pub use table::{CensusTable, Lookup, Records, write_records, write_table};
