//! What a census will cost, from a few of its gardens.

use std::time::Instant;

use anyhow::Context;
use hanamachi_solver::okiya::Garden;
use hanamachi_solver::okiya::census::{Census, Source, file_bytes, solve};
use hanamachi_solver::search::budget::{Budget, CancelToken};
use hanamachi_solver::search::estimate::{Mean, Moments};
use hanamachi_solver::search::strength::Strength;
use indicatif::{HumanBytes, HumanCount, HumanDuration};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use super::CensusRequest;
use crate::failure::Failure;
use crate::output::ENGINE;

/// Gardens that are solved side by side, and timed as one.
const GROUP: usize = 128;

/// Groups that each thread solves to be timed, and how many they are together at most.
const GROUPS_PER_THREAD: usize = 4;
const MOST_GROUPS: usize = 64;

/// Fewer than this share of the gardens are timed.
const TIMED_OF: u64 = 8;

/// `okiya.census_estimate/1`: the size is exact, the time is not.
#[derive(Debug, Serialize)]
pub(super) struct Estimate {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    asked: CensusRequest,
    /// Of the times.
    kind: Strength,
    /// Gardens that are still to be solved, of those asked for.
    gardens: u64,
    file_bytes: u64,
    threads: usize,
    /// Gardens that were solved for this estimate.
    timed_gardens: u64,
    /// On one thread, while the others work too; `null` where too few gardens were timed.
    garden_ms: Option<f64>,
    gardens_per_s: Option<f64>,
    elapsed_s: Option<f64>,
    /// The 95 % interval of the normal approximation.
    elapsed_s_low: Option<f64>,
    elapsed_s_high: Option<f64>,
}

impl Estimate {
    /// Times a few gardens behind the first `done` of `census` on all threads.
    pub(super) fn of(
        census: &Census,
        done: u64,
        (threads, count): (&ThreadPool, usize),
        cancel: &CancelToken,
    ) -> Result<Self, Failure> {
        let left = census.span().after(done);
        let most = (count * GROUPS_PER_THREAD).min(MOST_GROUPS);
        let (moments, timed_gardens) =
            threads.install(|| times(&Census::new(left, census.full_board()), most, cancel))?;
        let mean = moments.mean();
        #[expect(clippy::cast_precision_loss, reason = "a time for the eye")]
        let all = left.len() as f64 / count as f64;
        let seconds = mean.map(|mean| mean.per(1e9));
        let interval = seconds.map(Mean::interval_95);
        Ok(Self {
            schema: "okiya.census_estimate/1",
            engine: ENGINE,
            rules: census.full_board().to_string(),
            asked: CensusRequest::new(census),
            kind: Strength::Estimated,
            gardens: left.len(),
            file_bytes: file_bytes(census, ENGINE).context("cannot write the metadata")?,
            threads: count,
            timed_gardens,
            garden_ms: mean.map(|mean| rounded(mean.value / 1e6)),
            #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
            gardens_per_s: seconds.map(|mean| rounded(count as f64 / mean.value)),
            elapsed_s: seconds.map(|mean| rounded(all * mean.value)),
            elapsed_s_low: interval.clone().map(|interval| rounded(all * interval.start().max(0.0))),
            elapsed_s_high: interval.map(|interval| rounded(all * interval.end())),
        })
    }

    /// The estimate in two lines.
    pub(super) fn page(&self) -> String {
        let what = format!(
            "{} gardens to solve; the file will have {} bytes ({})",
            HumanCount(self.gardens),
            HumanCount(self.file_bytes),
            HumanBytes(self.file_bytes)
        );
        let threads = crate::style::count(self.threads, "thread");
        let time = match (self.elapsed_s, self.elapsed_s_low, self.elapsed_s_high, self.garden_ms) {
            (Some(all), Some(low), Some(high), Some(garden)) => format!(
                "estimated: {} on {threads}, 95 % interval {} to {}; {garden} ms a garden, from {} of them",
                duration(all),
                duration(low),
                duration(high),
                self.timed_gardens
            ),
            _ => format!("no estimate of the time on {threads}: there are too few gardens"),
        };
        format!("{what}\n{time}")
    }
}

/// How many nanoseconds a garden of `census` takes on a thread of the current pool, group by group, and how many gardens were timed: so
/// many groups, if those are not too large a share of the gardens.
fn times(census: &Census, most: usize, cancel: &CancelToken) -> Result<(Moments, u64), Failure> {
    let span = census.span();
    let groups = span.len().min(most as u64);
    let in_group = (span.len() / (TIMED_OF * groups.max(1))).clamp(1, GROUP as u64);
    let timed = groups * in_group;
    let first = span.numbers().start;
    let number = |index: u64| match span.source() {
        // The gardens of a sample are as good as each other.
        Source::Sample { .. } => first + index,
        Source::Classes => {
            let offset = u128::from(span.len()) * u128::from(index) / u128::from(timed.max(1));
            first + u64::try_from(offset).unwrap_or(0)
        }
    };
    let numbers: Vec<u64> = (0..timed).map(number).collect();
    let gardens = span.numbered(&numbers);
    let budget = Budget { nodes: None, cancel: Some(cancel) };
    let groups = usize::try_from(groups).unwrap_or(most);
    let nanoseconds = |group: usize| {
        // From all over the range, so that the groups are alike. A few are repeated, because only many keep a thread busy.
        let mine: Vec<Garden> = gardens.iter().skip(group).step_by(groups).copied().collect();
        let busy: Vec<Garden> = mine.iter().copied().cycle().take(GROUP).collect();
        let started = Instant::now();
        solve(&busy, census.full_board(), &budget)?;
        let each = started.elapsed().as_nanos() / GROUP as u128;
        Ok::<_, Failure>(usize::try_from(each).unwrap_or(usize::MAX))
    };
    let measured: Vec<Result<usize, Failure>> =
        (0..groups).into_par_iter().with_max_len(1).map(nanoseconds).collect();
    let mut moments = Moments::default();
    for time in measured {
        moments.add(time?);
    }
    Ok((moments, timed))
}

/// To the thousandth.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// A number of seconds in words.
pub(super) fn duration(seconds: f64) -> String {
    match std::time::Duration::try_from_secs_f64(seconds) {
        Ok(duration) if seconds < 1.0 => format!("{} ms", duration.as_millis()),
        Ok(duration) if seconds >= 3.0 * 86_400.0 => format!("{:.1} days", duration.as_secs_f64() / 86_400.0),
        Ok(duration) => HumanDuration(duration).to_string(),
        Err(_) => format!("{seconds:.3e} s"),
    }
}
