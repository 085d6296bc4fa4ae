//! The review of a round or a game: turn by turn, with the loss of each decision.

use std::path::Path;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::analysis::Method;
use hanamachi_solver::hanamikoji::objects::ReviewObject;
use hanamachi_solver::hanamikoji::study::{
    Assessment, Evaluate, GradedDecision, GradedGame, GradedRound, Mark,
};
use hanamachi_solver::hanamikoji::{Favour, Played, RecordedDecision, RoundOutcome, RoundRecord, Rules};
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use hanamachi_solver::text::shell_word as quoted;
use serde::Serialize;

use super::parts::PARTS;
use super::results::{standing, stopped_note};
use super::tableau::Tableau;
use super::{insight, words};
use crate::frame::chart::{self, Axis, Curve, Curves, LabelSide, Scale, Whisker};
use crate::frame::{Drawings, Facts, Report, Sheet, Templates, count};
use crate::percent;

/// `hanamikoji.review_report/1`. Probabilities are of winning the game, for the player who decided.
#[derive(Serialize)]
pub struct ReviewReport {
    kind: Strength,
    rounds: Vec<ReportRound>,
    #[serde(skip)]
    curves: Vec<Curves>,
    #[serde(skip)]
    facts: Facts,
    #[serde(skip)]
    sheet: Sheet,
}

#[derive(Serialize)]
struct ReportRound {
    number: usize,
    standing: String,
    /// Review as `review --json` prints it.
    review: ReviewObject,
    start: Tableau,
    turns: Vec<ReportTurn>,
    /// Table after scoring; `null` if the round is not complete.
    end: Option<Tableau>,
    /// Losses of each seat, in words.
    first: String,
    second: String,
}

/// A turn, and the table after it.
#[derive(Serialize)]
struct ReportTurn {
    turn: usize,
    seat: &'static str,
    /// Action in a word: `gift`.
    action: &'static str,
    played: String,
    table: Tableau,
}

impl ReviewReport {
    /// Page of these graded rounds of a game, at least one. `favour_table` is the file that values undecided rounds, if there
    /// is one.
    pub fn new(
        rounds: &[(RoundRecord, GradedRound)],
        search: &Evaluate,
        favour_table: Option<&Path>,
    ) -> Self {
        let mut game: Option<GradedGame> = None;
        let mut objects = Vec::new();
        for (record, graded) in rounds {
            let game = match &mut game {
                Some(game) => {
                    game.push(graded.clone());
                    game
                }
                empty => empty.insert(GradedGame::new(graded.clone())),
            };
            objects.push(ReportRound::new(record, game, search, favour_table));
        }
        let kind = rounds
            .first()
            .map_or(Strength::Estimated, |(record, _)| Method::for_rules(record.rules()).strength());
        let numbered = || rounds.iter().map(|(_, graded)| graded).zip(1..);
        let decisions =
            numbered().flat_map(|(graded, round)| graded.decisions.iter().map(move |of| (round, of)));
        let decisions: Vec<(usize, &GradedDecision)> = decisions.collect();
        Self {
            kind,
            curves: numbered().filter_map(|(graded, round)| curve(graded, round)).collect(),
            facts: facts(rounds, search, favour_table),
            rounds: objects,
            sheet: sheet(&decisions),
        }
    }
}

impl ReportRound {
    /// The last round of a game so far.
    fn new(record: &RoundRecord, game: &GradedGame, search: &Evaluate, favour_table: Option<&Path>) -> Self {
        let turns: Vec<Played> = record.history().iter().filter_map(|entry| entry.unpack()).collect();
        let after = |count: usize| {
            let history = turns[..count].iter().copied();
            let (rules, number) = (*record.rules(), record.round_number());
            RoundRecord::new(rules, number, record.favour(), record.deal().clone(), history)
                .map(|record| Tableau::of_record(&record))
        };
        let turn = |count: usize| {
            let table = after(count).ok()?;
            let seat = words::seat(if count % 2 == 1 { Seat::First } else { Seat::Second });
            let action = turns[count - 1].kind().word();
            let played = record.history()[count - 1].to_string();
            Some(ReportTurn { turn: count, seat, action, played, table })
        };
        Self {
            number: game.count(),
            standing: standing(record),
            start: after(0).unwrap_or_else(|_| Tableau::of_record(record)),
            turns: (1..=turns.len()).filter_map(turn).collect(),
            end: Tableau::at_end(record),
            first: lost(game.last(), Seat::First),
            second: lost(game.last(), Seat::Second),
            review: ReviewObject::new(game, &[], search, favour_table),
        }
    }
}

