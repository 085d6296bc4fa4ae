//! The review of a round or a game: turn by turn, with what each decision lost.

use std::num::NonZeroU64;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Game, Played, RecordedDecision, RoundOutcome, RoundRecord};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::StudyArgs;
use super::numbers::{cell, estimated};
use super::tableau::Tableau;
use crate::failure::{Failure, Refusal};
use crate::hanamikoji::insight::{BLOCKS, Search};
use crate::hanamikoji::review::{ERRORS, Graded, Look, Mark, Review, ReviewObject, Series, review};
use crate::hanamikoji::show::View;
use crate::hanamikoji::worths::Worths;
use crate::hanamikoji::{replay, words};
use crate::progress::CountProgress;
use crate::report::chart::{self, Axis, Curve, Curves, Scale, Side, Whisker};
use crate::report::{Drawings, Facts, Report, Sheet, Templates};
use crate::seed;
use crate::session::Session;
use crate::shell::quoted;
use crate::style::count;
use crate::workers::thread_pool;

/// Iterations for each decision, as `review` has them.
const ITERATIONS: NonZeroU64 = NonZeroU64::new(50_000).unwrap();

/// Makes the page of these rounds, of which there is one at least.
pub(super) fn run(args: &StudyArgs, records: Vec<RoundRecord>, session: &Session) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    args.effort.expect_iterations_only("a review")?;
    if args.effort.block.is_some() || args.what_if.is_some() {
        return Err(Failure::Usage("--block and --what-if are for positions".to_owned()));
    }
    follow_one_another(&records)?;
    let worths = args.favour_table.open()?;
    worths.check(records[0].rules())?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let search = Search { iterations: args.iterations(ITERATIONS), seed };
    let decisions: usize = records.iter().map(|record| record.decisions().len()).sum();
    let threads = thread_pool(args.threads.count())?;
    let progress = CountProgress::start("decisions", 0, decisions as u64, session);
    let game = Game::new(*records[0].rules());
    let reviews = records
        .into_iter()
        .map(|record| review(record, (&game, &worths), search, session.context(&progress)));
    let reviews = threads.install(|| reviews.collect::<Result<Vec<_>, _>>())?;
    drop(progress);
    delivery.deliver(&ReviewReport::new(&reviews, search, &worths))
}

/// Fails if a record does not begin where the one before it ended.
fn follow_one_another(records: &[RoundRecord]) -> Result<(), Failure> {
    let mut series: Option<Series> = None;
    for (record, line) in records.iter().zip(1..) {
        let review = Review { record: record.clone(), decisions: Vec::new() };
        match &mut series {
            None => series = Some(Series::new(&review)),
            Some(series) if series.goes_on_with(record) => series.add(&review),
            Some(_) => {
                let message = "the record does not begin with the markers that the last one left, the other player starting";
                let refusal = Refusal::whole("not_the_next_round", message, record.to_string());
                return Err(Failure::from(refusal).of_item_at(line));
            }
        }
    }
    Ok(())
}

/// `hanamikoji.review_report/1`. Probabilities are of winning the game, for the player who decided.
#[derive(Serialize)]
struct ReviewReport {
    kind: Strength,
    rounds: Vec<RoundObject>,
    #[serde(skip)]
    curves: Vec<Curves>,
    #[serde(skip)]
    facts: Facts,
    #[serde(skip)]
    rows: Vec<[String; 15]>,
}

#[derive(Serialize)]
struct RoundObject {
    number: usize,
    standing: String,
    /// As `review --json` has it.
    review: ReviewObject,
    start: Tableau,
    turns: Vec<TurnObject>,
    /// The table after scoring; `null` where the round is not complete.
    end: Option<Tableau>,
    /// What was lost, in words, by seat.
    first: String,
    second: String,
}

/// A turn, and the table after it.
#[derive(Serialize)]
struct TurnObject {
    turn: usize,
    seat: &'static str,
    /// In a word: `gift`.
    action: &'static str,
    played: String,
    table: Tableau,
}

impl ReviewReport {
    fn new(reviews: &[Review], search: Search, worths: &Worths) -> Self {
        let mut series: Option<Series> = None;
        let mut rounds = Vec::new();
        for review in reviews {
            let series = match &mut series {
                Some(series) => {
                    series.add(review);
                    series
                }
                empty => empty.insert(Series::new(review)),
            };
            rounds.push(RoundObject::new(review, series, search, worths));
        }
        let rows = reviews.iter().zip(1..).flat_map(|(review, round)| rows(review, round)).collect();
        Self {
            kind: Strength::Estimated,
            curves: reviews.iter().zip(1..).filter_map(|(review, round)| curve(review, round)).collect(),
            facts: facts(reviews, search, worths),
            rounds,
            rows,
        }
    }
}

