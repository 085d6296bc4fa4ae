//! Sampled traversals against brute force, on random games.

mod estimators;
mod exact;
mod random_game;
mod runs;
