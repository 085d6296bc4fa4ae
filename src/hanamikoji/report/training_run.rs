//! A run of training, by the curve in the file of its weights or in its checkpoint.

use std::path::Path;

use hanamachi_report::hanamikoji::TrainingReport;
use hanamachi_solver::hanamikoji::learn::expect_network;
use hanamachi_solver::hanamikoji::training::{IMITATION, is_sound, read_curve};
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::{CHECKPOINT_KIND, Reader};

use crate::failure::{Failure, Trouble, refusal};

/// Report of the run that left this file.
pub(super) fn report(path: &Path) -> Result<TrainingReport, Failure> {
    let bytes = FileBytes::open(path)?;
    let refused = |error| refusal(path, &error);
    let reader = Reader::open(bytes.as_ref()).map_err(refused)?;
    let metadata = reader.metadata();
    let is_checkpoint = metadata.kind == CHECKPOINT_KIND;
    if !is_checkpoint {
        expect_network(&reader).map_err(refused)?;
    }
    reader.verify().map_err(refused)?;
    let points = match read_curve(metadata) {
        Some(Ok(points)) if is_sound(&points) => points,
        Some(_) => return Err(Trouble::Damaged.in_file(path, "its curve cannot be read")),
        None if is_checkpoint => {
            let why =
                "it is the checkpoint of another run than one of `hana train`, or of an earlier version";
            return Err(Trouble::OtherVersion.in_file(path, why));
        }
        None if metadata.details.contains_key(IMITATION) => {
            let why = "it imitates a player: a curve is of self-play";
            return Err(Trouble::Foreign.in_file(path, why));
        }
        None => {
            return Err(Trouble::OtherVersion.in_file(path, "it does not say how it was trained"));
        }
    };
    Ok(TrainingReport::new(path, is_checkpoint, metadata, points))
}
