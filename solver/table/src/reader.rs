//! Reading a file from its bytes.

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use super::codec;
use super::error::{FilePart, Flaw, ReadError};
use super::layout::{
    CODEC, END_MAGIC, Extent, FORMAT_VERSION, Footer, Header, MAGIC, MAX_METADATA, MAX_SECTIONS,
    SectionEntry, Width, aligned, is_name,
};
use super::metadata::Metadata;

/// Whether a file that begins with these bytes is a table or a checkpoint.
#[must_use]
pub fn is_table(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// An open file.
///
/// Borrows the file's bytes. Allocates memory only for the metadata and the table of sections, after checking
/// their lengths against the bytes present.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    identity: [u8; 32],
    metadata: Metadata,
    metadata_text: &'a str,
    sections: Vec<Section>,
}

/// A section of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    name: String,
    offset: u64,
    length: u64,
    width: Width,
    hash: [u8; 32],
}

impl Section {
    /// Name of the section.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Offset in the file, in bytes.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Length in bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.length
    }

    /// Whether it is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Type of the contents.
    #[must_use]
    pub const fn width(&self) -> Width {
        self.width
    }

    /// Number of records; `None` for a coded structure.
    #[must_use]
    pub const fn records(&self) -> Option<u64> {
        match self.width {
            Width::Records(bytes) => Some(self.length / bytes.get()),
            Width::Coded => None,
        }
    }

    /// BLAKE3 of the contents, as stored in the file.
    #[must_use]
    pub const fn hash(&self) -> &[u8; 32] {
        &self.hash
    }
}

impl Serialize for Section {
    /// `name`, `offset_bytes`, `length_bytes`, `records`, which is `null` for a coded structure, and `blake3`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Section", 5)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("offset_bytes", &self.offset)?;
        object.serialize_field("length_bytes", &self.length)?;
        object.serialize_field("records", &self.records())?;
        object.serialize_field("blake3", &blake3::Hash::from_bytes(self.hash).to_string())?;
        object.end()
    }
}

/// A range of the file; `None` if it is out of bounds.
fn piece(bytes: &[u8], offset: u64, length: u64) -> Option<&[u8]> {
    let end = usize::try_from(offset.checked_add(length)?).ok()?;
    bytes.get(usize::try_from(offset).ok()?..end)
}

