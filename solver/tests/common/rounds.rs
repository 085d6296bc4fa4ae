//! Random rounds of Hanamikoji, the standard game and reduced ones.

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::{Deal, Entry, Kind, Kinds, Played, Round, RoundRecord, Rules};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Number of games in [`rules_of`].
pub(crate) const GAMES: usize = 4;

/// The standard game and three smaller ones.
pub(crate) fn rules_of(game: usize) -> Rules {
    let kinds = |numbers: &[u8]| -> Kinds { numbers.iter().filter_map(|&n| Kind::from_number(n)).collect() };
    let (values, actions): (&[u8], &[u8]) = match game % GAMES {
        0 => return Rules::STANDARD,
        1 => (&[1, 1, 2, 3], &[1, 2]),
        2 => (&[2, 3, 4], &[1, 3]),
        _ => (&[2, 2, 3, 4, 4], &[3, 4]),
    };
    Rules::reduced(values, kinds(actions)).expect("a game")
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
    let history = state.open_history().filter_map(Entry::unpack);
    RoundRecord::new(*round.rules(), std::num::NonZeroU16::MIN, round.favour(), deal, history).expect("legal")
}

/// The record as seen from this seat: everything else is `X`. `shown` determines whether the end of the round shows the secret.
pub(crate) fn as_seen(record: &RoundRecord, seat: Seat, shown: bool) -> String {
    let text = record.to_string();
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let deal: Vec<&str> = words[1].split('/').collect();
    let of = |who: Seat| {
        let hand = deal[1 + who.index()];
        if who == seat { hand.to_owned() } else { "X".repeat(hand.len()) }
    };
    let mover = |turn: usize| if turn.is_multiple_of(2) { Seat::First } else { Seat::Second };
    let draws: String = deal[3]
        .chars()
        .enumerate()
        .map(|(turn, card)| if mover(turn) == seat && turn < record.history().len() { card } else { 'X' })
        .collect();
    words[1] = format!("X/{}/{}/{draws}", of(Seat::First), of(Seat::Second));
    let turns = record.history().iter().enumerate().map(|(turn, entry)| match entry.unpack() {
        Some(Played::Secret(_)) if mover(turn) != seat && !(shown && record.is_complete()) => "1X".to_owned(),
        Some(Played::TradeOff(_)) if mover(turn) != seat => "2XX".to_owned(),
        _ => entry.to_string(),
    });
    if !record.history().is_empty() {
        words[2] = turns.collect::<Vec<_>>().join(",");
    }
    words.join(" ")
}
