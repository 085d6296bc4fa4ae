//! Games to solve, and their solvers.

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Kind, Round, Rules, Tiebreak};
use hanamachi_solver::reference::random_game::{RandomGame, Shape};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Cfr, SequenceForm, Variant};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The random game of a seed.
pub(crate) fn random(seed: u64) -> RandomGame {
    RandomGame::new(Shape::SMALL, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
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
    rule: impl Into<Variant>,
    iterations: u64,
) -> Cfr<'_, G> {
    let mut cfr = Cfr::new(form, rule);
    for _ in 0..iterations {
        cfr.iterate();
    }
    cfr
}
