//! Progress: bars on terminals; elsewhere, one line a minute for long work.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hanamachi_solver::search::budget::Progress;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::session::Session;

/// Progress bar of a batch: the number of items and their rate; if the length of the input is known, also the share done
/// and the time left.
#[derive(Debug)]
pub(crate) struct BatchProgress {
    bar: ProgressBar,
    sized: bool,
}

impl BatchProgress {
    /// Creates a progress bar that is not drawn.
    pub(crate) fn hidden() -> Self {
        Self { bar: ProgressBar::hidden(), sized: false }
    }

    /// Starts a bar for an input of `bytes` bytes, if known. It is hidden if the session draws no progress.
    pub(crate) fn start(bytes: Option<u64>, session: &Session) -> Self {
        let bar = if session.draws_progress() {
            let template = if bytes.is_some() {
                "{bar:30} {percent:>3} %  {msg}  {eta} left"
            } else {
                "{spinner} {msg}"
            };
            let style =
                ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = bytes.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
            bar.set_style(style.with_key("eta", time_left));
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        } else {
            ProgressBar::hidden()
        };
        Self { bar, sized: bytes.is_some() }
    }

    /// Updates the number of items done and the number of bytes read for them.
    pub(crate) fn reached(&self, items: u64, bytes: u64) {
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64().max(1e-3);
        #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
        let rate = items as f64 / seconds;
        self.bar.set_message(format!("{} items, {rate:.0}/s", HumanCount(items)));
        if self.sized {
            self.bar.set_position(bytes);
        }
    }
}

impl Drop for BatchProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress of a known amount of work, with its rate and the time left: a bar on a terminal, or one line a minute if
/// standard error is a file, as in a batch job.
#[derive(Debug)]
pub(crate) enum CountProgress {
    Bar(ProgressBar),
    Lines(CountLines),
    Nothing,
}

impl CountProgress {
    /// Starts the progress of `total` units of work, of which an earlier run did `done`.
    pub(crate) fn start(unit: &'static str, done: u64, total: u64, session: &Session) -> Self {
        if session.is_quiet() {
            return Self::Nothing;
        }
        if !session.draws_progress() {
            return Self::Lines(CountLines::start(unit, done, total, *session));
        }
        let template =
            format!("{{bar:30}} {{percent:>3}} %  {{human_pos}} {unit}, {{per_sec}}  {{eta}} left");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(total)
            .with_position(done)
            .with_style(style.with_key("eta", time_left).with_key("per_sec", rate));
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        Self::Bar(bar)
    }

    /// Starts the progress of work that a time limit ends: the amount done and its rate, on a terminal.
    pub(crate) fn without_total(unit: &str, session: &Session) -> Self {
        if session.draws_progress() { Self::Bar(spinner(unit)) } else { Self::Nothing }
    }
}

impl Progress for CountProgress {
    fn advance(&self, count: u64) {
        match self {
            Self::Bar(bar) => bar.inc(count),
            Self::Lines(lines) => lines.advance(count),
            Self::Nothing => {}
        }
    }
}

