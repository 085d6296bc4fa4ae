//! Comparison with independent solvers, in planes of every width.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::plane::Plane;
use super::tiles::Switches;
use super::*;
use crate::cell::{Cell, CellSet};
use crate::plain::Plain;
use crate::rules::FullBoard;
use crate::symmetry::{ClassNumber, Symmetry, classes_from};
use crate::value::Outcome;

/// The search in every kind of plane that this processor has.
fn kinds() -> Vec<Lanes> {
    #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut, reason = "other planes are those of x86-64"))]
    let mut kinds = vec![Lanes(lanes::answer::<u64>)];
    #[cfg(target_arch = "x86_64")]
    {
        kinds.push(Lanes(lanes::answer::<std::arch::x86_64::__m128i>));
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            kinds.push(Lanes(|desk, cancel| unsafe { with_avx2(desk, cancel) }));
        }
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512.
            kinds.push(Lanes(|desk, cancel| unsafe { with_avx512(desk, cancel) }));
        }
    }
    kinds
}

/// One garden in 4,600 is won by the second player, and one in sixty of those whose four tiles in the middle
/// do not match.
fn gardens(count: usize, seed: u64) -> Vec<Garden> {
    let middle: Vec<Cell> = Cell::all().filter(|&cell| !CellSet::BORDER.contains(cell)).collect();
    let is_rare = |garden: &Garden| {
        middle.iter().all(|&cell| middle.iter().all(|&at| !garden.matching(cell).contains(at)))
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut random = std::iter::repeat_with(|| Garden::random(&mut rng));
    let mut gardens: Vec<Garden> = random.by_ref().take(count / 2).collect();
    gardens.extend(random.filter(is_rare).take(count - count / 2));
    gardens
}

#[test]
fn outcomes_are_those_of_the_plain_solver() {
    let mut gardens = gardens(1200, 5);
    gardens.extend(classes_from(ClassNumber::new(1_000_000_000).unwrap()).take(100));
    let mut plain = Plain::new();
    let truth: Vec<Outcome> = gardens.iter().map(|garden| plain.outcome(garden, FullBoard::Draw)).collect();
    for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
        assert!(truth.contains(&outcome), "no garden is a {outcome}");
    }
    let mut nodes = Vec::new();
    for lanes in kinds() {
        let solved = outcomes::solve(lanes, &gardens, &CancelToken::new()).unwrap();
        assert_eq!(solved.outcomes, truth);
        nodes.push(solved.nodes);
    }
    assert!(nodes.iter().all(|counts| *counts == nodes[0]), "nodes depend on the garden alone");
}

#[test]
fn any_number_of_gardens_is_solved_in_any_order() {
    let gardens = gardens(700, 6);
    let all = solve_outcomes(&gardens, &CancelToken::new()).unwrap();
    for lanes in kinds() {
        for count in [0, 1, 63, 64, 65, 130] {
            let some = outcomes::solve(lanes, &gardens[..count], &CancelToken::new()).unwrap();
            assert_eq!((&some.outcomes[..], &some.nodes[..]), (&all.outcomes[..count], &all.nodes[..count]));
        }
        let backwards: Vec<Garden> = gardens.iter().rev().copied().collect();
        let mut turned = outcomes::solve(lanes, &backwards, &CancelToken::new()).unwrap();
        turned.outcomes.reverse();
        turned.nodes.reverse();
        assert_eq!(turned, all);
    }
}

#[test]
fn gardens_of_one_class_have_one_outcome() {
    for garden in gardens(8, 7) {
        let images: Vec<Garden> =
            Symmetry::all().step_by(37).map(|symmetry| symmetry.garden(&garden)).collect();
        let solved = solve_outcomes(&images, &CancelToken::new()).unwrap();
        assert!(solved.outcomes.iter().all(|&outcome| outcome == solved.outcomes[0]));
    }
}

#[test]
fn tiles_in_one_line_are_those_that_match() {
    let gardens = gardens(64, 9);
    let mut switches: Switches<u64> = Switches::new();
    for (lane, garden) in gardens.iter().enumerate() {
        switches.lay(lane, garden);
    }
    // The tile on each cell, lane by lane.
    let mut tile_on = [[0; 64]; Cell::COUNT];
    for (at, tiles_on) in tile_on.iter_mut().enumerate() {
        let mut board = [0_u64; Cell::COUNT];
        board[at] = u64::MAX;
        let tiles = switches.to_tiles(&board);
        assert_eq!(switches.to_cells(&tiles), board);
        for (lane, tile_on) in tiles_on.iter_mut().enumerate() {
            let on: Vec<usize> = (0..Cell::COUNT).filter(|&tile| tiles[tile].has(lane)).collect();
            assert_eq!(on.len(), 1);
            *tile_on = on[0];
        }
    }
    for (lane, garden) in gardens.iter().enumerate() {
        for cell in Cell::all() {
            for other in Cell::all().filter(|&other| other != cell) {
                let (tile, that) = (tile_on[cell.index()][lane], tile_on[other.index()][lane]);
                assert_ne!(tile, that);
                let in_one_line = tile % 4 == that % 4 || tile / 4 == that / 4;
                assert_eq!(in_one_line, garden.matching(cell).contains(other));
            }
        }
    }
}

#[test]
fn a_search_that_is_cancelled_says_why() {
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Time);
    assert_eq!(solve_outcomes(&gardens(3, 8), &cancel), Err(Stop::Time));
}
