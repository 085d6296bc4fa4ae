//! The conformance kit for games with hidden information: sound games pass, and games broken on purpose are found out.

use super::hidden_coin::{Flaw, HiddenCoin};
use super::poll::Poll;
use hanamachi_solver::conformance::{HiddenCoverage, HiddenViolation, check_hidden};
use hanamachi_solver::game::{Resample, Seat};
use hanamachi_solver::reference::kuhn::Kuhn;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn kit(game: &impl Resample) -> Result<HiddenCoverage, HiddenViolation> {
    check_hidden(game, 200, &mut Xoshiro256PlusPlus::seed_from_u64(1))
}

#[test]
fn kuhn_poker_passes() {
    let coverage = kit(&Kuhn).unwrap();
    // For each player the start and three cards with nine histories; for the first player also the own card, for the
    // second the fact that the other has one.
    assert_eq!(coverage.informations, 2 * (1 + 3 * 9) + 3 + 1, "{coverage:?}");
    assert!(coverage.met_again > 1_000, "{coverage:?}");
}

#[test]
fn sound_coins_pass() {
    kit(&Poll { answers: 5 }).unwrap();
    for seen_by in [None, Some(Seat::First), Some(Seat::Second)] {
        for guesser in Seat::BOTH {
            kit(&HiddenCoin::new(seen_by, guesser, 0.25)).unwrap();
        }
    }
}

/// Names the violation that the kit finds.
macro_rules! finds {
    ($($flaw:ident => $violation:ident,)*) => {
        $(
            let violation = kit(&HiddenCoin::broken(Flaw::$flaw)).unwrap_err();
            assert!(matches!(violation, HiddenViolation::$violation { .. }), "{:?}: {violation}", Flaw::$flaw);
        )*
    };
}

#[test]
fn flaws_are_called_by_their_names() {
    finds! {
        ActionsDescend => ActionsUnsorted,
        ActionTwice => ActionsUnsorted,
        ActionsAtTheEnd => ActionsMisplaced,
        Stuck => ActionsMisplaced,
        OutcomesDescend => OutcomesUnsorted,
        OutcomesAtDecision => OutcomesMisplaced,
        NoOutcomes => OutcomesMisplaced,
        Improbable => Improbable,
        ZeroProbability => Improbable,
        RandomActionElsewhere => Unlisted,
        RandomOutcomeElsewhere => Unlisted,
        TooRich => UtilityUnbounded,
        NoNumber => UtilityUnbounded,
        Endless => Endless,
        ActionsTell => ActionsTell,
        TurnTells => TurnTells,
        OwnGuessForgotten => OwnActionsForgotten,
        SeenGuessForgotten => SeenForgotten,
        ResampleForgets => ResampledElsewhere,
        ResampleCounts => ResampledOtherwise,
    }
}

#[test]
fn a_violation_says_what_and_where() {
    let violation = kit(&HiddenCoin::broken(Flaw::NoOutcomes)).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "what comes next in State { coin: None, guess: None, stage: Flip } is Chance, and its outcomes are []"
    );
}
