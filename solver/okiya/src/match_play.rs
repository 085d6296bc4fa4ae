//! Matches: several games between the same two people.
//!
//! The rulebook has three forms: a single game; the first to win three; and victory points, where each game
//! gives its winner as many points as tiles are left in the garden, up to 10, 15 or 20. The loser of a game
//! starts the next, on a fresh shuffle.
//!
//! Conventions where the rulebook has no rule:
//!
//! - after a drawn game the same person starts again, and nobody scores;
//! - a single game that is drawn ends its match, drawn;
//! - a game that is resigned counts as won by the other player, and its victory points are the tiles in the
//!   garden at that moment: the points at stake. (A player about to be beaten gains nothing by resigning
//!   early, since tiles only become fewer.)
//!
//! A win with no tile left is a win without victory points.

use std::ops::AddAssign;

use super::position::{GameEnd, Position};
use super::rules::{FullBoard, Player};

/// One of the two people who play a match. The seat of [`Player::X`] changes from game to game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MatchSeat {
    /// The person named first.
    First,
    /// The other.
    Second,
}

impl MatchSeat {
    /// The other person.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Form of a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MatchForm {
    /// One game, which may be drawn.
    SingleGame,
    /// The first to win three games wins the match.
    FirstToThree,
    /// The first to reach this many victory points wins the match.
    VictoryPoints(VictoryTarget),
}

/// Victory points that win a match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VictoryTarget {
    /// 10 points.
    Ten,
    /// 15 points.
    Fifteen,
    /// 20 points.
    Twenty,
}

impl VictoryTarget {
    /// 10, 15 or 20.
    #[must_use]
    pub const fn points(self) -> usize {
        match self {
            Self::Ten => 10,
            Self::Fifteen => 15,
            Self::Twenty => 20,
        }
    }
}

impl MatchForm {
    /// Every form, shortest first.
    pub const ALL: [Self; 5] = [
        Self::SingleGame,
        Self::FirstToThree,
        Self::VictoryPoints(VictoryTarget::Ten),
        Self::VictoryPoints(VictoryTarget::Fifteen),
        Self::VictoryPoints(VictoryTarget::Twenty),
    ];

    /// `single`, `three`, `points10`, `points15` or `points20`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::SingleGame => "single",
            Self::FirstToThree => "three",
            Self::VictoryPoints(VictoryTarget::Ten) => "points10",
            Self::VictoryPoints(VictoryTarget::Fifteen) => "points15",
            Self::VictoryPoints(VictoryTarget::Twenty) => "points20",
        }
    }

    /// Parses the result of [`word`](Self::word).
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.word() == word)
    }

    /// The score that wins, in wins or victory points.
    #[must_use]
    pub const fn target(self) -> usize {
        match self {
            Self::SingleGame => 1,
            Self::FirstToThree => 3,
            Self::VictoryPoints(target) => target.points(),
        }
    }

    /// Score of a game for its winner.
    const fn points(self, tiles_left: usize) -> usize {
        match self {
            Self::SingleGame | Self::FirstToThree => 1,
            Self::VictoryPoints(_) => tiles_left,
        }
    }
}

/// Result of a game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Conclusion {
    /// Somebody won.
    Won {
        /// The winner.
        winner: Player,
        /// Tiles in the garden when the game ended: the victory points.
        tiles_left: usize,
    },
    /// A draw.
    Drawn,
}

impl Conclusion {
    /// Result of an end on the board under a rule.
    #[must_use]
    pub const fn of_end(end: &GameEnd, full_board: FullBoard) -> Self {
        match end.winner(full_board) {
            Some(winner) => Self::Won { winner, tiles_left: end.tiles_left },
            None => Self::Drawn,
        }
    }

    /// Result when `loser` resigns in `position`.
    #[must_use]
    pub const fn of_resignation(position: &Position, loser: Player) -> Self {
        Self::Won { winner: loser.opponent(), tiles_left: position.tiles_left() }
    }

    /// The winner.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Won { winner, .. } => Some(winner),
            Self::Drawn => None,
        }
    }
}

/// State of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchStatus {
    /// Another game is to be played, on a fresh shuffle.
    Open {
        /// Person who starts it, as [`Player::X`].
        starter: MatchSeat,
    },
    /// Somebody has won the match.
    Won(MatchSeat),
    /// The only game of the match was drawn.
    Drawn,
}

