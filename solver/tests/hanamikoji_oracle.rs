//! The state machine against the slow, obvious engine, on random games.

use std::collections::HashMap;
use std::num::NonZeroU16;

use crate::common::rounds::{GAMES, rules_of};
use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::oracle::OracleTable;
use hanamachi_solver::hanamikoji::{Action, Deal, Favour, Game, Information, Round, State};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn round_of(game: usize) -> Round {
    Game::new(rules_of(game)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0)
}

/// Plays one random round in both, and calls `at` at every decision and at the end.
fn play_both<R: Rng>(round: &Round, rng: &mut R, mut at: impl FnMut(&State, &OracleTable, &Deal)) {
    let deal = Deal::random(round.rules(), rng);
    let (mut state, mut table) = (round.dealt(&deal), OracleTable::new(round.rules(), &deal));
    let mut actions: Vec<Action> = Vec::new();
    loop {
        at(&state, &table, &deal);
        round.actions(&state, &mut actions);
        if actions.is_empty() {
            return;
        }
        let action = actions[rng.random_range(0..actions.len())];
        table.play(&action.to_string());
        round.play(&mut state, action);
        round.draw_from(&deal, &mut state);
    }
}

#[test]
fn both_engines_agree() {
    for game in 0..GAMES {
        let round = round_of(game);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game as u64);
        for _ in 0..if game == 0 { 40 } else { 300 } {
            play_both(&round, &mut rng, |state, table, deal| {
                let mut actions = Vec::new();
                round.actions(state, &mut actions);
                let texts: Vec<String> = actions.iter().map(Action::to_string).collect();
                assert_eq!(texts, table.legal(), "{deal}");
                let decider = match round.turn(state) {
                    Turn::Player(seat) => Some(seat),
                    Turn::Chance | Turn::End => None,
                };
                assert_eq!((decider, state.is_over()), (table.decider(), table.is_over()));
                for seat in Seat::BOTH {
                    assert_eq!(state.hand(seat).to_string(), table.hand(seat));
                    assert_eq!(state.row(seat).to_string(), table.row(seat));
                    assert_eq!(state.placed(seat).to_string(), table.placed(seat));
                }
                if state.is_over() {
                    let before = FavourText::new(Favour::NEUTRAL, round.rules()).to_string();
                    let after = round.favour_after(state.placed(Seat::First), state.placed(Seat::Second));
                    let after = FavourText::new(after, round.rules()).to_string();
                    assert_eq!(after, table.markers_after(&before));
                }
            });
        }
    }
}

#[test]
fn informations_are_equal_exactly_when_players_saw_the_same() {
    for game in 0..GAMES {
        let round = round_of(game);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(game as u64);
        let mut views: HashMap<(Seat, String), Information> = HashMap::new();
        let mut informations: HashMap<Information, String> = HashMap::new();
        let mut seen_again = 0;
        for _ in 0..if game == 0 { 20 } else { 2000 } {
            play_both(&round, &mut rng, |state, table, _| {
                for seat in Seat::BOTH {
                    let (information, view) = (round.information(state, seat), table.view(seat));
                    let known = views.insert((seat, view.clone()), information);
                    seen_again += usize::from(known.is_some());
                    assert!(known.is_none_or(|known| known == information), "{view}");
                    let known = informations.insert(information, view.clone());
                    assert!(known.is_none_or(|known| known == view), "{view}");
                }
            });
        }
        assert!(game == 0 || seen_again > 100, "game {game}: {seen_again}");
    }
}
