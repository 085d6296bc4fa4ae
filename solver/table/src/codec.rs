//! Small structures in sections: codec 1 is serde and bincode 2, little-endian, integers of fixed width.
//!
//! Only this module uses bincode. Integers have a fixed width so that the length claimed by a structure
//! corresponds to bytes that must be present: a false length is rejected before anything is allocated for it.

use std::io::Write;

use bincode::config::{self, Config, Configuration, Fixint, LittleEndian};
use serde::Serialize;
use serde::de::DeserializeOwned;

const fn base() -> Configuration<LittleEndian, Fixint> {
    config::standard().with_fixed_int_encoding()
}

/// Writes `value`.
pub(super) fn encode<T: Serialize>(value: &T, to: &mut impl Write) -> Result<(), String> {
    bincode::serde::encode_into_std_write(value, to, base()).map(drop).map_err(|error| error.to_string())
}

/// Decodes a value that consists of exactly these bytes. Memory is proportional to their number, whatever
/// they contain.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    // A limit is part of the type, so there are several: each is at most 16 times too large.
    let limited = base();
    match bytes.len() {
        0..=0xfff => within(bytes, limited.with_limit::<0x1000>()),
        0x1000..=0xffff => within(bytes, limited.with_limit::<0x1_0000>()),
        0x1_0000..=0xf_ffff => within(bytes, limited.with_limit::<0x10_0000>()),
        0x10_0000..=0xff_ffff => within(bytes, limited.with_limit::<0x100_0000>()),
        0x100_0000..=MOST => within(bytes, limited.with_limit::<MOST>()),
        _ => Err(format!("a structure has at most {MOST} bytes")),
    }
}

/// Maximum length of a structure in bytes. Longer data should be records.
const MOST: usize = 0x1000_0000;

fn within<T: DeserializeOwned>(bytes: &[u8], config: impl Config) -> Result<T, String> {
    let (value, read) =
        bincode::serde::decode_from_slice(bytes, config).map_err(|error| error.to_string())?;
    if read == bytes.len() { Ok(value) } else { Err(format!("{} bytes are left over", bytes.len() - read)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_false_length_is_refused_before_it_is_allocated() {
        let mut bytes = Vec::new();
        encode(&"word".to_owned(), &mut bytes).unwrap();
        assert_eq!(decode::<String>(&bytes).unwrap(), "word");
        for length in [5_u64, 1 << 20, 1 << 40, u64::MAX] {
            bytes[..8].copy_from_slice(&length.to_le_bytes());
            assert!(decode::<String>(&bytes).is_err(), "{length}");
            assert!(decode::<Vec<u64>>(&bytes).is_err(), "{length}");
        }
    }

    #[test]
    fn what_is_left_over_is_refused() {
        let mut bytes = Vec::new();
        encode(&7_u32, &mut bytes).unwrap();
        assert_eq!(bytes, [7, 0, 0, 0]);
        bytes.push(0);
        assert!(decode::<u32>(&bytes).is_err());
    }
}
