//! External sampling with linear weighting: regrets from samples of the game, for games that are too large
//! for the sequence form.
//!
//! M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in
//! Extensive Games", NIPS 2009, section 3.2: a traversal updates one player, takes all actions of that player,
//! and samples one action of the other player and one outcome of chance at a time. The sampled regrets are
//! unbiased. N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret
//! Minimization", AAAI 2019: iteration *t* has weight *t*, in the regrets and in the average, so that the poor
//! first iterations are soon outweighed; their section on Monte Carlo CFR recommends it for sampled regrets.
//!
//! Departures: an iteration is two *batches* of traversals, one for each player, instead of two traversals,
//! and the average strategy counts a set of the other player once for each visit ("simple averaging": a set is
//! visited in proportion to the probability that chance and its own player reach it, as its weight requires).
//!
//! # Batches, threads and seeds
//!
//! Information sets are in a [`DashMap`] by their keys. During a batch nothing changes it, so all threads read
//! it without locks. A batch is numbered blocks of traversals; block *k* draws from random stream *k* of the
//! seed (see [`parallel`](crate::search::parallel)). Traversals use the strategies at the start of the batch
//! and list their changes; at its end the blocks hand them in, in their order. So results depend on the seed
//! alone, never on the number of threads.
//!
//! # Memory
//!
//! A set takes its key and 20 bytes for each action, and as much in reserve. A run that would exceed its limit ends with
//! [`Stop::Memory`] before it does, and keeps the results so far.
//!
//! # Example
//!
//! ```
//! use hanamachi_solver::game::{HiddenInformation, Seat};
//! use hanamachi_solver::reference::kuhn::{Kuhn, KuhnAction, KuhnCard};
//! use hanamachi_solver::search::budget::RunContext;
//! use hanamachi_solver::search::cfr::{External, Strategy};
//!
//! let mut run = External::new(&Kuhn, 1, 1 << 20);
//! run.run(1_000, RunContext::unwatched())?;
//! // The second player calls with the king.
//! let mut state = Kuhn.dealt(KuhnCard::Queen, KuhnCard::King).unwrap();
//! Kuhn.play(&mut state, KuhnAction::Bet);
//! let mut play = Vec::new();
//! run.average().probabilities(&Kuhn.information(&state, Seat::Second), 2, &mut play);
//! assert!(play[1] > 0.99);
//! # Ok::<(), hanamachi_solver::search::budget::Stop>(())
//! ```

use std::hash::{BuildHasherDefault, Hash};
use std::num::NonZeroU64;
use std::ops::Range;

use dashmap::{DashMap, ReadOnlyView};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};
use serde::{Deserialize, Serialize};

use super::{RestoreError, SequenceForm, Strategy};
use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::budget::{CancelToken, RunContext, Stop};
use crate::search::draw::place_at;
use crate::search::parallel::{Block, Plan, Streams, fold_blocks};
use crate::search::strength::Estimated;

/// Blocks of a batch: an upper bound on the threads that work at a time.
const BLOCKS: usize = 16;
/// Traversals of a block.
const TRAVERSALS: usize = 16;
/// Games of a block of [`External::value`].
const GAMES: NonZeroU64 = NonZeroU64::new(256).unwrap();

type Hasher = BuildHasherDefault<FxHasher>;
type Sets<K> = DashMap<K, SampledSet, Hasher>;

/// An information set: the range of its actions in the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct SampledSet {
    first: u32,
    actions: u32,
}

impl SampledSet {
    const fn range(self) -> Range<usize> {
        self.first as usize..self.first as usize + self.actions as usize
    }
}

/// Actions that a run can number.
const MOST_ACTIONS: usize = u32::MAX as usize;

/// A run of external sampling over a game.
#[derive(Debug)]
pub struct External<'a, G: HiddenInformation> {
    game: &'a G,
    /// Memory limit of the sets in bytes.
    limit: usize,
    sets: Sets<G::Information>,
    /// Cumulative regrets of the actions of all sets.
    regrets: Vec<f64>,
    /// Their cumulative weights in the average strategy.
    averages: Vec<f64>,
    /// Visits of the other player's sets in the batch that is handed in, at their first actions.
    visits: Vec<u32>,
    /// Number of finished batches, two per iteration.
    batches: u64,
    /// Random streams of the next batches.
    streams: Streams,
    blocks: Vec<Traversals<G>>,
}

