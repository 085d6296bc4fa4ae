//! Compiles a game to its sequence form, by one walk through every history.

use std::collections::hash_map;
use std::fmt;

use indexmap::{IndexMap, map};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::payoffs::PayoffEnds;
use super::treeplex::{FoundSet, Treeplex};
use super::{Player, SequenceForm, Sizes};
use crate::game::{HiddenInformation, Turn};
use crate::search::budget::{RunContext, Stop};

/// States between two checks of the limits.
const PACE: u64 = 1 << 14;

/// Reason why a game was not compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompileError {
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The memory limit was reached.
    #[error("the compiled game needs more than {limit_bytes} bytes")]
    Memory {
        /// Memory limit.
        limit_bytes: u64,
    },
    /// One player has more sequences than 32 bits can count.
    #[error("a player has more than {} sequences", u32::MAX)]
    Sequences,
    /// The game breaks its contract.
    #[error(
        "the game lacks perfect recall: a player reaches the same information state after different numbers of decisions"
    )]
    Recall,
}

/// Information states of a player during the search.
struct SeatSearch<G: HiddenInformation> {
    places: FxHashMap<G::Information, u32>,
    keys: Vec<G::Information>,
    found: Vec<FoundSet>,
    actions: Vec<G::Action>,
    spare: Vec<G::Action>,
}

impl<G: HiddenInformation> Default for SeatSearch<G> {
    fn default() -> Self {
        Self {
            places: FxHashMap::default(),
            keys: Vec::new(),
            found: Vec::new(),
            actions: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<G: HiddenInformation> SeatSearch<G> {
    fn bytes(&self) -> usize {
        // A hash map keeps at least an eighth of its table free, and doubles while the old table still
        // exists.
        let map = self.places.capacity() * (size_of::<(G::Information, u32)>() + 1) * 8 / 7;
        let parents = size_of::<(u32, f64)>();
        map + self.keys.capacity() * size_of::<G::Information>()
            + self.found.capacity() * (size_of::<FoundSet>() + parents)
            + self.actions.capacity() * size_of::<G::Action>()
    }

    /// First sequence of the information state. Records that `parent` leads to it with this chance
    /// probability.
    // Six parameters: the position of the walk, which is not stored anywhere else.
    #[expect(clippy::cast_possible_truncation, reason = "there are not more information sets than sequences")]
    fn meet(
        &mut self,
        game: &G,
        state: &G::State,
        key: G::Information,
        parent: SeatWay,
        chance: f64,
    ) -> Result<u32, CompileError> {
        let place = match self.places.entry(key) {
            hash_map::Entry::Occupied(place) => *place.get(),
            hash_map::Entry::Vacant(place) => {
                game.actions(state, &mut self.spare);
                // Sequence 0 is the empty one.
                let first = self.actions.len() + 1;
                if u32::try_from(first + self.spare.len()).is_err() {
                    return Err(CompileError::Sequences);
                }
                self.keys.push(key);
                self.actions.extend_from_slice(&self.spare);
                let [first, actions] = [first, self.spare.len()].map(|count| count as u32);
                let parents = Vec::with_capacity(1);
                self.found.push(FoundSet { first, actions, depth: parent.depth, parents });
                *place.insert(self.found.len() as u32 - 1)
            }
        };
        let set = &mut self.found[place as usize];
        if set.depth != parent.depth {
            return Err(CompileError::Recall);
        }
        match set.parents.iter_mut().find(|(sequence, _)| *sequence == parent.sequence) {
            Some((_, sum)) => *sum += chance,
            None => set.parents.push((parent.sequence, chance)),
        }
        Ok(set.first)
    }
}

/// Decisions of a player on the way to a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SeatWay {
    sequence: u32,
    /// Decisions so far.
    depth: u32,
}

/// Histories that are equivalent from here on: the same state, after the same sequences. For the player to
/// act, the sequence is the first one of the decision.
type AlikeHistories<G> = (<G as HiddenInformation>::State, [SeatWay; 2]);

/// Number of histories, and their total chance probability.
#[derive(Clone, Copy)]
struct Many {
    chance: f64,
    histories: u64,
}

/// Histories of the same length, with equivalent ones merged, in the order in which they were found.
type Layer<G> = IndexMap<AlikeHistories<G>, Many, FxBuildHasher>;

fn bytes<G: HiddenInformation>(layer: &Layer<G>) -> usize {
    // An entry with its hash, and its index in the table.
    layer.capacity() * (size_of::<(AlikeHistories<G>, Many)>() + 2 * size_of::<usize>() + 2)
}

/// Maximum number of states in a layer. A larger limit would find more equivalent histories, and take more
/// memory.
const WIDEST: usize = 1 << 20;

struct Compilation<'a, G: HiddenInformation> {
    game: &'a G,
    seats: [SeatSearch<G>; 2],
    ends: PayoffEnds,
    nodes: u64,
    end_nodes: u64,
    states: u64,
    limit_bytes: u64,
    context: RunContext<'a>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Outcome, f64)>,
    /// Bytes of the layers being processed.
    waiting: usize,
    peak_bytes: usize,
}

impl<G: HiddenInformation> Compilation<'_, G> {
    fn look_at_limits(&mut self, layer: usize) -> Result<(), CompileError> {
        self.context.progress.advance(PACE);
        if let Some(stop) = self.context.cancel.reason() {
            return Err(stop.into());
        }
        let bytes = self.ends.bytes()
            + self.seats.iter().map(SeatSearch::bytes).sum::<usize>()
            + self.waiting
            + layer;
        self.peak_bytes = self.peak_bytes.max(bytes);
        if bytes as u64 > self.limit_bytes {
            return Err(CompileError::Memory { limit_bytes: self.limit_bytes });
        }
        Ok(())
    }

