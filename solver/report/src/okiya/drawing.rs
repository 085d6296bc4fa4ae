//! Gardens and boards as SVG. A page includes the plants and symbols of `templates/art.html` once; it also
//! defines the colors.

use std::fmt::Write;

use hanamachi_solver::okiya::study::{Choice, Keeping};
use hanamachi_solver::okiya::{
    Cell, CellSet, Ending, Game, Garden, MoveValue, Outcome, Player, Solution, Tile, Value,
};

/// Dimensions of the cells of a drawing, in its own units.
#[derive(Clone, Copy)]
struct Grid {
    cell: i32,
    gap: i32,
    margin: i32,
}

/// Size of a drawing that is legible from across a table.
const LARGE: Grid = Grid { cell: 84, gap: 6, margin: 20 };
/// Size of one of many diagrams.
const SMALL: Grid = Grid { cell: 40, gap: 3, margin: 15 };

impl Grid {
    /// Returns the upper left corner of a cell.
    fn corner(self, cell: Cell) -> (i32, i32) {
        let at = |index: usize| self.margin + i32::try_from(index).unwrap_or(0) * (self.cell + self.gap);
        (at(cell.column()), at(cell.row()))
    }

    fn begin(self, title: &str) -> String {
        let side = self.margin + 4 * (self.cell + self.gap);
        let letters = self.margin * 3 / 4;
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"{title}\">\n\
             <g class=\"names\" font-size=\"{letters}\" aria-hidden=\"true\">"
        );
        for (index, (column, row)) in ["a", "b", "c", "d"].into_iter().zip(1..).enumerate() {
            let (along, _) = self.corner(Cell::from_name(&format!("{column}1")).unwrap_or(FIRST));
            let middle = along + self.cell / 2;
            debug_assert_eq!(index + 1, row);
            let _ = write!(
                svg,
                "<text x=\"{middle}\" y=\"{letters}\">{column}</text><text x=\"{}\" y=\"{}\">{row}</text>",
                self.margin / 2,
                middle + letters / 3,
            );
        }
        svg + "</g>\n"
    }
}

/// `a1`.
const FIRST: Cell = match Cell::new(0) {
    Some(cell) => cell,
    None => unreachable!(),
};

/// Draws the plant and the symbol of a tile of width `side`.
fn pictures(tile: Tile, side: i32) -> String {
    let part = |percent: i32| side * percent / 100;
    format!(
        "<use href=\"#plant-{}\" x=\"{}\" y=\"{}\" width=\"{large}\" height=\"{large}\"/>\
         <use href=\"#symbol-{}\" x=\"{}\" y=\"{}\" width=\"{small}\" height=\"{small}\"/>",
        tile.plant().letter(),
        part(4),
        part(26),
        tile.symbol().letter(),
        part(54),
        part(5),
        large = part(66),
        small = part(42),
    )
}

/// Draws a garden as it lies on the table.
pub(super) fn garden(garden: &Garden) -> String {
    let mut svg = LARGE.begin(&format!("The garden, row by row: {}", garden.long()));
    for cell in Cell::all() {
        let (x, y) = LARGE.corner(cell);
        let tile = garden.tile(cell);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect class=\"tile\" width=\"{side}\" height=\"{side}\" rx=\"8\"/>{}\
             <text class=\"letters\" x=\"{}\" y=\"{}\">{tile}</text></g>",
            pictures(tile, LARGE.cell),
            LARGE.cell - 6,
            LARGE.cell - 7,
            side = LARGE.cell,
        );
    }
    svg + "</svg>"
}

/// Formats a value as `+3`, `=` or `−1`, with a minus sign instead of a hyphen.
pub(super) fn sign(value: Value) -> String {
    match value.outcome() {
        Outcome::Win => format!("+{}", value.tiles_left()),
        Outcome::Draw => "=".to_owned(),
        Outcome::Loss => format!("\u{2212}{}", value.tiles_left()),
    }
}

/// Returns the shape of an outcome, as SVG path data: a triangle that points up, a disc, or one that points down.
const fn shape(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "M-9 6L0 -8L9 6Z",
        Outcome::Draw => "M-8 0A8 8 0 0 1 8 0A8 8 0 0 1 -8 0Z",
        Outcome::Loss => "M-9 -6L0 8L9 -6Z",
    }
}

/// Draws the garden with the value of each opening.
pub(super) fn opening_map(start: &Solution) -> String {
    let garden = start.position.garden();
    let of_outcome = |outcome: Outcome, verb: &str| {
        let cells = start.moves.iter().filter(|of| of.value.outcome() == outcome);
        let cells: Vec<String> = cells.map(|of| format!("{} {}", of.cell, sign(of.value))).collect();
        (!cells.is_empty()).then(|| format!("{verb}: {}", cells.join(", ")))
    };
    let found = [(Outcome::Win, "winning"), (Outcome::Draw, "drawing"), (Outcome::Loss, "losing")]
        .map(|(o, v)| of_outcome(o, v));
    let found: Vec<String> = found.into_iter().flatten().collect();
    let mut svg = LARGE.begin(&format!("The twelve openings for x. {}", found.join("; ")));
    for cell in Cell::all() {
        let opening = start.moves.iter().find(|of| of.cell == cell);
        let drawn = if let Some(opening) = opening {
            map_cell(start, opening)
        } else {
            let (x, y) = LARGE.corner(cell);
            let (side, middle) = (LARGE.cell, LARGE.cell / 2);
            format!(
                "<g transform=\"translate({x} {y})\"><rect class=\"closed\" width=\"{side}\" height=\"{side}\" rx=\"8\"/>\
                 <text class=\"small\" x=\"{middle}\" y=\"{}\">{}</text></g>\n",
                middle + 4,
                garden.tile(cell),
            )
        };
        svg += &drawn;
    }
    svg + "</svg>"
}

