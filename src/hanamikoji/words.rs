//! Seats, markers and rules in words.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{Cards, Favour, InformationSet, Kinds, RoundOutcome, RoundRecord, Rules};
use serde::Serialize;

/// `first` or `second`.
pub(super) const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// `reader` or `opponent`.
pub(super) fn reader_or_opponent(set: &InformationSet) -> Option<&'static str> {
    set.to_decide().map(|decides| if decides == set.seat() { "reader" } else { "opponent" })
}

/// How many turns are complete; an offer without an answer is not.
pub(super) fn turns_over(set: &InformationSet) -> usize {
    let is_open = set.history().last().is_some_and(|entry| entry.is_open());
    set.history().len() - usize::from(is_open)
}

/// Cards, or `-` where there are none.
pub(super) fn cards(cards: Cards) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.to_string() }
}

/// The numbers of actions, `1 3`, or `-` where there are none.
pub(super) fn actions(kinds: Kinds) -> String {
    let numbers: Vec<String> = kinds.iter().map(|kind| kind.number().to_string()).collect();
    if numbers.is_empty() { "-".to_owned() } else { numbers.join(" ") }
}

/// The markers, `+` for the first player.
pub(super) fn favour(favour: Favour, rules: &Rules) -> String {
    FavourText::new(favour, rules).to_string()
}

/// The number of geisha that favour a player.
pub(super) const fn geisha(favour: Favour, seat: Seat) -> u32 {
    favour.of(seat).count_ones()
}

/// The charm points of a player.
pub(super) fn charm(favour: Favour, seat: Seat, rules: &Rules) -> u32 {
    let owned = |geisha: &_| favour.owner(*geisha) == Some(seat);
    rules.geisha().filter(owned).map(|geisha| rules.worth(geisha)).sum()
}

/// What an outcome is called in output.
pub(super) const fn outcome(outcome: RoundOutcome) -> &'static str {
    match outcome {
        RoundOutcome::Won(winner) => seat(winner),
        RoundOutcome::Undecided => "undecided",
        RoundOutcome::Shared => "shared",
    }
}

/// All rules tags of what an information set is about.
pub(super) fn rules_of_set(set: &InformationSet) -> String {
    rules(Tags { rules: *set.rules(), round: set.round_number() })
}

/// All rules tags of a record.
pub(super) fn rules_of_record(record: &RoundRecord) -> String {
    rules(Tags { rules: *record.rules(), round: record.round_number() })
}

/// All rules tags.
pub(super) fn rules(tags: Tags) -> String {
    tags.complete().to_string()
}

/// Something for each of the two players.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct BySeat<T> {
    pub(super) first: T,
    pub(super) second: T,
}

impl<T> BySeat<T> {
    pub(super) fn new(of: impl Fn(Seat) -> T) -> Self {
        Self { first: of(Seat::First), second: of(Seat::Second) }
    }
}
