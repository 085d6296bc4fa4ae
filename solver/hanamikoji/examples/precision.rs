//! Measures how far values by rollouts are from those of a long run, and how honest their errors are, at the default settings:
//!
//!     cargo run --release -p hanamachi-hanamikoji --example precision -- POSITIONS SEED SEEDS BUDGETS [INFORMATION_SET…]
//!
//! Without information sets, the positions are decisions of turns 1 to 4 in games that the standard policy plays against itself,
//! with the markers as they come, four in a row from turns 1, 2, 3 and 4. Each is evaluated with SEEDS seeds, and for reference
//! once with the default number of iterations times BUDGETS. All numbers are in points, hundredths of a game:
//!
//! | column | contents |
//! |---|---|
//! | `cpu` | mean processor time of the thread for an evaluation, in seconds |
//! | `near` | actions at most 3 points below the best, by the reference |
//! | `loss` | root mean square error of the losses of these actions against the best |
//! | `value` | the same of the value of the best |
//! | `z` | root mean square of the errors of the losses in units of their standard errors |
//! | `pairs` | share of pairs of seeds whose printed losses agree within their 95 % intervals |
//! | `lost` | true loss of the action with the highest value, mean over the seeds |

#![expect(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    reason = "a program that prints what it measures"
)]

use std::error::Error;
use std::num::NonZeroU64;

use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::draw::place_at;
use hanamachi_core::search::parallel::Streams;
use hanamachi_core::search::strength::Number;
use hanamachi_hanamikoji::learn::NetworkPolicy;
use hanamachi_hanamikoji::policy::Policy;
use hanamachi_hanamikoji::study::{Evaluate, SearchedPosition, ValuedAction};
use hanamachi_hanamikoji::{FIRST_ROUND, Favour, Game, InformationSet, Rules};
use rand::RngExt;

/// Points of utility: a win is worth 1, a loss −1, and `win` lies between 0 and 1.
const POINT: f64 = 0.01;
/// Loss up to which an action is near the best.
const NEAR: f64 = 3.0 * POINT;
/// Error that the losses of two seeds may have in units of their standard error.
const Z_95: f64 = 1.96;

/// Decisions of games that the policy plays against itself.
fn positions(count: usize, seed: u64) -> Vec<InformationSet> {
    let game = Game::new(Rules::STANDARD);
    let policy = NetworkPolicy::standard().expect("the library has its network");
    let mut rng = Streams::new(seed).first();
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    let mut favour = Favour::NEUTRAL;
    let mut found = Vec::new();
    while found.len() < count {
        let round = game.valued_round(FIRST_ROUND, favour);
        let mut state = round.deal_random(&mut rng);
        let mut candidates = Vec::new();
        loop {
            match round.turn(&state) {
                Turn::End => break,
                Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                Turn::Player(seat) => {
                    let information = round.information(&state, seat);
                    round.actions(&state, &mut actions);
                    policy.probabilities(&round, &information, &actions, &mut probabilities);
                    if state.turns() == found.len() % 4 && actions.len() > 1 {
                        candidates.extend(InformationSet::from_information(
                            &round,
                            FIRST_ROUND,
                            &information,
                        ));
                    }
                    let played = place_at(&probabilities, rng.random()).unwrap_or_default();
                    round.play(&mut state, actions[played]);
                }
            }
        }
        if !candidates.is_empty() {
            found.push(candidates[rng.random_range(0..candidates.len())]);
        }
        let [first, second] = Seat::BOTH.map(|seat| state.placed(seat));
        let after = round.favour_after(first, second);
        favour = if round.rules().winner(after).is_some() { Favour::NEUTRAL } else { after.flipped() };
    }
    found
}

/// Processor time of this thread in seconds.
fn processor_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ')
        .next()
        .and_then(|nanoseconds| nanoseconds.parse().ok())
        .map_or(f64::NAN, |of: f64| of / 1e9)
}

fn search(
    set: &InformationSet,
    seed: u64,
    budgets: u64,
) -> Result<SearchedPosition, Box<dyn Error + Send + Sync>> {
    let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
    let mut question: Evaluate = "equilibrium".parse()?;
    question.seed = Some(seed);
    let mut effort = question.effort(set);
    effort.iterations *= budgets;
    let how = (question.searches_by(set.rules()), effort);
    Ok(SearchedPosition::search(&round, set, how, RunContext::unwatched())?)
}

