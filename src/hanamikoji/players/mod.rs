//! Players by name: those of the library, and outside programs.
//!
//! | file | contents |
//! |---|---|
//! | `spec` | [`PlayerSpec`]: a player of a command; **new ones are added** to `players::named` of the library |
//! | `help` | all players, for the help of commands |
//! | `exec` | outside programs |
//! | `timed` | the time of a player's decisions |

pub(crate) mod exec;
mod help;
mod spec;
mod timed;

pub(crate) use help::help as players_help;
pub(crate) use spec::{PlayerSpec, makers};
pub(crate) use timed::{Clock, Timed};
