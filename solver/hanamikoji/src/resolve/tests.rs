//! Safety of re-solving, checked exactly in rounds with known best responses.

use super::*;
use crate::exploit::{Exact, exact};
use crate::policy::tests::Scrambled;
use crate::policy::{GreedyPolicy, Tremble, UniformPolicy};
use crate::{FIRST_ROUND, Favour, Game, Kind, Kinds};
use hanamachi_core::search::budget::RunContext;

fn reduced(geisha: &[u8], actions: &[Kind]) -> Round {
    let kinds: Kinds = actions.iter().copied().collect();
    let prospect = |favour: Favour| {
        f64::from(favour.bits_of(Seat::First).count_ones()) / 7.0
            - f64::from(favour.bits_of(Seat::Second).count_ones()) / 9.0
    };
    Game::new(Rules::reduced(geisha, kinds).unwrap()).round(FIRST_ROUND, Favour::NEUTRAL, prospect)
}

fn rounds() -> Vec<Round> {
    vec![
        reduced(&[1, 2, 4], &[Kind::Secret, Kind::TradeOff]),
        reduced(&[1, 2, 2, 2], &[Kind::Gift]),
        reduced(&[2, 2, 2, 3], &[Kind::Competition]),
        reduced(&[2, 3, 4], &[Kind::Secret, Kind::Gift]),
        reduced(&[2, 2, 3, 4], &[Kind::Secret, Kind::Competition]),
    ]
}

fn measured(round: &Round, policy: &impl Policy) -> Exact {
    exact(round, policy, 1 << 30, RunContext::unwatched()).unwrap()
}

/// Tolerance for the remaining exploitability and for single precision.
const ROUGH: f64 = 2e-3;

fn check(round: &Round, blueprint: impl Policy + Clone) -> [f64; 2] {
    let before = measured(round, &blueprint);
    let settings = ResolveSettings { exploitability: 1e-4, ..ResolveSettings::default() };
    let [_, after] = [0.0, settings.committed].map(|committed| {
        let settings = ResolveSettings { committed, ..settings };
        let after = measured(round, &ResolvingPolicy::new(&blueprint, settings, Arc::default()));
        for seat in Seat::BOTH {
            let [before, after] = [&before, &after].map(|exact| exact.wins.against(seat));
            assert!(after <= before + ROUGH, "{seat:?} {before} {after} {committed} {:?}", round.rules());
        }
        after
    });
    [before.wins.mean(), after.wins.mean()]
}

#[test]
fn nobody_wins_more_against_the_last_turns_solved_anew() {
    let mut sums = [0.0; 2];
    for round in rounds() {
        for found in [
            check(&round, UniformPolicy),
            check(&round, Tremble::new(GreedyPolicy, 0.1)),
            check(&round, Scrambled { seed: 1 }),
        ] {
            sums = [sums[0] + found[0], sums[1] + found[1]];
        }
    }
    // Re-solving also pays: these policies play the last turns badly.
    assert!(sums[1] < 0.8 * sums[0], "{sums:?}");
}

#[test]
fn a_round_that_is_solved_from_its_first_turn_on_is_in_equilibrium() {
    for round in rounds() {
        let turns = round.rules().turns();
        let settings = ResolveSettings {
            turns,
            exploitability: 1e-4,
            committed: 1.0,
            uniform: 0.0,
            ..ResolveSettings::default()
        };
        let found = measured(&round, &ResolvingPolicy::new(UniformPolicy, settings, Arc::default()));
        assert!(found.wins.mean() < ROUGH, "{:?} {:?}", found.wins, round.rules());
    }
}
