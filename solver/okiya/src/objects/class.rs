//! The class of a garden, and the symmetry that leads to its smallest garden.

use std::collections::BTreeMap;

use crate::{BoardSymmetry, Cell, ClassNumber, FullBoard, Garden, Plant, Symbol, Symmetry, Tile};
use hanamachi_core::search::strength::Strength;
use serde::Serialize;

use super::rarity::{AmongAll, Rarity};
use hanamachi_core::ENGINE;

/// `okiya.class/1`: a garden, the smallest garden of its class, and the symmetries there and back.
#[derive(Clone, Debug, Serialize)]
pub struct ClassObject<L = ()> {
    schema: &'static str,
    engine: &'static str,
    garden: String,
    rank: u64,
    class: u64,
    /// Counted from 0.
    class_number: u64,
    classes: u64,
    class_garden: String,
    to_class: SymmetryObject,
    from_class: SymmetryObject,
    /// The rules of all outcomes.
    rules: String,
    /// Kind of `second_player_wins`.
    kind: Strength,
    /// Rarity of such gardens, with `--solve`.
    pub rarity: Option<Rarity>,
    /// The gardens with this outcome among all, with `--solve`.
    pub among_all_gardens: Option<AmongAll>,
    /// Whether the second player wins under full=draw. Proved, by search or by the list of all such classes.
    second_player_wins: bool,
    /// Entry of the class in a ledger, with `--ledger`.
    pub ledger: Option<L>,
}

/// Images of every cell, plant and symbol, by their letters.
#[derive(Clone, Debug, Serialize)]
pub struct SymmetryObject {
    board: &'static str,
    cells: BTreeMap<String, String>,
    plants: BTreeMap<char, char>,
    symbols: BTreeMap<char, char>,
    /// Whether plants and symbols are swapped.
    swapped: bool,
}

impl<L> ClassObject<L> {
    /// The class of a garden whose smallest image under `there` has this class number; `second_player_wins`
    /// is its outcome.
    #[must_use]
    pub fn new(
        garden: &Garden,
        (smallest, there): (&Garden, Symmetry),
        number: ClassNumber,
        second_player_wins: bool,
    ) -> Self {
        Self {
            schema: "okiya.class/1",
            engine: ENGINE,
            garden: garden.short().to_string(),
            rank: garden.rank().get(),
            class: smallest.rank().get(),
            class_number: number.get(),
            classes: ClassNumber::COUNT,
            class_garden: smallest.short().to_string(),
            to_class: SymmetryObject::new(there),
            from_class: SymmetryObject::new(there.inverse()),
            rules: FullBoard::Draw.to_string(),
            kind: Strength::Proved,
            rarity: None,
            among_all_gardens: None,
            second_player_wins,
            ledger: None,
        }
    }
}

impl SymmetryObject {
    /// Description of this symmetry.
    #[must_use]
    pub fn new(symmetry: Symmetry) -> Self {
        Self {
            board: board_words(symmetry.board),
            cells: Cell::all().map(|cell| (cell.to_string(), symmetry.cell(cell).to_string())).collect(),
            plants: Plant::ALL
                .into_iter()
                .map(|p| (p.letter(), TileFeature::of_plant(symmetry, p).letter()))
                .collect(),
            symbols: Symbol::ALL
                .into_iter()
                .map(|s| (s.letter(), TileFeature::of_symbol(symmetry, s).letter()))
                .collect(),
            swapped: symmetry.tiles.exchanges_kinds(),
        }
    }
}

/// A plant or a symbol, which the swap exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileFeature {
    /// A plant.
    Plant(Plant),
    /// A symbol.
    Symbol(Symbol),
}

impl TileFeature {
    /// Image of a plant.
    #[must_use]
    pub fn of_plant(symmetry: Symmetry, plant: Plant) -> Self {
        let image = symmetry.tiles.tile(Tile::new(plant, Symbol::Sun));
        if symmetry.tiles.exchanges_kinds() {
            Self::Symbol(image.symbol())
        } else {
            Self::Plant(image.plant())
        }
    }

    /// Image of a symbol.
    #[must_use]
    pub fn of_symbol(symmetry: Symmetry, symbol: Symbol) -> Self {
        let image = symmetry.tiles.tile(Tile::new(Plant::Maple, symbol));
        if symmetry.tiles.exchanges_kinds() {
            Self::Plant(image.plant())
        } else {
            Self::Symbol(image.symbol())
        }
    }

    /// Its letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Plant(plant) => plant.letter(),
            Self::Symbol(symbol) => symbol.letter(),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plant(plant) => plant.name(),
            Self::Symbol(symbol) => symbol.name(),
        }
    }
}

/// Symmetry of the board, by the images of two corners.
#[must_use]
pub fn board_words(symmetry: BoardSymmetry) -> &'static str {
    let image = |name| Cell::from_name(name).map(|cell| symmetry.cell(cell).to_string()).unwrap_or_default();
    match (image("a1").as_str(), image("d1").as_str()) {
        ("a1", "d1") => "as it is",
        ("d1", "d4") => "a quarter turn clockwise",
        ("d4", "a4") => "a half turn",
        ("a4", "a1") => "a quarter turn anticlockwise",
        ("d1", "a1") => "mirrored left to right",
        ("a4", "d4") => "mirrored top to bottom",
        ("a1", "a4") => "mirrored in the diagonal from a1 to d4",
        _ => "mirrored in the diagonal from d1 to a4",
    }
}
