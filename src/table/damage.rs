//! Test files of every kind: damaged at every byte, which `table verify` must refuse, and read in parts.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hanamachi_solver::files::{KINDS, OpenFile, kind_of};

use super::verify::verify;
use crate::failure::Failure;
use crate::session::Session;

/// Small complete files, at least one of each kind.
const FILES: [&str; 11] = [
    "tests/data/tables/kuhn-policy.table",
    "tests/data/tables/hanamikoji-policy.table",
    "tests/data/tables/hanamikoji-policy-with-run.table",
    "solver/tests/table/kept/kuhn-policy-1.table",
    "tests/data/tables/hanamikoji-favour.table",
    "tests/data/tables/hanamikoji-small.network",
    "tests/data/tables/hanamikoji-openings-1.table",
    "tests/data/tables/okiya-census-1.table",
    "tests/data/tables/okiya-verdicts-1.table",
    "tests/data/tables/okiya-second-wins-1.table",
    "tests/data/tables/kuhn-checkpoint.table",
];

#[test]
fn each_kind_has_a_file() {
    for kind in KINDS {
        let is_of_kind = |name: &&str| {
            let bytes = fs::read(path(name)).unwrap();
            OpenFile::new(&bytes).unwrap().reader.metadata().kind == kind.name
        };
        assert!(FILES.iter().any(is_of_kind), "{} has no file to damage", kind.name);
    }
}

#[test]
fn rows_of_parts_are_the_rows_of_the_whole() {
    for name in FILES {
        let bytes = fs::read(path(name)).unwrap();
        let file = OpenFile::new(&bytes).unwrap();
        let Some(Ok(rows)) = kind_of(&file).map(|kind| kind.rows) else { continue };
        let rows = rows(&file).unwrap();
        let read = |items: Range<u64>| {
            let mut read = Vec::new();
            let each = rows.each(items, &mut |cells| {
                assert_eq!(cells.len(), rows.columns().len(), "{name}");
                read.push(format!("{cells:?}"));
                Ok(())
            });
            each.map(|()| read).unwrap()
        };
        let (items, whole) = (rows.items(), read(0..rows.items()));
        assert!(rows.count().is_none_or(|count| count == whole.len() as u64), "{name}");
        for cut in [0, items.min(1), items / 3, items / 2, items] {
            assert_eq!([read(0..cut), read(cut..items)].concat(), whole, "{name}, cut at {cut}");
        }
    }
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Runs the checks of `table verify`.
fn verified(bytes: &[u8]) -> Result<(), Failure> {
    verify(Path::new("a file"), bytes, (1, Some(1)), None, &Session::silent()).map(drop)
}

#[test]
fn every_kind_withstands_when_it_is_whole() {
    for name in FILES {
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
    for name in FILES {
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
    for name in FILES {
        let bytes = fs::read(path(name)).unwrap();
        for length in places(bytes.len()) {
            let code = verified(&bytes[..length]).err().map(|failure| failure.exit_code());
            assert_eq!(code, Some(6), "{name}, {length} bytes");
        }
    }
}
