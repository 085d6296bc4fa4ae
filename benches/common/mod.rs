//! Gardens that the benchmarks solve, with their known answers, and rounds of Hanamikoji.

#![allow(dead_code, reason = "each benchmark uses some of it")]

pub(crate) mod rounds;

use hanamachi_solver::okiya::{Garden, Position, Solution};
use hanamachi_solver::search::parallel::Streams;

/// The untouched positions of the first gardens of stream 0 of seed 1.
pub(crate) fn starts(count: usize) -> Vec<Position> {
    let mut stream = Streams::new(1).next().expect("streams never end");
    (0..count).map(|_| Position::start(Garden::random(&mut stream))).collect()
}

/// Gardens by outcome for x, in the order loss, draw, win.
pub(crate) type Verdicts = [usize; 3];

/// A checksum over many answers, such as the scores of the openings in cell order, one garden after another.
/// It reads them as the digits of a number modulo 2⁶⁴.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Checksum(pub(crate) u64);

impl Checksum {
    /// Appends the score of the next opening.
    pub(crate) fn push(&mut self, score: i8) {
        self.0 = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add_signed(score.into());
    }

    /// Appends the next answer.
    pub(crate) fn append(&mut self, answer: u64) {
        self.0 = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(answer);
    }

    /// Appends the scores of all openings.
    pub(crate) fn push_all(&mut self, solution: &Solution) {
        let mut scores = [None; 16];
        for found in &solution.moves {
            scores[found.cell.index()] = Some(found.value.score().get());
        }
        scores.into_iter().flatten().for_each(|score| self.push(score));
    }
}
