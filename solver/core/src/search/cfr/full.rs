//! Counterfactual regret minimization by full traversals, over the sequence form.

use std::ops::Range;

use super::best_response::{Exploitability, exploitability};
use super::regret_rule::{Discount, RegretRule};
use super::sequence_form::pass::{BySequence, BySet, PlayerSide, Split, Visit};
use super::sequence_form::{Behavior, SequenceForm};
use crate::game::{HiddenInformation, Seat};

/// A run of counterfactual regret minimization.
///
/// An iteration updates the first player against the second's current strategy, then the second against the
/// first's new one (alternating updates). The average of a player adds the strategy after the update, not the
/// one before it. So the weight of iteration *t* goes to the strategies of iteration *t* + 1, which is the
/// same as CFR⁺'s delay of the average by one iteration. The initial uniform strategies have no weight.
/// [`Averaging::Played`] averages the strategies before the update instead.
#[derive(Clone, Debug)]
pub struct Cfr<'a, G: HiddenInformation> {
    form: &'a SequenceForm<G>,
    rule: RegretRule,
    averaging: Averaging,
    iterations: u64,
    players: [PlayerState; 2],
}

/// Strategies that enter the average.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Averaging {
    /// The strategies after the updates: iteration *t* adds the strategies of *t* + 1, and the initial
    /// uniform strategies have no weight.
    #[default]
    Updated,
    /// The strategies that were played: iteration *t* adds the strategies of *t*, starting with the initial
    /// ones. This is the definition of M. Zinkevich and others (2007), and `OpenSpiel`'s solvers with
    /// alternating updates follow it.
    Played,
}

/// Average strategies of a run. They converge to an equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub struct Average(pub Behavior);

/// Current strategies of a run. They need not converge to an equilibrium.
#[derive(Clone, PartialEq, Debug)]
pub struct Current(pub Behavior);

/// State of one player by sequence, the empty one first. Unless noted otherwise, the entry of the empty
/// sequence has no meaning.
#[derive(Clone, Debug, Default)]
struct PlayerState {
    /// Cumulative regret of each action.
    regrets: Vec<f64>,
    /// Regrets of the last iteration, if the rule uses them.
    last: Vec<f64>,
    /// Current probability of each action.
    behavior: Vec<f64>,
    /// Realization weight of each sequence under the current strategy; 1 for the empty one.
    realization: Vec<f64>,
    /// Weighted sum of the realization weights of all iterations; for the empty sequence, the sum of the
    /// weights.
    average: Vec<f64>,
    /// Value of each information set in the last iteration.
    values: Vec<f64>,
}

/// State of a run for resuming: numbers by sequence for each player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SavedCfr<N> {
    /// Number of iterations done.
    pub iterations: u64,
    /// State of each player.
    pub players: [SavedPlayer<N>; 2],
}

/// State of one player: one number for each sequence, the empty one first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SavedPlayer<N> {
    /// Cumulative regrets.
    pub regrets: N,
    /// Regrets of the last iteration for predictive rules; otherwise empty.
    pub last: N,
    /// Weighted sum of the realization weights of all iterations.
    pub average: N,
}

/// The saved state does not fit this game and rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the saved state does not fit this game and algorithm")]
pub struct RestoreError;

impl<'a, G: HiddenInformation> Cfr<'a, G> {
    /// Resumes a saved run. The results are the same, bit for bit, as without the interruption.
    ///
    /// # Errors
    ///
    /// Returns an error if no run of this game with this rule can have this state.
    pub fn restore(
        form: &'a SequenceForm<G>,
        rule: RegretRule,
        saved: SavedCfr<Vec<f64>>,
    ) -> Result<Self, RestoreError> {
        let mut run = Self::new(form, rule);
        run.iterations = saved.iterations;
        for ((seat, player), saved) in Seat::BOTH.into_iter().zip(&mut run.players).zip(saved.players) {
            let SavedPlayer { regrets, last, average } = saved;
            let fits = regrets.len() == player.regrets.len()
                && last.len() == player.last.len()
                && average.len() == player.average.len();
            let is_regret = |regret: &f64| regret.is_finite() && (!rule.clips() || *regret >= 0.0);
            if !fits
                || !regrets.iter().all(is_regret)
                || !last.iter().all(|regret| regret.is_finite())
                || !average.iter().all(|weight| weight.is_finite() && *weight >= 0.0)
            {
                return Err(RestoreError);
            }
            *player = PlayerState { regrets, last, average, ..std::mem::take(player) };
            player.restore(PlayerSide::new(form, seat), rule);
        }
        Ok(run)
    }

