//! Outcome of a garden: two questions.

use super::inquirer::{Inquirer, Question};
use super::{Lanes, Outcomes};
use crate::cell::CellSet;
use crate::garden::Garden;
use crate::value::Outcome;
use hanamachi_core::search::budget::{CancelToken, Stop};

/// x has no chance with three tiles left, and o has none with two.
const LAST_CHANCE_OF_X: usize = 12;
const LAST_CHANCE_OF_O: usize = 13;

/// Solves the gardens in these lanes.
pub(super) fn solve(lanes: Lanes, gardens: &[Garden], cancel: &CancelToken) -> Result<Outcomes, Stop> {
    let mut solved = Outcomes { outcomes: vec![Outcome::Draw; gardens.len()], nodes: vec![0; gardens.len()] };
    let inquirers = gardens.iter().map(|garden| (garden, WhoWins::Unasked));
    lanes.answer_all(inquirers, cancel, |place, who_wins, nodes| {
        if let WhoWins::Known(outcome) = who_wins {
            solved.outcomes[place] = outcome;
        }
        solved.nodes[place] = u32::try_from(nodes).unwrap_or(u32::MAX);
    })?;
    Ok(solved)
}

/// Asks whether x wins, and if not, whether o wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WhoWins {
    Unasked,
    AskedX,
    AskedO,
    Known(Outcome),
}

impl Inquirer for WhoWins {
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
