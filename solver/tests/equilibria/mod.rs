//! The field's test games and random ones: their sizes, their contract, and their values, by independent methods.

mod agreement;
mod bounds;
mod games;
mod linear_program;
mod rules;
mod sampled;
mod sizes;
mod values;
