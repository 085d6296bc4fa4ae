//! Random gardens, games, symmetries and mistakes for property tests.

pub(crate) mod positions;
pub(crate) mod rounds;

use hanamachi_solver::okiya::{BoardSymmetry, Cell, Game, Garden, GardenRank, Symmetry, TileSymmetry};
use proptest::prelude::*;
use proptest::sample::Index;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// The text with a few mistakes, from these characters and pieces of text.
pub(crate) fn mutated<R: Rng>(text: &str, (alphabet, pieces): (&[char], &[&str]), rng: &mut R) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=characters.len());
        let character = *alphabet.choose(rng).unwrap();
        match rng.random_range(0..6) {
            0 => characters.insert(at, character),
            1 => characters.truncate(at),
            2 => drop(characters.splice(at..at, pieces.choose(rng).unwrap().chars())),
            3 if at < characters.len() => drop(characters.remove(at)),
            4 if at < characters.len() => {
                let other = rng.random_range(0..characters.len());
                characters.swap(at, other);
            }
            _ if at < characters.len() => characters[at] = character,
            _ => characters.push(character),
        }
    }
    characters.into_iter().collect()
}

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