    /// Processes these states to the end, layer by layer. The next layer is processed early when it becomes
    /// too wide.
    fn follow(&mut self, mut layer: Layer<G>) -> Result<(), CompileError> {
        while !layer.is_empty() {
            let here = bytes::<G>(&layer);
            self.waiting += here;
            let mut next = Layer::<G>::default();
            for ((state, ways), many) in layer {
                self.states += 1;
                if self.states.is_multiple_of(PACE) {
                    self.look_at_limits(bytes::<G>(&next))?;
                }
                self.expand(&state, ways, many, &mut next)?;
                if next.len() >= WIDEST {
                    self.follow(std::mem::take(&mut next))?;
                }
            }
            self.waiting -= here;
            layer = next;
        }
        Ok(())
    }

    /// Adds the successors of a state.
    fn expand(
        &mut self,
        state: &G::State,
        ways: [SeatWay; 2],
        many: Many,
        next: &mut Layer<G>,
    ) -> Result<(), CompileError> {
        match self.game.turn(state) {
            Turn::End => {}
            Turn::Chance => {
                let mut outcomes = std::mem::take(&mut self.outcomes);
                self.game.outcomes(state, &mut outcomes);
                for &(outcome, probability) in &outcomes {
                    let mut state = state.clone();
                    self.game.apply_chance(&mut state, outcome);
                    self.arrive(state, ways, Many { chance: many.chance * probability, ..many }, next)?;
                }
                self.outcomes = outcomes;
            }
            Turn::Player(seat) => {
                let mut actions = std::mem::take(&mut self.actions);
                self.game.actions(state, &mut actions);
                let SeatWay { sequence: first, depth } = ways[seat.index()];
                for (sequence, &action) in (first..).zip(&actions) {
                    let mut state = state.clone();
                    self.game.play(&mut state, action);
                    let mut ways = ways;
                    ways[seat.index()] = SeatWay { sequence, depth };
                    self.arrive(state, ways, many, next)?;
                }
                self.actions = actions;
            }
        }
        Ok(())
    }

