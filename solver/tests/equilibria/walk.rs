//! Every history of a game, in order.

use hanamachi_solver::game::{HiddenInformation, Turn};

/// Calls `visit` with every state that the game can reach, as often as there are histories that lead there.
pub(crate) fn walk<G: HiddenInformation>(game: &G, visit: &mut impl FnMut(&G::State)) {
    from(game, &game.start(), visit);
}

fn from<G: HiddenInformation>(game: &G, state: &G::State, visit: &mut impl FnMut(&G::State)) {
    visit(state);
    for next in successors(game, state) {
        from(game, &next, visit);
    }
}

/// The states one step later.
fn successors<G: HiddenInformation>(game: &G, state: &G::State) -> Vec<G::State> {
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    match game.turn(state) {
        Turn::End => {}
        Turn::Player(_) => game.actions(state, &mut actions),
        Turn::Chance => game.outcomes(state, &mut outcomes),
    }
    let played = actions.into_iter().map(|action| {
        let mut next = state.clone();
        game.play(&mut next, action);
        next
    });
    let dealt = outcomes.into_iter().map(|(outcome, _)| {
        let mut next = state.clone();
        game.apply_chance(&mut next, outcome);
        next
    });
    played.chain(dealt).collect()
}
