//! Reviews of games: the loss of each decision.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::study::{Evaluate, GradedGame, GradedRound};
use hanamachi_solver::hanamikoji::{Document, RecordedRound};
use serde::{Deserialize, Serialize};

use super::read;
use super::searching::evaluate_fault;
use crate::fault::Fault;
use crate::host::{Host, Message, REVIEW, SEARCHES, Work};
use crate::method::{Answer, Solvers, raw};
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::objects::ReviewObject;
use hanamachi_solver::text::shell_word;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewParams {
    rounds: Vec<String>,
    seed: Option<u64>,
    iterations: Option<NonZeroU64>,
}

/// `board.review/1`: the rounds of a game in order.
#[derive(Serialize)]
struct GameReviewObject<'a> {
    schema: &'static str,
    engine: &'static str,
    reviews: &'a [ReviewObject],
}

/// Maximum number of rounds in a reviewed game.
const MOST_ROUNDS: usize = 50;

/// Default number of iterations of each search.
const USUAL: NonZeroU64 = NonZeroU64::new(5000).unwrap();

/// Grades every decision.
pub(crate) fn review(_: &Solvers, params: ReviewParams, host: &dyn Host) -> Result<Answer, Fault> {
    if params.rounds.is_empty() || params.rounds.len() > MOST_ROUNDS {
        return Err(Fault::parameter("rounds", format!("give 1 to {MOST_ROUNDS} rounds")));
    }
    let iterations = params.iterations.unwrap_or(USUAL);
    let mut records = Vec::new();
    for text in &params.rounds {
        records.push(match read(text)? {
            Document::Record(record) => RecordedRound::Open(record),
            Document::Seat(record) => RecordedRound::OneSeat(record),
            Document::Set(_) => {
                let message = "an information set is one moment: a review needs a record";
                return Err(Fault::refused("record_needed", message).about("rounds"));
            }
        });
    }
    let decisions: usize = records.iter().map(|record| record.decisions().iter().flatten().count()).sum();
    let most = host.limits().iterations.saturating_mul(SEARCHES.into()) / (decisions as u64).max(1);
    if iterations.get() > most {
        return Err(Fault::parameter("iterations", format!("{most} iterations of each search at most")));
    }
    let time = host.limits().time_of(REVIEW);
    let work = Work::until(host, "decisions", Some(decisions as u64), time);
    let mut game: Option<GradedGame> = None;
    let mut reviews = Vec::new();
    let is_one = records.len() == 1;
    for record in records {
        work.check()?;
        let rules = *record.rules();
        let round = super::round_by(&rules, record.round_number(), record.favour());
        let question = Evaluate::usual(Some(iterations), params.seed);
        let graded = GradedRound::grade(record, &round, &question, work.context()).map_err(evaluate_fault)?;
        let graded = match game.take() {
            Some(mut game) if game.goes_on_with(&graded.record) => {
                game.push(graded);
                game
            }
            _ => GradedGame::new(graded),
        };
        reviews.push(ReviewObject::new(&graded, &[], &question, None));
        game = Some(graded);
        let object = GameReviewObject { schema: "board.review/1", engine: ENGINE, reviews: &reviews };
        host.tell(&Message::Partial(&raw(&object)));
    }
    let answer =
        Answer::new(&GameReviewObject { schema: "board.review/1", engine: ENGINE, reviews: &reviews });
    let command = || {
        let text = shell_word(&params.rounds[0]);
        let seed = params.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
        format!("hanamachi hana review {text}{seed} --iterations {iterations} --json")
    };
    Ok(if is_one { answer.by(command()) } else { answer })
}
