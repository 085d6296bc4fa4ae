//! Values of games by linear programming, against published ones, and best responses, history by history, against the library.

use super::games::{compile, hanamikoji, random, run};
use super::linear_program::Program;
use hanamachi_solver::conformance::value_by_histories;
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::{Kind, Tiebreak};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::{Leduc, Suits};
use hanamachi_solver::search::budget::CancelToken;
use hanamachi_solver::search::cfr::RegretRule;

fn has_value(program: &Program, expected: f64, precision: f64) {
    let value = program.value();
    assert!((value - expected).abs() < precision, "{value}");
}

/// H. W. Kuhn 1950.
#[test]
fn kuhn_poker() {
    let program = Program::new(&Kuhn);
    assert_eq!(program.information_sets(), [6, 6]);
    has_value(&program, -1.0 / 18.0, 1e-9);
}

/// The value that `OpenSpiel`'s tests and papers since give: −0.0856064.
#[test]
fn leduc_poker() {
    let program = Program::new(&Leduc::default());
    assert_eq!(program.information_sets(), [144, 144]);
    has_value(&program, -0.085_606_4, 1e-7);
}

/// Merging the suits loses nothing.
#[test]
fn leduc_poker_of_cards() {
    let program = Program::new(&Leduc::new(Suits::Apart));
    assert_eq!(program.information_sets(), [468, 468]);
    has_value(&program, Program::new(&Leduc::default()).value(), 1e-8);
}

/// The library computes the correct value and best-response gains for the strategies of a short run.
fn knows<G: HiddenInformation>(game: &G, iterations: u64) {
    let form = compile(game);
    let average = run(&form, RegretRule::Plus, iterations).average().0;
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
