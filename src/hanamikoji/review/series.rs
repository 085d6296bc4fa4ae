//! Rounds that follow one another: a game.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Favour, RoundOutcome, Rules};

use super::graded::{Review, Totals};
use super::recorded::Recorded;

/// One of the two players of a game, whatever seat is theirs in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::hanamikoji) enum Player {
    /// Who started the first round of it.
    A,
    /// The other one.
    B,
}

impl Player {
    pub(in crate::hanamikoji) const BOTH: [Self; 2] = [Self::A, Self::B];

    /// As in output.
    pub(in crate::hanamikoji) const fn word(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }
}

/// The rounds of a game so far.
#[derive(Clone, Debug)]
pub(in crate::hanamikoji) struct Series {
    rounds: usize,
    totals: [Totals; 2],
    /// Whose decisions are graded.
    shown: [bool; 2],
    /// The rules and the markers with which the next round must begin, if there can be one.
    next: Option<(Rules, Favour)>,
}

impl Series {
    /// A game that begins with this round.
    pub(in crate::hanamikoji) fn new<R: Recorded>(review: &Review<R>) -> Self {
        let shown = Player::BOTH.map(|player| {
            // Who starts the first round is `a`.
            let seat = if player == Player::A { Seat::First } else { Seat::Second };
            review.record.shows(seat)
        });
        let mut series = Self { rounds: 0, totals: [Totals::default(); 2], shown, next: None };
        series.add(review);
        series
    }

    /// Whether this round can be the next of the game: the same rules, and the markers where the last round left them,
    /// the other player starting, seen by the same player.
    pub(in crate::hanamikoji) fn goes_on_with(&self, record: &impl Recorded) -> bool {
        let shows = |player| {
            // The other player starts.
            record.shows(!self.seat_of(player))
        };
        self.next == Some((*record.rules(), record.favour())) && Player::BOTH.map(shows) == self.shown
    }

    /// Adds the next round.
    pub(in crate::hanamikoji) fn add<R: Recorded>(&mut self, review: &Review<R>) {
        let record = &review.record;
        self.rounds += 1;
        for seat in Seat::BOTH {
            let totals = &mut self.totals[self.player_in(seat) as usize];
            *totals = *totals + review.totals(seat);
        }
        let after = record.favour_after().filter(|_| record.outcome() == Some(RoundOutcome::Undecided));
        self.next = after.map(|after| (*record.rules(), after.flipped()));
    }

    /// How many rounds there are.
    pub(in crate::hanamikoji) const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Who had this seat in the last round.
    pub(in crate::hanamikoji) const fn player_in(&self, seat: Seat) -> Player {
        match (seat, self.rounds % 2 == 1) {
            (Seat::First, true) | (Seat::Second, false) => Player::A,
            (Seat::First, false) | (Seat::Second, true) => Player::B,
        }
    }

    /// The seat of this player in the last round.
    fn seat_of(&self, player: Player) -> Seat {
        if self.player_in(Seat::First) == player { Seat::First } else { Seat::Second }
    }

    /// What this player lost in all rounds; `None` for the other player of a game that was seen from one seat.
    pub(in crate::hanamikoji) fn totals(&self, player: Player) -> Option<Totals> {
        self.shown[player as usize].then(|| self.totals[player as usize])
    }
}
