//! Iterations until a requested exploitability.

use super::average::AverageStrategy;
use super::gadget::{Entrance, Gadget};
use super::given::{self, GivenStrategy};
use super::reply::{Averages, ChildEdge, Sums};
use super::size::{Size, size_of};
use super::train::{Kept, Traversal};
use super::tree::{Edge, Tree, Unbuilt};
use crate::game::{CountedTree, PublicTree, Seat};
use crate::search::budget::{CancelToken, RunContext, Stop};
use crate::search::cfr::{Exploitability, RegretRule};

/// Limit on the number of subtree shapes. Trees with more do not fit into the memory of a machine.
const MOST_SHAPES: usize = 1 << 22;

/// The tree needs more memory than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{needed} bytes of memory needed, more than the {limit} allowed")]
pub struct TooLarge {
    /// Bytes needed.
    pub needed: u64,
    /// Bytes allowed.
    pub limit: u64,
}

/// Stopping criteria.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Goal {
    /// Stop when the exploitability of the strategies is at most this, in units of utility.
    pub exploitability: f64,
    /// Stop after this many iterations in total.
    pub iterations: u64,
}

/// Result of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RunReport {
    /// Value and exploitability of the average strategies.
    pub exploitability: Exploitability,
    /// Number of iterations done, including those of earlier runs.
    pub iterations: u64,
    /// Reason why the run stopped before it reached its goal, if it did.
    pub stopped: Option<Stop>,
}

/// Values of the subtree below one child of the root.
#[derive(Clone, PartialEq, Debug)]
pub struct ChildValues {
    /// Counterfactual value of each private state of the player at the child.
    pub values: Vec<f32>,
    /// Origin at the root of each private state of the player at the child.
    pub origins: Vec<u32>,
}

/// Counterfactual regret minimization over the public tree of a game.
#[derive(Debug)]
pub struct Solver<'a, G: PublicTree> {
    game: &'a G,
    rule: RegretRule,
    tree: Tree<G::Leaf>,
    size: Size,
    regrets: Vec<f32>,
    instants: Vec<f32>,
    averages: Vec<f32>,
    roots: [Vec<f32>; 2],
    entrance: Option<Entrance>,
    iterations: u64,
    /// Total weight of the iterations.
    weight: f64,
}

