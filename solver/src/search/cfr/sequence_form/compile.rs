//! From a game to its sequence form: one walk through every history.

use std::collections::hash_map::Entry;
use std::fmt;

use rustc_hash::FxHashMap;

use super::payoffs::Ends;
use super::treeplex::{Found, Treeplex};
use super::{Player, SequenceForm, Sizes};
use crate::game::{HiddenInformation, Turn};
use crate::search::budget::{CancelToken, Progress, Stop};

/// States between two looks at the limits.
const PACE: u64 = 1 << 14;

/// Why a game has no sequence form here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CompileError {
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// It needs more memory than it may use.
    #[error("the compiled game needs more than {limit_bytes} bytes")]
    Memory {
        /// What it may use.
        limit_bytes: u64,
    },
    /// One player has more sequences than 32 bits can count.
    #[error("a player has more than {} sequences", u32::MAX)]
    Sequences,
    /// The game breaks its contract.
    #[error(
        "the game forgets what a player did: in states that look the same the player has decided more or less often"
    )]
    Recall,
}

/// What a player's information states are, while they are being found.
struct Search<G: HiddenInformation> {
    places: FxHashMap<G::Information, u32>,
    keys: Vec<G::Information>,
    found: Vec<Found>,
    actions: Vec<G::Action>,
    spare: Vec<G::Action>,
}

impl<G: HiddenInformation> Default for Search<G> {
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

impl<G: HiddenInformation> Search<G> {
    fn bytes(&self) -> usize {
        // A table of a hash map is at least an eighth free and doubles; the new one stands beside the old.
        let map = self.places.capacity() * (size_of::<(G::Information, u32)>() + 1) * 8 / 7;
        let parents = size_of::<(u32, f64)>();
        map + self.keys.capacity() * size_of::<G::Information>()
            + self.found.capacity() * (size_of::<Found>() + parents)
            + self.actions.capacity() * size_of::<G::Action>()
    }

