//! The sequence form of a game: the sequences of each player's own decisions, and a sparse matrix of their
//! utilities against each other.
//!
//! D. Koller, N. Megiddo and B. von Stengel, "Efficient Computation of Equilibria for Extensive Two-Person
//! Games", Games and Economic Behavior 14, 1996. A strategy is a vector of *realization weights*: for each
//! sequence, its probability under the player's own decisions. The value of two strategies *x* and *y* is
//! *x*ᵀ*A**y*. Algorithms that traverse a game again and again, above all counterfactual regret minimization,
//! then need only two matrix products and one pass over each player's information sets; chance and the
//! opponent's decisions are not traversed again. Histories with the same sequences are one entry of the
//! matrix, so events that neither player sees cost nothing.
//!
//! Information states may forget the order of chance events where that is lossless (see
//! [`HiddenInformation`]). Then several sequences lead to one information set, and its realization weight is
//! the mean of theirs, weighted by their shares of the chance probability.

mod compile;
mod estimate;
pub(super) mod pass;
mod payoffs;
mod treeplex;

pub use self::compile::CompileError;
pub use self::estimate::LowerEstimate;
pub(super) use self::payoffs::Payoffs;
pub(super) use self::treeplex::Treeplex;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::{HiddenInformation, Seat};
use crate::search::cfr::{Strategy, Uniform};

/// A game in sequence form.
pub struct SequenceForm<G: HiddenInformation> {
    sizes: Sizes,
    players: [Player<G>; 2],
    /// Utilities of the ends for each seat, by its own sequences.
    payoffs: [Payoffs; 2],
}

/// Size of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Number of histories, including chance events and ends.
    pub nodes: u64,
    /// Number of histories that are ends.
    pub end_nodes: u64,
    /// Number of states visited: equivalent histories, which have the same state and the same sequences, are
    /// visited once.
    pub states: u64,
    /// Number of each seat's information sets, including those with a single action.
    pub information_sets: [usize; 2],
    /// Peak memory during compilation in bytes.
    pub peak_bytes: usize,
}

/// One seat's side of a game.
struct Player<G: HiddenInformation> {
    /// Information state of each information set of the treeplex.
    keys: Vec<G::Information>,
    /// Last action of each sequence except the empty one.
    actions: Vec<G::Action>,
    treeplex: Treeplex,
}

/// An information set in which a player has a choice.
#[derive(Clone, Copy, Debug)]
pub struct ChoiceSet<'a, G: HiddenInformation> {
    /// Information state of the player.
    pub information: &'a G::Information,
    /// Legal actions, in ascending order.
    pub actions: &'a [G::Action],
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// Size of the game.
    #[must_use]
    pub const fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Number of entries of the matrix: pairs of sequences with a nonzero utility.
    #[must_use]
    pub fn payoff_entries(&self) -> usize {
        self.payoffs[0].entries()
    }

    /// Number of a seat's sequences, including the empty one. Decisions with a single action add none.
    #[must_use]
    pub fn sequences(&self, seat: Seat) -> usize {
        self.treeplex(seat).sequences()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let player = |player: &Player<G>| {
            size_of_val(&player.keys[..]) + size_of_val(&player.actions[..]) + player.treeplex.bytes()
        };
        self.players.iter().map(player).sum::<usize>()
            + self.payoffs.iter().map(Payoffs::bytes).sum::<usize>()
    }

    /// The information sets of a seat with several actions, in the order of the treeplex.
    #[must_use]
    pub fn choices(&self, seat: Seat) -> impl ExactSizeIterator<Item = ChoiceSet<'_, G>> {
        let player = &self.players[seat.index()];
        (0..player.treeplex.information_sets()).map(|set| {
            let sequences = player.treeplex.sequences_of(set);
            let actions = &player.actions[sequences.start - 1..sequences.end - 1];
            ChoiceSet { information: &player.keys[set], actions }
        })
    }

    pub(super) const fn treeplex(&self, seat: Seat) -> &Treeplex {
        &self.players[seat.index()].treeplex
    }

    /// Payoff matrix of a seat.
    pub(super) const fn payoffs(&self, seat: Seat) -> &Payoffs {
        &self.payoffs[seat.index()]
    }

    /// Converts a strategy to behavior strategies of both players at the information sets of this game.
    pub fn behavior(&self, strategy: &impl Strategy<G>) -> Behavior {
        let mut probabilities = Vec::new();
        let seats = Seat::BOTH.map(|seat| {
            let mut behavior = Vec::with_capacity(self.sequences(seat));
            behavior.push(1.0);
            for choice in self.choices(seat) {
                strategy.probabilities(choice.information, choice.actions.len(), &mut probabilities);
                probabilities.resize(choice.actions.len(), 0.0);
                behavior.extend_from_slice(&probabilities);
            }
            behavior
        });
        Behavior { seats }
    }
}

/// Behavior strategies of both players in a game in sequence form: the probability of each action, in the
/// order of the sequences.
#[derive(Clone, PartialEq, Debug)]
pub struct Behavior {
    /// Probabilities of each seat's actions, by sequence; that of the empty sequence is 1.
    pub(super) seats: [Vec<f64>; 2],
}

impl<G: HiddenInformation> SequenceForm<G> {
    /// Makes a behavior strategy of this game available by information state, through a hash map of their
    /// positions.
    #[must_use]
    pub fn strategy<'a>(&'a self, behavior: &'a Behavior) -> BehaviorLookup<'a, G> {
        let places = Seat::BOTH.map(|seat| {
            let treeplex = self.treeplex(seat);
            let place = |(set, key): (usize, &G::Information)| (*key, treeplex.sequences_of(set));
            self.players[seat.index()].keys.iter().enumerate().map(place).collect()
        });
        BehaviorLookup { places, behavior }
    }
}

/// A behavior strategy, looked up by information state. Information states without a choice in this game are
/// played uniformly.
#[derive(Debug)]
pub struct BehaviorLookup<'a, G: HiddenInformation> {
    places: [FxHashMap<G::Information, Range<usize>>; 2],
    behavior: &'a Behavior,
}

impl<G: HiddenInformation> Strategy<G> for BehaviorLookup<'_, G> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        let found = Seat::BOTH.into_iter().find_map(|seat| {
            let place = self.places[seat.index()].get(information)?;
            Some(&self.behavior.seats[seat.index()][place.clone()])
        });
        match found.filter(|found| found.len() == actions) {
            Some(found) => {
                probabilities.clear();
                probabilities.extend_from_slice(found);
            }
            None => Strategy::<G>::probabilities(&Uniform, information, actions, probabilities),
        }
    }
}

impl Behavior {
    /// Probabilities of a seat's actions in each information set, in order.
    pub fn choices<'a, G: HiddenInformation>(
        &'a self,
        form: &'a SequenceForm<G>,
        seat: Seat,
    ) -> impl Iterator<Item = (ChoiceSet<'a, G>, &'a [f64])> {
        let mut rest = &self.seats[seat.index()][1..];
        form.choices(seat).map(move |choice| {
            let (probabilities, others) = rest.split_at(choice.actions.len());
            rest = others;
            (choice, probabilities)
        })
    }
}
