//! `table export`: the contents of a table for other programs.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
#[cfg(feature = "parquet")]
use hanamachi_report::rows::Columnar;
use hanamachi_report::rows::{Delimited, JsonLines, RowWriter};
use hanamachi_solver::files;
use hanamachi_solver::table::Reader;
use hanamachi_solver::table::disk::{Existing, FileBytes, NewFile};
use hanamachi_solver::table::rows::{CellValue, Column, Rows};
use hanamachi_solver::text::hex;
use serde::Serialize;

use super::file;
use super::info::asked;
use crate::failure::{Failure, Trouble};
use crate::output::{ENGINE, Output, json};
use crate::progress::Patience;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # The rows of a table as comma-separated values
  hanamachi table export kuhn.table --format csv

  # As a file that DuckDB, Polars and pandas read
  hanamachi table export kuhn.table --format parquet -o kuhn.parquet

  # An object a row, to a program that reads them as they come
  hanamachi table export kuhn.table --format jsonl | head -n 3
";

/// Write the rows of a table as CSV, JSON Lines or Parquet
///
/// A strategy has a row for each action of each information set. The rows are streamed: memory does not grow with the
/// table. Every section is checked against its hash first. Columns are the same in all formats. Integers stay integers,
/// and unknown values are empty in CSV and null elsewhere. Parquet stores the metadata of the table (kind, game, rules,
/// program, command, and all of the metadata as JSON) in its key-value metadata.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ExportArgs {
    /// The table
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format of the rows [default: by the name of the file of -o]
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Format>,
    /// Write the rows to FILE, which appears only when complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output")]
    force: bool,
    /// Print a JSON object about the file written
    #[arg(long, requires = "output")]
    pub(crate) json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// Comma-separated values with a header row
    Csv,
    /// JSON Lines, one object per row
    Jsonl,
    /// Apache Parquet, compressed by Snappy
    Parquet,
}

impl ExportArgs {
    /// The format that is named, or else that of the extension of the output.
    fn format(&self) -> Result<Format, Failure> {
        let extension = || {
            let extension = self.output.as_ref()?.extension()?.to_str()?.to_ascii_lowercase();
            match extension.as_str() {
                "csv" => Some(Format::Csv),
                "jsonl" | "ndjson" => Some(Format::Jsonl),
                "parquet" => Some(Format::Parquet),
                _ => None,
            }
        };
        self.format.or_else(extension).ok_or_else(|| {
            let message =
                "give --format csv, jsonl or parquet, or name a file that ends with .csv, .jsonl or .parquet";
            Failure::Usage(message.to_owned())
        })
    }
}

impl Format {
    const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
        }
    }
}

/// `table.export/1`.
#[derive(Serialize)]
struct ExportObject<'a> {
    schema: &'static str,
    engine: &'static str,
    rules: &'a str,
    asked: BTreeMap<&'static str, String>,
    kind: &'a str,
    /// Hash of the table.
    hash: String,
    format: &'static str,
    output: String,
    rows: u64,
    columns: &'a [Column],
}

/// Runs the command.
pub(crate) fn run(args: &ExportArgs, session: &Session) -> Result<(), Failure> {
    let format = args.format()?;
    let destination = match &args.output {
        Some(path) if path.as_os_str() != "-" => {
            Some((path, NewFile::create(path, Existing::forced(args.force))?))
        }
        _ => None,
    };
    if destination.is_none() && args.json {
        return Err(Failure::Usage("--json describes the file written: name one with -o".to_owned()));
    }
    if destination.is_none() && format == Format::Parquet && io::stdout().is_terminal() {
        let message = "Parquet is binary: name a file with -o, or use a pipe";
        return Err(Failure::Usage(message.to_owned()));
    }
    let bytes = FileBytes::open(&args.file)?;
    let file = file::open(&args.file, bytes.as_ref())?;
    let read = file::kind_of(&args.file, &file)?.rows;
    let read = read.map_err(|why| Trouble::OtherVersion.in_file::<Failure>(&args.file, why))?;
    let rows = read(&file).map_err(|error| file::failed(&[args.file.as_path()], error))?;
    #[cfg(feature = "hanamikoji")]
    files::check_rows(&file).map_err(|error| crate::failure::refusal(&args.file, &error))?;
    file::check_hashes(&args.file, &file, session)?;
    let file = (args.file.as_path(), &file.reader);
    let Some((path, destination)) = destination else {
        // `Stdout`, not its lock: the Parquet writer requires `Send`.
        write(format, file, rows.as_ref(), io::BufWriter::new(io::stdout()), session)?;
        return Ok(());
    };
    let patience = Patience::start("the rows are written", session);
    let (count, written) = write(format, file, rows.as_ref(), io::BufWriter::new(destination), session)?;
    drop(patience);
    written.into_inner().map_err(|error| Failure::writing(error.into_error()))?.finish()?;
    let mut output = Output::stdout();
    if args.json {
        let metadata = file.1.metadata();
        output.line(&json(&ExportObject {
            schema: "table.export/1",
            engine: ENGINE,
            rules: &metadata.rules,
            asked: asked(&args.file),
            kind: &metadata.kind,
            hash: hex(file.1.identity()),
            format: format.name(),
            output: path.display().to_string(),
            rows: count,
            columns: rows.columns(),
        }))?;
    } else {
        let columns = rows.columns().len();
        output.line(&format!("{}: {count} rows of {columns} columns", path.display()))?;
    }
    output.finish()
}

/// Writes all rows, and returns the flushed stream.
fn write<W: Write + Send>(
    format: Format,
    (path, reader): (&Path, &Reader<'_>),
    rows: &dyn Rows,
    to: W,
    session: &Session,
) -> Result<(u64, W), Failure> {
    let mut writer: Box<dyn RowWriter<W> + '_> = match format {
        Format::Csv => Box::new(Delimited::new(to, rows.columns()).map_err(Failure::writing)?),
        Format::Jsonl => Box::new(JsonLines::new(to, rows.columns())),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => {
            let _ = reader;
            return Err(crate::absent::left_out("table export --format parquet"));
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(Columnar::new(to, rows.columns(), reader).map_err(Failure::writing)?),
    };
    let mut count = 0_u64;
    let mut write = |cells: &[CellValue<'_>]| -> Result<(), Failure> {
        if count.is_multiple_of(CHECK_EVERY) {
            session.check()?;
        }
        count += 1;
        writer.row(cells).map_err(Failure::writing)
    };
    rows.each(0..rows.items(), &mut |cells| Ok(write(cells)?)).map_err(|error| {
        match error.downcast::<Failure>() {
            Ok(failure) => *failure,
            Err(damage) => Trouble::Damaged.in_file(path, damage),
        }
    })?;
    Ok((count, writer.finish().map_err(Failure::writing)?))
}

/// Number of rows between checks for Ctrl-C.
const CHECK_EVERY: u64 = 4096;
