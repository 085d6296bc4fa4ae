//! An item of input: any text form of a garden, a position or a game.

use hanamachi_solver::okiya::match_play::Conclusion;
use hanamachi_solver::okiya::notation::{Described, RecordEnding};
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Player, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::failure::Refusal;
use crate::query;

/// A garden, a position or a game, parsed from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    described: Described,
    position: Position,
}

impl Item {
    /// Returns the position; for a game, the position after its last move.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the parsed object.
    pub(crate) const fn described(&self) -> &Described {
        &self.described
    }

    /// Formats the item in its canonical form on one line.
    pub(crate) fn one_line(&self) -> String {
        match &self.described {
            Described::Garden(garden) => garden.short().to_string(),
            Described::Position(position) => position.to_string(),
            Described::Game(game) => game.to_string(),
            // The notation allows any white space between tags and moves, and tag values have no line breaks.
            Described::Record(record) => {
                record.to_string().split('\n').filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Returns the full-board rule, if the text names one.
    pub(crate) const fn full_board(&self) -> Option<FullBoard> {
        self.described.full_board()
    }

    /// Returns the game, or `None` for a garden or a position without moves.
    pub(crate) fn game(&self) -> Option<&Game> {
        match &self.described {
            Described::Game(game) => Some(game),
            Described::Record(record) => Some(record.game()),
            Described::Garden(_) | Described::Position(_) => None,
        }
    }

    /// Returns the winner by resignation, if any.
    pub(crate) fn winner_by_resignation(&self) -> Option<Player> {
        match &self.described {
            Described::Record(record) if record.ending() == Some(RecordEnding::Resignation) => {
                record.conclusion().and_then(Conclusion::winner)
            }
            _ => None,
        }
    }

    /// Returns the game to continue from here. A garden is a game before its first move.
    pub(crate) fn game_so_far(&self) -> Option<Game> {
        self.described.game()
    }
}

impl query::Item for Item {
    /// Parses any text form.
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        Described::parse(text).map(Self::from).map_err(|error| Refusal::of_text(&error, text))
    }

    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        Garden::random(generator).into()
    }
}

impl From<Described> for Item {
    fn from(described: Described) -> Self {
        Self { position: described.position(), described }
    }
}

impl From<Garden> for Item {
    fn from(garden: Garden) -> Self {
        Described::Garden(garden).into()
    }
}
