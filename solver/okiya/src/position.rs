//! Positions: a garden, the tokens in it, and the cell of the last one.
//!
//! The rules are the publisher's (Okiya, B. Cathala, Blue Orange 2013; in English also Niya): the first
//! token goes on a border cell; each later one replaces a tile that shares its plant or its symbol with the
//! tile taken just before; four in a row, column, diagonal or 2×2 square wins, and so does leaving the
//! opponent no tile to take.

use std::fmt;

use super::cell::{Cell, CellSet};
use super::garden::Garden;
use super::pattern::{self, Pattern};
use super::rules::{Ending, FullBoard, Player};
use hanamachi_core::game::Score;

/// A described position, not yet checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The tiles.
    pub garden: Garden,
    /// Tokens of the player who moved first.
    pub x: CellSet,
    /// Tokens of the other player.
    pub o: CellSet,
    /// Cell of the last token; `None` before the first.
    pub last: Option<Cell>,
    /// Player to move.
    pub side: Player,
}

/// An inconsistency of a [`Setup`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupFault {
    /// A cell holds a token of both players.
    #[error("cell {0} holds a token of both players")]
    Overlap(Cell),
    /// The players place one token each in turn, x first, so x has as many as o or one more.
    #[error("the token counts are {x} of x and {o} of o; x must have as many as o, or one more")]
    Counts {
        /// Tokens of x.
        x: usize,
        /// Tokens of o.
        o: usize,
    },
    /// By the counts the other player is to move.
    #[error("with token counts {x} of x and {o} of o it is {expected}'s turn, not {stated}'s")]
    Side {
        /// Tokens of x.
        x: usize,
        /// Tokens of o.
        o: usize,
        /// Player to move by the counts.
        expected: Player,
        /// Player to move by the setup.
        stated: Player,
    },
    /// There are tokens, but no last one.
    #[error("there are tokens in the garden, so the cell of the last one must be given")]
    LastMissing,
    /// There is a last token, but no tokens.
    #[error("there is no token in the garden, so no cell can be the last one")]
    LastOfNothing,
    /// The cell of the last token does not hold a token of the player who moved last.
    #[error("the last token, {player}'s, is not on {cell}")]
    LastMisplaced {
        /// The stated cell of the last token.
        cell: Cell,
        /// The player who moved last.
        player: Player,
    },
}

/// All inconsistencies of a [`Setup`]; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetupError(Vec<SetupFault>);

impl SetupError {
    /// The faults, at least one.
    #[must_use]
    pub fn faults(&self) -> &[SetupFault] {
        &self.0
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl std::error::Error for SetupError {}

/// Reasons why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The game has ended.
    #[error("{cell} cannot be played: the game is over ({ending})")]
    GameOver {
        /// The cell.
        cell: Cell,
        /// The ending.
        ending: Ending,
    },
    /// The cell is occupied.
    #[error("{0} holds a token already")]
    Occupied(Cell),
    /// The first token goes on the border.
    #[error("{0} is not on the border, where the first token goes")]
    NotOnBorder(Cell),
    /// The tile does not match the one taken last.
    #[error(
        "{cell} ({tile}) shares neither plant nor symbol with the tile taken last, {last_tile} on {last}"
    )]
    NoMatch {
        /// The cell.
        cell: Cell,
        /// Its tile.
        tile: super::Tile,
        /// Cell of the last token.
        last: Cell,
        /// The tile taken there.
        last_tile: super::Tile,
    },
}

/// A finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The ending.
    pub ending: Ending,
    /// Player who ended the game: the owner of the four, or the player of the last token.
    pub by: Player,
    /// Tiles still in the garden, 0 to 9: the winner's victory points.
    pub tiles_left: usize,
}

impl GameEnd {
    /// Winner, or `None` for a draw.
    #[must_use]
    pub const fn winner(&self, full_board: FullBoard) -> Option<Player> {
        match (self.ending, full_board) {
            (Ending::FullBoard, FullBoard::Draw) => None,
            (Ending::FullBoard, FullBoard::Last) | (Ending::Four(_) | Ending::Block, _) => Some(self.by),
        }
    }

    /// Score of the end for `player`: tiles left + 1 for a win, 0 for a draw, −(tiles left + 1) for a loss.
    #[must_use]
    pub fn score(&self, player: Player, full_board: FullBoard) -> Score {
        let size = i8::try_from(self.tiles_left).map_or(i8::MAX, |tiles| tiles.saturating_add(1));
        Score::new(match self.winner(full_board) {
            None => 0,
            Some(winner) if winner == player => size,
            Some(_) => -size,
        })
    }
}

/// A consistent position: token counts, side to move and last token agree.
///
/// Positions that no game can reach are allowed as long as their parts agree. The continuation depends on the
/// position alone, never on the moves that led to it.
///
/// ```
/// use hanamachi_solver::okiya::{Cell, Garden, Position};
///
/// let start = Position::start(Garden::sorted());
/// assert_eq!(start.moves().len(), 12);
/// let next = start.play(Cell::from_name("a1").unwrap()).unwrap();
/// assert_eq!(next.moves().len(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    garden: Garden,
    x: CellSet,
    o: CellSet,
    last: Option<Cell>,
}