impl<'a, G: HiddenInformation> External<'a, G> {
    /// A new run; its information sets may take `limit` bytes.
    #[must_use]
    pub fn new(game: &'a G, seed: u64, limit: usize) -> Self {
        Self {
            game,
            limit,
            sets: Sets::default(),
            regrets: Vec::new(),
            averages: Vec::new(),
            visits: Vec::new(),
            batches: 0,
            streams: Streams::new(seed),
            blocks: Vec::new(),
        }
    }

    /// Runs more iterations on the current rayon pool. The result does not depend on the number of threads.
    ///
    /// A run that is stopped keeps all finished batches. It may be continued later, with the same result as
    /// without the interruption. Progress is reported in iterations.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set, or [`Stop::Memory`] when the sets would exceed the limit.
    pub fn run(&mut self, iterations: u64, context: RunContext<'_>) -> Result<(), Stop> {
        let last = self.batches.saturating_add(iterations.saturating_mul(2)) & !1;
        while self.batches < last {
            self.batch(context.cancel)?;
            if self.batches.is_multiple_of(2) {
                context.progress.advance(1);
            }
        }
        Ok(())
    }

    /// Number of iterations done.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        self.batches / 2
    }

    /// Number of information sets with a choice that were visited.
    #[must_use]
    pub fn information_sets(&self) -> usize {
        self.sets.len()
    }

    /// Memory of the information sets in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        Self::bytes_of(self.sets.len(), self.regrets.len())
    }

    /// Upper estimate of the memory of this many sets with this many actions in all: a hash table has a byte for
    /// each place, and tables and columns have up to twice as many places as entries.
    const fn bytes_of(sets: usize, actions: usize) -> usize {
        2 * sets * (size_of::<(G::Information, SampledSet)>() + 1)
            + 2 * actions * (2 * size_of::<f64>() + size_of::<u32>())
    }

    /// The average strategy, which approaches an equilibrium. Information sets that were not visited are played
    /// uniformly.
    #[must_use]
    pub fn average(&self) -> SampledAverage<'_, G> {
        SampledAverage { sets: &self.sets, averages: &self.averages }
    }

    /// The information sets that were visited with the average strategy of each, in no order.
    pub fn strategies(&self) -> impl Iterator<Item = (G::Information, Vec<f64>)> {
        self.sets.iter().map(|set| {
            let mut strategy = self.averages[set.range()].to_vec();
            normalize(0, strategy.len(), &mut strategy);
            (*set.key(), strategy)
        })
    }

    /// **Estimated**: utility of the first player when both play the average strategy, from this many games,
    /// at least 2.
    ///
    /// # Errors
    ///
    /// The reason with which the context stopped it.
    pub fn value(&self, games: NonZeroU64, seed: u64, context: RunContext<'_>) -> Result<Estimated, Stop> {
        let plan = Plan { items: games.get(), block_size: GAMES, seed, blocks_done: 0 };
        let work = |(): &mut (), mut block: Block| {
            Ok::<_, Stop>(block.items.map(|_| self.play(&mut block.rng)).collect::<Vec<f64>>())
        };
        let (mut n, mut sum, mut squares) = (0_u32, 0.0, 0.0);
        fold_blocks(
            &plan,
            context,
            || (),
            work,
            |utilities| {
                for utility in utilities {
                    n += 1;
                    sum += utility;
                    squares += utility * utility;
                }
            },
        )?;
        let n = f64::from(n);
        let value = sum / n;
        let variance = (squares - n * value * value).max(0.0) / (n - 1.0);
        Ok(Estimated { value, standard_error: Some((variance / n).sqrt()), n: Some(games.get()) })
    }

    /// Utility of the first player in one game of the average strategy.
    fn play(&self, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
        let mut state = self.game.start();
        loop {
            match self.game.turn(&state) {
                Turn::Chance => self.game.sample_outcome(&mut state, rng),
                Turn::Player(seat) => {
                    self.game.actions(&state, &mut actions);
                    let information = self.game.information(&state, seat);
                    self.average().probabilities(&information, actions.len(), &mut probabilities);
                    let place = place_at(&probabilities, rng.random()).unwrap_or_default();
                    self.game.play(&mut state, actions[place]);
                }
                Turn::End => return self.game.utility(&state),
            }
        }
    }

    /// Runs one batch. If it fails, nothing changes.
    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    fn batch(&mut self, cancel: &CancelToken) -> Result<(), Stop> {
        let traverser = if self.batches.is_multiple_of(2) { Seat::First } else { Seat::Second };
        let mut streams = self.streams.clone();
        self.blocks.resize_with(BLOCKS, Traversals::default);
        for (block, rng) in self.blocks.iter_mut().zip(streams.by_ref()) {
            block.rng = Some(rng);
        }
        let sets = std::mem::take(&mut self.sets).into_read_only();
        let walker = BatchWalker { game: self.game, sets: &sets, regrets: &self.regrets, traverser };
        let work = |block: &mut Traversals<G>| walker.block(block, cancel);
        let done = if rayon::current_num_threads() == 1 {
            self.blocks.iter_mut().try_for_each(work)
        } else {
            self.blocks.par_iter_mut().with_max_len(1).try_for_each(work)
        };
        self.sets = sets.into_inner();
        done?;
        self.check_room()?;
        self.streams = streams;
        let weight = (self.batches / 2 + 1) as f64;
        let (mut named, mut visited) = (Vec::new(), Vec::new());
        for block in &self.blocks {
            named.clear();
            for &(key, actions) in &block.new {
                named.push(enter(&self.sets, [&mut self.regrets, &mut self.averages], key, actions));
            }
            let set = |visit: SampledVisit| match visit {
                SampledVisit::Known(set) => set,
                SampledVisit::New(place) => named[place as usize],
            };
            let mut regrets = block.regrets.as_slice();
            for range in block.updates.iter().map(|&visit| set(visit).range()) {
                let (here, rest) = regrets.split_at(range.len());
                regrets = rest;
                for (sum, regret) in self.regrets[range].iter_mut().zip(here) {
                    *sum += weight * regret;
                }
            }
            self.visits.resize(self.regrets.len(), 0);
            for set in block.visits.iter().map(|&visit| set(visit)) {
                let visits = &mut self.visits[set.first as usize];
                if *visits == 0 {
                    visited.push(set);
                }
                *visits += 1;
            }
        }
        // Regrets of the other player do not change in the batch: these are the strategies that were played.
        let mut strategy = Vec::new();
        for set in visited {
            let visits = std::mem::take(&mut self.visits[set.first as usize]);
            strategy.clear();
            push_regret_matching(&self.regrets[set.range()], set.range().len(), &mut strategy);
            for (sum, share) in self.averages[set.range()].iter_mut().zip(&strategy) {
                *sum += weight * f64::from(visits) * share;
            }
        }
        self.batches += 1;
        Ok(())
    }

    /// Fails if there is no room for the new sets of the batch.
    fn check_room(&self) -> Result<(), Stop> {
        let fits = |new: &mut dyn Iterator<Item = &(G::Information, usize)>| {
            let (sets, actions) = new.fold((0, 0), |(sets, actions), of| (sets + 1, actions + of.1));
            let (sets, actions) = (self.sets.len() + sets, self.regrets.len() + actions);
            Self::bytes_of(sets, actions) <= self.limit && actions <= MOST_ACTIONS
        };
        // Visits of new sets: more than there are new sets.
        let visits = || self.blocks.iter().flat_map(|block| &block.new);
        if fits(&mut visits()) || fits(&mut visits().collect::<FxHashSet<_>>().into_iter()) {
            Ok(())
        } else {
            Err(Stop::Memory)
        }
    }
}