/// A game was reported after the match had been decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the match is over; start another one")]
pub struct MatchOver;

/// A match: its form, its score, and the starter of the next game.
///
/// ```
/// use hanamachi_solver::okiya::match_play::{Conclusion, Match, MatchForm, MatchSeat, MatchStatus, VictoryTarget};
/// use hanamachi_solver::okiya::Player;
///
/// let mut play = Match::new(MatchForm::VictoryPoints(VictoryTarget::Ten), MatchSeat::First);
/// play.record(Conclusion::Won { winner: Player::X, tiles_left: 7 })?;
/// assert_eq!(play.score(MatchSeat::First), 7);
/// // The loser starts, so x is now the second seat.
/// assert_eq!(play.status(), MatchStatus::Open { starter: MatchSeat::Second });
/// play.record(Conclusion::Won { winner: Player::O, tiles_left: 3 })?;
/// assert_eq!(play.status(), MatchStatus::Won(MatchSeat::First));
/// # Ok::<(), hanamachi_solver::okiya::match_play::MatchOver>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    form: MatchForm,
    status: MatchStatus,
    first: PersonScore,
    second: PersonScore,
    drawn: usize,
}

/// Games and points of one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct PersonScore {
    games: usize,
    score: usize,
}

impl AddAssign<usize> for PersonScore {
    fn add_assign(&mut self, points: usize) {
        self.games += 1;
        self.score += points;
    }
}

impl Match {
    /// A match in which nothing has been played; `starter` begins the first game.
    #[must_use]
    pub const fn new(form: MatchForm, starter: MatchSeat) -> Self {
        const NOTHING: PersonScore = PersonScore { games: 0, score: 0 };
        Self { form, status: MatchStatus::Open { starter }, first: NOTHING, second: NOTHING, drawn: 0 }
    }

    /// Form of the match.
    #[must_use]
    pub const fn form(&self) -> MatchForm {
        self.form
    }

    /// State of the match, with the starter of the next game.
    #[must_use]
    pub const fn status(&self) -> MatchStatus {
        self.status
    }

    /// Winner of the match.
    #[must_use]
    pub const fn winner(&self) -> Option<MatchSeat> {
        match self.status {
            MatchStatus::Won(seat) => Some(seat),
            MatchStatus::Open { .. } | MatchStatus::Drawn => None,
        }
    }

    /// The score of `seat`: victory points, or games won in the other forms.
    #[must_use]
    pub const fn score(&self, seat: MatchSeat) -> usize {
        self.tally(seat).score
    }

    /// Number of games won by `seat`.
    #[must_use]
    pub const fn games_won(&self, seat: MatchSeat) -> usize {
        self.tally(seat).games
    }

    /// Number of finished games.
    #[must_use]
    pub const fn games_played(&self) -> usize {
        self.first.games + self.second.games + self.drawn
    }

    /// Person who plays as `player` in the next game, or `None` when the match is over.
    #[must_use]
    pub const fn seat_of(&self, player: Player) -> Option<MatchSeat> {
        match (self.status, player) {
            (MatchStatus::Open { starter }, Player::X) => Some(starter),
            (MatchStatus::Open { starter }, Player::O) => Some(starter.other()),
            (MatchStatus::Won(_) | MatchStatus::Drawn, _) => None,
        }
    }

    /// Adds the next game to the score.
    ///
    /// # Errors
    ///
    /// Returns [`MatchOver`] if the match has been decided; the score is left unchanged.
    pub fn record(&mut self, conclusion: Conclusion) -> Result<MatchStatus, MatchOver> {
        let MatchStatus::Open { starter } = self.status else { return Err(MatchOver) };
        self.status = match conclusion {
            Conclusion::Drawn => {
                self.drawn += 1;
                match self.form {
                    MatchForm::SingleGame => MatchStatus::Drawn,
                    MatchForm::FirstToThree | MatchForm::VictoryPoints(_) => MatchStatus::Open { starter },
                }
            }
            Conclusion::Won { winner, tiles_left } => {
                let seat = if winner == Player::X { starter } else { starter.other() };
                let tally = match seat {
                    MatchSeat::First => &mut self.first,
                    MatchSeat::Second => &mut self.second,
                };
                *tally += self.form.points(tiles_left);
                if tally.score >= self.form.target() {
                    MatchStatus::Won(seat)
                } else {
                    MatchStatus::Open { starter: seat.other() }
                }
            }
        };
        Ok(self.status)
    }

