//! Texts about Okiya: solutions, reviews, and the garden as a board.

pub mod picture;
pub mod review;
pub mod solution;
pub mod words;