impl RoundObject {
    fn new(review: &Review, series: &Series, search: Search, worths: &Worths) -> Self {
        let record = &review.record;
        let turns: Vec<Played> = record.history().iter().filter_map(|entry| entry.unpack()).collect();
        let after = |count: usize| {
            let history = turns[..count].iter().copied();
            let (rules, number) = (*record.rules(), record.round_number());
            RoundRecord::new(rules, number, record.favour(), record.deal().clone(), history)
                .map(|record| Tableau::new(&View::of_record(&record)))
        };
        let turn = |count: usize| {
            let table = after(count).ok()?;
            let seat = words::seat(if count % 2 == 1 { Seat::First } else { Seat::Second });
            let action = turns[count - 1].kind().word();
            let played = record.history()[count - 1].to_string();
            Some(TurnObject { turn: count, seat, action, played, table })
        };
        Self {
            number: series.rounds(),
            standing: replay::standing(record),
            start: after(0).unwrap_or_else(|_| Tableau::new(&View::of_record(record))),
            turns: (1..=turns.len()).filter_map(turn).collect(),
            end: Tableau::at_end(record),
            first: lost(review, Seat::First),
            second: lost(review, Seat::Second),
            review: ReviewObject::new(review, series, search, worths),
        }
    }
}

/// What a player lost, in words.
fn lost(review: &Review, seat: Seat) -> String {
    let totals = review.totals(seat);
    let marks: Vec<String> = Mark::ALL
        .into_iter()
        .filter(|&mark| totals.count(mark) > 0)
        .map(|mark| format!("{} {}", totals.count(mark), mark.sign()))
        .collect();
    let marks = if marks.is_empty() { "no marks".to_owned() } else { marks.join(", ") };
    format!(
        "lost {} in {}, {marks}",
        estimated(totals.loss, Some(totals.loss_se())),
        count(totals.unforced, "unforced decision")
    )
}

/// What was played, on the curve: in per cent, for the first player.
struct CurvePoint {
    number: f64,
    win: f64,
    se: f64,
    mark: Option<Mark>,
}

impl CurvePoint {
    /// Of the decision with this number; nothing where there was no choice.
    fn of((graded, number): (&Graded, u32)) -> Option<Self> {
        let look = graded.look?;
        let first = graded.decision.information_set.seat() == Seat::First;
        let win = if first { look.played.value } else { 1.0 - look.played.value };
        let se = 100.0 * look.played.standard_error.unwrap_or_default();
        Some(Self { number: f64::from(number), win: 100.0 * win, se, mark: look.mark() })
    }
}

/// How likely the first player wins after each decision, with one standard error to either side, and at last how the round ended
/// where it decided the game. Nothing where there are not two points.
fn curve(review: &Review, round: usize) -> Option<Curves> {
    let points: Vec<CurvePoint> = review.decisions.iter().zip(1..).filter_map(CurvePoint::of).collect();
    let result = match review.record.outcome() {
        Some(RoundOutcome::Won(Seat::First)) => Some(100.0),
        Some(RoundOutcome::Won(Seat::Second)) => Some(0.0),
        Some(RoundOutcome::Shared) => Some(50.0),
        Some(RoundOutcome::Undecided) | None => None,
    };
    let whisker = |point: &CurvePoint| Whisker {
        at: point.number,
        range: (point.win - point.se).max(0.0)..(point.win + point.se).min(100.0),
    };
    let mark = |point: &CurvePoint| {
        let text = point.mark?.sign().to_owned();
        Some(chart::Mark { at: (point.number, point.win), text, side: Side::Above })
    };
    let (whiskers, marks) = (points.iter().map(whisker).collect(), points.iter().filter_map(mark).collect());
    let mut shown: Vec<(f64, f64)> = points.iter().map(|point| (point.number, point.win)).collect();
    let after: u32 = review.decisions.len().try_into().unwrap_or(u32::MAX - 1);
    shown.extend(result.map(|result| (f64::from(after + 1), result)));
    let ((start, first), (end, last)) = (*shown.first()?, *shown.last()?);
    if shown.len() < 2 {
        return None;
    }
    Some(Curves {
        title: format!(
            "Round {round}: how likely the first player wins the game after each decision, from {:.0} to {last:.0} per cent{}",
            first,
            if result.is_some() { ", where the round ended" } else { "" }
        ),
        x: Axis {
            name: if result.is_some() { "decision, and the result" } else { "decision" }.to_owned(),
            range: start - 0.2..end + 0.2,
            scale: Scale::Linear,
            label: |value| {
                if (value - value.round()).abs() < 0.01 { format!("{value:.0}") } else { String::new() }
            },
        },
        y: Axis {
            name: "first player wins, %".to_owned(),
            range: 0.0..100.0,
            scale: Scale::Linear,
            label: |value| format!("{value:.0}"),
        },
        shown: vec![Curve { name: "first player".to_owned(), points: shown }],
        whiskers,
        marks,
    })
}

