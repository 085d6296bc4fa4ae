//! Outcome of a garden: two questions.

use super::Lanes;
use super::inquirer::{Inquirer, Question};
use crate::cell::CellSet;
use crate::garden::Garden;
use crate::value::Outcome;
use hanamachi_core::search::budget::{CancelToken, Stop};

/// x has no chance with three tiles left, and o has none with two.
const LAST_CHANCE_OF_X: usize = 12;
const LAST_CHANCE_OF_O: usize = 13;

/// Outcomes of gardens for x, who moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes {
    /// Outcomes if a full board is a draw, one for each garden, in their order. If the last token wins on a
    /// full board, a draw is a loss.
    pub outcomes: Vec<Outcome>,
    /// Number of moves tried in each garden, in the same order. They depend only on the garden.
    pub nodes: Vec<u32>,
}

/// Solves these gardens. A thousand or more keep all lanes busy; a few take as long as the hardest of them.
///
/// ```
/// use hanamachi_solver::okiya::{Garden, Outcome, solve_outcomes};
/// use hanamachi_solver::search::budget::CancelToken;
///
/// let gardens: Vec<Garden> = vec!["05af/b4c1/27d8/3e96".parse()?, "0123/4567/89ab/cdef".parse()?];
/// let solved = solve_outcomes(&gardens, &CancelToken::new()).expect("nobody stops it");
/// assert_eq!(solved.outcomes, [Outcome::Win, Outcome::Draw]);
/// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
/// ```
///
/// # Errors
///
/// Returns the reason with which `cancel` was set.
pub fn solve_outcomes(gardens: &[Garden], cancel: &CancelToken) -> Result<Outcomes, Stop> {
    solve(Lanes::widest(), gardens, cancel)
}

/// Solves the gardens in these lanes.
pub(super) fn solve(lanes: Lanes, gardens: &[Garden], cancel: &CancelToken) -> Result<Outcomes, Stop> {
    let mut solved = Outcomes { outcomes: vec![Outcome::Draw; gardens.len()], nodes: vec![0; gardens.len()] };
    let inquirers = gardens.iter().map(|garden| (garden, AskedWinner::Unasked));
    lanes.answer_all(inquirers, cancel, |place, who_wins, nodes| {
        if let AskedWinner::Known(outcome) = who_wins {
            solved.outcomes[place] = outcome;
        }
        solved.nodes[place] = u32::try_from(nodes).unwrap_or(u32::MAX);
    })?;
    Ok(solved)
}

/// Asks whether x wins, and if not, whether o wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AskedWinner {
    Unasked,
    AskedX,
    AskedO,
    Known(Outcome),
}

impl Inquirer for AskedWinner {
    fn next(&mut self, answer: Option<bool>) -> Option<Question> {
        let yes = answer.unwrap_or(false);
        *self = match (*self, yes) {
            (Self::Unasked, _) => Self::AskedX,
            (Self::AskedX, false) => Self::AskedO,
            (Self::AskedX, true) => Self::Known(Outcome::Win),
            (Self::AskedO, true) => Self::Known(Outcome::Draw),
            (Self::AskedO, false) => Self::Known(Outcome::Loss),
            (known, _) => known,
        };
        let last_chance = match self {
            Self::AskedX => LAST_CHANCE_OF_X,
            Self::AskedO => LAST_CHANCE_OF_O,
            Self::Unasked | Self::Known(_) => return None,
        };
        Some(Question { x: CellSet::EMPTY, o: CellSet::EMPTY, moves: CellSet::BORDER, last_chance })
    }
}
