//! Figures of a census, and those that its cost estimate shares.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use hanamachi_report::okiya::figures::{ShareRow, TallyRow, TallyRows, verdict_table};
use hanamachi_report::terminal::okiya::words;
use hanamachi_solver::okiya::GardenRank;
use hanamachi_solver::okiya::census::{Census, FileRun};
use hanamachi_solver::okiya::population::GardenTally;
use hanamachi_solver::okiya::verdicts::{VerdictCensus, VerdictTally};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use hanamachi_solver::text::milliseconds;
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::ENGINE;

/// Returns figures whose keys contain the unit: `{}` in a key is replaced by `unit`, `gardens` or `classes`.
pub(super) fn in_unit<const N: usize>(unit: &str, figures: [(&str, Value); N]) -> Map<String, Value> {
    figures.into_iter().map(|(key, value)| (key.replace("{}", unit), value)).collect()
}

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

/// A run whose counts are printed.
pub(super) trait Content: FileRun {
    /// Returns the totals over the records of the file.
    fn totals(&self, tally: &Self::RecordTally) -> CensusTotals;
}

/// Totals over the records of a file.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum CensusTotals {
    /// The values of all openings.
    Openings {
        /// Kind of the counts, for the gardens of the census.
        kind: Strength,
        /// Kind of the shares: `estimated` for all gardens from a sample; `proved` for these classes.
        shares_kind: Strength,
        gardens: u64,
        #[serde(flatten)]
        rows: TallyRows<TallyRow>,
        nodes: u64,
    },
    /// The outcome of each class.
    Verdicts(VerdictTally),
}

impl Content for Census {
    fn totals(&self, tally: &GardenTally) -> CensusTotals {
        let shares_kind = self.span().source().strength();
        CensusTotals::Openings {
            kind: tally.strength(),
            shares_kind,
            gardens: tally.gardens(),
            rows: TallyRows::new(shares_kind, self.full_board(), tally),
            nodes: tally.nodes,
        }
    }
}

impl Content for VerdictCensus {
    fn totals(&self, tally: &VerdictTally) -> CensusTotals {
        CensusTotals::Verdicts(*tally)
    }
}

impl CensusTotals {
    /// Moves that the searches tried.
    const fn nodes(&self) -> u64 {
        match self {
            Self::Openings { nodes, .. } => *nodes,
            Self::Verdicts(tally) => tally.nodes,
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
                let rows = rows.named(*shares_kind);
                format!(
                    "{}; rules: {rules}. Every count is proved for {shares}.\n\n{}\nwinning openings of a garden\n{}\n\
                     how best play ends\n{}",
                    words::paint(words::BOLD, format!("{} {what} solved", HumanCount(*gardens))),
                    lines(&rows.outcomes),
                    lines(&rows.winning_openings),
                    lines(&rows.endings)
                )
            }
            Self::Verdicts(tally) => format!(
                "{}, {} of all {} gardens. Every count is proved; a full board is a draw.\n\n{}\n\
                 Where the last token wins on a full board, o wins the drawn ones.",
                words::paint(words::BOLD, format!("{} classes solved", HumanCount(tally.all_classes()))),
                HumanCount(tally.all_shuffles()),
                HumanCount(GardenRank::COUNT),
                verdict_table(tally)
            ),
        }
    }
}

/// Formats the rows, one per line: name, count, share and interval.
fn lines(rows: &[ShareRow]) -> String {
    let line = |ShareRow { of, count, number, .. }: &ShareRow| {
        let share = match (number.ends(), number.value) {
            // The share of classes is exact, so it is printed with four decimals.
            (None, Some(of)) => format!("{:.4} %", 100.0 * of),
            _ => number.percentage(),
        };
        let interval = number.interval().map(|interval| format!("  {interval} %")).unwrap_or_default();
        format!("  {of:<10} {:>13}  {share:>10}{interval}\n", HumanCount(*count).to_string())
    };
    rows.iter().map(line).collect()
}

/// `okiya.census/1` and `okiya.verdicts/1`. Outcomes are those of x, who moves first.
#[derive(Debug, Serialize)]
pub(super) struct CensusFigures {
    schema: String,
    engine: &'static str,
    rules: String,
    asked: CensusRequest,
    #[serde(flatten)]
    totals: CensusTotals,
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
    /// Returns the figures of a file. Earlier runs have written its first `resumed` records; this one took `elapsed` on
    /// `threads` threads.
    pub(super) fn new<C: Content>(
        content: &C,
        tally: &C::RecordTally,
        file: &Path,
        (resumed, elapsed, threads): (u64, Duration, usize),
    ) -> Result<Self, hanamachi_solver::table::WriteError> {
        let resumed = content.gardens(resumed);
        let solved = content.span().len() - resumed;
        #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
        let rate = solved as f64 / elapsed.as_secs_f64().max(1e-6);
        let per_second = (solved > 0).then_some((rate * 10.0).round() / 10.0);
        Ok(Self {
            schema: format!("{}/1", C::KIND),
            engine: ENGINE,
            rules: content.full_board().to_string(),
            asked: CensusRequest::new(content),
            totals: content.totals(tally),
            file: file.display().to_string(),
            file_bytes: content.file_bytes(ENGINE)?,
            threads,
            elapsed_ms: milliseconds(elapsed),
            solved: in_unit(C::UNIT, [("resumed_{}", resumed.into()), ("{}_per_s", per_second.into())]),
            unit: C::UNIT,
            resumed,
            per_second,
        })
    }

    /// Returns the figures as text for people.
    pub(super) fn page(&self) -> String {
        let Self { rules, file, file_bytes, unit, .. } = self;
        let mut text = self.totals.page(rules);
        let _ = write!(
            text,
            "\n{} moves tried. {file}: {} bytes ({})",
            HumanCount(self.totals.nodes()),
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
