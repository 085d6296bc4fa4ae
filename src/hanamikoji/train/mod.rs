//! `hanamikoji train`: learns by self-play, or from the games of a player.
//!
//! | file | contents |
//! |---|---|
//! | `args`, `object` | arguments and result |
//! | `policy` | a policy, by self-play |
//! | `imitation` | a policy that imitates a player |

mod args;
mod imitation;
mod object;
mod policy;

pub(crate) use self::args::TrainArgs;
use hanamachi_report::hanamikoji::curve_line;

use self::object::TrainingObject;
use crate::failure::Failure;
use crate::output::{Output, json_asked};
use crate::session::Session;

/// Runs the command.
pub(crate) fn run(args: &TrainArgs, session: &Session) -> Result<(), Failure> {
    let object =
        if args.imitate.is_empty() { policy::run(args, session)? } else { imitation::run(args, session)? };
    let mut output = Output::stdout();
    if args.json {
        output.line(&json_asked(&object))?;
    } else {
        for point in &object.curve {
            output.line(&curve_line(point))?;
        }
        if let Some(imitation) = &object.imitation {
            output.line(&imitation.to_string())?;
        }
        let TrainingObject { rounds, seed, bytes, blake3, .. } = &object;
        let file = match (bytes, blake3) {
            (Some(bytes), Some(blake3)) => format!(": {bytes} bytes, BLAKE3 {blake3}"),
            _ => String::new(),
        };
        let stopped = if object.stopped.is_some() { ", interrupted" } else { "" };
        output.line(&format!("{rounds} rounds{stopped}, seed {seed}{file}"))?;
    }
    output.finish()?;
    // Nothing but Ctrl-C stops it.
    if object.stopped.is_some() { Err(Failure::CutShort) } else { Ok(()) }
}
