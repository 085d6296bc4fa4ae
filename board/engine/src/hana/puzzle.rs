//! Exercises that can be graded without noise.
//!
//! A spot is used only if its answer is robust: the rest of the round is solved as for advice, or searches
//! with different seeds and sizes all agree on the best action, the losses of the other actions are known to
//! well below half a point or far exceed it, and the equilibrium gives the same advice. Nine candidates in ten
//! fail; then the next one is tried. A hand is read among geisha with equally many unseen cards, which counting cannot tell
//! apart, and only if every model of the opponent's play names the same of them, the next one far behind.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use hanamachi_solver::game::{HiddenInformation, Turn};
use hanamachi_solver::hanamikoji::analysis::{Method, NEARLY_ALL, Past, Settings};
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::policy::{LearnedPolicy, Policy};
use hanamachi_solver::hanamikoji::study::{
    Holdings, NEGLIGIBLE, SearchedPosition, SolveRequest, SolvedPosition,
};
use hanamachi_solver::hanamikoji::{
    Action, Deal, Document, FIRST_ROUND, Favour, Geisha, InformationSet, Place, Round, Rules, Table,
};
use hanamachi_solver::search::budget::{Progress as _, RunContext};
use hanamachi_solver::search::estimate::error_of_both;
use hanamachi_solver::search::root_values::Effort;
use hanamachi_solver::search::strength::{Number, Strength};
use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::searching::{search_fault, solve_fault};
use crate::fault::Fault;
use crate::host::{Host, Work};
use crate::method::{Answer, Solvers};
use crate::okiya::stream;
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::objects::PositionObject;
use hanamachi_solver::text::ByteSize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleParams {
    exercise: Exercise,
    seed: u64,
    #[serde(default)]
    index: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Exercise {
    Spot,
    ReadHand,
}

/// `board.puzzle/1`: a question with its answer.
#[derive(Serialize)]
struct PuzzleObject {
    schema: &'static str,
    engine: &'static str,
    exercise: Exercise,
    seed: u64,
    index: u64,
    game: &'static str,
    text: String,
    address: String,
    question: PositionObject,
    answers: Vec<String>,
    /// Credit for each answer, 0 to 1.
    grades: BTreeMap<String, f64>,
    /// Loss of each answer, as a probability of winning; when a hand is read, the probability of each card.
    losses: BTreeMap<String, f64>,
    /// The methods that agreed on the answer.
    checks: Vec<CheckObject>,
    kind: Strength,
}

#[derive(Clone, Serialize)]
struct CheckObject {
    method: &'static str,
    iterations: Option<u64>,
    seed: Option<u64>,
    best: String,
}

/// Smallest loss that earns no credit: four points of a hundred.
const WORTHLESS: f64 = 0.04;

/// The searches that must agree: iterations, and iterations per block. The last and largest one supplies the
/// losses.
const SEARCHES: [(u64, u64); 4] = [(4_000, 400), (20_000, 2000), (20_000, 1000), (100_000, 5000)];

/// Largest end of a round that is solved for an exercise, in bytes: larger ones take seconds.
const SMALL_END: u64 = 8 << 20;

/// Rollouts of the equilibrium, in all and per block, twice: they take most of the time, and a few refuse most
/// candidates.
const PLAYED_OUT: [(u64, NonZeroU64); 2] =
    [(400, NonZeroU64::new(20).unwrap()), (3_000, NonZeroU64::new(100).unwrap())];

/// An action that loses more than this by the values of the equilibrium is no right answer, whatever the
/// searches say: two points of a hundred.
const DISPUTED: f64 = 0.02;

/// Share of the spots that counting solves that are kept: it solves no more of the rest than chance.
const KEPT: f64 = 0.4;

/// Smallest lead in probability of the right answer over the next one.
const HAND_MARGIN: f64 = 0.1;

/// Generates candidates until one makes an exercise.
pub(crate) fn puzzle(_: &Solvers, params: PuzzleParams, host: &dyn Host) -> Result<Answer, Fault> {
    let PuzzleParams { exercise, seed, index } = params;
    let mut generator = stream(seed, index)?;
    let work = Work::new(host, "spots", None, host.limits().time);
    loop {
        work.check()?;
        let set = candidate(exercise, &mut generator);
        let round = super::round_of(&set);
        let found = match exercise {
            Exercise::Spot => spot(&round, &set, &work, &mut generator)?
                .filter(|found| !is_counted(&found.grades) || generator.random_bool(KEPT)),
            Exercise::ReadHand => read_hand(&round, &set),
        };
        work.advance(1);
        let Some(Graded { losses, grades, checks, kind }) = found else { continue };
        let document = Document::Set(Box::new(set));
        let table = Table::new(&document, None);
        let text = set.to_string();
        return Ok(Answer::new(&PuzzleObject {
            schema: "board.puzzle/1",
            engine: ENGINE,
            exercise,
            seed,
            index,
            game: "hanamikoji",
            address: text.replace(' ', "_"),
            text,
            question: PositionObject::new(&table),
            answers: grades.iter().filter(|of| *of.1 > 1.0 - 1e-9).map(|of| of.0.clone()).collect(),
            grades,
            losses,
            checks,
            kind,
        }));
    }
}

/// An exercise with a robust answer.
struct Graded {
    losses: BTreeMap<String, f64>,
    grades: BTreeMap<String, f64>,
    checks: Vec<CheckObject>,
    kind: Strength,
}

/// A decision of a round that two sensible players might have come to.
fn candidate(exercise: Exercise, generator: &mut Xoshiro256PlusPlus) -> InformationSet {
    let rules = Rules::STANDARD;
    let policy = LearnedPolicy::softmax(Evaluation::standard(), 0.3);
    let favour = markers(generator);
    let round = super::round_by(&rules, FIRST_ROUND, favour);
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    loop {
        let deal = Deal::random(&rules, generator);
        let mut state = round.dealt(&deal);
        // Before a hand can be read, some turns must have been seen.
        let decisions = match exercise {
            Exercise::Spot => generator.random_range(0..10),
            Exercise::ReadHand => generator.random_range(3..10),
        };
        let mut made = 0;
        while let Turn::Player(seat) = round.turn(&state) {
            let information = round.information(&state, seat);
            round.legal(&information, &mut actions);
            if made >= decisions && actions.len() > 1 {
                if let Ok(set) = InformationSet::from_information(&round, FIRST_ROUND, &information) {
                    return set;
                }
                break;
            }
            policy.probabilities(&round, &information, &actions, &mut probabilities);
            let mut left: f64 = generator.random();
            let place = probabilities.iter().position(|&probability| {
                left -= probability;
                left < 0.0
            });
            round.play(&mut state, actions[place.unwrap_or_default()]);
            round.draw_from(&deal, &mut state);
            made += 1;
        }
    }
}

/// Markers of an undecided game; neutral half of the time.
fn markers(generator: &mut Xoshiro256PlusPlus) -> Favour {
    if generator.random_bool(0.5) {
        return Favour::NEUTRAL;
    }
    loop {
        let text: String = (0..7).map(|_| ['.', '.', '+', '-'][generator.random_range(0..4)]).collect();
        // The notation accepts only undecided markers.
        if let Ok(set) = format!("{text} 1 ABCDEFG -").parse::<InformationSet>() {
            return set.favour_of_first();
        }
    }
}

/// Grades a decision; `None` if its best action is not robust.
fn spot(
    round: &Round,
    set: &InformationSet,
    work: &Work<'_>,
    generator: &mut Xoshiro256PlusPlus,
) -> Result<Option<Graded>, Fault> {
    let time = Some(std::time::Duration::from_secs(10));
    let request = SolveRequest { memory: ByteSize(SMALL_END), time, ..SolveRequest::for_rules(set.rules()) };
    let solved = SolvedPosition::solve_if_small(round, set, &[], &request, RunContext::silent(work.cancel()))
        .map_err(solve_fault)?;
    // An estimate over few hands is no answer to grade by.
    if let Some(solved) = solved.filter(|solved| solved.live >= NEARLY_ALL) {
        let method = solved.method();
        let losses = solved.actions.iter().filter_map(|of| Some((of.action.to_string(), of.loss?)));
        let losses: BTreeMap<String, f64> = losses.collect();
        let best = best_of(&losses);
        let checks = vec![CheckObject { method, iterations: None, seed: None, best }];
        return Ok(graded(losses, checks, Strength::Computed));
    }
    // The advice about this position would be that of a solution.
    if request.reaches(set) {
        return Ok(None);
    }
    let mut checks: Vec<CheckObject> = Vec::new();
    let mut found: Option<SearchedPosition> = None;
    for (iterations, block) in SEARCHES {
        work.check()?;
        let seed = seed(generator);
        let block_size = NonZeroU64::new(block).unwrap_or(NonZeroU64::MIN);
        let effort = Effort { iterations, block_size, seed };
        let answer = searched(round, set, Method::analysis(), effort, work)?;
        let Some(best) = answer.actions.first().map(|best| best.action.to_string()) else { return Ok(None) };
        // Of two equally good actions, either may come first.
        let loses = |of: &SearchedPosition, action: &str| {
            let of = of.actions.iter().find(|of| of.action.to_string() == action);
            of.and_then(|of| of.loss).unwrap_or(f64::INFINITY)
        };
        if checks.iter().any(|check| loses(&answer, &check.best) > NEGLIGIBLE / 2.0) {
            return Ok(None);
        }
        checks.push(CheckObject { method: "ismcts", iterations: Some(iterations), seed: Some(seed), best });
        found = Some(answer);
    }
    let Some(found) = found else { return Ok(None) };
    let Some(best) = found.actions.first() else { return Ok(None) };
    let error = |number: Option<Number>| number.and_then(Number::standard_error);
    let mut losses = BTreeMap::new();
    for of in &found.actions {
        // An action that was hardly ever followed counts as a loss of 1.
        let loss = of.loss.unwrap_or(1.0);
        if let (Some(own), Some(other)) = (error(of.win), error(best.win)) {
            let noise = 2.0 * error_of_both(own, other);
            // Full credit must not depend on noise.
            let hangs = loss - noise < NEGLIGIBLE && loss + noise > NEGLIGIBLE;
            if hangs && loss > 0.0 && noise > NEGLIGIBLE / 2.0 {
                return Ok(None);
            }
        } else if loss < WORTHLESS {
            return Ok(None);
        }
        losses.insert(of.action.to_string(), loss);
    }
    let Some(mut graded) = graded(losses, checks, Strength::Estimated) else { return Ok(None) };
    if Past::for_rules(set.rules()) == Past::Equilibrium {
        match equilibrium(round, set, &graded.grades, work, generator)? {
            Some(check) => graded.checks.push(check),
            None => return Ok(None),
        }
    }
    Ok(Some(graded))
}

/// The check by the equilibrium, which gives the advice; `None` unless it advises an action with full credit
/// and, by its values, no action with full credit loses more than [`DISPUTED`].
fn equilibrium(
    round: &Round,
    set: &InformationSet,
    grades: &BTreeMap<String, f64>,
    work: &Work<'_>,
    generator: &mut Xoshiro256PlusPlus,
) -> Result<Option<CheckObject>, Fault> {
    let is_right = |action: Action| grades.get(&action.to_string()).is_some_and(|&grade| grade >= 1.0);
    let mut last = None;
    for (iterations, block_size) in PLAYED_OUT {
        let seed = seed(generator);
        let effort = Effort { iterations, block_size, seed };
        let found = searched(round, set, Method::for_rules(set.rules()), effort, work)?;
        let Some(advice) = found.advice().filter(|advice| is_right(advice.play)) else { return Ok(None) };
        let mut right = found.actions.iter().filter(|of| is_right(of.action));
        if right.any(|of| of.loss.is_none_or(|loss| loss > DISPUTED)) {
            return Ok(None);
        }
        let best = advice.play.to_string();
        last =
            Some(CheckObject { method: "equilibrium", iterations: Some(iterations), seed: Some(seed), best });
    }
    Ok(last)
}

/// A seed of 53 bits, which survives JSON readers that store numbers as doubles.
fn seed(generator: &mut Xoshiro256PlusPlus) -> u64 {
    generator.next_u64() >> 11
}

fn searched(
    round: &Round,
    set: &InformationSet,
    method: Method,
    effort: Effort,
    work: &Work<'_>,
) -> Result<SearchedPosition, Fault> {
    let context = RunContext::silent(work.cancel());
    SearchedPosition::search(round, set, (method, effort), context).map_err(search_fault)
}

/// Whether counting charm points solves it: the card worth most as the secret, or else the cards worth most.
fn is_counted(grades: &BTreeMap<String, f64>) -> bool {
    let worth = |action: &str| {
        let cards = action.chars().filter_map(Geisha::from_letter);
        (action.starts_with('1'), cards.map(|card| Rules::STANDARD.value(card)).sum::<u32>())
    };
    let most = grades.iter().max_by_key(|of| worth(of.0));
    most.is_some_and(|of| *of.1 >= 1.0)
}

/// The action with the smallest loss.
fn best_of(losses: &BTreeMap<String, f64>) -> String {
    let best = losses.iter().min_by(|one, other| one.1.total_cmp(other.1));
    best.map(|(action, _)| action.clone()).unwrap_or_default()
}

/// Grades each action. `None` if too many actions are equally good, so that there is nothing to find, or none
/// is bad.
fn graded(losses: BTreeMap<String, f64>, checks: Vec<CheckObject>, kind: Strength) -> Option<Graded> {
    let credit = |loss: f64| {
        if loss <= NEGLIGIBLE { 1.0 } else { ((WORTHLESS - loss) / (WORTHLESS - NEGLIGIBLE)).max(0.0) }
    };
    let grades: BTreeMap<String, f64> =
        losses.iter().map(|(action, &loss)| (action.clone(), credit(loss))).collect();
    let good = grades.values().filter(|&&grade| grade >= 1.0).count();
    let is_question =
        good > 0 && 3 * good <= grades.len().max(3) && grades.values().any(|&grade| grade < 0.5);
    is_question.then_some(Graded { losses, grades, checks, kind })
}

/// Fewest geisha among which a hand is read.
const FEWEST_ASKED: usize = 3;

/// Asks of which of some geisha the opponent most probably holds a card. They have equally many unseen cards, so that only
/// the opponent's play tells them apart. `None` if there are too few of them, the models of that play disagree, or the
/// margin is small.
fn read_hand(round: &Round, set: &InformationSet) -> Option<Graded> {
    let hidden = round.hidden(set.key());
    if hidden.size(Place::Hand) == 0 {
        return None;
    }
    let mut alike: BTreeMap<u32, Vec<Geisha>> = BTreeMap::new();
    for (geisha, count) in hidden.unseen().kinds() {
        alike.entry(count).or_default().push(geisha);
    }
    let asked = alike.into_values().max_by_key(Vec::len).filter(|asked| asked.len() >= FEWEST_ASKED)?;
    let mut models = vec![("learned", Settings::LEARNED.opponent)];
    if Past::for_rules(set.rules()) == Past::Equilibrium {
        models.push(("equilibrium", Past::Equilibrium));
    }
    let mut checks: Vec<CheckObject> = Vec::new();
    let mut chances = BTreeMap::new();
    for (method, opponent) in models {
        let holdings = Holdings::new(round, set, opponent);
        let any = |geisha| holdings.beliefs.copies(Place::Hand, geisha).any();
        chances = asked.iter().map(|&geisha| (geisha.to_string(), any(geisha))).collect();
        let mut likely: Vec<(&String, f64)> = chances.iter().map(|(letter, &any)| (letter, any)).collect();
        likely.sort_by(|one, other| other.1.total_cmp(&one.1));
        let [(best, most), (_, next), ..] = likely[..] else { return None };
        // A certainty makes no question.
        if most - next < HAND_MARGIN || most > 1.0 - 1e-9 {
            return None;
        }
        if checks.first().is_some_and(|check| check.best != *best) {
            return None;
        }
        checks.push(CheckObject { method, iterations: None, seed: None, best: best.clone() });
    }
    let best = &checks.first()?.best;
    let grades = chances.keys().map(|letter| (letter.clone(), if letter == best { 1.0 } else { 0.0 }));
    Some(Graded { grades: grades.collect(), losses: chances, checks, kind: Strength::Computed })
}