fn facts(reviews: &[Review], search: Search, worths: &Worths) -> Facts {
    let records: Vec<String> = reviews.iter().map(|review| review.record.to_string()).collect();
    let decisions = || reviews.iter().flat_map(|review| &review.decisions);
    let worst = decisions()
        .filter_map(|graded| Some((graded, graded.look?)))
        .filter(|(_, look)| look.mark().is_some())
        .max_by(|one, other| one.1.loss.total_cmp(&other.1.loss));
    let worst = match worst {
        None => "No decision lost enough to be marked.".to_owned(),
        Some((graded, look)) => {
            let RecordedDecision { turn, action, information_set } = &graded.decision;
            format!(
                "The costliest decision was the {} player's in turn {turn}: to {}. It lost {} (estimated); to {} was better.",
                words::seat(information_set.seat()),
                words::told(&action.to_string()),
                estimated(look.loss, look.loss_se),
                words::told(&look.best_action.to_string())
            )
        }
    };
    let rounds = reviews.len();
    Facts {
        title: if rounds == 1 {
            "A round reviewed".to_owned()
        } else {
            format!("A game of {rounds} rounds reviewed")
        },
        summary: format!(
            "{} {worst}",
            reviews.last().map(|last| sentence(&replay::standing(&last.record))).unwrap_or_default()
        ),
        rules_in_words: reviews
            .first()
            .map(|review| words::rules_in_words(review.record.rules()))
            .unwrap_or_default(),
        rules: reviews.first().map(|review| words::rules_of_record(&review.record)).unwrap_or_default(),
        command: format!(
            "hanamachi hanamikoji report {} --seed {} --iterations {}{}",
            quoted(&records.join("\n")),
            search.seed,
            search.iterations,
            worths.flag()
        ),
        strengths: vec![Strength::Estimated],
        standing: [
            format!(
                "Every decision is valued by what the player knew who made it, with {} iterations of {} in {BLOCKS} blocks, seed {}. Where something else \
                 was played than the search plays most, both are searched again, each on its own. The probability is that player's, of winning the \
                 game, a shared one counting one half.",
                search.iterations,
                reviews.first().map(|review| Search::method(review.record.rules())).unwrap_or_default(),
                search.seed
            ),
            format!(
                "Marks: ?! for a loss of {:.0} percentage points or more, ? of {:.0}, ?? of {:.0}, and only where the loss is more than {ERRORS} of its standard \
                 errors. No single loss is below 0, so that sums are a little too high where actions are close. What a deeper search would find the \
                 errors do not tell.",
                100.0 * Mark::Doubtful.threshold(),
                100.0 * Mark::Bad.threshold(),
                100.0 * Mark::VeryBad.threshold()
            ),
        ]
        .into_iter()
        .chain(model_error(reviews))
        .chain(worths.note())
        .collect(),
    }
}

/// What is known of the error of the searches, in a sentence.
fn model_error(reviews: &[Review]) -> Option<String> {
    Search::model_error(reviews.first()?.record.rules())
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

const COLUMNS: [&str; 15] = [
    "round",
    "turn",
    "seat",
    "information_set",
    "kind",
    "action",
    "forced",
    "win",
    "win_se",
    "best",
    "best_win",
    "best_win_se",
    "loss",
    "loss_se",
    "mark",
];

fn rows(review: &Review, round: usize) -> Vec<[String; 15]> {
    let row = |graded: &Graded| {
        let RecordedDecision { turn, action, information_set } = &graded.decision;
        let look = graded.look.as_ref();
        [
            round.to_string(),
            turn.to_string(),
            words::seat(information_set.seat()).to_owned(),
            information_set.to_string(),
            look.map(|look| look.best.strength().to_string()).unwrap_or_default(),
            action.to_string(),
            look.is_none().to_string(),
            cell(look.map(|look| look.played.value)),
            cell(look.and_then(|look| look.played.standard_error)),
            look.map(|look| look.best_action.to_string()).unwrap_or_default(),
            cell(look.map(|look| look.best.value)),
            cell(look.and_then(|look| look.best.standard_error)),
            cell(look.map(|look| look.loss)),
            cell(look.and_then(|look| look.loss_se)),
            look.and_then(Look::mark).map(|mark| mark.sign().to_owned()).unwrap_or_default(),
        ]
    };
    review.decisions.iter().map(row).collect()
}

impl Report for ReviewReport {
    const SCHEMA: &'static str = "hanamikoji.review_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/round.html"),
        markdown: include_str!("templates/round.md"),
        parts: &super::PARTS,
    };

    fn facts(&self) -> Facts {
        self.facts.clone()
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(&COLUMNS);
        for row in &self.rows {
            sheet.row(row.clone());
        }
        sheet
    }

    fn drawings(&self) -> Drawings {
        // What cannot be drawn is left out: the numbers stand in the tables.
        let svg: Vec<String> = self.curves.iter().filter_map(|curves| curves.svg().ok()).collect();
        Drawings::default().with("curves", svg.join("\n"))
    }
}
