//! Games of self-play, and the training samples from each.

use std::ops::Range;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::encoding::{Encoder, Encoding, Features};
use super::network::{Activations, Exponentials, Gradient, Network, larger};
use super::wide;
use crate::game::{HiddenInformation, Seat, Turn};

/// Share of the variations whose first action is drawn from the policy. The others draw it uniformly. No
/// importance weight exceeds the inverse of this share.
const FROM_POLICY: f32 = 0.5;
/// Share of uniformly random play that the opponent assumes in the action that began a variation. Without it
/// answers to actions that are never played would not be learned.
const TREMBLE: f32 = 0.05;

/// Slopes of the policy below this in absolute value are rounded to it or to 0 by chance, which leaves the mean
/// gradient as it is. Most actions are hardly ever played, and their slopes would take much of the time.
const COARSE: f32 = 1e-3;

/// Source of the games of self-play.
pub trait GameSource: Send {
    /// The game.
    type Game: HiddenInformation;

    /// The game of the current playout.
    fn game(&self) -> &Self::Game;

    /// Starts the next game.
    fn begin<R: Rng + ?Sized>(&mut self, rng: &mut R) -> <Self::Game as HiddenInformation>::State;

    /// Action of a player that does not learn; `None` for a player that does.
    fn decided<R: Rng + ?Sized>(
        &self,
        _state: &<Self::Game as HiddenInformation>::State,
        _seat: Seat,
        _actions: &[<Self::Game as HiddenInformation>::Action],
        _rng: &mut R,
    ) -> Option<<Self::Game as HiddenInformation>::Action> {
        None
    }

    /// Called with the final state when a game ends.
    fn end(&mut self, state: &<Self::Game as HiddenInformation>::State);

    /// State of the source, for resuming a run.
    fn save(&self) -> u64;

    /// Restores a saved state.
    fn restore(&mut self, saved: u64);
}

/// Data shared by all games of a batch.
#[derive(Clone, Copy)]
pub(super) struct Lesson<'a, E> {
    pub(super) encoder: &'a E,
    pub(super) values: &'a Network,
    pub(super) policy: &'a Network,
    pub(super) magnet: &'a Network,
    pub(super) games: u32,
    pub(super) seed: u64,
    /// Temperature in units of utility.
    pub(super) temperature: f32,
    /// Weight of the divergence from the magnet in units of utility.
    pub(super) attraction: f32,
    pub(super) trace: f32,
    pub(super) variations: f32,
}

/// State of one of the parallel games.
pub(super) struct GameWorker<S: GameSource> {
    pub(super) source: S,
    pub(super) of_values: Gradient,
    pub(super) of_policy: Gradient,
    pub(super) tally: BatchStatistics,
    decisions: Vec<SelfPlayDecision>,
    /// State of the game at each decision.
    states: Vec<<S::Game as HiddenInformation>::State>,
    actions: Vec<<S::Game as HiddenInformation>::Action>,
    slopes: Vec<f32>,
}

/// Importance weights of a game or variation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// Of the first action, for the policy.
    pub(super) first: f32,
    /// Of the decisions of the other player. An action of the policy says something about the cards of the
    /// player who took it, a random one says nothing.
    pub(super) opponent: f32,
}

impl Weights {
    /// Weights of play by the policy alone.
    const PLAY: Self = Self { first: 1.0, opponent: 1.0 };

    /// Weights after an action with this probability, one of `actions`, that began a variation.
    pub(super) fn of_variation(probability: f32, actions: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "a probability")]
        let uniform = 1.0 / actions as f32;
        let drawn = FROM_POLICY * probability + (1.0 - FROM_POLICY) * uniform;
        let trembling = (1.0 - TREMBLE) * probability + TREMBLE * uniform;
        Self { first: probability / drawn, opponent: trembling / drawn }
    }
}

/// Statistics of the samples of a batch.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct BatchStatistics {
    /// Number of decisions with several actions.
    pub decisions: u64,
    /// Sum over the decisions of the entropy in nats.
    pub entropy: f64,
    /// Sum over the decisions of the squared difference between the value of the action played and its
    /// target.
    pub squared_error: f64,
}

impl BatchStatistics {
    /// Adds the statistics of another worker or batch.
    pub fn add(&mut self, other: &Self) {
        self.decisions += other.decisions;
        self.entropy += other.entropy;
        self.squared_error += other.squared_error;
    }
}