/// Losses of a player, in words.
fn lost(graded: &GradedRound, seat: Seat) -> String {
    let totals = graded.totals(seat);
    let marks: Vec<String> = Mark::ALL
        .into_iter()
        .filter(|&mark| totals.count(mark) > 0)
        .map(|mark| format!("{} {}", totals.count(mark), mark.sign()))
        .collect();
    let marks = if marks.is_empty() { "no marks".to_owned() } else { marks.join(", ") };
    format!(
        "lost {} % in {}, {marks}",
        percent::losses(totals.loss()),
        count(totals.unforced, "unforced decision")
    )
}

/// A decision on the curve of the player who made it, in per cent.
struct RoundPoint {
    number: f64,
    win: f64,
    se: f64,
    mark: Option<Mark>,
}

impl RoundPoint {
    /// The point of the decision with this number; `None` if there was no choice.
    fn from_graded((graded, number): (&GradedDecision, u32)) -> Option<Self> {
        let assessment = graded.assessment.as_ref()?;
        let se = assessment.played.standard_error().filter(|error| error.is_finite());
        let (win, se) = (100.0 * assessment.played.value(), 100.0 * se.unwrap_or_default());
        Some(Self { number: f64::from(number), win, se, mark: assessment.mark() })
    }
}

/// Winning probability of each player after the own decisions, by the own knowledge, with one standard error to either side, and at the
/// end the result of the round if it decided the game. Each curve follows one observer: what the other one knows would make it jump.
/// `None` without a curve of at least two points.
fn curve(graded: &GradedRound, round: usize) -> Option<Curves> {
    let after: u32 = graded.decisions.len().try_into().unwrap_or(u32::MAX - 1);
    let result = |seat: Seat| match graded.record.outcome() {
        Some(RoundOutcome::Won(winner)) => Some(if winner == seat { 100.0 } else { 0.0 }),
        Some(RoundOutcome::Shared) => Some(50.0),
        Some(RoundOutcome::Undecided) | None => None,
    };
    let (mut shown, mut whiskers, mut marks, mut told) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for seat in Seat::BOTH {
        let own = |(graded, _): &(&GradedDecision, u32)| graded.decision.information_set.seat() == seat;
        let points: Vec<RoundPoint> =
            graded.decisions.iter().zip(1..).filter(own).filter_map(RoundPoint::from_graded).collect();
        let mut line: Vec<(f64, f64)> = points.iter().map(|point| (point.number, point.win)).collect();
        line.extend(result(seat).filter(|_| !points.is_empty()).map(|result| (f64::from(after + 1), result)));
        let [(_, first), .., (_, last)] = line[..] else { continue };
        whiskers.extend(points.iter().map(|point| Whisker {
            at: point.number,
            range: (point.win - point.se).max(0.0)..(point.win + point.se).min(100.0),
        }));
        marks.extend(points.iter().filter_map(|point| {
            let text = point.mark?.sign().to_owned();
            Some(chart::Mark { at: (point.number, point.win), text, side: LabelSide::Above })
        }));
        told.push(format!("the {} player from {first:.0} to {last:.0} per cent", words::seat(seat)));
        shown.push(Curve { name: format!("{} player", words::seat(seat)), points: line });
    }
    let numbers = || shown.iter().flat_map(|curve: &Curve| &curve.points).map(|point| point.0);
    let [start, end] = [numbers().reduce(f64::min)?, numbers().reduce(f64::max)?];
    let is_decided = result(Seat::First).is_some();
    Some(Curves {
        title: format!(
            "Round {round}: how likely each player wins the game after the own decisions, {}{}",
            told.join(", "),
            if is_decided { ", where the round ended" } else { "" }
        ),
        x: Axis {
            name: if is_decided { "decision, and the result" } else { "decision" }.to_owned(),
            range: start - 0.2..end + 0.2,
            scale: Scale::Linear,
            label: |value| {
                if (value - value.round()).abs() < 0.01 { format!("{value:.0}") } else { String::new() }
            },
        },
        y: Axis {
            name: "wins the game, %".to_owned(),
            range: 0.0..100.0,
            scale: Scale::Linear,
            label: |value| format!("{value:.0}"),
        },
        shown,
        whiskers,
        marks,
    })
}

