//! Opening charts in files, as rows: one for each action of each evaluated hand.

use std::ops::Range;

use super::evaluation::OpeningEvaluation;
use super::file::{OpeningsFileError, openings_round, openings_strength, read_openings};
use super::first_hand::FirstHands;
use crate::rules::Kind;
use hanamachi_core::search::strength::{HasStrength, Strength};
use hanamachi_table::Reader;
use hanamachi_table::rows::{CellValue, Column, Rows, RowsError, TakeRow, part};

/// The evaluations of a file, with their hands.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningRows {
    hands: FirstHands,
    evaluations: Vec<OpeningEvaluation>,
    strength: Strength,
}

impl OpeningRows {
    /// Reads the evaluations of a file.
    pub fn new(file: &Reader<'_>) -> Result<Self, OpeningsFileError> {
        let round = openings_round(file.metadata())?;
        let evaluations = read_openings(&round, file)?;
        let strength = openings_strength(file.metadata());
        Ok(Self { hands: FirstHands::new(&round), evaluations, strength })
    }
}

const COLUMNS: &[Column] = &[
    Column::text("hand"),
    Column::integer("hands_alike"),
    Column::real("deal_probability"),
    Column::integer("action_number"),
    Column::text("action"),
    Column::real("win"),
    Column::real("se").or_empty(),
    Column::integer("visits"),
    Column::real("share"),
    Column::real("kind_share"),
    Column::text("kind"),
    Column::text("deal_probability_kind"),
];

impl Rows for OpeningRows {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn items(&self) -> u64 {
        self.evaluations.len() as u64
    }

    fn count(&self) -> Option<u64> {
        None
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        let classes = part(self.hands.classes(), items.clone())?;
        for (class, evaluation) in classes.iter().zip(part(&self.evaluations, items)?) {
            let hand = class.cards.to_string();
            for of in &evaluation.kinds {
                take(&[
                    CellValue::Text(&hand),
                    CellValue::integer(Some(class.hands)),
                    CellValue::Real(class.probability.0),
                    CellValue::integer(of.action.kind().map(Kind::number)),
                    CellValue::Text(&of.action.to_string()),
                    CellValue::Real(of.win.value),
                    CellValue::real(of.win.standard_error),
                    CellValue::integer(Some(of.visits)),
                    CellValue::Real(of.share),
                    CellValue::Real(of.kind_share),
                    CellValue::Text(self.strength.word()),
                    CellValue::Text(class.probability.strength().word()),
                ])?;
            }
        }
        Ok(())
    }
}
