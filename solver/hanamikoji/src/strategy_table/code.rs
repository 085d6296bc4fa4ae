//! The encoding of information states and actions in tables.
//!
//! | bytes of a key | content |
//! |---|---|
//! | 0, 1 | the markers before the round, by the seats of the round: [`Favour::index`] |
//! | 2, 3 | the number of the round with a limit of rounds, else 0 |
//! | 4 | the seat: 0 moves first, 1 second |
//! | 5 to 8 | the hand: four bits for each geisha, `A` first; the last four bits are 0 |
//! | 9 to 24 | the turns as the seat knows them, two bytes for each of eight: the code of an [`Entry`], 0 for one to come |
//!
//! Numbers are big-endian, so that keys in order are grouped by markers, round, seat and hand. The last turn
//! determines whether the decision is a turn or an answer. An action is its packed code, a tag and up to four
//! cards, three bits each.

use std::num::NonZeroU16;

use crate::knowledge::{InformationSet, Setup};
use crate::rules::action::{Action, Decision};
use crate::rules::card::{Cards, Geisha};
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use crate::rules::turn::{Entry, MAX_TURNS, Played};
use hanamachi_core::game::Seat;
use hanamachi_strategies::{Key, Tabled};

pub(super) const KEY_BYTES: usize = 9 + 2 * MAX_TURNS;
/// The bytes of a key that say its round: markers and number.
pub(super) const ROUND_BYTES: usize = 4;

/// Number and markers of the round of a key, from its first [`ROUND_BYTES`].
pub(super) fn round_of(rules: &Rules, head: &[u8]) -> Option<(NonZeroU16, Favour)> {
    let &[f0, f1, r0, r1] = head.first_chunk::<ROUND_BYTES>()?;
    let number = match (rules.rounds, NonZeroU16::new(u16::from_be_bytes([r0, r1]))) {
        (None, None) => NonZeroU16::MIN,
        (Some(_), Some(number)) => number,
        _ => return None,
    };
    Some((number, Favour::from_index(u16::from_be_bytes([f0, f1]).into())?))
}

impl Tabled for Round {
    const KEY_BYTES: usize = KEY_BYTES;

    fn key(&self, information: &Information) -> Key {
        key(self.rules(), self.number(), self.favour(), information)
    }

    fn code(&self, action: Action) -> u32 {
        action.code().into()
    }
}

/// The key of an information state in a round with this number and these markers, by the seats of the round.
pub(super) fn key(rules: &Rules, round: NonZeroU16, favour: Favour, information: &Information) -> Key {
    let mut key = Key::new();
    let layout = u16::try_from(favour.index()).unwrap_or(u16::MAX);
    let round = rules.rounds.map_or(0, |_| round.get());
    let hand =
        information.hand.counts().into_iter().fold(0, |packed: u32, count| packed << 4 | u32::from(count))
            << 4;
    let head = layout.to_be_bytes().into_iter().chain(round.to_be_bytes());
    key.extend(head.chain([u8::from(information.seat == Seat::Second)]).chain(hand.to_be_bytes()));
    key.extend(information.history.iter().flat_map(|entry| entry.bits().to_be_bytes()));
    key
}

/// The information set of a key, if the key is valid under these rules.
#[must_use]
pub fn information_set(rules: &Rules, key: &[u8]) -> Option<InformationSet> {
    let (&[_, _, _, _, seat, h0, h1, h2, h3], turns) = key.split_first_chunk::<9>()?;
    let (round_number, favour_of_first) = round_of(rules, key)?;
    let hand = u32::from_be_bytes([h0, h1, h2, h3]);
    let mut counts = [0; Geisha::COUNT];
    for (count, shift) in counts.iter_mut().zip((4..=28).rev().step_by(4)) {
        *count = u8::try_from(hand >> shift & 0xf).ok()?;
    }
    let mut history = Vec::new();
    let mut is_over = false;
    for turn in turns.chunks_exact(2) {
        match u16::from_be_bytes([turn[0], turn[1]]) {
            0 => is_over = true,
            _ if is_over => return None,
            code => history.push(played(code)?),
        }
    }
    let seat = match seat {
        0 => Seat::First,
        1 => Seat::Second,
        _ => return None,
    };
    let setup = Setup {
        rules: *rules,
        round_number,
        favour_of_first,
        seat,
        hand: Cards::from_counts(counts)?,
        history,
    };
    let known = InformationSet::try_from(setup).ok()?;
    // Keys are unique: reject keys without a decision of the seat, and noncanonical ones.
    let is_its_own = *self::key(rules, round_number, favour_of_first, known.key()) == *key;
    (known.to_decide() == Some(seat) && is_its_own).then_some(known)
}

/// The turn with this code, if there is one.
fn played(code: u16) -> Option<Played> {
    let entry = Entry::from_bits(code).filter(|_| has_geisha(code))?;
    entry.unpack().filter(|&played| Entry::pack(played) == entry)
}

/// The action with this code, if there is one.
#[must_use]
pub fn action(code: u32) -> Option<Action> {
    let code = u16::try_from(code).ok().filter(|&code| has_geisha(code))?;
    let action = Action::from_code(code)?;
    let again = match action.unpack() {
        Decision::Secret(card) => Action::secret(card),
        Decision::TradeOff(pair) => Action::trade_off(pair),
        Decision::Gift(cards) => Action::gift(cards),
        Decision::Competition(pairs) => Action::competition(pairs),
        Decision::TakeCard(card) => Action::take_card(card),
        Decision::TakePair(pair) => Action::take_pair(pair),
    };
    (again == action).then_some(action)
}

/// Whether each place of a packed code holds one of the seven geisha.
fn has_geisha(code: u16) -> bool {
    [9, 6, 3, 0].into_iter().all(|shift| usize::from(code >> shift & 7) < Geisha::COUNT)
}
