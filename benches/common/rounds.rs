//! Rounds of Hanamikoji for the benchmarks.

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::players::{LearnedPlayer, Player};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Information, Round, Rules, State};
use hanamachi_solver::search::parallel::Streams;

/// A first round of the standard game.
pub(crate) fn round() -> Round {
    Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL)
}

/// A decision: the state, the player to decide, and that player's information.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) state: State,
    pub(crate) seat: Seat,
    pub(crate) information: Information,
}

/// All decisions of some rounds from stream 0 of seed 1, one round after another. The players follow the
/// learned evaluation, so that the positions are realistic.
pub(crate) fn decisions(round: &Round, rounds: usize) -> Vec<Decision> {
    let mut rng = Streams::new(1).first();
    let mut player = LearnedPlayer::new(Evaluation::standard());
    let mut decisions = Vec::new();
    for _ in 0..rounds {
        let mut state = round.start();
        loop {
            match round.turn(&state) {
                Turn::End => break,
                Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                Turn::Player(seat) => {
                    let information = round.information(&state, seat);
                    decisions.push(Decision { state, seat, information });
                    let action = player.decide(round, &information, &mut rng).expect("the standard game");
                    round.play(&mut state, action);
                }
            }
        }
    }
    decisions
}

/// The first decision of a round, the first of its fourth turn, and the first of its seventh.
pub(crate) fn early_middle_late(round: &Round) -> [(&'static str, Decision); 3] {
    let decisions = decisions(round, 1);
    [("first", 0), ("middle", 3), ("late", 6)].map(|(name, turns)| {
        let decision = decisions.iter().find(|decision| decision.state.turns() == turns);
        (name, decision.expect("a round has eight turns").clone())
    })
}
