//! One iteration: selection down the tree, evaluation, and backup.

use rand::Rng;

use super::selection::{Candidates, Lesson, SampledChoice};
use super::tree::{Layout, Lookup, Tree};
use super::{Evaluator, Ismcts, Observer, Selection};
use crate::game::{HiddenInformation, Seat, Turn};

/// Working state of a thread: the tree of its current block, and reused buffers.
#[derive(Debug)]
pub struct Worker<'a, G: HiddenInformation, F: Observer, S, L> {
    pub(super) search: &'a Ismcts<'a, G, F, S, L>,
    pub(super) root: Seat,
    pub(super) tree: Tree<F::Key<G::Information>, G::Action>,
    path: Vec<Step>,
    legal: Vec<G::Action>,
    scratch: Vec<f32>,
}

/// A decision on the way down.
#[derive(Clone, Debug)]
struct Step {
    node: u32,
    choice: SampledChoice,
    /// Reach before the choice, see [`Lesson::reach`].
    reach: [f32; 2],
}

impl<'a, G, F, S, L> Worker<'a, G, F, S, L>
where
    G: HiddenInformation,
    F: Observer,
    S: Selection,
    L: Evaluator<G>,
{
    /// Creates a worker with an empty tree, for a search from the perspective of this seat.
    pub fn new(search: &'a Ismcts<'a, G, F, S, L>, root: Seat) -> Self {
        let layout = Layout { prior: S::PRIOR, regrets: S::REGRETS };
        Self {
            search,
            root,
            tree: Tree::new(layout, search.memory),
            path: Vec::new(),
            legal: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Runs one iteration from `state`. Returns the value of the root for the root player, in units of the
    /// utility bound.
    pub fn iterate<R: Rng + ?Sized>(&mut self, state: &mut G::State, rng: &mut R) -> f64 {
        let game = self.search.game;
        self.path.clear();
        let mut reach = [1.0; 2];
        let utility = loop {
            match game.turn(state) {
                Turn::End => break game.utility(state),
                Turn::Chance => game.sample_outcome(state, rng),
                Turn::Player(actor) => {
                    let Some(action) = self.select(state, actor, &mut reach, rng) else {
                        break self.search.evaluator.value(game, state, rng);
                    };
                    game.play(state, action);
                }
            }
        };
        let mut value = utility / game.utility_bound();
        while let Some(step) = self.path.pop() {
            let actor = self.tree.nodes[step.node as usize].actor;
            #[expect(clippy::cast_possible_truncation, reason = "statistics have 32 bits")]
            let learnt = self.learn(&step, actor.from_first(value) as f32);
            value = actor.from_first(learnt.into());
        }
        self.root.from_first(value)
    }

    /// Clears the tree.
    pub(crate) fn clear(&mut self) {
        self.tree.clear();
    }

    /// Number of nodes in the tree.
    pub(crate) fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Value of `state` by the evaluator alone, after any chance events; otherwise as
    /// [`iterate`](Self::iterate).
    pub(crate) fn evaluate<R: Rng + ?Sized>(&self, state: &mut G::State, rng: &mut R) -> f64 {
        let game = self.search.game;
        let utility = loop {
            match game.turn(state) {
                Turn::End => break game.utility(state),
                Turn::Chance => game.sample_outcome(state, rng),
                Turn::Player(_) => break self.search.evaluator.value(game, state, rng),
            }
        };
        self.root.from_first(utility / game.utility_bound())
    }

    /// Selects the action to follow at a decision; `None` where the tree ends.
    fn select<R: Rng + ?Sized>(
        &mut self,
        state: &G::State,
        actor: Seat,
        reach: &mut [f32; 2],
        rng: &mut R,
    ) -> Option<G::Action> {
        let depth = self.path.len();
        let key = F::key(self.search.game, state, actor);
        let may_add = |tree: &Tree<_, _>| tree.has_room(0) || tree.nodes.is_empty();
        let node = match self.tree.find(key, actor, may_add)? {
            Lookup::Known(node) => node,
            Lookup::New(node) if depth == 0 => {
                self.tree.roots.push(node.try_into().ok()?);
                node
            }
            Lookup::New(_) => return None,
        };
        if self.tree.nodes[node].len == 0 {
            self.expand(node, state)?;
        }
        self.tree.nodes[node].visits += 1;
        let (choice, place) = self.choose(node, rng);
        let [own, opponent] = [reach[actor.index()], reach[(!actor).index()]];
        let node = node.try_into().ok()?;
        self.path.push(Step { node, choice, reach: [own, opponent] });
        reach[actor.index()] *= choice.ratio;
        Some(self.tree.actions[place])
    }

    /// Stores the actions of a node, in the game's order.
    fn expand(&mut self, node: usize, state: &G::State) -> Option<()> {
        self.search.game.actions(state, &mut self.legal);
        if !(self.tree.has_room(self.legal.len()) || self.tree.actions.is_empty()) {
            return None;
        }
        self.tree.set_actions(node, &self.legal);
        if S::PRIOR {
            let prior = &mut self.tree.prior[self.tree.nodes[node].range()];
            self.search.evaluator.prior(self.search.game, state, &self.legal, prior);
            // Negative numbers and NaN become 0.
            for prior in prior {
                *prior = prior.max(0.0);
            }
        }
        Some(())
    }

    /// Lets the rule choose. Also returns the index of the action in the columns.
    fn choose<R: Rng + ?Sized>(&mut self, node: usize, rng: &mut R) -> (SampledChoice, usize) {
        let tree = &self.tree;
        let node = &tree.nodes[node];
        let range = node.range();
        let candidates = Candidates {
            visits: &tree.visits[range.clone()],
            means: &tree.means[range.clone()],
            node_visits: node.visits,
            prior: tree.prior.get(range.clone()).unwrap_or_default(),
            regrets: tree.regrets.get(range.clone()).unwrap_or_default(),
            mean: node.mean,
        };
        let choice = self.search.selection.choose(&candidates, &mut self.scratch, rng);
        (choice, range.start + choice.index)
    }

    /// Updates a step with its `value` for the player who decided. Returns the value of the node for that
    /// player.
    #[expect(clippy::cast_precision_loss, reason = "visits of a block are few enough")]
    fn learn(&mut self, step: &Step, value: f32) -> f32 {
        let tree = &mut self.tree;
        let node = &mut tree.nodes[step.node as usize];
        let (mean, choice, reach) = (node.mean, step.choice, step.reach);
        let range = node.range();
        let mut lesson = Lesson {
            means: &tree.means[range.clone()],
            visits: &tree.visits[range.clone()],
            regrets: tree.regrets.get_mut(range.clone()).unwrap_or_default(),
            strategy: tree.strategy.get_mut(range.clone()).unwrap_or_default(),
            mean,
            choice,
            value,
            reach,
        };
        let learnt = self.search.selection.learn(&mut lesson, &mut self.scratch);
        let place = range.start + choice.index;
        node.mean += (learnt - mean) / node.visits as f32;
        tree.visits[place] += 1;
        tree.means[place] += (value - tree.means[place]) / tree.visits[place] as f32;
        learnt
    }
}
