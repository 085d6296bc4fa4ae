//! Random rounds of Hanamikoji, the standard game and reduced ones.

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::{Deal, Kind, Kinds, Round, RoundRecord, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How many games [`rules_of`] knows.
pub(crate) const GAMES: usize = 4;

/// The standard game and three smaller ones.
pub(crate) fn rules_of(game: usize) -> Rules {
    let kinds = |numbers: &[u8]| -> Kinds { numbers.iter().filter_map(|&n| Kind::from_number(n)).collect() };
    let (worths, actions): (&[u8], &[u8]) = match game % GAMES {
        0 => return Rules::STANDARD,
        1 => (&[1, 1, 2, 3], &[1, 2]),
        2 => (&[2, 3, 4], &[1, 3]),
        _ => (&[2, 2, 3, 4, 4], &[3, 4]),
    };
    Rules::reduced(worths, kinds(actions)).expect("a game")
}

/// A random deal, played at random to some point or to its end.
pub(crate) fn random_record(round: &Round, seed: u64) -> RoundRecord {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let deal = Deal::random(round.rules(), &mut rng);
    let mut state = round.dealt(&deal);
    let decisions = rng.random_range(0..=16);
    for _ in 0..decisions {
        round.play_random(&mut state, &mut rng);
        round.draw_from(&deal, &mut state);
    }
    let history = state.open_history().filter_map(|entry| entry.unpack());
    RoundRecord::new(*round.rules(), std::num::NonZeroU16::MIN, round.favour(), deal, history).expect("legal")
}
