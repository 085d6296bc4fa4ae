//! Endgames checked against the ordinary state machine, which knows nothing of public states and vectors.

mod ends;

use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::{FxHashMap, FxHashSet};

use super::*;
use crate::evaluation::Evaluation;
use crate::knowledge::InformationSet;
use crate::policy::LearnedPolicy;
use crate::ranges::{Private, factorials};
use crate::rules::action::Action;
use crate::rules::action_lists::subsets;
use crate::rules::card::Cards;
use crate::rules::chance::choose;
use crate::rules::hidden::Place;
use crate::rules::parameters::{Kind, Kinds, Rules};
use crate::rules::state::State;
use crate::{FIRST_ROUND, Favour, Game};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::cfr::RegretRule;
use hanamachi_core::search::cfr::public_tree::{Goal, RunReport, Size, Solver, Unbuilt, size_within};
use hanamachi_core::search::parallel::Streams;

fn standard() -> Round {
    Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL)
}

/// Plays at random to the first decision of this turn, or past it to the answer.
fn at_turn(round: &Round, turn: usize, to_answer: bool, rng: &mut Xoshiro256PlusPlus) -> Option<State> {
    let mut state = round.deal_random(rng);
    while state.turns() < turn || round.turn(&state) == Turn::Chance {
        round.play_random(&mut state, rng);
        if round.turn(&state) == Turn::Chance {
            round.sample_outcome(&mut state, rng);
        }
    }
    if to_answer {
        round.play_random(&mut state, rng);
        return state.offer().map(|_| state);
    }
    Some(state)
}

/// All placements of the unseen cards, each with the number of physical placements that it stands for.
fn placements(round: &Round, information: &Information) -> Vec<(State, f64)> {
    let hidden = round.hidden(information);
    let exactly = |cards: Cards, size: u32| {
        subsets(cards, size).into_iter().filter(move |set| set.len() == size).map(move |set| {
            let ways: f64 = set.kinds().map(|(card, count)| choose(cards.count(card), count)).product();
            (set, cards.minus(set), ways)
        })
    };
    let mut all = Vec::new();
    for (hand, rest, of_hand) in exactly(hidden.unseen(), hidden.size(Place::Hand)) {
        for (secret, rest, of_secret) in exactly(rest, hidden.size(Place::Secret)) {
            for (trade_off, rest, of_trade_off) in exactly(rest, hidden.size(Place::TradeOff)) {
                for (removed, _, of_removed) in exactly(rest, hidden.size(Place::Removed)) {
                    let state = hidden.fill(hand, secret, trade_off, removed);
                    all.push((state, of_hand * of_secret * of_trade_off * of_removed));
                }
            }
        }
    }
    all
}

/// The probability of each of this many equally likely outcomes.
fn even(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap()).recip()
}

/// The successors of a state, with their probabilities, when everybody plays all actions alike.
fn next(round: &Round, state: &State) -> Vec<(State, f64)> {
    if round.turn(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        round.outcomes(state, &mut outcomes);
        let follow = |(outcome, probability)| {
            let mut state = *state;
            round.apply_chance(&mut state, outcome);
            (state, probability)
        };
        return outcomes.into_iter().map(follow).collect();
    }
    let mut actions = Vec::new();
    round.actions(state, &mut actions);
    let probability = even(actions.len());
    let follow = |action| {
        let mut state = *state;
        round.play(&mut state, action);
        (state, probability)
    };
    actions.into_iter().map(follow).collect()
}

/// Expected utility of the first player when everybody plays all actions alike.
fn uniform_value(round: &Round, state: &State) -> f64 {
    if round.turn(state) == Turn::End {
        return round.utility(state);
    }
    next(round, state).iter().map(|(state, probability)| probability * uniform_value(round, state)).sum()
}

