//! Players by name.
//!
//! | file | contents |
//! |---|---|
//! | `spec` | [`PlayerSpec`]: a player of a command; **new ones are added** to `players::named` of the library |
//! | `help` | all players, for the help of commands |

mod help;
mod spec;

pub(crate) use help::help as players_help;
pub(crate) use spec::{PlayerSpec, launcher, makers};
