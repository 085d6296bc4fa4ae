//! `table verify`: checks the integrity and the claims of a file.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use hanamachi_solver::files::{self, Checking, Checks, Sample};
#[cfg(feature = "hanamikoji")]
use hanamachi_solver::hanamikoji::{FavourEstimates, FavourFile};
use hanamachi_solver::table::POLICY_KIND;
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::hex;
use hanamachi_solver::table::rows::RowsError;
use serde::Serialize;

use super::file;
use super::info::{FileRequest, QuestionObject, SectionObject, shown};
use crate::args::{OutputArgs, SeedArgs};
use crate::failure::Failure;
#[cfg(feature = "hanamikoji")]
use crate::hanamikoji::unfit_favours;
use crate::output::{ENGINE, Output, json};
use crate::progress::{CountProgress, Patience};
use crate::seed;
use crate::session::Session;
use crate::style::count;

const EXAMPLES: &str = "\
Examples:
  # Read all of a table, compare it with its hashes, and check a sample of it again
  hanamachi table verify kuhn.table

  # The hashes and rows only, for programs; exit code 6 if the file is damaged
  hanamachi table verify kuhn.table --sample 0 --json
";

/// Verify a table or checkpoint: its hashes, its rows, and a sample solved again independently
///
/// Reads and hashes every section. Checks each row of a policy: keys in order, probabilities that sum to one, and legal
/// actions in Hanamikoji. Then recomputes the claims of the table independently: for strategies of a small game, their
/// values and the gains of best responses over all histories; for tables with many entries, a random sample. The output
/// names every claim that was not checked, with the reason.
///
/// FILE may also be the ledger.csv of `okiya ledger`, with the list of second wins in the same folder. Then --shards whole
/// shards are re-solved and must have the same counts, list and hash; the sample is drawn from their classes and from
/// the list. With --shards 0 the sample is drawn from all classes of the ledger: each is solved by the solver that wrote
/// it, looked up in the list, and solved by alpha-beta.
///
/// Exit code 6: the file is damaged (the section is named). Exit code 5: the file is intact, but a claim is wrong.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct VerifyArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Recompute N entries, drawn at random; 0 for none. Of a ledger, N classes and N of those that the second player wins
    #[arg(long, value_name = "N", default_value = "100")]
    sample: u64,
    /// For a ledger: solve N shards again, drawn at random. The sample is drawn from their classes; with 0 from all classes of
    /// the ledger
    #[arg(long, value_name = "N", default_value = "1", hide_short_help = true)]
    shards: u64,
    /// For strategies of rounds whose undecided games are valued by a favour table in a file: that file
    #[arg(long, value_name = "FILE")]
    favour_table: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `table.verification/1`, for an intact file.
#[derive(Serialize)]
struct VerificationObject<'a> {
    schema: &'static str,
    engine: &'static str,
    rules: &'a str,
    asked: FileRequest,
    kind: &'a str,
    file_bytes: u64,
    hash: String,
    /// Checks made, such as `hashes`, `rows`, `legal_actions`; checks not made, with their reasons; the recomputed sample.
    #[serde(flatten)]
    checks: Checks,
    /// Rounds of strategies of Hanamikoji; absent for other files.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<QuestionObject>,
    sections: Vec<SectionObject<'a>>,
}

/// Runs the command.
pub(crate) fn run(args: &VerifyArgs, session: &Session) -> Result<(), Failure> {
    let bytes = FileBytes::open(&args.file)?;
    if files::is_ledger(bytes.as_ref()) {
        return run_on_ledger(args, bytes.as_ref(), session);
    }
    let reader = file::open(&args.file, bytes.as_ref())?.reader;
    let mut output = Output::open(&args.output)?;
    let favours = args.favour_table.as_deref();
    let checks = verify(&args.file, bytes.as_ref(), (args.sample, args.seed.seed), favours, session)?;
    let question = QuestionObject::of(bytes.as_ref());
    if args.output.json {
        let object = VerificationObject {
            schema: "table.verification/1",
            engine: ENGINE,
            rules: &reader.metadata().rules,
            asked: FileRequest::new(&args.file),
            kind: &reader.metadata().kind,
            file_bytes: reader.file_length(),
            hash: hex(reader.identity()),
            checks,
            question,
            sections: reader.sections().iter().map(SectionObject::from).collect(),
        };
        output.line(&json(&object))?;
    } else {
        let whole = format!(
            "{}: {} bytes in {} are as they were written",
            args.file.display(),
            reader.file_length(),
            count(reader.sections().len(), "section")
        );
        let rules =
            |question: &QuestionObject| format!("\n{} Rules: {}.", question.line(), reader.metadata().rules);
        let question = question.as_ref().map(rules).unwrap_or_default();
        output.line(&format!("{}{question}", page(&whole, &checks)))?;
    }
    output.finish()
}

