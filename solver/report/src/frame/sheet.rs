//! Rows and columns: the CSV form of a page.

use serde::Serialize;
use serde_json::Value;

use super::Report;

/// A table with a header. The names of the columns include the units.
///
/// Columns are given as words: a name, or `name=path` with the path to the value in a serialized row, keys and indices joined by
/// dots. Without paths, a row is an object with keys of these names, or a list with a value for each column.
#[derive(Clone, Debug)]
pub struct Sheet {
    columns: Vec<(&'static str, &'static str)>,
    rows: Vec<Vec<String>>,
    everywhere: Vec<(&'static str, String)>,
}

impl Sheet {
    /// Creates a table with these columns.
    pub fn new(columns: &'static str) -> Self {
        let columns = columns.split_whitespace().map(|name| name.split_once('=').unwrap_or((name, name)));
        Self { columns: columns.collect(), rows: Vec::new(), everywhere: Vec::new() }
    }

    /// Creates a table with these columns and a row for each item.
    pub fn of(columns: &'static str, rows: impl IntoIterator<Item = impl Serialize>) -> Self {
        let mut sheet = Self::new(columns);
        rows.into_iter().for_each(|row| sheet.row(row));
        sheet
    }

    /// Appends a row. A missing value is an empty text, and a list has blanks between its items.
    pub fn row(&mut self, row: impl Serialize) {
        let row = serde_json::to_value(row).unwrap_or_default();
        let values: Vec<String> = match &row {
            Value::Array(values) if self.columns.iter().all(|(name, path)| name == path) => {
                values.iter().map(cell).collect()
            }
            row => self.columns.iter().map(|(_, path)| cell(at(row, path))).collect(),
        };
        debug_assert_eq!(values.len(), self.columns.len(), "{:?}", self.columns);
        self.rows.push(values);
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
        writer.write_record(self.columns.iter().map(|(name, _)| name).chain(&last_columns))?;
        for row in &self.rows {
            writer.write_record(row.iter().map(String::as_str).chain(last_values.iter().copied()))?;
        }
        let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Returns the value at the end of a path; null if a key on the way is null, or an index beyond the end.
fn at<'a>(row: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(row, |of, key| match of {
        Value::Array(items) => {
            key.parse().ok().and_then(|index: usize| items.get(index)).unwrap_or(&Value::Null)
        }
        Value::Null => of,
        of => {
            debug_assert!(of.get(key).is_some(), "{path} leads nowhere in {row}");
            of.get(key).unwrap_or(&Value::Null)
        }
    })
}

/// Formats a value; numbers are unrounded, without an exponent.
fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(cell).collect::<Vec<_>>().join(" "),
        Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or_default().to_string(),
        other => other.to_string(),
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
    use serde_json::json;

    use super::*;

    #[test]
    fn values_with_commas_are_quoted() {
        let mut sheet = Sheet::new("cells win");
        sheet.row(("a1, b2", 0.5));
        assert_eq!(sheet.csv().unwrap(), "cells,win\n\"a1, b2\",0.5\n");
        let sheet = sheet.with_everywhere("rules", "full=draw");
        assert_eq!(sheet.csv().unwrap(), "cells,win,rules\n\"a1, b2\",0.5,full=draw\n");
    }

    #[test]
    fn a_row_is_a_list_or_an_object_with_paths() {
        let object =
            json!({"n": 2, "share": 1e-7, "next": {"moves": ["a1", "b2"]}, "others": [{"win": 3.0}]});
        let columns = "n share line=next.moves win=others.0.win second=others.1.win";
        let sheet = Sheet::of(columns, [&object]);
        assert_eq!(sheet.csv().unwrap(), "n,share,line,win,second\n2,0.0000001,a1 b2,3,\n");
        let sheet = Sheet::of("n=0.n kind=1", [(&object, "proved")]);
        assert_eq!(sheet.csv().unwrap(), "n,kind\n2,proved\n");
        let sheet = Sheet::of("none is sign text number", [(None::<u8>, true, 'x', "text", -1)]);
        assert_eq!(sheet.csv().unwrap(), "none,is,sign,text,number\n,true,x,text,-1\n");
    }
}
