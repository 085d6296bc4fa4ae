//! The field's test games and random ones: their sizes, that they keep the contract, and what they are worth, by ways that
//! share nothing.

mod agreement;
mod best_response;
mod bounds;
mod conformance;
mod games;
mod linear_program;
mod rules;
mod sampled;
mod sizes;
mod values;
mod walk;
