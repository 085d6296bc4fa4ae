//! Progress bars, on terminals only.

use std::borrow::Cow;
use std::time::Duration;

use hanamachi_solver::search::budget::Progress;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Draws how far a batch has come: items done and their rate, and where the input's length is known the share
/// of it and the time left.
#[derive(Debug)]
pub(crate) struct BatchProgress {
    bar: ProgressBar,
    sized: bool,
}

impl BatchProgress {
    /// A bar for an input of `bytes` bytes, if that is known; invisible unless `wanted`.
    pub(crate) fn start(bytes: Option<u64>, wanted: bool) -> Self {
        let bar = if wanted {
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

    /// So many items are done, and so many bytes of the input with them.
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

/// Draws how much of a known amount of work is done, with its rate and the time left.
#[derive(Debug)]
pub(crate) struct CountProgress(ProgressBar);

impl CountProgress {
    /// A bar for `total` units of work, of which `done` were done by an earlier run; invisible unless `wanted`.
    pub(crate) fn start(unit: &str, done: u64, total: u64, wanted: bool) -> Self {
        if !wanted {
            return Self(ProgressBar::hidden());
        }
        let template =
            format!("{{bar:30}} {{percent:>3}} %  {{human_pos}} {unit}, {{per_sec}}  {{eta}} left");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(total).with_position(done).with_style(style.with_key("eta", time_left));
        bar.reset_eta();
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }
}

impl Progress for CountProgress {
    fn advance(&self, count: u64) {
        self.0.inc(count);
    }
}

impl Drop for CountProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Draws how much of an unknown amount of work is done, with its rate.
#[derive(Debug)]
pub(crate) struct SearchProgress(ProgressBar);

impl SearchProgress {
    /// Invisible unless `wanted`.
    pub(crate) fn start(unit: &str, wanted: bool) -> Self {
        if !wanted {
            return Self(ProgressBar::hidden());
        }
        let template = format!("{{spinner}} {{human_pos}} {unit}, {{per_sec}}  {{msg}}");
        let style =
            ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_spinner());
        let bar = ProgressBar::new_spinner().with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Says something beside the count.
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

fn time_left(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let left: Cow<'_, str> = match state.pos() {
        0 => "?".into(),
        _ => HumanDuration(state.eta()).to_string().into(),
    };
    let _ = out.write_str(&left);
}