impl<'a, G: PublicTree> Solver<'a, G> {
    /// A new solver for this game, with all regrets 0. The size of the tree is counted before it is built.
    ///
    /// # Errors
    ///
    /// Returns an error if the solver needs more than `limit` bytes.
    pub fn new(game: &'a mut G, rule: RegretRule, limit: u64) -> Result<Self, TooLarge>
    where
        G: CountedTree,
    {
        let size = size_of(game, MOST_SHAPES, &CancelToken::new())
            .map_err(|_| TooLarge { needed: u64::MAX, limit })?;
        let needed = size.bytes(rule);
        // Nodes and edges are numbered with 32 bits.
        if needed > limit || size.nodes >= u64::from(u32::MAX) {
            return Err(TooLarge { needed, limit });
        }
        let built = Self::grow(game, rule, u64::MAX, &CancelToken::new());
        let solver = built.map_err(|_| TooLarge { needed, limit })?;
        Ok(Self { size, ..solver })
    }

    /// A new solver for a game whose tree cannot be counted beforehand. It builds the tree until it is
    /// complete, needs more than `limit` bytes, or the run is canceled.
    ///
    /// # Errors
    ///
    /// Returns an error if the tree is not complete.
    pub fn grow(
        game: &'a mut G,
        rule: RegretRule,
        limit: u64,
        cancel: &CancelToken,
    ) -> Result<Self, Unbuilt> {
        let numbers = if rule.predicts() { 2 } else { 1 };
        let tree = Tree::build(game, numbers, limit, cancel)?;
        let game = &*game;
        let instants = if rule.predicts() { tree.sequences } else { 0 };
        let size = Size {
            nodes: tree.public_states() as u64,
            leaves: tree.leaves() as u64,
            skipped: tree.skipped() as u64,
            information_sets: tree.information_sets,
            sequences: tree.sequences as u64,
            averages: tree.averages as u64,
            pairs: 0,
            shared_bytes: (game.shared_bytes() + tree.passage_bytes()) as u64,
        };
        Ok(Self {
            game,
            rule,
            size,
            regrets: vec![0.0; tree.sequences],
            instants: vec![0.0; instants],
            averages: vec![0.0; tree.averages],
            tree,
            roots: Seat::BOTH.map(|seat| game.reaches(seat)),
            entrance: None,
            iterations: 0,
            weight: 0.0,
        })
    }

    /// Places a gadget before the root. The resulting strategy of the player who cannot leave is to replace
    /// an old one.
    ///
    /// # Panics
    ///
    /// If the number of alternatives differs from the number of private states at the root.
    #[must_use]
    pub fn behind(self, gadget: Gadget) -> Self {
        let all = self.roots[gadget.seat.index()].clone();
        let entrance = Entrance::new(gadget, all);
        Self { entrance: Some(entrance), ..self }
    }

    /// Best-response values of the private states of `seat` at the root against this strategy of the other
    /// player, whose reaches are those of the game; see [`best_reply_to`](super::best_reply_to).
    pub fn best_reply_to(&self, seat: Seat, strategy: &mut impl GivenStrategy<G::Node>) -> Vec<f32> {
        given::in_tree(self.game, &self.tree, seat, &self.roots[(!seat).index()], strategy)
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &G {
        self.game
    }

    /// Size of the tree.
    #[must_use]
    pub const fn size(&self) -> &Size {
        &self.size
    }

    /// Actual size of the tree: nodes, sequences, averages and information sets.
    #[must_use]
    pub fn built(&self) -> [u64; 4] {
        let tree = &self.tree;
        [tree.public_states() as u64, tree.sequences as u64, tree.averages as u64, tree.information_sets]
    }

    /// Runs one iteration: updates the regrets of both players, the first player's first.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let weight = self.rule.weight(self.iterations);
        self.weight += weight;
        for updating in Seat::BOTH {
            let discount = self.rule.discount(self.iterations);
            #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
            let walk = Traversal {
                game: self.game,
                tree: &self.tree,
                rule: self.rule,
                updating,
                discount,
                weight: weight as f32,
            };
            let root = self.tree.node(0);
            let mut values = vec![0.0; root.states(updating)];
            let mut scratch = vec![0.0; root.scratch];
            let mut kept = Kept::new(&mut self.regrets, &mut self.instants, &mut self.averages);
            let reaches = match &mut self.entrance {
                Some(entrance) if entrance.seat() != updating => {
                    entrance.add(walk.weight);
                    entrance.reaches()
                }
                _ => &self.roots[(!updating).index()],
            };
            walk.walk(0, reaches, &mut kept, &mut values, &mut scratch);
            if let Some(entrance) = self.entrance.as_mut().filter(|entrance| entrance.seat() == updating) {
                entrance.update(self.rule, discount, &values);
            }
        }
    }

    /// Iterates until the goal is reached or the run is canceled.
    ///
    /// The exploitability of the averages is computed at iterations that depend on earlier results only.
    pub fn run(&mut self, goal: Goal, context: RunContext<'_>) -> RunReport {
        let mut looks = Looks::new(self.iterations);
        // The best responses to the present averages, where they are known.
        let mut best = None;
        let stopped = loop {
            if let Some(reason) = context.cancel.reason() {
                break Some(reason);
            }
            if self.iterations >= goal.iterations {
                break None;
            }
            self.iterate();
            best = None;
            context.progress.advance(1);
            // A goal of 0 is hardly ever reached, and not worth looking for.
            let may_end = goal.exploitability > 0.0 && self.iterations < goal.iterations;
            if may_end && looks.is_due(self.iterations) {
                let found = best.insert(self.best()).iter().sum::<f64>() / 2.0;
                if found <= goal.exploitability {
                    break None;
                }
                looks.schedule(self.iterations, found, goal.exploitability);
            }
        };
        let exploitability = self.exploitability_beside(best.unwrap_or_else(|| self.best()));
        RunReport { exploitability, iterations: self.iterations, stopped }
    }

    /// Value of the average strategies for the first player, and gains of best responses, exact up
    /// to rounding.
    #[must_use]
    pub fn exploitability(&self) -> Exploitability {
        self.exploitability_beside(self.best())
    }

    /// The exploitability, given the value of each player's best response.
    fn exploitability_beside(&self, [first, second]: [f64; 2]) -> Exploitability {
        // Leaving has the same value against any strategy of the other player, whose reaches are those at the
        // root.
        let seat = self.entrance.as_ref().map_or(Seat::First, |entrance| !entrance.seat());
        let value = seat.from_first(self.sum(seat, &self.row_values(seat)) - self.by_leaving());
        Exploitability { value, gains: [first - value, second + value] }
    }

    /// Gain of leaving, for the player who may leave.
    fn by_leaving(&self) -> f64 {
        self.entrance.as_ref().map_or(0.0, |entrance| entrance.by_leaving(self.weight))
    }

    /// Value of each player's best response.
    fn best(&self) -> [f64; 2] {
        Seat::BOTH.map(|seat| {
            let values = self.best_reply(seat);
            match &self.entrance {
                Some(entrance) if entrance.seat() == seat => entrance.best(&values),
                _ => self.sum(seat, &values) - self.by_leaving(),
            }
        })
    }

    /// The average strategies, without the game.
    #[must_use]
    pub fn into_average(self) -> AverageStrategy<G::Leaf> {
        let roots = Seat::BOTH.map(|seat| self.root_sums(seat));
        AverageStrategy::new(self.tree, self.averages, roots)
    }

    /// Value of the game for a player whose private states at the root have these values.
    fn sum(&self, seat: Seat, values: &[f32]) -> f64 {
        let parts = values.iter().zip(&self.roots[seat.index()]);
        parts.map(|(&value, &reach)| f64::from(value) * f64::from(reach)).sum()
    }

    /// Values of a player's best response to the other's average strategy: the counterfactual value of each
    /// private state at the root, that is, weighted by the other player's reach and by chance.
    #[must_use]
    pub fn best_reply(&self, seat: Seat) -> Vec<f32> {
        let values = self.averages().best_reply(seat, &self.root_sums(!seat));
        self.in_units(values)
    }

    /// Counterfactual values of a player's private states at the root when both play their average strategies.
    /// 0 if the reach of the state is 0.
    #[must_use]
    pub fn row_values(&self, seat: Seat) -> Vec<f32> {
        let (own, others) = (self.root_sums(seat), self.root_sums(!seat));
        let mut values = self.averages().of_profile(seat, &own, &others);
        divide(&mut values, &own);
        self.in_units(values)
    }

    /// For each child of the root in order, the values for a player who continues with a best response to the
    /// other player's average strategy.
    #[must_use]
    pub fn best_replies_to_children(&self, seat: Seat) -> Vec<ChildValues> {
        let mut all = Vec::new();
        let mut origins = self.origins_of_children(seat).into_iter();
        let root = self.tree.node(0);
        let mut scratch = vec![0.0; root.scratch];
        self.averages().of_children(root, seat, &self.root_sums(!seat), &mut scratch, &mut |_, values| {
            let origins = origins.next().unwrap_or_default();
            all.push(ChildValues { values: self.in_units(values.to_vec()), origins });
        });
        all
    }

    /// For each child of the root in order, the counterfactual values of a player's private states when both
    /// play their average strategies. 0 if the reach of the state is 0.
    #[must_use]
    pub fn row_values_of_children(&self, seat: Seat) -> Vec<ChildValues> {
        let (own, others) = (self.root_sums(seat), self.root_sums(!seat));
        let (averages, root) = (self.averages(), self.tree.node(0));
        let children = averages.sums.children(root, seat).zip(averages.sums.children(root, !seat));
        let of_edge = |((to, to_others), origins): ((ChildEdge, ChildEdge), Vec<u32>)| {
            let mut buffers = [(to, seat), (to_others, !seat)]
                .map(|(to, seat)| vec![0.0; averages.sums.buffer_of_child(root, to, seat)]);
            let [of_seat, of_other] = &mut buffers;
            let own = averages.sums.reaches_of_child(root, to, seat, &own, of_seat).there;
            let others = averages.sums.reaches_of_child(root, to_others, !seat, &others, of_other).there;
            let mut values = averages.of_profile_at(to.edge, seat, [own, others]);
            divide(&mut values, own);
            ChildValues { values: self.in_units(values), origins }
        };
        children.zip(self.origins_of_children(seat)).map(of_edge).collect()
    }

    /// For each child of the root in order, the state at the root that each private state of a player comes
    /// from; the last of them where states merge.
    #[must_use]
    pub fn origins_of_children(&self, seat: Seat) -> Vec<Vec<u32>> {
        let of_edge = |edge: Edge| {
            let mut origins = vec![0; self.tree.states_at(edge, seat)];
            self.tree.passage(edge, seat).pairs(origins.len(), |child, state| {
                origins[child] = u32::try_from(state).unwrap_or(u32::MAX);
            });
            origins
        };
        self.tree.edges(self.tree.node(0)).iter().copied().map(of_edge).collect()
    }

    /// For each child of the root in order, the reaches of the private states under the player's average
    /// strategy.
    #[must_use]
    pub fn reaches_of_children(&self, seat: Seat) -> Vec<Vec<f32>> {
        let sums = self.root_sums(seat);
        let (averages, root) = (self.averages(), self.tree.node(0));
        let of_edge = |child: ChildEdge| {
            let mut buffer = vec![0.0; averages.sums.buffer_of_child(root, child, seat)];
            let there = averages.sums.reaches_of_child(root, child, seat, &sums, &mut buffer).there;
            self.in_units(there.to_vec())
        };
        averages.sums.children(root, seat).map(of_edge).collect()
    }

    pub(super) const fn sums(&self) -> Sums<'_, G::Leaf> {
        Sums { tree: &self.tree, sums: self.averages.as_slice() }
    }

