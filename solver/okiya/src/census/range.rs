//! Texts of ranges and parts of a census.

use std::ops::Range;
use std::str::FromStr;

use super::source::Part;
use crate::symmetry::ClassNumber;

/// Reads the gardens of a sample: `N` is the first N, `A..B` numbers A to B, B excluded.
pub fn sample_range(text: &str) -> Result<Range<u64>, String> {
    let wrong = || format!("`{text}` is neither a number of gardens nor a range such as 1000..2000");
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let Some((first, end)) = text.split_once("..") else {
        return match number(text)? {
            0 => Err("a sample has at least one garden".to_owned()),
            end => Ok(0..end),
        };
    };
    Ok(number(first)?..number(end)?)
}

/// Reads a range of classes: `A..B`, `A..`, `..B` or `..`.
pub fn class_range(text: &str) -> Result<Range<u64>, String> {
    let wrong = || format!("`{text}` is not a range of class numbers: write A..B, A.., ..B or `..`");
    let (first, end) = text.split_once("..").ok_or_else(wrong)?;
    let number = |text: &str, open: u64| match text.trim() {
        "" => Ok(open),
        digits => digits.parse().map_err(|_| wrong()),
    };
    Ok(number(first, 0)?..number(end, ClassNumber::COUNT)?)
}

/// Reads `I/N`.
impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a part: write I/N with I from 1 to N, such as 1/8 to 8/8");
        let (index, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse().map_err(|_| wrong());
        Self::new(number(index)?, number(of)?).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(sample_range("5"), Ok(0..5));
        assert_eq!(sample_range("5..9"), Ok(5..9));
        assert_eq!(class_range(".."), Ok(0..ClassNumber::COUNT));
        assert_eq!(class_range("7.."), Ok(7..ClassNumber::COUNT));
        assert_eq!(class_range("..7"), Ok(0..7));
        assert_eq!(class_range("0..1"), Ok(0..1));
        for text in ["", "0", "-1", "5..", "..5", "5...9", "a..b", "99999999999999999999"] {
            assert!(sample_range(text).is_err(), "{text}");
        }
        for text in ["", "7", "-1..2", "1...2", "a..", "1..2..3"] {
            assert!(class_range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parts_are_counted_from_1() {
        assert_eq!("1/1".parse::<Part>().map(|part| part.to_string()), Ok("1/1".to_owned()));
        assert_eq!("3/7".parse::<Part>().map(|part| part.to_string()), Ok("3/7".to_owned()));
        for text in ["0/4", "5/4", "1/0", "0/0", "1", "/", "1/", "/2", "-1/2", "1/2/3"] {
            assert!(text.parse::<Part>().unwrap_err().contains("from 1 to N"), "{text}");
        }
    }
}
