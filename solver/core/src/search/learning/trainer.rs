//! A training run.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::encoding::Encoder;
use super::network::Network;
use super::optimizer::Adam;
use super::self_play::{BatchStatistics, GameSource, GameWorker, Lesson};

/// Number of steps in the runs with which the rates were tuned.
const STEPS: f64 = 5e3;

/// Settings of a training run. Any change makes it a different run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainingSettings {
    /// Total number of games; the schedules run over all of them.
    pub games: u64,
    /// Games between two steps.
    pub batch: u32,
    /// Learning rate of both networks, initial and final, [smaller in longer runs](Self::for_games). It decays
    /// exponentially.
    pub rate: [f64; 2],
    /// Weight of the entropy of a decision in what the policy maximizes, in units of utility, where 1 is the
    /// most that can be won: initially, and in the last fifth of the games. At the maximum the probability of
    /// an action is proportional to e^(value / temperature).
    pub temperature: [f64; 2],
    /// Weight of the divergence of a decision from the magnet, an earlier smoothed policy, which the policy keeps
    /// small, in units of utility. 0 in files without it.
    #[serde(default)]
    pub attraction: f64,
    /// Number of games after which the smoothed policy becomes the magnet.
    #[serde(default)]
    pub magnet_every: u64,
    /// Weight of the result of the game in the target of a decision, against the value of the player's next
    /// decision: λ of TD(λ).
    pub trace: f64,
    /// Probability that a variation begins at a decision of a game: half of them with a uniformly random
    /// action, the others with one of the policy, and then both players play by the policy. So the values of
    /// actions that are never played stay up to date, and more is learned from each deal.
    pub variations: f64,
    /// Time constant in games of the exponential mean of the policy's weights, or a twentieth of the games
    /// played where that is less.
    pub smoothed_over: f64,
}

impl Default for TrainingSettings {
    /// The settings that make reduced rounds of Hanamikoji hard to exploit.
    fn default() -> Self {
        Self {
            games: 1_000_000,
            batch: Self::BATCH,
            rate: [3e-3, 1e-4],
            temperature: [0.05, 0.005],
            attraction: 0.05,
            magnet_every: 1_000_000 / Self::MAGNETS,
            trace: 0.9,
            variations: 0.3,
            smoothed_over: 1e6,
        }
    }
}

impl TrainingSettings {
    /// Usual number of games between two steps.
    pub const BATCH: u32 = 32;

    /// Number of magnets of a run.
    const MAGNETS: u64 = 20;

    /// Settings for this many games, with `batch` games between two steps: the more steps there are, the
    /// smaller they are. A run of few steps has no magnets, which would slow it down, and ends at a higher
    /// temperature.
    #[must_use]
    pub fn for_games(games: u64, batch: u32) -> Self {
        let usual = Self { games, batch, magnet_every: games / Self::MAGNETS, ..Self::default() };
        let is_short = usual.steps() < STEPS;
        let short = Self { attraction: 0.0, temperature: [0.05, 0.01], ..usual };
        if is_short { short } else { usual }.damped()
    }

    fn steps(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a scale")]
        {
            self.games as f64 / f64::from(self.batch.max(1))
        }
    }

    /// Divides all rates by the square root of the ratio of the number of steps to that of the runs with
    /// which the rates were tuned: the noise of small batches averages out over more, smaller steps.
    #[must_use]
    fn damped(self) -> Self {
        let scale = (STEPS / self.steps().max(STEPS)).sqrt();
        Self { rate: self.rate.map(|rate| scale * rate), ..self }
    }

    /// Sets the rates to `factor` times those of a short run, for any number of games.
    #[must_use]
    pub fn with_rates(self, factor: f64) -> Self {
        Self { rate: Self::default().rate.map(|rate| factor * rate), ..self }
    }

    /// Settings for `games` further games after a run with these settings: at its last temperature from the
    /// first game on.
    #[must_use]
    pub fn refining(&self, games: u64) -> Self {
        let [_, last] = self.temperature;
        let temperature = [last, last];
        // A run on a graphics processor has batches of thousands of games, too few steps for a short run.
        let batch = self.batch.min(2 * Self::BATCH);
        Self { rate: [3e-4, 1e-4], temperature, ..Self::for_games(games, batch) }.damped()
    }

