//! A census as rows: one for each garden, in the order of the file.

use std::ops::Range;

use super::record::{CHUNK_RECORDS, OpeningValue};
use super::source::Source;
use super::table::CensusTable;
use crate::value::Outcome;
use hanamachi_core::search::strength::Strength;
use hanamachi_table::rows::{CellValue, Column, Rows, RowsError, TakeRow};

macro_rules! columns {
    ([$($class_number:expr)?] $($opening:literal)*) => {
        &[
            Column::integer("number"),
            Column::text("garden"),
            Column::integer("rank"),
            Column::integer("class"),
            $($class_number,)?
            Column::text("outcome"),
            Column::integer("tiles_left"),
            Column::integer("score"),
            Column::text("ending"),
            Column::integer("winning_openings"),
            Column::integer("nodes"),
            $(
                Column::text(concat!($opening, "_outcome")),
                Column::integer(concat!($opening, "_tiles_left")),
                Column::integer(concat!($opening, "_score")),
                Column::text(concat!($opening, "_ending")),
            )*
            Column::text("kind"),
        ]
    };
}

/// The columns of a census of a sample or of all gardens.
const COLUMNS: &[Column] = columns!([] "a1" "b1" "c1" "d1" "a2" "d2" "a3" "d3" "a4" "b4" "c4" "d4");
/// The columns of a census of classes, whose numbers it knows.
const CLASS_COLUMNS: &[Column] =
    columns!([Column::integer("class_number")] "a1" "b1" "c1" "d1" "a2" "d2" "a3" "d3" "a4" "b4" "c4" "d4");

impl Rows for CensusTable<'_> {
    fn columns(&self) -> &'static [Column] {
        if self.census().span().source() == Source::Classes { CLASS_COLUMNS } else { COLUMNS }
    }

    fn items(&self) -> u64 {
        self.len()
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        let source = self.census().span().source();
        for chunk in items.start / CHUNK_RECORDS..items.end.div_ceil(CHUNK_RECORDS) {
            let records = (chunk * CHUNK_RECORDS..).zip(self.chunk(usize::try_from(chunk)?)?);
            for (index, stored) in records.filter(|(index, _)| items.contains(index)) {
                let (number, record) = (self.number(index), self.decode(index, stored)?);
                let garden = record.garden().short().to_string();
                let values = record.openings().map(|(_, opening)| opening);
                let is_won = |opening: &OpeningValue| opening.value().outcome() == Outcome::Win;
                let mut row = vec![
                    CellValue::integer(Some(number)),
                    CellValue::Text(&garden),
                    CellValue::integer(Some(record.garden().rank().get())),
                    CellValue::integer(Some(record.class().get())),
                ];
                if source == Source::Classes {
                    row.push(CellValue::integer(Some(number)));
                }
                row.extend(cells(record.best().1));
                row.extend([
                    CellValue::integer(Some(values.clone().filter(is_won).count())),
                    CellValue::Integer(record.nodes().into()),
                ]);
                row.extend(values.flat_map(cells));
                row.push(CellValue::Text(Strength::Proved.word()));
                take(&row)?;
            }
        }
        Ok(())
    }
}

/// The cells of a value: outcome for x, tiles left, score, ending.
fn cells<'a>(opening: OpeningValue) -> [CellValue<'a>; 4] {
    let value = opening.value();
    [
        CellValue::Text(value.outcome().word()),
        CellValue::integer(Some(value.tiles_left())),
        CellValue::Integer(value.score().get().into()),
        CellValue::Text(opening.ending().word()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell::CellSet;

    #[test]
    fn openings_have_columns_in_cell_order() {
        let openings = COLUMNS.iter().filter_map(|column| column.name.strip_suffix("_outcome"));
        assert!(openings.eq(CellSet::BORDER.into_iter().map(|cell| cell.to_string())));
    }
}
