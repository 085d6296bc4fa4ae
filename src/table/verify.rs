//! `table verify`: whether a file is as it was written.

use std::path::{Path, PathBuf};

use clap::Args;
use hanamachi_solver::hanamikoji::strategy_table::{GAME, StrategyTable};
use hanamachi_solver::table::{POLICY_KIND, PolicyTable, Reader};
use serde::Serialize;

use super::file::{FileBytes, refusal};
use super::info::{Asked, SectionObject, hex};
use crate::args::OutputArgs;
use crate::failure::Failure;
use crate::hanamikoji::unfit;
use crate::output::{ENGINE, Output, json};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # Read all of a table and compare it with its hashes
  hanamachi table verify solver/tests/table/kept/kuhn-policy-1.table

  # For programs; exit code 6 where something is wrong
  hanamachi table verify solver/tests/table/kept/kuhn-policy-1.table --json
";

/// Check a table or a checkpoint against its hashes
///
/// Every section is read and hashed. Of a policy each row is checked too: that the keys are in order and that each has a
/// distribution; of a policy for Hanamikoji, that it is over the legal actions of an information set. Exit code 6 where
/// something is wrong, with the section at fault.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `table.verification/1`, of a file that is whole.
#[derive(Serialize)]
struct VerificationObject<'a> {
    schema: &'static str,
    engine: &'static str,
    rules: &'a str,
    asked: Asked,
    kind: &'a str,
    file_bytes: u64,
    hash: String,
    /// What was checked: `hashes`, `rows`, `legal_actions`.
    checked: Vec<&'static str>,
    sections: Vec<SectionObject<'a>>,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs, session: &Session) -> Result<(), Failure> {
    let path = &args.file;
    let bytes = FileBytes::open(path)?;
    let reader = Reader::open(bytes.as_ref()).map_err(|error| refusal(path, &error))?;
    let mut output = Output::open(&args.output)?;
    for section in reader.sections() {
        session.check()?;
        reader.verify_section(section).map_err(|error| refusal(path, &error))?;
    }
    let mut checked = vec!["hashes"];
    checked.extend(verify_contents(path, &reader, bytes.as_ref())?);
    if args.output.json {
        let object = VerificationObject {
            schema: "table.verification/1",
            engine: ENGINE,
            rules: &reader.metadata().rules,
            asked: Asked::new(path),
            kind: &reader.metadata().kind,
            file_bytes: reader.file_length(),
            hash: hex(reader.identity()),
            checked,
            sections: reader.sections().iter().map(SectionObject::from).collect(),
        };
        output.line(&json(&object))?;
    } else {
        output.line(&format!(
            "{}: {} bytes in {} sections are as they were written; checked: {}",
            path.display(),
            reader.file_length(),
            reader.sections().len(),
            checked.join(", ").replace('_', " ")
        ))?;
    }
    output.finish()
}

/// Checks what the kind of file promises beyond its bytes, and says what that is.
fn verify_contents(
    path: &Path,
    reader: &Reader<'_>,
    bytes: &[u8],
) -> Result<&'static [&'static str], Failure> {
    let metadata = reader.metadata();
    if metadata.kind != POLICY_KIND {
        return Ok(&[]);
    }
    if metadata.game != GAME {
        let table = PolicyTable::open(bytes).and_then(|table| table.check_rows());
        table.map_err(|error| refusal(path, &error))?;
        return Ok(&["rows"]);
    }
    let table = StrategyTable::open(bytes).map_err(|error| unfit(path, &error))?;
    table.check_rows().map_err(|error| refusal(path, &error))?;
    Ok(&["rows", "legal_actions"])
}
