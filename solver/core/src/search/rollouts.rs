//! Values of the actions when both players continue with known strategies.
//!
//! States are drawn by their probabilities, the actions are played in each, and the strategies play on to the
//! end. There is no tree and no model of the opponent other than the strategy, so sampling is the only error
//! of the values under it. The actions of a state use the same random numbers, so their differences have
//! smaller errors than the values. Most rollouts go to the actions that may be the best, see [`Contest`].

use std::collections::BTreeMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::budget::{CancelToken, RunContext, Stop};
use super::draw::place_at;
use super::parallel::{Block, Plan, Pool, fold_blocks, fold_finished};
use super::race::{Allocation, Race};
use super::root_values::{
    AllBlocks, Answer, BlockTally, DealSampler, Effort, Interim, RootTally, answer_by_blocks,
};
use crate::game::{HiddenInformation, Seat, Turn};

/// Rollouts of a strategy. The strategy replaces the contents of the vector by the probabilities of the legal
/// actions in an information set, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Rollouts<'a, G, P, C = ()> {
    /// The game.
    pub game: &'a G,
    /// Strategies of both players.
    pub strategy: P,
    /// Reduction of the variance.
    pub control: C,
}

/// The actions at the root as contestants for rollouts. `()` gives all of them equal chances.
pub trait Contest<A> {
    /// The first of the actions that have the same value as this one, because they are the same but for names. Such actions
    /// are one contestant and get its rollouts in turn. Their samples can be [pooled](Answer::pool).
    fn class_of(&self, action: A) -> A;

    /// For each action of the answer so far, whether it may still be the best, or nearly. The others get only a small share of
    /// the next rollouts. Of actions with the same value the first counts.
    fn contenders(&self, answer: &Answer<A>) -> Vec<bool>;
}

impl<A> Contest<A> for () {
    fn class_of(&self, action: A) -> A {
        action
    }

    fn contenders(&self, answer: &Answer<A>) -> Vec<bool> {
        vec![true; answer.actions.len()]
    }
}

/// Reduction of the variance of rollouts: luck is subtracted from their results. The means stay as they are. `()` subtracts nothing.
pub trait Control<G: HiddenInformation> {
    /// Luck of the first player in a chance event, with a mean of 0 over its outcomes.
    fn luck(&self, game: &G, before: &G::State, after: &G::State) -> f64;
}

impl<G: HiddenInformation> Control<G> for () {
    fn luck(&self, _: &G, _: &G::State, _: &G::State) -> f64 {
        0.0
    }
}

/// Actions that share their rollouts.
struct Alike<A> {
    /// With their probabilities under the strategy.
    members: Vec<(A, f64)>,
    probability: f64,
}

/// Reusable buffers, and what the strategy plays in information sets that were met lately: rollouts from one position meet the same
/// ones again and again.
struct Memory<G: HiddenInformation> {
    actions: Vec<G::Action>,
    probabilities: Vec<f64>,
    /// The latest information sets, and those before. When there are enough of the latest, they replace the others.
    known: [RecentPolicies<G::Information>; 2],
}

/// Number of information sets that are remembered twice: some ten megabytes each time.
const MOST_KNOWN: usize = 1 << 16;

/// Probabilities of the actions in some information sets, with the place of the first of each.
struct RecentPolicies<I> {
    places: FxHashMap<I, usize>,
    probabilities: Vec<f64>,
}

impl<G: HiddenInformation> Memory<G> {
    fn new() -> Self {
        let known = || RecentPolicies { places: FxHashMap::default(), probabilities: Vec::new() };
        Self { actions: Vec::new(), probabilities: Vec::new(), known: [known(), known()] }
    }

    /// Draws one of the actions by the current probabilities.
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        place_at(&self.probabilities, rng.random()).unwrap_or_default()
    }

    /// Sets the probabilities of the current actions, the legal ones in this information set.
    fn set_probabilities(
        &mut self,
        information: &G::Information,
        strategy: impl Fn(&G::Information, &[G::Action], &mut Vec<f64>),
    ) {
        let Self { actions, probabilities, known: [latest, earlier] } = self;
        for known in [&*latest, earlier] {
            if let Some(&place) = known.places.get(information) {
                probabilities.clear();
                probabilities.extend_from_slice(&known.probabilities[place..place + actions.len()]);
                return;
            }
        }
        strategy(information, actions, probabilities);
        if latest.places.len() == MOST_KNOWN {
            std::mem::swap(latest, earlier);
            latest.places.clear();
            latest.probabilities.clear();
        }
        latest.places.insert(*information, latest.probabilities.len());
        latest.probabilities.extend_from_slice(probabilities);
    }
}

