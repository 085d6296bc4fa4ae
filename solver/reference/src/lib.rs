//! Standard small test games with published values.

pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
mod named;
pub mod public_kuhn;
pub mod public_leduc;
pub mod random_game;
mod solvable;
mod tabled;

pub use named::names_of;

#[cfg(test)]
mod learned;
#[cfg(test)]
mod searched;
#[cfg(test)]
mod solved;
