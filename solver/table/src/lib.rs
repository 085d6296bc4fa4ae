//! Files on disk: one container for tables and checkpoints, which says what it holds and whether it is whole.
//!
//! A [`Writer`] streams sections into any [`Write`](std::io::Write), never seeks, and holds nothing of them in memory. A
//! [`Reader`] works on the bytes of the whole file, mapped or read; opening checks everything but the contents of the sections,
//! and each section is checked against its hash when asked. Nothing here knows a game or an algorithm, and nothing opens a
//! file: the program hands readers and writers in.
//!
//! | file | contents |
//! |---|---|
//! | `layout` | the fixed structures, byte by byte |
//! | `metadata` | [`Metadata`]: what a file says of itself |
//! | `writer`, `reader` | [`Writer`], [`Reader`] |
//! | `codec` | small structures in sections, by serde and bincode |
//! | `checkpoint` | [`Checkpoint`]: an interrupted run |
//! | `policy` | [`PolicyTable`]: distributions over actions, by key |
//! | `error` | [`ReadError`], [`WriteError`] |
//!
//! # The layout, version 1
//!
//! All numbers are little-endian and unsigned. Every block begins at the next multiple of 64 behind the one before, but for the
//! footer, which follows the table of sections at once; the bytes between are 0. So there is one way to lay a given
//! content out, and a reader refuses every other.
//!
//! | block | bytes | content |
//! |---|---|---|
//! | header | 8 | magic `89 48 4e 4d 0d 0a 1a 0a`, "\x89HNM" and the line ends that careless transfers break |
//! | | 4 | format version: 1 |
//! | | 4 | codec of coded sections: 1 is bincode 2, little-endian, integers of fixed width |
//! | | 48 | 0 |
//! | sections | any | one after another, each as the table says |
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
//! The last hash covers all others, so it names the whole content: two files with the same one are the same
//! ([`Reader::identity`]). Metadata and table stand at the end because counts and hashes are known only there.
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
mod error;
mod layout;
mod metadata;
mod policy;
mod reader;
mod writer;

/// Numbers as they stand in files, of no alignment: records are made of them.
pub use zerocopy::little_endian;

pub use checkpoint::{CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, CheckpointError, Identity, STATE};
pub use error::{Flaw, Part, ReadError, WriteError};
pub use layout::{FORMAT_VERSION, Width};
pub use metadata::Metadata;
pub use policy::{
    Choices, NoDistribution, POLICY_KIND, POLICY_VERSION, PolicyCounts, PolicyError, PolicyRow, PolicyRows,
    PolicyTable, RowBuffer, UNITS, quantize, unquantize, write_policy,
};
pub use reader::{Reader, Section};
pub use writer::{SectionWriter, Writer};
