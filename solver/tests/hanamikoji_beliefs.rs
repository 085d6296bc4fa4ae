//! Beliefs and resampling against every placement of the unseen cards, one by one.

use std::collections::HashMap;
use std::num::NonZeroU16;

use crate::common::rounds::{GAMES, random_record, rules_of};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{
    Beliefs, Cards, Favour, Game, Geisha, Hidden, Place, Round, State, distinguishable_placements,
};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn round_of(game: usize) -> Round {
    Game::new(rules_of(game)).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0)
}

/// Each way to place physical cards in places of these sizes: the sets in each place, with the number of ways.
fn placements(hidden: &Hidden) -> HashMap<[Cards; 5], u64> {
    fn lay(
        cards: &[Geisha],
        room: &mut [u32; 5],
        laid: &mut [Vec<Geisha>; 5],
        all: &mut HashMap<[Cards; 5], u64>,
    ) {
        let Some((&card, rest)) = cards.split_first() else {
            *all.entry(laid.clone().map(|cards| cards.into_iter().collect())).or_default() += 1;
            return;
        };
        for place in 0..5 {
            if room[place] > 0 {
                room[place] -= 1;
                laid[place].push(card);
                lay(rest, room, laid, all);
                laid[place].pop();
                room[place] += 1;
            }
        }
    }
    let cards: Vec<Geisha> = hidden.unseen().iter().collect();
    let mut all = HashMap::new();
    lay(&cards, &mut Place::ALL.map(|place| hidden.size(place)), &mut Default::default(), &mut all);
    all
}

/// The cards that a player in `seat` has not seen at the end of some random rounds, if there are few enough to enumerate.
fn cases(most: u128) -> Vec<(Seat, Hidden)> {
    let mut cases = Vec::new();
    for game in 0..GAMES {
        let round = round_of(game);
        for seed in 0..60 {
            let record = random_record(&round, seed);
            for seat in Seat::BOTH {
                let hidden = round.hidden(record.information_set(seat).key());
                if hidden.placements() <= most {
                    cases.push((seat, hidden));
                }
            }
        }
    }
    assert!(cases.len() > 50, "{}", cases.len());
    cases
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "some thousands")]
fn uniform_beliefs_are_what_every_placement_says() {
    for (_, hidden) in cases(3000) {
        let all = placements(&hidden);
        let total: u64 = all.values().sum();
        assert_eq!(u128::from(total), hidden.placements());
        assert_eq!(all.len() as u128, distinguishable_placements(&hidden));
        let beliefs = Beliefs::uniform(&hidden);
        for (index, place) in Place::ALL.into_iter().enumerate() {
            for geisha in Geisha::ALL {
                let copies = beliefs.copies(place, geisha);
                let mut sum = 0.0;
                for (count, &probability) in copies.probabilities().iter().enumerate() {
                    let has = |(sets, _): &(&[Cards; 5], &u64)| sets[index].count(geisha) as usize == count;
                    let ways: u64 = all.iter().filter(has).map(|(_, ways)| ways).sum();
                    assert!((probability - ways as f64 / total as f64).abs() < 1e-12);
                    sum += probability;
                }
                assert!((sum - 1.0).abs() < 1e-12);
                let share = f64::from(hidden.size(place) * hidden.unseen().count(geisha));
                assert!((copies.expected() - share / f64::from(hidden.unseen().len())).abs() < 1e-12);
            }
        }
    }
}

/// The sets in the places of a state, as `seat` does not see them.
fn places(state: &State, seat: Seat) -> [Cards; 5] {
    [state.hand(!seat), state.secret(!seat), state.trade_off(!seat), state.deck(), state.removed()]
}

/// Pearson's statistic, its mean the degrees of freedom and its variance twice that; five standard deviations are
/// beyond chance for a fixed seed that was not chosen.
#[test]
#[expect(clippy::cast_precision_loss, reason = "some thousands")]
fn resampling_is_uniform() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut statistic, mut freedom) = (0.0, 0.0);
    for (seat, hidden) in cases(300) {
        let all = placements(&hidden);
        let draws = 40 * hidden.placements() as usize;
        let mut found: HashMap<[Cards; 5], u64> = HashMap::new();
        for _ in 0..draws {
            *found.entry(places(&hidden.sample(&mut rng), seat)).or_default() += 1;
        }
        assert!(found.keys().all(|placement| all.contains_key(placement)));
        for (placement, ways) in &all {
            let expected = draws as f64 * *ways as f64 / hidden.placements() as f64;
            let count = found.get(placement).copied().unwrap_or_default() as f64;
            statistic += (count - expected).powi(2) / expected;
        }
        freedom += all.len() as f64 - 1.0;
    }
    let deviations: f64 = (statistic - freedom) / (2.0 * freedom).sqrt();
    assert!(deviations.abs() < 5.0, "{statistic} with {freedom} degrees of freedom");
}

#[test]
fn a_large_sample_believes_what_is_exact() {
    let round = round_of(0);
    let record = random_record(&round, 9);
    let seat = Seat::Second;
    let hidden = round.hidden(record.information_set(seat).key());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let states: Vec<(State, f64)> = (0..40_000).map(|_| (hidden.sample(&mut rng), 0.25)).collect();
    let (exact, sampled) = (Beliefs::uniform(&hidden), Beliefs::from_weighted(seat, states).unwrap());
    for place in Place::ALL {
        for geisha in Geisha::ALL {
            let (exact, sampled) = (exact.copies(place, geisha), sampled.copies(place, geisha));
            assert!((exact.expected() - sampled.expected()).abs() < 0.03, "{place:?} {geisha}");
            assert!((exact.any() - sampled.any()).abs() < 0.02, "{place:?} {geisha}");
        }
    }
    assert_eq!(Beliefs::from_weighted(seat, []), None);
}
