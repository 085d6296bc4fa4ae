//! Integration tests of the library: one program for all files of this folder, because linking thirty takes longer than
//! running them. Only `table_memory.rs` has its own program, with an allocator that counts.
//!
//! `cargo test -p hanamachi-solver --test integration okiya_perft::` runs the tests of one file.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "what the library must not touch, its tests may"
)]

use std::fs;
use std::path::Path;

#[path = "../fuzz/checks.rs"]
mod checks;
mod common;

mod cfr_external;
mod equilibria;
mod fuzz_hanamikoji;
mod fuzz_parsers;
mod hanamikoji_arena;
mod hanamikoji_beliefs;
mod hanamikoji_contract;
mod hanamikoji_merged;
mod hanamikoji_notation;
mod hanamikoji_oracle;
mod hanamikoji_parse_errors;
mod hanamikoji_perft;
mod hanamikoji_statistics;
mod hidden_information;
mod okiya_brute_force;
mod okiya_budget;
mod okiya_classes;
mod okiya_invariance;
mod okiya_notation;
mod okiya_parse_errors;
mod okiya_perft;
mod okiya_population;
mod okiya_rules;
mod okiya_solution;
mod okiya_study;
mod okiya_symmetry;
mod other_games;
mod spellings;
mod table;

/// Has its own program.
const APART: &str = "table_memory";

/// A file that is not listed here would not be compiled, and its tests would never run.
#[test]
fn every_file_of_this_folder_is_a_module() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let modules = include_str!("main.rs");
    for entry in fs::read_dir(folder).expect("the folder of the tests") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_module = path.join("mod.rs").is_file() || path.extension().is_some_and(|e| e == "rs");
        let is_named = modules.contains(&format!("\nmod {stem};\n")) || stem == "main" || stem == APART;
        assert!(!is_module || is_named, "tests/main.rs lacks `mod {stem};`");
    }
}
