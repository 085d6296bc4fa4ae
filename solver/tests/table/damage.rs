//! Damaged files: every one is refused, without a panic and without a large allocation.

use hanamachi_solver::table::little_endian::{U16, U64};
use hanamachi_solver::table::{FilePart, Metadata, ReadError, Reader, Writer};
use proptest::prelude::*;

/// All queries of a reader.
fn read(bytes: &[u8]) -> Result<(), ReadError> {
    let reader = Reader::open(bytes)?;
    reader.verify()?;
    for section in reader.sections() {
        let _ = reader.records::<U64>(section.name());
        let _ = reader.coded::<Vec<String>>(section.name());
    }
    Ok(())
}

fn sample() -> Vec<u8> {
    let mut writer = Writer::new(Vec::new()).unwrap();
    writer.records("keys", (0..9).map(U64::new)).unwrap();
    writer.records("empty", [0_u8; 0]).unwrap();
    writer.records("choices", (0..5).map(U16::new)).unwrap();
    writer.coded("words", &vec!["one".to_owned(), "two".to_owned()]).unwrap();
    let metadata = Metadata { kind: "test".to_owned(), memo: "é".to_owned(), ..Metadata::default() };
    writer.finish(&metadata).unwrap()
}

/// Recomputes the hashes of changed data, as an attacker would: only the later checks are left.
fn with_new_hashes(mut bytes: Vec<u8>) -> Vec<u8> {
    let Some(footer) = bytes.len().checked_sub(144) else { return bytes };
    let number = |bytes: &[u8], at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    let range = |offset: u64, length: u64| -> Option<std::ops::Range<usize>> {
        let end = usize::try_from(offset.checked_add(length)?).ok()?;
        Some(usize::try_from(offset).ok()?..end)
    };
    let [metadata, length, table, sections] = [0, 8, 16, 24].map(|at| number(&bytes, footer + at));
    for (at, piece) in [(40, range(metadata, length)), (72, range(table, sections.saturating_mul(96)))] {
        if let Some(piece) = piece.and_then(|range| bytes.get(range)) {
            let hash = *blake3::hash(piece).as_bytes();
            bytes[footer + at..footer + at + 32].copy_from_slice(&hash);
        }
    }
    let hash = blake3::hash(&[&bytes[..64.min(footer)], &bytes[footer..footer + 104]].concat());
    bytes[footer + 104..footer + 136].copy_from_slice(hash.as_bytes());
    bytes
}

#[test]
fn the_sample_is_whole() {
    let file = sample();
    read(&file).unwrap();
    assert_eq!(with_new_hashes(file.clone()), file);
}

#[test]
fn every_flipped_bit_is_found() {
    let file = sample();
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[at] ^= 1 << bit;
            assert!(read(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn every_truncation_is_found_and_so_is_what_is_appended() {
    let file = sample();
    for length in 0..file.len() {
        let expected = ReadError::Truncated { length: length as u64 };
        assert_eq!(read(&file[..length]), Err(expected));
    }
    for more in 1..200 {
        let mut longer = file.clone();
        longer.resize(file.len() + more, 0);
        assert!(read(&longer).is_err());
    }
    assert!(read(&[file.clone(), file].concat()).is_err());
}

#[test]
fn other_files_and_other_versions_are_told_apart() {
    let file = sample();
    assert_eq!(read(b"%PDF-1.7 and so on"), Err(ReadError::NotATable));
    assert_eq!(read(b"%"), Err(ReadError::NotATable));
    let mut other = file.clone();
    other[8] = 2;
    assert_eq!(read(&with_new_hashes(other)), Err(ReadError::OtherVersion { found: 2 }));
    let mut other = file.clone();
    other[12] = 9;
    assert_eq!(read(&with_new_hashes(other)), Err(ReadError::OtherCodec { found: 9 }));
    let mut damaged = file;
    damaged[64] ^= 1;
    let error = read(&damaged).unwrap_err();
    assert!(matches!(&error, ReadError::Damaged { part: FilePart::Section(name), .. } if name == "keys"));
    assert_eq!(error.to_string(), "the section `keys` is damaged: its hash is not that of its bytes");
}

/// Numbers in the table and in the footer, absurd ones among them, with hashes that agree.
#[test]
fn absurd_numbers_are_refused_even_with_true_hashes() {
    let file = sample();
    let footer = file.len() - 144;
    let table = footer - 4 * 96;
    let fields = (0..5).map(|field| footer + 8 * field);
    let fields = fields.chain((0..4).flat_map(|row| [32, 40, 48].map(|field| table + 96 * row + field)));
    for at in fields {
        let written = u64::from_le_bytes(file[at..at + 8].try_into().unwrap());
        let absurd = [0, 1, 63, 64, 65, 1 << 20, 1 << 32, 1 << 62, u64::MAX - 63, u64::MAX];
        for value in absurd.into_iter().chain([written.wrapping_sub(1), written + 1, written + 64]) {
            if value == written {
                continue;
            }
            let mut damaged = file.clone();
            damaged[at..at + 8].copy_from_slice(&value.to_le_bytes());
            let result = read(&with_new_hashes(damaged));
            // Any width that divides the length is allowed: it determines the meaning of the records, and the reader asks.
            let is_width = at < footer && (at - table) % 96 == 48;
            assert!(result.is_err() || is_width, "{value} at {at}");
        }
    }
}

proptest! {
    #[test]
    fn changes_with_true_hashes_do_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut file = sample();
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        let _ = read(&with_new_hashes(file.clone()));
        file.truncate(cut.index(file.len()));
        let _ = read(&with_new_hashes(file));
    }

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..400), is_begun in any::<bool>()) {
        let mut bytes = bytes;
        if is_begun {
            bytes.splice(0..0, sample()[..64].iter().copied());
            bytes.extend(b"HNM end\n");
        }
        prop_assert!(read(&bytes).is_err());
    }
}
