//! Figures of a census.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount};
use serde::Serialize;
use serde_json::{Map, Value};

use super::content::Content;
use super::counts::{CensusRequest, RecordCounts};
use crate::okiya::solve::milliseconds;
use crate::okiya::words;
use crate::output::ENGINE;

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
