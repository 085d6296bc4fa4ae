//! Perft against a mover that shares nothing with it: plain arrays, rules spelt out cell by cell.

use crate::common::{games, gardens};
use hanamachi_solver::okiya::{Cell, Game, Garden, Player, Position, perft};
use proptest::prelude::*;

/// A naive board: the contents of the cells, and the last tile taken.
#[derive(Clone)]
struct Board {
    tiles: [(usize, usize); 16],
    tokens: [Option<Player>; 16],
    last: Option<usize>,
    to_move: Player,
}

impl Board {
    fn from_position(position: &Position) -> Self {
        let token = |cell: Cell| {
            let owns = |player: &Player| position.tokens(*player).contains(cell);
            [Player::X, Player::O].into_iter().find(owns)
        };
        let cell = |index| Cell::new(index).unwrap();
        let tile = |index| position.garden().tile(cell(index));
        Self {
            tiles: std::array::from_fn(|i| (tile(i).plant().index(), tile(i).symbol().index())),
            tokens: std::array::from_fn(|i| token(cell(i))),
            last: position.last().map(Cell::index),
            to_move: position.side(),
        }
    }

    fn owns(&self, player: Player, row: usize, column: usize) -> bool {
        row < 4 && column < 4 && self.tokens[4 * row + column] == Some(player)
    }

    fn has_four(&self, player: Player) -> bool {
        let owns = |row, column| self.owns(player, row, column);
        let any = |test: &dyn Fn(usize) -> bool| (0..4).any(test);
        let all = |test: &dyn Fn(usize) -> bool| (0..4).all(test);
        any(&|row| all(&|column| owns(row, column)))
            || any(&|column| all(&|row| owns(row, column)))
            || all(&|i| owns(i, i))
            || all(&|i| owns(i, 3 - i))
            || any(&|r| any(&|c| owns(r, c) && owns(r, c + 1) && owns(r + 1, c) && owns(r + 1, c + 1)))
    }

    fn may_take(&self, cell: usize) -> bool {
        let (row, column) = (cell / 4, cell % 4);
        self.tokens[cell].is_none()
            && match self.last {
                None => row == 0 || row == 3 || column == 0 || column == 3,
                Some(last) => {
                    self.tiles[cell].0 == self.tiles[last].0 || self.tiles[cell].1 == self.tiles[last].1
                }
            }
    }

    fn count(&self, depth: usize) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.has_four(Player::X) || self.has_four(Player::O) {
            return 0;
        }
        let moves = (0..16).filter(|&cell| self.may_take(cell));
        moves
            .map(|cell| {
                let mut next = self.clone();
                next.tokens[cell] = Some(self.to_move);
                next.last = Some(cell);
                next.to_move = self.to_move.opponent();
                next.count(depth - 1)
            })
            .sum()
    }
}

#[test]
fn before_anybody_has_won_every_garden_counts_alike() {
    for garden in ["0123/4567/89ab/cdef", "05af/b4c1/27d8/3e96", "f0e1/d2c3/b4a5/9687"] {
        let garden: Garden = garden.parse().unwrap();
        let counts = perft(&Position::start(garden), 7);
        assert_eq!(counts, [12, 72, 360, 1_656, 7_344, 30_672, 117_504]);
    }
}

#[test]
fn depths_beyond_the_end_count_nothing() {
    assert!(perft(&Position::start(Garden::sorted()), 0).is_empty());
    let late = game_of_at_least(9);
    let counts = perft(&late, u8::MAX);
    assert_eq!(counts.len(), 255);
    assert!(counts[16..].iter().all(|&count| count == 0));
}

#[test]
fn a_finished_game_has_no_continuation() {
    let mut game = Game::new(Garden::sorted());
    while let Some(cell) = game.position().moves().into_iter().next() {
        game.play(cell).unwrap();
    }
    assert_eq!(perft(&game.position(), 3), [0, 0, 0]);
}

fn game_of_at_least(length: usize) -> Position {
    let mut game = Game::new("05af/b4c1/27d8/3e96".parse().unwrap());
    while game.moves().len() < length {
        let open = game.position().moves().into_iter().last().expect("the game is long enough");
        game.play(open).unwrap();
    }
    game.position()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn from_the_start(garden in gardens()) {
        let start = Position::start(garden);
        let slow: Vec<_> = (1..=6).map(|depth| Board::from_position(&start).count(depth)).collect();
        prop_assert_eq!(perft(&start, 6), slow);
    }

    #[test]
    fn from_later_on_to_the_end(game in games(12)) {
        prop_assume!(game.moves().len() >= 6);
        let position = game.position();
        let slow: Vec<_> = (1..=10).map(|depth| Board::from_position(&position).count(depth)).collect();
        prop_assert_eq!(perft(&position, 10), slow);
    }
}