    fn share(&self, done: u64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a share for schedules")]
        {
            done as f64 / self.games.max(1) as f64
        }
    }

    /// Temperature after this many games.
    fn temperature_at(&self, done: u64) -> f64 {
        fade(self.temperature, (self.share(done) * 1.25).min(1.0))
    }
}

fn fade([from, to]: [f64; 2], share: f64) -> f64 {
    from * libm::pow(to / from, share)
}

/// A training run. Its result depends on the settings, the seed and the number of [sources](GameSource), which
/// play in parallel. It depends neither on the number of threads nor on interruptions.
pub struct Trainer<'a, E, S: GameSource> {
    encoder: &'a E,
    settings: TrainingSettings,
    seed: u64,
    done: u64,
    values: Network,
    policy: Network,
    magnet: Network,
    smoothed: Network,
    /// Number of games at the last smoothing.
    smoothed_at: u64,
    value_steps: Adam,
    policy_steps: Adam,
    workers: Vec<GameWorker<S>>,
}

/// Small part of a saved run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SavedTraining {
    done: u64,
    steps: u64,
    smoothed_at: u64,
    sources: Vec<u64>,
}

/// Names of the long columns of a saved run, each with one number for each weight of a network.
pub const COLUMNS: [&str; 8] = [
    "values",
    "value_means",
    "value_squares",
    "policy",
    "policy_means",
    "policy_squares",
    "smoothed",
    "magnet",
];

/// Steps between two smoothings.
const SMOOTHED_EVERY: u64 = 16;

impl<'a, E: Encoder<S::Game>, S: GameSource> Trainer<'a, E, S> {
    /// A new run.
    pub fn new(encoder: &'a E, settings: TrainingSettings, seed: u64, sources: Vec<S>) -> Self {
        let features = encoder.features();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let values = Network::random(features, &mut rng);
        let policy = Network::random(features, &mut rng);
        let weights = Network::count(features);
        Self {
            encoder,
            settings,
            seed,
            done: 0,
            values,
            magnet: policy.clone(),
            smoothed: policy.clone(),
            policy,
            smoothed_at: 0,
            value_steps: Adam::new(weights),
            policy_steps: Adam::new(weights),
            workers: sources.into_iter().map(|source| GameWorker::new(source, features)).collect(),
        }
    }

    /// Number of games played.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.done
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &TrainingSettings {
        &self.settings
    }

    /// Starts with these networks of the action values and of the policy instead of random ones.
    ///
    /// # Panics
    ///
    /// If their features differ from those of the encoder.
    #[must_use]
    pub fn with_networks(mut self, values: Network, policy: Network) -> Self {
        let weights = self.values.weights().len();
        assert_eq!([&values, &policy].map(|network| network.weights().len()), [weights; 2], "same features");
        (self.values, self.magnet, self.smoothed, self.policy) =
            (values, policy.clone(), policy.clone(), policy);
        self
    }

    /// The policy with smoothed weights: probabilities are the softmax of its scores.
    #[must_use]
    #[expect(clippy::misnamed_getters, reason = "the smoothed weights are the policy to everybody else")]
    pub const fn policy(&self) -> &Network {
        &self.smoothed
    }

    /// Network of the action values.
    #[must_use]
    pub const fn values(&self) -> &Network {
        &self.values
    }

    /// Plays a batch of games and takes a step.
    pub fn step(&mut self) -> BatchStatistics {
        let workers = u32::try_from(self.workers.len()).unwrap_or(u32::MAX).max(1);
        let lesson = Lesson {
            encoder: self.encoder,
            values: &self.values,
            policy: &self.policy,
            magnet: &self.magnet,
            games: self.settings.batch.div_ceil(workers),
            seed: 0,
            temperature: single(self.settings.temperature_at(self.done)),
            attraction: single(self.settings.attraction),
            trace: single(self.settings.trace),
            variations: single(self.settings.variations),
        };
        let (seed, done) = (self.seed, self.done);
        self.workers.par_iter_mut().enumerate().for_each(|(number, worker)| {
            let seed = mixed(mixed(seed, done), number as u64);
            worker.play(&Lesson { seed, ..lesson });
        });
        let games = u64::from(lesson.games) * self.workers.len() as u64;
        let mut tally = BatchStatistics::default();
        for worker in &self.workers {
            tally.add(&worker.tally);
        }
        let rate = single(fade(self.settings.rate, self.settings.share(self.done)));
        let (of_values, of_policy): (Vec<_>, Vec<_>) =
            self.workers.iter().map(|worker| (&worker.of_values, &worker.of_policy)).unzip();
        let (values, policy) = (self.values.weights_mut(), self.policy.weights_mut());
        let (value_steps, policy_steps) = (&mut self.value_steps, &mut self.policy_steps);
        let scale = share_of(tally.decisions);
        rayon::join(
            || value_steps.step(values, &of_values, scale, rate),
            || policy_steps.step(policy, &of_policy, scale, rate),
        );
        self.done += games;
        if self.value_steps.steps.is_multiple_of(SMOOTHED_EVERY) || self.done >= self.settings.games {
            self.smooth();
        }
        let magnets = |games: u64| games / self.settings.magnet_every.max(1);
        if self.settings.attraction > 0.0 && magnets(self.done) > magnets(self.done - games) {
            self.magnet.weights_mut().copy_from_slice(self.smoothed.weights());
        }
        tally
    }