impl Position {
    /// The untouched garden, x to move.
    #[must_use]
    pub const fn start(garden: Garden) -> Self {
        Self { garden, x: CellSet::EMPTY, o: CellSet::EMPTY, last: None }
    }

    /// The tiles, taken or not.
    #[must_use]
    pub const fn garden(&self) -> &Garden {
        &self.garden
    }

    /// The tokens of `player`.
    #[must_use]
    pub const fn tokens(&self, player: Player) -> CellSet {
        match player {
            Player::X => self.x,
            Player::O => self.o,
        }
    }

    /// Cells that still hold their tile.
    #[must_use]
    pub const fn free(&self) -> CellSet {
        self.x.union(self.o).complement()
    }

    /// Number of tiles still in the garden.
    #[must_use]
    pub const fn tiles_left(&self) -> usize {
        self.free().len()
    }

    /// Cell of the last token.
    #[must_use]
    pub const fn last(&self) -> Option<Cell> {
        self.last
    }

    /// Player to move (or next in turn, after the end of the game).
    #[must_use]
    pub const fn side(&self) -> Player {
        if self.x.len() == self.o.len() { Player::X } else { Player::O }
    }

    /// Ending of the game, or `None` while it goes on.
    ///
    /// Should both players own a four, which no game can reach, the game counts as ended by the player of the
    /// last token.
    #[must_use]
    pub fn end(&self) -> Option<GameEnd> {
        let mover = self.side();
        let tiles_left = self.tiles_left();
        for by in [mover.opponent(), mover] {
            if let Some(pattern) = pattern::completed(self.tokens(by)) {
                return Some(GameEnd { ending: Ending::Four(pattern.shape), by, tiles_left });
            }
        }
        if !self.matching_tiles().is_empty() {
            return None;
        }
        let ending = if tiles_left == 0 { Ending::FullBoard } else { Ending::Block };
        Some(GameEnd { ending, by: mover.opponent(), tiles_left })
    }

    /// The four that ended the game; if there are several, the one that names the ending.
    #[must_use]
    pub fn four(&self) -> Option<Pattern> {
        let mover = self.side();
        [mover.opponent(), mover].into_iter().find_map(|by| pattern::completed(self.tokens(by)))
    }

    /// The cells that the player to move may take; none once the game has ended.
    #[must_use]
    pub fn moves(&self) -> CellSet {
        if self.end().is_some() { CellSet::EMPTY } else { self.matching_tiles() }
    }

    /// The position after the player to move takes the tile on `cell`.
    pub fn play(&self, cell: Cell) -> Result<Self, IllegalMove> {
        if let Some(end) = self.end() {
            return Err(IllegalMove::GameOver { cell, ending: end.ending });
        }
        if !self.free().contains(cell) {
            return Err(IllegalMove::Occupied(cell));
        }
        if !self.matching_tiles().contains(cell) {
            return Err(match self.last {
                None => IllegalMove::NotOnBorder(cell),
                Some(last) => {
                    let (tile, last_tile) = (self.garden.tile(cell), self.garden.tile(last));
                    IllegalMove::NoMatch { cell, tile, last, last_tile }
                }
            });
        }
        Ok(self.play_unchecked(cell))
    }

    /// The position after a move that the caller knows to be legal.
    pub(crate) fn play_unchecked(&self, cell: Cell) -> Self {
        let mut next = *self;
        match self.side() {
            Player::X => next.x = self.x.with(cell),
            Player::O => next.o = self.o.with(cell),
        }
        next.last = Some(cell);
        next
    }

    /// Free cells that the last tile (or the border rule) admits, whether or not the game has ended.
    fn matching_tiles(&self) -> CellSet {
        match self.last {
            None => CellSet::BORDER,
            Some(last) => self.garden.matching(last).intersection(self.free()),
        }
    }
}

impl Position {
    /// The position of a setup that the caller knows to be consistent.
    pub(super) const fn from_consistent(setup: Setup) -> Self {
        Self { garden: setup.garden, x: setup.x, o: setup.o, last: setup.last }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        let Setup { x, o, last, side: stated, .. } = setup;
        let mut faults: Vec<_> = x.intersection(o).into_iter().map(SetupFault::Overlap).collect();
        let counts = (x.len(), o.len());
        let expected = match counts {
            (x, o) if x == o => Some(Player::X),
            (x, o) if x == o + 1 => Some(Player::O),
            (x, o) => {
                faults.push(SetupFault::Counts { x, o });
                None
            }
        };
        if let Some(expected) = expected.filter(|&side| side != stated) {
            faults.push(SetupFault::Side { x: counts.0, o: counts.1, expected, stated });
        }
        match last {
            None if counts != (0, 0) => faults.push(SetupFault::LastMissing),
            Some(_) if counts == (0, 0) => faults.push(SetupFault::LastOfNothing),
            Some(cell) => {
                let player = stated.opponent();
                let tokens = if player == Player::X { x } else { o };
                if !tokens.contains(cell) {
                    faults.push(SetupFault::LastMisplaced { cell, player });
                }
            }
            None => {}
        }
        if faults.is_empty() { Ok(Self::from_consistent(setup)) } else { Err(SetupError(faults)) }
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        let Position { garden, x, o, last } = position;
        Self { garden, x, o, last, side: position.side() }
    }
}
