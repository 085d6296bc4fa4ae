//! Parsers for ranges of numbers in the arguments.

use std::ops::Range;
use std::str::FromStr;

use hanamachi_solver::okiya::census::Part;

/// Gardens of a sample: `N` is the first N, `A..B` numbers A to B, B excluded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SampleRange(pub(super) Range<u64>);

impl FromStr for SampleRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is neither a number of gardens nor a range such as 1000..2000");
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let Some((first, end)) = text.split_once("..") else {
            return match number(text)? {
                0 => Err("a sample has at least one garden".to_owned()),
                end => Ok(Self(0..end)),
            };
        };
        Ok(Self(number(first)?..number(end)?))
    }
}

/// Range of classes: `A..B`, `A..`, `..B` or `..`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ClassRange {
    pub(super) first: Option<u64>,
    pub(super) end: Option<u64>,
}

impl FromStr for ClassRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a range of class numbers: write A..B, A.., ..B or `..`");
        let (first, end) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| match text.trim() {
            "" => Ok(None),
            digits => digits.parse().map(Some).map_err(|_| wrong()),
        };
        Ok(Self { first: number(first)?, end: number(end)? })
    }
}

/// Reads `I/N`.
pub(super) fn part(text: &str) -> Result<Part, String> {
    let wrong = || format!("`{text}` is not a part: write I/N with I from 1 to N, such as 1/8 to 8/8");
    let (index, of) = text.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse().map_err(|_| wrong());
    Part::new(number(index)?, number(of)?).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        let sample = |text: &str| text.parse::<SampleRange>().map(|SampleRange(range)| range);
        assert_eq!(sample("5"), Ok(0..5));
        assert_eq!(sample("5..9"), Ok(5..9));
        let classes = |text: &str| text.parse::<ClassRange>().map(|range| (range.first, range.end));
        assert_eq!(classes(".."), Ok((None, None)));
        assert_eq!(classes("7.."), Ok((Some(7), None)));
        assert_eq!(classes("..7"), Ok((None, Some(7))));
        assert_eq!(classes("0..1"), Ok((Some(0), Some(1))));
        for text in ["", "0", "-1", "5..", "..5", "5...9", "a..b", "99999999999999999999"] {
            assert!(sample(text).is_err(), "{text}");
        }
        for text in ["", "7", "-1..2", "1...2", "a..", "1..2..3"] {
            assert!(classes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parts_are_counted_from_1() {
        assert_eq!(part("1/1").map(|part| part.to_string()), Ok("1/1".to_owned()));
        assert_eq!(part("3/7").map(|part| part.to_string()), Ok("3/7".to_owned()));
        for text in ["0/4", "5/4", "1/0", "0/0", "1", "/", "1/", "/2", "-1/2", "1/2/3"] {
            assert!(part(text).unwrap_err().contains("from 1 to N"), "{text}");
        }
    }
}
