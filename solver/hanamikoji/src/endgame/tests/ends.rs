//! Ends of actions, counted in the ordinary state machine.

use super::*;
use crate::rules::card::Geisha;
use crate::rules::ends::{ActionEnds, Ends};
use hanamachi_core::search::cfr::public_tree::OutcomeSum;

/// As [`best_reply`](super::best_reply), with the ends that it leads to; equally good actions count alike.
fn best_ends(round: &Round, seat: Seat, states: &[(State, f64)]) -> Ends {
    let (one, _) = states[0];
    match round.turn(&one) {
        Turn::End => {
            let mut ends = Ends::default();
            for (state, weight) in states {
                let after = round.favour_after(state.placed(Seat::First), state.placed(Seat::Second));
                ends.add_end(round.rules(), seat, after, round.utility(state), *weight);
            }
            ends
        }
        Turn::Player(mover) if mover == seat => {
            let mut actions = Vec::new();
            round.actions(&one, &mut actions);
            let found: Vec<Ends> =
                actions.into_iter().map(|action| after(round, seat, states, action)).collect();
            let best = found.iter().map(Ends::utility).fold(f64::NEG_INFINITY, f64::max);
            let best: Vec<&Ends> = found.iter().filter(|ends| ends.utility() > best - 1e-5).collect();
            let mut mean = Ends::default();
            for ends in &best {
                mean.merge(ends, even(best.len()));
            }
            mean
        }
        _ => {
            let follow = |(state, weight): &(State, f64)| {
                let weight = *weight;
                next(round, state).into_iter().map(move |(state, probability)| (state, weight * probability))
            };
            by_information(round, seat, states.iter().flat_map(follow))
        }
    }
}

/// The ends after an action in all of these states.
fn after(round: &Round, seat: Seat, states: &[(State, f64)], action: Action) -> Ends {
    by_information(round, seat, played(round, states, action).into_iter())
}

fn played(round: &Round, states: &[(State, f64)], action: Action) -> Vec<(State, f64)> {
    let play = |&(mut state, weight): &(State, f64)| {
        round.play(&mut state, action);
        (state, weight)
    };
    states.iter().map(play).collect()
}

fn by_information(round: &Round, seat: Seat, states: impl Iterator<Item = (State, f64)>) -> Ends {
    let mut groups: FxHashMap<Information, Vec<(State, f64)>> = FxHashMap::default();
    for (state, weight) in states {
        groups.entry(round.information(&state, seat)).or_default().push((state, weight));
    }
    let mut ends = Ends::default();
    for states in groups.into_values() {
        ends.merge(&best_ends(round, seat, &states), 1.0);
    }
    ends
}

fn assert_alike(round: &Round, found: &Ends, expected: &Ends, what: &str) {
    let numbers = |ends: &Ends| -> Vec<f64> {
        let geisha = Geisha::ALL.into_iter().flat_map(|geisha| [ends.mine(geisha), ends.theirs(geisha)]);
        geisha.chain(ends.charm(round.rules())).chain(ends.goal()).chain([ends.utility()]).collect()
    };
    let (found, expected) = (numbers(found), numbers(expected));
    let apart = found.iter().zip(&expected).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max);
    assert!(apart < 2e-4, "{what}: {found:?} {expected:?}");
}

/// Checks the ends of each action against an opponent who plays all actions alike.
fn check_ends(round: &Round, state: &State) {
    let Turn::Player(seat) = round.turn(state) else { return };
    let information = round.information(state, seat);
    let mut endgame = Endgame::new(round, &information, None).unwrap();
    let mut solver = Solver::new(&mut endgame, RegretRule::Uniform, 1 << 31).unwrap();
    solver.iterate();
    let placements = placements(round, &information);
    let actions = ActionEnds::in_solution(&solver, &information);
    let mut legal = Vec::new();
    round.legal(&information, &mut legal);
    assert_eq!(actions.iter().map(|of| of.action).collect::<Vec<_>>(), legal);
    let values = Solution::new(&solver, &information).unwrap().actions;
    for (of, own) in actions.iter().zip(values) {
        let what = format!("{information:?} {}", of.action);
        assert!((of.ends.utility() - own.value).abs() < 1e-4, "{what}");
        assert_alike(round, &of.ends, &after(round, seat, &placements, of.action), &what);
        let offered = played(round, &placements, of.action);
        let is_offer = of.action.kind().is_some_and(|kind| matches!(kind, Kind::Gift | Kind::Competition));
        assert_eq!(of.answers.is_empty(), !is_offer, "{what}");
        let all: f64 = of.answers.iter().map(|(_, ends)| ends.weight()).sum();
        for (answer, ends) in &of.answers {
            assert_alike(round, ends, &after(round, seat, &offered, *answer), &format!("{what} {answer}"));
            assert!((ends.weight() / all - even(of.answers.len())).abs() < 1e-5, "{what} {answer}");
        }
    }
}