/// Runs the command on a ledger, which is a text file.
fn run_on_ledger(args: &VerifyArgs, bytes: &[u8], session: &Session) -> Result<(), Failure> {
    let mut output = Output::open(&args.output)?;
    let new_seed = || new_seed(session);
    let mut shards = Sample::new(args.shards, args.seed.seed, &new_seed);
    let mut checking = Checking {
        sample: Sample::new(args.sample, args.seed.seed, &new_seed),
        cancel: session.cancel,
        stage: &|unit, total| Box::new(CountProgress::start(unit, 0, total, session)),
        #[cfg(feature = "hanamikoji")]
        favours: None,
    };
    let folder = args.file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let checks = files::verify_ledger(folder.unwrap_or(Path::new(".")), &mut shards, &mut checking)
        .map_err(|error| file::failed(&[&args.file], error))?;
    if args.output.json {
        output.line(&json(&VerificationObject {
            schema: "table.verification/1",
            engine: ENGINE,
            rules: "full=draw",
            asked: FileRequest::new(&args.file),
            kind: "okiya.ledger",
            file_bytes: bytes.len() as u64,
            hash: hex(blake3::hash(bytes).as_bytes()),
            checks,
            question: None,
            sections: Vec::new(),
        }))?;
    } else {
        output.line(&page(&format!("{}: the lines agree", args.file.display()), &checks))?;
    }
    output.finish()
}

/// Checks the file at `path` completely: `sample` is the number of entries to recompute, and the seed that draws them;
/// `favours` is the file of the favour table that values undecided games in it, if one was named.
pub(super) fn verify(
    path: &Path,
    bytes: &[u8],
    (most, seed): (u64, Option<u64>),
    favours: Option<&Path>,
    session: &Session,
) -> Result<Checks, Failure> {
    let file = file::open(path, bytes)?;
    file::check_hashes(path, &file, session)?;
    let name = &file.reader.metadata().kind;
    let Some(kind) = files::kind_of(&file) else {
        let reason = format!("this program does not know the kind `{}`", shown(name));
        return Ok(Checks::of(&["hashes"]).without("contents", reason));
    };
    let _patience = (name == POLICY_KIND).then(|| Patience::start("the strategies are checked", session));
    let new_seed = || new_seed(session);
    let mut checking = Checking {
        sample: Sample::new(most, seed, &new_seed),
        cancel: session.cancel,
        stage: &|unit, total| Box::new(CountProgress::start(unit, 0, total, session)),
        #[cfg(feature = "hanamikoji")]
        favours: favours.map(estimates).transpose()?,
    };
    #[cfg(not(feature = "hanamikoji"))]
    let _ = favours;
    let mut checks = (kind.check)(&file, &mut checking).map_err(|error| file::failed(&[path], error))?;
    checks.checked.insert(0, "hashes");
    Ok(checks)
}

/// Returns the values in the favour table at `path`.
#[cfg(feature = "hanamikoji")]
fn estimates(path: &Path) -> Result<FavourEstimates, Failure> {
    let table = FavourFile::open(FileBytes::open(path)?.as_ref());
    Ok(table.map_err(|error| unfit_favours(path, error))?.estimates())
}

/// Draws a seed for a sample, and prints it.
fn new_seed(session: &Session) -> Result<u64, RowsError> {
    Ok(seed::resolve(None, session)?)
}

/// Returns the result for people: `whole`, then the checks made and not made.
fn page(whole: &str, checks: &Checks) -> String {
    let mut text = format!("{whole}; checked: {}", checks.checked.join(", ").replace('_', " "));
    if let Some(sample) = &checks.sample {
        let seed = sample.seed.map(|seed| format!(", drawn by seed {seed}")).unwrap_or_default();
        let _ =
            write!(text, "\nre-solved independently: {} of {} {}{seed}", sample.n, sample.total, sample.of);
    }
    for missing in &checks.not_checked {
        let _ = write!(text, "\nnot checked: {}: {}", missing.what.replace('_', " "), missing.reason);
    }
    text
}
