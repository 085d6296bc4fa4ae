//! Single games by name, counted by hand.

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::game::{Seat, Turn};
use hanamachi_solver::reference::leduc::{
    self, Leduc, LeducAction::Call, LeducAction::Fold, LeducAction::Raise, Rank,
};
use hanamachi_solver::reference::liars_dice::{self, Bid, Face, LiarsDice, LiarsDiceAction::Liar};

/// The first player's winnings in Leduc poker: the hands, the first round, the open card, the second round.
fn leduc(hands: [Rank; 2], before: &[leduc::LeducAction], open: Rank, after: &[leduc::LeducAction]) -> f64 {
    let game = Leduc::default();
    let mut state = game.start();
    let deal = |state: &mut leduc::LeducState, rank| {
        let mut outcomes = Vec::new();
        game.outcomes(state, &mut outcomes);
        let card = outcomes.into_iter().find(|(card, _)| card.rank == rank).expect("not left to deal").0;
        game.apply_chance(state, card);
    };
    let play = |state: &mut leduc::LeducState, actions: &[leduc::LeducAction]| {
        for &action in actions {
            let mut legal = Vec::new();
            game.actions(state, &mut legal);
            assert!(legal.contains(&action), "{action:?} in {state:?}");
            game.play(state, action);
        }
    };
    deal(&mut state, hands[0]);
    deal(&mut state, hands[1]);
    play(&mut state, before);
    if game.turn(&state) == Turn::Chance {
        deal(&mut state, open);
        play(&mut state, after);
    }
    assert_eq!(game.turn(&state), Turn::End);
    game.utility(&state)
}

#[test]
fn chips_of_leduc_poker() {
    use Rank::{Jack, King, Queen};
    let pays =
        |utility: f64, expected: f64| assert!((utility - expected).abs() < 1e-12, "{utility}, {expected}");
    pays(leduc([King, Queen], &[Call, Call], Jack, &[Call, Call]), 1.0);
    // A pair beats a higher rank, and a shared rank shares.
    pays(leduc([King, Queen], &[Call, Call], Queen, &[Call, Call]), -1.0);
    pays(leduc([King, King], &[Raise, Call], Queen, &[Raise, Call]), 0.0);
    // The largest possible win.
    pays(leduc([King, Queen], &[Call, Raise, Raise, Call], King, &[Raise, Raise, Call]), 13.0);
    // A player who folds has not matched the last raise.
    pays(leduc([King, Queen], &[Raise, Fold], Jack, &[]), 1.0);
    pays(leduc([King, Queen], &[Call, Raise, Fold], Jack, &[]), -1.0);
    pays(leduc([King, Queen], &[Raise, Raise, Fold], Jack, &[]), -3.0);
    pays(leduc([King, Queen], &[Raise, Call], Jack, &[Call, Raise, Fold]), -3.0);
    pays(leduc([King, Queen], &[Raise, Raise, Call], Jack, &[Raise, Raise, Fold]), -9.0);
}

/// The first player's winnings in liar's dice after these bids, the last of them called.
fn liars_dice(dice: [Face; 2], bids: &[(u8, Face)]) -> f64 {
    let mut state = LiarsDice.start();
    for face in dice {
        LiarsDice.apply_chance(&mut state, face);
    }
    let bids =
        bids.iter().map(|&(dice, face)| liars_dice::LiarsDiceAction::Bid(Bid::new(dice, face).unwrap()));
    for action in bids.chain([Liar]) {
        let mut legal = Vec::new();
        LiarsDice.actions(&state, &mut legal);
        assert!(legal.contains(&action), "{action:?} in {state:?}");
        LiarsDice.play(&mut state, action);
    }
    assert_eq!(LiarsDice.turn(&state), Turn::End);
    LiarsDice.utility(&state)
}

#[test]
fn bids_of_liars_dice() {
    use Face::{Five, Four, One, Six, Two};
    let won = |utility: f64, seat: Seat| assert!((utility - seat.from_first(1.0)).abs() < 1e-12, "{utility}");
    won(liars_dice([Two, Four], &[(1, Two)]), Seat::First);
    won(liars_dice([Two, Four], &[(1, Five)]), Seat::Second);
    // The second player bids the face of the first player's die.
    won(liars_dice([Two, Four], &[(1, One), (1, Two)]), Seat::Second);
    // Sixes count for every face, other faces not for sixes.
    won(liars_dice([Six, Four], &[(1, One)]), Seat::First);
    won(liars_dice([Six, Four], &[(2, Four)]), Seat::First);
    won(liars_dice([Six, Four], &[(1, Six), (2, Six)]), Seat::First);
    won(liars_dice([Six, Six], &[(1, Six), (2, One), (2, Six)]), Seat::First);
}

#[test]
fn two_sixes_must_be_called() {
    let mut state = LiarsDice.start();
    LiarsDice.apply_chance(&mut state, Face::One);
    LiarsDice.apply_chance(&mut state, Face::One);
    let mut legal = Vec::new();
    LiarsDice.actions(&state, &mut legal);
    assert_eq!(legal.len(), 12, "nothing to call yet");
    LiarsDice.play(&mut state, legal[11]);
    LiarsDice.actions(&state, &mut legal);
    assert_eq!(legal, [Liar]);
}