impl Drop for CountProgress {
    fn drop(&mut self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

/// Progress as one line a minute.
#[derive(Debug)]
pub(crate) struct CountLines {
    unit: &'static str,
    before: u64,
    done: AtomicU64,
    total: u64,
    started: Instant,
    /// Minute of the last line.
    told: AtomicU64,
    session: Session,
}

impl CountLines {
    fn start(unit: &'static str, before: u64, total: u64, session: Session) -> Self {
        let (done, told) = (AtomicU64::new(before), AtomicU64::new(0));
        Self { unit, before, done, total, started: Instant::now(), told, session }
    }

    fn advance(&self, count: u64) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        let elapsed = self.started.elapsed();
        let minutes = elapsed.as_secs() / 60;
        if self.told.fetch_max(minutes, Ordering::Relaxed) < minutes {
            self.session.note(self.line(done, elapsed));
        }
    }

    fn line(&self, done: u64, elapsed: Duration) -> String {
        #[expect(clippy::cast_precision_loss, reason = "rates for the eye")]
        let [done_now, left, share] = [
            (done - self.before) as f64,
            self.total.saturating_sub(done) as f64,
            100.0 * done as f64 / self.total.max(1) as f64,
        ];
        let rate = done_now / elapsed.as_secs_f64().max(1e-3);
        let left = Duration::try_from_secs_f64(left / rate).unwrap_or(Duration::MAX);
        format!(
            "{} of {} {} ({share:.1} %), {rate:.0} a second, {} left",
            HumanCount(done),
            HumanCount(self.total),
            self.unit,
            HumanDuration(left)
        )
    }
}

/// Progress of an unknown amount of work, with its rate.
#[derive(Debug)]
pub(crate) struct SearchProgress(ProgressBar);

impl SearchProgress {
    /// Creates a progress bar that is not drawn.
    pub(crate) fn hidden() -> Self {
        Self(ProgressBar::hidden())
    }

    /// Starts a progress bar. It is hidden if the session draws no progress.
    pub(crate) fn start(unit: &str, session: &Session) -> Self {
        if session.draws_progress() { Self(spinner(unit)) } else { Self::hidden() }
    }

    /// Shows a message beside the count.
    pub(crate) fn say(&self, message: impl std::fmt::Display) {
        if !self.0.is_hidden() {
            self.0.set_message(message.to_string());
        }
    }
}

impl Progress for SearchProgress {
    fn advance(&self, count: u64) {
        self.0.inc(count);
    }
}

impl Drop for SearchProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A word on a terminal about work that reports nothing itself, once it has taken a second.
#[derive(Debug)]
pub(crate) struct Patience {
    /// Dropped when the work is done, which ends the thread.
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Patience {
    /// Starts to wait. Nothing is shown if the session draws no progress.
    pub(crate) fn start(work: &'static str, session: &Session) -> Self {
        if !session.draws_progress() {
            return Self { done: None, thread: None };
        }
        let (done, is_done) = channel();
        let thread = thread::spawn(move || {
            if is_done.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
            let bar = ProgressBar::new_spinner()
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
                .with_elapsed(Duration::from_secs(1))
                .with_message(work);
            bar.enable_steady_tick(Duration::from_millis(200));
            let _ = is_done.recv();
            bar.finish_and_clear();
        });
        Self { done: Some(done), thread: Some(thread) }
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A bar for an unknown amount of work.
fn spinner(unit: &str) -> ProgressBar {
    let template = format!("{{spinner}} {{human_pos}} {unit}, {{per_sec}}  {{msg}}");
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_spinner());
    let bar = ProgressBar::new_spinner().with_style(style.with_key("per_sec", rate));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Writes a rate without the decimals that nobody reads.
fn rate(state: &ProgressState, w: &mut dyn std::fmt::Write) {
    let rate = state.per_sec();
    let _ = if rate < 10.0 { write!(w, "{rate:.1}/s") } else { write!(w, "{rate:.0}/s") };
}

fn time_left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let left: Cow<'_, str> = match state.pos() {
        0 => "?".into(),
        _ => HumanDuration(state.eta()).to_string().into(),
    };
    let _ = out.write_str(&left);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_counts_the_rate_of_this_run_alone() {
        let lines = CountLines::start("gardens", 1_000, 10_000, Session::silent());
        let line = lines.line(4_000, Duration::from_secs(60));
        assert_eq!(line, "4,000 of 10,000 gardens (40.0 %), 50 a second, 2 minutes left");
    }

    #[test]
    fn odd_amounts_have_lines_too() {
        let lines = CountLines::start("gardens", 0, 0, Session::silent());
        assert!(lines.line(0, Duration::ZERO).starts_with("0 of 0 gardens (0.0 %), 0 a second"));
    }
}
