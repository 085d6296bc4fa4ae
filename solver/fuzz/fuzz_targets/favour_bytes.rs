//! Any bytes, read as a file: `cargo +nightly fuzz run --features libfuzzer favour_bytes` in `solver/`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../favour_checks.rs"]
mod favour_checks;

fuzz_target!(|bytes: &[u8]| {
    favour_checks::favour_bytes(bytes);
});
