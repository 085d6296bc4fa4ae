//! The field's test games: small, with published values.

pub mod kuhn;
mod tabled;

#[cfg(test)]
mod searched;
#[cfg(test)]
mod solved;
