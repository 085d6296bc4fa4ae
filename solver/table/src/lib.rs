//! Files on disk: one container for tables and checkpoints, which describes its contents and detects damage.
//!
//! A [`Writer`] streams sections into any [`Write`](std::io::Write), never seeks, and keeps none of them in
//! memory. A [`Reader`] works on the bytes of the whole file, mapped or read. Opening a file checks
//! everything but the contents of the sections, and each section is checked against its hash on request. This
//! crate depends on no game or algorithm. Only [`disk`] opens files.
//!
//! | file | contents |
//! |---|---|
//! | `layout` | the fixed structures, byte by byte |
//! | `metadata` | [`Metadata`]: description of a file |
//! | `writer`, `reader` | [`Writer`], [`Reader`] |
//! | `codec` | small structures in sections, by serde and bincode |
//! | `checkpoint` | [`Checkpoint`]: an interrupted run |
//! | `disk` | [`disk`]: files of the machine, and runs that keep their state in one |
//! | `policy` | [`PolicyTable`]: distributions over actions, by key |
//! | `rows` | [`Rows`](rows::Rows): the contents of a file as rows of typed columns |
//! | `error` | [`ReadError`], [`WriteError`] |
//!
//! # The layout, version 1
//!
//! All numbers are little-endian and unsigned. Every block begins at the next multiple of 64 after the one
//! before, except the footer, which follows the table of sections directly; the bytes between are 0. So there
//! is only one layout for given contents, and a reader rejects every other.
//!
//! | block | bytes | content |
//! |---|---|---|
//! | header | 8 | magic `89 48 4e 4d 0d 0a 1a 0a`, "\x89HNM" and the line ends that careless transfers break |
//! | | 4 | format version: 1 |
//! | | 4 | codec of coded sections: 1 is bincode 2, little-endian, integers of fixed width |
//! | | 48 | 0 |
//! | sections | any | one after another, as listed in the table |
//! | metadata | any, at most 1 MiB | JSON in UTF-8 |
//! | table of sections | 96 each | name in UTF-8, padded with 0 (32) · offset (8) · length in bytes (8) · bytes of a record, or 0 for a coded structure (8) · 0 (8) · BLAKE3 of the section (32) |
//! | footer | 8 | offset of the metadata |
//! | | 8 | length of the metadata |
//! | | 8 | offset of the table of sections |
//! | | 8 | number of sections, at most 4,096 |
//! | | 8 | length of the file |
//! | | 32 | BLAKE3 of the metadata |
//! | | 32 | BLAKE3 of the table of sections |
//! | | 32 | BLAKE3 of the header followed by the footer up to here |
//! | | 8 | end magic `48 4e 4d 20 65 6e 64 0a`, "HNM end\n" |
//!
//! The last hash covers all others, so it identifies the whole contents: two files with the same hash are the
//! same ([`Reader::identity`]). Metadata and table are at the end because counts and hashes are known only
//! there.
//!
//! ```
//! use hanamachi_solver::table::{Metadata, Reader, Writer, little_endian::F64};
//!
//! let mut writer = Writer::new(Vec::new())?;
//! writer.records("values", [0.25, -1.0].map(F64::new))?;
//! let metadata = Metadata { kind: "example".to_owned(), game: "none".to_owned(), ..Metadata::default() };
//! let bytes = writer.finish(&metadata)?;
//!
//! let reader = Reader::open(&bytes)?;
//! reader.verify()?;
//! let values: &[F64] = reader.records("values")?;
//! assert_eq!(values.iter().map(|value| value.get()).sum::<f64>(), -0.75);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod codec;
pub mod disk;
mod error;
mod layout;
mod metadata;
mod policy;
mod reader;
pub mod rows;
mod writer;

/// Little-endian numbers without alignment, as stored in files: the components of records.
pub use zerocopy::little_endian;

pub use checkpoint::{CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, CheckpointError, Identity, STATE};
pub use error::{FilePart, Flaw, ReadError, WriteError};
pub use layout::{FORMAT_VERSION, Width};
pub use metadata::Metadata;
pub use policy::{
    Choices, NoDistribution, POLICY_KIND, POLICY_VERSION, PolicyCounts, PolicyError, PolicyRow, PolicyRows,
    PolicyTable, RowBuffer, UNITS, quantize, unquantize, write_policy,
};
pub use reader::{Reader, Section, is_table};
pub use writer::{SectionWriter, Writer};

/// The hash by which files are identified, BLAKE3, of these bytes.
#[must_use]
pub fn hash(bytes: &[u8]) -> [u8; 32] {
    *blake3::hash(bytes).as_bytes()
}

/// A hash as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_string()
}
