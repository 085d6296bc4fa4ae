//! Learning to imitate a player.

use hanamachi_solver::hanamikoji::training::{IMITATION, RecordedDecisions};
use hanamachi_solver::table::disk::{Existing, NewFile};

use super::args::TrainArgs;
use super::object::TrainingObject;
use crate::failure::Failure;
use crate::hanamikoji::players::PlayerSpec;
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::workers::thread_pool;

/// Trains a policy that imitates a player, and writes its weights.
pub(super) fn run(args: &TrainArgs, session: &Session) -> Result<TrainingObject, Failure> {
    let Some(path) = &args.output else {
        return Err(Failure::Usage("--imitate needs a file for the weights: -o FILE".to_owned()));
    };
    let mut file = NewFile::create(path, Existing::forced(args.force))?;
    let seed = seed::resolve(args.seed.seed, session)?;
    // The player as the files have it, or as the program would write it.
    let player = args.player.as_deref();
    let canonical = player.and_then(|text| text.parse::<PlayerSpec>().ok());
    let names = player.map(str::to_owned).into_iter().chain(canonical.map(|player| player.to_string()));
    let mut recorded = RecordedDecisions::new(names.collect());
    args.imitate.iter().try_for_each(|path| recorded.read(path, session.cancel))?;
    let pool = thread_pool(args.threads.count())?;
    let mut imitation = recorded.imitation(seed)?;
    let progress = CountProgress::start("decisions", 0, imitation.total(), session);
    pool.install(|| imitation.go(session.context(&progress)))?;
    drop(progress);
    let (object, bytes) = pool.install(|| imitation.network())?;
    file.write(&bytes)?;
    file.finish()?;
    let trained = TrainingObject::of_weights(IMITATION, recorded.rounds, seed, &bytes);
    Ok(TrainingObject { imitation: Some(object), ..trained })
}
