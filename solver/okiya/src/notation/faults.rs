//! Faults of gardens and tokens.

use crate::cell::Cell;
use crate::tile::Tile;

/// Faults in the text of a garden.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GardenFault {
    /// No form of a tile begins with this character.
    #[error("expected a tile, a hex digit such as `e` or two letters such as `IB`, found `{}`",
        .found.escape_debug())]
    Tile {
        /// Character found.
        found: char,
    },
    /// The long form needs a plant here.
    #[error("expected a plant, `M`, `C`, `P` or `I`, found `{}`", .found.escape_debug())]
    Plant {
        /// Character found.
        found: char,
    },
    /// The long form needs a symbol here.
    #[error("expected a symbol, `S`, `T`, `B` or `R`, after the plant, found `{}`", .found.escape_debug())]
    Symbol {
        /// Character found.
        found: char,
    },
    /// A tile occurs twice.
    #[error("tile {} ({tile}) already lies on {first}; a garden holds each tile once", .tile.hex_digit())]
    Duplicate {
        /// The tile.
        tile: Tile,
        /// The cell where it occurred first.
        first: Cell,
    },
    /// A fifth tile in a row.
    #[error("expected `/` after the four tiles of a row, found `{}`", .found.escape_debug())]
    RowTooLong {
        /// Character found.
        found: char,
    },
    /// A `/` too early.
    #[error("a row has four tiles, and this one ends after {tiles}")]
    RowTooShort {
        /// Number of tiles found.
        tiles: usize,
    },
    /// Tiles are missing at the end.
    #[error("a garden has 16 tiles, and this one ends after {tiles}")]
    Incomplete {
        /// Number of tiles found.
        tiles: usize,
    },
    /// A character follows the last tile without a blank.
    #[error("expected a blank or the end after the 16 tiles of the garden, found `{}`",
        .found.escape_debug())]
    TooLong {
        /// Character found.
        found: char,
    },
}

/// Faults in the tokens of a static position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TokensFault {
    /// Not a token or a run of tiles.
    #[error("expected `x`, `o`, a run of tiles `1` to `4`, or `/`, found `{}`", .found.escape_debug())]
    Token {
        /// Character found.
        found: char,
    },
    /// More than four cells.
    #[error("row {row} has more than four cells")]
    RowTooLong {
        /// Number of the row, from 1.
        row: usize,
    },
    /// Fewer than four cells.
    #[error("row {row} has {cells} of four cells")]
    RowTooShort {
        /// Number of the row, from 1.
        row: usize,
        /// Number of cells found.
        cells: usize,
    },
    /// Rows are missing at the end.
    #[error("the tokens end after {rows} of four rows")]
    Incomplete {
        /// Number of rows found.
        rows: usize,
    },
    /// A fifth row.
    #[error("a garden has four rows, and here a fifth begins")]
    TooManyRows,
}
