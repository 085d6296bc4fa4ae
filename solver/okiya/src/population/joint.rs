//! Joint distribution of outcome, score and number of winning openings of random gardens.
//!
//! The counts of a large sample are compiled in: [`JointSample::kept`]. They come from a human-readable file,
//! `joint-counts.csv`, which `hanamachi okiya report FILE --joint` writes from a census of a random
//! sample; `CONTRIBUTING.md` has the commands.
//!
//! Every count is **proved** for the gardens of the sample. A share of all gardens that is derived from it is
//! **estimated**.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::census::{Census, FileRun, Source};
use crate::combination::{Combination, JointCounts};
use crate::rules::FullBoard;
use hanamachi_core::game::Score;
use hanamachi_core::search::estimate::Share;

/// The compiled-in file.
const KEPT: &str = include_str!("joint-counts.csv");

/// The header of the lines with counts.
const COLUMNS: &str = "outcome,winning_openings,score,count";

/// The counts of a random sample under the rule that a full board is a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JointSample {
    command: String,
    seed: u64,
    counts: JointCounts,
}

/// Errors of a file of joint counts.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JointError {
    /// A line of the header is missing or invalid.
    #[error("the header line `# {0}: …` is missing or invalid")]
    Head(&'static str),
    /// The counts are under another rule.
    #[error("the rules are not {}", FullBoard::Draw)]
    Rules,
    /// The line with the column names is missing.
    #[error("there is no line `{COLUMNS}`")]
    Columns,
    /// A line is malformed, or its combination is impossible or a duplicate.
    #[error("line {0} is malformed, impossible for a garden, or a duplicate")]
    Line(usize),
    /// The counts do not add up.
    #[error("the counts add up to {counted}, not to the {gardens} gardens of the sample")]
    Sum {
        /// The sum of the counts.
        counted: u64,
        /// Number of gardens in the header.
        gardens: u64,
    },
}

impl JointSample {
    /// The counts of this census; `None` unless it is a complete random sample under the rule that a full
    /// board is a draw.
    #[must_use]
    pub fn of_census(census: &Census, counts: JointCounts) -> Option<Self> {
        let Source::Sample { seed } = census.span().source() else { return None };
        let is_whole = counts.gardens() == census.span().len() && census.full_board() == FullBoard::Draw;
        is_whole.then(|| Self { command: census.command(), seed, counts })
    }

    /// The compiled-in sample.
    #[must_use]
    pub fn kept() -> &'static Self {
        static SAMPLE: LazyLock<JointSample> =
            LazyLock::new(|| KEPT.parse().expect("a test reads the counts that are compiled in"));
        &SAMPLE
    }

    /// The command that drew and solved the sample.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The seed of the sample.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The counts.
    #[must_use]
    pub const fn counts(&self) -> &JointCounts {
        &self.counts
    }

    /// The **estimated** share of all gardens that have this combination. For a combination that does not
    /// occur in the sample, the interval gives an upper bound on its share.
    #[must_use]
    pub fn share(&self, combination: Combination) -> Share {
        Share::new(self.counts.count(combination), self.counts.gardens())
    }
}

impl fmt::Display for JointSample {
    /// The file, which [`FromStr`] parses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { command, seed, counts } = self;
        writeln!(f, "# Random gardens of Okiya by outcome for x, winning openings and best score.")?;
        writeln!(f, "# command: {command}")?;
        writeln!(f, "# seed: {seed}\n# gardens: {}\n# rules: {}", counts.gardens(), FullBoard::Draw)?;
        write!(f, "{COLUMNS}")?;
        for (combination, count) in counts.iter().rev() {
            let (outcome, score) = (combination.outcome().word(), combination.score().get());
            write!(f, "\n{outcome},{},{score},{count}", combination.winning_openings())?;
        }
        writeln!(f)
    }
}

impl FromStr for JointSample {
    type Err = JointError;