fn map_cell(start: &Solution, opening: &MoveValue) -> String {
    let (x, y) = LARGE.corner(opening.cell);
    let (side, middle) = (LARGE.cell, LARGE.cell / 2);
    let outcome = opening.value.outcome();
    let best = if start.keeping(opening) == Keeping::Value {
        format!("<rect class=\"best\" x=\"4\" y=\"4\" width=\"{0}\" height=\"{0}\" rx=\"5\"/>", side - 8)
    } else {
        String::new()
    };
    format!(
        "<g class=\"{word}\" transform=\"translate({x} {y})\"><rect class=\"opening\" width=\"{side}\" height=\"{side}\" rx=\"8\"/>{best}\
         <path class=\"shape\" transform=\"translate({middle} 19)\" d=\"{}\"/><text class=\"sign\" x=\"{middle}\" y=\"57\">{}</text>\
         <text class=\"small\" x=\"{middle}\" y=\"75\">{}</text></g>\n",
        shape(outcome),
        sign(opening.value),
        start.position.garden().tile(opening.cell),
        word = outcome.word(),
    )
}

/// Draws the board after the moves of a game, with the tokens numbered in order and the deciding cells marked. The
/// first `known` tokens are pale: the reader has seen them already.
pub(super) fn board(game: &Game, known: usize, title: &str) -> String {
    let position = game.position();
    let end = position.end();
    let four = position.four();
    let mut svg = SMALL.begin(title);
    for cell in Cell::all() {
        let (x, y) = SMALL.corner(cell);
        let printed = position.garden().tile(cell);
        let ply = game.moves().iter().position(|&made| made == cell);
        let is_last = position.last() == Some(cell);
        let mark = if four.is_some_and(|four| four.cells.contains(cell)) {
            " four"
        } else if is_last && end.is_some_and(|end| end.ending == Ending::Block) {
            " last"
        } else if ply.is_none() && end.is_some() {
            " left"
        } else {
            ""
        };
        let side = SMALL.cell;
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect class=\"tile{mark}\" width=\"{side}\" height=\"{side}\" rx=\"4\"/>"
        );
        let drawn = match ply {
            Some(ply) => Token { ply, is_last, is_known: ply < known && mark.is_empty() }.drawn(),
            None => format!("<g class=\"faint\">{}</g>", pictures(printed, side)),
        };
        svg += &drawn;
        let _ = writeln!(svg, "<text class=\"letters\" x=\"38\" y=\"37\">{printed}</text></g>");
    }
    svg + "</svg>"
}

/// The token of a ply in a small cell.
struct Token {
    /// Counted from 0.
    ply: usize,
    is_last: bool,
    is_known: bool,
}

impl Token {
    fn drawn(&self) -> String {
        let Self { ply, is_last, is_known } = *self;
        let player = if ply.is_multiple_of(2) { Player::X } else { Player::O };
        let known = if is_known { " known" } else { "" };
        let ring = if is_last { "<circle class=\"ring\" cx=\"16\" cy=\"16\" r=\"14.2\"/>" } else { "" };
        format!(
            "<g class=\"token-{}{known}\">{ring}<circle cx=\"16\" cy=\"16\" r=\"11.6\"/><text x=\"16\" y=\"21\">{}</text></g>",
            player.letter(),
            ply + 1
        )
    }
}

/// Draws the border with the shares of wins, draws and losses of the opening on each cell, as numbers and as a strip.
/// `shares` is in cell order.
pub(super) fn cell_map(shares: &[[f64; 3]]) -> String {
    let named: Vec<String> = CellSet::BORDER
        .into_iter()
        .zip(shares)
        .map(|(cell, [win, _, loss])| {
            format!("{cell} wins {:.1} %, loses {:.1} %", 100.0 * win, 100.0 * loss)
        })
        .collect();
    let mut svg = LARGE.begin(&format!("Openings by cell, for x: {}", named.join("; ")));
    let side = LARGE.cell;
    for (cell, [win, draw, loss]) in CellSet::BORDER.into_iter().zip(shares) {
        let (x, y) = LARGE.corner(cell);
        let width = f64::from(side - 12);
        let (first, second) = (width * win, width * draw);
        let _ = writeln!(
            svg,
            "<g transform=\"translate({x} {y})\"><rect class=\"tile\" width=\"{side}\" height=\"{side}\" rx=\"8\"/>\
             <text class=\"share\" x=\"{middle}\" y=\"32\">\u{25b2} {:.1}</text><text class=\"small\" x=\"{middle}\" y=\"54\">\u{25bc} {:.1}</text>\
             <rect class=\"strip win\" x=\"6\" y=\"64\" width=\"{first:.2}\" height=\"12\"/>\
             <rect class=\"strip draw\" x=\"{:.2}\" y=\"64\" width=\"{second:.2}\" height=\"12\"/>\
             <rect class=\"strip loss\" x=\"{:.2}\" y=\"64\" width=\"{:.2}\" height=\"12\"/></g>",
            100.0 * win,
            100.0 * loss,
            6.0 + first,
            6.0 + first + second,
            width * loss,
            middle = side / 2,
        );
    }
    svg + "</svg>"
}
