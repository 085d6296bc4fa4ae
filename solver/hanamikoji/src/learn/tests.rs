//! Tests of a network's inputs, its training, and its files.

use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::exploit::exact;
use crate::knowledge::RoundRecord;
use crate::players::named::OwnPlayer;
use crate::policy::{Policy, UniformPolicy};
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds, Rules, Tiebreak};
use crate::rules::relabelling::{Relabelling, alike};
use crate::rules::round::{Game, Round};
use crate::{FIRST_ROUND, FavourEstimates};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::learning::{Encoder, GameSource, Network, Trainer, TrainingSettings};
use hanamachi_table::{Metadata, Reader, Writer};

fn reduced(values: &[u8], actions: &[u8]) -> Rules {
    let kinds: Kinds = actions.iter().filter_map(|&number| Kind::from_number(number)).collect();
    let mut rules = Rules::reduced(values, kinds).unwrap();
    rules.rounds = Some(FIRST_ROUND);
    rules.tiebreak = Tiebreak::None;
    rules
}

fn round(rules: Rules) -> Round {
    let game = Game::new(rules);
    FavourEstimates::built_in().round(&game, FIRST_ROUND, Favour::NEUTRAL)
}

fn random_policy(rules: Rules, seed: u64) -> NetworkPolicy {
    let encoder = RoundEncoder::new(&rules).unwrap();
    let network = Network::random(encoder.features(), &mut Xoshiro256PlusPlus::seed_from_u64(seed));
    NetworkPolicy::new(rules, encoder, network)
}

/// All decisions of some random rounds, with changing markers.
fn met(rules: Rules, rounds: u32, mut each: impl FnMut(&Round, &Information, &[Action])) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut source = Rounds::new(&round(rules));
    let mut actions = Vec::new();
    for _ in 0..rounds {
        let mut state = source.begin(&mut rng);
        let round = source.game().clone();
        loop {
            match round.turn(&state) {
                Turn::End => break,
                Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                Turn::Player(seat) => {
                    round.actions(&state, &mut actions);
                    each(&round, &round.information(&state, seat), &actions);
                    round.play_random(&mut state, &mut rng);
                }
            }
        }
        source.end(&state);
    }
}

#[test]
fn a_network_gives_a_distribution_wherever_there_is_a_decision() {
    for rules in [
        Rules::STANDARD,
        reduced(&[2, 2, 3, 4], &[1, 4]),
        reduced(&[4, 5, 6], &[3, 4]),
        reduced(&[3, 1, 3], &[1, 2]),
        reduced(&[10, 11], &[1, 2, 3, 4]),
    ] {
        let policy = random_policy(rules, 1);
        let (mut probabilities, mut layouts) = (Vec::new(), std::collections::HashSet::new());
        met(rules, 60, |round, information, actions| {
            layouts.insert(round.favour().index());
            policy.probabilities(round, information, actions, &mut probabilities);
            assert_eq!(probabilities.len(), actions.len());
            assert!(probabilities.iter().all(|&probability| probability > 0.0));
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-5);
        });
        assert_eq!(layouts.len() > 1, rules.rounds.is_none());
    }
}

/// A geisha with all 21 cards would have more features than a table holds.
#[test]
fn rules_with_too_many_cards_of_one_geisha_have_no_encoder() {
    assert!(RoundEncoder::new(&reduced(&[21], &[1, 2, 3, 4])).is_none());
}