/// Expected utility of this seat, times the weight of the states, for its best response to an opponent who
/// plays all actions alike. The seat cannot tell the states apart.
fn best_reply(round: &Round, seat: Seat, states: &[(State, f64)]) -> f64 {
    let (one, _) = states[0];
    match round.turn(&one) {
        Turn::End => {
            states.iter().map(|(state, weight)| weight * seat.from_first(round.utility(state))).sum()
        }
        Turn::Player(mover) if mover == seat => {
            let mut actions = Vec::new();
            round.actions(&one, &mut actions);
            let of_action = |action| {
                let play = |&(mut state, weight): &(State, f64)| {
                    round.play(&mut state, action);
                    (state, weight)
                };
                groups(round, seat, states.iter().map(play))
            };
            actions.into_iter().map(of_action).fold(f64::NEG_INFINITY, f64::max)
        }
        _ => {
            let follow = |(state, weight): &(State, f64)| {
                let weight = *weight;
                next(round, state).into_iter().map(move |(state, probability)| (state, weight * probability))
            };
            groups(round, seat, states.iter().flat_map(follow))
        }
    }
}

/// The sum of best responses over the groups of states that the seat can tell apart.
fn groups(round: &Round, seat: Seat, states: impl Iterator<Item = (State, f64)>) -> f64 {
    let mut groups: FxHashMap<Information, Vec<(State, f64)>> = FxHashMap::default();
    for (state, weight) in states {
        groups.entry(round.information(&state, seat)).or_default().push((state, weight));
    }
    groups.into_values().map(|states| best_reply(round, seat, &states)).sum()
}

/// Checks the value of uniform play and the best response to it against the ordinary state machine, for one
/// player.
fn check(round: &Round, information: &Information) {
    let endgame = Endgame::new(round, information, None).unwrap();
    check_weighted(round, information, endgame, |_| 1.0);
}

/// The same check, weighting the opponent's states with this likelihood.
fn check_weighted(
    round: &Round,
    information: &Information,
    mut endgame: Endgame,
    likelihood: impl Fn(&State) -> f64,
) {
    let seat = information.seat();
    let mut placements = placements(round, information);
    let all: f64 = placements.iter().map(|(_, weight)| weight).sum();
    assert_eq!(format!("{all:.0}"), round.hidden(information).placements().to_string());
    for (state, weight) in &mut placements {
        *weight *= likelihood(state);
    }
    let all: f64 = placements.iter().map(|(_, weight)| weight).sum();
    let mut solver = Solver::new(&mut endgame, RegretRule::Uniform, 1 << 31).unwrap();
    let size = *solver.size();
    assert_eq!([size.nodes, size.sequences, size.averages, size.information_sets], solver.built());
    solver.iterate();
    let solution = Solution::new(&solver, information).unwrap();
    let value = placements.iter().map(|(state, weight)| weight * uniform_value(round, state)).sum::<f64>();
    let expected = seat.from_first(value / all);
    assert!((solution.value - expected).abs() < 2e-5, "{information:?}: {solution:?} {expected}");
    let expected = best_reply(round, seat, &placements) / all;
    assert!((solution.best_reply - expected).abs() < 2e-5, "{information:?}: {solution:?} {expected}");
    let [own, seen] = [
        solution.actions.iter().map(|own| (own.probability, own.value)).collect::<Vec<_>>(),
        solution.opponent_actions.iter().map(|seen| (seen.probability, seen.value)).collect(),
    ];
    if !own.is_empty() {
        let mut legal = Vec::new();
        round.legal(information, &mut legal);
        assert_eq!(legal, solution.actions.iter().map(|own| own.action).collect::<Vec<_>>());
        let even = even(own.len());
        assert!(own.iter().all(|(probability, _)| (probability - even).abs() < 1e-5));
        let best = own.iter().map(|&(_, value)| value).fold(-1.0, f64::max);
        assert!((best - solution.best_reply).abs() < 1e-5);
    } else if !seen.is_empty() {
        assert!((seen.iter().map(|(probability, _)| probability).sum::<f64>() - 1.0).abs() < 1e-4);
        let value: f64 = seen.iter().map(|(probability, value)| probability * value).sum();
        assert!((value - solution.value).abs() < 1e-4);
    }
}

/// The last kind that a player has left, if exactly one is left.
fn last(state: &State, seat: Seat) -> Option<Kind> {
    let left = state.left(seat);
    (left.len() == 1).then(|| left.iter().next()).flatten()
}

