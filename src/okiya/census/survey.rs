//! `okiya census --counts`: statistics of random gardens, without a file.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::path::Path;

use hanamachi_report::okiya::figures::{
    CountScope, OpeningRow, ShareEstimate, ShareNumber, ShareRow, TallyRows, outcomes,
};
use hanamachi_solver::okiya::census::{self, BLOCK_SIZE, RunError, Source};
use hanamachi_solver::okiya::population::OpeningGroup;
use hanamachi_solver::okiya::survey::{Survey, SurveyTally};
use hanamachi_solver::okiya::{FullBoard, Outcome};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::estimate::{Mean, Moments};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::{Identity, Metadata, STATE};
use serde::Serialize;

use crate::args::WorkArgs;
use crate::failure::{Failure, Trouble};
use crate::file::refusal;
use crate::okiya::solver;
use crate::output::{ENGINE, Output, json_asked};
use crate::progress::CountProgress;
use crate::resumable::{KeptRun, how_to_go_on, later};
use crate::session::Session;
use crate::shell::quoted_path;

/// The sample to count, and what becomes of the counts.
#[derive(Debug)]
pub(super) struct SurveyRequest<'a> {
    /// Number of gardens.
    pub(super) sample: u64,
    pub(super) seed: u64,
    /// File that keeps the progress.
    pub(super) resume: Option<&'a Path>,
    pub(super) json: bool,
    pub(super) work: &'a WorkArgs,
}

/// Number of gardens if none was asked for.
pub(super) const DEFAULT_SAMPLE: u64 = 10_000;

/// Counts the sample and prints its figures.
pub(super) fn run(request: &SurveyRequest<'_>, mut output: Output, session: &Session) -> Result<(), Failure> {
    let (tally, stopped) = count(request, session)?;
    let figures = SurveyFigures::new(request, &tally, stopped);
    if request.json {
        output.line(&json_asked(&figures))?;
    } else {
        output.line(figures.page(stopped).trim_end())?;
    }
    output.finish()?;
    Failure::after_answer(stopped)
}

/// Returns the command that computes the figures of `sample` gardens.
fn command(sample: u64, seed: u64) -> String {
    format!("hanamachi okiya census --counts --sample {sample} --seed {seed}")
}

/// Fewest gardens of a stopped survey that tell their error: two blocks.
const FEWEST_GARDENS: u64 = 2 * BLOCK_SIZE.get();

