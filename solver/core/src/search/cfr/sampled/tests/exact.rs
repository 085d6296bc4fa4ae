//! Counterfactual values, values and best responses by brute force, from the definitions.

use std::collections::HashMap;

use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::cfr::Strategy;

/// Values of an information set by brute force.
#[derive(Clone, Debug, Default)]
pub(super) struct Exact {
    /// Regret of each action: Σ over the histories of the set of π₋ᵢ(h) (u(ha) − u(h)).
    pub regrets: Vec<f64>,
    /// Σ over the histories of the set of the probability of chance times that of the player's own decisions.
    pub weight: f64,
}

/// Every information set under a strategy, by information state, and the value for the first player.
pub(super) fn everything<G: HiddenInformation>(
    game: &G,
    strategy: &impl Strategy<G>,
) -> (HashMap<G::Information, Exact>, f64) {
    let mut sets = HashMap::new();
    let value = descend(game, strategy, &game.start(), [1.0; 3], &mut sets);
    (sets, value)
}

/// `reach`: reach probabilities of the first player, the second player, and chance.
fn descend<G: HiddenInformation>(
    game: &G,
    strategy: &impl Strategy<G>,
    state: &G::State,
    reach: [f64; 3],
    sets: &mut HashMap<G::Information, Exact>,
) -> f64 {
    match game.turn(state) {
        Turn::End => game.utility(state),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.outcomes(state, &mut outcomes);
            let mut value = 0.0;
            for (outcome, probability) in outcomes {
                let mut next = state.clone();
                game.apply_chance(&mut next, outcome);
                let reach = [reach[0], reach[1], reach[2] * probability];
                value += probability * descend(game, strategy, &next, reach, sets);
            }
            value
        }
        Turn::Player(seat) => {
            let (mut actions, mut shares) = (Vec::new(), Vec::new());
            game.actions(state, &mut actions);
            let information = game.information(state, seat);
            strategy.probabilities(&information, actions.len(), &mut shares);
            let mut values = Vec::new();
            for (&action, share) in actions.iter().zip(&shares) {
                let mut next = state.clone();
                game.play(&mut next, action);
                let mut reach = reach;
                reach[seat.index()] *= share;
                values.push(descend(game, strategy, &next, reach, sets));
            }
            let value: f64 = shares.iter().zip(&values).map(|(share, value)| share * value).sum();
            let exact = sets.entry(information).or_default();
            exact.regrets.resize(actions.len(), 0.0);
            let others = reach[2] * reach[(!seat).index()];
            for (regret, action) in exact.regrets.iter_mut().zip(values) {
                *regret += others * seat.from_first(action - value);
            }
            exact.weight += reach[2] * reach[seat.index()];
            value
        }
    }
}

/// Mean gain of both seats' best responses to a strategy: 0 in an equilibrium.
pub(super) fn exploitability<G: HiddenInformation>(game: &G, strategy: &impl Strategy<G>) -> f64 {
    let gain = |seat| best(game, strategy, seat, vec![(game.start(), 1.0)]);
    f64::midpoint(gain(Seat::First), gain(Seat::Second))
}

/// Value of a best response from these states on, each weighted by chance and the other player's strategy.
fn best<G: HiddenInformation>(
    game: &G,
    strategy: &impl Strategy<G>,
    seat: Seat,
    mut open: Vec<(G::State, f64)>,
) -> f64 {
    let mut total = 0.0;
    let mut choices: HashMap<G::Information, Vec<(G::State, f64)>> = HashMap::new();
    let (mut actions, mut shares, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    while let Some((state, weight)) = open.pop() {
        match game.turn(&state) {
            Turn::End => total += weight * seat.from_first(game.utility(&state)),
            Turn::Chance => {
                game.outcomes(&state, &mut outcomes);
                open.extend(outcomes.iter().map(|&(outcome, probability)| {
                    let mut next = state.clone();
                    game.apply_chance(&mut next, outcome);
                    (next, weight * probability)
                }));
            }
            Turn::Player(actor) if actor == seat => {
                choices.entry(game.information(&state, seat)).or_default().push((state, weight));
            }
            Turn::Player(actor) => {
                game.actions(&state, &mut actions);
                strategy.probabilities(&game.information(&state, actor), actions.len(), &mut shares);
                open.extend(actions.iter().zip(&shares).map(|(&action, share)| {
                    let mut next = state.clone();
                    game.play(&mut next, action);
                    (next, weight * share)
                }));
            }
        }
    }
    for states in choices.into_values() {
        game.actions(&states[0].0, &mut actions);
        let of_actions = actions.iter().map(|&action| {
            let next = states.iter().map(|(state, weight)| {
                let mut next = state.clone();
                game.play(&mut next, action);
                (next, *weight)
            });
            best(game, strategy, seat, next.collect())
        });
        total += of_actions.fold(f64::NEG_INFINITY, f64::max);
    }
    total
}
