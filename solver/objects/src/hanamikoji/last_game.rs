//! A game kept from one request to the next.

use hanamachi_solver::hanamikoji::{Game, InformationSet, Round};

/// The game of a worker's latest round, kept because its tables are costly.
#[derive(Debug, Default)]
pub struct LastGame(Option<Game>);

impl LastGame {
    /// The round of this information set, with the estimates of undecided games that come with the library:
    /// the approximate equilibrium looks at them.
    #[must_use]
    pub fn round_of(&mut self, set: &InformationSet) -> Round {
        let game = match self.0.take() {
            Some(game) if game.rules() == set.rules() => game,
            _ => Game::new(*set.rules()),
        };
        let round = game.valued_round(set.round_number(), set.favour_of_first());
        self.0 = Some(game);
        round
    }
}
