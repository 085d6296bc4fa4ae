//! Perft against plain enumeration by the state machine.

use std::num::NonZeroU16;

use crate::common::rounds::rules_of;
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::notation::DescribedDeal;
use hanamachi_solver::hanamikoji::{Cards, Deal, Favour, Game, Round, State, perft};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Adds the sequences from here to the count of every length up to `depth` turns.
fn enumerate(round: &Round, deal: &Deal, state: State, depth: usize, counts: &mut [u64]) {
    let mut actions = Vec::new();
    round.actions(&state, &mut actions);
    for action in actions {
        let mut next = state;
        round.play(&mut next, action);
        round.draw_from(deal, &mut next);
        if next.turns() > state.turns() {
            counts[state.turns()] += 1;
        }
        if next.turns() < depth {
            enumerate(round, deal, next, depth, counts);
        }
    }
}

#[test]
fn products_of_the_players_counts_are_plain_enumeration() {
    for (game, depth, deals) in [(0, 1, 100), (0, 2, 6), (1, 4, 20), (2, 4, 10), (3, 2, 60), (3, 3, 4)] {
        let round = Game::new(rules_of(game)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game as u64);
        for _ in 0..deals {
            let deal = Deal::random(round.rules(), &mut rng);
            let mut counts = vec![0; depth];
            enumerate(&round, &deal, round.dealt(&deal), depth, &mut counts);
            assert_eq!(perft(round.rules(), &deal, depth.try_into().unwrap()), counts, "{deal}");
        }
    }
}

/// Equal first cards, where pairs are easily counted twice.
#[test]
fn a_competition_of_equal_cards() {
    // AADD: the pairs AA and DD, two answers, or AD twice, one answer. AADE: AA and DE, or AD and AE, two each.
    let deal = "D/AADDFG/BBCCEG/EEFGFFGG".parse::<DescribedDeal>().unwrap();
    let hand = "AADDEFG".parse::<Cards>().unwrap();
    let round = Game::new(rules_of(0)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
    let mut counts = [0];
    let start = round.dealt(deal.deal());
    assert_eq!(start.hand(Seat::First), hand);
    enumerate(&round, deal.deal(), start, 1, &mut counts);
    assert_eq!(perft(round.rules(), deal.deal(), 1), counts);
}

#[test]
fn beyond_the_round_there_is_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let deal = Deal::random(&rules_of(1), &mut rng);
    let counts = perft(&rules_of(1), &deal, u8::MAX);
    assert_eq!(counts.len(), 255);
    assert!(counts[..4].iter().all(|&count| count > 0) && counts[4..].iter().all(|&count| count == 0));
    assert!(perft(&rules_of(0), &Deal::random(&rules_of(0), &mut rng), 0).is_empty());
}
