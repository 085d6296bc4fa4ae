//! Search for gardens with a requested winner and number of winning openings.
//!
//! A [`Wish`] is a property of a garden. [`WishSearch`] selects the gardens that have it, on all threads.
//! From gardens drawn uniformly it selects a uniform sample of the gardens with the property: this is
//! rejection sampling.
//!
//! A full board is a draw.

use rayon::prelude::*;

use super::bitslice::solve_outcomes;
use super::census::OPENINGS;
use super::garden::Garden;
use super::position::Position;
use super::rules::{FullBoard, Player};
use super::solve::Solver;
use super::value::Outcome;
use hanamachi_core::search::budget::{Budget, CancelToken, Stop};
use hanamachi_core::search::parallel::Pool;

/// Gardens that a thread solves side by side. A larger number leaves fewer lanes idle at the end; a smaller
/// one balances the threads better.
const SIDE_BY_SIDE: usize = 1024;

/// Requested properties of a garden: its winner, and the number of its twelve openings that win for x.
///
/// ```
/// use hanamachi_solver::okiya::{Player, Wish};
///
/// assert!(Wish::new(Player::X, Some(1)).is_ok());
/// assert!(Wish::new(Player::O, Some(1)).is_err(), "x would win");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wish {
    winner: Player,
    openings: Option<usize>,
}

/// No garden can have the property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WishError {
    /// There are only twelve openings.
    #[error("a garden has 12 openings: {0} of them cannot win")]
    TooMany(usize),
    /// x wins only if an opening wins.
    #[error("the first player wins a garden only if an opening wins: 0 winning openings are impossible")]
    NoOpening,
    /// o wins only if x does not.
    #[error("the second player wins a garden only if no opening wins: the number must be 0, not {0}")]
    AnOpening(usize),
}

impl Wish {
    /// Gardens that `winner` wins, with exactly this many winning openings if a number is given.
    ///
    /// # Errors
    ///
    /// Returns an error if no garden can have these properties.
    pub const fn new(winner: Player, openings: Option<usize>) -> Result<Self, WishError> {
        match (winner, openings) {
            (_, Some(number)) if number > OPENINGS => Err(WishError::TooMany(number)),
            (Player::X, Some(0)) => Err(WishError::NoOpening),
            (Player::O, Some(number)) if number > 0 => Err(WishError::AnOpening(number)),
            _ => Ok(Self { winner, openings }),
        }
    }

    /// Requested winner.
    #[must_use]
    pub const fn winner(self) -> Player {
        self.winner
    }

    /// Requested number of winning openings, if any.
    #[must_use]
    pub const fn openings(self) -> Option<usize> {
        self.openings
    }

    /// The outcome for x of a garden that has the property.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        match self.winner {
            Player::X => Outcome::Win,
            Player::O => Outcome::Loss,
        }
    }

    /// The number of openings that must be counted; `None` if the outcome decides.
    const fn counted(self) -> Option<usize> {
        match self.winner {
            Player::X => self.openings,
            Player::O => None,
        }
    }
}

/// Selects gardens that have a property.
pub struct WishSearch<'a> {
    wish: Wish,
    cancel: &'a CancelToken,
    solvers: Pool<Solver, fn() -> Solver>,
}

impl<'a> WishSearch<'a> {
    /// A search that ends when `cancel` is set.
    #[must_use]
    pub const fn new(wish: Wish, cancel: &'a CancelToken) -> Self {
        Self { wish, cancel, solvers: Pool::new(Solver::new) }
    }

    /// Returns the indices in `gardens` of the first `at_most` that have the property, in order. Runs on the
    /// current rayon pool; the answer does not depend on the number of threads.
    ///
    /// Finding the winner takes some 20 to 150 µs a garden. Counting openings takes about a millisecond more
    /// for each garden that x wins. Each thread has work from about 64 gardens on.
    ///
    /// # Errors
    ///
    /// Returns the reason with which the token was set.
    pub fn select(&self, gardens: &[Garden], at_most: usize) -> Result<Vec<usize>, Stop> {
        let each = gardens.len().div_ceil(rayon::current_num_threads()).clamp(1, SIDE_BY_SIDE);
        let outcomes: Vec<_> =
            gardens.par_chunks(each).map(|gardens| solve_outcomes(gardens, self.cancel)).collect();
        let mut places = Vec::new();
        for (first, solved) in (0..).step_by(each).zip(outcomes) {
            let outcomes = (first..).zip(solved?.outcomes);
            places
                .extend(outcomes.filter(|&(_, found)| found == self.wish.outcome()).map(|(place, _)| place));
        }
        if let Some(number) = self.wish.counted() {
            places = self.with_openings(gardens, &places, number, at_most)?;
        }
        places.truncate(at_most);
        Ok(places)
    }

