//! Texts about gardens: reading and writing.

use hanamachi_solver::okiya::match_play::Conclusion;
use hanamachi_solver::okiya::notation::{Described, RecordEnding};
use hanamachi_solver::okiya::{Cell, FullBoard, Game, IllegalMove, Player, Position};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::objects::PositionObject;

/// The rule for a full board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Full {
    Draw,
    Last,
}

impl From<Full> for FullBoard {
    fn from(full: Full) -> Self {
        match full {
            Full::Draw => Self::Draw,
            Full::Last => Self::Last,
        }
    }
}

/// The subject of a request.
#[derive(Clone, Debug)]
pub(crate) struct AskedPosition {
    /// The form of the text.
    pub(super) form: &'static str,
    /// The position to look at.
    pub(super) position: Position,
    /// The game that led to it, if known.
    pub(super) game: Option<Game>,
    /// The rule in force.
    pub(super) full_board: FullBoard,
    /// The rule named in the text.
    pub(super) named: Option<FullBoard>,
    /// The winner if the other player resigned.
    pub(super) resigned_to: Option<Player>,
}

impl AskedPosition {
    /// Reads any form of text, also the board's address. `full` is the rule that the request names.
    pub(crate) fn read(text: &str, full: Option<Full>) -> Result<Self, Fault> {
        let described = Described::parse(text).map_err(|error| Fault::of_text(&error, text))?;
        let named = described.full_board();
        let (form, resigned_to) = match &described {
            Described::Garden(_) => ("garden", None),
            Described::Position(_) | Described::Ruled(..) => ("position", None),
            Described::Game(_) => ("game", None),
            Described::Record(record) if record.ending() == Some(RecordEnding::Resignation) => {
                ("record", record.conclusion().and_then(Conclusion::winner))
            }
            Described::Record(_) => ("record", None),
        };
        Ok(Self {
            form,
            position: described.position(),
            game: described.game(),
            full_board: full.map(FullBoard::from).or(named).unwrap_or_default(),
            named,
            resigned_to,
        })
    }

    /// The same game or position after a move.
    pub(super) fn with_move(&self, cell: Cell) -> Result<Self, Fault> {
        let illegal = |error: IllegalMove| Fault::refused("illegal_move", error.to_string()).about("move");
        let position = self.position.play(cell).map_err(illegal)?;
        let mut game = self.game.clone();
        if let Some(game) = &mut game {
            game.play(cell).map_err(illegal)?;
        }
        let form = if game.is_some() { "game" } else { "position" };
        Ok(Self { form, position, game, resigned_to: None, ..*self })
    }

    /// The canonical text: the history of a game, or the garden alone before the first move.
    pub(crate) fn text(&self) -> String {
        match &self.game {
            Some(game) if game.moves().is_empty() => game.garden().short().to_string(),
            Some(game) => game.to_string(),
            None => self.position.to_string(),
        }
    }

    /// The form used in the board's address; `None` for a static position that is not a garden.
    pub(crate) fn address(&self) -> Option<String> {
        if self.game.is_none() && !is_start(&self.position) {
            return None;
        }
        let garden: String = self.position.garden().short().to_string().replace('/', "");
        let moves: String = self.game.iter().flat_map(Game::moves).map(Cell::to_string).collect();
        Some(if moves.is_empty() { garden } else { format!("{garden}/{moves}") })
    }

    /// The moves; `None` for a static position.
    pub(super) fn moves(&self) -> Option<Vec<String>> {
        self.game.as_ref().map(|game| game.moves().iter().map(Cell::to_string).collect())
    }

    /// The form of the text.
    pub(crate) const fn form(&self) -> &'static str {
        self.form
    }
}

/// `board.okiya_text/1`: the contents of a text, without a search.
#[derive(Serialize)]
pub(crate) struct TextObject {
    schema: &'static str,
    engine: &'static str,
    /// `garden`, `position`, `game` or `record`.
    kind: &'static str,
    text: String,
    address: Option<String>,
    garden: String,
    moves: Option<Vec<String>>,
    /// The rule named in the text.
    full: Option<&'static str>,
    resigned_to: Option<char>,
    position: PositionObject,
}

impl TextObject {
    pub(super) fn new(asked: &AskedPosition) -> Self {
        Self {
            schema: "board.okiya_text/1",
            engine: ENGINE,
            kind: asked.form,
            text: asked.text(),
            address: asked.address(),
            garden: asked.position.garden().short().to_string(),
            moves: asked.moves(),
            full: asked.named.map(|named| match named {
                FullBoard::Draw => "draw",
                FullBoard::Last => "last",
            }),
            resigned_to: asked.resigned_to.map(Player::letter),
            position: PositionObject::new(&asked.position, asked.full_board),
        }
    }
}

/// Whether no move has been played yet.
pub(super) fn is_start(position: &Position) -> bool {
    position.last().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_back() {
        for text in ["05af/b4c1/27d8/3e96", "05af/b4c1/27d8/3e96 moves a2 c1"] {
            let asked = AskedPosition::read(text, None).unwrap();
            let address = asked.address().unwrap();
            assert!(!address.contains(' '));
            assert_eq!(AskedPosition::read(&address, None).unwrap().text(), text);
        }
        let fault = AskedPosition::read("05afb4c127d83e96/a2c9", None).unwrap_err();
        assert_eq!((fault.code, fault.column), ("invalid_cell", Some(20)));
        assert!(AskedPosition::read("05afb4c127d83e9é", None).is_err());
        assert!(AskedPosition::read("05afb4c127d83e96/é", None).is_err());
    }
}
