//! What rollouts see, against exact enumeration and against play of our own.

use std::collections::BTreeMap;

use rand::RngExt;

use super::*;
use crate::learn::NetworkPolicy;
use crate::policy::Policy;
use crate::ranges::Posterior;
use crate::rules::{Round, State};
use crate::study::PositionStudy;
use hanamachi_core::game::{HiddenInformation, Turn};
use hanamachi_core::search::parallel::Streams;

fn round_of(set: &InformationSet) -> Round {
    Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first())
}

fn rolled_out(set: &InformationSet, iterations: u64) -> PositionStudy {
    let mut question: Evaluate = format!("equilibrium:iterations={iterations},block=20").parse().unwrap();
    question.seed = Some(3);
    question.run(&round_of(set), set, RunContext::unwatched()).unwrap()
}

/// What both players do next by the policy, or chance: each successor with its probability.
fn next(round: &Round, state: &State) -> Vec<(State, f64)> {
    if round.turn(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        round.outcomes(state, &mut outcomes);
        let after = |(outcome, probability)| {
            let mut next = *state;
            round.apply_chance(&mut next, outcome);
            (next, probability)
        };
        return outcomes.into_iter().map(after).collect();
    }
    let Turn::Player(seat) = round.turn(state) else { return Vec::new() };
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    round.actions(state, &mut actions);
    let policy = NetworkPolicy::standard().unwrap();
    policy.probabilities(round, &round.information(state, seat), &actions, &mut probabilities);
    let after = |(action, probability)| {
        let mut next = *state;
        round.play(&mut next, action);
        (next, probability)
    };
    actions.into_iter().zip(probabilities).map(after).collect()
}

/// Adds all ends that follow a state.
fn enumerate(round: &Round, seat: Seat, state: &State, weight: f64, ends: &mut Ends) {
    if round.turn(state) == Turn::End {
        let after = round.favour_after(state.placed(Seat::First), state.placed(Seat::Second));
        ends.add_end(round.rules(), seat, after, round.utility_of(after), weight);
    }
    for (next, probability) in next(round, state) {
        if probability > 0.0 {
            enumerate(round, seat, &next, weight * probability, ends);
        }
    }
}

/// The ends after each action, and after each answer to it, over all states that the reader may be in.
fn enumerated(set: &InformationSet) -> BTreeMap<(Action, Option<Action>), Ends> {
    let (round, reader) = (round_of(set), set.seat());
    let posterior = Posterior::new(&round, set.key(), &NetworkPolicy::standard().unwrap().trembling());
    let mut actions = Vec::new();
    round.legal(set.key(), &mut actions);
    let mut found: BTreeMap<_, Ends> = BTreeMap::new();
    for (state, weight) in posterior.placements() {
        for &action in &actions {
            let mut played = state;
            round.play(&mut played, action);
            enumerate(&round, reader, &played, weight, found.entry((action, None)).or_default());
            let mut answers = Vec::new();
            if round.turn(&played) == Turn::Player(!reader) {
                round.actions(&played, &mut answers);
            }
            for (&answer, (after, probability)) in answers.iter().zip(next(&round, &played)) {
                let ends = found.entry((action, Some(answer))).or_default();
                enumerate(&round, reader, &after, weight * probability, ends);
            }
        }
    }
    found
}

fn numbers(rules: &Rules, ends: &Ends) -> Vec<f64> {
    let geisha = rules.geisha().flat_map(|geisha| [ends.mine(geisha), ends.theirs(geisha)]);
    geisha.chain(ends.goal()).collect()
}

/// Expects shares of a sample to be those that are known, or those of another sample.
fn expect_alike(rules: &Rules, found: &Ends, known: &Ends, what: &str) {
    let size = found.size().unwrap();
    for (place, (one, other)) in numbers(rules, found).into_iter().zip(numbers(rules, known)).enumerate() {
        let (mean, draws) = match known.size() {
            None => (other, size),
            Some(n) => ((size * one + n * other) / (size + n), size * n / (size + n)),
        };
        let mean = mean.clamp(0.5 / size, 1.0 - 0.5 / size);
        let error = (mean * (1.0 - mean) / draws).sqrt();
        assert!((one - other).abs() < 4.5 * error, "{what}, number {place}: {one} {other} ± {error}");
    }
}

