//! Commands at the prompt.

use hanamachi_solver::okiya::{Cell, Plant, Symbol, Tile};

/// A line typed at the prompt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PromptInput {
    /// An empty line.
    Empty,
    /// Take the tile on this cell.
    Move(Cell),
    /// Take this tile.
    Take(Tile),
    /// Show the best move.
    Hint,
    /// Take back your last move and the reply.
    Undo,
    /// List the tiles that may be taken.
    Moves,
    /// Draw the board again.
    Board,
    /// Give the game up.
    Resign,
    /// Write a record of the game so far.
    Save(String),
    /// Save without a file name.
    SaveWhere,
    /// List the commands.
    Help,
    /// Leave.
    Quit,
    /// Any other input.
    Unknown(String),
}

/// Help on the commands.
pub(super) const HELP: &str = "\
  a1 … d4    take the tile on that cell
  MS … IR    take that tile: maple M, cherry C, pine P, iris I, and
             rising sun S, tanzaku T, bird B, rain R
  hint       the best move and its value
  moves      the tiles that you may take
  board      draw the board again
  undo       take back your last move and the reply
  resign     give the game up
  save FILE  write a record of the game so far
  quit       leave";

impl PromptInput {
    /// Parses a line. Commands are case-insensitive.
    pub(super) fn parse(line: &str) -> Self {
        let line = line.trim();
        if let Some(cell) = Cell::from_name(line) {
            return Self::Move(cell);
        }
        if let Some(tile) = tile(line) {
            return Self::Take(tile);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
            ("hint", "") => Self::Hint,
            ("undo", "") => Self::Undo,
            ("moves", "") => Self::Moves,
            ("board", "") => Self::Board,
            ("resign", "") => Self::Resign,
            ("save", "") => Self::SaveWhere,
            ("save", file) => Self::Save(file.to_owned()),
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit" | "q", "") => Self::Quit,
            _ => Self::Unknown(line.to_owned()),
        }
    }
}

/// Parses a tile of two letters, plant and symbol.
fn tile(text: &str) -> Option<Tile> {
    let mut letters = text.chars().map(|letter| letter.to_ascii_uppercase());
    let (plant, symbol) = (Plant::from_letter(letters.next()?)?, Symbol::from_letter(letters.next()?)?);
    letters.next().is_none().then(|| Tile::new(plant, symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_in_either_case_and_with_blanks() {
        assert_eq!(PromptInput::parse(" C3\t"), PromptInput::Move(Cell::from_name("c3").unwrap()));
        assert_eq!(PromptInput::parse("ib"), PromptInput::Take(Tile::new(Plant::Iris, Symbol::Bird)));
        assert_eq!(PromptInput::parse("ibs"), PromptInput::Unknown("ibs".to_owned()));
        assert_eq!(PromptInput::parse("HINT"), PromptInput::Hint);
        assert_eq!(PromptInput::parse("  "), PromptInput::Empty);
        assert_eq!(PromptInput::parse("save my game.txt "), PromptInput::Save("my game.txt".to_owned()));
        assert_eq!(PromptInput::parse("save"), PromptInput::SaveWhere);
        assert_eq!(PromptInput::parse("e5"), PromptInput::Unknown("e5".to_owned()));
        assert_eq!(PromptInput::parse("quit now"), PromptInput::Unknown("quit now".to_owned()));
    }
}
