//! What the reader's actions come to in a solved end of a round.

use super::public::Moment;
use super::{EndgameTree, private_of};
use crate::rules::action::Action;
use crate::rules::ends::{ActionEnds, Ends};
use crate::rules::information::Information;
use crate::rules::state::answers;
use hanamachi_core::game::Turn;
use hanamachi_core::search::cfr::public_tree::{ChildOutcomes, OutcomeSums, Solver};

impl ActionEnds {
    /// What each action of the reader with this information comes to when the opponent plays the strategy that was
    /// found and the reader continues with best responses, as in [`OwnAction::value`](super::OwnAction::value).
    /// In ascending order; empty unless the reader is to decide at the root.
    #[must_use]
    pub fn in_solution<G>(solver: &Solver<'_, G>, information: &Information) -> Vec<Self>
    where
        G: EndgameTree + OutcomeSums<Sum = Ends>,
    {
        let (game, seat) = (solver.game(), information.seat());
        let (root, mut children) = (game.root(), Vec::new());
        if game.turn(&root) != Turn::Player(seat) {
            return Vec::new();
        }
        game.children(&root, &mut children);
        let private = private_of(game.round(), information);
        let states = game.private_states(&root, seat);
        let Some(state) = states.iter().position(|state| *state == private) else { return Vec::new() };
        let outcomes = solver.outcomes_of_children(seat, state);
        let mut actions = Vec::new();
        for (place, (child, ChildOutcomes { states, answers: of_answers })) in
            children.iter().zip(outcomes).enumerate()
        {
            let Some(seen) = G::public(&root).seen_before(G::public(child), place) else { continue };
            let privates = game.private_states(child, seat);
            let offered = match G::public(child).moment {
                Moment::Answer(offer) => answers(offer).into_iter().collect(),
                _ => Vec::new(),
            };
            for (number, &(state, ends)) in states.iter().enumerate() {
                let Some(action) = seen.action(privates.get(state as usize)) else { continue };
                let of_answer = |(&answer, ends): (&Action, &Vec<Ends>)| (answer, ends[number]);
                let answers = offered.iter().zip(&of_answers).map(of_answer).collect();
                actions.push(Self { action, ends, answers });
            }
        }
        actions.sort_unstable_by_key(|of| of.action);
        actions
    }
}