/// A decision of a random round in this turn, counted from 1, with a choice; an answer, if there is an offer.
fn decision(round: &Round, turn: usize, rng: &mut impl rand::Rng) -> InformationSet {
    loop {
        let mut state = round.deal_random(rng);
        while state.turns() + 1 < turn || round.turn(&state) == Turn::Chance {
            if round.turn(&state) == Turn::Chance {
                round.sample_outcome(&mut state, rng);
            } else {
                round.play_random(&mut state, rng);
            }
        }
        let Turn::Player(seat) = round.turn(&state) else { continue };
        let mut actions = Vec::new();
        round.actions(&state, &mut actions);
        if actions.len() > 1 {
            let information = round.information(&state, seat);
            return InformationSet::from_information(round, crate::FIRST_ROUND, &information).unwrap();
        }
        round.play_random(&mut state, rng);
        if let Turn::Player(seat) = round.turn(&state) {
            let information = round.information(&state, seat);
            return InformationSet::from_information(round, crate::FIRST_ROUND, &information).unwrap();
        }
    }
}

/// In the last two turns all ends can be counted: with the posterior and the policy they have their probabilities.
#[test]
fn near_the_end_they_are_those_of_all_ends() {
    let mut rng = Streams::new(8).first();
    let round = Game::new(Rules::STANDARD).valued_round(crate::FIRST_ROUND, Favour::NEUTRAL);
    let mut answers = 0;
    for turn in [7, 8, 7, 8, 8] {
        let set = decision(&round, turn, &mut rng);
        let known = enumerated(&set);
        let study = rolled_out(&set, 3_000);
        for of in study.value.ends() {
            let what = format!("{set} {}", of.action);
            expect_alike(set.rules(), &of.ends, &known[&(of.action, None)], &what);
            let own = study.value.actions().iter().find(|own| own.action == of.action).unwrap();
            let win = own.win.unwrap().value();
            assert!((of.ends.utility().midpoint(1.0) - win).abs() < 1e-9, "{what}");
            for (answer, ends) in &of.answers {
                let known = &known[&(of.action, Some(*answer))];
                let (frequency, error) = (known.weight(), of.ends.error(known.weight()).unwrap());
                assert!((of.frequency(ends) - frequency).abs() < 4.5 * error, "{what} {answer}");
                if ends.size().is_some_and(|size| size > 100.0) {
                    expect_alike(set.rules(), ends, known, &format!("{what} {answer}"));
                    // The values of the actions are those of more than these ends.
                    let apart = (ends.utility() - known.utility()).abs() / 2.0;
                    assert!(apart < 0.03 + 4.5 * ends.error(0.5).unwrap(), "{what} {answer} {apart}");
                    answers += 1;
                }
            }
        }
        assert_eq!(study.value.ends().len(), study.value.actions().len(), "{set}");
    }
    assert!(answers > 0);
}

/// Both players play by the policy from deals of the posterior, one round after another.
#[test]
fn they_are_those_of_rounds_played_by_the_policy() {
    let mut rng = Streams::new(9).first();
    for text in ["+..-... 2 ABDFG 2XX,3EEG-E,1X", "....... 1 ABCDEFG -", "..+.-.. 1 BCDEFGG 1D,3AFG-A"] {
        let set: InformationSet = text.parse().unwrap();
        let (round, reader) = (round_of(&set), set.seat());
        let study = rolled_out(&set, 12_000);
        let posterior = Posterior::new(&round, set.key(), &NetworkPolicy::standard().unwrap().trembling());
        let actions = study.value.actions();
        let offer =
            actions.iter().map(|of| of.action).find(|of| of.kind().is_some_and(|kind| kind.number() > 2));
        for action in
            [Some(actions[0].action), actions.last().map(|of| of.action), offer].into_iter().flatten()
        {
            let found = study.value.ends().iter().find(|of| of.action == action).unwrap();
            let mut played = ActionEnds { action, ends: Ends::default(), answers: found.answers.clone() };
            played.answers.iter_mut().for_each(|(_, ends)| *ends = Ends::default());
            for _ in 0..600 {
                let mut state = posterior.sample(&mut rng);
                round.play(&mut state, action);
                let mut answer = None;
                while round.turn(&state) != Turn::End {
                    let waits = state.offer().is_some() && state.turns() == set.turns_over();
                    let mut drawn = rng.random::<f64>();
                    let next = next(&round, &state);
                    let place = next.iter().position(|&(_, probability)| {
                        drawn -= probability;
                        drawn < 0.0
                    });
                    let place = place.unwrap_or(next.len() - 1);
                    answer = if waits { Some(place) } else { answer };
                    state = next[place].0;
                }
                let after = round.favour_after(state.placed(Seat::First), state.placed(Seat::Second));
                let answered = answer.map(|place| &mut played.answers[place].1);
                for ends in answered.into_iter().chain([&mut played.ends]) {
                    ends.add_sample(round.rules(), reader, after, round.utility_of(after), 1.0);
                }
            }
            let what = format!("{set} {action}");
            expect_alike(set.rules(), &played.ends, &found.ends, &what);
            for ((answer, here), (_, there)) in played.answers.iter().zip(&found.answers) {
                let [one, other] = [played.frequency(here), found.frequency(there)];
                let error = [&played, found].map(|of| of.ends.error(other).unwrap());
                assert!((one - other).abs() < 4.5 * error_of_both(error[0], error[1]), "{what} {answer}");
                if here.size().is_some_and(|size| size > 100.0) {
                    expect_alike(set.rules(), here, there, &format!("{what} {answer}"));
                }
            }
        }
    }
}

