//! An item of input: any text form of a garden, a position or a game.

use hanamachi_solver::okiya::match_play::Conclusion;
use hanamachi_solver::okiya::notation::{Described, RecordEnding};
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Player, Position};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::failure::Refusal;
use crate::query;

/// Object described by a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Item {
    described: Described,
    position: Position,
}

impl Item {
    /// The position of the item; of a game, the one after its last move.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    /// Object described by the text.
    pub(crate) const fn described(&self) -> &Described {
        &self.described
    }

    /// The item in its canonical form, on one line.
    pub(crate) fn one_line(&self) -> String {
        match &self.described {
            Described::Garden(garden) => garden.short().to_string(),
            Described::Position(position) => position.to_string(),
            Described::Game(game) => game.to_string(),
            // Between tags and moves any white space will do, and values hold no line breaks.
            Described::Record(record) => {
                record.to_string().split('\n').filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// The full-board rule, if the text names one.
    pub(crate) const fn full_board(&self) -> Option<FullBoard> {
        self.described.full_board()
    }

    /// The game, if the text contains moves; `None` for a garden alone or a position without moves.
    pub(crate) fn game(&self) -> Option<&Game> {
        match &self.described {
            Described::Game(game) => Some(game),
            Described::Record(record) => Some(record.game()),
            Described::Garden(_) | Described::Position(_) => None,
        }
    }

    /// Winner by resignation.
    pub(crate) fn winner_by_resignation(&self) -> Option<Player> {
        match &self.described {
            Described::Record(record) if record.ending() == Some(RecordEnding::Resignation) => {
                record.conclusion().and_then(Conclusion::winner)
            }
            _ => None,
        }
    }

    /// The game to continue from here: a garden is a game before its first move.
    pub(crate) fn game_so_far(&self) -> Option<Game> {
        self.described.game()
    }
}

impl query::Item for Item {
    /// Reads any form.
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
