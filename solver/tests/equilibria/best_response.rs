//! Best responses and values, history by history, against the library.

use super::games::{compile, hanamikoji, random, run};
use hanamachi_solver::conformance::value_by_histories;
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::{Kind, Tiebreak};
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::budget::CancelToken;
use hanamachi_solver::search::cfr::Plus;

/// The library computes the correct value and best-response gains for the strategies of a short run.
fn knows<G: HiddenInformation>(game: &G, iterations: u64) {
    let form = compile(game);
    let average = run(&form, Plus, iterations).average().0;
    let slow = value_by_histories(game, &form.strategy(&average), 1_000_000, &CancelToken::new()).unwrap();
    let found = form.exploitability(&average);
    let value = slow.value;
    assert!((found.value - value).abs() < 1e-9, "{found:?}, {value}");
    assert!((form.value(&average, &average) - value).abs() < 1e-9);
    for seat in Seat::BOTH {
        let gain = slow.gains[seat.index()];
        let best = gain + seat.from_first(value);
        assert!((found.gains[seat.index()] - gain).abs() < 1e-9, "{seat:?}: {found:?}, {gain}");
        let (claimed, response) = form.best_response(seat, &average);
        assert!((claimed - best).abs() < 1e-9, "{seat:?}: {claimed}, {best}");
        // The response has the claimed gain.
        let [first, second] = if seat == Seat::First { [&response, &average] } else { [&average, &response] };
        let achieved = seat.from_first(form.value(first, second));
        assert!((achieved - best).abs() < 1e-9, "{seat:?}: {achieved}, {best}");
    }
}

#[test]
fn values_and_gains_are_those_of_the_histories() {
    for iterations in [0, 3, 20] {
        knows(&Leduc::default(), iterations);
        for seed in 0..10 {
            knows(&random(seed), iterations);
        }
        knows(&hanamikoji(&[2, 3, 4], &[Kind::Secret, Kind::Gift], Tiebreak::None), iterations);
    }
}