#[test]
fn every_pair_of_last_actions_against_the_state_machine() {
    let round = standard();
    let mut rng = Streams::new(4).first();
    let mut met = FxHashSet::default();
    while met.len() < 16 {
        let state = at_turn(&round, 6, false, &mut rng).unwrap();
        let pair = (last(&state, Seat::First).unwrap(), last(&state, Seat::Second).unwrap());
        if met.insert(pair) {
            check(&round, &round.information(&state, Seat::First));
            check(&round, &round.information(&state, Seat::Second));
        }
    }
}

#[test]
fn answers_and_face_down_cards_of_earlier_turns() {
    let round = standard();
    let mut rng = Streams::new(7).first();
    let mut checked = 0;
    while checked < 6 {
        // The answer to an offer of the last turn but one, or of the last.
        let Some(state) = at_turn(&round, 6 + checked % 2, true, &mut rng) else { continue };
        check(&round, &round.information(&state, Seat::First));
        check(&round, &round.information(&state, Seat::Second));
        checked += 1;
    }
    // Before the last three turns one player has two actions left, one of which may be face down.
    checked = 0;
    while checked < 4 {
        let state = at_turn(&round, 5, false, &mut rng).unwrap();
        let left = state.left(Seat::Second);
        if left.contains(Kind::Competition) || !(left.contains(Kind::Secret) || left.contains(Kind::TradeOff))
        {
            continue;
        }
        if last(&state, Seat::First) != Some(Kind::Competition) {
            check(&round, &round.information(&state, Seat::Second));
            checked += 1;
        }
    }
}

#[test]
fn a_whole_reduced_game_is_an_endgame() {
    for (geisha, actions) in [(&[2, 3, 4][..], [1, 3]), (&[1, 1, 2, 3], [1, 2]), (&[5, 6], [1, 4])] {
        let kinds: Kinds = actions.into_iter().filter_map(Kind::from_number).collect();
        let rules = Rules::reduced(geisha, kinds).unwrap();
        let round = Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        let state = round.deal_random(&mut Streams::new(2).first());
        check(&round, &round.information(&state, Seat::First));
        check(&round, &round.information(&state, Seat::Second));
    }
}

#[test]
fn a_complete_round_is_worth_what_its_hidden_cards_are() {
    let round = standard();
    let mut state = at_turn(&round, 7, false, &mut Streams::new(3).first()).unwrap();
    while round.turn(&state) != Turn::End {
        round.play_random(&mut state, &mut Streams::new(4).first());
    }
    check(&round, &round.information(&state, Seat::First));
    check(&round, &round.information(&state, Seat::Second));
}

#[test]
fn reaches_weigh_the_hands_of_the_opponent() {
    let round = standard();
    let mut rng = Streams::new(11).first();
    for _ in 0..4 {
        let state = at_turn(&round, 6, false, &mut rng).unwrap();
        for seat in Seat::BOTH {
            let information = round.information(&state, seat);
            let root = PublicState::new(&round, &round.hidden(&information)).unwrap();
            // Any numbers above 0 will do.
            let likelihood = |hand: Cards, secret: Cards, trade_off: Cards| {
                let mixed = hand.bits() * 3 + secret.bits() * 7 + trade_off.bits() * 5;
                0.1 + f64::from(u8::try_from(mixed % 11).unwrap())
            };
            let roots = Roots::new(&root, Kinds::ALL, |_, Private { hand, secret, trade_off }| {
                let ways = factorials(hand) * factorials(secret) * factorials(trade_off);
                likelihood(hand, secret, trade_off) / ways
            });
            let endgame = Endgame::with_roots(&round, root, roots);
            check_weighted(&round, &information, endgame, |state| {
                likelihood(state.hand(!seat), state.secret(!seat), state.trade_off(!seat))
            });
        }
    }
}

#[test]
fn a_learned_past_moves_the_value() {
    let round = standard();
    let state = at_turn(&round, 6, false, &mut Streams::new(5).first()).unwrap();
    let information = round.information(&state, Seat::First);
    let value = |past| {
        let mut endgame = Endgame::new(&round, &information, past).unwrap();
        let mut solver = Solver::new(&mut endgame, RegretRule::Uniform, 1 << 31).unwrap();
        solver.iterate();
        Solution::new(&solver, &information).unwrap().value
    };
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    assert!((value(Some(&learned)) - value(None)).abs() > 1e-3);
}

