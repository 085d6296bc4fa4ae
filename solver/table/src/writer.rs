//! Writing a file, one section after another.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::Serialize;
use zerocopy::{Immutable, IntoBytes, Unaligned};

use super::codec;
use super::error::WriteError;
use super::layout::{
    Extent, Footer, Header, MAX_METADATA, MAX_SECTIONS, NAME_BYTES, SectionEntry, Width, ZEROS, aligned,
    is_name,
};
use super::metadata::Metadata;

/// Writes a file to any stream, front to back.
///
/// Memory does not grow with the data written, only with the number of sections. Records are written in
/// pieces of some tens of kilobytes, other data in small ones, so pass a buffered stream. After an error in a
/// section the file cannot be finished.
#[derive(Debug)]
pub struct Writer<W: Write> {
    stream: CountedStream<W>,
    header: Header,
    sections: Vec<SectionEntry>,
    names: HashSet<String>,
    is_broken: bool,
}

/// A stream that counts the bytes written.
#[derive(Debug)]
struct CountedStream<W> {
    stream: W,
    at: u64,
}

impl<W: Write> CountedStream<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)?;
        self.at += bytes.len() as u64;
        Ok(())
    }

    fn pad(&mut self) -> io::Result<()> {
        let next = aligned(self.at).ok_or(io::ErrorKind::FileTooLarge)?;
        let missing = usize::try_from(next - self.at).unwrap_or_default();
        self.put(&ZEROS[..missing.min(ZEROS.len())])
    }
}

/// Receives the bytes of one section.
#[derive(Debug)]
pub struct SectionWriter<'a, W: Write> {
    stream: &'a mut CountedStream<W>,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for SectionWriter<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.stream.stream.write(bytes)?;
        let written = bytes.get(..count).unwrap_or(bytes);
        self.stream.at += written.len() as u64;
        self.hasher.update(written);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.stream.flush()
    }
}

/// Number of bytes of records collected before they are written.
const PIECE_BYTES: usize = 64 << 10;

impl<W: Write> Writer<W> {
    /// Begins a file by writing its header.
    pub fn new(stream: W) -> Result<Self, WriteError> {
        let mut stream = CountedStream { stream, at: 0 };
        let header = Header::new();
        stream.put(header.as_bytes())?;
        Ok(Self { stream, header, sections: Vec::new(), names: HashSet::new(), is_broken: false })
    }

    /// Adds a section with the bytes that `fill` writes.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is invalid, if `fill` fails, or if it writes a partial record.
    pub fn section<E: From<WriteError>>(
        &mut self,
        name: &str,
        width: Width,
        fill: impl FnOnce(&mut SectionWriter<'_, W>) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.is_broken {
            return Err(WriteError::Broken.into());
        }
        if !is_name(name) {
            return Err(WriteError::Name { name: name.to_owned() }.into());
        }
        if self.sections.len() as u64 >= MAX_SECTIONS {
            return Err(WriteError::TooMany.into());
        }
        if !self.names.insert(name.to_owned()) {
            return Err(WriteError::Twice { name: name.to_owned() }.into());
        }
        self.is_broken = true;
        self.stream.pad().map_err(WriteError::Io)?;
        let offset = self.stream.at;
        let mut section = SectionWriter { stream: &mut self.stream, hasher: blake3::Hasher::new() };
        fill(&mut section)?;
        let hash = *section.hasher.finalize().as_bytes();
        let length = self.stream.at - offset;
        if let Width::Records(bytes) = width
            && length % bytes != 0
        {
            return Err(WriteError::Width { name: name.to_owned(), bytes: length }.into());
        }
        let mut stored_name = [0; NAME_BYTES];
        for (place, byte) in stored_name.iter_mut().zip(name.bytes()) {
            *place = byte;
        }
        self.sections.push(SectionEntry {
            name: stored_name,
            offset: offset.into(),
            length: length.into(),
            width: width.stored().into(),
            zero: [0; 8],
            hash,
        });
        self.is_broken = false;
        Ok(())
    }

    /// Adds a section of records, streamed. For large arrays of numbers use `values.iter().map(|&value|
    /// little_endian::F64::new(value))`. A type of size 0 gives an empty section.
    pub fn records<T: IntoBytes + Immutable + Unaligned>(
        &mut self,
        name: &str,
        records: impl IntoIterator<Item = T>,
    ) -> Result<(), WriteError> {
        let Some(width) = Width::for_type::<T>() else { return self.section(name, Width::Coded, |_| Ok(())) };
        self.section(name, width, |section| {
            let mut piece = Vec::with_capacity(PIECE_BYTES + size_of::<T>());
            for record in records {
                piece.extend_from_slice(record.as_bytes());
                if piece.len() >= PIECE_BYTES {
                    section.write_all(&piece)?;
                    piece.clear();
                }
            }
            section.write_all(&piece)?;
            Ok(())
        })
    }

    /// Adds a section with one small structure, coded by serde: at most 256 MiB, preferably far less.
    pub fn coded<T: Serialize>(&mut self, name: &str, value: &T) -> Result<(), WriteError> {
        self.section(name, Width::Coded, |section| {
            codec::encode(value, section)
                .map_err(|reason| WriteError::Codec { name: name.to_owned(), reason })
        })
    }

    /// Writes metadata, table and footer. Returns the stream, flushed.
    pub fn finish(mut self, metadata: &Metadata) -> Result<W, WriteError> {
        if self.is_broken {
            return Err(WriteError::Broken);
        }
        let mut text = serde_json::to_vec_pretty(metadata).map_err(io::Error::other)?;
        text.push(b'\n');
        let metadata_length = text.len() as u64;
        if metadata_length > MAX_METADATA {
            return Err(WriteError::Metadata { bytes: metadata_length });
        }
        self.stream.pad()?;
        let metadata_offset = self.stream.at;
        self.stream.put(&text)?;
        self.stream.pad()?;
        let table_offset = self.stream.at;
        let table = self.sections.as_bytes();
        self.stream.put(table)?;
        let file_length = self.stream.at + size_of::<Footer>() as u64;
        let extent = Extent {
            metadata_offset: metadata_offset.into(),
            metadata_length: metadata_length.into(),
            table_offset: table_offset.into(),
            sections: (self.sections.len() as u64).into(),
            file_length: file_length.into(),
            metadata_hash: *blake3::hash(&text).as_bytes(),
            table_hash: *blake3::hash(table).as_bytes(),
        };
        self.stream.put(Footer::new(&self.header, extent).as_bytes())?;
        self.stream.stream.flush()?;
        Ok(self.stream.stream)
    }
}
