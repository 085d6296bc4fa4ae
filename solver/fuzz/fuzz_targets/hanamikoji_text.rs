//! Any text, read as every form of Hanamikoji: `cargo +nightly fuzz run --features libfuzzer hanamikoji_text` in `solver/`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks.rs"]
#[allow(dead_code, reason = "each target uses the checks of its game")]
mod checks;

fuzz_target!(|text: &str| checks::hanamikoji_text(text));
