//! A game record: a garden and the moves made in it.

use super::cell::Cell;
use super::garden::Garden;
use super::position::{GameEnd, IllegalMove, Position};

/// A garden and a legal sequence of moves, finished or not.
///
/// ```
/// use hanamachi_solver::okiya::{Cell, Game, Garden};
///
/// let mut game = Game::new(Garden::sorted());
/// game.play(Cell::from_name("a2").unwrap())?;
/// assert!(game.play(Cell::from_name("b1").unwrap()).is_err()); // pine after maple, and another symbol
/// game.play(Cell::from_name("a3").unwrap())?;
/// assert_eq!(game.moves().len(), 2);
/// assert_eq!(game.undo(), Cell::from_name("a3"));
/// # Ok::<(), hanamachi_solver::okiya::IllegalMove>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    moves: Vec<Cell>,
    position: Position,
}

impl Game {
    /// The game before its first move.
    #[must_use]
    pub const fn new(garden: Garden) -> Self {
        Self { moves: Vec::new(), position: Position::start(garden) }
    }

    /// The game after `moves`.
    ///
    /// # Errors
    ///
    /// Returns the reason why the first illegal move is illegal.
    pub fn from_moves(garden: Garden, moves: impl IntoIterator<Item = Cell>) -> Result<Self, IllegalMove> {
        let mut game = Self::new(garden);
        for cell in moves {
            game.play(cell)?;
        }
        Ok(game)
    }

    /// Takes the tile on `cell` for the player to move.
    ///
    /// # Errors
    ///
    /// Returns the reason why the move is illegal; the game is left unchanged.
    pub fn play(&mut self, cell: Cell) -> Result<(), IllegalMove> {
        self.position = self.position.play(cell)?;
        self.moves.push(cell);
        Ok(())
    }

    /// Takes back the last move and returns it, or `None` if there is none.
    pub fn undo(&mut self) -> Option<Cell> {
        let undone = self.moves.pop()?;
        let start = Position::start(*self.garden());
        self.position = self.moves.iter().fold(start, |position, &cell| position.play_unchecked(cell));
        Some(undone)
    }

    /// The tiles before the first move.
    #[must_use]
    pub const fn garden(&self) -> &Garden {
        self.position.garden()
    }

    /// The moves, x's first; at most sixteen.
    #[must_use]
    pub fn moves(&self) -> &[Cell] {
        &self.moves
    }

    /// The position after the last move.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// Every position of the game: the untouched garden, and the one after each move.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        let start = Position::start(*self.garden());
        let later = self.moves.iter().scan(start, |position, &cell| {
            *position = position.play_unchecked(cell);
            Some(*position)
        });
        std::iter::once(start).chain(later)
    }

    /// Ending on the board, or `None` while the game goes on.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        self.position.end()
    }
}