/// The set with this key; a new one is added to the map and to the end of the columns.
fn enter<K: Eq + Hash>(sets: &Sets<K>, columns: [&mut Vec<f64>; 2], key: K, actions: usize) -> SampledSet {
    *sets.entry(key).or_insert_with(|| {
        let first = columns[0].len();
        for column in columns {
            column.resize(first + actions, 0.0);
        }
        // `check_room` has counted them.
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        SampledSet { first: number(first), actions: number(actions) }
    })
}

/// State of a run by the information sets of a game in sequence form, for resuming.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct SavedExternal {
    /// Number of finished batches, two per iteration.
    pub batches: u64,
    /// For each seat, in the order of [`SequenceForm::choices`]: whether the set was visited, as 1 or 0.
    pub visited: [Vec<u8>; 2],
    /// For each seat, by set and action: cumulative regrets; 0 for sets that were not visited.
    pub regrets: [Vec<f64>; 2],
    /// The same of cumulative weights in the average.
    pub averages: [Vec<f64>; 2],
}

/// Batches between two checks of the cancel token while the random streams are restored.
const BATCHES_PER_LOOK: u64 = 1 << 12;

impl<'a, G: HiddenInformation> External<'a, G> {
    /// State for [`restore`](Self::restore).
    #[must_use]
    pub fn saved(&self, form: &SequenceForm<G>) -> SavedExternal {
        let mut saved = SavedExternal { batches: self.batches, ..SavedExternal::default() };
        for seat in Seat::BOTH {
            let (regrets, averages) = (&mut saved.regrets[seat.index()], &mut saved.averages[seat.index()]);
            for choice in form.choices(seat) {
                let set = self.sets.get(choice.information).map(|set| *set);
                saved.visited[seat.index()].push(u8::from(set.is_some()));
                for (saved, column) in [(&mut *regrets, &self.regrets), (&mut *averages, &self.averages)] {
                    match set {
                        Some(set) => saved.extend_from_slice(&column[set.range()]),
                        None => saved.resize(saved.len() + choice.actions.len(), 0.0),
                    }
                }
            }
        }
        saved
    }

