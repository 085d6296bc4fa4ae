//! Seats, markers, outcomes and rules as the objects have them.

use std::collections::BTreeMap;

use crate::analysis::Past;
use crate::notation::{FavourText, Tags};
use crate::{Cards, Favour, InformationSet, RoundOutcome, RoundRecord, Rules};
use hanamachi_core::game::Seat;
use serde::Serialize;

/// `first` or `second`.
#[must_use]
pub const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// `reader` or `opponent`.
#[must_use]
pub fn reader_or_opponent(set: &InformationSet) -> Option<&'static str> {
    set.to_decide().map(|decides| if decides == set.seat() { "reader" } else { "opponent" })
}

/// The markers, `+` for the first player.
#[must_use]
pub fn favour(favour: Favour, rules: &Rules) -> String {
    FavourText::new(favour, rules).to_string()
}

/// The markers as they are seen from the reader's seat, or from the first player's if there is no reader.
#[must_use]
pub fn favour_seen(markers: Favour, reader: Option<Seat>, rules: &Rules) -> String {
    favour(if reader == Some(Seat::Second) { markers.flipped() } else { markers }, rules)
}

/// The number of geisha that favour a player.
#[must_use]
pub const fn geisha(favour: Favour, seat: Seat) -> u32 {
    favour.bits_of(seat).count_ones()
}

/// The charm points of a player.
#[must_use]
pub fn charm(favour: Favour, seat: Seat, rules: &Rules) -> u32 {
    let owned = |geisha: &_| favour.owner(*geisha) == Some(seat);
    rules.geisha().filter(owned).map(|geisha| rules.value(geisha)).sum()
}

/// Number of cards of each geisha among these cards, by her letter.
#[must_use]
pub fn counts(cards: Cards, rules: &Rules) -> BTreeMap<char, u32> {
    rules.geisha().map(|geisha| (geisha.letter(), cards.count(geisha))).collect()
}

/// The name of an outcome in output.
#[must_use]
pub const fn outcome(outcome: RoundOutcome) -> &'static str {
    match outcome {
        RoundOutcome::Won(winner) => seat(winner),
        RoundOutcome::Undecided => "undecided",
        RoundOutcome::Shared => "shared",
    }
}

/// All rules tags of an information set.
#[must_use]
pub fn rules_of_set(set: &InformationSet) -> String {
    rules(Tags { rules: *set.rules(), round: set.round_number() })
}

/// All rules tags of a record.
#[must_use]
pub fn rules_of_record(record: &RoundRecord) -> String {
    rules(Tags { rules: *record.rules(), round: record.round_number() })
}

/// All rules tags.
#[must_use]
pub fn rules(tags: Tags) -> String {
    tags.complete().to_string()
}

/// A value for each player.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BySeat<T> {
    /// The first player's.
    pub first: T,
    /// The second player's.
    pub second: T,
}

impl<T> BySeat<T> {
    /// Applies `of` to each player.
    pub fn new(of: impl Fn(Seat) -> T) -> Self {
        Self { first: of(Seat::First), second: of(Seat::Second) }
    }
}

/// The search that grades decisions and gives hints, in a word.
#[must_use]
pub fn search_method(rules: &Rules) -> &'static str {
    match Past::for_rules(rules) {
        Past::Equilibrium => "equilibrium",
        Past::Uniform | Past::Learned if rules.is_standard_round() => "ismcts:guide=learned",
        Past::Uniform | Past::Learned => "ismcts:guide=none",
    }
}
