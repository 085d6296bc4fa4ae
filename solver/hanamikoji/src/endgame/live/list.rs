//! Lists of private states.

use crate::ranges::Private;
use crate::rules::card::Cards;

/// Private states of one player at a node, in ascending order. Equal lists are stored once.
#[derive(Debug)]
pub(super) struct HandList {
    pub(super) number: u32,
    pub(super) states: Box<[Private]>,
    /// All cards of each state.
    pub(super) cards: Box<[Cards]>,
}

/// The number in 32 bits: no list is as long as that.
pub(super) fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
