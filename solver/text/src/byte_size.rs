//! Sizes in bytes.

use std::fmt;
use std::str::FromStr;

/// A number of bytes, parsed and displayed as `512K`, `64M`, `2G`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ByteSize(
    /// The number.
    pub u64,
);

const UNITS: [(char, u64); 4] = [('T', 1 << 40), ('G', 1 << 30), ('M', 1 << 20), ('K', 1 << 10)];

impl ByteSize {
    /// The text that parses to the same number, in the largest unit that divides it.
    #[must_use]
    pub fn exact_text(self) -> String {
        match UNITS.into_iter().find(|&(_, unit)| self.0 >= unit && self.0.is_multiple_of(unit)) {
            Some((letter, unit)) => format!("{}{letter}", self.0 / unit),
            None => self.0.to_string(),
        }
    }
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.into_iter().find(|&(_, unit)| self.0 >= unit) {
            // Rounded up, so that a displayed estimate suffices if it is used as a limit.
            Some((letter, unit)) => write!(f, "{}{letter}", self.0.div_ceil(unit)),
            None => write!(f, "{}", self.0),
        }
    }
}

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a size: write a number of bytes, or 512K, 64M, 2G");
        let upper = text.trim().to_ascii_uppercase();
        let bare = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
        let (digits, unit) = UNITS
            .into_iter()
            .find_map(|(letter, unit)| Some((bare.strip_suffix(letter)?, unit)))
            .unwrap_or((bare, 1));
        let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
        number.checked_mul(unit).map(Self).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_unit() {
        for (text, bytes) in [("0", 0), ("77", 77), ("3k", 3 << 10), ("64M", 64 << 20), ("2 GiB", 2 << 30)] {
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
        }
        for text in ["", "M", "-1", "1.5G", "1X", "99999999999T"] {
            assert!(text.parse::<ByteSize>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_size_that_is_shown_suffices_when_typed_back() {
        for bytes in [0, 1, 1023, 1024, 1025, (1 << 20) - 1, (1 << 30) + 1] {
            let shown = ByteSize(bytes).to_string();
            assert!(shown.parse::<ByteSize>().unwrap() >= ByteSize(bytes), "{shown}");
            assert_eq!(ByteSize(bytes).exact_text().parse(), Ok(ByteSize(bytes)));
        }
    }
}
