//! Grades of consecutive rounds of a game.

use super::graded::GradedRound;
use super::totals::Totals;
use crate::knowledge::RecordedRound;
use hanamachi_core::game::Seat;

/// One of the two players of a game, independent of the seat in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GamePlayer {
    /// The player who started the first round.
    A,
    /// The other player.
    B,
}

impl GamePlayer {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// `a` or `b`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::A => "a",
            Self::B => "b",
        }
    }

    /// Player with this seat in the round of this number, counted from 1: players take turns to start.
    #[must_use]
    pub const fn in_seat(seat: Seat, round: usize) -> Self {
        match (seat, round % 2 == 1) {
            (Seat::First, true) | (Seat::Second, false) => Self::A,
            (Seat::First, false) | (Seat::Second, true) => Self::B,
        }
    }

    /// The seat of this player in a round of this number, counted from 1.
    #[must_use]
    pub fn seat(self, round: usize) -> Seat {
        if Self::in_seat(Seat::First, round) == self { Seat::First } else { Seat::Second }
    }
}

/// The graded rounds of a game so far, at least one.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::{Evaluate, GamePlayer, GradedGame, GradedRound};
/// use hanamachi_solver::hanamikoji::{Game, RecordedRound};
/// use hanamachi_solver::search::budget::RunContext;
///
/// let grade = |text: &str| -> Result<GradedRound, Box<dyn std::error::Error>> {
///     let record: RecordedRound = text.parse()?;
///     let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
///     let question = Evaluate::usual(NonZeroU64::new(40), None);
///     Ok(GradedRound::grade(record, &round, &question, RunContext::unwatched())?)
/// };
/// let first = grade("....... G/ACEFFG/ABBDEG/ECDFFGGD 4CEEG-CE,3DEG-D,2FF,1F,3ADF-D,4ACBG-BG,1G,2BD")?;
/// let second = grade(".-+.+.- D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG")?;
///
/// let mut game = GradedGame::new(first);
/// assert!(game.goes_on_with(&second.record));
/// game.push(second);
/// // Four actions and two answers in the first round; one action in the second, which the other player starts.
/// let totals = game.totals(GamePlayer::A).unwrap();
/// assert_eq!(totals.forced + totals.unforced, 4 + 2 + 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GradedGame {
    first: GradedRound,
    others: Vec<GradedRound>,
}

impl GradedGame {
    /// A game that begins with this round.
    #[must_use]
    pub const fn new(first: GradedRound) -> Self {
        Self { first, others: Vec::new() }
    }

    /// Whether this round can be the next of the game, see [`RecordedRound::follows`].
    #[must_use]
    pub fn goes_on_with(&self, next: &RecordedRound) -> bool {
        next.follows(&self.last().record)
    }

    /// Adds the next round.
    pub fn push(&mut self, round: GradedRound) {
        self.others.push(round);
    }

    /// The rounds in order.
    pub fn rounds(&self) -> impl Iterator<Item = &GradedRound> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The round that was played last.
    #[must_use]
    pub fn last(&self) -> &GradedRound {
        self.others.last().unwrap_or(&self.first)
    }

    /// Number of rounds.
    #[must_use]
    pub fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// Losses of this player in all rounds; `None` for the opponent in a game that was recorded from one
    /// seat.
    #[must_use]
    pub fn totals(&self, player: GamePlayer) -> Option<Totals> {
        let totals = (1..).zip(self.rounds()).map(|(number, round)| round.totals(player.seat(number))).sum();
        self.first.record.shows(player.seat(1)).then_some(totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_change_seats_from_round_to_round() {
        for round in 1..6 {
            for player in GamePlayer::BOTH {
                assert_eq!(GamePlayer::in_seat(player.seat(round), round), player);
                assert_eq!(player.seat(round), !player.seat(round + 1));
            }
        }
        assert_eq!(GamePlayer::A.seat(1), Seat::First);
    }
}
