//! The search core that every game shares. It knows the contracts in [`game`](crate::game) and no game.

pub mod budget;
