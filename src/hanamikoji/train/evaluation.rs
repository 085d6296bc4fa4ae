//! Training of the evaluation of positions, which `learned` and the search use.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::evaluation::training;

use super::{TrainArgs, TrainingObject};
use crate::failure::Failure;
use crate::output::{Existing, NewFile};
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;

/// Default number of rounds.
const ROUNDS: u64 = 1_000_000;

/// Trains the evaluation and writes its weights.
pub(super) fn run(args: &TrainArgs, session: &Session) -> Result<TrainingObject, Failure> {
    let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
    let Some(path) = &args.output else { return usage("--evaluation needs a file for the weights: -o FILE") };
    if args.resume.is_some() || args.rules.is_some() || args.measure.is_some() {
        return usage(
            "the evaluation is for the standard game, trained in one go and not measured: leave out --resume, --rules and --measure",
        );
    }
    let mut file = NewFile::create(path, Existing::forced(args.force))?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let rounds = args.rounds.map_or(ROUNDS, NonZeroU64::get);
    let progress = CountProgress::start("rounds", 0, rounds, session);
    let trained = training::train(rounds, &mut seed::generator(seed), session.context(&progress))?;
    drop(progress);
    let bytes = trained.evaluation.to_bytes();
    file.write(&bytes)?;
    file.finish()?;
    let object = TrainingObject::of_weights("evaluation", trained.rounds, seed, &bytes);
    Ok(TrainingObject { stopped: trained.stopped.map(hanamachi_objects::stopped), ..object })
}