/// Exchanged geisha of equal value with their markers in the same place are played with the exchanged probabilities, also where only the
/// pairs of competitions tell them apart.
#[test]
fn names_do_not_matter() {
    let reduced_rules = [
        reduced(&[2, 2, 2, 3, 4], &[1, 2, 3]),
        reduced(&[3, 1, 3], &[1, 2]),
        reduced(&[2, 2, 2, 3, 4], &[2, 4]),
    ];
    for rules in reduced_rules.into_iter().chain([Rules::STANDARD]) {
        let policy = random_policy(rules, 2);
        assert!(policy.is_symmetric());
        let (mut several, mut tied) = (0, 0);
        let of = |round: &Round, information: &Information| {
            let (mut legal, mut probabilities) = (Vec::new(), Vec::new());
            round.legal(information, &mut legal);
            policy.probabilities(round, information, &legal, &mut probabilities);
            (legal, probabilities)
        };
        met(rules, 40, |round, information, _| {
            let (actions, here) = of(round, information);
            for names in Relabelling::all(&alike(round.rules(), round.favour())) {
                let variant = names.information(information);
                let (exchanged, there) = of(round, &variant);
                let mut sum = 0.0;
                for (&action, probability) in actions.iter().zip(&here) {
                    let place = exchanged.binary_search(&names.action(action)).unwrap();
                    assert!(
                        (there[place] - probability).abs() < 1e-6,
                        "{information:?} {variant:?} {action}"
                    );
                    sum += probability;
                    // Actions that the exchange leaves the same position for are equal to the last digit.
                    if variant == *information && place != actions.binary_search(&action).unwrap() {
                        tied += 1;
                        assert_eq!(here[place].to_bits(), probability.to_bits());
                    }
                }
                assert!((sum - 1.0).abs() < 1e-5);
                several += usize::from(variant != *information);
            }
        });
        assert!(several > 100 && tied > 50, "{several} {tied}");
    }
}

/// Training reduces the exact exploitability far below that of uniform play.
#[test]
fn training_makes_harder_to_exploit() {
    let rules = reduced(&[2, 3, 4], &[1, 3]);
    let round = round(rules);
    let exploitability = |policy: &dyn Policy| {
        let found = exact(&round, policy, 1 << 30, RunContext::unwatched()).unwrap();
        found.wins.mean()
    };
    let encoder = RoundEncoder::new(&rules).unwrap();
    let settings = TrainingSettings { games: 30_000, batch: 128, ..TrainingSettings::default() };
    let mut trainer = Trainer::new(&encoder, settings, 1, vec![Rounds::new(&round)]);
    let mut after = Vec::new();
    for games in [128, 10_000, 30_000] {
        while trainer.done() < games {
            trainer.step();
        }
        after.push(exploitability(&NetworkPolicy::new(rules, encoder.clone(), trainer.policy().clone())));
    }
    assert!(after[1] < after[0] && after[2] < after[1], "{after:?}");
    assert!(after[2] < 0.5 * exploitability(&UniformPolicy), "{after:?}");
}

#[test]
fn a_network_on_disk_is_the_same_and_what_is_none_is_refused() {
    let rules = reduced(&[3, 4], &[1, 2]);
    let encoder = RoundEncoder::new(&rules).unwrap();
    let network = Network::random(encoder.features(), &mut Xoshiro256PlusPlus::seed_from_u64(3));
    let policy = NetworkPolicy::new(rules, encoder, network.clone());
    let written = |change: &dyn Fn(&mut Metadata)| {
        let mut writer = Writer::new(Vec::new()).unwrap();
        let mut metadata = Metadata::default();
        write_network(&mut writer, &mut metadata, &rules, &network).unwrap();
        change(&mut metadata);
        writer.finish(&metadata).unwrap()
    };
    let bytes = written(&|_| {});
    let read = read_network(&Reader::open(&bytes).unwrap()).unwrap();
    let alike = |rules: &Rules| (rules.pack(), rules.actions());
    assert_eq!(alike(read.rules()), alike(&rules));
    let (mut before, mut after) = (Vec::new(), Vec::new());
    met(rules, 20, |round, information, actions| {
        policy.probabilities(round, information, actions, &mut before);
        read.probabilities(round, information, actions, &mut after);
        for (before, after) in before.iter().zip(&after) {
            assert!((before - after).abs() < 2e-3, "{before} {after}");
        }
    });
    let refused = |change: &dyn Fn(&mut Metadata)| {
        read_network(&Reader::open(&written(change)).unwrap()).unwrap_err().to_string()
    };
    assert!(refused(&|metadata| "okiya".clone_into(&mut metadata.game)).contains("`okiya`"));
    assert!(refused(&|metadata| "geisha=9".clone_into(&mut metadata.rules)).contains("rules"));
    assert!(
        refused(&|metadata| "geisha=2,3,4 actions=1,3".clone_into(&mut metadata.rules)).contains("weights")
    );
    assert!(refused(&|metadata| metadata.details.clear()).contains("unit"));
    assert!(refused(&|metadata| metadata.kind_version = 9).contains('9'));
}

