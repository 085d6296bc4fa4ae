//! One iteration: selection down the tree, evaluation, and backup.

use std::cmp::Ordering;
use std::ops::Range;

use rand::{Rng, RngExt};

use super::selection::{Availability, Candidates, Lesson, SampledChoice};
use super::tree::{Layout, Lookup, Node, Tree};
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
    /// Prior of each legal action.
    prior: Vec<f32>,
    /// Candidates of this iteration's steps at nodes with varying actions, by their index in the columns.
    listed: Vec<u32>,
    gathered: Gathered,
    /// Actions with their random tie-breaks, for sorting.
    order: Vec<(usize, u32)>,
    scratch: Vec<f32>,
}

/// A decision on the way down.
#[derive(Clone, Debug)]
struct Step {
    node: u32,
    candidates: Places,
    choice: SampledChoice,
    /// Reach before the choice, see [`Lesson::reach`].
    reach: [f32; 2],
}

/// Location of the candidates of a step.
#[derive(Clone, Debug)]
enum Places {
    /// A contiguous range of the columns.
    Row(Range<usize>),
    /// The indices in this part of the list.
    Listed(Range<usize>),
}

/// Copied columns of candidates that are not contiguous.
#[derive(Debug, Default)]
struct Gathered {
    prior: Vec<f32>,
    visits: Vec<u32>,
    means: Vec<f32>,
    availability: Vec<u32>,
    regrets: Vec<f32>,
    strategy: Vec<f64>,
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
        let varying = !Seat::BOTH.iter().all(|&actor| F::actions_are_known(actor, root));
        let layout = Layout { varying, prior: S::PRIOR, regrets: S::REGRETS };
        Self {
            search,
            root,
            tree: Tree::new(layout, search.memory),
            path: Vec::new(),
            legal: Vec::new(),
            prior: Vec::new(),
            listed: Vec::new(),
            gathered: Gathered::default(),
            order: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Runs one iteration from `state`. Returns the value of the root for the root player, in units of the
    /// utility bound.
    pub fn iterate<R: Rng + ?Sized>(&mut self, state: &mut G::State, rng: &mut R) -> f64 {
        let game = self.search.game;
        self.path.clear();
        self.listed.clear();
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
        let key = F::key(self.search.game, state, actor, self.root, depth);
        let may_add = |tree: &Tree<_, _>| tree.has_room(0) || tree.nodes.is_empty();
        let node = match self.tree.find(key, actor, may_add)? {
            Lookup::Known(node) => node,
            Lookup::New(node) if depth == 0 => {
                self.tree.roots.push(node.try_into().ok()?);
                node
            }
            Lookup::New(_) => return None,
        };
        let candidates = if F::actions_are_known(actor, self.root) {
            if self.tree.nodes[node].len == 0 {
                self.expand(node, state, rng)?;
            }
            let range = self.tree.nodes[node].range();
            let visit = self.visit(node);
            Places::Row(range.start..range.end.min(range.start + self.width(node, visit)))
        } else {
            self.list(node, state, rng)?
        };
        let (choice, place) = self.choose(node, &candidates, rng);
        let [own, opponent] = [reach[actor.index()], reach[(!actor).index()]];
        let node = node.try_into().ok()?;
        self.path.push(Step { node, candidates, choice, reach: [own, opponent] });
        reach[actor.index()] *= choice.ratio;
        Some(self.tree.actions[place])
    }

    /// Counts a visit.
    fn visit(&mut self, node: usize) -> u32 {
        let node = &mut self.tree.nodes[node];
        node.visits += 1;
        node.visits
    }

    /// Number of competing actions at this visit.
    fn width(&mut self, node: usize, visit: u32) -> usize {
        let Some(widening) = self.search.widening else { return usize::MAX / 2 };
        let node = &mut self.tree.nodes[node];
        if visit > node.widen_after {
            node.width = widening.width(visit).max(node.width);
            node.widen_after = widening.last_visit(node.width).max(visit);
        }
        node.width as usize
    }

    /// Stores the actions of a node whose states all have the same: sorted by prior with widening, otherwise
    /// in the game's order.
    fn expand<R: Rng + ?Sized>(&mut self, node: usize, state: &G::State, rng: &mut R) -> Option<()> {
        self.search.game.actions(state, &mut self.legal);
        if !(self.tree.has_room(self.legal.len()) || self.tree.actions.is_empty()) {
            return None;
        }
        self.look_up_prior(state);
        let (legal, prior) = (&self.legal, &self.prior);
        if self.search.widening.is_some() {
            let order = &mut self.order;
            order.clear();
            order.extend((0..legal.len()).map(|place| (place, rng.random::<u32>())));
            order.sort_unstable_by(|one, other| by_prior(prior, one, other));
            self.tree.set_actions(node, order.iter().map(|&(place, _)| legal[place]));
            if S::PRIOR {
                let start = self.tree.nodes[node].first as usize;
                let stored = &mut self.tree.prior[start..];
                stored.iter_mut().zip(&*order).for_each(|(stored, &(place, _))| *stored = prior[place]);
            }
        } else {
            self.tree.set_actions(node, legal.iter().copied());
            if S::PRIOR {
                let range = self.tree.nodes[node].range();
                self.tree.prior[range].copy_from_slice(prior);
            }
        }
        Some(())
    }

    /// Computes the prior of the legal actions, if it is used.
    fn look_up_prior(&mut self, state: &G::State) {
        if S::PRIOR || self.search.widening.is_some() {
            self.prior.clear();
            self.prior.resize(self.legal.len(), 0.0);
            let Ismcts { game, evaluator, .. } = self.search;
            evaluator.prior(game, state, &self.legal, &mut self.prior);
            // Negative numbers and NaN become 0.
            self.prior.iter_mut().for_each(|prior| *prior = prior.max(0.0));
        }
    }

    /// Lists the candidates of a node whose states differ in their legal actions: those that are legal in
    /// this state. Their prior is that of the player to act with the hand in this state.
    fn list<R: Rng + ?Sized>(&mut self, node: usize, state: &G::State, rng: &mut R) -> Option<Places> {
        self.search.game.actions(state, &mut self.legal);
        self.tree.admit(node, &self.legal, || rng.random());
        self.look_up_prior(state);
        let tree = &mut self.tree;
        let start = self.listed.len();
        let mut place = tree.nodes[node].first;
        let end = place + tree.nodes[node].len;
        self.gathered.prior.clear();
        for (index, &action) in self.legal.iter().enumerate() {
            while place < end && tree.actions[place as usize] < action {
                place += 1;
            }
            if place < end && tree.actions[place as usize] == action {
                tree.availability[place as usize] += 1;
                self.listed.push(place);
                self.gathered.prior.extend(self.prior.get(index));
            }
        }
        if self.listed.len() == start {
            return None;
        }
        let visit = self.visit(node);
        let width = self.width(node, visit);
        if width < self.listed.len() - start {
            self.keep_the_first(start, width);
        }
        Some(Places::Listed(start..self.listed.len()))
    }

    /// Keeps only the `width` candidates with the largest prior.
    fn keep_the_first(&mut self, start: usize, width: usize) {
        let (ties, prior) = (&self.tree.ties, &self.gathered.prior);
        let order = &mut self.order;
        order.clear();
        let listed = self.listed[start..].iter().enumerate();
        order.extend(listed.map(|(index, &place)| (index, ties[place as usize])));
        order.sort_unstable_by(|one, other| by_prior(prior, one, other));
        order.truncate(width);
        order.sort_unstable();
        for (kept, &(index, _)) in order.iter().enumerate() {
            self.listed[start + kept] = self.listed[start + index];
            self.gathered.prior[kept] = self.gathered.prior[index];
        }
        self.listed.truncate(start + width);
        self.gathered.prior.truncate(width);
    }

    /// Lets the rule choose. Also returns the index of the action in the columns.
    fn choose<R: Rng + ?Sized>(
        &mut self,
        node: usize,
        places: &Places,
        rng: &mut R,
    ) -> (SampledChoice, usize) {
        let tree = &self.tree;
        let Node { mean, visits, .. } = &tree.nodes[node];
        match places {
            Places::Row(range) => {
                let candidates = Candidates {
                    visits: &tree.visits[range.clone()],
                    means: &tree.means[range.clone()],
                    availability: Availability::All(*visits),
                    prior: tree.prior.get(range.clone()).unwrap_or_default(),
                    regrets: tree.regrets.get(range.clone()).unwrap_or_default(),
                    mean: *mean,
                };
                let choice = self.search.selection.choose(&candidates, &mut self.scratch, rng);
                (choice, range.start + choice.index)
            }
            Places::Listed(range) => {
                let listed = &self.listed[range.clone()];
                let columns = &mut self.gathered;
                gather(&tree.visits, listed, &mut columns.visits);
                gather(&tree.means, listed, &mut columns.means);
                gather(&tree.availability, listed, &mut columns.availability);
                gather(&tree.regrets, listed, &mut columns.regrets);
                let candidates = Candidates {
                    visits: &columns.visits,
                    means: &columns.means,
                    availability: Availability::Each(&columns.availability),
                    prior: &columns.prior,
                    regrets: &columns.regrets,
                    mean: *mean,
                };
                let choice = self.search.selection.choose(&candidates, &mut self.scratch, rng);
                (choice, listed[choice.index] as usize)
            }
        }
    }

    /// Updates a step with its `value` for the player who decided. Returns the value of the node for that
    /// player.
    #[expect(clippy::cast_precision_loss, reason = "visits of a block are few enough")]
    fn learn(&mut self, step: &Step, value: f32) -> f32 {
        let tree = &mut self.tree;
        let node = &mut tree.nodes[step.node as usize];
        let (mean, choice, reach) = (node.mean, step.choice, step.reach);
        let (learnt, place) = match &step.candidates {
            Places::Row(range) => {
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
                (learnt, range.start + choice.index)
            }
            Places::Listed(range) => {
                let listed = &self.listed[range.clone()];
                let learnt = if S::REGRETS {
                    let columns = &mut self.gathered;
                    gather(&tree.visits, listed, &mut columns.visits);
                    gather(&tree.means, listed, &mut columns.means);
                    gather(&tree.regrets, listed, &mut columns.regrets);
                    gather(&tree.strategy, listed, &mut columns.strategy);
                    let mut lesson = Lesson {
                        means: &columns.means,
                        visits: &columns.visits,
                        regrets: &mut columns.regrets,
                        strategy: &mut columns.strategy,
                        mean,
                        choice,
                        value,
                        reach,
                    };
                    let learnt = self.search.selection.learn(&mut lesson, &mut self.scratch);
                    scatter(&columns.regrets, listed, &mut tree.regrets);
                    scatter(&columns.strategy, listed, &mut tree.strategy);
                    learnt
                } else {
                    value
                };
                (learnt, listed[choice.index] as usize)
            }
        };
        node.mean += (learnt - mean) / node.visits as f32;
        tree.visits[place] += 1;
        tree.means[place] += (value - tree.means[place]) / tree.visits[place] as f32;
        learnt
    }
}

/// Sorts by descending prior, then by ascending tie-break. Entries are an index into the prior and a
/// tie-break.
fn by_prior(prior: &[f32], one: &(usize, u32), other: &(usize, u32)) -> Ordering {
    prior[other.0].total_cmp(&prior[one.0]).then((one.1, one.0).cmp(&(other.1, other.0)))
}

/// Copies the listed places of a column, if the column exists.
fn gather<T: Copy>(column: &[T], listed: &[u32], to: &mut Vec<T>) {
    to.clear();
    if !column.is_empty() {
        to.extend(listed.iter().map(|&place| column[place as usize]));
    }
}

/// Copies the values back to the listed places.
fn scatter<T: Copy>(from: &[T], listed: &[u32], column: &mut [T]) {
    for (&value, &place) in from.iter().zip(listed) {
        column[place as usize] = value;
    }
}
