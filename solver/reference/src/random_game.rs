//! Random two-player games, which test all algorithms alike on games that nobody designed.
//!
//! A tree of chance, decisions and terminal states is drawn with random payoffs. After every step each player
//! gets a signal: the complete action after an own decision, a random part of the event, down to nothing,
//! after chance or the opponent. A player's information is the sequence of all signals so far, so the games
//! have perfect recall.

use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;

use hanamachi_core::game::{HiddenInformation, Resample, Seat, Turn};

/// Size limits of a random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomGameShape {
    /// Number of steps of the longest history.
    pub depth: u8,
    /// Maximum number of actions, and of outcomes of chance; at least 2.
    pub width: u8,
    /// Approximate maximum number of states.
    pub states: u32,
}

impl RandomGameShape {
    /// Some dozen information sets.
    pub const SMALL: Self = Self { depth: 7, width: 3, states: 2_000 };
}

/// A game.
#[derive(Clone, Debug)]
pub struct RandomGame {
    nodes: Vec<RandomNode>,
    /// For each information state of each seat, its states with their cumulative probabilities under chance
    /// and uniform play.
    knowing: [Vec<Vec<(f64, RandomState)>>; 2],
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RandomState(u32);

/// Information state of a seat: a number for the signals so far. It includes the seat, because strategies are
/// queried without one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RandomInformation(Seat, u32);

#[derive(Clone, Copy, Debug)]
struct RandomNode {
    turn: Turn,
    /// Index of the first successor.
    first: u32,
    count: u8,
    known: [RandomInformation; 2],
    utility: f64,
    /// Chance probability of this state from the previous one; 1 after a decision.
    chance: f64,
    /// Probability under uniform play.
    likely: f64,
    depth: u8,
}

/// Signal to a seat after a step, and its observation of the new state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Heard {
    before: Option<RandomInformation>,
    /// Whether the seat made the decision itself.
    own: bool,
    what: u8,
    /// Number of actions if the seat acts next, otherwise 0.
    actions: u8,
    over: bool,
}

/// The signal as a number.
type SignalNumbers = [FxHashMap<Heard, RandomInformation>; 2];

impl RandomGame {
    /// Draws a game.
    pub fn new<R: Rng + ?Sized>(shape: RandomGameShape, rng: &mut R) -> Self {
        let mut numbers = SignalNumbers::default();
        let mut nodes = Vec::new();
        let mut grow = |nodes: &mut Vec<RandomNode>,
                        before: Option<(RandomNode, u8, [u8; 2])>,
                        chance,
                        likely,
                        rng: &mut R| {
            let depth = before.map_or(0, |(node, ..)| node.depth + 1);
            let (turn, count) = next(shape, depth, nodes.len(), rng);
            let known = Seat::BOTH.map(|seat| {
                let own = before.is_some_and(|(node, ..)| node.turn == Turn::Player(seat));
                let what = before.map_or(0, |(_, step, parts)| if own { step } else { parts[seat.index()] });
                let heard = Heard {
                    before: before.map(|(node, ..)| node.known[seat.index()]),
                    own,
                    what,
                    actions: if turn == Turn::Player(seat) { count } else { 0 },
                    over: turn == Turn::End,
                };
                number(&mut numbers[seat.index()], seat, heard)
            });
            let utility = if turn == Turn::End { rng.random_range(-1.0..1.0) } else { 0.0 };
            nodes.push(RandomNode { turn, first: 0, count, known, utility, chance, likely, depth });
        };
        grow(&mut nodes, None, 1.0, 1.0, rng);
        let mut place = 0;
        while place < nodes.len() {
            let node = nodes[place];
            #[expect(clippy::cast_possible_truncation, reason = "the shape counts them in 32 bits")]
            let first = nodes.len() as u32;
            nodes[place].first = first;
            // Number of events that each player can distinguish; half of the time it is 1, and the player
            // learns nothing.
            let parts =
                Seat::BOTH.map(|_| if rng.random() { 1 } else { rng.random_range(1..=node.count.max(1)) });
            let weights: Vec<f64> = (0..node.count).map(|_| f64::from(rng.random_range(1..=4))).collect();
            let all: f64 = weights.iter().sum();
            for (step, weight) in (0..node.count).zip(weights) {
                let chance = if node.turn == Turn::Chance { weight / all } else { 1.0 };
                let likely = node.likely
                    * if node.turn == Turn::Chance { chance } else { 1.0 / f64::from(node.count) };
                let before = Some((node, step, parts.map(|parts| step % parts)));
                grow(&mut nodes, before, chance, likely, rng);
            }
            place += 1;
        }
        let knowing = Seat::BOTH.map(|seat| {
            let mut knowing = vec![Vec::new(); numbers[seat.index()].len()];
            for (node, state) in nodes.iter().zip((0..).map(RandomState)) {
                let states: &mut Vec<(f64, RandomState)> = &mut knowing[node.known[seat.index()].1 as usize];
                let sum = states.last().map_or(0.0, |&(sum, _)| sum);
                states.push((sum + node.likely, state));
            }
            knowing
        });
        Self { nodes, knowing }
    }

