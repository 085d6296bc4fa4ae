//! The solution of an endgame for a player with given information.

use super::seen::Seen;
use super::{EndgameTree, private_of};
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::parameters::Kind;
use crate::rules::relabelling::Relabelling;
use hanamachi_core::game::{Seat, Turn};
use hanamachi_core::search::cfr::public_tree::{ChildValues, Solver};

/// An action of the reader.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OwnAction {
    /// The action.
    pub action: Action,
    /// The probability with which the reader plays it in the equilibrium that was found.
    pub probability: f64,
    /// The value to the reader, −1 to 1, when the opponent plays the equilibrium that was found and the
    /// reader continues with best responses.
    pub value: f64,
}

/// A decision of the opponent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeenAction {
    /// The decision as the reader sees it.
    pub action: Seen,
    /// The probability to the reader, above 0.
    pub probability: f64,
    /// The value of the position after it to the reader, −1 to 1, when both play the equilibrium that was
    /// found.
    pub value: f64,
}

/// The result of an equilibrium for one player with given cards.
///
/// All equilibria agree on the value of the endgame over all hands of both players, and the exploitability
/// bounds the error of that value. The value with given cards belongs to the equilibrium that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The value of the position to the reader, −1 to 1, when both play the equilibrium that was found.
    pub value: f64,
    /// The value to the reader with these cards of a best response to the opponent's strategy in it.
    pub best_reply: f64,
    /// The legal actions, in ascending order; empty unless the reader is to decide.
    pub actions: Vec<OwnAction>,
    /// The opponent's actions, in ascending order; empty unless the opponent is to decide.
    pub opponent_actions: Vec<SeenAction>,
}

/// The reader at the root.
struct Reader {
    seat: Seat,
    /// The place of the private state.
    state: usize,
    /// All own cards that the opponent has not seen.
    cards: Cards,
    /// The total weight of the opponent's states that are compatible with it.
    weight: f64,
}

impl Solution {
    /// Treats actions that one of these symmetries of the position maps onto each other as one: they have the mean of their values and of
    /// their probabilities. The opponent's actions that a symmetry demands are added.
    pub(crate) fn pool(&mut self, same: &[Relabelling]) {
        if same.len() < 2 {
            return;
        }
        let actions = self.actions.iter().map(|own| (own.action, own.probability, own.value));
        let pooled = pooled(&actions.collect::<Vec<_>>(), same, |action, names| names.action(action));
        self.actions = pooled
            .into_iter()
            .map(|(action, probability, value)| OwnAction { action, probability, value })
            .collect();
        let actions = self.opponent_actions.iter().map(|seen| (seen.action, seen.probability, seen.value));
        let pooled = self::pooled(&actions.collect::<Vec<_>>(), same, Seen::under);
        self.opponent_actions = pooled
            .into_iter()
            .map(|(action, probability, value)| SeenAction { action, probability, value })
            .collect();
    }

    /// The result for the player with this information, who must be at the root of the endgame; `None`
    /// otherwise.
    #[must_use]
    pub fn new<G: EndgameTree>(solver: &Solver<'_, G>, information: &Information) -> Option<Self> {
        Solutions::new(solver, information.seat()).solution(information)
    }
}

/// The results of an equilibrium for the player in one seat, for all cards of that player.
///
/// Building it takes as long as a [`Solution`] for one hand; each hand then costs almost nothing.
#[derive(Clone, Debug)]
pub struct Solutions<'a, G: EndgameTree> {
    game: &'a G,
    seat: Seat,
    root: G::Node,
    children: Vec<G::Node>,
    values: Vec<f32>,
    best_reply: Vec<f32>,
    decision: Decided,
}

/// The decision at the root, for all private states.
#[derive(Clone, Debug)]
enum Decided {
    Own { reaches: Vec<Vec<f32>>, values: Vec<ChildValues> },
    Opponents { reaches: Vec<Vec<f32>>, origins: Vec<Vec<u32>>, values: Vec<ChildValues> },
    Nothing,
}

impl<'a, G: EndgameTree> Solutions<'a, G> {
    /// The results for this seat.
    #[must_use]
    pub fn new(solver: &'a Solver<'_, G>, seat: Seat) -> Self {
        let game = solver.game();
        let (root, mut children) = (game.root(), Vec::new());
        game.children(&root, &mut children);
        let mover = game.turn(&root);
        let mut best_reply = None;
        let decision = if mover == Turn::Player(seat) {
            let values = solver.best_replies_to_children(seat);
            best_reply = Some(best_of(&values, game.private_states(&root, seat).len()));
            Decided::Own { reaches: solver.reaches_of_children(seat), values }
        } else if mover == Turn::Player(!seat) {
            let (reaches, origins) = (solver.reaches_of_children(!seat), solver.origins_of_children(!seat));
            Decided::Opponents { reaches, origins, values: solver.row_values_of_children(seat) }
        } else {
            Decided::Nothing
        };
        let values = solver.row_values(seat);
        let best_reply = best_reply.unwrap_or_else(|| solver.best_reply(seat));
        Self { game, seat, root, children, values, best_reply, decision }
    }

