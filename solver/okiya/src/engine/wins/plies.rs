//! Numbers of plies as types, so that the search has one function for each.

use std::marker::PhantomData;

use super::super::order::Task;

/// How many plies may pass before the token with which the attacker wins. Even: the attacker is to move.
pub(super) trait Plies {
    /// The number.
    const COUNT: u8;
    /// One ply fewer; of none, none.
    type Fewer: Plies;
    /// What the player to move must do.
    const TASK: Task = if Self::COUNT % 2 == 0 { Task::Win } else { Task::Hold };
}

/// No ply: the attacker must win at once.
#[derive(Debug)]
pub(super) struct Now;

/// A ply, and then those of `P`.
#[derive(Debug)]
pub(super) struct After<P>(PhantomData<P>);

impl Plies for Now {
    const COUNT: u8 = 0;
    type Fewer = Self;
}

impl<P: Plies> Plies for After<P> {
    const COUNT: u8 = P::COUNT + 1;
    type Fewer = P;
}

type Five<P> = After<After<After<After<After<P>>>>>;

/// Fifteen: the attacker wins with the last of sixteen tokens.
pub(super) type MostPlies = Five<Five<Five<Now>>>;
