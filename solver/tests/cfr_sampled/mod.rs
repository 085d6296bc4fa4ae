//! Sampled counterfactual regret minimization on the field's test games.

mod kuhn;
mod leduc;
mod subgame;
