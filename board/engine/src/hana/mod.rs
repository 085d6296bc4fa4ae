//! The methods about rounds.

mod advice;
mod entry;
mod knowledge;
mod network;
mod puzzle;
mod reply;
mod review;
mod round;
mod searching;
mod start;

pub(crate) use self::advice::advice;
pub(crate) use self::entry::{cut, edit, play, undo};
pub(crate) use self::knowledge::{answers, beliefs, what_if};
pub use self::network::hand_over as hand_over_network;
pub(crate) use self::puzzle::puzzle;
pub(crate) use self::reply::{list_players, reply};
pub(crate) use self::review::review;
pub(crate) use self::round::{legal, parse};
pub(crate) use self::start::{deal, setup};

use std::num::NonZeroU16;
use std::sync::LazyLock;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Document, Favour, FavourEstimates, Game, InformationSet, Round, Rules};
use serde::Deserialize;

use crate::fault::Fault;

/// A seat as the notation counts them: 1 moves first, 2 second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "u8")]
pub(crate) struct SeatNumber(pub(crate) Seat);

impl TryFrom<u8> for SeatNumber {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        match number {
            1 => Ok(Self(Seat::First)),
            2 => Ok(Self(Seat::Second)),
            _ => Err("a seat is 1 or 2"),
        }
    }
}

/// Reads a round in any of its three forms.
pub(crate) fn read(text: &str) -> Result<Document, Fault> {
    text.parse().map_err(|error| Fault::of_text(&error, text))
}

/// The form of a round in the board's address.
pub(crate) fn address(document: &Document) -> String {
    document.to_string().replace(' ', "_")
}

/// The player of a turn, counted from 0.
const fn mover(turn: usize) -> Seat {
    if turn.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

/// The number of a seat, 1 or 2.
const fn number(seat: Seat) -> usize {
    seat.index() + 1
}

/// The fault of a moment at which the reader does not decide, or whose information set is unknown.
fn nothing_to_decide() -> Fault {
    Fault::refused(
        "nothing_to_decide",
        "it is not for the reader to decide, or not known what the reader knows",
    )
    .about("round")
}

/// The estimates that value undecided rounds.
static ESTIMATES: LazyLock<FavourEstimates> = LazyLock::new(FavourEstimates::built_in);
/// The standard game, kept because its tables are costly to build.
static STANDARD: LazyLock<Game> = LazyLock::new(|| Game::new(Rules::STANDARD));

/// The round of this information set, with undecided games valued by the estimates.
fn round_of(set: &InformationSet) -> Round {
    round_by(set.rules(), set.round_number(), set.favour_of_first())
}

/// A round with these markers before it, from the first player's seat.
fn round_by(rules: &Rules, number: NonZeroU16, favour: Favour) -> Round {
    if *rules == Rules::STANDARD {
        ESTIMATES.round(&STANDARD, number, favour)
    } else {
        ESTIMATES.round(&Game::new(*rules), number, favour)
    }
}
