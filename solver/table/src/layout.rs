//! The fixed structures of the container; the [module](super) describes them byte by byte.

use std::num::NonZeroU64;

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// Version of the layout that this library reads and writes.
pub const FORMAT_VERSION: u32 = 1;
/// Codec of coded sections: see `codec`.
pub(super) const CODEC: u32 = 1;
pub(super) const MAGIC: [u8; 8] = *b"\x89HNM\r\n\x1a\n";
pub(super) const END_MAGIC: [u8; 8] = *b"HNM end\n";
/// Every block begins at a multiple of this.
pub(super) const ALIGNMENT: u64 = ZEROS.len() as u64;
/// Padding; its length is the alignment.
pub(super) const ZEROS: [u8; 64] = [0; 64];
pub(super) const MAX_SECTIONS: u64 = 4096;
pub(super) const MAX_METADATA: u64 = 1 << 20;
pub(super) const NAME_BYTES: usize = 32;

/// Start of a file.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Header {
    pub(super) magic: [u8; 8],
    pub(super) version: U32,
    pub(super) codec: U32,
    pub(super) zero: [u8; 48],
}

impl Header {
    pub(super) const fn new() -> Self {
        Self { magic: MAGIC, version: U32::new(FORMAT_VERSION), codec: U32::new(CODEC), zero: [0; 48] }
    }
}

/// A row of the table of sections.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct SectionEntry {
    pub(super) name: [u8; NAME_BYTES],
    pub(super) offset: U64,
    pub(super) length: U64,
    pub(super) width: U64,
    pub(super) zero: [u8; 8],
    pub(super) hash: [u8; 32],
}

/// End of a file.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Footer {
    pub(super) extent: Extent,
    pub(super) hash: [u8; 32],
    pub(super) end_magic: [u8; 8],
}

/// Footer without its own hash.
#[derive(Clone, Copy, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Extent {
    pub(super) metadata_offset: U64,
    pub(super) metadata_length: U64,
    pub(super) table_offset: U64,
    pub(super) sections: U64,
    pub(super) file_length: U64,
    pub(super) metadata_hash: [u8; 32],
    pub(super) table_hash: [u8; 32],
}

impl Footer {
    pub(super) fn new(header: &Header, extent: Extent) -> Self {
        Self { extent, hash: Self::hash(header, &extent), end_magic: END_MAGIC }
    }

    /// Expected hash of the footer.
    pub(super) fn hash(header: &Header, extent: &Extent) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(header.as_bytes()).update(extent.as_bytes());
        *hasher.finalize().as_bytes()
    }
}

/// Type of a section's contents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Width {
    /// Records of this many bytes.
    Records(NonZeroU64),
    /// One structure, coded by the file's codec.
    Coded,
}

impl Width {
    /// Records of the width of `T`; `None` for a type of size 0.
    #[must_use]
    pub const fn for_type<T>() -> Option<Self> {
        match NonZeroU64::new(size_of::<T>() as u64) {
            Some(bytes) => Some(Self::Records(bytes)),
            None => None,
        }
    }

    pub(super) const fn stored(self) -> u64 {
        match self {
            Self::Records(bytes) => bytes.get(),
            Self::Coded => 0,
        }
    }

    pub(super) const fn from_stored(stored: u64) -> Self {
        match NonZeroU64::new(stored) {
            Some(bytes) => Self::Records(bytes),
            None => Self::Coded,
        }
    }
}

/// Start of the block after one that ends at `end`; `None` on overflow.
pub(super) fn aligned(end: u64) -> Option<u64> {
    end.checked_next_multiple_of(ALIGNMENT)
}

/// Whether this is a valid name of a section: 1 to 32 bytes of lower-case letters, digits, `_`, `-` and `.`.
pub(super) fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-.".contains(&byte);
    (1..=NAME_BYTES).contains(&name.len()) && name.bytes().all(is_plain)
}
