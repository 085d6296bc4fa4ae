//! Networks: policies of Hanamikoji, learned by self-play or from a player's games.

use hanamachi_solver::hanamikoji::learn::{NETWORK_KIND, read_network};

use crate::failure::Failure;
use crate::hanamikoji::unfit_network;
use crate::session::Session;
use crate::table::kind::{Checks, FileKind, OpenFile};
use crate::table::sample::Sample;

/// The kind of networks.
pub(super) const KIND: FileKind = FileKind {
    name: NETWORK_KIND,
    check,
    rows: Err("the weights of a network have no rows to export; `hanamachi hanamikoji match` plays them"),
    merge: Err("networks cannot be merged: train one for longer"),
    #[cfg(test)]
    samples: &["tests/data/tables/hanamikoji-small.network"],
};

fn check(file: &OpenFile<'_>, _sample: &mut Sample<'_>, _session: &Session) -> Result<Checks, Failure> {
    read_network(&file.reader).map_err(|error| unfit_network(file.path, &error))?;
    let checks = Checks { checked: vec!["weights"], ..Checks::default() };
    Ok(checks
        .without("strength", "the file makes no claim about it: `hanamachi hanamikoji exploit` measures it"))
}
