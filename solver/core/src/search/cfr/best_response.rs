//! Exact values of strategies, and gains of best responses.

use std::ops::Range;

use super::sequence_form::pass::{BySequence, BySet, PlayerSide, Split, Visit};
use super::sequence_form::{Behavior, SequenceForm};
use crate::game::{HiddenInformation, Seat};
use crate::search::strength::{Bounded, Computed, Exploitation, Proved};

/// Value of a pair of strategies, and the gain of each player's best response. Exact up to rounding.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploitability {
    /// Mean utility of the first player.
    pub value: f64,
    /// Gain of each seat's best response over its strategy.
    pub gains: [f64; 2],
}

impl Exploitability {
    /// Mean of both gains, 0 exactly in equilibrium. The value of the game differs from the value of the
    /// strategies by at most twice this. (Some authors call the sum of the gains `NashConv`, and half of it
    /// exploitability.)
    #[must_use]
    pub fn mean(&self) -> f64 {
        f64::midpoint(self.gains[0], self.gains[1])
    }

    /// Bounds on the value of the game for the first player: the values that the two strategies guarantee.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [self.value - self.gains[1], self.value + self.gains[0]]
    }

    /// **Bounded**: the value of the game for the first player.
    #[must_use]
    pub fn game_value(&self) -> Bounded {
        let [low, high] = self.bounds();
        Bounded { value: self.value, low, high }
    }

    /// **Proved**, up to rounding: the mean of both gains.
    #[must_use]
    pub fn proved(&self) -> Proved<f64> {
        Proved(self.mean())
    }

    /// **Computed**: `utility`, the value of the two strategies in some part of the game, with their
    /// exploitability. Rounding may leave a gain slightly below 0, which counts as 0.
    #[must_use]
    pub fn computed(&self, utility: f64) -> Computed {
        Computed::new(utility, Exploitation::Exact(self.mean().max(0.0)))
    }
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// Mean utility of the first player under these strategies.
    #[must_use]
    pub fn value(&self, first: &Behavior, second: &Behavior) -> f64 {
        let own = PlayerSide::new(self, Seat::First).realize(&first.seats[0]);
        let opponent = PlayerSide::new(self, Seat::Second).realize(&second.seats[1]);
        PlayerSide::new(self, Seat::First).value(&own, &opponent)
    }

    /// Exploitability of a pair of strategies.
    #[must_use]
    pub fn exploitability(&self, strategies: &Behavior) -> Exploitability {
        let realizations =
            Seat::BOTH.map(|seat| PlayerSide::new(self, seat).realize(&strategies.seats[seat.index()]));
        exploitability(self, &realizations)
    }

    /// Value of a best response of this seat, and the strategies with the response in place. The response
    /// plays the first of the best actions in each information set.
    #[must_use]
    pub fn best_response(&self, seat: Seat, strategies: &Behavior) -> (f64, Behavior) {
        let opponent = PlayerSide::new(self, !seat).realize(&strategies.seats[(!seat).index()]);
        let mut response = strategies.clone();
        let own = &mut response.seats[seat.index()];
        let value = respond(PlayerSide::new(self, seat), &opponent, Respond(BySequence(&mut own[1..])));
        (value, response)
    }
}

/// Exploitability of a pair of strategies in realization weights.
pub(super) fn exploitability<G: HiddenInformation>(
    form: &SequenceForm<G>,
    realizations: &[Vec<f64>; 2],
) -> Exploitability {
    let value = PlayerSide::new(form, Seat::First).value(&realizations[0], &realizations[1]);
    let gains = Seat::BOTH.map(|seat| {
        let best = respond(PlayerSide::new(form, seat), &realizations[(!seat).index()], BestResponseVisit);
        best - seat.from_first(value)
    });
    Exploitability { value, gains }
}

fn respond<V: Visit>(side: PlayerSide<'_>, opponent: &[f64], visits: V) -> f64 {
    let mut values = vec![0.0; side.treeplex.information_sets()];
    side.each_component((visits, BySet(&mut values)), &|component, (visits, values)| {
        side.up(component, opponent, visits, values.0);
    });
    side.total(opponent, &values)
}

fn best(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the value of the best action without recording it.
struct BestResponseVisit;

impl Split for BestResponseVisit {
    fn split(self, _sequences: usize, _sets: usize) -> (Self, Self) {
        (Self, Self)
    }
}

impl Visit for BestResponseVisit {
    fn visit(&mut self, _sequences: Range<usize>, values: &[f64]) -> f64 {
        best(values)
    }
}

/// Returns the value of the best action, and plays the first action that has it.
struct Respond<'a>(BySequence<'a>);

impl Split for Respond<'_> {
    fn split(self, sequences: usize, sets: usize) -> (Self, Self) {
        let (before, after) = self.0.split(sequences, sets);
        (Self(before), Self(after))
    }
}

impl Visit for Respond<'_> {
    fn visit(&mut self, sequences: Range<usize>, values: &[f64]) -> f64 {
        let best = best(values);
        let behavior = &mut self.0.0[sequences];
        behavior.fill(0.0);
        if let Some(first) = values.iter().position(|&value| value >= best) {
            behavior[first] = 1.0;
        }
        best
    }
}
