//! Random gardens, games and symmetries for property tests.

pub(crate) mod positions;
pub(crate) mod rounds;

use hanamachi_solver::okiya::{BoardSymmetry, Cell, Game, Garden, GardenRank, Symmetry, TileSymmetry};
use proptest::prelude::*;
use proptest::sample::Index;

/// Any garden.
pub(crate) fn gardens() -> impl Strategy<Value = Garden> {
    (0..GardenRank::COUNT).prop_map(|rank| Garden::from_rank(GardenRank::new(rank).unwrap()))
}

/// Any game of up to `longest` moves, finished or not.
pub(crate) fn games(longest: usize) -> impl Strategy<Value = Game> {
    (gardens(), prop::collection::vec(any::<Index>(), 0..=longest)).prop_map(|(garden, choices)| {
        let mut game = Game::new(garden);
        for choice in choices {
            let moves: Vec<Cell> = game.position().moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            game.play(*choice.get(&moves)).unwrap();
        }
        game
    })
}

/// Any of the 9,216 symmetries.
pub(crate) fn symmetries() -> impl Strategy<Value = Symmetry> {
    let boards: Vec<_> = BoardSymmetry::all().collect();
    let tiles: Vec<_> = TileSymmetry::all().collect();
    (prop::sample::select(boards), prop::sample::select(tiles))
        .prop_map(|(board, tiles)| Symmetry { board, tiles })
}

/// The cell with this name.
pub(crate) fn cell(name: &str) -> Cell {
    Cell::from_name(name).unwrap()
}

/// The cells with these names, sorted.
pub(crate) fn cells(names: &str) -> Vec<Cell> {
    let mut cells: Vec<_> = names.split(' ').map(cell).collect();
    cells.sort_unstable();
    cells
}
