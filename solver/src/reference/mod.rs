//! The field's test games: small, with published values.

pub mod kuhn;
pub mod public_kuhn;

#[cfg(test)]
mod searched;