/// A gift on each side: hundreds of thousands of sequences.
fn two_gifts() -> (Round, Information) {
    let round = standard();
    let mut rng = Streams::new(9).first();
    loop {
        let state = at_turn(&round, 6, false, &mut rng).unwrap();
        if Seat::BOTH.iter().all(|&seat| last(&state, seat) == Some(Kind::Gift)) {
            return (round.clone(), round.information(&state, Seat::First));
        }
    }
}

fn solve(rule: RegretRule, exploitability: f64) -> (RunReport, Solution) {
    let (round, information) = two_gifts();
    let mut endgame = Endgame::new(&round, &information, None).unwrap();
    let mut solver = Solver::new(&mut endgame, rule, 1 << 31).unwrap();
    let report = solver.run(Goal { exploitability, iterations: 500 }, RunContext::unwatched());
    (report, Solution::new(&solver, &information).unwrap())
}

#[test]
fn the_rules_agree_within_their_bounds() {
    let found = [
        solve(RegretRule::Plus, 0.001).0,
        solve(RegretRule::PredictivePlus, 0.001).0,
        solve(RegretRule::DISCOUNTED, 0.001).0,
        solve(RULE, 1e-5).0,
    ];
    for one in &found {
        let [low, high] = one.exploitability.bounds();
        assert!(one.exploitability.mean() <= 0.001 && high - low <= 0.002 + 1e-6, "{one:?}");
        for other in &found {
            assert!(other.exploitability.bounds()[0] <= high + 1e-6, "{one:?} {other:?}");
        }
    }
    assert!(found[3].exploitability.mean() <= 1e-5, "{:?}", found[3]);
}

#[test]
fn the_answer_is_the_same_to_the_bit_on_any_number_of_threads() {
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(RULE, 0.002))
    };
    let (one, three) = (on(1), on(3));
    assert_eq!(one, three);
}

#[test]
fn what_is_too_large_is_known_before() {
    let (round, information) = two_gifts();
    let estimate = Estimate::new(&round, &information, &CancelToken::new()).unwrap().unwrap();
    let mut endgame = Endgame::new(&round, &information, None).unwrap();
    assert_eq!(size_of(&endgame, 10, &CancelToken::new()), Err(Uncounted::TooLarge));
    let refused = Solver::new(&mut endgame, RULE, 1000).unwrap_err();
    assert!(refused.needed > 1_000_000 && refused.needed <= estimate.bytes);
    assert_eq!(Solver::new(&mut endgame, RULE, estimate.bytes).unwrap().built()[0], estimate.size.nodes);
    let start = round.information(&round.start(), Seat::First);
    assert_eq!(Estimate::new(&round, &start, &CancelToken::new()), Err(EndgameError::NotDealt));
    // The count watches the token.
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Time);
    assert_eq!(Estimate::new(&round, &information, &cancel), Err(EndgameError::Stopped(Stop::Time)));
}

fn live_of(round: &Round, information: Information, policy: &dyn Policy, cut: Cut) -> LiveEndgame {
    let ranges = PublicRanges::new(round, &information, policy);
    LiveEndgame::within(round, &[information], &ranges, cut.into()).unwrap().expect("hands")
}