    /// State for [`restore`](Self::restore).
    #[must_use]
    pub fn saved(&self) -> SavedCfr<&[f64]> {
        let players = self.players.each_ref().map(|player| SavedPlayer {
            regrets: &player.regrets[..],
            last: &player.last[..],
            average: &player.average[..],
        });
        SavedCfr { iterations: self.iterations, players }
    }

    /// A new run with uniform strategies.
    #[must_use]
    pub fn new(form: &'a SequenceForm<G>, rule: RegretRule) -> Self {
        let players = Seat::BOTH.map(|seat| {
            let side = PlayerSide::new(form, seat);
            let sequences = side.treeplex.sequences();
            let mut state = PlayerState {
                regrets: vec![0.0; sequences],
                last: vec![0.0; if rule.predicts() { sequences } else { 0 }],
                behavior: Vec::new(),
                realization: Vec::new(),
                average: vec![0.0; sequences],
                values: vec![0.0; side.treeplex.information_sets()],
            };
            state.restore(side, rule);
            state
        });
        Self { form, rule, averaging: Averaging::default(), iterations: 0, players }
    }

    /// Sets the strategies that enter the average. It must stay the same from the first iteration to the
    /// last: the [saved](Self::saved) state does not include it.
    #[must_use]
    pub fn averaging(self, averaging: Averaging) -> Self {
        Self { averaging, ..self }
    }

    /// The game.
    #[must_use]
    pub const fn form(&self) -> &'a SequenceForm<G> {
        self.form
    }

    /// Number of iterations done.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Bytes in use, without the game.
    pub fn bytes(&self) -> usize {
        self.players.iter().map(PlayerState::bytes).sum()
    }

    /// Runs one more iteration on the current rayon pool.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        let (discount, weight) = (self.rule.discount(self.iterations), self.rule.weight(self.iterations));
        for seat in Seat::BOTH {
            let [first, second] = &mut self.players;
            let (own, opponent) = match seat {
                Seat::First => (first, &*second),
                Seat::Second => (second, &*first),
            };
            own.update(
                PlayerSide::new(self.form, seat),
                opponent,
                (self.rule, discount),
                (self.averaging, weight),
            );
        }
    }

    /// The average strategies so far, uniform in information sets that the player's own average strategy
    /// never reaches.
    #[must_use]
    pub fn average(&self) -> Average {
        Average(Behavior {
            seats: Seat::BOTH.map(|seat| {
                let average = &self.players[seat.index()].average;
                let mut behavior = average.clone();
                behavior[0] = 1.0;
                let treeplex = self.form.treeplex(seat);
                for set in 0..treeplex.information_sets() {
                    normalize(&mut behavior[treeplex.sequences_of(set)]);
                }
                behavior
            }),
        })
    }

    /// The current strategy.
    #[must_use]
    pub fn current(&self) -> Current {
        Current(Behavior { seats: self.players.each_ref().map(|player| player.behavior.clone()) })
    }

    /// Exact exploitability of the average strategies. Costs about as much as an iteration. Before the first
    /// iteration, the exploitability of uniform play.
    #[must_use]
    pub fn exploitability(&self) -> Exploitability {
        let realizations = self.players.each_ref().map(|player| {
            let sum = player.average[0];
            if sum > 0.0 {
                player.average.iter().map(|weight| weight / sum).collect()
            } else {
                player.realization.clone()
            }
        });
        exploitability(self.form, &realizations)
    }
}

type Numbers<'a, 'b> = ((Update<'a>, BySet<'b>), (BySequence<'b>, BySequence<'b>));

