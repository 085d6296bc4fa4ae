//! A player's information as numbers.

use hanamachi_solver::game::{Seat, Turn};
use hanamachi_solver::hanamikoji::{Cards, Entry, Favour, Geisha, Information, Kind, MAX_TURNS, Played};

/// Number of geisha, the length of a block with one number for each.
const GEISHA: usize = Geisha::COUNT;
/// Size of a turn: whether it has begun, whether the reader played it, whether its cards are hidden, its
/// kind, the cards of its first and its second group, and the cards taken.
const TURN: usize = 3 + Kind::ALL.len() + 3 * GEISHA;
/// Length of the tensor: seat, moment, markers, hand, and the turns.
pub(super) const SIZE: usize = 2 + 4 + 3 * GEISHA + GEISHA + MAX_TURNS * TURN;

/// The tensor of this information at this turn, with these markers before the round by the seats of the
/// round.
pub(super) fn of_information(information: &Information, favour_of_first: Favour, turn: Turn) -> Vec<f32> {
    let seat = information.seat();
    let mut tensor = Vec::with_capacity(SIZE);
    tensor.extend(Seat::BOTH.map(|of| flag(of == seat)));
    let moments = [Turn::Chance, Turn::Player(seat), Turn::Player(!seat), Turn::End];
    tensor.extend(moments.map(|moment| flag(moment == turn)));
    let favour = favour_of_first.seen_from(seat);
    for owner in [Some(Seat::First), Some(Seat::Second), None] {
        tensor.extend(Geisha::ALL.map(|geisha| flag(favour.owner(geisha) == owner)));
    }
    tensor.extend(counts(information.hand()));
    for (number, entry) in information.history().iter().enumerate() {
        let mover = if number % 2 == 0 { Seat::First } else { Seat::Second };
        tensor.extend(of_turn(*entry, mover == seat));
    }
    tensor.resize(SIZE, 0.0);
    tensor
}

fn flag(is: bool) -> f32 {
    f32::from(u8::from(is))
}

fn counts(cards: Cards) -> [f32; GEISHA] {
    Geisha::ALL.map(|geisha| f32::from(u8::try_from(cards.count(geisha)).unwrap_or(u8::MAX)))
}

/// The numbers of one turn.
fn of_turn(entry: Entry, is_own: bool) -> impl Iterator<Item = f32> {
    let played = entry.unpack();
    let is_hidden = played.is_some_and(Played::is_hidden);
    let kinds = Kind::ALL.map(|kind| flag(entry.kind() == Some(kind)));
    let (first, second) = match played {
        Some(Played::Competition([first, second], _)) => {
            (first.into_iter().collect(), second.into_iter().collect())
        }
        _ => (entry.cards(), Cards::EMPTY),
    };
    let groups = [first, second, entry.taken()].map(counts);
    [1.0, flag(is_own), flag(is_hidden)].into_iter().chain(kinds).chain(groups.into_iter().flatten())
}
