//! Games to solve, their solvers, and every history of a game.

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Kind, Round, Rules, Tiebreak};
use hanamachi_solver::reference::random_game::{RandomGame, RandomGameShape};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Cfr, RegretRule, SequenceForm};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random game of a seed.
pub(crate) fn random(seed: u64) -> RandomGame {
    RandomGame::new(RandomGameShape::SMALL, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
}

/// A single round of a reduced game of Hanamikoji.
pub(crate) fn hanamikoji(values: &[u8], actions: &[Kind], tiebreak: Tiebreak) -> Round {
    let mut rules = Rules::reduced(values, actions.iter().copied().collect()).unwrap();
    rules.rounds = Some(FIRST_ROUND);
    rules.tiebreak = tiebreak;
    Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0)
}

/// The sequence form of a small game.
pub(crate) fn compile<G: HiddenInformation>(game: &G) -> SequenceForm<G> {
    SequenceForm::compile(game, 1 << 30, RunContext::unwatched()).unwrap()
}

/// The greatest number of actions of a seat in one information set.
pub(crate) fn widest<G: HiddenInformation>(form: &SequenceForm<G>, seat: Seat) -> usize {
    form.choices(seat).map(|choice| choice.actions.len()).max().unwrap_or_default()
}

/// A run of this many iterations.
pub(crate) fn run<G: HiddenInformation>(
    form: &SequenceForm<G>,
    rule: RegretRule,
    iterations: u64,
) -> Cfr<'_, G> {
    let mut cfr = Cfr::new(form, rule);
    for _ in 0..iterations {
        cfr.iterate();
    }
    cfr
}

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