impl PlayerState {
    /// Updates the regrets against the opponent's current strategy. Adds the strategy after or before the
    /// update to the average.
    ///
    /// Independent of the game and of the type of the rule, so it is compiled once.
    fn update(
        &mut self,
        side: PlayerSide<'_>,
        opponent: &Self,
        (rule, discount): (RegretRule, Discount),
        (averaging, weight): (Averaging, f64),
    ) {
        self.average[0] += weight;
        let update = Update {
            rule,
            discount,
            regrets: BySequence(&mut self.regrets[1..]),
            last: BySequence(self.last.get_mut(1..).unwrap_or_default()),
            behavior: BySequence(&mut self.behavior[1..]),
        };
        let weights = (BySequence(&mut self.realization[1..]), BySequence(&mut self.average[1..]));
        let work = |component, ((mut update, values), (realization, average)): Numbers<'_, '_>| {
            let mut add = |realization: &[f64]| {
                for (sum, now) in average.0.iter_mut().zip(realization) {
                    *sum += weight * now;
                }
            };
            side.up(component, &opponent.realization, update.reborrow(), values.0);
            if averaging == Averaging::Played {
                add(&*realization.0);
            }
            side.down(component, update.behavior.0, realization.0);
            if averaging == Averaging::Updated {
                add(&*realization.0);
            }
        };
        side.each_component(((update, BySet(&mut self.values)), weights), &work);
    }

    /// Recomputes the current strategy from the regrets.
    fn restore(&mut self, side: PlayerSide<'_>, rule: RegretRule) {
        let mut behavior: Vec<f64> = self.regrets.clone();
        behavior[0] = 1.0;
        for set in 0..side.treeplex.information_sets() {
            let sequences = side.treeplex.sequences_of(set);
            for sequence in sequences.clone() {
                let last = self.last.get(sequence).copied().unwrap_or_default();
                behavior[sequence] = rule.preference(behavior[sequence], last);
            }
            normalize(&mut behavior[sequences]);
        }
        self.realization = side.realize(&behavior);
        self.behavior = behavior;
    }

    fn bytes(&self) -> usize {
        let all = [&self.regrets, &self.last, &self.behavior, &self.realization, &self.average, &self.values];
        all.map(|numbers| size_of_val(&numbers[..])).iter().sum()
    }
}

/// Normalizes preferences to probabilities, uniform if all are 0.
#[expect(clippy::cast_precision_loss, reason = "actions of an information set")]
fn normalize(preferences: &mut [f64]) {
    let sum: f64 = preferences.iter().sum();
    if sum > 0.0 {
        for preference in preferences {
            *preference /= sum;
        }
    } else {
        let alike = 1.0 / preferences.len() as f64;
        preferences.fill(alike);
    }
}

/// Updates a range of information sets in an iteration.
struct Update<'a> {
    rule: RegretRule,
    discount: Discount,
    regrets: BySequence<'a>,
    last: BySequence<'a>,
    behavior: BySequence<'a>,
}

impl Update<'_> {
    fn reborrow(&mut self) -> Update<'_> {
        Update {
            rule: self.rule,
            discount: self.discount,
            regrets: BySequence(self.regrets.0),
            last: BySequence(self.last.0),
            behavior: BySequence(self.behavior.0),
        }
    }
}

impl Split for Update<'_> {
    fn split(self, sequences: usize, sets: usize) -> (Self, Self) {
        let Self { rule, discount, regrets, last, behavior } = self;
        let (regrets, regrets_after) = regrets.split(sequences, sets);
        let (last, last_after) = last.split(if rule.predicts() { sequences } else { 0 }, sets);
        let (behavior, behavior_after) = behavior.split(sequences, sets);
        (
            Self { rule, discount, regrets, last, behavior },
            Self { rule, discount, regrets: regrets_after, last: last_after, behavior: behavior_after },
        )
    }
}

impl Visit for Update<'_> {
    #[inline]
    fn visit(&mut self, sequences: Range<usize>, values: &[f64]) -> f64 {
        let behavior = &mut self.behavior.0[sequences.clone()];
        let regrets = &mut self.regrets.0[sequences.clone()];
        let expected: f64 = behavior.iter().zip(values).map(|(probability, value)| probability * value).sum();
        let (rule, discount) = (self.rule, self.discount);
        if rule.predicts() {
            for (last, value) in self.last.0[sequences].iter_mut().zip(values) {
                *last = value - expected;
            }
        }
        for ((regret, preference), value) in regrets.iter_mut().zip(behavior.iter_mut()).zip(values) {
            let instantaneous = value - expected;
            *regret = rule.accumulate(*regret, instantaneous, discount);
            *preference = rule.preference(*regret, instantaneous);
        }
        normalize(behavior);
        expected
    }
}
