//! The census of verdicts: the outcome of each garden, for the classes in order, in some 1.65 bits a class.
//!
//! A [run](crate::census::run()) solves a range of classes on all threads, [`VerdictTable`] reads the
//! resulting file, and [`Ledger`] holds the counts of the 2,270 shards of all
//! [`ClassNumber::COUNT`](crate::ClassNumber::COUNT) classes, with a hash by which another solution of a
//! shard can be compared.
//!
//! Outcomes are those for x, who moves first, with a full board drawn. The other rule needs no second census:
//! if the last token wins on a full board, o wins every garden that x does not win.
//!
//! | file | contents |
//! |---|---|
//! | `range` | [`VerdictCensus`]: range of classes |
//! | `chunk` | [`StoredChunk`]: the outcomes of 5,120 classes |
//! | `tally` | [`VerdictTally`]: counts of classes and of gardens; [`ALL_GARDENS`]: the totals of the ledger |
//! | `run` | solving, and [`ShardSolution`] |
//! | `table` | the file, its metadata, and merging of parts |
//! | `check` | verification of a file |
//! | `ledger`, `row` | [`Ledger`], and [`LedgerRow`]: a line for each shard |
//! | `files` | [`LedgerFiles`]: the ledger and its list, on disk |
//! | `second_wins` | [`SecondWins`]: the numbers of all classes that o wins |
//! | `structure` | [`Structure`]: structural properties of the gardens, by outcome |
//!
//! # The file, version 1
//!
//! A container of [`table`](hanamachi_table) of the kind `okiya.verdicts` with one section, `chunks`, of
//! records of 1,056 bytes. Chunk *k* holds the classes numbered from 5,120 *k* on; a file holds every chunk
//! that its range touches, in order. A record, little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | nodes: moves that the searches tried |
//! | 24 | gardens (shuffles) in the classes that are lost, drawn and won for x |
//! | 1,024 | five outcomes a byte, as digits of base 3, the first one times 1: 0 a loss, 1 a draw, 2 a win |
//!
//! Classes of the chunk outside the range have the digit 0 and count nothing. So the file of a range is the
//! sum of the files of its parts, byte for byte, however it is split.

mod check;
mod chunk;
mod files;
mod ledger;
mod range;
mod row;
mod run;
mod second_wins;
mod shard;
mod structure;
mod table;
mod tally;
#[cfg(test)]
mod tests;

pub use check::{VerdictError, check_outcomes};
pub use chunk::{CHUNK_CLASSES, StoredChunk};
pub use files::LedgerFiles;
pub use ledger::{LEDGER_COLUMNS, Ledger, LedgerError, SHARDS, shard};
pub use range::VerdictCensus;
pub use row::LedgerRow;
pub use run::solve_shard;
pub use second_wins::{SECOND_WINS_KIND, SECOND_WINS_VERSION, SecondWins, write_second_wins};
pub use shard::{OutcomeHasher, ShardSolution};
pub use structure::{SecondPlayerShare, Structure, StructureSample, matching_on_the_sides};
pub use table::{VERDICTS_KIND, VERDICTS_VERSION, VerdictTable, merge_verdicts, write_verdicts};
pub use tally::{ALL_GARDENS, VerdictTally, gardens_with};
