//! `okiya census --counts`: statistics of random gardens, without a file.

use std::path::Path;

use hanamachi_report::okiya::SurveyFigures;
use hanamachi_solver::okiya::census::{self, BLOCK_SIZE, RunError};
use hanamachi_solver::okiya::survey::{Survey, SurveyTally};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::table::disk::{KeptRun, later};
use hanamachi_solver::table::{Identity, Metadata, STATE};

use crate::args::WorkArgs;
use crate::failure::{Failure, Trouble, refusal};
use crate::okiya::solver;
use crate::output::{ENGINE, Output, json_asked};
use crate::progress::CountProgress;
use crate::resume::how_to_go_on;
use crate::session::Session;
use crate::shell::quoted_path;

/// Number of gardens if none was asked for.
pub(super) const DEFAULT_SAMPLE: u64 = 10_000;

/// Counts the first `sample` gardens of a seed and prints their figures. `resume` is the file that keeps the progress.
pub(super) fn run(
    (seed, sample): (u64, u64),
    resume: Option<&Path>,
    work: &WorkArgs,
    (mut output, json): (Output, bool),
    session: &Session,
) -> Result<(), Failure> {
    let (tally, stopped) = count((seed, sample), resume, work, session)?;
    let figures = SurveyFigures::new(seed, sample, &tally, stopped)?;
    if json {
        output.line(&json_asked(&figures))?;
    } else {
        output.line(figures.page()?.trim_end())?;
    }
    output.finish()?;
    Failure::after_answer(stopped)
}

/// Fewest gardens of a stopped survey that tell their error: two blocks.
const FEWEST_GARDENS: u64 = 2 * BLOCK_SIZE.get();

/// Counts the sample, starting from the checkpoint if there is one. Without a checkpoint a survey that is
/// stopped has the gardens counted by then.
fn count(
    (seed, sample): (u64, u64),
    resume: Option<&Path>,
    work: &WorkArgs,
    session: &Session,
) -> Result<(SurveyTally, Option<Stop>), Failure> {
    let survey = Survey::new(seed, sample).map_err(|error| Failure::Usage(error.to_string()))?;
    let kept = resume.map(|path| KeptRun::open(path, identity(seed), &session.notes()));
    let mut kept = kept.transpose()?;
    let mut tally = kept.as_ref().map_or_else(|| Ok(SurveyTally::default()), counted)?;
    let done = tally.gardens();
    if done > sample {
        return Err(Failure::Usage(format!(
            "the checkpoint contains {done} gardens, more than --sample {sample}"
        )));
    }
    let progress = CountProgress::start("gardens", done, sample, session);
    // A partial last block is kept out of the checkpoint, so that a longer survey can continue from it.
    let mut last = SurveyTally::default();
    let sink = |blocks: &[SurveyTally]| {
        for block in blocks {
            if block.gardens() < BLOCK_SIZE.get() {
                last.merge(block);
                continue;
            }
            tally.merge(block);
            if let Some(kept) = kept.as_mut().filter(|kept| kept.is_due()) {
                later(save(kept, &tally), &session.notes());
            }
        }
        Ok::<_, Failure>(())
    };
    let (threads, budget) = (solver::threads(work, session)?, solver::budget(work, session));
    let ended = threads.install(|| census::run(&survey, done / BLOCK_SIZE, &budget, &progress, sink));
    drop(progress);
    if let Some(kept) = &mut kept {
        save(kept, &tally)?;
    }
    match ended {
        Ok(()) => {
            tally.merge(&last);
            Ok((tally, None))
        }
        Err(RunError::Sink(failure)) => Err(failure),
        Err(RunError::Stopped(stop)) => {
            if let Some(path) = resume {
                let again = format!("{} --resume {}", survey.command(), quoted_path(path));
                how_to_go_on("gardens", tally.gardens()..sample, &again, work.threads, session);
            }
            let is_asked = matches!(stop, Stop::Interrupted | Stop::Time);
            if is_asked && resume.is_none() && tally.gardens() >= FEWEST_GARDENS {
                return Ok((tally, Some(stop)));
            }
            session.check()?;
            Err(stop.into())
        }
    }
}

/// Settings that must agree for one survey to resume another.
fn identity(seed: u64) -> Identity {
    let facts = Identity::new().with("game", "okiya").with("kind", "survey");
    facts.with("seed", seed.to_string()).with("block size", BLOCK_SIZE.to_string())
}

fn save(kept: &mut KeptRun, tally: &SurveyTally) -> Result<(), Failure> {
    kept.save(|writer| {
        writer.coded(STATE, tally)?;
        let mut metadata =
            Metadata { game: "okiya".to_owned(), program: ENGINE.to_owned(), ..Metadata::default() };
        metadata.counts.insert("gardens".to_owned(), tally.gardens());
        Ok(metadata)
    })
}

/// Returns the counts of an earlier run, which cover whole blocks.
fn counted(kept: &KeptRun) -> Result<SurveyTally, Failure> {
    let path = kept.path();
    let damaged = |why: String| Trouble::Damaged.in_file(path, why);
    if kept.left().is_some_and(|left| left.as_ref().starts_with(b"{\"schema\":\"okiya.survey_checkpoint/")) {
        return Err(damaged(
            "it is a checkpoint of version 0.1: start the survey again in another file".to_owned(),
        ));
    }
    let Some(checkpoint) = kept.checkpoint()? else { return Ok(SurveyTally::default()) };
    let tally: SurveyTally = checkpoint.state().map_err(|error| refusal(path, &error))?;
    if !tally.is_consistent() || tally.gardens() % BLOCK_SIZE != 0 {
        return Err(damaged("its counts do not add up to whole blocks".to_owned()));
    }
    Ok(tally)
}
