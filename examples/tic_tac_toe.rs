//! A game of perfect information: tic-tac-toe, with the rules only, searched by the core's alpha-beta.
//!
//!     cargo run --example tic_tac_toe

use hanamachi_solver::game::{PerfectInformation, Score};
use hanamachi_solver::search::alpha_beta::AlphaBeta;
use hanamachi_solver::search::budget::Budget;
use hanamachi_solver::search::questions::Questions;
use hanamachi_solver::search::transposition::TranspositionTable;

/// Nine cells, row by row, as two sets: the marks of the player to move, and the other's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct TicTacToe {
    own: u16,
    other: u16,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl PerfectInformation for TicTacToe {
    type Move = u16;
    type Moves = Vec<u16>;
    type Guide = ();
    const KEY_BITS: u32 = 18;
    const MAX_MOVES: usize = 9;

    fn moves(&self) -> Vec<u16> {
        let is_free = |cell: &u16| (self.own | self.other) >> cell & 1 == 0;
        if self.result().is_some() { Vec::new() } else { (0..9).filter(is_free).collect() }
    }

    fn play(&self, cell: u16) -> Self {
        Self { own: self.other, other: self.own | 1 << cell }
    }

    fn result(&self) -> Option<Score> {
        let lost = LINES.iter().any(|line| self.other & line == *line);
        let full = self.own | self.other == 0o777;
        if lost { Some(Score::new(-1)) } else { full.then_some(Score::ZERO) }
    }

    fn key(&self) -> u64 {
        u64::from(self.own) << 9 | u64::from(self.other)
    }

    // No hints for the move order: all moves have the same rank.
    fn guide(&self, _goal: Score) {}

    fn rank(&self, (): &(), _cell: u16, _next: &Self) -> u32 {
        u32::MAX
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let table = TranspositionTable::new(12);
    let mut search = AlphaBeta::new(&table, Budget::UNLIMITED);
    let value = search.score(&TicTacToe::default(), Score::ZERO)?;
    println!("value {}, {} positions expanded", value.get(), search.nodes());
    assert_eq!(value, Score::ZERO);
    Ok(())
}