/// The actions in ascending order.
fn by_action(found: &SearchedPosition) -> Vec<ValuedAction> {
    let mut actions = found.actions.clone();
    actions.sort_by_key(|of| of.action);
    actions
}

fn win(of: &ValuedAction) -> f64 {
    of.win.map_or(f64::NAN, Number::value)
}

fn root_mean_square(numbers: &[f64]) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let count = numbers.len() as f64;
    (numbers.iter().map(|of| of * of).sum::<f64>() / count).sqrt()
}

fn measure(set: &InformationSet, seeds: u64, budgets: u64) -> Result<(), Box<dyn Error + Send + Sync>> {
    let reference = by_action(&search(set, 1_000_001, budgets)?);
    let most = reference.iter().map(win).fold(f64::MIN, f64::max);
    let best = reference.iter().position(|of| win(of) >= most).unwrap_or_default();
    let near: Vec<usize> = (0..reference.len()).filter(|&of| win(&reference[of]) >= most - NEAR).collect();
    let loss_of = |actions: &[ValuedAction], of: usize| win(&actions[best]) - win(&actions[of]);
    let (mut losses, mut values, mut standard, mut lost) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut runs = Vec::new();
    let start = processor_time();
    for seed in 1..=seeds {
        runs.push(by_action(&search(set, seed, 1)?));
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let cpu = (processor_time() - start) / seeds as f64;
    for run in &runs {
        values.push(win(&run[best]) - most);
        for &of in near.iter().filter(|&&of| of != best) {
            let error = loss_of(run, of) - loss_of(&reference, of);
            losses.push(error);
            if let [Some(one), Some(other)] = [&run[of], &reference[of]].map(|of| of.loss_se)
                && one > 0.0
                && one.is_finite()
            {
                standard.push(error / (one * one + other * other).sqrt());
            }
        }
        let highest = (0..run.len()).max_by(|&one, &other| win(&run[one]).total_cmp(&win(&run[other])));
        lost.push(highest.map_or(f64::NAN, |of| most - win(&reference[of])));
    }
    let (mut within, mut pairs) = (0_u32, 0_u32);
    for (number, one) in runs.iter().enumerate() {
        for (&of, other) in runs[..number].iter().flat_map(|other| near.iter().map(move |of| (of, other))) {
            let [one, other] = [&one[of], &other[of]];
            let [error, other_error] = [one, other].map(|of| of.loss_se.unwrap_or_default());
            let noise = Z_95 * (error * error + other_error * other_error).sqrt();
            let apart = (one.loss.unwrap_or(f64::NAN) - other.loss.unwrap_or(f64::NAN)).abs();
            within += u32::from(apart <= noise + 1e-12);
            pairs += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let mean = lost.iter().sum::<f64>() / seeds.max(1) as f64;
    println!(
        "{:52} {:3} {:3} {cpu:6.2} {:5.2} {:5.2} {:5.2} {:5.3} {:5.2}",
        set.to_string(),
        reference.len(),
        near.len(),
        root_mean_square(&losses) / POINT,
        root_mean_square(&values) / POINT,
        root_mean_square(&standard),
        f64::from(within) / f64::from(pairs.max(1)),
        mean / POINT,
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, seed, seeds, budgets, sets @ ..] = &arguments[..] else {
        return Err("usage: precision POSITIONS SEED SEEDS BUDGETS [INFORMATION_SET…]".into());
    };
    let budgets: NonZeroU64 = budgets.parse()?;
    let sets: Vec<InformationSet> = if sets.is_empty() {
        positions(count.parse()?, seed.parse()?)
    } else {
        sets.iter().map(|set| set.parse()).collect::<Result<_, _>>()?
    };
    let seeds = seeds.parse()?;
    println!("{:52} all near  cpu   loss value  z    pairs lost", "position");
    // One thread, so that its time is all time.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    pool.install(|| sets.iter().try_for_each(|set| measure(set, seeds, budgets.get())))
}
