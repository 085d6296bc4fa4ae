//! Values of games by linear programming, against published ones.

use super::linear_program::Program;
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::{Leduc, Suits};

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
