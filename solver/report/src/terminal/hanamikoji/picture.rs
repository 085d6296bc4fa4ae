//! The table drawn in text.
//!
//! ```text
//!             A 2   B 2   C 2   D 3    E 3    F 4     G 5
//! opponent                             E              G
//! marker       ▼     ·     ·     ▲      ·      ·       ·       on the side of the player whom she favours
//! you                                  E
//! ```

use std::fmt::Write;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Cards, Favour, Geisha, Rules};

use crate::terminal::style::{BOLD, DIM, paint};

/// The cards before a player.
#[derive(Clone, Copy, Debug)]
pub struct TableSide<'a> {
    /// The player.
    pub name: &'a str,
    /// The player's seat.
    pub seat: Seat,
    /// The cards.
    pub row: Cards,
}

/// The geisha with their markers between the rows of two players, the second of them below.
pub fn table(rules: &Rules, favour: Favour, above: TableSide<'_>, below: TableSide<'_>) -> String {
    let columns: Vec<(Geisha, usize)> =
        rules.geisha().map(|geisha| (geisha, (rules.value(geisha) as usize + 2).max(6))).collect();
    let mut text = format!("{:10}", "");
    for &(geisha, width) in &columns {
        let head = format!("{geisha} {}", rules.value(geisha));
        let _ = write!(text, "{}{:pad$}", paint(BOLD, &head), "", pad = width - head.len());
    }
    let marker = |geisha| match favour.owner(geisha) {
        Some(owner) if owner == above.seat => "▲",
        Some(_) => "▼",
        None => "·",
    };
    row(&mut text, above.name, &columns, |geisha| cards_of(above.row, geisha));
    row(&mut text, "marker", &columns, |geisha| marker(geisha).to_owned());
    row(&mut text, below.name, &columns, |geisha| cards_of(below.row, geisha));
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn cards_of(row: Cards, geisha: Geisha) -> String {
    geisha.letter().to_string().repeat(row.count(geisha) as usize)
}

fn row(text: &mut String, name: &str, columns: &[(Geisha, usize)], cell: impl Fn(Geisha) -> String) {
    let _ = write!(text, "\n{}", paint(DIM, format_args!("{name:<10}")));
    for &(geisha, width) in columns {
        let _ = write!(text, "{:<width$}", cell(geisha));
    }
}
