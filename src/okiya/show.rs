//! `okiya solve --show position`: a position and its facts, without search.

use std::fmt::Write;

use hanamachi_report::terminal::okiya::{picture, words};
use hanamachi_solver::okiya::objects::PositionObject;
use hanamachi_solver::okiya::{FullBoard, Position};

use super::item::PositionItem;
use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::output::json;
use crate::query::{AnswerForm, Query};

/// The query for a position and its facts.
pub(super) struct PositionQuery {
    pub(super) rules: RulesArgs,
}

impl Query for PositionQuery {
    type Item = PositionItem;
    type State = ();

    fn answer(&self, (): &mut (), item: &PositionItem, form: AnswerForm) -> Result<String, Failure> {
        let full_board = self.rules.full_board(item.full_board());
        Ok(match form {
            AnswerForm::Json => json(&PositionObject::new(item.position(), full_board)),
            AnswerForm::Line => format!("{}  {}", item.position(), state(item.position(), full_board)),
            AnswerForm::Page => page(item.position(), full_board),
        })
    }
}

/// Returns the player to move, or the ending of the game.
fn state(position: &Position, full_board: FullBoard) -> String {
    match position.end() {
        Some(end) => words::end(&end, full_board),
        None => format!("{} to move", position.side()),
    }
}

fn page(position: &Position, full_board: FullBoard) -> String {
    let garden = position.garden();
    let mut text = picture::with_names(position, position.moves());
    let _ = write!(text, "\n\nposition    {position}");
    let _ = write!(text, "\ngarden      {}", garden.long());
    let _ = write!(text, "\nrank        {}\nclass       {}", garden.rank(), garden.class());
    let _ = write!(text, "\ntiles left  {}", position.tiles_left());
    if let Some(last) = position.last() {
        let tile = garden.tile(last);
        let _ = write!(
            text,
            "\nlast token  {} on {last}, took {tile} ({})",
            position.side().opponent(),
            words::tile(tile)
        );
    }
    let _ = write!(text, "\nstate       {}", state(position, full_board));
    let moves: Vec<String> =
        position.moves().into_iter().map(|cell| format!("{cell} {}", garden.tile(cell))).collect();
    if !moves.is_empty() {
        let _ = write!(text, "\nmoves       {}", moves.join(", "));
    }
    let _ = write!(text, "\nrules       {full_board}");
    text
}
