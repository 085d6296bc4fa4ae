//! The network that comes with the library.

use std::sync::LazyLock;

use super::file::read_network;
use super::policy::NetworkPolicy;
use hanamachi_table::Reader;

/// What `hanamachi hanamikoji train` wrote: which run it was stands in its metadata.
static FILE: &[u8] = include_bytes!("standard.network");

pub(super) static STANDARD: LazyLock<NetworkPolicy> = LazyLock::new(|| {
    let reader = Reader::open(FILE).expect("it is a whole file");
    read_network(&reader).expect("it is a network for the standard game")
});
