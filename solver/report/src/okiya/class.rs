//! The class of a garden: its number, the symmetry that maps the garden to it, and the garden's own symmetries.

use hanamachi_solver::okiya::{Garden, GardenRank};
use serde::Serialize;

use hanamachi_solver::okiya::objects::{SymmetryObject, board_words};

/// Facts about a garden's class, all proved.
#[derive(Serialize)]
pub(super) struct ClassFacts {
    /// Rank of the smallest garden of the class.
    class: u64,
    /// Smallest garden of the class.
    garden: String,
    long: String,
    /// Symmetry that maps the garden to the smallest of its class.
    to_class: SymmetryObject,
    /// Number of gardens in the class.
    size: u64,
    /// Number of all gardens.
    gardens: u64,
    /// Rotations and reflections that leave the game on this garden unchanged, in words.
    own_symmetries: Vec<&'static str>,
}

impl ClassFacts {
    pub(super) fn new(garden: &Garden) -> Self {
        let (smallest, there) = garden.canonical();
        Self {
            class: smallest.rank().get(),
            garden: smallest.short().to_string(),
            long: smallest.long().to_string(),
            to_class: SymmetryObject::new(there),
            size: garden.class_size(),
            gardens: GardenRank::COUNT,
            own_symmetries: garden.own_symmetries().map(board_words).collect(),
        }
    }
}