#[test]
fn ends_are_those_of_the_state_machine() {
    let round = standard();
    let mut rng = Streams::new(14).first();
    let mut met = FxHashSet::default();
    while met.len() < 16 {
        let state = at_turn(&round, 6, false, &mut rng).unwrap();
        if met.insert((last(&state, Seat::First).unwrap(), last(&state, Seat::Second).unwrap())) {
            check_ends(&round, &state);
        }
    }
    let mut answers = 0;
    while answers < 4 {
        let Some(state) = at_turn(&round, 6 + answers % 2, true, &mut rng) else { continue };
        check_ends(&round, &state);
        answers += 1;
    }
}

#[test]
fn ends_of_a_whole_reduced_round_are_those_of_the_state_machine() {
    for (geisha, actions) in [(&[2, 3, 4][..], [1, 3]), (&[1, 1, 2, 3], [1, 2]), (&[5, 6], [1, 4])] {
        let kinds: Kinds = actions.into_iter().filter_map(Kind::from_number).collect();
        let rules = Rules::reduced(geisha, kinds).unwrap();
        let round = Game::new(rules).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        check_ends(&round, &round.deal_random(&mut Streams::new(2).first()));
    }
}

/// Over live hands and over all hands, with the strategies of a solution, the ends agree with each other and with the
/// values of the actions.
#[test]
fn ends_belong_to_the_values_of_a_solution() {
    let round = standard();
    let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    let mut rng = Streams::new(21).first();
    for turn in [6, 5, 6] {
        let state = at_turn(&round, turn, false, &mut rng).unwrap();
        let Turn::Player(seat) = round.turn(&state) else { continue };
        let information = round.information(&state, seat);
        let mut whole = Endgame::new(&round, &information, Some(&learned)).unwrap();
        let mut live = live_of(&round, information, &learned, Cut::NONE);
        let mut whole = Solver::new(&mut whole, RULE, 1 << 31).unwrap();
        let mut live = Solver::grow(&mut live, RULE, 1 << 31, &CancelToken::new()).unwrap();
        let goal = Goal { exploitability: 0.0, iterations: 30 };
        whole.run(goal, RunContext::unwatched());
        live.run(goal, RunContext::unwatched());
        let of_live = ActionEnds::in_solution(&live, &information);
        let of_whole = ActionEnds::in_solution(&whole, &information);
        let values = Solution::new(&live, &information).unwrap().actions;
        assert!(!of_live.is_empty() && of_live.len() == of_whole.len());
        for ((live, whole), own) in of_live.iter().zip(&of_whole).zip(values) {
            let what = format!("{information:?} {}", live.action);
            assert!((live.ends.utility() - own.value).abs() < 1e-4, "{what}");
            assert!((live.ends.utility() - whole.ends.utility()).abs() < 1e-3, "{what}");
        }
    }
}

#[test]
fn sums_of_ends_are_weighted() {
    let round = standard();
    let [won, lost] = [Seat::First, Seat::Second].map(|seat| Favour::from_owners(|_| Some(seat)));
    let mut ends = Ends::default();
    ends.add_end(round.rules(), Seat::Second, lost, round.utility_of(lost), 3.0);
    ends.add_end(round.rules(), Seat::Second, won, round.utility_of(won), 1.0);
    assert_eq!((ends.goal(), ends.charm(round.rules())), ([0.75, 0.25], [15.75, 5.25]));
    assert_eq!((ends.utility(), ends.weight()), (0.5, 4.0));
    // Four geisha are a goal, and so are eleven charm points.
    let both = Favour::from_owners(|of| Some(if of.index() < 4 { Seat::First } else { Seat::Second }));
    let mut reached = Ends::default();
    reached.add_sample(round.rules(), Seat::First, both, -1.0, 0.25);
    reached.add_sample(round.rules(), Seat::First, won, 1.0, 0.75);
    assert_eq!(
        (reached.goal(), reached.size(), round.rules().winner(both)),
        ([1.0, 0.25], Some(1.0), Some(Seat::Second))
    );
    let mut twice = ends;
    OutcomeSum::add(&mut twice, &ends, 1.0);
    assert_eq!((twice.mine(Geisha::ALL[0]), twice.theirs(Geisha::ALL[6]), twice.weight()), (0.75, 0.25, 8.0));
}
