//! `--resume FILE` for runs whose output is also their saved progress.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;

use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::session::Session;
use crate::shell::quoted_path;

/// `--resume FILE` of a run that continues from its own output: FILE is the file that `-o` would name. The form of
/// earlier versions, `-o FILE --resume`, still works.
#[derive(Clone, Debug, Args)]
pub(crate) struct ResumeArgs {
    /// Write to FILE as -o does, and continue from there if an earlier run was stopped
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not there, there alone, there with a file")]
    resume: Option<Option<PathBuf>>,
}

impl ResumeArgs {
    /// Whether to resume.
    pub(crate) const fn is_given(&self) -> bool {
        self.resume.is_some()
    }

    /// Returns the file of `--resume` if it is not the output.
    pub(crate) fn named(&self) -> Result<Option<&Path>, Failure> {
        match &self.resume {
            Some(None) => {
                Err(Failure::Usage("--resume needs the file to continue from: --resume FILE".to_owned()))
            }
            resume => Ok(resume.as_ref().and_then(Option::as_deref)),
        }
    }

    /// Returns the output file, from `--resume` or from `output`, the file of `-o`.
    pub(crate) fn file<'a>(
        &'a self,
        output: Option<&'a Path>,
        session: &Session,
    ) -> Result<Option<&'a Path>, Failure> {
        let usage = |message: String| Err(Failure::Usage(message));
        match (&self.resume, output) {
            (None, output) => Ok(output),
            (Some(None), None) => usage("--resume needs the file to continue from: --resume FILE".to_owned()),
            (Some(None), Some(output)) => {
                session.note(format_args!(
                    "--resume names its file now: instead of -o {0} --resume write --resume {0}",
                    quoted_path(output)
                ));
                Ok(Some(output))
            }
            (Some(Some(file)), Some(output)) if file != output => usage(format!(
                "-o {} and --resume {} name two files: --resume alone names the output too",
                quoted_path(output),
                quoted_path(file)
            )),
            (Some(Some(file)), _) => Ok(Some(file)),
        }
    }
}

/// Prints the saved part of a stopped run and the command that continues it. `of` is the range from the saved number
/// to the total number.
pub(crate) fn how_to_go_on(
    unit: &str,
    of: Range<u64>,
    command: &str,
    threads: ThreadArgs,
    session: &Session,
) {
    session.note(format_args!(
        "{} of {} {unit} are kept; to continue: {command}{}",
        HumanCount(of.start),
        HumanCount(of.end),
        threads.flag()
    ));
}
