//! The field's test games: their sizes, and that they keep the contract.

mod conformance;
mod rules;
mod sizes;
mod walk;
