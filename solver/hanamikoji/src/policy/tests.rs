//! Tests of policies against their players, and a policy for tests.

use std::hash::{BuildHasher, BuildHasherDefault};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::evaluation::Evaluation;
use crate::players::{GreedyPlayer, LearnedPlayer, Player, PolicyPlayer, RandomPlayer};
use crate::{FIRST_ROUND, Favour, Game};
use hanamachi_core::game::{HiddenInformation, Turn};

/// A deterministic policy without plan or symmetry. Plays with pseudorandom probabilities that depend on all of its information. It never plays some actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scrambled {
    pub(crate) seed: u64,
}

impl Policy for Scrambled {
    fn check(&self, _rules: &Rules) -> Result<(), Unsuited> {
        Ok(())
    }

    fn of_choice(
        &self,
        _round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
        probabilities.clear();
        probabilities.extend(actions.iter().map(|action| {
            let hash = hasher.hash_one((self.seed, information, action)) >> 20 & 0xff;
            if hash < 32 { 0.0 } else { f64::from(u8::try_from(hash).unwrap()) }
        }));
        let sum: f64 = probabilities.iter().sum();
        if sum == 0.0 {
            only(0, actions, probabilities);
        }
        let sum: f64 = probabilities.iter().sum();
        for probability in probabilities {
            *probability /= sum;
        }
    }
}

/// The information at all decisions of some random rounds.
fn decisions(rounds: usize) -> (Round, Vec<Information>) {
    let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let mut known = Vec::new();
    for _ in 0..rounds {
        let mut state = round.deal_random(&mut rng);
        loop {
            match round.turn(&state) {
                Turn::End => break,
                Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                Turn::Player(seat) => {
                    known.push(round.information(&state, seat));
                    round.play_random(&mut state, &mut rng);
                }
            }
        }
    }
    (round, known)
}

fn plays(policy: &impl Policy, round: &Round, known: &Information) -> (Vec<Action>, Vec<f64>) {
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    round.legal(known, &mut actions);
    policy.probabilities(round, known, &actions, &mut probabilities);
    (actions, probabilities)
}

#[test]
fn policies_without_chance_play_what_their_players_play() {
    let (round, decisions) = decisions(12);
    let evaluation = Evaluation::standard();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for known in &decisions {
        let players: [(&dyn Policy, Box<dyn Player>); 2] = [
            (&GreedyPolicy, Box::<GreedyPlayer>::default()),
            (&LearnedPolicy::best(evaluation), Box::new(LearnedPlayer::new(evaluation))),
        ];
        for (policy, mut player) in players {
            let played = player.decide(&round, known, &mut rng).unwrap();
            let (actions, probabilities) = plays(&policy, &round, known);
            let expected = actions.iter().map(|&action| f64::from(u8::from(action == played)));
            assert!(expected.eq(probabilities), "{played} {actions:?}");
        }
    }
}

#[test]
fn the_most_likely_action_is_played_always() {
    let (round, decisions) = decisions(4);
    let policy = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    for known in &decisions {
        let (_, likely) = plays(&policy, &round, known);
        let (_, played) = plays(&Argmax::new(policy), &round, known);
        let most = likely.iter().copied().fold(0.0, f64::max);
        let place = played.iter().position(|&probability| probability > 0.5).unwrap();
        assert!((likely[place] - most).abs() < 1e-12 && (played.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_threshold_keeps_what_is_played_often_and_its_proportions() {
    let (round, decisions) = decisions(4);
    let policy = LearnedPolicy::softmax(Evaluation::standard(), 0.1);
    let mut left_out = 0;
    for known in &decisions {
        let (_, all) = plays(&policy, &round, known);
        let (_, kept) = plays(&Threshold::new(policy, 0.2), &round, known);
        assert!((kept.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let most = all.iter().copied().fold(0.0, f64::max);
        let share: f64 = all.iter().filter(|&&probability| probability >= most.min(0.2)).sum();
        for (&before, &after) in all.iter().zip(&kept) {
            let expected = if before >= most.min(0.2) { before / share } else { 0.0 };
            assert!((after - expected).abs() < 1e-9, "{before} {after}");
            left_out += usize::from(before > 0.0 && after == 0.0);
        }
        // If no action reaches the threshold, the most likely stays, or several equally likely ones.
        let (_, certain) = plays(&Threshold::new(policy, 1.0), &round, known);
        assert!(all.iter().zip(&certain).all(|(&before, &after)| (before >= most) == (after > 0.0)));
    }
    assert!(left_out > 100, "{left_out}");
}

#[test]
fn probabilities_sum_to_one_and_trembling_leaves_none_at_nothing() {
    let (round, decisions) = decisions(6);
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.1);
    for known in &decisions {
        for policy in [&UniformPolicy as &dyn Policy, &learned, &Tremble::new(GreedyPolicy, 0.05)] {
            let (actions, probabilities) = plays(&policy, &round, known);
            assert_eq!(actions.len(), probabilities.len());
            assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        let least = 0.05 * plays(&UniformPolicy, &round, known).1[0];
        let (_, trembling) = plays(&Tremble::new(GreedyPolicy, 0.05), &round, known);
        assert!(trembling.iter().all(|&probability| probability >= least - 1e-15));
    }
}

#[test]
fn a_player_without_a_plan_tells_that_all_actions_are_alike() {
    let (round, decisions) = decisions(2);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut player: Box<dyn Player> = Box::<RandomPlayer>::default();
    for known in &decisions {
        player.decide(&round, known, &mut rng).unwrap();
        assert_eq!(player.probabilities(), Some(&plays(&UniformPolicy, &round, known).1[..]));
    }
    assert_eq!(GreedyPlayer::default().probabilities(), None);
}

#[test]
fn the_player_of_a_policy_plays_each_action_as_often_as_it_says() {
    let (round, decisions) = decisions(1);
    let policy = LearnedPolicy::softmax(Evaluation::standard(), 0.5);
    let mut player = PolicyPlayer::new(policy);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let known = decisions.last().unwrap();
    let known = decisions.iter().rfind(|known| plays(&policy, &round, known).0.len() > 1).unwrap_or(known);
    let (actions, probabilities) = plays(&policy, &round, known);
    let n = 20_000;
    let mut counts = vec![0.0; actions.len()];
    for _ in 0..n {
        let chosen = player.decide(&round, known, &mut rng).unwrap();
        counts[actions.binary_search(&chosen).unwrap()] += 1.0;
    }
    assert_eq!(player.probabilities(), Some(&probabilities[..]));
    for (count, probability) in counts.into_iter().zip(probabilities) {
        let n = f64::from(n);
        let error = (probability * (1.0 - probability) / n).sqrt() + 1e-9;
        assert!((count / n - probability).abs() < 5.0 * error, "{count} {probability}");
    }
}
