//! Players by name: the meaning of `random`, `pimc:deals=100` and `exec:COMMAND`.
//!
//! | file | contents |
//! |---|---|
//! | `registry` | all players by name; **new ones are added** to `board/engine/src/players.rs` |
//! | `spec` | [`PlayerSpec`]: the text form, read and checked |
//! | `table` | strategies from tables |
//! | `network` | networks from files |
//! | `resolving` | players that solve their last turns anew |
//! | `exec` | outside programs |
//! | `timed` | the time of a player's decisions |

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
