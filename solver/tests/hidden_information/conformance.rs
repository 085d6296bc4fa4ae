//! The conformance kit for games with hidden information: sound games pass, and games broken on purpose are found out.

use super::hidden_coin::{Flaw, HiddenCoin};
use super::poll::Poll;
use hanamachi_solver::conformance::{HiddenCoverage, Violation, check_hidden};
use hanamachi_solver::game::{Resample, Seat};
use hanamachi_solver::reference::kuhn::Kuhn;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn kit(game: &impl Resample) -> Result<HiddenCoverage, Violation> {
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

/// What the kit finds in a coin with a flaw.
#[test]
fn flaws_are_found() {
    let ascending = "are not in ascending order without repetitions";
    let improbable = "are not positive with sum 1";
    for (flaw, found) in [
        (Flaw::ActionsDescend, ascending),
        (Flaw::ActionTwice, ascending),
        (Flaw::ActionsAtTheEnd, "is End, and its actions are"),
        (Flaw::Stuck, "and its actions are []"),
        (Flaw::OutcomesDescend, ascending),
        (Flaw::OutcomesAtDecision, "and its outcomes are"),
        (Flaw::NoOutcomes, "and its outcomes are []"),
        (Flaw::Improbable, improbable),
        (Flaw::ZeroProbability, improbable),
        (Flaw::RandomActionElsewhere, "is not a listed successor"),
        (Flaw::RandomOutcomeElsewhere, "is not a listed successor"),
        (Flaw::TooRich, "is not within the bound"),
        (Flaw::NoNumber, "is not within the bound"),
        (Flaw::Endless, "a game has not ended"),
        (Flaw::ActionsTell, "but has the actions"),
        (Flaw::TurnTells, "but the next event is"),
        (Flaw::OwnGuessForgotten, "after the own actions"),
        (Flaw::SeenGuessForgotten, "but knew different things before"),
        (Flaw::ResampleForgets, "which was resampled from it"),
        (Flaw::ResampleCounts, "is resampled as"),
    ] {
        let violation = kit(&HiddenCoin::broken(flaw)).unwrap_err().to_string();
        assert!(violation.contains(found), "{flaw:?}: {violation}");
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