    fn smooth(&mut self) {
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let [since, done] = [self.done - self.smoothed_at, self.done].map(|games| games as f64);
        let over = self.settings.smoothed_over.min(done / 20.0).max(1.0);
        let keep = single(libm::exp(-since / over));
        self.smoothed_at = self.done;
        self.smoothed.approach(&self.policy, keep);
    }

    /// Small part of the run.
    #[must_use]
    pub fn save(&self) -> SavedTraining {
        let sources = self.workers.iter().map(|worker| worker.source.save()).collect();
        SavedTraining {
            done: self.done,
            steps: self.value_steps.steps,
            smoothed_at: self.smoothed_at,
            sources,
        }
    }

    /// Long columns of the run, in the order of [`COLUMNS`].
    #[must_use]
    pub fn columns(&self) -> [&[f32]; COLUMNS.len()] {
        let [value_means, value_squares] = &self.value_steps.moments;
        let [policy_means, policy_squares] = &self.policy_steps.moments;
        [
            self.values.weights(),
            value_means,
            value_squares,
            self.policy.weights(),
            policy_means,
            policy_squares,
            self.smoothed.weights(),
            self.magnet.weights(),
        ]
    }

    /// Restores a saved run; returns `false` and changes nothing if its shape differs.
    #[must_use]
    pub fn restore(&mut self, saved: &SavedTraining, columns: &[Vec<f32>; COLUMNS.len()]) -> bool {
        if saved.sources.len() != self.workers.len() || !self.begin_with(saved, columns) {
            return false;
        }
        (self.done, self.smoothed_at) = (saved.done, saved.smoothed_at);
        for (worker, &source) in self.workers.iter_mut().zip(&saved.sources) {
            worker.source.restore(source);
        }
        true
    }

    /// Starts with the networks of another saved run. Returns `false` and changes nothing if their size
    /// differs from this run's.
    #[must_use]
    pub fn begin_with(&mut self, saved: &SavedTraining, columns: &[Vec<f32>; COLUMNS.len()]) -> bool {
        let weights = self.values.weights().len();
        if columns.iter().any(|column| column.len() != weights) {
            return false;
        }
        let [values, value_moments @ .., _, _, _, _, _] = columns;
        let [_, _, _, policy, policy_moments @ .., smoothed, magnet] = columns;
        self.values.weights_mut().copy_from_slice(values);
        self.policy.weights_mut().copy_from_slice(policy);
        self.smoothed.weights_mut().copy_from_slice(smoothed);
        self.magnet.weights_mut().copy_from_slice(magnet);
        for (steps, moments) in
            [(&mut self.value_steps, value_moments), (&mut self.policy_steps, policy_moments)]
        {
            steps.steps = saved.steps;
            for (moment, column) in steps.moments.iter_mut().zip(moments) {
                moment.copy_from_slice(column);
            }
        }
        true
    }
}

/// Rounds to single precision.
#[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
const fn single(number: f64) -> f32 {
    number as f32
}

#[expect(clippy::cast_precision_loss, reason = "a share")]
fn share_of(count: u64) -> f32 {
    1.0 / count.max(1) as f32
}

/// A seed for each pair of numbers: `SplitMix64` of S. Vigna, which rand uses to expand seeds too.
const fn mixed(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