    fn from_str(text: &str) -> Result<Self, JointError> {
        let head = |key: &'static str| {
            let lines = text.lines().map_while(|line| line.strip_prefix("# "));
            let found = lines.filter_map(|line| line.split_once(": ")).find(|(name, _)| *name == key);
            found.map(|(_, value)| value).ok_or(JointError::Head(key))
        };
        let number = |key| head(key)?.parse::<u64>().map_err(|_| JointError::Head(key));
        let (command, seed, gardens) = (head("command")?.to_owned(), number("seed")?, number("gardens")?);
        if head("rules")? != FullBoard::Draw.to_string() {
            return Err(JointError::Rules);
        }
        let mut lines = (1..).zip(text.lines()).skip_while(|(_, line)| line.starts_with('#'));
        if lines.next().is_none_or(|(_, line)| line != COLUMNS) {
            return Err(JointError::Columns);
        }
        let mut counts = JointCounts::default();
        for (line, text) in lines {
            let (combination, count) = row(text).ok_or(JointError::Line(line))?;
            if counts.insert(combination, count).is_some() {
                return Err(JointError::Line(line));
            }
        }
        let counted = counts.iter().try_fold(0_u64, |sum, (_, count)| sum.checked_add(count));
        match counted {
            Some(counted) if counted == gardens => Ok(Self { command, seed, counts }),
            counted => Err(JointError::Sum { counted: counted.unwrap_or(u64::MAX), gardens }),
        }
    }
}

/// Parses a line with a count.
fn row(text: &str) -> Option<(Combination, u64)> {
    let fields: Vec<&str> = text.split(',').collect();
    let &[outcome, winning_openings, score, count] = fields.as_slice() else { return None };
    let combination = Combination::new(Score::new(score.parse().ok()?), winning_openings.parse().ok()?)?;
    (combination.outcome().word() == outcome).then_some((combination, count.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "\
# Random gardens of Okiya by outcome for x, winning openings and best score.
# command: hanamachi okiya census --sample 10 --seed 4
# seed: 4
# gardens: 10
# rules: full=draw
outcome,winning_openings,score,count
win,2,4,3
win,1,2,4
draw,0,0,2
loss,0,-1,1
";

    #[test]
    fn a_file_reads_back_as_it_was_written() {
        let sample: JointSample = SMALL.parse().unwrap();
        assert_eq!((sample.seed(), sample.counts().gardens()), (4, 10));
        assert_eq!(sample.command(), "hanamachi okiya census --sample 10 --seed 4");
        let combination = Combination::new(Score::new(2), 1).unwrap();
        assert_eq!(sample.share(combination), Share::new(4, 10));
        assert_eq!(sample.share(Combination::new(Score::new(2), 3).unwrap()), Share::new(0, 10));
        assert_eq!(sample.to_string(), SMALL);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for (from, to, error) in [
            ("# seed: 4", "# seed: x", JointError::Head("seed")),
            ("# gardens: 10\n", "", JointError::Head("gardens")),
            ("full=draw", "full=last", JointError::Rules),
            ("outcome,", "result,", JointError::Columns),
            ("win,2,4,3", "win,0,4,3", JointError::Line(7)),
            ("win,2,4,3", "win,13,4,3", JointError::Line(7)),
            ("win,2,4,3", "draw,2,4,3", JointError::Line(7)),
            ("win,2,4,3", "win,1,2,3", JointError::Line(8)),
            ("draw,0,0,2", "draw,0,0", JointError::Line(9)),
            ("loss,0,-1,1", "loss,1,-1,1", JointError::Line(10)),
            ("win,2,4,3", "win,2,4,4", JointError::Sum { counted: 11, gardens: 10 }),
        ] {
            assert_eq!(SMALL.replace(from, to).parse::<JointSample>(), Err(error), "{from} → {to}");
        }
    }

    #[test]
    fn the_counts_that_are_compiled_in_can_be_read() {
        let kept = JointSample::kept();
        assert_eq!(kept.to_string(), KEPT);
        assert!(kept.counts().gardens() >= 100_000);
    }
}
