//! The games keep the contract, and have the sizes that `OpenSpiel` 2.0.2 counts (every state from `new_initial_state` walked once) for `kuhn_poker`,
//! `leduc_poker(suit_isomorphism=true)`, `leduc_poker` and `liars_dice`.

use std::collections::HashSet;

use super::games::{random, walk};
use hanamachi_solver::conformance::{HiddenCoverage, check_hidden};
use hanamachi_solver::game::{HiddenInformation, Resample, Turn};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::{Leduc, Suits};
use hanamachi_solver::reference::liars_dice::LiarsDice;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Size of a game.
#[derive(PartialEq, Eq, Debug)]
struct Size {
    /// Information sets in which the first and the second player decide.
    information_sets: [usize; 2],
    /// Histories.
    nodes: usize,
    /// Histories that end the game.
    terminals: usize,
    /// Histories after which chance acts.
    chance: usize,
}

fn size<G: HiddenInformation>(game: &G) -> Size {
    let mut sets = [HashSet::new(), HashSet::new()];
    let mut size = Size { information_sets: [0; 2], nodes: 0, terminals: 0, chance: 0 };
    walk(game, &mut |state| {
        size.nodes += 1;
        match game.turn(state) {
            Turn::End => size.terminals += 1,
            Turn::Chance => size.chance += 1,
            Turn::Player(seat) => {
                sets[seat.index()].insert(game.information(state, seat));
            }
        }
    });
    size.information_sets = sets.map(|sets| sets.len());
    size
}

/// Also H. W. Kuhn 1950: three cards, two decisions per player for each card.
#[test]
fn kuhn_poker() {
    assert_eq!(size(&Kuhn), Size { information_sets: [6, 6], nodes: 58, terminals: 30, chance: 4 });
}

#[test]
fn leduc_poker_of_ranks() {
    let expected = Size { information_sets: [144, 144], nodes: 1_939, terminals: 1_116, chance: 49 };
    assert_eq!(size(&Leduc::default()), expected);
}

#[test]
fn leduc_poker_of_cards() {
    let expected = Size { information_sets: [468, 468], nodes: 9_457, terminals: 5_520, chance: 157 };
    assert_eq!(size(&Leduc::new(Suits::Apart)), expected);
}

/// Six dice, and every set of the twelve bids: 6 · 2¹² information sets.
#[test]
fn liars_dice() {
    let expected = Size { information_sets: [12_288; 2], nodes: 294_883, terminals: 147_420, chance: 7 };
    assert_eq!(size(&LiarsDice), expected);
}

fn kit(game: &impl Resample, playouts: u32) -> HiddenCoverage {
    check_hidden(game, playouts, &mut Xoshiro256PlusPlus::seed_from_u64(1)).unwrap()
}

#[test]
fn leduc_poker_passes() {
    for suits in [Suits::Merged, Suits::Apart] {
        let coverage = kit(&Leduc::new(suits), 500);
        assert!(coverage.met_again > 10_000, "{coverage:?}");
    }
}

#[test]
fn liars_dice_passes() {
    let coverage = kit(&LiarsDice, 200);
    assert!(coverage.met_again > 1_000, "{coverage:?}");
}

#[test]
fn random_games_pass() {
    for seed in 0..20 {
        kit(&random(seed), 200);
    }
}