    /// Resumes a saved run of the same seed. The results are the same, bit for bit, as without the
    /// interruption. Restoring the random streams takes some microseconds for each finished iteration.
    ///
    /// # Errors
    ///
    /// If no run of this game can have this state, or if `cancel` is set.
    pub fn restore(
        (game, form): (&'a G, &SequenceForm<G>),
        seed: u64,
        limit: usize,
        saved: &SavedExternal,
        cancel: &CancelToken,
    ) -> Result<Self, ExternalRestoreError> {
        let mut run = Self::new(game, seed, limit);
        for seat in Seat::BOTH {
            let place = seat.index();
            let (mut visited, mut cells) = (saved.visited[place].iter(), 0);
            for choice in form.choices(seat) {
                let range = cells..cells + choice.actions.len();
                cells = range.end;
                let regrets = saved.regrets[place].get(range.clone()).ok_or(RestoreError)?;
                let averages = saved.averages[place].get(range).ok_or(RestoreError)?;
                let is_sound = regrets.iter().all(|regret| regret.is_finite())
                    && averages.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
                match visited.next() {
                    Some(0) => {}
                    Some(1) if is_sound => {
                        let columns = [&mut run.regrets, &mut run.averages];
                        let set = enter(&run.sets, columns, *choice.information, choice.actions.len());
                        run.regrets[set.range()].copy_from_slice(regrets);
                        run.averages[set.range()].copy_from_slice(averages);
                    }
                    _ => return Err(RestoreError.into()),
                }
            }
            let is_all = visited.next().is_none()
                && [&saved.regrets[place], &saved.averages[place]].iter().all(|column| column.len() == cells);
            if !is_all {
                return Err(RestoreError.into());
            }
        }
        while run.batches < saved.batches {
            if run.batches % BATCHES_PER_LOOK == 0 {
                cancel.reason().map_or(Ok(()), Err)?;
            }
            run.streams.by_ref().take(BLOCKS).for_each(drop);
            run.batches += 1;
        }
        Ok(run)
    }
}

/// Reason why a run was not restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ExternalRestoreError {
    /// The state does not fit.
    #[error(transparent)]
    State(#[from] RestoreError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// A visit of an information set.
#[derive(Clone, Copy, Debug)]
enum SampledVisit {
    /// Of a set in the map.
    Known(SampledSet),
    /// Of the set at this place among the new ones of the block.
    New(u32),
}

/// Working state of a block, and the changes that it hands in.
#[derive(Debug)]
struct Traversals<G: HiddenInformation> {
    rng: Option<Xoshiro256PlusPlus>,
    /// Visits of the traverser's sets.
    updates: Vec<SampledVisit>,
    /// Sampled regrets of their actions, concatenated.
    regrets: Vec<f64>,
    /// Visits of the other player's sets.
    visits: Vec<SampledVisit>,
    /// Sets that are not in the map, with their numbers of actions, once for each visit.
    new: Vec<(G::Information, usize)>,
    /// Memory that the traversals use again.
    actions: Vec<Vec<G::Action>>,
    numbers: Vec<f64>,
}

impl<G: HiddenInformation> Default for Traversals<G> {
    fn default() -> Self {
        Self {
            rng: None,
            updates: Vec::new(),
            regrets: Vec::new(),
            visits: Vec::new(),
            new: Vec::new(),
            actions: Vec::new(),
            numbers: Vec::new(),
        }
    }
}

impl<G: HiddenInformation> Traversals<G> {
    /// Lists a set that is not in the map. Rarely called once a run is under way.
    #[cold]
    fn visit_new(&mut self, key: G::Information, actions: usize) -> SampledVisit {
        self.new.push((key, actions));
        SampledVisit::New(u32::try_from(self.new.len() - 1).unwrap_or(u32::MAX))
    }
}

/// What the traversals of a batch read.
struct BatchWalker<'a, G: HiddenInformation> {
    game: &'a G,
    sets: &'a ReadOnlyView<G::Information, SampledSet, Hasher>,
    regrets: &'a [f64],
    traverser: Seat,
}

impl<G: HiddenInformation> BatchWalker<'_, G> {
    fn block(&self, block: &mut Traversals<G>, cancel: &CancelToken) -> Result<(), Stop> {
        block.updates.clear();
        block.regrets.clear();
        block.visits.clear();
        block.new.clear();
        let Some(mut rng) = block.rng.take() else { return Ok(()) };
        for _ in 0..TRAVERSALS {
            cancel.reason().map_or(Ok(()), Err)?;
            self.walk(self.game.start(), block, &mut rng);
        }
        Ok(())
    }