    const fn averages(&self) -> Averages<'_, G> {
        Averages { game: self.game, sums: self.sums() }
    }

    /// Reaches of the root, summed over the iterations.
    pub(super) fn root_sums(&self, seat: Seat) -> Vec<f32> {
        if let Some(entrance) = self.entrance.as_ref().filter(|entrance| entrance.seat() == seat) {
            return entrance.sums().to_vec();
        }
        #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
        let weight = self.weight as f32;
        self.roots[seat.index()].iter().map(|reach| reach * weight).collect()
    }

    /// Converts sums over the iterations to means.
    fn in_units(&self, mut values: Vec<f32>) -> Vec<f32> {
        #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
        let inverse = if self.weight > 0.0 { (1.0 / self.weight) as f32 } else { 0.0 };
        for value in &mut values {
            *value *= inverse;
        }
        values
    }
}

/// Divides values by the reaches that they were multiplied by.
fn divide(values: &mut [f32], reaches: &[f32]) {
    for (value, &reach) in values.iter_mut().zip(reaches) {
        *value = if reach > 0.0 { *value / reach } else { 0.0 };
    }
}

/// Schedule of the exploitability checks: the next one is due when the exploitability should reach the goal
/// at its present rate.
struct Looks {
    next: u64,
    /// Iteration and exploitability of the last check.
    last: Option<(f64, f64)>,
}

/// Iterations before the first check.
const FIRST_LOOK: u64 = 5;
/// Largest factor between the iterations of two checks. A check costs about as much as an iteration, and the exploitability often
/// falls faster than it did before.
const LARGEST_STEP: f64 = 1.8;

impl Looks {
    const fn new(iterations: u64) -> Self {
        Self { next: iterations + FIRST_LOOK, last: None }
    }

    const fn is_due(&self, iterations: u64) -> bool {
        iterations >= self.next
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "at most twice a number of iterations"
    )]
    fn schedule(&mut self, iterations: u64, found: f64, goal: f64) {
        let now = iterations as f64;
        // Assumes that the exploitability falls as a power of the iterations.
        let power = match self.last {
            Some((before, then)) => (libm::log(then / found) / libm::log(now / before)).clamp(0.5, 4.0),
            None => 2.0,
        };
        self.last = Some((now, found));
        let factor = libm::pow(found / goal, 1.0 / power).clamp(1.05, LARGEST_STEP);
        self.next = (now * factor).ceil() as u64;
    }
}