    /// Counts histories, and adds them to the next layer if they have not ended.
    fn arrive(
        &mut self,
        state: G::State,
        mut ways: [SeatWay; 2],
        many: Many,
        next: &mut Layer<G>,
    ) -> Result<(), CompileError> {
        self.nodes = self.nodes.saturating_add(many.histories);
        match self.game.turn(&state) {
            Turn::End => {
                self.end_nodes = self.end_nodes.saturating_add(many.histories);
                let value = many.chance * self.game.utility(&state);
                self.ends.add(ways[0].sequence, ways[1].sequence, value);
                return Ok(());
            }
            Turn::Chance => {}
            Turn::Player(seat) => {
                let key = self.game.information(&state, seat);
                let way = &mut ways[seat.index()];
                let sequence = self.seats[seat.index()].meet(self.game, &state, key, *way, many.chance)?;
                *way = SeatWay { sequence, depth: way.depth + 1 };
            }
        }
        match next.entry((state, ways)) {
            map::Entry::Occupied(mut alike) => {
                let alike = alike.get_mut();
                alike.chance += many.chance;
                alike.histories = alike.histories.saturating_add(many.histories);
            }
            map::Entry::Vacant(place) => {
                place.insert(many);
            }
        }
        Ok(())
    }
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// Compiles a game by a single walk through it on one thread, merging equivalent histories.
    ///
    /// Progress is counted in states. Where a player's information states forget the order of chance events,
    /// histories are merged: see [`HiddenInformation`].
    ///
    /// # Errors
    ///
    /// Returns an error if the run is canceled, if it would use more than `limit_bytes` of memory, or if the
    /// game breaks its contract.
    pub fn compile(game: &G, limit_bytes: u64, context: RunContext<'_>) -> Result<Self, CompileError> {
        let mut walk = Compilation {
            game,
            seats: [SeatSearch::default(), SeatSearch::default()],
            ends: PayoffEnds::default(),
            nodes: 0,
            end_nodes: 0,
            states: 0,
            limit_bytes,
            context,
            actions: Vec::new(),
            outcomes: Vec::new(),
            waiting: 0,
            peak_bytes: 0,
        };
        let mut start = Layer::<G>::default();
        let nothing = [SeatWay { sequence: 0, depth: 0 }; 2];
        walk.arrive(game.start(), nothing, Many { chance: 1.0, histories: 1 }, &mut start)?;
        walk.follow(start)?;
        walk.look_at_limits(0)?;
        let Compilation { seats, ends, nodes, end_nodes, states, peak_bytes, .. } = walk;
        let information_sets = seats.each_ref().map(|search| search.found.len());
        let mut renumbered = [Vec::new(), Vec::new()];
        let mut players = Vec::new();
        for (search, renumbered) in seats.into_iter().zip(&mut renumbered) {
            let SeatSearch { places, keys, found, actions, .. } = search;
            drop(places);
            let firsts: Vec<(u32, u32)> = found.iter().map(|set| (set.first, set.actions)).collect();
            let ordered = Treeplex::order(found, actions.len());
            *renumbered = ordered.renumbered;
            let keys = ordered.found_at.iter().map(|&place| keys[place as usize]).collect();
            let actions = ordered.found_at.iter().flat_map(|&place| {
                let (first, count) = firsts[place as usize];
                actions[first as usize - 1..(first + count) as usize - 1].iter().copied()
            });
            players.push(Player { keys, actions: actions.collect(), treeplex: ordered.treeplex });
        }
        let [first, second] = [0, 1].map(|seat| players[seat].treeplex.sequences());
        let payoffs = ends.finish([&renumbered[0], &renumbered[1]], [first, second]);
        let Ok(players) = <[Player<G>; 2]>::try_from(players) else { return Err(CompileError::Recall) };
        Ok(Self { sizes: Sizes { nodes, end_nodes, states, information_sets, peak_bytes }, players, payoffs })
    }
}

impl<G: HiddenInformation> fmt::Debug for SequenceForm<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SequenceForm").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}
