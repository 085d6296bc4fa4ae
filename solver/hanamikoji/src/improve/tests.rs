//! The improvement step, checked against exact best responses and solutions.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::endgame::ResolveSettings;
use crate::exploit::exact;
use crate::policy::SharedPolicy;
use crate::policy::{GreedyPolicy, Tremble, UniformPolicy};
use crate::ranges::Posterior;
use crate::ranges::tests::{BySeat, all_states};
use crate::resolve::ResolvingPolicy;
use crate::{FIRST_ROUND, Favour, Game, Kind, Kinds};
use hanamachi_core::game::{HiddenInformation, Turn};

fn reduced(geisha: &[u8], actions: &[Kind]) -> Round {
    let kinds: Kinds = actions.iter().copied().collect();
    Game::new(Rules::reduced(geisha, kinds).unwrap()).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0)
}

fn settings() -> ImproveSettings {
    let rollouts = NonZeroU64::new(400).unwrap();
    ImproveSettings { rollouts, temperature: 0.2 }
}

/// One step makes bad policies much harder to exploit. Best responses are exact here.
#[test]
fn a_bad_policy_is_harder_to_exploit_after_a_step() {
    for round in [
        reduced(&[1, 2, 4], &[Kind::Secret, Kind::TradeOff]),
        reduced(&[1, 2, 2, 2], &[Kind::Gift]),
        reduced(&[2, 2, 2, 3], &[Kind::Competition]),
    ] {
        let measured = |policy: &dyn Policy| {
            exact(&round, policy, 1 << 30, RunContext::unwatched()).unwrap().wins.mean()
        };
        for bad in [&UniformPolicy as &dyn Policy, &Tremble::new(GreedyPolicy, 0.3)] {
            let [before, after] =
                [measured(bad), measured(&ImprovingPolicy::new(bad, settings(), Arc::default()))];
            assert!(after < 0.9 * before + 0.01, "{before} {after} {:?}", round.rules());
        }
    }
}

/// The step leaves solved positions alone: the probabilities match the solution bit by bit.
#[test]
fn what_is_solved_is_left_alone() {
    let round = reduced(&[2, 3, 4], &[Kind::Secret, Kind::Gift]);
    let solved = ResolvingPolicy::new(UniformPolicy, ResolveSettings::default(), Arc::default());
    let improved = ImprovingPolicy::new(&solved, settings(), Arc::default());
    let mut seen = [0; 2];
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut actions, mut before, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..12 {
        let mut state = round.deal_random(&mut rng);
        while !state.is_over() {
            let Turn::Player(seat) = round.turn(&state) else {
                round.sample_outcome(&mut state, &mut rng);
                continue;
            };
            let information = round.information(&state, seat);
            round.actions(&state, &mut actions);
            solved.probabilities(&round, &information, &actions, &mut before);
            improved.probabilities(&round, &information, &actions, &mut after);
            if actions.len() > 1 {
                let is_solved = solved.is_solved(&round, &information);
                assert!(!is_solved || before == after);
                seen[usize::from(is_solved)] += usize::from(is_solved || before != after);
            }
            round.play(&mut state, actions[rng.random_range(0..actions.len())]);
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

/// A new policy with the same settings gives the same answer in the same position.
#[test]
fn what_it_plays_depends_on_the_question_alone() {
    let round = reduced(&[1, 2, 4], &[Kind::Secret, Kind::TradeOff]);
    let set: crate::InformationSet =
        "... 1 BC - geisha=1,2,4 actions=1,2 rounds=1 tiebreak=none".parse().unwrap();
    let mut actions = Vec::new();
    round.legal(set.key(), &mut actions);
    let asked = || {
        let mut probabilities = Vec::new();
        let policy = ImprovingPolicy::new(UniformPolicy, settings(), Arc::default());
        policy.probabilities(&round, set.key(), &actions, &mut probabilities);
        probabilities
    };
    let once = asked();
    assert_eq!(once, asked());
    assert!((once.iter().sum::<f64>() - 1.0).abs() < 1e-12 && once.len() == 3);
    assert!(once.iter().any(|&probability| probability > 0.4), "{once:?}");
}

/// Exact winnings in the first seat against a policy in the second.
fn wins(round: &Round, policy: &dyn Policy, opponent: &dyn Policy) -> f64 {
    let ends =
        all_states(round, &BySeat([policy, opponent])).into_iter().filter(|(state, _)| state.is_over());
    ends.map(|(state, probability)| probability * round.utility(&state)).sum()
}

/// A type of opponent that it expects loses more, and the more the likelier it was before the round.
#[test]
fn who_expects_an_opponent_wins_more_of_it() {
    let greedy: SharedPolicy = Arc::new(Tremble::new(GreedyPolicy, 0.1));
    for round in
        [reduced(&[2, 3, 4], &[Kind::Secret, Kind::Gift]), reduced(&[2, 2, 2, 3], &[Kind::Competition])]
    {
        let against = |prior: f64| {
            let others = vec![OpponentType { policy: Arc::clone(&greedy), prior }];
            let policy = ImprovingPolicy::new(UniformPolicy, settings(), Arc::default()).facing(others);
            wins(&round, &policy, &greedy)
        };
        let [never, perhaps, surely] = [0.0, 0.3, 1.0].map(against);
        assert!(never < perhaps && perhaps < surely, "{never} {perhaps} {surely} {:?}", round.rules());
    }
}

/// The states are divided by the types' probabilities, and those by Bayes' theorem.
#[test]
fn the_actions_of_the_opponent_tell_its_type() {
    let round = reduced(&[1, 2, 4], &[Kind::Secret, Kind::TradeOff]);
    let set: crate::InformationSet =
        "... 2 BC 1X geisha=1,2,4 actions=1,2 rounds=1 tiebreak=none".parse().unwrap();
    let greedy = Tremble::new(GreedyPolicy, 0.1);
    let priors = [(&UniformPolicy as &dyn Policy, 0.25), (&greedy, 0.75), (&UniformPolicy, 0.0)];
    let opponents = Opponents::new(&round, set.key(), priors.into_iter());
    let evidence = |policy| Posterior::new(&round, set.key(), policy).evidence();
    let [uniform, of_greedy] = [0.25 * evidence(priors[0].0), 0.75 * evidence(priors[1].0)];
    let share = uniform / (uniform + of_greedy);
    for (states, start) in [(1000, 0.0), (1000, 0.99), (1, 0.0), (0, 0.5)] {
        let divided: Vec<u64> = opponents.divide(states, start).map(|of| of.1).collect();
        assert_eq!(divided.iter().sum::<u64>(), states);
        assert!(divided.iter().all(|&items| items > 0));
        if states == 1000 {
            let of_first = u32::try_from(divided[0]).unwrap();
            assert!((f64::from(of_first) - 1000.0 * share).abs() <= 1.0, "{divided:?} {share}");
        }
    }
}
