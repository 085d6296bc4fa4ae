//! Intervals have their nominal coverage.

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::reference::kuhn::{Kuhn, KuhnCard};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::estimate::ClusterMean;
use hanamachi_solver::search::ismcts::{Ismcts, Puct, Selection};
use hanamachi_solver::search::root_values::{DealSampler, UniformDeals};

use super::{Only, effort};

/// Intervals for each value. Their coverage has a standard error of 0.7 %, a third of the tolerance.
const SEEDS: u64 = 1_000;

/// Number of iterations for the reference value. Its error is a seventeenth of that of an interval, which hardly affects the coverage.
const TRUTH: u64 = 600_000;

/// Share of the intervals that contain the reference value.
fn coverage(truth: f64, means: impl Iterator<Item = Option<ClusterMean>>) -> f64 {
    let (mut held, mut n) = (0.0, 0.0);
    for interval in means.filter_map(|mean| mean?.interval_95()) {
        held += f64::from(u8::from(interval.contains(&truth)));
        n += 1.0;
    }
    held / n
}

/// Checks that the intervals of many seeds contain the mean of a long run with blocks of the same size.
fn check<S: Selection>(name: &str, search: Ismcts<'_, Kuhn, S>, deals: &impl DealSampler<Kuhn>) {
    let ask =
        |iterations, seed| search.run(deals, effort(iterations, 100, seed), RunContext::unwatched()).unwrap();
    let long = ask(TRUTH, 0);
    let answers: Vec<_> = (1..=SEEDS).map(|seed| ask(2_000, seed)).collect();
    let held = coverage(long.value.value, answers.iter().map(|answer| Some(answer.value)));
    assert!((0.93..0.97).contains(&held), "{name}: {held}");
    for (place, action) in long.actions.iter().enumerate() {
        let truth = action.value.unwrap().value;
        let held = coverage(truth, answers.iter().map(|answer| answer.actions[place].value));
        assert!((0.93..0.97).contains(&held), "{name}, {:?}: {held}", action.action);
    }
}
#[test]
fn errors_are_honest() {
    let start = Kuhn.start();
    let only = Only { state: &start, seat: Seat::First };
    let state = Kuhn.dealt(KuhnCard::Queen, KuhnCard::Jack).unwrap();
    let uniform = UniformDeals { information: Kuhn.information(&state, Seat::First), seat: Seat::First };
    let search = Ismcts::new(&Kuhn);
    check("UCB1", search, &only);
    check("UCB1 with the queen", search, &uniform);
    check("PUCT", search.with_selection(Puct::default()), &uniform);
}
