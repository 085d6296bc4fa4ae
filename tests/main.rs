//! The program from outside: one program for all files of this folder, because linking twenty takes longer than running them.
//!
//! `cargo test --test integration survey::` runs the tests of one file.

use std::fs;
use std::path::Path;

mod browser;
#[cfg(unix)]
mod console;
mod support;

#[cfg(unix)]
mod board;
#[cfg(unix)]
mod book;
mod census;
mod cfr;
mod describe;
mod doors;
mod earlier;
mod evaluate;
mod exploit;
mod figures;
mod games;
mod hanamikoji;
mod help;
mod kinds;
mod links;
mod r#match;
mod okiya_report;
mod pages;
mod play;
#[cfg(unix)]
mod readme;
mod refusals;
mod report_hanamikoji;
mod review;
mod solve;
mod solved;
mod substitutes;
mod survey;
mod table;
mod table_tools;
mod train;
mod tree;
mod verdicts;

/// A file that is not listed here would not be compiled, and its tests would never run.
#[test]
fn every_file_of_this_folder_is_a_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let modules = include_str!("main.rs");
    for entry in fs::read_dir(folder).expect("the folder of the tests") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_module = path.join("mod.rs").is_file() || path.extension().is_some_and(|e| e == "rs");
        let is_named = ["", "r#"].iter().any(|raw| modules.contains(&format!("\nmod {raw}{stem};\n")));
        assert!(!is_module || stem == "main" || is_named, "tests/main.rs lacks `mod {stem};`");
    }
}