    /// The first sequence of the information state, in which `parent` comes before with this chance.
    #[expect(clippy::cast_possible_truncation, reason = "there are not more information sets than sequences")]
    fn meet(
        &mut self,
        game: &G,
        state: &G::State,
        key: G::Information,
        parent: Way,
        chance: f64,
    ) -> Result<u32, CompileError> {
        let place = match self.places.entry(key) {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(place) => {
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
                self.found.push(Found { first, actions, depth: parent.depth, parents });
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

/// What a player has decided on the way to a state.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Way {
    sequence: u32,
    /// Decisions so far.
    depth: u32,
}

/// Histories that are alike from here on: the same state, after the same sequences.
struct Alike<S> {
    state: S,
    /// The last sequence of each player; of the player who is to decide, the sequence before the first that the decision
    /// may end.
    ways: [Way; 2],
    /// How likely chance makes them together.
    chance: f64,
    /// How many they are.
    histories: u64,
}

/// Histories of the same length, alike ones together, in the order in which they were found.
struct Layer<G: HiddenInformation> {
    places: FxHashMap<(G::State, [Way; 2]), usize>,
    all: Vec<Alike<G::State>>,
}

impl<G: HiddenInformation> Default for Layer<G> {
    fn default() -> Self {
        Self { places: FxHashMap::default(), all: Vec::new() }
    }
}

impl<G: HiddenInformation> Layer<G> {
    fn add(&mut self, new: Alike<G::State>) {
        match self.places.entry((new.state.clone(), new.ways)) {
            Entry::Occupied(place) => {
                let alike = &mut self.all[*place.get()];
                alike.chance += new.chance;
                alike.histories = alike.histories.saturating_add(new.histories);
            }
            Entry::Vacant(place) => {
                place.insert(self.all.len());
                self.all.push(new);
            }
        }
    }

    fn bytes(&self) -> usize {
        self.all.capacity() * size_of::<Alike<G::State>>()
            + self.places.capacity() * (size_of::<(G::State, [Way; 2], usize)>() + 1) * 8 / 7
    }
}

/// States of a layer that are followed at once; a wider one is cut, so that memory stays bounded.
const WIDEST: usize = 1 << 20;

struct Walk<'a, G: HiddenInformation, P: Progress> {
    game: &'a G,
    seats: [Search<G>; 2],
    ends: Ends,
    nodes: u64,
    end_nodes: u64,
    visited: u64,
    limit_bytes: u64,
    cancel: &'a CancelToken,
    progress: &'a P,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Outcome, f64)>,
    /// Bytes of the layers that are waiting.
    waiting: usize,
}

impl<G: HiddenInformation, P: Progress> Walk<'_, G, P> {
    fn look_at_limits(&self, layer: usize) -> Result<(), CompileError> {
        self.progress.advance(PACE);
        if let Some(stop) = self.cancel.reason() {
            return Err(stop.into());
        }
        let bytes =
            self.ends.bytes() + self.seats.iter().map(Search::bytes).sum::<usize>() + self.waiting + layer;
        if bytes as u64 > self.limit_bytes {
            return Err(CompileError::Memory { limit_bytes: self.limit_bytes });
        }
        Ok(())
    }

    /// Follows these states to the end, layer by layer.
    fn follow(&mut self, mut layer: Vec<Alike<G::State>>) -> Result<(), CompileError> {
        while !layer.is_empty() {
            if layer.len() > WIDEST {
                let bytes = layer.capacity() * size_of::<Alike<G::State>>();
                self.waiting += bytes;
                while !layer.is_empty() {
                    let rest = layer.len().saturating_sub(WIDEST);
                    let part = layer.split_off(rest);
                    self.follow(part)?;
                }
                self.waiting -= bytes;
                return Ok(());
            }
            let mut next = Layer::default();
            for alike in layer {
                self.visited += 1;
                if self.visited.is_multiple_of(PACE) {
                    self.look_at_limits(next.bytes())?;
                }
                self.expand(&alike, &mut next)?;
            }
            layer = next.all;
        }
        Ok(())
    }

    /// Adds what may come after a state.
    fn expand(&mut self, alike: &Alike<G::State>, next: &mut Layer<G>) -> Result<(), CompileError> {
        let &Alike { ref state, ways, chance, histories } = alike;
        match self.game.turn(state) {
            Turn::End => {}
            Turn::Chance => {
                let mut outcomes = std::mem::take(&mut self.outcomes);
                self.game.outcomes(state, &mut outcomes);
                for &(outcome, probability) in &outcomes {
                    let mut state = state.clone();
                    self.game.happen(&mut state, outcome);
                    self.arrive(Alike { state, ways, chance: chance * probability, histories }, next)?;
                }
                self.outcomes = outcomes;
            }
            Turn::Player(seat) => {
                let mut actions = std::mem::take(&mut self.actions);
                self.game.actions(state, &mut actions);
                let Way { sequence: first, depth } = ways[seat.index()];
                for (sequence, &action) in (first..).zip(&actions) {
                    let mut state = state.clone();
                    self.game.play(&mut state, action);
                    let mut ways = ways;
                    ways[seat.index()] = Way { sequence, depth };
                    self.arrive(Alike { state, ways, chance, histories }, next)?;
                }
                self.actions = actions;
            }
        }
        Ok(())
    }

    /// Counts histories, and keeps them for the next layer if they go on.
    fn arrive(&mut self, mut new: Alike<G::State>, next: &mut Layer<G>) -> Result<(), CompileError> {
        self.nodes = self.nodes.saturating_add(new.histories);
        match self.game.turn(&new.state) {
            Turn::End => {
                self.end_nodes = self.end_nodes.saturating_add(new.histories);
                let value = new.chance * self.game.utility(&new.state);
                self.ends.add(new.ways[0].sequence, new.ways[1].sequence, value);
                return Ok(());
            }
            Turn::Chance => {}
            Turn::Player(seat) => {
                let key = self.game.information(&new.state, seat);
                let way = &mut new.ways[seat.index()];
                let sequence = self.seats[seat.index()].meet(self.game, &new.state, key, *way, new.chance)?;
                *way = Way { sequence, depth: way.depth + 1 };
            }
        }
        next.add(new);
        Ok(())
    }
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// The sequence form of a game, found by walking through it once, on one thread, alike histories together.
    ///
    /// Progress is counted in states. The order of chance that a player's information states forget is merged: see
    /// [`HiddenInformation`].
    ///
    /// # Errors
    ///
    /// It was cancelled, would use more than `limit_bytes` of memory, or breaks its contract.
    pub fn compile(
        game: &G,
        limit_bytes: u64,
        cancel: &CancelToken,
        progress: &impl Progress,
    ) -> Result<Self, CompileError> {
        let mut walk = Walk {
            game,
            seats: [Search::default(), Search::default()],
            ends: Ends::default(),
            nodes: 0,
            end_nodes: 0,
            visited: 0,
            limit_bytes,
            cancel,
            progress,
            actions: Vec::new(),
            outcomes: Vec::new(),
            waiting: 0,
        };
        let mut start = Layer::default();
        let nothing = Way { sequence: 0, depth: 0 };
        walk.arrive(
            Alike { state: game.start(), ways: [nothing; 2], chance: 1.0, histories: 1 },
            &mut start,
        )?;
        walk.follow(start.all)?;
        walk.look_at_limits(0)?;
        let Walk { seats, ends, nodes, end_nodes, .. } = walk;
        let information_sets = seats.each_ref().map(|search| search.found.len());
        let mut renumbered = [Vec::new(), Vec::new()];
        let mut players = Vec::new();
        for (search, renumbered) in seats.into_iter().zip(&mut renumbered) {
            let Search { places, keys, found, actions, .. } = search;
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
        Ok(Self { sizes: Sizes { nodes, end_nodes, information_sets }, players, payoffs })
    }
}

impl<G: HiddenInformation> fmt::Debug for SequenceForm<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SequenceForm").field("sizes", &self.sizes).finish_non_exhaustive()
    }
}
