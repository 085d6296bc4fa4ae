//! What all pages of Okiya share.

use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::FullBoard;
use hanamachi_solver::search::strength::Strength;

use crate::frame::Sheet;

/// Templates shared by the pages of Okiya.
pub(super) const PARTS: &[(&str, &str)] = &[
    ("okiya.css", include_str!("templates/okiya.css")),
    ("art.html", include_str!("templates/art.html")),
    ("okiya.html", include_str!("templates/okiya.html")),
    ("okiya.md", include_str!("templates/okiya.md")),
];

/// Adds columns with the kind of the numbers, the rules and the program to a sheet.
pub(super) fn with_standing(sheet: Sheet, kind: Strength, full_board: FullBoard) -> Sheet {
    with_origin(sheet.with_everywhere("kind", kind.word()), full_board)
}

/// Adds columns with the rules and the program to a sheet.
pub(super) fn with_origin(sheet: Sheet, full_board: FullBoard) -> Sheet {
    sheet.with_everywhere("rules", full_board.to_string()).with_everywhere("program", ENGINE)
}
