//! Tic-tac-toe with the rules only: every hook with a default keeps it.

use hanamachi_solver::game::{PerfectInformation, Score};

/// Nine cells, row by row, as two sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct TicTacToe {
    /// Marks of the player to move.
    pub(crate) own: u16,
    /// Marks of the other player.
    pub(crate) other: u16,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl PerfectInformation for TicTacToe {
    type Move = u16;
    type Moves = Vec<u16>;
    type Guide = ();

    const KEY_BITS: u32 = 18;
    const MAX_MOVES: usize = 9;

    fn moves(&self) -> Vec<u16> {
        let taken = self.own | self.other;
        let free = (0..9).filter(|cell| taken >> cell & 1 == 0);
        if self.result().is_some() { Vec::new() } else { free.collect() }
    }

    fn play(&self, cell: u16) -> Self {
        Self { own: self.other, other: self.own | 1 << cell }
    }

    fn result(&self) -> Option<Score> {
        if LINES.iter().any(|line| self.other & line == *line) {
            Some(Score::new(-1))
        } else {
            (self.own | self.other == 0o777).then_some(Score::ZERO)
        }
    }

    fn key(&self) -> u64 {
        u64::from(self.own) << 9 | u64::from(self.other)
    }

    fn guide(&self, _goal: Score) {}

    /// The worst rank there is, for every move: the search must not mind.
    fn rank(&self, (): &(), _cell: u16, _next: &Self) -> u32 {
        u32::MAX
    }
}
