//! Results of runs, as text for people.

use std::fmt::Write;
use std::time::Duration;

use hanamachi_solver::hanamikoji::objects::{RoundObject, undecided_games};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::cfr::Measured;
use hanamachi_solver::search::strength::{Estimated, Strength};

use super::algorithm::{Effort, Merged};
use super::object::{Estimates, FormMeasures, Measures, Solved};
use crate::failure::ByteSize;
use crate::style::{BOLD, DIM, paint};

impl Solved {
    /// Returns the page.
    pub(crate) fn page(&self, effort: &Effort) -> String {
        let mut page = format!("{}, {}\n", paint(BOLD, &self.title), effort.algorithm.name());
        if !self.rules.is_empty() {
            let _ = writeln!(page, "{}", paint(DIM, &self.rules));
        }
        if let Some(RoundObject { favour, continuation, .. }) = &self.round {
            let _ = writeln!(page, "markers {favour}, {}", undecided_games(*continuation));
        }
        if let Some(reduced) = &effort.reduced {
            let _ = writeln!(page, "merged without loss: {}", reduced.merged.sentence());
        }
        let Measures { form, met, memory_bytes } = self.measures;
        page.push('\n');
        if let Some(FormMeasures { sizes, choices, payoff_entries, .. }) = form {
            let [first, second] = sizes.information_sets;
            let _ = writeln!(
                page,
                "size            {} information sets ({first} and {second}), {choices} with a choice",
                first + second
            );
            let _ = writeln!(
                page,
                "                {} histories through {} states, {payoff_entries} pairs of sequences at the ends",
                sizes.nodes, sizes.states
            );
        }
        if let Some(met) = met {
            let _ = writeln!(page, "met             {met} information sets with a choice");
        }
        let _ = write!(page, "memory          {}", ByteSize(memory_bytes as u64));
        if let Some(FormMeasures { sizes, .. }) = form {
            let _ = write!(page, ", and {} to compile", ByteSize(sizes.peak_bytes as u64));
        }
        page.push('\n');
        let _ = write!(
            page,
            "time            {} to compile, {} for {} iterations",
            seconds(self.build),
            seconds(self.elapsed()),
            self.iterations() - self.begun_at
        );
        match self.rate() {
            Some(rate) => drop(writeln!(page, " ({rate:.0} a second)")),
            None => page.push('\n'),
        }
        if form.is_none() {
            page.push_str(&self.estimated());
            page.push_str(self.ended());
            return page;
        }
        let Some(found) = self.found() else {
            page.push_str("\nNo measurement: no iteration was finished.\n");
            return page;
        };
        let [low, high] = found.bounds();
        let digits = digits(found.mean());
        let bounded = match self.strength(Strength::Bounded) {
            Strength::Bounded => "proved to lie",
            _ => "computed, under the rule of thumb,",
        };
        let _ = writeln!(
            page,
            "\nvalue           {:+.digits$} {} for the first player: {bounded} between {low:+.digits$} and {high:+.digits$}",
            found.value, self.unit
        );
        let _ = writeln!(
            page,
            "exploitability  {:.3e} {}, exact: a best response gains {:.3e} as the first player, {:.3e} as the second",
            found.mean(),
            self.unit,
            found.gains[0],
            found.gains[1]
        );
        page.push_str(self.ended());
        page.push_str("\n iterations      value  exploitability\n");
        for measured in thinned(&self.history) {
            let _ = writeln!(
                page,
                "{:>11}  {:+.digits$}  {:>14.3e}",
                measured.iteration,
                measured.value,
                measured.exploitability().mean()
            );
        }
        page
    }

    /// Value and exploitability without a sequence form.
    fn estimated(&self) -> String {
        let mut text = "\nThe sequence form does not fit into half of the memory.\n".to_owned();
        let Some(Estimates { value, gain }) = self.estimates else {
            return text + "Value and exploitability were not measured.\n";
        };
        let (unit, error) = (self.unit, |of: Estimated| of.standard_error.unwrap_or_default());
        let _ = writeln!(
            text,
            "value           {:+.4} ± {:.4} {unit} for the first player, estimated by play of the strategies",
            value.value,
            error(value)
        );
        let bound = gain.map_or("not measured".to_owned(), |gain| {
            let (value, error) = (gain.value, error(gain));
            format!("at least {value:.4} ± {error:.4} {unit}, estimated: the gain of a local best response")
        });
        let _ = writeln!(text, "exploitability  {bound}");
        text
    }

    /// A line on what ended the run early, if anything did.
    const fn ended(&self) -> &'static str {
        match self.stopped {
            Some(Stop::Interrupted) => "Ctrl-C ended the run.\n",
            Some(Stop::Time) => "The time limit ended the run.\n",
            Some(Stop::Memory) => "The memory limit ended the run.\n",
            Some(Stop::Nodes) => "The requested exploitability was not reached in these iterations.\n",
            Some(Stop::Precision) => {
                "The requested exploitability was not reached: it is out of reach of double precision, or further iterations do not \
                 lower it.\n"
            }
            None => "",
        }
    }
}

/// Returns the number of decimals: one more than the error supports.
fn digits(error: f64) -> usize {
    (4..12)
        .find(|&digits| error > 0.5 * 10_f64.powi(1 - digits))
        .map_or(12, |digits| usize::try_from(digits).unwrap_or(12))
}

/// Selects the measurements at 1, 2 and 5 times powers of ten, and the last one.
fn thinned(history: &[Measured]) -> impl Iterator<Item = &Measured> {
    let last = history.len().saturating_sub(1);
    history.iter().enumerate().filter_map(move |(place, measured)| {
        let mut leading = measured.iteration;
        while leading >= 10 && leading % 10 == 0 {
            leading /= 10;
        }
        (place == last || matches!(leading, 1 | 2 | 5)).then_some(measured)
    })
}

fn seconds(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 0.1 => format!("{:.1} ms", short * 1e3),
        long => format!("{long:.1} s"),
    }
}

impl Merged {
    fn sentence(&self) -> String {
        let mut parts =
            vec!["the order of own draws".to_owned(), "which card was removed before it is known".to_owned()];
        if !self.equal_geisha.is_empty() {
            parts.push(format!("equal geisha ({})", self.equal_geisha.join(", ")));
        }
        parts.join("; ")
    }
}
