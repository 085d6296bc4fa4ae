//! A game that is kept from one question to the next.

use hanamachi_solver::hanamikoji::{Game, InformationSet, Round};

/// The game whose rounds a worker looked at last: its tables are worth keeping.
#[derive(Debug, Default)]
pub struct LastGame(Option<Game>);

impl LastGame {
    /// The round that this information set is about. What follows it is worth nothing, so that it is good for whoever
    /// asks what is legal and what is hidden, and for no search.
    #[must_use]
    pub fn round_of(&mut self, set: &InformationSet) -> Round {
        let game = match self.0.take() {
            Some(game) if game.rules() == set.rules() => game,
            _ => Game::new(*set.rules()),
        };
        let round = game.round(set.round_number(), set.favour_of_first(), |_| 0.0);
        self.0 = Some(game);
        round
    }
}
