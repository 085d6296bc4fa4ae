//! Estimate of the cost of a census, from a few of its gardens.

use std::time::Instant;

use hanamachi_report::terminal as style;
use hanamachi_solver::okiya::census::FileRun;
use hanamachi_solver::search::budget::{CancelToken, Stop};
use hanamachi_solver::search::estimate::{Mean, Moments};
use hanamachi_solver::search::strength::Strength;
use indicatif::{HumanBytes, HumanCount, HumanDuration};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

use super::figures::{CensusRequest, in_unit};
use crate::failure::Failure;
use crate::output::ENGINE;

/// `okiya.census_estimate/1` and `okiya.verdicts_estimate/1`: the size is exact, the time is not.
#[derive(Debug, Serialize)]
pub(super) struct CostEstimate {
    schema: String,
    engine: &'static str,
    rules: String,
    asked: CensusRequest,
    /// Kind of the times.
    kind: Strength,
    file_bytes: u64,
    threads: usize,
    /// Time per garden on one thread while all threads are busy; `null` if too few gardens were timed.
    garden_ms: Option<f64>,
    elapsed_s: Option<f64>,
    /// Range: the 95 % interval of the sample by the normal approximation, [widened](WIDENED).
    elapsed_s_low: Option<f64>,
    elapsed_s_high: Option<f64>,
    thread_hours: Option<f64>,
    /// Numbers of gardens or classes: still to solve, solved for this estimate, and solved per second.
    #[serde(flatten)]
    solved: Map<String, Value>,
    #[serde(skip)]
    unit: &'static str,
    #[serde(skip)]
    left: u64,
    #[serde(skip)]
    timed: u64,
}

/// Factors of the ends of the 95 % interval. The sample says nothing about programs that share a core or its caches,
/// clock rates, the first touch of memory and idle threads at the end: of ten censuses on two otherwise idle cores, nine took
/// 0.76 to 1.12 times their estimate. The other, of 20,000 classes on two threads, took 1.76 times; why is unknown.
const WIDENED: [f64; 2] = [0.75, 1.3];

impl CostEstimate {
    /// Estimates the cost of the records after the first `done` by timing a few of their gardens on all threads.
    pub(super) fn new<C: FileRun>(
        content: &C,
        done: u64,
        pool: &ThreadPool,
        cancel: &CancelToken,
    ) -> Result<Self, Failure> {
        let (rest, threads) = (content.rest_after(done), pool.current_num_threads());
        let groups = rest.timed(threads);
        let nanoseconds = |group: &Vec<_>| {
            let clock = EstimateClock::start();
            let solved = rest.solve_timed(group, cancel)?;
            let each = clock.nanoseconds() / solved.max(1) as u128;
            Ok::<_, Stop>(usize::try_from(each).unwrap_or(usize::MAX))
        };
        let measured: Vec<Result<usize, Stop>> =
            pool.install(|| groups.par_iter().with_max_len(1).map(nanoseconds).collect());
        let mut moments = Moments::default();
        for time in measured {
            moments.add(time?);
        }
        let (left, timed) = (rest.span().len(), groups.iter().map(Vec::len).sum::<usize>() as u64);
        let each = moments.mean().map(|mean| mean.per(1e9));
        let interval = each.map(Mean::interval_95);
        #[expect(clippy::cast_precision_loss, reason = "times for the eye")]
        let (at_once, all) = (threads as f64, left as f64 / threads as f64);
        let per_second = each.map(|mean| rounded(at_once / mean.value));
        Ok(Self {
            schema: format!("{}_estimate/1", C::KIND),
            engine: ENGINE,
            rules: content.full_board().to_string(),
            asked: CensusRequest::new(content),
            kind: Strength::Estimated,
            file_bytes: content.file_bytes(ENGINE)?,
            threads,
            garden_ms: each.map(|mean| rounded(mean.value * 1e3)),
            elapsed_s: each.map(|mean| rounded(all * mean.value)),
            elapsed_s_low: interval
                .clone()
                .map(|interval| rounded(WIDENED[0] * all * interval.start().max(0.0))),
            elapsed_s_high: interval.map(|interval| rounded(WIDENED[1] * all * interval.end())),
            thread_hours: each.map(|mean| rounded(at_once / 3600.0 * all * mean.value)),
            solved: in_unit(
                C::UNIT,
                [("{}", left.into()), ("timed_{}", timed.into()), ("{}_per_s", per_second.into())],
            ),
            unit: C::UNIT,
            left,
            timed,
        })
    }

    /// Returns the estimate as two lines for people.
    pub(super) fn page(&self) -> String {
        let Self { unit, .. } = self;
        let size = format!(
            "{} {unit} to solve; the file will have {} bytes ({})",
            HumanCount(self.left),
            HumanCount(self.file_bytes),
            HumanBytes(self.file_bytes)
        );
        let threads = style::count(self.threads, "thread");
        let interval = self.elapsed_s_low.zip(self.elapsed_s_high);
        let (Some(all), Some((low, high))) = (self.elapsed_s, interval) else {
            return format!("{size}\nno estimate of the time on {threads}: there are too few {unit}");
        };
        format!(
            "{size}\nestimated: {} on {threads}, {} to {} on a machine without other work; {:.2} thread-hours, {} ms each, from {} {unit}",
            duration(all),
            duration(low),
            duration(high),
            self.thread_hours.unwrap_or_default(),
            self.garden_ms.unwrap_or_default(),
            HumanCount(self.timed)
        )
    }
}

/// The time that this thread works: processor time, which other programs hardly change, or where the system does not
/// tell it, the time that passes.
struct EstimateClock {
    processor: Option<u128>,
    wall: Instant,
}

impl EstimateClock {
    fn start() -> Self {
        Self { processor: Self::processor_time(), wall: Instant::now() }
    }

    fn nanoseconds(&self) -> u128 {
        let used = Self::processor_time().zip(self.processor).map(|(now, before)| now - before);
        used.filter(|used| *used > 0).unwrap_or_else(|| self.wall.elapsed().as_nanos())
    }

    /// Processor time of this thread in nanoseconds; only Linux has this file.
    fn processor_time() -> Option<u128> {
        // The number is as old as the last tick of the scheduler, some milliseconds, unless the thread yields.
        std::thread::yield_now();
        let file = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        file.split_whitespace().next()?.parse().ok()
    }
}

/// Rounds to thousandths.
fn rounded(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// Formats a number of seconds for people.
fn duration(seconds: f64) -> String {
    match std::time::Duration::try_from_secs_f64(seconds) {
        Ok(duration) if seconds < 1.0 => format!("{} ms", duration.as_millis()),
        Ok(duration) if seconds >= 3.0 * 86_400.0 => format!("{:.1} days", duration.as_secs_f64() / 86_400.0),
        Ok(duration) => HumanDuration(duration).to_string(),
        Err(_) => format!("{seconds:.3e} s"),
    }
}