#[derive(Default)]
struct SelfPlayDecision {
    seat: usize,
    encoding: Encoding,
    of_values: Activations,
    of_policy: Activations,
    values: Vec<f32>,
    scores: Vec<f32>,
    probabilities: Vec<f32>,
    /// Probabilities by the magnet; empty if it does not attract.
    magnet: Vec<f32>,
    played: usize,
}

impl<S: GameSource> GameWorker<S> {
    pub(super) fn new(source: S, features: Features) -> Self {
        Self {
            source,
            of_values: Gradient::zero(features),
            of_policy: Gradient::zero(features),
            tally: BatchStatistics::default(),
            decisions: Vec::new(),
            states: Vec::new(),
            actions: Vec::new(),
            slopes: Vec::new(),
        }
    }

    /// Plays the worker's part of a batch.
    pub(super) fn play<E: Encoder<S::Game>>(&mut self, lesson: &Lesson<'_, E>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(lesson.seed);
        self.tally = BatchStatistics::default();
        self.of_values.clear();
        self.of_policy.clear();
        for _ in 0..lesson.games {
            let mut state = self.source.begin(&mut rng);
            self.states.clear();
            let utility = self.play_on(lesson, &mut state, &mut rng);
            self.learn(lesson, 0..self.states.len(), utility, Weights::PLAY, &mut rng);
            self.vary(lesson, &mut rng);
            self.source.end(&state);
        }
    }

    /// Plays variations of the game, from its end backwards. Learns from the first decision of each variation
    /// and those after it, with importance weights, so that the policy learns from what its own play would
    /// lead to. Earlier decisions are left out: the action that led to this result was not chosen.
    ///
    /// Every decision begins a variation with the same probability. If that depended on later decisions, even
    /// on their number, it would say something about cards that the player does not see.
    fn vary<E: Encoder<S::Game>>(&mut self, lesson: &Lesson<'_, E>, rng: &mut Xoshiro256PlusPlus) {
        for place in (0..self.states.len()).rev() {
            if rng.random::<f32>() >= lesson.variations {
                continue;
            }
            let mut state = self.states[place].clone();
            self.states.truncate(place + 1);
            let game = self.source.game();
            game.actions(&state, &mut self.actions);
            let decision = &mut self.decisions[place];
            let actions = self.actions.len();
            let by_policy = rng.random::<f32>() < FROM_POLICY;
            let played =
                if by_policy { drawn(&decision.probabilities, rng) } else { rng.random_range(0..actions) };
            let weights = Weights::of_variation(decision.probabilities[played], actions);
            decision.played = played;
            game.play(&mut state, self.actions[played]);
            let utility = self.play_on(lesson, &mut state, rng);
            self.learn(lesson, place..self.states.len(), utility, weights, rng);
        }
    }

