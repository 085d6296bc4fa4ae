//! One iteration: selection down the tree, evaluation, and backup.

use rand::Rng;

use super::evaluator::Evaluator;
use super::selection::{Candidates, Selection};
use super::tree::{NodeLayout, NodeLookup, Tree};
use crate::game::{HiddenInformation, Seat, Turn};

/// Working state of a thread: the tree of its current block, and reused buffers.
#[derive(Debug)]
pub(super) struct TreeWorker<'a, G: HiddenInformation, S, L> {
    game: &'a G,
    selection: &'a S,
    evaluator: &'a L,
    root: Seat,
    pub(super) tree: Tree<(Seat, G::Information), G::Action>,
    path: Vec<PathStep>,
    legal: Vec<G::Action>,
    scratch: Vec<f32>,
}

/// A decision on the way down.
#[derive(Clone, Debug)]
struct PathStep {
    node: u32,
    /// Index of the action among those of the node.
    choice: usize,
}

impl<'a, G, S, L> TreeWorker<'a, G, S, L>
where
    G: HiddenInformation,
    S: Selection,
    L: Evaluator<G>,
{
    /// Creates a worker with an empty tree of at most `memory` bytes, for a search from the perspective of this seat.
    pub(super) fn new(game: &'a G, selection: &'a S, evaluator: &'a L, memory: usize, root: Seat) -> Self {
        let layout = NodeLayout { prior: S::PRIOR };
        Self {
            game,
            selection,
            evaluator,
            root,
            tree: Tree::new(layout, memory),
            path: Vec::new(),
            legal: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Runs one iteration from `state`. Returns the value of the root for the root player, in units of the
    /// utility bound.
    pub(super) fn iterate<R: Rng + ?Sized>(&mut self, state: &mut G::State, rng: &mut R) -> f64 {
        let game = self.game;
        self.path.clear();
        let utility = loop {
            match game.turn(state) {
                Turn::End => break game.utility(state),
                Turn::Chance => game.sample_outcome(state, rng),
                Turn::Player(actor) => {
                    let Some(action) = self.select(state, actor, rng) else {
                        break self.evaluator.value(game, state, rng);
                    };
                    game.play(state, action);
                }
            }
        };
        let mut value = utility / game.utility_bound();
        while let Some(step) = self.path.pop() {
            let actor = self.tree.nodes[step.node as usize].actor;
            #[expect(clippy::cast_possible_truncation, reason = "statistics have 32 bits")]
            let own = actor.from_first(value) as f32;
            self.learn(&step, own);
            value = actor.from_first(own.into());
        }
        self.root.from_first(value)
    }

    /// Clears the tree.
    pub(super) fn clear(&mut self) {
        self.tree.clear();
    }

    /// Number of nodes in the tree.
    pub(super) fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Selects the action to follow at a decision; `None` where the tree ends.
    fn select<R: Rng + ?Sized>(&mut self, state: &G::State, actor: Seat, rng: &mut R) -> Option<G::Action> {
        let depth = self.path.len();
        let key = (actor, self.game.information(state, actor));
        let may_add = |tree: &Tree<_, _>| tree.has_room(0) || tree.nodes.is_empty();
        let node = match self.tree.find(key, actor, may_add)? {
            NodeLookup::Known(node) => node,
            NodeLookup::New(node) if depth == 0 => {
                self.tree.roots.push(node.try_into().ok()?);
                node
            }
            NodeLookup::New(_) => return None,
        };
        if self.tree.nodes[node].len == 0 {
            self.expand(node, state)?;
        }
        self.tree.nodes[node].visits += 1;
        let (choice, place) = self.choose(node, rng);
        self.path.push(PathStep { node: node.try_into().ok()?, choice });
        Some(self.tree.actions[place])
    }

    /// Stores the actions of a node, in the game's order.
    fn expand(&mut self, node: usize, state: &G::State) -> Option<()> {
        self.game.actions(state, &mut self.legal);
        if !(self.tree.has_room(self.legal.len()) || self.tree.actions.is_empty()) {
            return None;
        }
        self.tree.set_actions(node, &self.legal);
        if S::PRIOR {
            let prior = &mut self.tree.prior[self.tree.nodes[node].range()];
            self.evaluator.prior(self.game, state, &self.legal, prior);
            // Negative numbers and NaN become 0.
            for prior in prior {
                *prior = prior.max(0.0);
            }
        }
        Some(())
    }

    /// Lets the rule choose: the index of the action among those of the node, and in the columns.
    fn choose<R: Rng + ?Sized>(&mut self, node: usize, rng: &mut R) -> (usize, usize) {
        let tree = &self.tree;
        let node = &tree.nodes[node];
        let range = node.range();
        let candidates = Candidates {
            visits: &tree.visits[range.clone()],
            means: &tree.means[range.clone()],
            node_visits: node.visits,
            prior: tree.prior.get(range.clone()).unwrap_or_default(),
            mean: node.mean,
        };
        let choice = self.selection.choose(&candidates, &mut self.scratch, rng);
        (choice, range.start + choice)
    }

    /// Updates a step with its `value` for the player who decided.
    #[expect(clippy::cast_precision_loss, reason = "visits of a block are few enough")]
    fn learn(&mut self, step: &PathStep, value: f32) {
        let tree = &mut self.tree;
        let node = &mut tree.nodes[step.node as usize];
        node.mean += (value - node.mean) / node.visits as f32;
        let place = node.range().start + step.choice;
        tree.visits[place] += 1;
        tree.means[place] += (value - tree.means[place]) / tree.visits[place] as f32;
    }
}
