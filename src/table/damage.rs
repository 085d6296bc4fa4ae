//! Test files of every kind, damaged at every byte: `table verify` must refuse each of them.

use std::fs;
use std::path::{Path, PathBuf};

use super::kind::OpenFile;
use super::kinds::KINDS;
use super::sample::Sample;
use super::verify::verify;
use crate::failure::Failure;
use crate::session::Session;

/// Returns the sample files of all kinds in the registry, at least one for each kind.
fn files() -> impl Iterator<Item = &'static str> {
    KINDS.iter().flat_map(|kind| {
        assert!(!kind.samples.is_empty(), "{} has no file to damage", kind.name);
        kind.samples.iter().copied()
    })
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Runs the checks of `table verify`.
fn verified(bytes: &[u8]) -> Result<(), Failure> {
    let session = Session::silent();
    let file = OpenFile::new(Path::new("a file"), bytes)?;
    verify(&file, &mut Sample::new(1, Some(1), &session), &session).map(drop)
}

#[test]
fn every_kind_withstands_when_it_is_whole() {
    for name in files() {
        verified(&fs::read(path(name)).unwrap()).unwrap_or_else(|failure| panic!("{name}: {failure}"));
    }
}

/// Returns the offsets to damage: every byte of a small file, about 4,000 of a longer one. The step is odd so that it
/// does not coincide with the structure of the file.
fn places(length: usize) -> impl Iterator<Item = usize> {
    let step = if length < 32 << 10 { 1 } else { (length / 4000) | 1 };
    (0..length).step_by(step)
}

#[test]
fn each_flipped_byte_is_found() {
    for name in files() {
        let bytes = fs::read(path(name)).unwrap();
        for at in places(bytes.len()) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            let code = verified(&damaged).err().map(|failure| failure.exit_code());
            assert_eq!(code, Some(6), "{name}, byte {at}");
        }
    }
}

#[test]
fn each_truncation_is_found() {
    for name in files() {
        let bytes = fs::read(path(name)).unwrap();
        for length in places(bytes.len()) {
            let code = verified(&bytes[..length]).err().map(|failure| failure.exit_code());
            assert_eq!(code, Some(6), "{name}, {length} bytes");
        }
    }
}