    /// The result for the player with this information, who must be in the seat and at the root; `None`
    /// otherwise.
    #[must_use]
    pub fn solution(&self, information: &Information) -> Option<Solution> {
        let reader = self.reader(information)?;
        let of_row = |values: &[f32]| f64::from(values[reader.state]) / reader.weight;
        let (actions, opponent_actions) = match &self.decision {
            Decided::Own { reaches, values } => (self.own_actions(&reader, reaches, values), Vec::new()),
            Decided::Opponents { reaches, origins, values } => {
                (Vec::new(), self.opponent_actions(&reader, reaches, origins, values))
            }
            Decided::Nothing => (Vec::new(), Vec::new()),
        };
        let (value, best_reply) = (of_row(&self.values), of_row(&self.best_reply));
        Some(Solution { value, best_reply, actions, opponent_actions })
    }
}

/// Pools actions with their probabilities and values by the orbits of a group of relabellings. An orbit keeps its probability, divided
/// evenly over all its members; the value is the mean of those that were there.
#[expect(clippy::cast_precision_loss, reason = "120 at most")]
fn pooled<A: Copy + Ord>(
    actions: &[(A, f64, f64)],
    same: &[Relabelling],
    under: impl Fn(A, Relabelling) -> A,
) -> Vec<(A, f64, f64)> {
    let mut pooled: Vec<(A, f64, f64)> = Vec::new();
    for &(action, ..) in actions {
        if pooled.iter().any(|(other, ..)| *other == action) {
            continue;
        }
        let mut orbit: Vec<A> = same.iter().map(|&names| under(action, names)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        let there = || actions.iter().filter(|(action, ..)| orbit.contains(action));
        let probability = there().map(|of| of.1).sum::<f64>() / orbit.len() as f64;
        let value = there().map(|of| of.2).sum::<f64>() / there().count() as f64;
        pooled.extend(orbit.iter().map(|&action| (action, probability, value)));
    }
    // Those of a kind stay together, in ascending order.
    pooled.sort_by_key(|&(action, ..)| action);
    pooled
}

/// The highest value at the children, for each of this many private states at the root.
fn best_of(children: &[ChildValues], states: usize) -> Vec<f32> {
    let mut best = vec![f32::NEG_INFINITY; states];
    for ChildValues { values, origins } in children {
        for (&value, &origin) in values.iter().zip(origins) {
            best[origin as usize] = best[origin as usize].max(value);
        }
    }
    best
}

impl<G: EndgameTree> Solutions<'_, G> {
    /// The reader in this seat with this information; `None` in another seat or if no state of the opponent
    /// is compatible.
    fn reader(&self, information: &Information) -> Option<Reader> {
        let (game, seat) = (self.game, information.seat());
        if seat != self.seat {
            return None;
        }
        let private = private_of(game.round(), information);
        let state = game.private_states(&self.root, seat).iter().position(|state| *state == private)?;
        let cards = private.cards();
        let pairs = game.pairs_with(cards, !seat).into_iter().zip(game.reaches(!seat));
        let weight = pairs.map(|(pair, reach)| pair * f64::from(reach)).sum();
        (weight > 0.0).then_some(Reader { seat, state, cards, weight })
    }

    fn own_actions(&self, reader: &Reader, reaches: &[Vec<f32>], values: &[ChildValues]) -> Vec<OwnAction> {
        let game = self.game;
        let mut actions = Vec::new();
        for (place, (child, values)) in self.children.iter().zip(values).enumerate() {
            let Some(seen) = G::public(&self.root).seen_before(G::public(child), place) else { continue };
            let states = game.private_states(child, reader.seat);
            let states = values.origins.iter().zip(states).enumerate();
            for (state, (_, after)) in states.filter(|(_, (origin, _))| **origin as usize == reader.state) {
                let Some(action) = seen.action(Some(&after)) else { continue };
                let probability = f64::from(reaches[place][state]);
                let value = f64::from(values.values[state]) / reader.weight;
                actions.push(OwnAction { action, probability, value });
            }
        }
        actions.sort_unstable_by_key(|own| own.action);
        let all: f64 = actions.iter().map(|own| own.probability).sum();
        let even = actions.iter().map(|_| 1.0).sum::<f64>().recip();
        for own in &mut actions {
            own.probability = if all > 0.0 { own.probability / all } else { even };
        }
        actions
    }

    fn opponent_actions(
        &self,
        reader: &Reader,
        reaches: &[Vec<f32>],
        origins: &[Vec<u32>],
        values: &[ChildValues],
    ) -> Vec<SeenAction> {
        let game = self.game;
        let pairs = game.pairs_with(reader.cards, !reader.seat);
        let mut actions = Vec::new();
        for (place, child) in self.children.iter().enumerate() {
            let together = reaches[place].iter().zip(&origins[place]);
            let weight: f64 =
                together.map(|(&reach, &origin)| f64::from(reach) * pairs[origin as usize]).sum();
            let ChildValues { values, origins } = &values[place];
            let state = origins.iter().position(|&origin| origin as usize == reader.state);
            let seen = G::public(&self.root).seen_before(G::public(child), place);
            if let (Some(action), Some(state)) = (seen, state)
                && weight > 0.0
            {
                let value = f64::from(values[state]) / weight;
                actions.push(SeenAction { action, probability: weight / reader.weight, value });
            }
        }
        actions.sort_by_key(|seen| match seen.action {
            Seen::FaceDown(kind) => (kind, None),
            Seen::Open(action) => (action.kind().unwrap_or(Kind::Secret), Some(action)),
        });
        actions
    }
}
