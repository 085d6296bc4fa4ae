//! Luck has the mean 0, whatever the critic thinks, and taking it out changes no mean.

use super::*;
use crate::evaluation::Evaluation;
use crate::players::sampled;
use crate::policy::{LearnedPolicy, Policy, UniformPolicy};
use crate::rules::action::Action;
use crate::rules::deal::Deal;
use crate::rules::round::{Outcome, Round};
use crate::rules::state::State;
use crate::{FIRST_ROUND, Favour, Game, Rules};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const CRITICS: [fn(&Round) -> Critic; 3] = [Critic::for_round, |_| Critic::Placed, |_| Critic::Nonsense];

fn round() -> Round {
    let [first, second] = [0b000_0101, 0b100_0000];
    let favour = (0..).map_while(Favour::from_index).find(|favour| {
        [favour.bits_of(Seat::First), favour.bits_of(Seat::Second)].map(u32::from) == [first, second]
    });
    Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, favour.unwrap())
}

fn policies() -> [Box<dyn Policy>; 2] {
    [Box::new(UniformPolicy), Box::new(LearnedPolicy::softmax(Evaluation::standard(), 0.5))]
}

fn asked(round: &Round, state: &State, mover: Seat, policy: &dyn Policy) -> (Vec<Action>, Vec<f64>) {
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    round.actions(state, &mut actions);
    policy.probabilities(round, &round.information(state, mover), &actions, &mut probabilities);
    (actions, probabilities)
}

/// The mean of the luck over the outcomes of an event, weighted by their probabilities, is 0 up to rounding.
#[test]
fn luck_at_an_event_has_the_mean_zero() {
    let round = round();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut many, mut some) = (0, 0.0_f64);
    for critic in CRITICS.map(|of| of(&round)) {
        for policy in policies() {
            for _ in 0..5 {
                let deal = Deal::random(round.rules(), &mut rng);
                let mut state = State::before_draws(round.rules(), &deal);
                let mut exchanged = state;
                exchanged.hands.swap(0, 1);
                let hands = [state, exchanged].map(|state| critic.luck_of_hands(&round, &state));
                assert!((hands[0] + hands[1]).abs() < 1e-12);
                loop {
                    let (mut mean, before) = (0.0, state);
                    match round.turn(&state) {
                        Turn::End => break,
                        Turn::Chance => {
                            let mut outcomes: Vec<(Outcome, f64)> = Vec::new();
                            round.outcomes(&state, &mut outcomes);
                            for (outcome, chance) in outcomes {
                                let mut after = before;
                                round.apply_chance(&mut after, outcome);
                                mean += chance * critic.luck_of_draw(&round, &before, &after);
                            }
                            round.draw_from(&deal, &mut state);
                        }
                        Turn::Player(mover) => {
                            let (actions, probabilities) = asked(&round, &state, mover, &policy);
                            many = many.max(actions.len());
                            for (place, probability) in probabilities.iter().enumerate() {
                                let luck =
                                    critic.luck_of_decision(&round, &state, &actions, &probabilities, place);
                                mean += probability * luck;
                                some = some.max(luck);
                            }
                            let played = sampled(&probabilities, &mut rng).unwrap();
                            round.play(&mut state, actions[played]);
                        }
                    }
                    assert!(mean.abs() < 1e-9, "{critic:?} {mean} {before:?}");
                }
            }
        }
    }
    assert!(many > 100 && some > 0.1, "{many} {some}");
}

/// A round of a policy against itself: the luck and the winnings of the first player.
fn played(round: &Round, critic: Critic, policy: &dyn Policy, rng: &mut Xoshiro256PlusPlus) -> (f64, f64) {
    let deal = Deal::random(round.rules(), rng);
    let mut state = State::before_draws(round.rules(), &deal);
    let mut luck = critic.luck_of_hands(round, &state);
    loop {
        let before = state;
        match round.turn(&state) {
            Turn::End => return (luck, round.utility(&state)),
            Turn::Chance => {
                round.draw_from(&deal, &mut state);
                luck += critic.luck_of_draw(round, &before, &state);
            }
            Turn::Player(mover) => {
                let (actions, probabilities) = asked(round, &state, mover, policy);
                let played = sampled(&probabilities, rng).unwrap();
                luck += critic.luck_of_decision(round, &state, &actions, &probabilities, played);
                round.play(&mut state, actions[played]);
            }
        }
    }
}

/// A good critic saves much, a poor one nothing; with each of them the corrected mean is that of the raw
/// winnings, within the error.
#[test]
fn taking_luck_out_changes_no_mean() {
    let round = round();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let policy = LearnedPolicy::softmax(Evaluation::standard(), 0.5);
    let saved = CRITICS.map(|of| {
        let critic = of(&round);
        let points: Vec<(f64, f64)> = (0..3000).map(|_| played(&round, critic, &policy, &mut rng)).collect();
        let regression = Regression::fit(points.iter().copied());
        let [mut luck, mut raw, mut without] = [SquareSums::default(); 3];
        for &(x, y) in &points {
            luck.add(x);
            raw.add(y);
            without.add(y - regression.slope_without((x, y)) * x);
        }
        let [luck, raw, without] = [luck, raw, without].map(|sums| sums.mean());
        assert!(luck.value.abs() < 4.0 * luck.standard_error && luck.standard_error > 0.0, "{luck:?}");
        assert!((raw.value - without.value).abs() < 4.0 * raw.standard_error, "{raw:?} {without:?}");
        share_saved(without, raw).unwrap()
    });
    let [learned, _, nonsense] = saved;
    assert!(learned > 0.2, "{saved:?}");
    assert!(nonsense.abs() < 0.02, "{saved:?}");
}

/// The slope is that of a regression over the other points alone, whose line passes through the mean of *y*
/// at *x* = 0.
#[test]
fn a_slope_without_a_point_does_not_know_it() {
    let points = [(0.5, 1.0), (-1.0, 0.0), (2.0, 3.0), (-0.25, 0.5), (0.0, 2.0)];
    let all = Regression::fit(points.into_iter());
    for (place, &point) in points.iter().enumerate() {
        let others: Vec<_> = points.iter().enumerate().filter(|&(other, _)| other != place).collect();
        let mean = others.iter().map(|(_, point)| point.1).sum::<f64>() / 4.0;
        let products: f64 = others.iter().map(|(_, point)| point.0 * (point.1 - mean)).sum();
        let squares: f64 = others.iter().map(|(_, point)| point.0 * point.0).sum();
        assert!((all.slope_without(point) - products / squares).abs() < 1e-12);
    }
    assert_eq!(Regression::fit([(1.0, 1.0)].into_iter()).slope_without((1.0, 1.0)).to_bits(), 0);
}
