//! Players by name: what `random`, `pimc:deals=100` and `exec:COMMAND` stand for.
//!
//! | file | what is in it |
//! |---|---|
//! | `registry` | all players by name; **new ones are added** to `board/engine/src/players.rs` |
//! | `spec` | [`PlayerSpec`]: the text form, read and checked |
//! | `table` | strategies from tables |
//! | `network` | networks from files |
//! | `resolving` | players whose last turns are solved anew |
//! | `exec` | outside programs |
//! | `timed` | the time that a player takes |

pub(crate) mod exec;
mod network;
mod registry;
mod resolving;
mod spec;
mod table;
mod timed;

pub(crate) use network::unfit as unfit_network;
pub(crate) use registry::help as players_help;
pub(crate) use spec::{Lineup, PlayerSpec};
pub(crate) use timed::{Clock, Timed};
