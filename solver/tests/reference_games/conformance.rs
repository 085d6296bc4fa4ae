//! The games keep the contract.

use hanamachi_solver::conformance::{HiddenCoverage, check_hidden};
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::reference::leduc::{Leduc, Suits};
use hanamachi_solver::reference::liars_dice::LiarsDice;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn kit(game: &impl HiddenInformation, playouts: u32) -> HiddenCoverage {
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
