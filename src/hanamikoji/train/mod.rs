//! `hanamikoji train`: learns by self-play, or from the games of a player.
//!
//! | file | contents |
//! |---|---|
//! | `args`, `object` | arguments and result |
//! | `policy` | a policy, with its curve |
//! | `base` | the run that another refines |
//! | `measure` | its strength at a point of the curve |
//! | `imitation` | a policy that imitates a player |

mod args;
pub(super) mod base;
pub(super) mod imitation;
mod measure;
mod object;
mod policy;

pub(crate) use self::args::TrainArgs;
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
            output.line(&point.to_string())?;
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