/// A build without the standard network accepts it from its file, and no other network.
#[test]
fn the_standard_network_alone_can_be_handed_over() {
    let file = include_bytes!("standard.network");
    assert_eq!(Reader::stated_identity(file).as_ref(), Some(Reader::open(file).unwrap().identity()));
    NetworkPolicy::hand_over_standard(file).unwrap();
    let standard = NetworkPolicy::standard().unwrap();
    assert!(standard.rules().is_standard_round());

    // One flipped bit anywhere, and a truncated file.
    for place in [0, 8, 100, file.len() / 2, file.len() - 300, file.len() - 50, file.len() - 1] {
        let mut damaged = file.to_vec();
        damaged[place] ^= 1;
        assert!(NetworkPolicy::hand_over_standard(&damaged).is_err(), "{place}");
    }
    assert!(NetworkPolicy::hand_over_standard(&file[..file.len() - 1]).is_err());
    assert!(NetworkPolicy::hand_over_standard(b"<!doctype html>").is_err());

    // Another network for the same game.
    let rules = Rules::STANDARD;
    let encoder = RoundEncoder::new(&rules).unwrap();
    let network = Network::random(encoder.features(), &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let mut writer = Writer::new(Vec::new()).unwrap();
    let mut metadata = Metadata::default();
    write_network(&mut writer, &mut metadata, &rules, &network).unwrap();
    let other = writer.finish(&metadata).unwrap();
    assert!(read_network(&Reader::open(&other).unwrap()).is_ok());
    let refused = NetworkPolicy::hand_over_standard(&other).unwrap_err();
    assert_eq!(refused, NetworkFileError::OtherNetwork);
}

const RECORD: &str = "....... G/ACEFFG/ABBDEG/ECDFFGGD 4CEEG-CE,3DEG-D,2FF,1F,3ADF-D,4ACBG-BG,1G,2BD";

/// The last turns leave no choice of action.
#[test]
fn decisions_of_a_recorded_player_are_those_of_its_seat_that_leave_a_choice() {
    let record: RoundRecord = RECORD.parse().unwrap();
    let round = FavourEstimates::built_in().round(&Game::new(*record.rules()), FIRST_ROUND, Favour::NEUTRAL);
    let mut wanted = [Vec::new(), Vec::new()];
    let mut legal = Vec::new();
    for decision in record.decisions() {
        let information = decision.information_set.key();
        round.legal(information, &mut legal);
        let played = legal.iter().position(|&action| action == decision.action).unwrap();
        if legal.len() > 1 {
            wanted[information.seat().index()].push((played, legal.len()));
        }
    }
    for (seat, wanted) in Seat::BOTH.into_iter().zip(wanted) {
        assert!(wanted.len() >= 4, "{wanted:?}");
        let mut decisions = Decisions::new(record.rules()).unwrap();
        decisions.add(&record, seat);
        let found = decisions.examples().iter().map(|example| (example.played, example.encoding.len()));
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }
}

/// The imitation predicts what the search does, in rounds that it has not learned from, far better than the
/// policy that it began with. A tenth of the iterations decides much alike, and takes a tenth of the time.
#[test]
fn the_imitated_search_decides_as_the_search_does() {
    let imitated = NetworkPolicy::imitated_search().unwrap();
    let policy = NetworkPolicy::standard().unwrap();
    let cancel = Arc::new(CancelToken::new());
    let mut search = (OwnPlayer::parse("ismcts:iterations=1000", &cancel).unwrap().unwrap().make)();
    let (mut decisions, mut logarithms, mut hits) = (0, [0.0; 2], [0; 2]);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(9);
    met(Rules::STANDARD, 12, |round, information, actions| {
        if actions.len() < 2 {
            return;
        }
        let played = search.decide(round, information, &mut rng).unwrap();
        let played = actions.iter().position(|&action| action == played).unwrap();
        decisions += 1;
        for (place, of) in [imitated, policy].into_iter().enumerate() {
            let mut probabilities = Vec::new();
            of.probabilities(round, information, actions, &mut probabilities);
            logarithms[place] += libm::log(probabilities[played].max(1e-3));
            hits[place] += usize::from(probabilities.iter().all(|&other| other <= probabilities[played]));
        }
    });
    assert!(decisions > 100);
    assert!(logarithms[0] > 0.6 * logarithms[1], "{logarithms:?} in {decisions} decisions");
    assert!(hits[0] > hits[1], "{hits:?} of {decisions}");
}
