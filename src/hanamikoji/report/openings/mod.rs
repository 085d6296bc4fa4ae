//! The opening chart: the best action for each first hand.

mod work;

use std::path::Path;

use anyhow::anyhow;
use hanamachi_report::hanamikoji::OpeningsReport;
use hanamachi_solver::hanamikoji::analysis::Method;
use hanamachi_solver::hanamikoji::openings::{
    FirstHands, OpeningChart, OpeningEvaluation, OpeningSearch, openings_strength,
};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Round, Rules};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::Reader;

use self::work::{OpeningWork, read};
use super::args::HanamikojiReportArgs;
use crate::failure::{Failure, Refusal, Trouble, refusal};
use crate::session::Session;

/// The first round of a game: neutral markers.
fn first_round() -> Round {
    Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL)
}

/// Searches all first hands and makes the page.
pub(super) fn run(args: &HanamikojiReportArgs, session: &Session) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    let round = first_round();
    let mut work = OpeningWork::new(args, &round, session)?;
    let evaluations = work.done(args.threads)?;
    let strength = Method::for_rules(round.rules()).strength();
    delivery.deliver(&report(&round, &evaluations, work.search, work.seed, strength)?)
}

/// Makes the page from evaluations in a file.
pub(super) fn render(
    args: &HanamikojiReportArgs,
    path: &Path,
    file: &Reader<'_>,
    session: &Session,
) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    let round = first_round();
    file.verify().map_err(|error| refusal(path, &error))?;
    let evaluations = read(path, &round, file)?;
    let metadata = file.metadata();
    let count = |name: &str| metadata.counts.get(name).and_then(|&count| count.try_into().ok());
    let fits = count("iterations_each").zip(count("block")).zip(metadata.seed);
    let Some(((iterations, block_size), seed)) = fits else {
        let message = "the metadata do not say how the hands were searched";
        return Err(Trouble::Damaged.in_file(path, message));
    };
    let classes = FirstHands::new(&round).classes().len();
    if evaluations.len() < classes {
        let message = format!(
            "{} has {} of {classes} hands: go on with --openings --resume",
            path.display(),
            evaluations.len()
        );
        return Err(Refusal::whole("incomplete", message, "").into());
    }
    let search = OpeningSearch { iterations, block_size };
    delivery.deliver(&report(&round, &evaluations, search, seed, openings_strength(metadata))?)
}

fn report(
    round: &Round,
    evaluations: &[OpeningEvaluation],
    search: OpeningSearch,
    seed: u64,
    strength: Strength,
) -> Result<OpeningsReport, Failure> {
    let chart = OpeningChart::new(round, evaluations).ok_or_else(|| {
        anyhow!("a hand has no action that the search followed: more iterations are needed")
    })?;
    Ok(OpeningsReport::new(round, &chart, search, seed, strength))
}
