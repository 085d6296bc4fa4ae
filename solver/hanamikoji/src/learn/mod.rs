//! A policy learned by self-play.
mod encoder;
mod policy;
mod rounds;
pub use encoder::RoundEncoder;
pub use policy::NetworkPolicy;
pub use rounds::Rounds;