    /// The number of states.
    #[must_use]
    pub fn states(&self) -> usize {
        self.nodes.len()
    }

    fn node(&self, state: RandomState) -> &RandomNode {
        &self.nodes[state.0 as usize]
    }

    /// Applies the step with this number, if it exists.
    fn step(&self, state: &mut RandomState, step: u8) {
        let node = self.node(*state);
        if step < node.count {
            state.0 = node.first + u32::from(step);
        }
    }
}

/// Next event in a state after this many steps, and its number of successors.
fn next<R: Rng + ?Sized>(shape: RandomGameShape, depth: u8, states: usize, rng: &mut R) -> (Turn, u8) {
    let turn = match rng.random_range(0..16) {
        _ if depth >= shape.depth || states >= shape.states as usize => Turn::End,
        0 if depth > 1 => Turn::End,
        0..4 => Turn::Chance,
        4..10 => Turn::Player(Seat::First),
        _ => Turn::Player(Seat::Second),
    };
    let count = if turn == Turn::End { 0 } else { rng.random_range(2..=shape.width.max(2)) };
    (turn, count)
}

fn number(numbers: &mut FxHashMap<Heard, RandomInformation>, seat: Seat, heard: Heard) -> RandomInformation {
    #[expect(clippy::cast_possible_truncation, reason = "no more than states")]
    let new = RandomInformation(seat, numbers.len() as u32);
    *numbers.entry(heard).or_insert(new)
}

impl HiddenInformation for RandomGame {
    type State = RandomState;
    type Action = u8;
    type Outcome = u8;
    type Information = RandomInformation;

    fn start(&self) -> RandomState {
        RandomState(0)
    }

    fn turn(&self, state: &RandomState) -> Turn {
        self.node(*state).turn
    }

    fn actions(&self, state: &RandomState, actions: &mut Vec<u8>) {
        actions.clear();
        if let RandomNode { turn: Turn::Player(_), count, .. } = *self.node(*state) {
            actions.extend(0..count);
        }
    }

    fn play(&self, state: &mut RandomState, action: u8) {
        self.step(state, action);
    }

    fn outcomes(&self, state: &RandomState, outcomes: &mut Vec<(u8, f64)>) {
        outcomes.clear();
        if let RandomNode { turn: Turn::Chance, count, first, .. } = *self.node(*state) {
            let chance = |outcome: u8| self.node(RandomState(first + u32::from(outcome))).chance;
            outcomes.extend((0..count).map(|outcome| (outcome, chance(outcome))));
        }
    }

    fn apply_chance(&self, state: &mut RandomState, outcome: u8) {
        self.step(state, outcome);
    }

    fn information(&self, state: &RandomState, seat: Seat) -> RandomInformation {
        self.node(*state).known[seat.index()]
    }

    /// Any value from −1 to 1.
    fn utility(&self, state: &RandomState) -> f64 {
        self.node(*state).utility
    }
}

impl Resample for RandomGame {
    /// Samples a state of this information by its probability under uniform play.
    fn resample<R: Rng + ?Sized>(&self, known: &RandomInformation, seat: Seat, rng: &mut R) -> RandomState {
        let Some(states) = self.knowing[seat.index()].get(known.1 as usize) else { return self.start() };
        let sum = states.last().map_or(0.0, |&(sum, _)| sum);
        let place = rng.random::<f64>() * sum;
        let found = states.partition_point(|&(sum, _)| sum <= place);
        states.get(found).or(states.last()).map_or(self.start(), |&(_, state)| state)
    }
}