/// Checks the solutions for a state from either seat, over all hands and over live ones.
fn check_live(round: &Round, state: &State, policy: &dyn Policy) {
    for seat in Seat::BOTH {
        let information = round.information(state, seat);
        let mut whole = Endgame::new(round, &information, Some(policy)).unwrap();
        let mut live = live_of(round, information, policy, Cut::NONE);
        assert!((live.pairs() - 1.0).abs() < 1e-9);
        let mut whole = Solver::new(&mut whole, RegretRule::Uniform, 1 << 31).unwrap();
        let mut live = Solver::grow(&mut live, RegretRule::Uniform, 1 << 31, &CancelToken::new()).unwrap();
        whole.iterate();
        live.iterate();
        let [one, other] =
            [Solution::new(&whole, &information).unwrap(), Solution::new(&live, &information).unwrap()];
        assert!((one.value - other.value).abs() < 1e-4, "{information:?}: {one:?} {other:?}");
        assert!((one.best_reply - other.best_reply).abs() < 1e-4, "{information:?}: {one:?} {other:?}");
        let values = |solution: &Solution| -> Vec<(Action, f64)> {
            solution.actions.iter().map(|own| (own.action, own.value)).collect()
        };
        assert_eq!(one.actions.len(), other.actions.len());
        for (one, other) in values(&one).into_iter().zip(values(&other)) {
            assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-4, "{one:?} {other:?}");
        }
        let seen = |solution: &Solution| -> Vec<(Seen, f64)> {
            solution.opponent_actions.iter().map(|seen| (seen.action, seen.probability)).collect()
        };
        for (one, other) in seen(&one).into_iter().zip(seen(&other)) {
            assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-4, "{one:?} {other:?}");
        }
    }
}

#[test]
fn with_all_hands_live_the_rest_of_a_round_is_the_whole_endgame() {
    let round = standard();
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    let mut rng = Streams::new(21).first();
    let mut met = FxHashSet::default();
    while met.len() < 6 {
        let state = at_turn(&round, 6, false, &mut rng).unwrap();
        if met.insert((last(&state, Seat::First), last(&state, Seat::Second))) {
            check_live(&round, &state, &learned);
        }
    }
    let state = std::iter::repeat_with(|| at_turn(&round, 6, true, &mut rng)).flatten().next().unwrap();
    check_live(&round, &state, &learned);
    // From the first hands on, with both players' draws.
    let rules = Rules::reduced(&[2, 3, 4], [1, 3].into_iter().filter_map(Kind::from_number).collect());
    let round = Game::new(rules.unwrap()).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let mut state = round.deal_random(&mut rng);
    while round.turn(&state) == Turn::Chance {
        round.sample_outcome(&mut state, &mut rng);
    }
    check_live(&round, &state, &crate::policy::UniformPolicy);
}

#[test]
fn a_cut_keeps_the_likeliest_hands_and_the_readers() {
    let round = standard();
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    let mut rng = Streams::new(22).first();
    let mut left_out = 0.0;
    for _ in 0..3 {
        let state = at_turn(&round, 6, false, &mut rng).unwrap();
        let information = round.information(&state, Seat::First);
        let live = |cut| live_of(&round, information, &learned, cut);
        let cut = Cut { mass: 1e-3, share: 0.9 };
        let (all, some, few) = (live(Cut::NONE), live(cut), live(cut.wider()));
        let count = |game: &LiveEndgame, seat| game.states(&game.root(), seat);
        for seat in Seat::BOTH {
            assert!(
                some.kept(seat) >= 0.9 && few.kept(seat) >= 0.7,
                "{} {}",
                some.kept(seat),
                few.kept(seat)
            );
            assert!(count(&all, seat) >= count(&some, seat) && count(&some, seat) >= count(&few, seat));
        }
        left_out += all.pairs() - few.pairs();
        assert!(few.pairs() <= some.pairs() && some.pairs() > 0.75, "{} {}", few.pairs(), some.pairs());
        let reader = private_of(&round, &information);
        assert!(few.private_states(&few.root(), Seat::First).contains(&reader));
        // However few hands are live, best responses have a value in each of them.
        let mut few = few;
        let mut solver = Solver::grow(&mut few, RULE, 1 << 30, &CancelToken::new()).unwrap();
        let report = solver.run(Goal { exploitability: 0.002, iterations: 200 }, RunContext::unwatched());
        assert!(report.exploitability.mean() <= 0.002, "{report:?}");
        assert!(Seat::BOTH.iter().all(|&seat| solver.best_reply(seat).iter().all(|value| value.is_finite())));
    }
    assert!(left_out > 0.1, "something is cut: {left_out}");
}

