//! Rounds of Hanamikoji against the contract of games with hidden information, and searches through it.

use std::num::NonZeroU64;

use hanamachi_solver::conformance::check_hidden;
use hanamachi_solver::game::{HiddenInformation, Resample, Seat, Turn};
use hanamachi_solver::hanamikoji::analysis::{Past, Rule, Settings, ismcts};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, FavourTable, Game, Kind, Leaf, Round, Rules, State};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::root_values::Effort;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn round(rules: Rules) -> Round {
    let table = FavourTable::rule_of_thumb(&rules);
    Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |favour| table.utility(favour))
}

fn reduced(values: &[u8], actions: &[Kind]) -> Rules {
    Rules::reduced(values, actions.iter().copied().collect()).unwrap()
}

#[test]
fn the_standard_game_keeps_the_contract() {
    let coverage = check_hidden(&round(Rules::STANDARD), 300, &mut rng(1)).unwrap();
    assert!(coverage.informations > 3000, "{coverage:?}");
}

#[test]
fn reduced_games_keep_the_contract() {
    use Kind::{Competition, Gift, Secret, TradeOff};
    for (values, actions) in [
        (&[2, 3, 4][..], &[Secret, Gift][..]),
        (&[4, 4, 5], &[Secret, TradeOff, Gift]),
        (&[1, 1, 1, 1, 1, 2, 2], &[Competition]),
        (&[3], &[Secret]),
        (&[21], &Kind::ALL),
        (&[3, 3, 3, 3, 3, 3, 3], &Kind::ALL),
    ] {
        let coverage = check_hidden(&round(reduced(values, actions)), 300, &mut rng(2));
        assert!(coverage.is_ok(), "{values:?} {actions:?}: {coverage:?}");
    }
}

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A state a few random decisions into a round, in which a player has a choice.
fn position(round: &Round, decisions: usize, seed: u64) -> (State, Seat) {
    let mut rng = rng(seed);
    loop {
        let mut state = round.deal_random(&mut rng);
        for _ in 0..decisions {
            round.play_random(&mut state, &mut rng);
            while round.turn(&state) == Turn::Chance {
                round.sample_outcome(&mut state, &mut rng);
            }
        }
        let mut actions = Vec::new();
        round.actions(&state, &mut actions);
        if let Turn::Player(seat) = round.turn(&state)
            && actions.len() > 1
        {
            return (state, seat);
        }
    }
}

fn effort(iterations: u64, block_size: u64, seed: u64) -> Effort {
    Effort { iterations, block_size: NonZeroU64::new(block_size).unwrap(), seed }
}

/// The answer depends only on the player's information: two states that look the same to the player, down to
/// opposite cards in the opponent's hand, get the same answer to the bit.
#[test]
fn the_search_sees_only_what_the_player_knows() {
    let round = round(Rules::STANDARD);
    for decisions in [0, 3, 5, 8] {
        let (state, seat) = position(&round, decisions, 7);
        let information = round.information(&state, seat);
        let other = round.resample(&information, seat, &mut rng(99));
        assert_ne!(state.hand(!seat), other.hand(!seat), "the opponent's cards differ");
        let answers = [state, other].map(|state| {
            let information = round.information(&state, seat);
            let effort = effort(2000, 500, 3);
            ismcts(&round, &information, &Settings::LEARNED, effort, RunContext::unwatched()).unwrap()
        });
        assert_eq!(answers[0], answers[1]);
    }
}

#[test]
fn one_seed_gives_one_answer_on_any_number_of_threads() {
    let round = round(Rules::STANDARD);
    let (state, seat) = position(&round, 4, 5);
    let information = round.information(&state, seat);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let effort = effort(5000, 300, 11);
        let search = || ismcts(&round, &information, &Settings::LEARNED, effort, RunContext::unwatched());
        pool.install(search).unwrap()
    };
    let one = on(1);
    assert_eq!(one.actions.iter().map(|action| action.visits).sum::<u64>(), 5000);
    for threads in [2, 5] {
        assert_eq!(one, on(threads));
    }
}

/// All settings agree on the leader when it is obvious: the second player's last turn, with everything decided but
/// the answer.
#[test]
fn every_setting_finds_the_winning_answer() {
    let rules = reduced(&[2, 3, 4], &[Kind::Secret, Kind::Gift]);
    let round = round(rules);
    let settings =
        [0.3, 0.7, 1.4].map(|exploration| Settings { rule: Rule::Ucb { exploration }, ..Settings::PLAIN });
    let mut rng = rng(1);
    let mut decided = 0;
    for _ in 0..200 {
        let mut state = round.deal_random(&mut rng);
        loop {
            match round.turn(&state) {
                Turn::End => break,
                Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                Turn::Player(seat) if state.turns() == 3 && state.offer().is_some() => {
                    // Only the opponent's secret and the removed card are still hidden.
                    let mut actions = Vec::new();
                    round.actions(&state, &mut actions);
                    let information = round.information(&state, seat);
                    let exact = |action| {
                        let mut sum = 0.0;
                        for _ in 0..2000 {
                            let mut deal = round.resample(&information, seat, &mut rng);
                            round.play(&mut deal, action);
                            sum += seat.from_first(round.utility(&deal));
                        }
                        sum / 2000.0
                    };
                    let values: Vec<f64> = actions.iter().copied().map(exact).collect();
                    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    for settings in &settings {
                        let answer = ismcts(
                            &round,
                            &information,
                            settings,
                            effort(4000, 1000, 5),
                            RunContext::unwatched(),
                        );
                        let answer = answer.unwrap();
                        let chosen = answer.most_played().unwrap().action;
                        let value = values[actions.binary_search(&chosen).unwrap()];
                        assert!(value > best - 0.15, "{settings:?}: {chosen} is worth {value}, not {best}");
                    }
                    decided += 1;
                    break;
                }
                Turn::Player(_) => round.play_random(&mut state, &mut rng),
            }
        }
        if decided == 15 {
            return;
        }
    }
    panic!("only {decided} positions");
}

#[test]
fn a_learned_evaluator_is_refused_for_reduced_games() {
    let round = round(reduced(&[2, 3, 4], &[Kind::Secret, Kind::Gift]));
    let (state, seat) = position(&round, 0, 1);
    let information = round.information(&state, seat);
    for settings in [
        Settings::LEARNED,
        Settings { leaf: Leaf::Evaluation, ..Settings::PLAIN },
        Settings { opponent: Settings::LEARNED.opponent, ..Settings::PLAIN },
    ] {
        assert!(!settings.is_plain() && settings.opponent != Past::Uniform || settings.leaf != Leaf::Random);
        let effort = effort(10, 10, 1);
        ismcts(&round, &information, &settings, effort, RunContext::unwatched()).unwrap_err();
    }
}
