//! Counterfactual regret minimization, by every rule, against linear programming and against `OpenSpiel`.

use super::games::{compile, hanamikoji, random, run};
use super::linear_program::Program;
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::Kind::{Gift, Secret, TradeOff};
use hanamachi_solver::hanamikoji::Tiebreak::{Charm, None};
use hanamachi_solver::hanamikoji::{Favour, MergedRound};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::cfr::{RegretRule, SequenceForm};

/// A run with this rule comes as close as `wanted` to an equilibrium, and the value lies within the bounds of the run.
fn closes_in<G: HiddenInformation>(
    form: &SequenceForm<G>,
    rule: RegretRule,
    iterations: u64,
    value: f64,
    wanted: f64,
) {
    let found = run(form, rule, iterations).exploitability();
    let [lower, upper] = found.bounds();
    assert!(lower - 1e-8 <= value && value <= upper + 1e-8, "{rule:?}: {value} beside {found:?}");
    assert!(found.gains.iter().all(|&gain| gain > -1e-9), "{rule:?}: {found:?}");
    assert!(found.mean() < wanted, "{rule:?}: {found:?}");
}

/// The same for every rule; `wanted` is for utilities from −1 to 1.
fn every_rule_closes_in<G: HiddenInformation>(game: &G, value: f64) {
    let (form, bound) = (compile(game), game.utility_bound());
    closes_in(&form, RegretRule::Vanilla, 1_000, value, 0.03 * bound);
    closes_in(&form, RegretRule::Plus, 1_000, value, 0.002 * bound);
    closes_in(&form, RegretRule::DISCOUNTED, 1_000, value, 0.002 * bound);
    closes_in(&form, RegretRule::LINEAR, 1_000, value, 0.005 * bound);
    closes_in(&form, RegretRule::PredictivePlus, 1_000, value, 0.001 * bound);
}

#[test]
fn every_rule_finds_the_values_of_random_games() {
    for seed in 0..12 {
        let game = random(seed);
        every_rule_closes_in(&game, Program::new(&game).value());
    }
}

#[test]
fn every_rule_finds_the_values_of_kuhn_and_leduc_poker() {
    every_rule_closes_in(&Kuhn, -1.0 / 18.0);
    let leduc = Leduc::default();
    every_rule_closes_in(&leduc, Program::new(&leduc).value());
}

/// An information state of Hanamikoji forgets in which order its player drew, the linear program does not.
#[test]
fn every_rule_finds_the_values_of_tiny_hanamikoji() {
    let mut different = Vec::new();
    for (values, actions, tiebreak) in [
        (&[2, 2, 3][..], &[Gift][..], None),
        (&[2, 2, 3], &[Gift], Charm),
        (&[1, 2, 4], &[Gift], Charm),
        (&[1, 1, 2, 3], &[Gift], None),
        (&[2, 2, 3], &[Secret, TradeOff], Charm),
        (&[1, 1, 2, 3], &[Secret, TradeOff], None),
    ] {
        let round = hanamikoji(values, actions, tiebreak);
        // Markers on both sides, so that the game is not even to begin with.
        for favour in [Favour::NEUTRAL, Favour::from_index(7).unwrap()] {
            let round = round.with_favour(favour);
            let program = Program::new(&round);
            let sets = compile(&round).sizes().information_sets;
            let finer = program.information_sets();
            assert!(sets[0] < finer[0] && sets[1] < finer[1], "something is merged: {sets:?}, {finer:?}");
            let value = program.value();
            every_rule_closes_in(&round, value);
            // Nor do equal geisha need names.
            every_rule_closes_in(&MergedRound::new(round), value);
            different.push(value);
        }
    }
    different.sort_by(f64::total_cmp);
    different.dedup_by(|one, other| (*one - *other).abs() < 1e-6);
    assert!(different.len() > 4, "{different:?}");
}

/// After each number of iterations a run is no more exploitable than `OpenSpiel` 2.0.2, except for the fraction `slack`:
/// the exploitability of CFR+ fluctuates by a few per cent, and `OpenSpiel` averages the strategies from before each
/// update, not from after it, so that the peaks fall elsewhere.
fn no_worse(game: &impl HiddenInformation, rule: RegretRule, slack: f64, figures: &[(u64, f64)]) {
    let form = compile(game);
    for &(iterations, exploitability) in figures {
        let own = run(&form, rule, iterations).exploitability().mean();
        assert!(own < exploitability * (1.0 + slack), "{iterations}: {own} against {exploitability}");
    }
}

/// `scripts/cross_check_cfr.py` makes these figures.
#[test]
fn no_more_exploitable_than_open_spiel() {
    let figures = [(1, 0.458_333_333), (10, 0.032_687_091), (100, 0.001_194_404), (300, 0.000_433_401)];
    no_worse(&Kuhn, RegretRule::Plus, 0.1, &figures);
    let figures = [(1, 0.458_333_333), (10, 0.068_698_794), (100, 0.008_225_977), (300, 0.003_033_961)];
    no_worse(&Kuhn, RegretRule::Vanilla, 0.0, &figures);
    let figures = [(1, 2.373_611_111), (10, 0.610_438_902), (100, 0.013_415_995), (300, 0.002_290_305)];
    no_worse(&Leduc::default(), RegretRule::Plus, 0.02, &figures);
    let figures = [(1, 2.373_611_111), (10, 0.888_578_983), (100, 0.095_716_353), (300, 0.035_524_116)];
    no_worse(&Leduc::default(), RegretRule::Vanilla, 0.0, &figures);
    let figures = [(1, 0.780_744_323), (20, 0.049_220_523), (50, 0.016_728_288)];
    no_worse(&LiarsDice, RegretRule::Plus, 0.0, &figures);
}

/// `scripts/cross_check_reduced.py` makes these figures: `OpenSpiel` got the round from the program.
#[test]
fn no_more_exploitable_than_open_spiel_in_hanamikoji() {
    let figures = [(10, 0.004_112_554), (100, 0.000_044_790)];
    no_worse(&hanamikoji(&[2, 2, 3], &[Gift], None), RegretRule::Plus, 0.1, &figures);
    let figures = [(1, 0.267_261_905), (5, 0.043_889_174), (20, 0.004_384_676)];
    no_worse(&hanamikoji(&[2, 3, 4], &[Secret, Gift], None), RegretRule::Plus, 0.1, &figures);
}