    /// Samples the game from this state on, and returns an unbiased estimate of its value for the traverser.
    fn walk(&self, mut state: G::State, block: &mut Traversals<G>, rng: &mut Xoshiro256PlusPlus) -> f64 {
        let mut actions = block.actions.pop().unwrap_or_default();
        let seat = loop {
            match self.game.turn(&state) {
                Turn::Chance => self.game.sample_outcome(&mut state, rng),
                Turn::Player(seat) => {
                    self.game.actions(&state, &mut actions);
                    match actions[..] {
                        [only] => self.game.play(&mut state, only),
                        _ => break seat,
                    }
                }
                Turn::End => {
                    block.actions.push(actions);
                    return self.traverser.from_first(self.game.utility(&state));
                }
            }
        };
        let key = self.game.information(&state, seat);
        let start = block.numbers.len();
        // (Sets with another number of actions, in a game that breaks its contract, are ignored.)
        let known = self.sets.get(&key).copied().filter(|set| set.range().len() == actions.len());
        let regrets = known.map_or(&[][..], |set| &self.regrets[set.range()]);
        push_regret_matching(regrets, actions.len(), &mut block.numbers);
        let visit = known.map_or_else(|| block.visit_new(key, actions.len()), SampledVisit::Known);
        let value = if seat == self.traverser {
            let values = block.numbers.len();
            for &action in &actions {
                let mut next = state.clone();
                self.game.play(&mut next, action);
                let value = self.walk(next, block, rng);
                block.numbers.push(value);
            }
            let (strategy, values) = block.numbers[start..].split_at(values - start);
            let value: f64 = strategy.iter().zip(values).map(|(share, value)| share * value).sum();
            block.updates.push(visit);
            block.regrets.extend(values.iter().map(|action| action - value));
            value
        } else {
            block.visits.push(visit);
            let place = place_at(&block.numbers[start..], rng.random()).unwrap_or_default();
            self.game.play(&mut state, actions[place]);
            self.walk(state, block, rng)
        };
        block.numbers.truncate(start);
        block.actions.push(actions);
        value
    }
}

/// Appends the regret-matching strategy for `regrets` to `strategy`: uniform if no regret is above 0, or if
/// there are none.
fn push_regret_matching(regrets: &[f64], actions: usize, strategy: &mut Vec<f64>) {
    let start = strategy.len();
    strategy.extend(regrets.iter().map(|regret| regret.max(0.0)));
    normalize(start, actions, strategy);
}

/// Scales the weights from `start` on to a sum of 1; uniform if they are all 0.
#[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
fn normalize(start: usize, actions: usize, weights: &mut Vec<f64>) {
    let sum: f64 = weights[start..].iter().sum();
    if sum > 0.0 {
        let scale = 1.0 / sum;
        weights[start..].iter_mut().for_each(|weight| *weight *= scale);
    } else {
        weights.truncate(start);
        weights.resize(start + actions, 1.0 / actions as f64);
    }
}

/// The average strategy of a run of [`External`] sampling.
#[derive(Debug)]
pub struct SampledAverage<'a, G: HiddenInformation> {
    sets: &'a Sets<G::Information>,
    averages: &'a [f64],
}

impl<G: HiddenInformation> Strategy<G> for SampledAverage<'_, G> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        if let Some(set) = self.sets.get(information).filter(|set| set.range().len() == actions) {
            probabilities.extend_from_slice(&self.averages[set.range()]);
        }
        normalize(0, actions, probabilities);
    }
}
