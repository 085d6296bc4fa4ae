//! Any bytes, read as a file: `cargo +nightly fuzz run --features libfuzzer table_bytes` in `solver/`.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../table_checks.rs"]
mod table_checks;

fuzz_target!(|bytes: &[u8]| {
    table_checks::table_bytes(bytes);
});
