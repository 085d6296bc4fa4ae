//! The field's test games: small, with published values.

pub mod kuhn;

#[cfg(test)]
mod searched;
#[cfg(test)]
mod solved;
