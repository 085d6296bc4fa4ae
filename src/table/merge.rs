//! `table merge`: merges tables of one kind into one.

use std::path::{Path, PathBuf};

use clap::Args;
use hanamachi_solver::table::disk::{Existing, FileBytes, NewFile, write_table};
use hanamachi_solver::table::hex;
use serde::Serialize;

use super::file;
use super::info::shown;
use crate::failure::{Failure, Trouble};
use crate::output::{ENGINE, Output, json};
use crate::progress::Patience;
use crate::session::Session;
use crate::style::count;

const EXAMPLES: &str = "\
Examples:
  # Two samples of rounds between the same players, made into one
  hanamachi hanamikoji favour --player greedy --rounds-each 20 --seed 1 --table one.table
  hanamachi hanamikoji favour --player greedy --rounds-each 20 --seed 2 --table two.table
  hanamachi table merge one.table two.table -o both.table
";

/// Merge tables of one kind into one
///
/// All tables must be of one kind; each kind has further conditions, such as equal rules. Every section is checked
/// against its hash first. The merged table does not depend on the order of the files.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MergeArgs {
    /// The tables
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the merged table to FILE, which appears only when complete
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace FILE if it exists
    #[arg(long)]
    force: bool,
    /// Print a JSON object about the file written
    #[arg(long)]
    pub(crate) json: bool,
}

/// `table.merge/1`.
#[derive(Serialize)]
struct MergeObject<'a> {
    schema: &'static str,
    engine: &'static str,
    rules: &'a str,
    asked: MergeRequest,
    kind: &'a str,
    output: String,
    /// Size of the merged table.
    file_bytes: u64,
    hash: String,
    /// Counts in the metadata of the merged table.
    counts: &'a std::collections::BTreeMap<String, u64>,
}

/// The request.
#[derive(Serialize)]
struct MergeRequest {
    files: Vec<String>,
}

/// Runs the command.
pub(crate) fn run(args: &MergeArgs, session: &Session) -> Result<(), Failure> {
    if args.output.as_os_str() == "-" {
        let message = "a table cannot go to standard output: name a file with -o";
        return Err(Failure::Usage(message.to_owned()));
    }
    // Refuses an output that cannot be written before any work is done.
    drop(NewFile::create(&args.output, Existing::forced(args.force))?);
    let bytes = args.files.iter().map(|path| FileBytes::open(path)).collect::<Result<Vec<_>, _>>()?;
    let paths: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    let opened = paths.iter().zip(&bytes).map(|(path, bytes)| file::open(path, bytes.as_ref()));
    let files = opened.collect::<Result<Vec<_>, _>>()?;
    let ([first, ..], [path, ..]) = (files.as_slice(), paths.as_slice()) else {
        return Err(Failure::Usage("name the tables to merge".to_owned()));
    };
    let kind = file::kind_of(path, first)?;
    for (other, other_path) in files.iter().zip(&paths) {
        let found = &other.reader.metadata().kind;
        if found != kind.name {
            let (first, name) = (path.display(), kind.name);
            let why =
                format_args!("it is of the kind `{}`, but {first} is of the kind `{name}`", shown(found));
            return Err(Trouble::OtherVersion.in_file(other_path, why));
        }
    }
    files.iter().zip(&paths).try_for_each(|(file, path)| file::check_hashes(path, file, session))?;
    let merge = kind.merge.map_err(|why| Trouble::OtherVersion.in_file::<Failure>(path, why))?;
    let patience = Patience::start("the tables are merged", session);
    write_table(&args.output, Existing::forced(args.force), |writer| {
        merge(&files, writer).map_err(|error| file::failed(&paths, error))
    })?;
    drop(patience);

    let written = FileBytes::open(&args.output)?;
    let merged = file::open(&args.output, written.as_ref())?;
    let metadata = merged.reader.metadata();
    let mut output = Output::stdout();
    if args.json {
        output.line(&json(&MergeObject {
            schema: "table.merge/1",
            engine: ENGINE,
            rules: &metadata.rules,
            asked: MergeRequest { files: args.files.iter().map(|path| path.display().to_string()).collect() },
            kind: &metadata.kind,
            output: args.output.display().to_string(),
            file_bytes: merged.reader.file_length(),
            hash: hex(merged.reader.identity()),
            counts: &metadata.counts,
        }))?;
    } else {
        let (tables, bytes) = (count(args.files.len(), "table"), merged.reader.file_length());
        output.line(&format!("{}: {bytes} bytes, merged from {tables}", args.output.display()))?;
    }
    output.finish()
}
