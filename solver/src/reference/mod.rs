//! The field's test games: small, with published values.

pub mod kuhn;
pub mod leduc;
pub mod liars_dice;
pub mod random_game;

#[cfg(test)]
mod searched;
#[cfg(test)]
mod solved;
