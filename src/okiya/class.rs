//! `okiya class`: which gardens are one garden turned and renamed, and the way between them.

use std::collections::BTreeMap;
use std::fmt::Write;

use clap::Args;
use hanamachi_solver::okiya::{BoardSymmetry, Cell, ClassNumber, Garden, Plant, Symbol, Symmetry, Tile};
use serde::Serialize;

use super::item::Item;
use super::words;
use crate::args::ItemArgs;
use crate::failure::Failure;
use crate::output::{ENGINE, Output, json};
use crate::question::{Form, Question};
use crate::session::Session;

const EXAMPLE: &str = "hanamachi okiya class 05af/b4c1/27d8/3e96";

const EXAMPLES: &str = "\
Examples:
  # The class of a garden, and how cells and tiles correspond
  hanamachi okiya class 05af/b4c1/27d8/3e96

  # The classes of many gardens
  hanamachi okiya random --count 5 --seed 1 | hanamachi okiya class -

  # The last of all classes
  hanamachi okiya class --number 2270454063
";

/// Tell which gardens are the same garden turned and renamed
///
/// Turning or mirroring the garden, renaming its plants, renaming its symbols, and swapping plants with
/// symbols change nothing about the game. The class of a garden is the rank of the smallest garden that these
/// 9,216 symmetries reach, and its number is its place among the 2,270,454,064 classes in that order, counted from 0;
/// finding it takes some milliseconds, so the lines of a batch show it with --json alone. Of a position or a game, the
/// garden alone counts.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ClassArgs {
    #[command(flatten)]
    pub(crate) item: ItemArgs,
    /// Ask about the smallest garden of class number N instead of a text
    #[arg(long, value_name = "N", value_parser = class_number, conflicts_with_all = ["words", "seed"])]
    number: Option<ClassNumber>,
}

/// Reads the number of a class.
fn class_number(text: &str) -> Result<ClassNumber, String> {
    let number = text.parse().ok().and_then(ClassNumber::new);
    number.ok_or_else(|| format!("`{text}` is not a number from 0 to {}", ClassNumber::COUNT - 1))
}

/// Runs the command.
pub(crate) fn run(args: &ClassArgs, session: &Session) -> Result<(), Failure> {
    let Some(number) = args.number else {
        return args.item.ask(&Class, || (), EXAMPLE, session);
    };
    let mut output = Output::open(&args.item.output)?;
    let form = if args.item.output.json { Form::Json } else { Form::Page };
    output.line(&answer(&number.garden(), form))?;
    output.finish()
}

struct Class;

impl Question for Class {
    type Item = Item;
    type State = ();

    fn answer(&self, (): &mut (), item: &Item, form: Form) -> Result<String, Failure> {
        Ok(answer(item.position().garden(), form))
    }
}

fn answer(garden: &Garden, form: Form) -> String {
    let (smallest, there) = garden.canonical();
    match form {
        Form::Json => json(&ClassObject::new(garden, &smallest, there)),
        Form::Line => format!("{}  {}  {}", garden.short(), smallest.rank(), smallest.short()),
        Form::Page => page(garden, &smallest, there),
    }
}

/// `okiya.class/1`: a garden, the smallest garden of its class, and the way there and back.
#[derive(Serialize)]
struct ClassObject {
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
}

/// What becomes of every cell and of every plant and symbol, by their letters.
#[derive(Serialize)]
pub(crate) struct SymmetryObject {
    board: &'static str,
    cells: BTreeMap<String, String>,
    plants: BTreeMap<char, char>,
    symbols: BTreeMap<char, char>,
    /// Whether plants become symbols and symbols plants.
    swapped: bool,
}

impl ClassObject {
    fn new(garden: &Garden, smallest: &Garden, there: Symmetry) -> Self {
        Self {
            schema: "okiya.class/1",
            engine: ENGINE,
            garden: garden.short().to_string(),
            rank: garden.rank().get(),
            class: smallest.rank().get(),
            class_number: smallest.class_number().get(),
            classes: ClassNumber::COUNT,
            class_garden: smallest.short().to_string(),
            to_class: SymmetryObject::new(there),
            from_class: SymmetryObject::new(there.inverse()),
        }
    }
}

impl SymmetryObject {
    pub(crate) fn new(symmetry: Symmetry) -> Self {
        Self {
            board: board_words(symmetry.board),
            cells: Cell::all().map(|cell| (cell.to_string(), symmetry.cell(cell).to_string())).collect(),
            plants: Plant::ALL.into_iter().map(|p| (p.letter(), plant(symmetry, p).letter())).collect(),
            symbols: Symbol::ALL.into_iter().map(|s| (s.letter(), symbol(symmetry, s).letter())).collect(),
            swapped: symmetry.tiles.exchanges_kinds(),
        }
    }
}

/// A plant or a symbol: what the swap turns into each other.
#[derive(Clone, Copy)]
enum Feature {
    Plant(Plant),
    Symbol(Symbol),
}

impl Feature {
    const fn letter(self) -> char {
        match self {
            Self::Plant(plant) => plant.letter(),
            Self::Symbol(symbol) => symbol.letter(),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Plant(plant) => plant.name(),
            Self::Symbol(symbol) => symbol.name(),
        }
    }
}

fn plant(symmetry: Symmetry, plant: Plant) -> Feature {
    let image = symmetry.tiles.tile(Tile::new(plant, Symbol::Sun));
    if symmetry.tiles.exchanges_kinds() {
        Feature::Symbol(image.symbol())
    } else {
        Feature::Plant(image.plant())
    }
}

fn symbol(symmetry: Symmetry, symbol: Symbol) -> Feature {
    let image = symmetry.tiles.tile(Tile::new(Plant::Maple, symbol));
    if symmetry.tiles.exchanges_kinds() {
        Feature::Plant(image.plant())
    } else {
        Feature::Symbol(image.symbol())
    }
}

/// What happens to the board, told by where two corners go.
pub(crate) fn board_words(symmetry: BoardSymmetry) -> &'static str {
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

fn page(garden: &Garden, smallest: &Garden, there: Symmetry) -> String {
    format!(
        "garden        {}  {}\nrank          {}\nclass         {}\nclass number  {} of {}, counted from 0\nclass garden  {}  {}\n\n{}\n\n{}",
        garden.long(),
        garden.short(),
        garden.rank(),
        smallest.rank(),
        smallest.class_number(),
        ClassNumber::COUNT,
        smallest.long(),
        smallest.short(),
        way("From the garden to its class", there),
        way("From the class back to the garden", there.inverse()),
    )
}

fn way(title: &str, symmetry: Symmetry) -> String {
    let mut text = words::paint(words::BOLD, title);
    let _ = write!(text, "\n  board    {}", board_words(symmetry.board));
    if symmetry.tiles.exchanges_kinds() {
        text += ", plants and symbols swapped";
    }
    let plants = Plant::ALL.map(|p| format!("{} → {}", p.name(), plant(symmetry, p).name()));
    let symbols = Symbol::ALL.map(|s| format!("{} → {}", s.name(), symbol(symmetry, s).name()));
    let _ = write!(text, "\n  plants   {}", plants.join(", "));
    let _ = write!(text, "\n  symbols  {}", symbols.join(", "));
    let cells: Vec<String> = Cell::all().map(|cell| format!("{cell} → {}", symmetry.cell(cell))).collect();
    for (row, cells) in cells.chunks(4).enumerate() {
        let label = if row == 0 { "cells  " } else { "" };
        let _ = write!(text, "\n  {label:<7}  {}", cells.join("  "));
    }
    text
}