    /// The first of these indices whose gardens have `number` winning openings.
    fn with_openings(
        &self,
        gardens: &[Garden],
        places: &[usize],
        number: usize,
        at_most: usize,
    ) -> Result<Vec<usize>, Stop> {
        let mut found = Vec::new();
        for places in places.chunks(8 * rayon::current_num_threads()) {
            if found.len() >= at_most {
                break;
            }
            let has = |&place: &usize| {
                let count = |solver: &mut Solver| self.wins_with(solver, &gardens[place], number);
                Ok(self.solvers.with(count)?.then_some(place))
            };
            let results: Vec<Result<_, Stop>> = places.par_iter().with_max_len(1).map(has).collect();
            for result in results {
                found.extend(result?);
            }
        }
        Ok(found)
    }

    /// Whether exactly `number` openings win. Stops as soon as too many have won or too few are left.
    fn wins_with(&self, solver: &mut Solver, garden: &Garden, number: usize) -> Result<bool, Stop> {
        let start = Position::start(*garden);
        let budget = Budget { nodes: None, cancel: Some(self.cancel) };
        let mut wins = 0;
        for (tried, opening) in start.moves().into_iter().enumerate() {
            if wins > number || wins + (OPENINGS - tried) < number {
                return Ok(false);
            }
            let after = start.play_unchecked(opening);
            wins += usize::from(solver.verdict(&after, FullBoard::Draw, &budget)?.outcome == Outcome::Loss);
        }
        Ok(wins == number)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::plain::Plain;
    use hanamachi_core::game::Score;

    fn gardens(count: usize, seed: u64) -> Vec<Garden> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        (0..count).map(|_| Garden::random(&mut rng)).collect()
    }

    fn select(wish: Wish, gardens: &[Garden], at_most: usize, threads: usize) -> Vec<usize> {
        let cancel = CancelToken::new();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| WishSearch::new(wish, &cancel).select(gardens, at_most)).unwrap()
    }

    #[test]
    fn the_gardens_are_those_of_the_plain_solver() {
        let gardens = gardens(150, 21);
        let mut plain = Plain::new();
        let winning: Vec<usize> = gardens
            .iter()
            .map(|garden| plain.openings(garden, FullBoard::Draw))
            .map(|openings| openings.iter().filter(|(_, score)| *score > Score::ZERO).count())
            .collect();
        let places = |is: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..gardens.len()).filter(|&place| is(winning[place])).collect()
        };
        assert_eq!(select(Wish::new(Player::X, None).unwrap(), &gardens, 1000, 2), places(&|n| n > 0));
        for number in 1..=OPENINGS {
            let wish = Wish::new(Player::X, Some(number)).unwrap();
            let expected = places(&|n| n == number);
            assert_eq!(select(wish, &gardens, 1000, 2), expected, "{number}");
            assert_eq!(select(wish, &gardens, 2, 3), expected[..expected.len().min(2)], "{number}");
        }
    }

    #[test]
    fn gardens_that_the_second_player_wins_are_found_on_any_number_of_threads() {
        let gardens = gardens(12_000, 22);
        let wish = Wish::new(Player::O, Some(0)).unwrap();
        let found = select(wish, &gardens, 1000, 1);
        assert_eq!(found, select(Wish::new(Player::O, None).unwrap(), &gardens, 1000, 3));
        assert!(!found.is_empty(), "another seed finds one: 1 garden in 4,700");
        let mut plain = Plain::new();
        for &place in &found {
            assert_eq!(plain.outcome(&gardens[place], FullBoard::Draw), Outcome::Loss);
        }
    }

    #[test]
    fn what_no_garden_can_be_is_refused() {
        assert_eq!(Wish::new(Player::X, Some(0)), Err(WishError::NoOpening));
        assert_eq!(Wish::new(Player::O, Some(1)), Err(WishError::AnOpening(1)));
        for winner in [Player::X, Player::O] {
            assert_eq!(Wish::new(winner, Some(13)), Err(WishError::TooMany(13)));
        }
    }

    #[test]
    fn a_search_that_is_cancelled_says_why() {
        let cancel = CancelToken::new();
        cancel.cancel(Stop::Time);
        let search = WishSearch::new(Wish::new(Player::O, None).unwrap(), &cancel);
        assert_eq!(search.select(&gardens(3, 8), 1), Err(Stop::Time));
    }
}
