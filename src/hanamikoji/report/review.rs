//! The review of a round or a game.

use std::num::NonZeroU64;

use hanamachi_report::hanamikoji::ReviewReport;
use hanamachi_solver::hanamikoji::study::{Evaluate, GradedRound};
use hanamachi_solver::hanamikoji::{Game, RecordedRound, RoundRecord};

use super::args::HanamikojiReportArgs;
use crate::failure::{Failure, Refusal};
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::workers::thread_pool;

/// Iterations for each decision, as in `review`.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(10_000).unwrap();

/// Makes the page of these rounds, at least one.
pub(super) fn run(
    args: &HanamikojiReportArgs,
    records: Vec<RoundRecord>,
    session: &Session,
) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    let [iterations, block] = args.iterations("a review", session)?;
    if block.is_some() || args.what_if.is_some() {
        return Err(Failure::Usage("--block and --what-if are for positions".to_owned()));
    }
    follow_one_another(&records)?;
    let continuation = args.favour_table.open()?;
    continuation.check(records[0].rules())?;
    let seed = seed::of_positions(args.seed, session)?;
    let search = Evaluate::usual(iterations.or(Some(ITERATIONS)), seed);
    let decisions: usize = records.iter().map(|record| record.decisions().len()).sum();
    let threads = thread_pool(args.threads.count())?;
    let progress = CountProgress::start("decisions", 0, decisions as u64, session);
    let game = Game::new(*records[0].rules());
    let grade = |record: &RoundRecord| {
        let round = continuation.round(&game, record.round_number(), record.favour());
        GradedRound::grade_in_time(record.clone().into(), &round, &search, session.context(&progress))
    };
    let graded = threads.install(|| records.iter().map(grade).collect::<Result<Vec<_>, _>>())?;
    drop(progress);
    let stopped = graded.iter().find_map(GradedRound::stopped);
    if let Some(stop) = stopped.filter(|_| graded.iter().all(|graded| graded.assessed() == 0)) {
        return Err(stop.into());
    }
    let rounds: Vec<(RoundRecord, GradedRound)> = records.into_iter().zip(graded).collect();
    delivery.deliver(&ReviewReport::new(&rounds, &search, continuation.path()))?;
    Failure::after_answer(stopped)
}

/// Fails if a record does not begin where the one before it ended.
fn follow_one_another(records: &[RoundRecord]) -> Result<(), Failure> {
    for ((record, next), line) in records.iter().zip(&records[1..]).zip(2..) {
        if !RecordedRound::from(next.clone()).follows(&record.clone().into()) {
            let message = "the record does not begin with the markers that the last one left, the other player starting";
            let refusal = Refusal::whole("not_the_next_round", message, next.to_string());
            return Err(Failure::from(refusal).of_item_at(line));
        }
    }
    Ok(())
}