fn facts(rounds: &[(RoundRecord, GradedRound)], search: &Evaluate, favour_table: Option<&Path>) -> Facts {
    let valued_by = rounds
        .iter()
        .find_map(|(record, graded)| words::favour_note(record.rules(), graded.continuation, favour_table));
    let records: Vec<String> = rounds.iter().map(|(record, _)| record.to_string()).collect();
    let worst = rounds
        .iter()
        .filter_map(|(_, graded)| graded.costliest())
        .max_by(|one, other| one.1.loss.total_cmp(&other.1.loss));
    let worst = match worst {
        None => "No decision lost enough to be marked.".to_owned(),
        Some((graded, assessment)) => {
            let RecordedDecision { turn, action, information_set } = graded.decision;
            format!(
                "The costliest decision was the {} player's in turn {turn}: to {} ({action}). It lost {} % ({}); to {} ({}) was better.",
                words::seat(information_set.seat()),
                words::in_words(action),
                percent::difference(assessment.loss, assessment.loss_se, &assessment.played),
                assessment.played.strength(),
                words::in_words(assessment.best_action),
                assessment.best_action,
            )
        }
    };
    let rules = rounds.first().map(|(record, _)| record.rules());
    let effort = search.effort_under(rules.unwrap_or(&Rules::STANDARD), Favour::NEUTRAL);
    // The last of several rounds, which has markers that moved.
    let model_error =
        rounds.last().and_then(|(record, _)| insight::model_error(record.rules(), record.favour()));
    Facts {
        title: match rounds {
            [_] => "A round reviewed".to_owned(),
            rounds => format!("A game of {} rounds reviewed", rounds.len()),
        },
        summary: rounds
            .last()
            .map(|(record, _)| sentence(&standing(record)))
            .into_iter()
            .chain(ungraded(rounds))
            .chain([worst])
            .collect::<Vec<_>>()
            .join(" "),
        rules_in_words: rules.map(words::rules_in_words).unwrap_or_default(),
        rules: rounds.first().map(|(record, _)| words::rules_of_record(record)).unwrap_or_default(),
        command: format!(
            "hanamachi hanamikoji report {}{} --iterations {}{}",
            quoted(&records.join("\n")),
            search.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default(),
            effort.iterations,
            words::favour_flag(favour_table)
        ),
        strengths: vec![rules.map_or(Strength::Estimated, |rules| Method::for_rules(rules).strength())],
        standing: [
            format!(
                "Every decision is valued by the knowledge of the player who made it, as `evaluate` does: the end of a round is solved, elsewhere {} iterations of {} \
                 in {} blocks{}. Probabilities are those of this player winning the game; a shared game counts one half.",
                effort.iterations,
                rules.map(words::search_method).unwrap_or_default(),
                effort.blocks(),
                search.seed.map(|seed| format!(", seed {seed}")).unwrap_or_default()
            ),
            format!(
                "Marks: ?! for a loss of {:.0} percentage points or more, ? of {:.0}, ?? of {:.0}, and only where the loss is more than {} of its standard \
                 errors. No single loss is below 0, so that sums are a little too high where actions are close.",
                100.0 * Mark::Doubtful.threshold(),
                100.0 * Mark::Bad.threshold(),
                100.0 * Mark::VeryBad.threshold(),
                Mark::ERRORS
            ),
        ]
        .into_iter()
        .chain(model_error)
        .chain(insight::model_errors(rounds.iter().map(|(_, graded)| graded)))
        .chain(valued_by)
        .collect(),
    }
}

/// Number of graded decisions, if the work was stopped before all were.
fn ungraded(rounds: &[(RoundRecord, GradedRound)]) -> Option<String> {
    let rounds = rounds.iter().map(|(_, graded)| graded);
    let stop = rounds.clone().find_map(GradedRound::stopped)?;
    Some(stopped_note(rounds, stop))
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|letter| letter.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// A row for each decision, with the number of its round.
fn sheet(decisions: &[(usize, &GradedDecision)]) -> Sheet {
    let columns = "round turn seat information_set kind action forced win win_se best best_win best_win_se loss loss_se mark";
    let row = |&(round, graded): &(usize, &GradedDecision)| {
        let RecordedDecision { turn, action, information_set: set } = graded.decision;
        let of = graded.assessment.as_ref();
        let number = |number: fn(&Assessment) -> Number| of.map(number);
        let (played, best) = (number(|of| of.played), number(|of| of.best));
        (
            round,
            turn,
            words::seat(set.seat()),
            set.to_string(),
            played.map(|played| played.strength()),
            action.to_string(),
            graded.is_forced(),
            played.map(Number::value),
            played.and_then(Number::standard_error),
            of.map(|of| of.best_action.to_string()),
            best.map(Number::value),
            best.and_then(Number::standard_error),
            of.map(|of| of.loss),
            of.and_then(|of| of.loss_se),
            of.and_then(Assessment::mark).map(Mark::sign),
        )
    };
    Sheet::of(columns, decisions.iter().map(row))
}

impl Report for ReviewReport {
    const SCHEMA: &'static str = "hanamikoji.review_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/round.html"),
        markdown: include_str!("templates/round.md"),
        parts: &PARTS,
    };

    fn facts(&self) -> Facts {
        self.facts.clone()
    }

    fn sheet(&self) -> Sheet {
        self.sheet.clone()
    }

    fn drawings(&self) -> Drawings {
        // Curves that cannot be drawn are left out: the numbers stand in the tables.
        let svg: Vec<String> = self.curves.iter().filter_map(|curves| curves.svg().ok()).collect();
        Drawings::default().with("curves", svg.join("\n"))
    }
}