impl<G, P, C> Rollouts<'_, G, P, C>
where
    G: HiddenInformation,
    P: Fn(&G::Information, &[G::Action], &mut Vec<f64>) + Sync,
    C: Control<G> + Sync,
{
    /// Plays the actions in sampled states until there are `effort.iterations` rollouts, on the current rayon
    /// pool; the last state of each block is completed. States are independent; blocks divide the work and give the errors.
    ///
    /// At first every action is played. Once all of them are known a little, a race with the rules of `contestants` gives most
    /// rollouts to the contenders.
    ///
    /// In the answer, the iterations are those requested, an action's visits are its rollouts, and its share
    /// of play is its probability under the strategy. The value is that of the strategy for the searching
    /// player. If the opponent is to act, the opponent's action is drawn from the strategy. `watch` is called
    /// after each block, in order, with the result of the blocks so far; watching does not change the answer.
    ///
    /// # Errors
    ///
    /// Returns the reason if no block was finished, or [`Stop::Nodes`] if no rollout was requested.
    pub fn run_watched(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        contestants: &(impl Contest<G::Action> + Sync),
        context: RunContext<'_>,
        mut watch: impl FnMut(Interim<'_, G::Action>),
    ) -> Result<Answer<G::Action>, Stop> {
        self.run_observed(deals, effort, contestants, context, |(), _, _| (), |interim, ()| watch(interim))
    }

    /// As [`run_watched`](Self::run_watched), and shows the ends of the game: `observe` gets the action at the root and the end that
    /// followed it, and adds them to the sum of the block, which is passed to `watch`. Observing does not change the answer.
    ///
    /// # Errors
    ///
    /// As [`run_watched`](Self::run_watched).
    pub fn run_observed<S: Default + Send>(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        contestants: &(impl Contest<G::Action> + Sync),
        context: RunContext<'_>,
        observe: impl Fn(&mut S, G::Action, &G::State) + Sync,
        mut watch: impl FnMut(Interim<'_, G::Action>, S),
    ) -> Result<Answer<G::Action>, Stop> {
        let mut whole = AllBlocks::new();
        let mut race = Race::new(effort);
        let mut allocation = Allocation::Exploring;
        let memories = Pool::new(Memory::new);
        while let Some((blocks_done, items)) = race.stage() {
            let plan = Plan { items, blocks_done, ..effort.plan() };
            let work = |(): &mut (), block: Block| {
                let mut sum = S::default();
                let seen = |action, end: &G::State| observe(&mut sum, action, end);
                let part = memories.with(|memory| {
                    self.block((memory, deals), block, contestants, &allocation, context.cancel, seen)
                })?;
                Ok((part, sum))
            };
            let take = |(part, sum): (BlockTally<G::Action>, S)| {
                whole.add(&part);
                watch(Interim(&whole), sum);
            };
            if let Err(stop) = fold_finished(&plan, context, || (), work, take) {
                return whole.answer(Some(stop));
            }
            if items < effort.iterations {
                let answer = whole.clone().answer(None)?;
                // By class: its visits, and the place of its first action.
                let mut classes = BTreeMap::new();
                for (place, of) in answer.actions.iter().enumerate() {
                    let (visits, _) = classes.entry(contestants.class_of(of.action)).or_insert((0, place));
                    *visits += of.visits;
                }
                let visits: Vec<_> = classes.iter().map(|(&first, of)| (first, of.0)).collect();
                allocation = Race::allocate(&visits, || {
                    let contenders = contestants.contenders(&answer);
                    classes.values().map(|of| contenders[of.1]).collect()
                });
            }
        }
        whole.answer(None)
    }

    /// Plays sampled states to the end, one for each iteration, with every action drawn from the strategies. Its
    /// value has a far smaller error than that of the same number of rollouts of [single
    /// actions](Self::run_watched), but the answer tells nothing about the actions: there are none in it.
    ///
    /// # Errors
    ///
    /// As [`run_watched`](Self::run_watched).
    pub fn value(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        context: RunContext<'_>,
    ) -> Result<Answer<G::Action>, Stop> {
        let block = |memory: &mut Memory<G>, mut block: Block| {
            let iterations = block.items.end - block.items.start;
            let pool = deals.pool(self.game, &mut block.rng);
            let mut sum = 0.0;
            for _ in 0..iterations {
                if let Some(reason) = context.cancel.reason() {
                    return Err(reason);
                }
                let state = deals.deal(self.game, &pool, &mut block.rng);
                sum += deals.seat().from_first(self.play_out(memory, state, &mut block.rng));
            }
            Ok(BlockTally { iterations, sum, actions: BTreeMap::new(), nodes: 0 })
        };
        answer_by_blocks(effort, context, Memory::new, block, |_| ())
    }

    /// Plays each of these actions in sampled states to the end, and passes their indices and values for the
    /// searching player, who is to act, to `add`, state by state. All actions meet the same states and random numbers.
    ///
    /// An item of the plan is a state.
    ///
    /// # Errors
    ///
    /// The reason of a stop; the states added by then are complete.
    pub fn compare(
        &self,
        deals: &impl DealSampler<G>,
        actions: &[G::Action],
        plan: &Plan,
        context: RunContext<'_>,
        mut add: impl FnMut(usize, f64),
    ) -> Result<(), Stop> {
        let seat = deals.seat();
        let work = |memory: &mut Memory<G>, mut block: Block| {
            let pool = deals.pool(self.game, &mut block.rng);
            let mut values = Vec::new();
            for _ in block.items {
                let state = deals.deal(self.game, &pool, &mut block.rng);
                let luck = Xoshiro256PlusPlus::seed_from_u64(block.rng.next_u64());
                for &action in actions {
                    let mut next = state.clone();
                    self.game.play(&mut next, action);
                    values.push(seat.from_first(self.play_out(memory, next, &mut luck.clone())));
                }
                if let Some(reason) = context.cancel.reason() {
                    return Err(reason);
                }
            }
            Ok(values)
        };
        let fold = |values: Vec<f64>| {
            let numbered = values.into_iter().enumerate();
            numbered.for_each(|(number, value)| add(number % actions.len(), value));
        };
        fold_blocks(plan, context, Memory::new, work, fold)
    }

    fn block(
        &self,
        (memory, deals): (&mut Memory<G>, &impl DealSampler<G>),
        mut block: Block,
        contestants: &impl Contest<G::Action>,
        allocation: &Allocation<G::Action>,
        cancel: &CancelToken,
        mut seen: impl FnMut(G::Action, &G::State),
    ) -> Result<BlockTally<G::Action>, Stop> {
        let iterations = block.items.end - block.items.start;
        let pool = deals.pool(self.game, &mut block.rng);
        let mut part = BlockTally { iterations, sum: 0.0, actions: BTreeMap::new(), nodes: 0 };
        let (mut done, mut states) = (0, 0);
        while done < iterations {
            if let Some(reason) = cancel.reason() {
                return Err(reason);
            }
            let mut state = deals.deal(self.game, &pool, &mut block.rng);
            while self.game.turn(&state) == Turn::Chance {
                self.game.sample_outcome(&mut state, &mut block.rng);
            }
            let turn = block.items.start.wrapping_add(states);
            let (worth, rollouts) = match self.game.turn(&state) {
                Turn::Player(actor) => {
                    let classes = self.classes(memory, &state, actor, contestants);
                    let drawn = (actor != deals.seat()).then(|| memory.draw(&mut block.rng));
                    let drawn = drawn.map(|drawn| memory.actions[drawn]);
                    let played = AtRoot { seat: deals.seat(), classes: &classes, drawn, turn, allocation };
                    self.state(memory, &state, &played, &mut part.actions, &mut block.rng, &mut seen)
                }
                _ => (deals.seat().from_first(self.game.utility(&state)), 1),
            };
            part.sum += worth;
            states += 1;
            done += u64::from(rollouts);
        }
        // Scales the mean over the states to the number of iterations in the block.
        #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
        let weight = iterations as f64 / states.max(1) as f64;
        part.sum *= weight;
        Ok(part)
    }

    /// The legal actions by class, in the order of the first of each class.
    fn classes(
        &self,
        memory: &mut Memory<G>,
        state: &G::State,
        actor: Seat,
        contestants: &impl Contest<G::Action>,
    ) -> Vec<Alike<G::Action>> {
        self.ask(memory, state, actor);
        let mut classes = BTreeMap::new();
        for (&action, &probability) in memory.actions.iter().zip(&memory.probabilities) {
            let empty = || Alike { members: Vec::new(), probability: 0.0 };
            let class = classes.entry(contestants.class_of(action)).or_insert_with(empty);
            class.members.push((action, probability));
            class.probability += probability;
        }
        classes.into_values().collect()
    }

    /// Plays the actions in one state. Returns the value of the state under the strategy, and the number of
    /// rollouts, at least one.
    fn state(
        &self,
        memory: &mut Memory<G>,
        state: &G::State,
        played: &AtRoot<'_, G::Action>,
        tallies: &mut BTreeMap<G::Action, RootTally>,
        rng: &mut Xoshiro256PlusPlus,
        seen: &mut impl FnMut(G::Action, &G::State),
    ) -> (f64, u32) {
        let &AtRoot { seat, classes, drawn, turn, allocation } = played;
        let luck = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
        let (mut worth, mut rollouts) = (0.0, 0);
        for Alike { members, probability } in classes {
            let likely = match drawn {
                Some(drawn) => f64::from(u8::from(members.iter().any(|&(action, _)| action == drawn))),
                None => allocation.likely(&members[0].0, *probability, classes.len()),
            };
            for &(member, play) in members {
                let tally = RootTally { availability: 1, play, ..RootTally::default() };
                tallies.entry(member).or_default().add(&tally);
            }
            if likely < 1.0 && rng.random::<f64>() >= likely {
                continue;
            }
            let action = drawn.unwrap_or_else(|| {
                let place = turn % members.len() as u64;
                members[usize::try_from(place).unwrap_or_default()].0
            });
            let mut next = state.clone();
            self.game.play(&mut next, action);
            let value = self.play_out_seen(memory, next, &mut luck.clone(), |end| seen(action, end));
            let value = seat.from_first(value);
            tallies.entry(action).or_default().add(&RootTally {
                visits: 1,
                sum: value,
                ..RootTally::default()
            });
            rollouts += 1;
            worth += if drawn.is_some() { value } else { probability / likely * value };
        }
        // At least one action is not rare, or all actions are played.
        (worth, rollouts.max(1))
    }

    /// Utility of a playout for the first player, when both players follow the strategy, without the luck that the control finds.
    fn play_out<R: Rng + ?Sized>(&self, memory: &mut Memory<G>, state: G::State, rng: &mut R) -> f64 {
        self.play_out_seen(memory, state, rng, |_| ())
    }

    /// The same, and shows the end.
    fn play_out_seen<R: Rng + ?Sized>(
        &self,
        memory: &mut Memory<G>,
        mut state: G::State,
        rng: &mut R,
        seen: impl FnOnce(&G::State),
    ) -> f64 {
        let mut luck = 0.0;
        loop {
            match self.game.turn(&state) {
                Turn::End => {
                    seen(&state);
                    return self.game.utility(&state) - luck;
                }
                Turn::Chance => {
                    let before = state.clone();
                    self.game.sample_outcome(&mut state, rng);
                    luck += self.control.luck(self.game, &before, &state);
                }
                Turn::Player(actor) => {
                    self.ask(memory, &state, actor);
                    let drawn = memory.draw(rng);
                    self.game.play(&mut state, memory.actions[drawn]);
                }
            }
        }
    }

    fn ask(&self, memory: &mut Memory<G>, state: &G::State, actor: Seat) {
        self.game.actions(state, &mut memory.actions);
        memory.set_probabilities(&self.game.information(state, actor), &self.strategy);
    }
}

/// What is played in a state.
struct AtRoot<'a, A> {
    seat: Seat,
    classes: &'a [Alike<A>],
    /// The action of the opponent, if the opponent is to act.
    drawn: Option<A>,
    /// Number of the state, for members of a class that take turns.
    turn: u64,
    allocation: &'a Allocation<A>,
}
