//! The searches behind the chart: one for each class of hands, kept in a file if one is named.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::Path;
use std::time::{Duration, Instant};

use hanamachi_report::hanamikoji::openings_command;
use hanamachi_solver::hanamikoji::Round;
use hanamachi_solver::hanamikoji::openings::{
    FirstHands, OpeningEvaluation, OpeningSearch, OpeningsFileError, openings_identity, read_openings,
    write_openings,
};
use hanamachi_solver::table::disk::{ProgressFile, checkpoint_in, later};
use hanamachi_solver::table::{Metadata, Reader};
use indicatif::{HumanCount, HumanDuration};

use crate::args::ThreadArgs;
use crate::failure::{Failure, Trouble, refusal};
use crate::hanamikoji::report::args::HanamikojiReportArgs;
use crate::output::ENGINE;
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::workers::thread_pool;

/// Iterations for each hand: some minutes for all of them on two cores.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(100_000).unwrap();
/// Iterations of a block, as `evaluate` has them.
const BLOCK: NonZeroU64 = NonZeroU64::new(1000).unwrap();
/// Smallest number of blocks of a search.
const FEWEST_BLOCKS: u64 = 20;
/// Iterations of the trial that predicts the duration.
const TRIAL: u64 = 10_000;

/// The searches, and the file that keeps them.
pub(super) struct OpeningWork<'a> {
    pub(super) search: OpeningSearch,
    pub(super) seed: u64,
    round: &'a Round,
    progress: Option<ProgressFile>,
    /// Evaluations of an earlier run.
    found: Vec<OpeningEvaluation>,
    session: &'a Session,
}

impl<'a> OpeningWork<'a> {
    pub(super) fn new(
        args: &HanamikojiReportArgs,
        round: &'a Round,
        session: &'a Session,
    ) -> Result<Self, Failure> {
        let [iterations, block] = args.iterations("--openings", session)?;
        if args.favour_table.open()?.path().is_some() {
            let message = "the chart is made with the favour table of the program: leave out --favour-table";
            return Err(Failure::Usage(message.to_owned()));
        }
        let iterations = iterations.unwrap_or(ITERATIONS);
        let finest = NonZeroU64::new(iterations.get().div_ceil(FEWEST_BLOCKS)).unwrap_or(BLOCK);
        let block_size = block.unwrap_or(BLOCK.min(finest));
        let search = OpeningSearch { iterations, block_size };
        let (progress, bytes) = match &args.resume {
            Some(path) => {
                ProgressFile::open(path, &session.notes()).map(|(progress, bytes)| (Some(progress), bytes))?
            }
            None => (None, None),
        };
        let (Some(kept), Some(bytes)) = (&args.resume, bytes) else {
            let seed = seed::resolve(args.seed.given(), session)?;
            return Ok(Self { search, seed, round, progress, found: Vec::new(), session });
        };
        let reader = Reader::open(bytes.as_ref()).map_err(|error| refusal(kept, &error))?;
        let seed = match args.seed.given().or(reader.metadata().seed) {
            Some(seed) => seed,
            None => seed::resolve(None, session)?,
        };
        let identity = openings_identity(round, search, seed);
        let checkpoint = checkpoint_in(kept, bytes.as_ref(), &identity)?;
        let found = read(kept, round, checkpoint.reader())?;
        Ok(Self { search, seed, round, progress, found, session })
    }

    /// Returns all evaluations, including those of an earlier run.
    pub(super) fn done(&mut self, threads: ThreadArgs) -> Result<Vec<OpeningEvaluation>, Failure> {
        let pool = thread_pool(threads.count())?;
        let hands = FirstHands::new(self.round);
        let (classes, done) = (hands.classes().len() as u64, self.found.len() as u64);
        if done < classes {
            pool.install(|| self.foretell(hands.hands().len(), classes - done))?;
        }
        let progress = CountProgress::start("hands", done, classes, self.session);
        let mut found = self.found.clone();
        let mut kept = self.progress.take();
        let take = |evaluation| {
            found.push(evaluation);
            if let Some(kept) = kept.as_mut().filter(|kept| kept.is_due()) {
                later(kept.replace(|stream| self.write(&found, stream)), &self.session.notes());
            }
        };
        let context = self.session.context(&progress);
        let ended = pool.install(|| self.search.evaluate_classes(self.round, self.seed, done, context, take));
        drop(progress);
        if let Some(kept) = &mut kept {
            kept.replace(|stream| self.write(&found, stream))?;
            if ended.is_err() {
                let (count, path) = (found.len(), kept.path().display());
                self.session.note(format_args!("{count} of {classes} hands are kept in {path}"));
            }
        }
        ended?;
        Ok(found)
    }

    /// Predicts the duration.
    fn foretell(&self, hands: usize, left: u64) -> Result<(), Failure> {
        let hand = FirstHands::new(self.round).classes().first().map(|class| class.cards);
        let trial = TRIAL.min(self.search.iterations.get());
        let small =
            OpeningSearch { iterations: NonZeroU64::new(trial).unwrap_or(NonZeroU64::MIN), ..self.search };
        let started = Instant::now();
        if let Some(hand) = hand {
            small.evaluate(self.round, hand, self.seed, self.session.cancel)?;
        }
        #[expect(clippy::cast_precision_loss, reason = "an estimate")]
        let seconds = started.elapsed().as_secs_f64()
            * (self.search.iterations.get() as f64 / trial as f64)
            * left as f64;
        let time = HumanDuration(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX));
        self.session.note(format_args!(
            "{hands} hands, {left} to search; iterations for each: {}; about {time}",
            HumanCount(self.search.iterations.get())
        ));
        Ok(())
    }

    /// Writes the evaluations so far.
    fn write(&self, found: &[OpeningEvaluation], stream: &mut dyn Write) -> Result<(), Failure> {
        let metadata = Metadata {
            program: ENGINE.to_owned(),
            command: openings_command(self.search, self.seed),
            ..Metadata::default()
        };
        write_openings(stream, self.round, self.search, self.seed, found, metadata)?;
        Ok(())
    }
}

/// Reads the evaluations in this file.
pub(super) fn read(path: &Path, round: &Round, file: &Reader<'_>) -> Result<Vec<OpeningEvaluation>, Failure> {
    read_openings(round, file).map_err(|error| match error {
        OpeningsFileError::File(error) => refusal(path, &error),
        other => Trouble::Damaged.in_file(path, other),
    })
}
