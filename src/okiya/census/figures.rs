//! What a census found, in figures.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use hanamachi_solver::okiya::census::{Census, Source, Summary};
use hanamachi_solver::okiya::{Ending, FullBoard, Outcome};
use hanamachi_solver::search::estimate::Share;
use hanamachi_solver::search::strength::{HasStrength, Strength};
use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;

use super::CensusRequest;
use crate::okiya::solve::milliseconds;
use crate::okiya::words;
use crate::output::ENGINE;
use crate::report::{interval, share};

/// `okiya.census/1`. Outcomes are those of x, who moves first.
#[derive(Debug, Serialize)]
pub(super) struct CensusFigures {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    asked: CensusRequest,
    /// How strong the counts are, for the gardens of the census.
    kind: Strength,
    /// How strong the shares are: `estimated`, for all gardens, from a sample; `proved`, for these classes, from classes.
    shares_kind: Strength,
    gardens: u64,
    outcomes: Vec<CountRow<ByOutcome>>,
    endings: Vec<CountRow<ByEnding>>,
    winning_openings: Vec<CountRow<ByWinningOpenings>>,
    nodes: u64,
    file: String,
    file_bytes: u64,
    threads: usize,
    /// Gardens that an earlier run had solved; all of them where there was nothing left to do.
    resumed_gardens: u64,
    /// Of this run, from its first garden to its file.
    elapsed_ms: f64,
    /// Gardens that this run solved in a second; `null` where it solved none.
    gardens_per_s: Option<f64>,
    #[serde(skip)]
    source: Source,
}

#[derive(Debug, Serialize)]
struct ByOutcome {
    outcome: &'static str,
}

#[derive(Debug, Serialize)]
struct ByEnding {
    ending: &'static str,
}

#[derive(Debug, Serialize)]
struct ByWinningOpenings {
    winning_openings: u64,
}

/// Gardens with a property. The interval is that of 95 %, for samples; `null` for classes.
#[derive(Debug, Serialize)]
struct CountRow<Key> {
    #[serde(flatten)]
    key: Key,
    count: u64,
    share: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// What a run did.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work<'a> {
    pub(super) file: &'a Path,
    pub(super) file_bytes: u64,
    pub(super) threads: usize,
    pub(super) resumed: u64,
    pub(super) elapsed: Duration,
}

impl CensusFigures {
    pub(super) fn new(census: &Census, summary: &Summary, work: Work<'_>) -> Self {
        let row = |count| Counted { count, gardens: summary.gardens, source: census.span().source() };
        let outcomes: &[Outcome] = match census.full_board() {
            FullBoard::Draw => &[Outcome::Win, Outcome::Draw, Outcome::Loss],
            FullBoard::Last => &[Outcome::Win, Outcome::Loss],
        };
        let solved = summary.gardens - work.resumed.min(summary.gardens);
        #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
        let rate = solved as f64 / work.elapsed.as_secs_f64().max(1e-6);
        let tally = &summary.tally;
        Self {
            schema: "okiya.census/1",
            engine: ENGINE,
            rules: census.full_board().to_string(),
            asked: CensusRequest::new(census),
            kind: summary.strength(),
            shares_kind: census.span().source().strength_of_shares(),
            gardens: summary.gardens,
            outcomes: outcomes
                .iter()
                .map(|&outcome| {
                    row(tally.outcomes[outcome as usize]).by(ByOutcome { outcome: outcome.word() })
                })
                .collect(),
            endings: Ending::ALL
                .iter()
                .zip(tally.endings)
                .map(|(ending, count)| row(count).by(ByEnding { ending: ending.word() }))
                .collect(),
            winning_openings: (0..)
                .zip(tally.winning_openings)
                .map(|(winning_openings, count)| row(count).by(ByWinningOpenings { winning_openings }))
                .collect(),
            nodes: summary.nodes,
            file: work.file.display().to_string(),
            file_bytes: work.file_bytes,
            threads: work.threads,
            resumed_gardens: work.resumed,
            elapsed_ms: milliseconds(work.elapsed),
            gardens_per_s: (solved > 0).then_some((rate * 10.0).round() / 10.0),
            source: census.span().source(),
        }
    }

    /// The figures for people.
    pub(super) fn page(&self) -> String {
        let Self { gardens, rules, file, nodes, .. } = self;
        let (what, shares) = match self.source {
            Source::Sample { .. } => {
                ("gardens", "these gardens;\nshares of all gardens are estimated, with their 95 % intervals")
            }
            Source::Classes => ("classes", "one garden of each class;\nshares are those of these classes"),
        };
        let mut text = words::paint(words::BOLD, format!("{} {what} solved", HumanCount(*gardens)));
        let _ = write!(text, "; rules: {rules}. Every count is proved for {shares}.\n\n");
        for row in &self.outcomes {
            let name = match row.key.outcome {
                "win" => "x wins",
                "loss" => "o wins",
                other => other,
            };
            text += &row.line(name);
        }
        text += "\nwinning openings of a garden\n";
        for row in &self.winning_openings {
            text += &row.line(&row.key.winning_openings.to_string());
        }
        text += "\nhow best play ends\n";
        for row in &self.endings {
            text += &row.line(&row.key.ending.replace('_', " "));
        }
        let _ = write!(
            text,
            "\n{} positions expanded. {file}: {} bytes ({})",
            HumanCount(*nodes),
            HumanCount(self.file_bytes),
            HumanBytes(self.file_bytes)
        );
        match self.gardens_per_s {
            Some(rate) => {
                let threads = words::count(self.threads, "thread");
                let seconds = self.elapsed_ms / 1e3;
                let _ = write!(text, "\n{seconds:.1} s on {threads}: {rate:.0} gardens a second");
                if self.resumed_gardens > 0 {
                    let _ = write!(text, "; {} were there already", HumanCount(self.resumed_gardens));
                }
            }
            None => text += "\nThere was nothing left to do.",
        }
        text
    }
}

/// A count on its way to a row.
struct Counted {
    count: u64,
    gardens: u64,
    source: Source,
}

impl Counted {
    fn by<Key>(self, key: Key) -> CountRow<Key> {
        let share = Share::new(self.count, self.gardens);
        let interval = match self.source {
            Source::Sample { .. } => Some(share.interval_95()),
            Source::Classes => None,
        };
        let low = interval.as_ref().map(|interval| *interval.start());
        let high = interval.map(|interval| *interval.end());
        CountRow { key, count: self.count, share: share.value(), low, high }
    }
}

impl<Key> CountRow<Key> {
    fn line(&self, name: &str) -> String {
        let ends = self.low.zip(self.high).map(|(low, high)| [low, high]);
        // A share of classes is a count and has all its digits.
        let shown = self.share.map_or_else(
            || "?".to_owned(),
            |of| {
                ends.map_or_else(
                    || format!("{:.4} %", 100.0 * of),
                    |ends| format!("{} %", share(of, Some(ends))),
                )
            },
        );
        let mut line = format!("  {name:<10} {:>13}  {shown:>10}", HumanCount(self.count).to_string());
        if let Some((of, ends)) = self.share.zip(ends) {
            let _ = write!(line, "  {} %", interval(of, ends));
        }
        line + "\n"
    }
}