    /// Plays to the end and returns the utility of the first player. Appends the decisions to the existing
    /// ones.
    fn play_on<E: Encoder<S::Game>>(
        &mut self,
        lesson: &Lesson<'_, E>,
        state: &mut <S::Game as HiddenInformation>::State,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f32 {
        let Self { source, decisions, states, actions, .. } = self;
        let game = source.game();
        loop {
            match game.turn(state) {
                Turn::End => break,
                Turn::Chance => game.sample_outcome(state, rng),
                Turn::Player(seat) => {
                    game.actions(state, actions);
                    if let [only] = actions[..] {
                        game.play(state, only);
                        continue;
                    }
                    if let Some(decided) = source.decided(state, seat, actions, rng) {
                        game.play(state, decided);
                        continue;
                    }
                    let place = states.len();
                    states.push(state.clone());
                    if decisions.len() == place {
                        decisions.push(SelfPlayDecision::default());
                    }
                    let decision = &mut decisions[place];
                    decision.seat = seat.index();
                    decision.encoding.clear();
                    let information = game.information(state, seat);
                    lesson.encoder.encode(game, &information, actions, &mut decision.encoding);
                    decision.decide(lesson, rng);
                    game.play(state, actions[decision.played]);
                }
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "weights are in single precision")]
        let utility = (game.utility(state) / game.utility_bound()) as f32;
        utility
    }

    /// Learns from these decisions, the first of which may begin a variation.
    fn learn<E: Encoder<S::Game>>(
        &mut self,
        lesson: &Lesson<'_, E>,
        decisions: Range<usize>,
        utility: f32,
        weights: Weights,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let decisions = &mut self.decisions[decisions];
        let Some(first_seat) = decisions.first().map(|decision| decision.seat) else { return };
        let mut results = [utility, -utility];
        for (place, decision) in decisions.iter_mut().enumerate().rev() {
            let SelfPlayDecision {
                seat,
                encoding,
                of_values,
                of_policy,
                values,
                probabilities,
                magnet,
                played,
                ..
            } = decision;
            let weight = if *seat == first_seat { 1.0 } else { weights.opponent };
            let of_action = if place == 0 { weights.first } else { 1.0 };
            let result = &mut results[*seat];
            let error = values[*played] - *result;
            let entropy = entropy(probabilities);
            self.tally.decisions += 1;
            self.tally.squared_error += f64::from(error * error);
            self.tally.entropy += f64::from(entropy);
            self.slopes.clear();
            self.slopes.resize(values.len(), 0.0);
            self.slopes[*played] = weight * error;
            lesson.values.add_gradient(encoding, of_values, &self.slopes, &mut self.of_values);
            let value: f32 = probabilities.iter().zip(&*values).map(|(share, value)| share * value).sum();
            let divergence: f32 = probabilities
                .iter()
                .zip(&*magnet)
                .map(|(&share, &other)| share * log_ratio(share, other))
                .sum();
            let each = self.slopes.iter_mut().zip(&*probabilities).zip(&*values);
            for (place, ((slope, &probability), of_this)) in each.enumerate() {
                let hit = if place == *played { 1.0 } else { 0.0 };
                let gain = probability * (of_this - value) - (hit - probability) * of_action * error;
                let disorder = probability * (log_ratio(probability, 1.0) + entropy);
                let departure = magnet
                    .get(place)
                    .map_or(0.0, |&other| probability * (log_ratio(probability, other) - divergence));
                let regularizer = lesson.temperature * disorder + lesson.attraction * departure;
                *slope = coarse(weight * (regularizer - gain), rng);
            }
            lesson.policy.add_gradient(encoding, of_policy, &self.slopes, &mut self.of_policy);
            *result = lesson.trace * *result + (1.0 - lesson.trace) * value;
        }
    }
}

impl SelfPlayDecision {
    fn decide<E>(&mut self, lesson: &Lesson<'_, E>, rng: &mut Xoshiro256PlusPlus) {
        lesson.values.scores(&self.encoding, &mut self.of_values, &mut self.values);
        self.magnet.clear();
        if lesson.attraction > 0.0 {
            // Nothing is learned by the magnet: the policy's activations replace its own.
            lesson.magnet.scores(&self.encoding, &mut self.of_policy, &mut self.scores);
            softmax(&self.scores, 1.0, &mut self.magnet);
        }
        lesson.policy.scores(&self.encoding, &mut self.of_policy, &mut self.scores);
        softmax(&self.scores, 1.0, &mut self.probabilities);
        self.played = drawn(&self.probabilities, rng);
    }
}

/// Logarithm of the ratio of two probabilities, finite where one has rounded to 0.
fn log_ratio(probability: f32, other: f32) -> f32 {
    libm::logf(probability.max(f32::MIN_POSITIVE) / other.max(f32::MIN_POSITIVE))
}

/// Rounds small slopes at random.
fn coarse(slope: f32, rng: &mut Xoshiro256PlusPlus) -> f32 {
    debug_assert!(slope.is_finite());
    if slope.abs() >= COARSE {
        slope
    } else if rng.random::<f32>() * COARSE < slope.abs() {
        COARSE.copysign(slope)
    } else {
        0.0
    }
}

/// The place of an action drawn with these probabilities.
fn drawn(probabilities: &[f32], rng: &mut Xoshiro256PlusPlus) -> usize {
    let mut left: f32 = rng.random();
    let chosen = probabilities.iter().position(|probability| {
        left -= probability;
        left < 0.0
    });
    // Rounding may leave a tiny remainder beyond the last action.
    chosen.unwrap_or(probabilities.len() - 1)
}

/// Replaces the contents of `probabilities` by probabilities proportional to e^(score / temperature).
pub(super) fn softmax(scores: &[f32], temperature: f32, probabilities: &mut Vec<f32>) {
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, larger);
    probabilities.clear();
    probabilities.extend(scores.iter().map(|score| (score - largest) / temperature));
    wide::run(Exponentials(probabilities));
    let all: f32 = probabilities.iter().sum();
    for probability in probabilities {
        *probability /= all;
    }
}

fn entropy(probabilities: &[f32]) -> f32 {
    -probabilities.iter().filter(|&&share| share > 0.0).map(|share| share * libm::logf(*share)).sum::<f32>()
}