    const fn tally(&self, seat: MatchSeat) -> &PersonScore {
        match seat {
            MatchSeat::First => &self.first,
            MatchSeat::Second => &self.second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Garden};

    const fn won(winner: Player, tiles_left: usize) -> Conclusion {
        Conclusion::Won { winner, tiles_left }
    }

    #[test]
    fn a_single_game_is_a_match() {
        let mut play = Match::new(MatchForm::SingleGame, MatchSeat::Second);
        assert_eq!(play.record(won(Player::X, 0)), Ok(MatchStatus::Won(MatchSeat::Second)));
        assert_eq!(play.winner(), Some(MatchSeat::Second));
        assert_eq!(play.record(Conclusion::Drawn), Err(MatchOver));
        assert_eq!(play.games_played(), 1);

        let mut play = Match::new(MatchForm::SingleGame, MatchSeat::First);
        assert_eq!(play.record(Conclusion::Drawn), Ok(MatchStatus::Drawn));
        assert_eq!(play.seat_of(Player::X), None);
    }

    #[test]
    fn three_wins_and_the_loser_starts() {
        let mut play = Match::new(MatchForm::FirstToThree, MatchSeat::First);
        // First wins as x, so Second starts; a draw changes nothing; First wins as o twice.
        assert_eq!(play.record(won(Player::X, 9)), Ok(MatchStatus::Open { starter: MatchSeat::Second }));
        assert_eq!(play.record(Conclusion::Drawn), Ok(MatchStatus::Open { starter: MatchSeat::Second }));
        assert_eq!(play.seat_of(Player::O), Some(MatchSeat::First));
        assert_eq!(play.record(won(Player::O, 1)), Ok(MatchStatus::Open { starter: MatchSeat::Second }));
        assert_eq!(play.record(won(Player::X, 1)), Ok(MatchStatus::Open { starter: MatchSeat::First }));
        assert_eq!(play.record(won(Player::X, 1)), Ok(MatchStatus::Won(MatchSeat::First)));
        assert_eq!((play.score(MatchSeat::First), play.score(MatchSeat::Second)), (3, 1));
        assert_eq!(play.games_played(), 5);
    }

    #[test]
    fn victory_points_are_tiles_left() {
        for target in [VictoryTarget::Ten, VictoryTarget::Fifteen, VictoryTarget::Twenty] {
            let mut play = Match::new(MatchForm::VictoryPoints(target), MatchSeat::First);
            let mut games = 0;
            while let MatchStatus::Open { starter } = play.status() {
                // The first seat wins every game, with five tiles left.
                let winner = if starter == MatchSeat::First { Player::X } else { Player::O };
                play.record(won(winner, 5)).unwrap();
                games += 1;
            }
            assert_eq!(games, target.points() / 5);
            assert_eq!(play.winner(), Some(MatchSeat::First));
        }
    }

    #[test]
    fn a_win_without_tiles_scores_nothing_but_the_loser_still_starts() {
        let mut play = Match::new(MatchForm::VictoryPoints(VictoryTarget::Ten), MatchSeat::First);
        assert_eq!(play.record(won(Player::X, 0)), Ok(MatchStatus::Open { starter: MatchSeat::Second }));
        assert_eq!((play.score(MatchSeat::First), play.games_won(MatchSeat::First)), (0, 1));
    }

    #[test]
    fn endings_and_resignations_conclude() {
        let full = GameEnd { ending: Ending::FullBoard, by: Player::O, tiles_left: 0 };
        assert_eq!(Conclusion::of_end(&full, FullBoard::Draw), Conclusion::Drawn);
        assert_eq!(Conclusion::of_end(&full, FullBoard::Last), won(Player::O, 0));
        let start = Position::start(Garden::sorted());
        assert_eq!(Conclusion::of_resignation(&start, Player::X), won(Player::O, 16));
    }

    #[test]
    fn forms_have_words() {
        for form in MatchForm::ALL {
            assert_eq!(MatchForm::from_word(form.word()), Some(form));
        }
        assert_eq!(MatchForm::from_word("best of five"), None);
    }
}
