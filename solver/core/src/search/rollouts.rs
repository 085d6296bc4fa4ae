//! Values of the actions when both players continue with known strategies.
//!
//! States are drawn by their probabilities, the actions are played in each, and the strategies play on to the
//! end. There is no tree and no model of the opponent other than the strategy, so sampling is the only error
//! of the values under it. All actions use the same states and random numbers, so their differences have
//! smaller errors than the values.

use std::collections::BTreeMap;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::budget::{CancelToken, RunContext, Stop};
use super::draw::place_at;
use super::parallel::{Block, Plan, fold_blocks};
use super::root_values::{Answer, DealSampler, Effort, Interim, Part, RootTally, answer_by_blocks};
use crate::game::{HiddenInformation, Seat, Turn};

/// Maximum number of actions that are all played in each state. With more, rare actions are played only in
/// some states.
const FEW: usize = 16;
/// Actions with a smaller probability are rare.
const HARDLY: f64 = 0.01;
/// Share of the states in which rare actions are played.
const SOMETIMES: f64 = 0.25;

/// Rollouts of a strategy. The strategy replaces the contents of the vector by the probabilities of the legal
/// actions in an information set, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Rollouts<'a, G, P> {
    /// The game.
    pub game: &'a G,
    /// Strategies of both players.
    pub strategy: P,
}

/// Reusable buffers.
struct Memory<A> {
    actions: Vec<A>,
    probabilities: Vec<f64>,
}

impl<A> Memory<A> {
    const fn new() -> Self {
        Self { actions: Vec::new(), probabilities: Vec::new() }
    }

    /// Draws one of the actions by the current probabilities.
    fn draw<R: Rng + ?Sized>(&self, rng: &mut R) -> usize {
        place_at(&self.probabilities, rng.random()).unwrap_or_default()
    }
}

impl<G, P> Rollouts<'_, G, P>
where
    G: HiddenInformation,
    P: Fn(&G::Information, &[G::Action], &mut Vec<f64>) + Sync,
{
    /// Plays the actions in sampled states until there are `effort.iterations` rollouts, on the current rayon
    /// pool; the last state is completed. States are independent; blocks divide the work and give the errors.
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
        context: RunContext<'_>,
        watch: impl FnMut(Interim<'_, G::Action>),
    ) -> Result<Answer<G::Action>, Stop> {
        answer_by_blocks(
            effort,
            context,
            Memory::new,
            |memory, block| self.block(memory, deals, block, context.cancel),
            watch,
        )
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
        let block = |memory: &mut Memory<G::Action>, mut block: Block| {
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
            Ok(Part { iterations, sum, actions: BTreeMap::new(), nodes: 0 })
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
        let work = |memory: &mut Memory<G::Action>, mut block: Block| {
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
        memory: &mut Memory<G::Action>,
        deals: &impl DealSampler<G>,
        mut block: Block,
        cancel: &CancelToken,
    ) -> Result<Part<G::Action>, Stop> {
        let iterations = block.items.end - block.items.start;
        let pool = deals.pool(self.game, &mut block.rng);
        let mut part = Part { iterations, sum: 0.0, actions: BTreeMap::new(), nodes: 0 };
        let (mut done, mut states) = (0, 0.0);
        while done < iterations {
            if let Some(reason) = cancel.reason() {
                return Err(reason);
            }
            let state = deals.deal(self.game, &pool, &mut block.rng);
            let (worth, rollouts) =
                self.state(memory, state, deals.seat(), &mut part.actions, &mut block.rng);
            part.sum += worth;
            states += 1.0;
            done += u64::from(rollouts);
        }
        // Scales the mean over the states to the number of iterations in the block.
        #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
        let weight = iterations as f64 / f64::max(states, 1.0);
        part.sum *= weight;
        Ok(part)
    }

    /// Plays the actions in one state. Returns the value of the state under the strategy, and the number of
    /// rollouts, at least one.
    fn state(
        &self,
        memory: &mut Memory<G::Action>,
        mut state: G::State,
        seat: Seat,
        tallies: &mut BTreeMap<G::Action, RootTally>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> (f64, u32) {
        let game = self.game;
        while game.turn(&state) == Turn::Chance {
            game.sample_outcome(&mut state, rng);
        }
        let Turn::Player(actor) = game.turn(&state) else {
            return (seat.from_first(game.utility(&state)), 1);
        };
        self.ask(memory, &state, actor);
        let choices: Vec<(G::Action, f64)> =
            memory.actions.iter().copied().zip(memory.probabilities.iter().copied()).collect();
        let drawn = if actor == seat { None } else { Some(memory.draw(rng)) };
        let luck = Xoshiro256PlusPlus::seed_from_u64(rng.next_u64());
        let (mut worth, mut rollouts) = (0.0, 0);
        for (number, &(action, probability)) in choices.iter().enumerate() {
            let tally = tallies.entry(action).or_default();
            tally.availability += 1;
            tally.play += probability;
            let likely = match drawn {
                Some(drawn) => f64::from(u8::from(drawn == number)),
                None if choices.len() <= FEW || probability >= HARDLY => 1.0,
                None => SOMETIMES,
            };
            if likely < 1.0 && rng.random::<f64>() >= likely {
                continue;
            }
            let mut next = state.clone();
            game.play(&mut next, action);
            let value = seat.from_first(self.play_out(memory, next, &mut luck.clone()));
            tally.visits += 1;
            tally.sum += value;
            rollouts += 1;
            worth += if drawn.is_some() { value } else { probability / likely * value };
        }
        // At least one action is not rare, or all actions are played.
        (worth, rollouts.max(1))
    }

    /// Utility of a playout for the first player, when both players follow the strategy.
    fn play_out<R: Rng + ?Sized>(
        &self,
        memory: &mut Memory<G::Action>,
        mut state: G::State,
        rng: &mut R,
    ) -> f64 {
        loop {
            match self.game.turn(&state) {
                Turn::End => return self.game.utility(&state),
                Turn::Chance => self.game.sample_outcome(&mut state, rng),
                Turn::Player(actor) => {
                    self.ask(memory, &state, actor);
                    let drawn = memory.draw(rng);
                    self.game.play(&mut state, memory.actions[drawn]);
                }
            }
        }
    }

    fn ask(&self, memory: &mut Memory<G::Action>, state: &G::State, actor: Seat) {
        let Memory { actions, probabilities } = memory;
        self.game.actions(state, actions);
        (self.strategy)(&self.game.information(state, actor), actions, probabilities);
    }
}
