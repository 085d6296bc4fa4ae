//! Comparison of the engine with the rules, and with the contract of the search.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::cell::Cell;
use crate::garden::Garden;
use crate::position::Setup;
use crate::rules::{FullBoard, Player};
use crate::tile::Tile;
use hanamachi_core::conformance::{Trials, check};

/// The position after `plies` random moves, or fewer if the game ends earlier.
pub(super) fn playout<R: Rng + ?Sized>(rng: &mut R, plies: usize) -> Position {
    let mut position = Position::start(Garden::random(rng));
    for _ in 0..plies {
        let moves: Vec<Cell> = position.moves().into_iter().collect();
        if moves.is_empty() {
            break;
        }
        position = position.play_unchecked(moves[rng.random_range(..moves.len())]);
    }
    position
}

/// A position with this many tokens on random cells; usually no game can reach it.
pub(super) fn scatter<R: Rng + ?Sized>(rng: &mut R, tokens: usize) -> Position {
    use rand::seq::SliceRandom;
    let mut cells: Vec<Cell> = Cell::all().collect();
    cells.shuffle(rng);
    let (x, o) = cells[..tokens].split_at(tokens.div_ceil(2));
    let (side, last) = if x.len() == o.len() { (Player::X, o.last()) } else { (Player::O, x.last()) };
    let set = |cells: &[Cell]| cells.iter().copied().collect();
    let setup = Setup { garden: Garden::random(rng), x: set(x), o: set(o), last: last.copied(), side };
    Position::try_from(setup).expect("counts and last token agree")
}

/// Compares the rules with the engine.
fn agree(position: &Position, engine: &BitPosition<'_>) {
    let garden = position.garden();
    let result = position.end().map(|end| end.score(position.side(), FullBoard::Draw));
    assert_eq!(engine.result(), result, "{position:?}");
    let tile = |index| Tile::from_index(index).unwrap();
    let cells: CellSet = engine.moves().map(|index| garden.cell_of(tile(index))).collect();
    assert_eq!(cells, position.moves(), "{position:?}");
}

#[test]
fn the_engine_plays_by_the_rules() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..500 {
        let mut position = Position::start(Garden::random(&mut rng));
        let tables = GardenTables::new(position.garden());
        let mut engine = BitPosition::new(&position, &tables);
        loop {
            agree(&position, &engine);
            let moves: Vec<Cell> = position.moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            let cell = moves[rng.random_range(..moves.len())];
            engine = engine.play(position.garden().tile(cell).index());
            position = position.play_unchecked(cell);
            assert_eq!(engine, BitPosition::new(&position, &tables));
        }
    }
    for tokens in (0..=16).cycle().take(17 * 200) {
        let position = scatter(&mut rng, tokens);
        agree(&position, &BitPosition::new(&position, &GardenTables::new(position.garden())));
    }
}

#[test]
fn the_engine_keeps_the_contract_in_whole_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..4 {
        let start = playout(&mut rng, 0);
        let tables = GardenTables::new(start.garden());
        let trials = Trials { playouts: 12, tree_limit: 5_000 };
        let coverage = check(&BitPosition::new(&start, &tables), trials, &mut rng).unwrap();
        assert!(coverage.exhausted > 1_000 && coverage.searched > 12, "{coverage:?}");
    }
}

#[test]
fn the_engine_keeps_the_contract_later_on() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for plies in (4..=14).cycle().take(11 * 12) {
        let position = playout(&mut rng, plies);
        let tables = GardenTables::new(position.garden());
        let trials = Trials { playouts: 2, tree_limit: 2_000 };
        check(&BitPosition::new(&position, &tables), trials, &mut rng).unwrap();
    }
}

#[test]
fn the_engine_keeps_the_contract_where_no_game_leads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for tokens in (4..=16).cycle().take(13 * 25) {
        let position = scatter(&mut rng, tokens);
        let tables = GardenTables::new(position.garden());
        let trials = Trials { playouts: 2, tree_limit: 2_000 };
        check(&BitPosition::new(&position, &tables), trials, &mut rng).unwrap();
    }
}
