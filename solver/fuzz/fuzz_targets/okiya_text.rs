//! Any text, read as every form of Okiya: `cargo +nightly fuzz run --features libfuzzer okiya_text` in `solver/`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../checks.rs"]
#[allow(dead_code, reason = "each target uses the checks of its game")]
mod checks;

fuzz_target!(|text: &str| checks::okiya_text(text));
