//! An item of input: any text form of a garden, a position or a game.

use hanamachi_report::terminal::count;
use hanamachi_solver::okiya::match_play::Conclusion;
use hanamachi_solver::okiya::notation::{Described, RecordEnding, Skipped};
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Player, Position};
use hanamachi_solver::text::is_as_written;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::failure::Refusal;
use crate::query;

/// A garden, a position or a game, parsed from text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionItem {
    described: Described,
    position: Position,
}

impl PositionItem {
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
        self.described.to_string()
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
            Described::Garden(_) | Described::Position(_) | Described::Ruled(..) => None,
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

impl query::QueryItem for PositionItem {
    /// Parses any text form.
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        Described::parse(text).map(Self::from).map_err(|error| Refusal::of_text(&error, text))
    }

    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        Garden::random(generator).into()
    }

    fn canonical(&self) -> String {
        self.one_line()
    }

    fn reading(&self, text: &str) -> Option<String> {
        let skipped = Skipped::in_text(text);
        let parts = [
            count(skipped.comments, "comment"),
            count(skipped.variations, "variation"),
            count(skipped.marks, "mark"),
        ];
        let counts = [skipped.comments, skipped.variations, skipped.marks];
        let parts: Vec<String> =
            parts.into_iter().zip(counts).filter(|&(_, number)| number > 0).map(|(part, _)| part).collect();
        let short = match &self.described {
            Described::Record(record) if !text.contains('[') => {
                let game = record.game().to_string();
                format!("{} {}", game.trim_end_matches(" moves"), record.full_board())
            }
            _ => self.one_line(),
        };
        let long = short.replacen(
            &self.position.garden().short().to_string(),
            &self.position.garden().long().to_string(),
            1,
        );
        let is_record = matches!(self.described, Described::Record(_)) && text.trim_start().starts_with('[');
        let is_plain = is_record || is_as_written(text, &short) || is_as_written(text, &long);
        match (parts.is_empty(), is_plain) {
            (true, true) => None,
            (true, false) => Some(format!("read as {short}")),
            (false, _) => Some(format!("read as {short} ({} skipped)", parts.join(", "))),
        }
    }
}

impl From<Described> for PositionItem {
    fn from(described: Described) -> Self {
        Self { position: described.position(), described }
    }
}

impl From<Garden> for PositionItem {
    fn from(garden: Garden) -> Self {
        Described::Garden(garden).into()
    }
}
