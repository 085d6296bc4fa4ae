//! A garden and its numbers.

use hanamachi_solver::okiya::{Garden, Player, Wish};
use serde::Serialize;

use crate::ENGINE;

/// `okiya.garden/1`: a garden, its numbers, and its number within its seed, counted from 0.
#[derive(Clone, Debug, Serialize)]
pub struct GardenObject {
    schema: &'static str,
    engine: &'static str,
    garden: String,
    long: String,
    rank: u64,
    class: u64,
    seed: u64,
    index: u64,
    /// Outcome for x, who moves first, with a full board drawn; unknown if no winner was requested.
    outcome: Option<&'static str>,
    /// Unknown if not requested, unless x does not win.
    winning_openings: Option<usize>,
}

impl GardenObject {
    /// Garden number `index` of a seed, with the facts known from the search for it.
    #[must_use]
    pub fn new(garden: &Garden, seed: u64, index: u64, wish: Option<Wish>) -> Self {
        let known = |wish: Wish| match wish.winner() {
            Player::X => wish.openings(),
            Player::O => Some(0),
        };
        Self {
            schema: "okiya.garden/1",
            engine: ENGINE,
            garden: garden.short().to_string(),
            long: garden.long().to_string(),
            rank: garden.rank().get(),
            class: garden.class().get(),
            seed,
            index,
            outcome: wish.map(|wish| wish.outcome().word()),
            winning_openings: wish.and_then(known),
        }
    }
}