#[test]
fn beside_the_reader_other_hands_are_live_than_in_general() {
    let round = standard();
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    let state = at_turn(&round, 6, false, &mut Streams::new(24).first()).unwrap();
    let information = round.information(&state, Seat::First);
    let ranges = PublicRanges::new(&round, &information, &learned);
    let likeliest = Cut { mass: 1.0, share: 1e-9 };
    let live = |ranges_cut, beside_reader| {
        let cut = StudyCut { ranges: ranges_cut, beside_reader };
        LiveEndgame::within(&round, &[information], &ranges, cut).unwrap().expect("hands")
    };
    let count = |game: &LiveEndgame| Seat::BOTH.map(|seat| game.states(&game.root(), seat));
    let [few, beside] = [live(likeliest, likeliest), live(likeliest, Cut::NONE)];
    let reader = private_of(&round, &information);
    // Those with the reader's hand add no public states.
    let differ = |state: &&Private| state.hand != reader.hand;
    let states = |game: &LiveEndgame, seat| game.private_states(&game.root(), seat);
    let other_hands = |game: &LiveEndgame| states(game, Seat::First).iter().filter(differ).count();
    assert!(other_hands(&few) <= 1 && states(&few, Seat::Second).len() <= 2, "{:?}", count(&few));
    // The reader's cards are known to the reader, so all hands beside them are live, and no other.
    let pool = LiveEndgame::public(&few.root()).pool.minus(reader.cards());
    let fits = |state: &&(Private, f64)| state.1 > 0.0 && pool.contains(state.0.cards());
    let possible = ranges.range(Seat::Second).states().iter().filter(fits).count() as u64;
    let unlikely = count(&few)[1];
    assert!((possible..=possible + unlikely).contains(&count(&beside)[1]), "{possible} {:?}", count(&beside));
    assert!(count(&beside)[1] > unlikely && other_hands(&beside) == other_hands(&few));
}

#[test]
fn the_size_of_a_tree_over_live_hands_is_known_before() {
    let set: InformationSet = "+..-.-+ 2 BEGG 3CEG-G,1B,1X,4ADFF-FF,2XX".parse().unwrap();
    let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    let cancel = CancelToken::new();
    let game = || live_of(&round, *set.key(), &learned, Cut::USUAL);
    let mut built = game();
    let size = *Solver::grow(&mut built, RULE, 1 << 30, &cancel).unwrap().size();
    assert!(size.nodes > 10_000 && size.shared_bytes > 10_000, "{size:?}");
    let counted = size_of(&game(), usize::MAX, &cancel).unwrap();
    let tables = counted.shared_bytes - size.shared_bytes;
    assert!(tables < size.shared_bytes / 4, "{tables} of {}", size.shared_bytes);
    // Pairs are counted beforehand only.
    assert!(counted.pairs > counted.leaves);
    assert_eq!(Size { pairs: 0, shared_bytes: size.shared_bytes, ..counted }, size);
    // One step less, and it does not fit.
    let within = |steps| size_within(&game(), usize::MAX, |size: &Size| size.steps() <= steps, &cancel);
    assert_eq!(within(counted.steps()), Ok(counted));
    assert_eq!(within(counted.steps() - 1), Err(Uncounted::TooLarge));
    cancel.cancel(Stop::Time);
    assert_eq!(within(u64::MAX), Err(Uncounted::Stopped(Stop::Time)));
}

#[test]
fn a_tree_over_live_hands_that_is_too_large_or_stopped_is_given_up() {
    let round = standard();
    let state = at_turn(&round, 6, false, &mut Streams::new(23).first()).unwrap();
    let information = round.information(&state, Seat::First);
    let uniform = crate::policy::UniformPolicy;
    let mut live = live_of(&round, information, &uniform, Cut::NONE);
    let cancel = CancelToken::new();
    let refused = Solver::grow(&mut live, RULE, 10_000, &cancel).map(|_| ());
    assert_eq!(refused, Err(Unbuilt::Memory { limit: 10_000 }));
    cancel.cancel(Stop::Time);
    let stopped = Solver::grow(&mut live, RULE, u64::MAX, &cancel).map(|_| ());
    assert_eq!(stopped, Err(Unbuilt::Stopped(Stop::Time)));
}
