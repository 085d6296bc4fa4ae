//! Writing of records.

use std::fmt;

use super::Record;
use super::tags::{Tag, escaped};

impl fmt::Display for Record {
    /// The canonical form: each tag on its own line, those with a predefined meaning first, an empty line,
    /// and the moves without numbers on one line. `Ending` and `TilesLeft` are omitted while the game goes
    /// on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in Tag::ALL {
            let value = match tag {
                Tag::Game => Some("Okiya".to_owned()),
                Tag::Garden => Some(self.game.garden().short().to_string()),
                Tag::FullBoard => Some(self.full_board.word().to_owned()),
                Tag::Result => Some(self.result().to_string()),
                Tag::Ending => self.ending().map(|ending| ending.to_string()),
                Tag::TilesLeft => self.tiles_left().map(|tiles| tiles.to_string()),
            };
            if let Some(value) = value {
                writeln!(f, "[{} \"{value}\"]", tag.name())?;
            }
        }
        for (name, value) in self.free_tags() {
            writeln!(f, "[{name} \"{}\"]", escaped(value))?;
        }
        writeln!(f)?;
        for (index, cell) in self.game.moves().iter().enumerate() {
            write!(f, "{}{cell}", if index == 0 { "" } else { " " })?;
        }
        if !self.game.moves().is_empty() {
            writeln!(f)?;
        }
        Ok(())
    }
}