impl<'a> Reader<'a> {
    /// Opens a file from all of its bytes. Checks header, metadata, table and footer against their hashes,
    /// the position of every section, and that there is nothing between them. The sections themselves are not
    /// read: see [`verify`](Self::verify).
    pub fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let header = check_header(bytes)?;
        let length = bytes.len() as u64;
        let end = bytes.len().checked_sub(size_of::<Footer>()).filter(|&end| end >= size_of::<Header>());
        let footer = end.and_then(|end| Footer::ref_from_bytes(&bytes[end..]).ok());
        let footer =
            footer.filter(|footer| footer.end_magic == END_MAGIC).ok_or(ReadError::Truncated { length })?;
        let extent = &footer.extent;
        if footer.hash != Footer::hash(header, extent) {
            return Err(ReadError::damaged(FilePart::Footer, Flaw::Hash));
        }
        let misplaced = |part| ReadError::damaged(part, Flaw::Place);
        if extent.file_length.get() != length {
            return Err(misplaced(FilePart::Footer));
        }
        let metadata = metadata_bytes(bytes, extent).ok_or_else(|| misplaced(FilePart::Metadata))?;
        if extent.metadata_hash != *blake3::hash(metadata).as_bytes() {
            return Err(ReadError::damaged(FilePart::Metadata, Flaw::Hash));
        }
        let table = table_bytes(bytes, extent).ok_or_else(|| misplaced(FilePart::Table))?;
        if extent.table_hash != *blake3::hash(table).as_bytes() {
            return Err(ReadError::damaged(FilePart::Table, Flaw::Hash));
        }
        let entries = <[SectionEntry]>::ref_from_bytes(table).map_err(|_| misplaced(FilePart::Table))?;
        let sections = check_table(bytes, extent, entries)?;
        let wrong = |reason: String| ReadError::damaged(FilePart::Metadata, Flaw::Content(reason));
        let metadata_text = str::from_utf8(metadata).map_err(|_| wrong("they are not UTF-8".to_owned()))?;
        let metadata = serde_json::from_str(metadata_text).map_err(|error| wrong(error.to_string()))?;
        Ok(Self { bytes, identity: footer.hash, metadata, metadata_text, sections })
    }

    /// The [identity](Self::identity) stored at the end of the bytes of a whole file, without checking it.
    /// `None` if this is not such a file. Can be evaluated at compile time.
    #[must_use]
    pub const fn stated_identity(bytes: &[u8]) -> Option<[u8; 32]> {
        let Some((before, end)) = bytes.split_last_chunk::<{ END_MAGIC.len() }>() else { return None };
        if u64::from_le_bytes(*end) != u64::from_le_bytes(END_MAGIC) {
            return None;
        }
        before.last_chunk().copied()
    }

    /// Returns an error unless the file is of this kind.
    pub fn expect_kind(&self, expected: &'static str, expected_version: u32) -> Result<(), ReadError> {
        let Metadata { kind, kind_version, .. } = &self.metadata;
        if (kind.as_str(), *kind_version) == (expected, expected_version) {
            return Ok(());
        }
        let (found, found_version) = (kind.clone(), *kind_version);
        Err(ReadError::OtherKind { found, found_version, expected, expected_version })
    }

    /// Hash of everything in the file.
    #[must_use]
    pub const fn identity(&self) -> &[u8; 32] {
        &self.identity
    }

    /// Metadata of the file.
    #[must_use]
    pub const fn metadata(&self) -> &Metadata {
        &self.metadata
    }

    /// Metadata as the JSON text in the file.
    #[must_use]
    pub const fn metadata_text(&self) -> &'a str {
        self.metadata_text
    }

    /// Length of the file in bytes.
    #[must_use]
    pub const fn file_length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The sections, in the order in which they lie in the file.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The section of this name.
    pub fn section(&self, name: &str) -> Result<&Section, ReadError> {
        let found = self.sections.iter().find(|section| section.name == name);
        found.ok_or_else(|| ReadError::NoSection { name: name.to_owned() })
    }

    fn bytes_of(&self, section: &Section) -> &'a [u8] {
        // Checked when the file was opened.
        piece(self.bytes, section.offset, section.length).unwrap_or_default()
    }

    /// Bytes of the section of this name, **not** checked against its hash.
    pub fn bytes(&self, name: &str) -> Result<&'a [u8], ReadError> {
        Ok(self.bytes_of(self.section(name)?))
    }

    /// Records of the section of this name, **not** checked against its hash. Any bytes are valid records;
    /// the caller must check their meaning.
    pub fn records<T>(&self, name: &str) -> Result<&'a [T], ReadError>
    where
        T: FromBytes + Immutable + KnownLayout + Unaligned,
    {
        let section = self.section(name)?;
        let expected = size_of::<T>() as u64;
        let found = section.width.stored();
        if found != expected || found == 0 {
            return Err(ReadError::section(name, Flaw::OtherWidth { found, expected }));
        }
        <[T]>::ref_from_bytes(self.bytes_of(section)).map_err(|_| ReadError::section(name, Flaw::Width))
    }

    /// Structure in the section of this name, checked against its hash.
    pub fn coded<T: DeserializeOwned>(&self, name: &str) -> Result<T, ReadError> {
        let section = self.section(name)?;
        if section.width != Width::Coded {
            let found = section.width.stored();
            return Err(ReadError::section(name, Flaw::OtherWidth { found, expected: 0 }));
        }
        self.verify_section(section)?;
        codec::decode(self.bytes_of(section))
            .map_err(|reason| ReadError::section(name, Flaw::Content(reason)))
    }

    /// Checks a section of this file against its hash, reading all of its bytes.
    pub fn verify_section(&self, section: &Section) -> Result<(), ReadError> {
        if section.hash == *blake3::hash(self.bytes_of(section)).as_bytes() {
            Ok(())
        } else {
            Err(ReadError::section(&section.name, Flaw::Hash))
        }
    }

    /// Checks every section against its hash, in order, and stops at the first damaged one.
    pub fn verify(&self) -> Result<(), ReadError> {
        self.sections.iter().try_for_each(|section| self.verify_section(section))
    }
}

