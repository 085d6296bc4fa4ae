//! Training of policies: self-play with a curve that measures the policy on its way, and imitation of a recorded player.
//!
//! | file | contents |
//! |---|---|
//! | `run` | [`TrainingRun`]: a run of self-play; [`Training`]: the run in progress |
//! | `curve` | [`CurvePoint`]: state and strength of the policy at a point of the run |
//! | `yardstick` | measures strength and exploitability of a policy |
//! | `base` | [`TrainingBase`]: the run that another refines |
//! | `error` | [`TrainingError`] |
//! | `imitation` | [`RecordedDecisions`] of a player, and [`PlayerImitation`] |

mod base;
mod curve;
mod error;
mod imitation;
mod run;
mod yardstick;

pub use base::TrainingBase;
pub use curve::{
    CurvePoint, MeasuredExploitability, Measurement, POINTS, RefinedRun, Rung, is_sound, measurement,
    read_curve,
};
pub use error::TrainingError;
pub use imitation::{IMITATION, ImitationObject, PlayerImitation, RecordedDecisions};
pub use run::{Training, TrainingRun, usually_measured};
