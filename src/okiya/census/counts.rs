//! The request of a census, and the totals over the records of its file.

use hanamachi_report::okiya::figures::{CountScope, ShareRow, TallyRows, VerdictRows};
use hanamachi_solver::okiya::GardenRank;
use hanamachi_solver::okiya::census::{Census, FileRun};
use hanamachi_solver::okiya::population::GardenTally;
use hanamachi_solver::okiya::verdicts::VerdictTally;
use hanamachi_solver::search::strength::{HasStrength, Strength};
use indicatif::HumanCount;
use serde::Serialize;

use crate::okiya::words;

/// The request, in JSON.
#[derive(Debug, Serialize)]
pub(super) struct CensusRequest {
    /// Command that writes the file.
    command: String,
    source: &'static str,
    seed: Option<u64>,
    first: u64,
    end: u64,
}

impl CensusRequest {
    pub(super) fn new(content: &impl FileRun) -> Self {
        let (source, numbers) = (content.span().source(), content.span().numbers());
        Self {
            command: content.command(),
            source: source.word(),
            seed: source.seed(),
            first: numbers.start,
            end: numbers.end,
        }
    }
}

/// Totals over the records of a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum RecordCounts {
    /// The values of all openings.
    Openings {
        /// Kind of the counts, for the gardens of the census.
        kind: Strength,
        /// Kind of the shares: `estimated` for all gardens from a sample; `proved` for these classes.
        shares_kind: Strength,
        gardens: u64,
        #[serde(flatten)]
        rows: TallyRows,
        nodes: u64,
    },
    /// The outcome of each class.
    Verdicts(VerdictRows),
}

impl RecordCounts {
    pub(super) fn of_openings(census: &Census, tally: &GardenTally) -> Self {
        let standing = CountScope::from_source(census.span().source());
        Self::Openings {
            kind: tally.strength(),
            shares_kind: standing.strength(),
            gardens: tally.gardens(),
            rows: TallyRows::new(standing, census.full_board(), tally),
            nodes: tally.nodes,
        }
    }

    pub(super) fn of_verdicts(tally: &VerdictTally) -> Self {
        Self::Verdicts(VerdictRows::new(tally))
    }

    /// Moves that the searches tried.
    pub(super) const fn nodes(&self) -> u64 {
        match self {
            Self::Openings { nodes, .. } => *nodes,
            Self::Verdicts(rows) => rows.nodes,
        }
    }

    /// Returns the counts as text for people.
    pub(super) fn page(&self, rules: &str) -> String {
        match self {
            Self::Openings { shares_kind, gardens, rows, .. } => {
                let (what, shares) = match shares_kind {
                    Strength::Estimated => (
                        "gardens",
                        "these gardens;\nshares of all gardens are estimated, with their 95 % intervals",
                    ),
                    _ => ("classes", "one garden of each class;\nshares are those of these classes"),
                };
                let solved = words::paint(words::BOLD, format!("{} {what} solved", HumanCount(*gardens)));
                format!(
                    "{solved}; rules: {rules}. Every count is proved for {shares}.\n\n{}\nwinning openings of a garden\n{}\n\
                     how best play ends\n{}",
                    lines(&rows.outcomes),
                    lines(&rows.winning_openings),
                    lines(&rows.endings)
                )
            }
            Self::Verdicts(rows) => format!(
                "{}, {} of all {} gardens. Every count is proved; a full board is a draw.\n\n{}\n\
                 Where the last token wins on a full board, o wins the drawn ones.",
                words::paint(words::BOLD, format!("{} classes solved", HumanCount(rows.classes))),
                HumanCount(rows.shuffles),
                HumanCount(GardenRank::COUNT),
                rows.table()
            ),
        }
    }
}

/// Formats the rows, one per line: name, count, share and interval.
fn lines(rows: &[ShareRow]) -> String {
    let line = |row: &ShareRow| {
        let share = match (row.number.ends(), row.value()) {
            // The share of classes is exact, so it is printed with four decimals.
            (None, Some(of)) => format!("{:.4} %", 100.0 * of),
            _ => row.number.percentage(),
        };
        let interval = row.number.interval().map(|interval| format!("  {interval} %")).unwrap_or_default();
        let count = HumanCount(row.count).to_string();
        format!("  {:<10} {count:>13}  {share:>10}{interval}\n", row.of)
    };
    rows.iter().map(line).collect()
}
