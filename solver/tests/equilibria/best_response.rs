//! Best responses and values, history by history, against what the library says.

use std::collections::HashMap;

use crate::games::{compile, hanamikoji, random, run};
use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::{Kind, Tiebreak};
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::cfr::{Behavior, Plus, SequenceForm};

/// Both players' strategies, by what they know. A decision without a choice is not among them.
type Profile<G> = [HashMap<<G as HiddenInformation>::Information, Vec<f64>>; 2];

fn profile<G: HiddenInformation>(form: &SequenceForm<G>, behavior: &Behavior) -> Profile<G> {
    Seat::BOTH.map(|seat| {
        behavior.of(form, seat).map(|(choice, shares)| (*choice.information, shares.to_vec())).collect()
    })
}

/// The states after a step, each with how likely chance and the strategies make it.
fn after<G: HiddenInformation>(game: &G, profile: &Profile<G>, state: &G::State) -> Vec<(G::State, f64)> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    game.actions(state, &mut actions);
    game.outcomes(state, &mut outcomes);
    let shares = match game.turn(state) {
        Turn::Player(seat) => profile[seat.index()].get(&game.information(state, seat)),
        _ => None,
    };
    let played = actions.iter().enumerate().map(|(place, &action)| {
        let mut next = state.clone();
        game.play(&mut next, action);
        (next, shares.map_or(1.0, |shares| shares[place]))
    });
    let dealt = outcomes.iter().map(|&(outcome, probability)| {
        let mut next = state.clone();
        game.happen(&mut next, outcome);
        (next, probability)
    });
    played.chain(dealt).collect()
}

/// What the first player wins.
fn value<G: HiddenInformation>(game: &G, profile: &Profile<G>, state: &G::State) -> f64 {
    if game.turn(state) == Turn::End {
        return game.utility(state);
    }
    after(game, profile, state).iter().map(|(next, share)| share * value(game, profile, next)).sum()
}

/// What `seat` wins by the best response from states that it cannot tell apart, each with how likely the others make it.
fn best<G: HiddenInformation>(
    game: &G,
    profile: &Profile<G>,
    seat: Seat,
    states: Vec<(G::State, f64)>,
) -> f64 {
    let mut sum = 0.0;
    let mut groups: HashMap<G::Information, Vec<(G::State, f64)>> = HashMap::new();
    let mut rest = states;
    while let Some((state, reach)) = rest.pop() {
        match game.turn(&state) {
            Turn::End => sum += reach * seat.from_first(game.utility(&state)),
            Turn::Player(acts) if acts == seat => {
                groups.entry(game.information(&state, seat)).or_default().push((state, reach));
            }
            _ => {
                let next = after(game, profile, &state).into_iter();
                rest.extend(
                    next.map(|(next, share)| (next, reach * share)).filter(|&(_, reach)| reach > 0.0),
                );
            }
        }
    }
    for group in groups.into_values() {
        let mut actions = Vec::new();
        game.actions(&group[0].0, &mut actions);
        let values = actions.into_iter().map(|action| {
            let played = group.iter().map(|(state, reach)| {
                let mut next = state.clone();
                game.play(&mut next, action);
                (next, *reach)
            });
            best(game, profile, seat, played.collect())
        });
        sum += values.fold(f64::NEG_INFINITY, f64::max);
    }
    sum
}

/// That the library knows what the strategies of a short run are worth and what best responses gain.
fn knows<G: HiddenInformation>(game: &G, iterations: u64) {
    let form = compile(game);
    let average = run(&form, Plus, iterations).average().0;
    let profile = profile(&form, &average);
    let found = form.exploitability(&average);
    let value = value(game, &profile, &game.start());
    assert!((found.value - value).abs() < 1e-9, "{found:?}, {value}");
    assert!((form.value(&average, &average) - value).abs() < 1e-9);
    for seat in Seat::BOTH {
        let best = best(game, &profile, seat, vec![(game.start(), 1.0)]);
        let gain = best - seat.from_first(value);
        assert!((found.gains[seat.index()] - gain).abs() < 1e-9, "{seat:?}: {found:?}, {gain}");
        let (claimed, response) = form.best_response(seat, &average);
        assert!((claimed - best).abs() < 1e-9, "{seat:?}: {claimed}, {best}");
        // The response does what is claimed.
        let [first, second] = if seat == Seat::First { [&response, &average] } else { [&average, &response] };
        let achieved = seat.from_first(form.value(first, second));
        assert!((achieved - best).abs() < 1e-9, "{seat:?}: {achieved}, {best}");
    }
}

#[test]
fn values_and_gains_are_those_of_the_histories() {
    for iterations in [0, 3, 20] {
        knows(&Leduc::default(), iterations);
        for seed in 0..10 {
            knows(&random(seed), iterations);
        }
        knows(&hanamikoji(&[2, 3, 4], &[Kind::Secret, Kind::Gift], Tiebreak::None), iterations);
    }
}
