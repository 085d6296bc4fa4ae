//! Opening charts: the evaluation of each first hand by a search.

use hanamachi_solver::hanamikoji::Kind as ActionKind;
use hanamachi_solver::hanamikoji::openings::{
    FirstHands, OPENINGS_KIND, OpeningEvaluation, OpeningsFileError, openings_round, openings_strength,
    read_openings,
};
use hanamachi_solver::search::strength::{HasStrength, Strength};

use super::{Capability, Checks, Export, Kind, Merge, OpenFile};
use crate::failure::{Failure, Trouble};
use crate::session::Session;
use crate::table::file::refusal;
use crate::table::rows::{Cell, Column, ColumnType, Rows, TakeRow};
use crate::table::sample::Sample;

/// The kind of opening charts.
pub(super) struct Openings;

/// Reads the evaluations and their hands.
fn open(file: &OpenFile<'_>) -> Result<OpeningRows, Failure> {
    let damaged = |error: OpeningsFileError| match error {
        OpeningsFileError::File(error) => refusal(file.path, &error),
        other => Trouble::Damaged.in_file(file.path, other),
    };
    let round = openings_round(file.reader.metadata()).map_err(damaged)?;
    let evaluations = read_openings(&round, &file.reader).map_err(damaged)?;
    let strength = openings_strength(file.reader.metadata());
    Ok(OpeningRows { hands: FirstHands::new(&round), evaluations, strength })
}

impl Kind for Openings {
    fn name(&self) -> &'static str {
        OPENINGS_KIND
    }

    fn check(
        &self,
        file: &OpenFile<'_>,
        _sample: &mut Sample<'_>,
        _session: &Session,
    ) -> Result<Checks, Failure> {
        open(file)?;
        let reason =
            "estimates: `report --openings` with the seed and the iterations of the file reproduces them";
        Ok(Checks { checked: vec!["rows"], ..Checks::default() }.without("evaluations", reason))
    }

    fn export(&self) -> Capability<'_, dyn Export> {
        Ok(self)
    }

    fn merge(&self) -> Capability<'_, dyn Merge> {
        Err(
            "an opening chart is one run: `report --openings --resume` continues it, and there is nothing to merge",
        )
    }

    #[cfg(test)]
    fn samples(&self) -> &'static [&'static str] {
        &["tests/data/tables/hanamikoji-openings-1.table"]
    }
}

impl Export for Openings {
    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure> {
        open(file).map(|rows| Box::new(rows) as Box<dyn Rows>)
    }
}

/// Rows of an opening chart: one for each evaluated hand and each of its actions.
struct OpeningRows {
    hands: FirstHands,
    evaluations: Vec<OpeningEvaluation>,
    /// Kind of the values.
    strength: Strength,
}

const COLUMNS: &[Column] = &[
    Column::new("hand", ColumnType::Text),
    Column::new("hands_alike", ColumnType::Integer),
    Column::new("deal_probability", ColumnType::Real),
    Column::new("action_number", ColumnType::Integer),
    Column::new("action", ColumnType::Text),
    Column::new("win", ColumnType::Real),
    Column::nullable("se", ColumnType::Real),
    Column::new("visits", ColumnType::Integer),
    Column::new("share", ColumnType::Real),
    Column::new("kind_share", ColumnType::Real),
    Column::new("kind", ColumnType::Text),
    Column::new("deal_probability_kind", ColumnType::Text),
];

impl Rows for OpeningRows {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn each(&self, take: &mut TakeRow<'_>) -> Result<(), Failure> {
        for (class, evaluation) in self.hands.classes().iter().zip(&self.evaluations) {
            let hand = class.cards.to_string();
            for of in &evaluation.kinds {
                let action = of.action.to_string();
                take(&[
                    Cell::Text(&hand),
                    Cell::integer(Some(class.hands)),
                    Cell::Real(class.probability.0),
                    Cell::integer(of.action.kind().map(ActionKind::number)),
                    Cell::Text(&action),
                    Cell::Real(of.win.value),
                    Cell::real(of.win.standard_error),
                    Cell::integer(Some(of.visits)),
                    Cell::Real(of.share),
                    Cell::Real(of.kind_share),
                    Cell::Text(self.strength.word()),
                    Cell::Text(class.probability.strength().word()),
                ])?;
            }
        }
        Ok(())
    }
}