/// What the sentences say of rollouts is what the table of ends says, and more than twice its error.
#[test]
fn reasons_agree_with_their_tables_and_exceed_their_errors() {
    let mut rng = Streams::new(10).first();
    let moved: InformationSet = "+..-.+- 1 ABCDEFG -".parse().unwrap();
    let mut said = 0;
    for number in 0..8 {
        let favour = if number % 2 == 0 { Favour::NEUTRAL } else { moved.favour_of_first() };
        let round = Game::new(Rules::STANDARD).valued_round(crate::FIRST_ROUND, favour);
        let set = decision(&round, 1 + number % 4, &mut rng);
        let study = rolled_out(&set, 2_000);
        let all: Vec<Action> = study.value.actions().iter().map(|of| of.action).collect();
        for comparison in study.why(&all) {
            let of = |action| study.value.ends().iter().find(|of| of.action == action).unwrap();
            let ends = [of(comparison.action), of(comparison.against)];
            let check = |share: [f64; 2], table: &dyn Fn(&Ends) -> f64| {
                assert_eq!(
                    share.map(f64::to_bits),
                    ends.map(|of| table(&of.ends).to_bits()),
                    "{comparison:?}"
                );
                let [one, other] = [0, 1].map(|place| ends[place].ends.error(share[place]).unwrap());
                assert!((share[0] - share[1]).abs() > 2.0 * error_of_both(one, other), "{comparison:?}");
            };
            for reason in &comparison.reasons {
                assert!(is_true(reason), "{comparison:?}");
                said += 1;
                match reason {
                    Reason::Better(_) | Reason::Even(_) | Reason::Unclear => said -= 1,
                    Reason::Secures(change) => check(change.share, &|ends| ends.mine(change.geisha)),
                    Reason::Wins { geisha } | Reason::GivesUp { geisha } => {
                        for of in geisha {
                            check(of.share, &|ends| ends.mine(of.geisha));
                        }
                    }
                    Reason::Withholds { geisha }
                    | Reason::Denies { geisha }
                    | Reason::Concedes { geisha } => {
                        for of in geisha {
                            check(of.share, &|ends| ends.theirs(of.geisha));
                        }
                    }
                    Reason::Reaches(goal) | Reason::Misses(goal) => check(goal.share, &|ends| ends.goal()[0]),
                    Reason::Prevents(goal) | Reason::Risks(goal) => check(goal.share, &|ends| ends.goal()[1]),
                    Reason::Invites(offer) | Reason::WouldInvite(offer) => {
                        let seen = of(offer.offer);
                        for answer in &offer.answers {
                            let (_, ends) = seen.answers.iter().find(|of| of.0 == answer.answer).unwrap();
                            assert_eq!(*answer, OfferAnswer::new(seen, answer.answer, ends));
                        }
                        let unseen = OfferAnswer::new(seen, offer.answers[0].answer, &Ends::default());
                        assert_eq!((unseen.frequency, unseen.win, unseen.win_se), (0.0, None, None));
                        // All answers together are worth what the offer is worth.
                        let win = |of: &(Action, Ends)| seen.frequency(&of.1) * of.1.utility();
                        let all: f64 = seen.answers.iter().map(win).sum();
                        assert!((all - seen.ends.utility()).abs() < 1e-6, "{all} {comparison:?}");
                    }
                }
            }
            assert!((2..=MOST).contains(&comparison.reasons.len()), "{comparison:?}");
        }
    }
    assert!(said > 100, "{said}");
}
