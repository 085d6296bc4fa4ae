//! `table verify`: whether a file is as it was written, and whether what it says holds.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;

use super::file::FileBytes;
use super::info::{Asked, SectionObject, hex, shown};
use super::kinds::{self, Checks, OpenFile};
use super::sample::Sample;
use crate::args::{OutputArgs, SeedArgs};
use crate::failure::Failure;
use crate::output::{ENGINE, Output, json};
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # Read all of a table, compare it with its hashes, and check a sample of it again
  hanamachi table verify kuhn.table

  # Only what stands in the file, for programs; exit code 6 where it is damaged
  hanamachi table verify kuhn.table --sample 0 --json
";

/// Check a table or a checkpoint: its hashes, its rows, and a sample by a slow road of its own
///
/// Every section is read and hashed. Of a policy each row is checked: that the keys are in order and that each has a
/// distribution; of a policy for Hanamikoji, that it is over the legal actions of an information set. Then what the table says
/// is found again by another road than the one that wrote it: what strategies of a small game are worth, and how much best replies
/// gain, history by history; of tables with many entries those of a random sample. What could not be checked is named, with the
/// reason.
///
/// Exit code 6 where the file is damaged, with the section at fault; 5 where it is whole and something that it says does not hold.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Find so much of what the table says again, drawn at random where it says more; 0 for nothing
    #[arg(long, value_name = "N", default_value = "100")]
    sample: u64,
    #[command(flatten)]
    seed: SeedArgs,
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
    /// What was checked, such as `hashes`, `rows`, `legal_actions`; what was not, with the reason; what was done again for a
    /// sample.
    #[serde(flatten)]
    checks: Checks,
    sections: Vec<SectionObject<'a>>,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs, session: &Session) -> Result<(), Failure> {
    let bytes = FileBytes::open(&args.file)?;
    let file = OpenFile::new(&args.file, bytes.as_ref())?;
    let mut output = Output::open(&args.output)?;
    let checks = verify(&file, &mut Sample::new(args.sample, args.seed.seed, session), session)?;
    let reader = &file.reader;
    if args.output.json {
        let object = VerificationObject {
            schema: "table.verification/1",
            engine: ENGINE,
            rules: &reader.metadata().rules,
            asked: Asked::new(file.path),
            kind: &reader.metadata().kind,
            file_bytes: reader.file_length(),
            hash: hex(reader.identity()),
            checks,
            sections: reader.sections().iter().map(SectionObject::from).collect(),
        };
        output.line(&json(&object))?;
    } else {
        output.line(&page(&file, &checks))?;
    }
    output.finish()
}

/// Checks all of a file that is open.
pub(super) fn verify(
    file: &OpenFile<'_>,
    sample: &mut Sample<'_>,
    session: &Session,
) -> Result<Checks, Failure> {
    file.check_hashes(session)?;
    let kind = &file.reader.metadata().kind;
    let mut checks = match kinds::find(kind) {
        Some(kind) => kind.check(file, sample, session)?,
        None => {
            Checks::default().without("contents", format!("this program knows no kind `{}`", shown(kind)))
        }
    };
    checks.checked.insert(0, "hashes");
    Ok(checks)
}

/// What was found, for people.
fn page(file: &OpenFile<'_>, checks: &Checks) -> String {
    let mut text = format!(
        "{}: {} bytes in {} sections are as they were written; checked: {}",
        Path::display(file.path),
        file.reader.file_length(),
        file.reader.sections().len(),
        checks.checked.join(", ").replace('_', " ")
    );
    if let Some(sample) = &checks.sample {
        let seed = sample.seed.map(|seed| format!(", drawn by seed {seed}")).unwrap_or_default();
        let _ = write!(
            text,
            "\nfound again by a slow road: {} of {} {}{seed}",
            sample.n, sample.total, sample.of
        );
    }
    for missing in &checks.not_checked {
        let _ = write!(text, "\nnot checked: {}: {}", missing.what.replace('_', " "), missing.reason);
    }
    text
}
