//! Two small games that know nothing of Okiya: one with the default hooks, one with every hook.

pub(crate) mod nim;
pub(crate) mod tic_tac_toe;
