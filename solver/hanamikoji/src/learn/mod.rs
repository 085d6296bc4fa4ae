//! A policy learned by self-play of rounds, or from the decisions of a player.
//!
//! | file | contents |
//! |---|---|
//! | `encoder` | [`RoundEncoder`]: the features of a round |
//! | `rounds` | [`Rounds`]: the rounds of self-play |
//! | `trainer` | [`RoundTrainer`]: a run of training |
//! | `imitation` | [`Decisions`] of a recorded player, for a network that imitates it |
//! | `policy` | [`NetworkPolicy`]: a network as a policy |
//! | `file`, `error` | a network on disk, and [`NetworkFileError`] |
//! | `standard` | the networks for the standard game |
//!
//! The training method is the same for every game: see [`learning`](hanamachi_core::search::learning).

mod encoder;
mod error;
mod file;
mod imitation;
mod policy;
mod rounds;
mod standard;
#[cfg(test)]
mod tests;
mod trainer;

pub use encoder::RoundEncoder;
pub use error::NetworkFileError;
pub use file::{NETWORK_KIND, NETWORK_VERSION, expect_network, read_network, write_network};
pub use imitation::Decisions;
pub use policy::NetworkPolicy;
pub use rounds::Rounds;
pub use trainer::RoundTrainer;
