//! Rows and columns: the CSV form of a page.

use super::Report;

/// A table with a header. The names of the columns include the units.
#[derive(Clone, Debug)]
pub struct Sheet {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    everywhere: Vec<(&'static str, String)>,
}

impl Sheet {
    /// Creates a table with these columns.
    pub fn new(columns: &[&'static str]) -> Self {
        Self { columns: columns.to_vec(), rows: Vec::new(), everywhere: Vec::new() }
    }

    /// Creates a table with a row for each item, from the name of each column and its value for an item.
    #[expect(clippy::type_complexity, reason = "a name and a function")]
    pub fn of<'a, T: 'a>(
        items: impl IntoIterator<Item = &'a T>,
        columns: &[(&'static str, &dyn Fn(&T) -> String)],
    ) -> Self {
        let mut sheet = Self::new(&columns.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        sheet.rows.extend(items.into_iter().map(|item| columns.iter().map(|(_, of)| of(item)).collect()));
        sheet
    }

    /// Appends a row. A missing value is an empty text.
    pub fn row<const N: usize>(&mut self, values: [String; N]) {
        debug_assert_eq!(N, self.columns.len(), "{:?}", self.columns);
        self.rows.push(values.into());
    }

    /// Appends a column with the same value in every row.
    #[must_use]
    pub fn with_everywhere(mut self, column: &'static str, value: impl Into<String>) -> Self {
        self.everywhere.push((column, value.into()));
        self
    }

    /// Returns the table as comma-separated values (RFC 4180, but with plain line feeds).
    fn csv(&self) -> Result<String, csv::Error> {
        let mut writer = csv::WriterBuilder::new().flexible(false).from_writer(Vec::new());
        let (last_columns, last_values): (Vec<&str>, Vec<&str>) =
            self.everywhere.iter().map(|(column, value)| (*column, value.as_str())).unzip();
        writer.write_record(self.columns.iter().chain(&last_columns))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(String::as_str).chain(last_values.iter().copied()))?;
        }
        let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Returns the CSV form of a report.
///
/// # Errors
///
/// Fails if a row has more or fewer values than the header.
pub fn csv<R: Report>(report: &R) -> anyhow::Result<String> {
    Ok(report.sheet().csv()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_with_commas_are_quoted() {
        let mut sheet = Sheet::new(&["cells", "win"]);
        sheet.row(["a1, b2".to_owned(), "0.5".to_owned()]);
        assert_eq!(sheet.csv().unwrap(), "cells,win\n\"a1, b2\",0.5\n");
        let sheet = sheet.with_everywhere("rules", "full=draw");
        assert_eq!(sheet.csv().unwrap(), "cells,win,rules\n\"a1, b2\",0.5,full=draw\n");
    }
}
