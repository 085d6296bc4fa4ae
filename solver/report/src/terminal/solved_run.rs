//! What a run of counterfactual regret minimization found.

use std::fmt::Write;

use hanamachi_solver::hanamikoji::objects::{RoundObject, undecided_games};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::text::ByteSize;
use hanamachi_solver::{MergedSets, RunPoint, SolvedRun};

use super::style::{BOLD, DIM, paint};

/// Returns the page.
pub fn page(run: &SolvedRun) -> String {
    let mut page = format!("{}, {}\n", paint(BOLD, &run.title), run.algorithm);
    if !run.rules.is_empty() {
        let _ = writeln!(page, "{}", paint(DIM, &run.rules));
    }
    if let Some(RoundObject { favour, continuation, .. }) = &run.round {
        let _ = writeln!(page, "markers {favour}, {}", undecided_games(*continuation));
    }
    if let Some(merged) = &run.merged {
        let _ = writeln!(page, "merged without loss: {}", sentence(merged));
    }
    page.push('\n');
    if let (Some([first, second]), Some(choices), Some(nodes), Some(states), Some(payoffs)) =
        (run.information_sets_by_seat, run.choices, run.nodes, run.states, run.payoff_entries)
    {
        let _ = writeln!(
            page,
            "size            {} information sets ({first} and {second}), {choices} with a choice\n                \
             {nodes} histories through {states} states, {payoffs} pairs of sequences at the ends",
            first + second
        );
    }
    if let Some(met) = run.information_sets_met {
        let _ = writeln!(page, "met             {met} information sets with a choice");
    }
    let _ = write!(page, "memory          {}", ByteSize(run.memory_bytes as u64));
    if let Some(bytes) = run.build_memory_bytes {
        let _ = write!(page, ", and {} to compile", ByteSize(bytes as u64));
    }
    let _ = write!(
        page,
        "\ntime            {} to compile, {} for {} iterations",
        seconds(run.build_ms),
        seconds(run.elapsed_ms),
        run.iterations - run.begun_at
    );
    match run.iterations_per_second {
        Some(rate) => drop(writeln!(page, " ({rate:.0} a second)")),
        None => page.push('\n'),
    }
    if run.build_memory_bytes.is_none() {
        return page + &estimated(run) + ended(run.stopped);
    }
    let (Some(value), Some([low, high]), Some(exploitability), Some([first, second])) =
        (run.value, run.value_bounds, run.exploitability, run.gains)
    else {
        return page + "\nNo measurement: no iteration was finished.\n";
    };
    let digits = digits(exploitability);
    let bounded = match run.kind {
        Some(Strength::Bounded) => "proved to lie",
        _ => "computed, under the rule of thumb,",
    };
    let _ = writeln!(
        page,
        "\nvalue           {value:+.digits$} {unit} for the first player: {bounded} between {low:+.digits$} and {high:+.digits$}\n\
         exploitability  {exploitability:.3e} {unit}, exact: a best response gains {first:.3e} as the first player, {second:.3e} as the second",
        unit = run.unit
    );
    page.push_str(ended(run.stopped));
    page.push_str("\n iterations      value  exploitability\n");
    for RunPoint { iteration, value, exploitability, .. } in thinned(&run.history) {
        let _ = writeln!(page, "{iteration:>11}  {value:+.digits$}  {exploitability:>14.3e}");
    }
    page
}

/// Value and exploitability without a sequence form.
fn estimated(run: &SolvedRun) -> String {
    let mut text = "\nThe sequence form does not fit into half of the memory.\n".to_owned();
    let Some(value) = run.value else {
        return text + "Value and exploitability were not measured.\n";
    };
    let (unit, se) = (run.unit, run.value_se.unwrap_or_default());
    let _ = writeln!(
        text,
        "value           {value:+.4} ± {se:.4} {unit} for the first player, estimated by play of the strategies"
    );
    let bound = run.exploitability.map_or("not measured".to_owned(), |gain| {
        let se = run.exploitability_se.unwrap_or_default();
        format!("at least {gain:.4} ± {se:.4} {unit}, estimated: the gain of a local best response")
    });
    let _ = writeln!(text, "exploitability  {bound}");
    text
}

/// A line on what ended the run early, if anything did.
const fn ended(stopped: Option<Stop>) -> &'static str {
    match stopped {
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

/// Returns the number of decimals: one more than the error supports.
fn digits(error: f64) -> usize {
    (4..12)
        .find(|&digits| error > 0.5 * 10_f64.powi(1 - digits))
        .map_or(12, |digits| usize::try_from(digits).unwrap_or(12))
}

/// Selects the measurements at 1, 2 and 5 times powers of ten, and the last one.
fn thinned(history: &[RunPoint]) -> impl Iterator<Item = &RunPoint> {
    let last = history.len().saturating_sub(1);
    history.iter().enumerate().filter_map(move |(place, measured)| {
        let mut leading = measured.iteration;
        while leading >= 10 && leading % 10 == 0 {
            leading /= 10;
        }
        (place == last || matches!(leading, 1 | 2 | 5)).then_some(measured)
    })
}

fn seconds(ms: f64) -> String {
    match ms / 1e3 {
        short if short < 0.1 => format!("{:.1} ms", short * 1e3),
        long => format!("{long:.1} s"),
    }
}

fn sentence(merged: &MergedSets) -> String {
    let mut text = "the order of own draws; which card was removed before it is known".to_owned();
    if !merged.equal_geisha.is_empty() {
        let _ = write!(text, "; equal geisha ({})", merged.equal_geisha.join(", "));
    }
    text
}