/// Counts the sample, starting from the checkpoint if there is one. Without a checkpoint a survey that is
/// stopped has the gardens counted by then.
fn count(request: &SurveyRequest<'_>, session: &Session) -> Result<(SurveyTally, Option<Stop>), Failure> {
    let &SurveyRequest { sample, seed, resume, work, .. } = request;
    let survey = Survey::new(seed, sample).map_err(|error| Failure::Usage(error.to_string()))?;
    let kept = resume.map(|path| KeptRun::open(path, identity(seed), session));
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
                later(session, save(kept, &tally));
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
                let again = format!("{} --resume {}", command(sample, seed), quoted_path(path));
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

/// `okiya.survey/1`. Outcomes and scores are those of x, who moves first.
#[derive(Debug, Serialize)]
struct SurveyFigures {
    schema: &'static str,
    engine: &'static str,
    /// Kind of the shares: estimates, from proved values.
    kind: Strength,
    /// Command that reproduces the figures.
    command: String,
    seed: u64,
    block_size: NonZeroU64,
    gardens: u64,
    rules: Vec<String>,
    /// Figures under each full-board rule.
    results: Vec<RuleFigures>,
    /// Size of the sample that was asked for.
    sample: u64,
    /// `time` or `interrupted` if a limit or Ctrl-C ended the survey early.
    stopped: Option<&'static str>,
}

/// Figures under one rule.
#[derive(Debug, Serialize)]
struct RuleFigures {
    rules: String,
    #[serde(flatten)]
    rows: TallyRows,
    openings: Vec<OpeningRow<ShareEstimate>>,
}

impl SurveyFigures {
    fn new(request: &SurveyRequest<'_>, tally: &SurveyTally, stopped: Option<Stop>) -> Self {
        let &SurveyRequest { sample, seed, .. } = request;
        let rules = [FullBoard::Draw, FullBoard::Last];
        let standing = CountScope::from_source(Source::Sample { seed });
        let figures = |rule: FullBoard| RuleFigures {
            rules: rule.to_string(),
            rows: TallyRows::new(standing, rule, tally.under(rule)),
            openings: OpeningGroup::ALL
                .into_iter()
                .zip(&tally.under(rule).openings)
                .map(|(group, counts)| opening_row(group, counts, rule))
                .collect(),
        };
        Self {
            schema: "okiya.survey/1",
            engine: ENGINE,
            kind: standing.strength(),
            command: command(tally.gardens(), seed),
            seed,
            block_size: BLOCK_SIZE,
            gardens: tally.gardens(),
            sample,
            rules: rules.iter().map(FullBoard::to_string).collect(),
            results: rules.map(figures).into(),
            stopped: stopped.map(Stop::word),
        }
    }

    /// Returns the figures as a Markdown page.
    fn page(&self, stopped: Option<Stop>) -> String {
        let Self { engine, command, gardens, .. } = self;
        let mut page = format!(
            "# A survey of {gardens} random gardens\n\n\
             Written by {engine} with\n\n```\n{command}\n```\n\n\
             Each garden was drawn uniformly from the 16! shuffles and solved exactly, all twelve openings, under \
             both rules for a full board. The values that are counted are **proved**. \
             The shares are **estimated**, and stand with their 95 % intervals: Wilson's score interval for shares of \
             gardens; for shares of openings the normal interval from the spread between gardens, since the \
             openings of one garden depend on one another. x is the player who moves first.\n\n\
             Where several best moves are as good as one another, the line that is followed to the end takes the \
             first in cell order (a1 b1 c1 d1 a2 …). That chooses among endings of the same score, and is why rows \
             and columns differ; every other figure is free of it.\n"
        );
        if let Some(stop) = stopped {
            let cause = if stop == Stop::Time { "The time limit" } else { "Ctrl-C" };
            let _ = write!(
                page,
                "\n{cause} ended the survey after {gardens} of {} gardens. The command above makes this page again.\n",
                self.sample
            );
        }
        for RuleFigures { rules, rows, openings } in &self.results {
            let _ = write!(page, "\n## Rules: {rules}\n");
            for (title, heading, rows) in [
                ("Who wins with best play", "result", &rows.outcomes),
                ("By how much (score for x)", "result", &rows.scores),
                ("How best play ends", "ending", &rows.endings),
                ("Winning openings in a garden", "winning openings", &rows.winning_openings),
            ] {
                page += &table(title, heading, rows);
            }
            page += &opening_table(openings);
        }
        page
    }
}

/// Returns the shares of a group of openings. Their intervals come from the variance of the number per garden, since the
/// openings of a garden are not independent.
fn opening_row(
    group: OpeningGroup,
    counts: &[Moments; 3],
    full_board: FullBoard,
) -> OpeningRow<ShareEstimate> {
    let estimate = |outcome: Outcome| {
        let share = counts[outcome as usize].mean().map(|mean| mean.per(f64::from(group.size())));
        let interval = share.map_or(0.0..=1.0, Mean::interval_95);
        let [low, high] = [interval.start().max(0.0), interval.end().min(1.0)].map(Some);
        ShareEstimate(ShareNumber { value: share.map(|share| share.value), low, high })
    };
    OpeningRow {
        openings: group.word(),
        win: estimate(Outcome::Win),
        draw: outcomes(full_board).contains(&Outcome::Draw).then(|| estimate(Outcome::Draw)),
        loss: estimate(Outcome::Loss),
    }
}

fn table(title: &str, heading: &str, rows: &[ShareRow]) -> String {
    let mut text = format!("\n### {title}\n\n| {heading} | gardens | share | 95 % interval | |\n");
    text += "| :-- | --: | --: | :-: | :-- |\n";
    for row in rows {
        let _ = writeln!(text, "| {} | {} | {} |", row.long_name(), row.count, shown(row.number));
    }
    text
}

fn opening_table(rows: &[OpeningRow<ShareEstimate>]) -> String {
    let mut text = "\n### Openings, by where the first token goes\n\n".to_owned();
    text += "| openings | outcome for x | share | 95 % interval | |\n| :-- | :-- | --: | :-: | :-- |\n";
    for row in rows {
        let outcomes = [("win", Some(row.win)), ("draw", row.draw), ("loss", Some(row.loss))];
        for (outcome, estimate) in outcomes {
            let Some(ShareEstimate(number)) = estimate else { continue };
            let _ = writeln!(text, "| {} | {outcome} | {} |", row.openings, shown(number));
        }
    }
    text
}

/// Formats a share, its interval and a bar: `67.60 % | 67.51 to 67.69 % | ███`.
fn shown(number: ShareNumber) -> String {
    const BAR_WIDTH: f64 = 40.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the width")]
    let length = (number.value.unwrap_or(0.0).clamp(0.0, 1.0) * BAR_WIDTH).round() as usize;
    let share = number.value.map_or("?".to_owned(), |_| number.percentage());
    format!("{share} | {} % | {}", number.interval().unwrap_or_default(), "█".repeat(length))
}