/// Checks and returns the header. A truncated file is checked as far as it goes.
fn check_header(bytes: &[u8]) -> Result<&Header, ReadError> {
    let length = bytes.len() as u64;
    let begins = bytes.len().min(MAGIC.len());
    if bytes[..begins] != MAGIC[..begins] {
        return Err(ReadError::NotATable);
    }
    let (header, _) = Header::ref_from_prefix(bytes).map_err(|_| ReadError::Truncated { length })?;
    match (header.version.get(), header.codec.get()) {
        (FORMAT_VERSION, CODEC) => {}
        (FORMAT_VERSION, found) => return Err(ReadError::OtherCodec { found }),
        (found, _) => return Err(ReadError::OtherVersion { found }),
    }
    if header.zero.iter().any(|&byte| byte != 0) {
        return Err(ReadError::damaged(FilePart::Header, Flaw::NotZero));
    }
    Ok(header)
}

fn metadata_bytes<'a>(bytes: &'a [u8], extent: &Extent) -> Option<&'a [u8]> {
    let length = extent.metadata_length.get();
    if length > MAX_METADATA {
        return None;
    }
    piece(bytes, extent.metadata_offset.get(), length)
}

/// Table of sections; it must reach from the end of the metadata to the footer.
fn table_bytes<'a>(bytes: &'a [u8], extent: &Extent) -> Option<&'a [u8]> {
    let sections = extent.sections.get();
    if sections > MAX_SECTIONS {
        return None;
    }
    let behind = aligned(extent.metadata_offset.get().checked_add(extent.metadata_length.get())?)?;
    let offset = extent.table_offset.get();
    let table = piece(bytes, offset, sections * size_of::<SectionEntry>() as u64)?;
    let end = offset + table.len() as u64 + size_of::<Footer>() as u64;
    (offset == behind && end == bytes.len() as u64).then_some(table)
}

/// Returns the sections. Checks that each begins at the right offset and that there is nothing between them.
fn check_table(bytes: &[u8], extent: &Extent, entries: &[SectionEntry]) -> Result<Vec<Section>, ReadError> {
    let table = |flaw| ReadError::damaged(FilePart::Table, flaw);
    let mut sections = Vec::with_capacity(entries.len());
    let mut names = HashSet::new();
    let mut end = size_of::<Header>() as u64;
    for entry in entries {
        let name = name_of(entry).ok_or_else(|| table(Flaw::Name))?;
        if !names.insert(name) {
            return Err(table(Flaw::Name));
        }
        if entry.zero != [0; 8] {
            return Err(table(Flaw::NotZero));
        }
        let section = Section {
            name: name.to_owned(),
            offset: entry.offset.get(),
            length: entry.length.get(),
            width: Width::from_stored(entry.width.get()),
            hash: entry.hash,
        };
        check_gap(bytes, end, section.offset)
            .map_err(|flaw| flaw.unwrap_or_else(|| ReadError::section(name, Flaw::Place)))?;
        piece(bytes, section.offset, section.length).ok_or_else(|| ReadError::section(name, Flaw::Place))?;
        if let Width::Records(width) = section.width
            && section.length % width != 0
        {
            return Err(ReadError::section(name, Flaw::Width));
        }
        end = section.offset + section.length;
        sections.push(section);
    }
    let metadata_offset = extent.metadata_offset.get();
    let metadata_end = metadata_offset + extent.metadata_length.get();
    for (end, next, part) in [
        (end, metadata_offset, FilePart::Metadata),
        (metadata_end, extent.table_offset.get(), FilePart::Table),
    ] {
        check_gap(bytes, end, next)
            .map_err(|flaw| flaw.unwrap_or_else(|| ReadError::damaged(part, Flaw::Place)))?;
    }
    Ok(sections)
}

/// Checks that the block after the one that ends at `end` begins at `next`, with only zeros between. `None`
/// for a wrong offset.
fn check_gap(bytes: &[u8], end: u64, next: u64) -> Result<(), Option<ReadError>> {
    if aligned(end) != Some(next) {
        return Err(None);
    }
    let gap = piece(bytes, end, next - end).ok_or(None)?;
    if gap.iter().all(|&byte| byte == 0) {
        Ok(())
    } else {
        Err(Some(ReadError::damaged(FilePart::Padding(end), Flaw::NotZero)))
    }
}

fn name_of(entry: &SectionEntry) -> Option<&str> {
    let length = entry.name.iter().position(|&byte| byte == 0).unwrap_or(entry.name.len());
    let (name, rest) = entry.name.split_at(length);
    let name = str::from_utf8(name).ok().filter(|name| is_name(name))?;
    rest.iter().all(|&byte| byte == 0).then_some(name)
}
