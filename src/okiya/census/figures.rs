//! Figures of a census.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use hanamachi_solver::okiya::GardenRank;
use hanamachi_solver::okiya::census::Census;
use hanamachi_solver::okiya::population::GardenTally;
use hanamachi_solver::okiya::verdicts::VerdictTally;
use hanamachi_solver::search::strength::{HasStrength, Strength};
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use serde_json::{Map, Value};

use super::CensusRequest;
use super::content::Content;
use crate::okiya::figures::{CountScope, ShareRow, TallyRows, VerdictRows};
use crate::okiya::solve::milliseconds;
use crate::okiya::words;
use crate::output::ENGINE;

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
    const fn nodes(&self) -> u64 {
        match self {
            Self::Openings { nodes, .. } => *nodes,
            Self::Verdicts(rows) => rows.nodes,
        }
    }

    /// Returns the counts as text for people.
    fn page(&self, rules: &str) -> String {
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

/// Returns figures whose keys contain the unit: `{}` in a key is replaced by `unit`, `gardens` or `classes`.
pub(super) fn in_unit<const N: usize>(unit: &str, figures: [(&str, Value); N]) -> Map<String, Value> {
    figures.into_iter().map(|(key, value)| (key.replace("{}", unit), value)).collect()
}

/// Statistics of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunWork<'a> {
    pub(super) file: &'a Path,
    pub(super) file_bytes: u64,
    pub(super) threads: usize,
    /// Gardens or classes solved by earlier runs; all of them if nothing was left to do.
    pub(super) resumed: u64,
    /// Time of this run, from the first garden to the finished file.
    pub(super) elapsed: Duration,
}

/// `okiya.census/1` and `okiya.verdicts/1`. Outcomes are those of x, who moves first.
#[derive(Debug, Serialize)]
pub(super) struct CensusFigures {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    asked: CensusRequest,
    #[serde(flatten)]
    counts: RecordCounts,
    file: String,
    file_bytes: u64,
    threads: usize,
    elapsed_ms: f64,
    /// Numbers of gardens or classes: solved by earlier runs, and solved per second by this run; `null` if it
    /// solved none.
    #[serde(flatten)]
    solved: Map<String, Value>,
    #[serde(skip)]
    unit: &'static str,
    #[serde(skip)]
    resumed: u64,
    #[serde(skip)]
    per_second: Option<f64>,
}

impl CensusFigures {
    pub(super) fn new<C: Content>(content: &C, counts: RecordCounts, work: &RunWork<'_>) -> Self {
        let &RunWork { file, file_bytes, threads, resumed, elapsed } = work;
        let solved = content.span().len() - resumed;
        #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
        let rate = solved as f64 / elapsed.as_secs_f64().max(1e-6);
        let per_second = (solved > 0).then_some((rate * 10.0).round() / 10.0);
        Self {
            schema: C::SCHEMAS[0],
            engine: ENGINE,
            rules: content.full_board().to_string(),
            asked: CensusRequest::new(content),
            counts,
            file: file.display().to_string(),
            file_bytes,
            threads,
            elapsed_ms: milliseconds(elapsed),
            solved: in_unit(C::UNIT, [("resumed_{}", resumed.into()), ("{}_per_s", per_second.into())]),
            unit: C::UNIT,
            resumed,
            per_second,
        }
    }

    /// Returns the figures as text for people.
    pub(super) fn page(&self) -> String {
        let Self { rules, file, file_bytes, unit, .. } = self;
        let mut text = self.counts.page(rules);
        let _ = write!(
            text,
            "\n{} moves tried. {file}: {} bytes ({})",
            HumanCount(self.counts.nodes()),
            HumanCount(*file_bytes),
            HumanBytes(*file_bytes)
        );
        let Some(rate) = self.per_second else { return text + "\nThere was nothing left to do." };
        let (seconds, threads) = (self.elapsed_ms / 1e3, words::count(self.threads, "thread"));
        let _ = write!(text, "\n{seconds:.1} s on {threads}: {rate:.0} {unit} a second");
        if self.resumed > 0 {
            let _ = write!(text, "; {} were solved earlier", HumanCount(self.resumed));
        }
        text
    }
}
