//! The deals of a pair of games.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Deal, Rules};

/// An endless sequence of random deals, drawn on demand and kept for the second game.
///
/// ```
/// use hanamachi_solver::hanamikoji::{Rules, arena::Deals};
/// use hanamachi_solver::search::parallel::Streams;
///
/// let mut deals = Deals::new(Rules::STANDARD, Streams::new(7).first());
/// let third = deals.get(2).clone();
/// deals.get(9);
/// assert_eq!(deals.get(2), &third);
/// ```
#[derive(Clone, Debug)]
pub struct Deals {
    rules: Rules,
    rng: Xoshiro256PlusPlus,
    drawn: Vec<Deal>,
}

impl Deals {
    /// The sequence of deals from this generator.
    #[must_use]
    pub const fn new(rules: Rules, rng: Xoshiro256PlusPlus) -> Self {
        Self { rules, rng, drawn: Vec::new() }
    }

    /// The deal of this round, counted from 0.
    pub fn get(&mut self, round: usize) -> &Deal {
        while self.drawn.len() <= round {
            self.drawn.push(Deal::random(&self.rules, &mut self.rng));
        }
        &self.drawn[round]
    }
}
