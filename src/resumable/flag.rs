//! `--resume FILE`, where the file that is kept is the output.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::HumanCount;

use crate::args::ThreadArgs;
use crate::failure::Failure;
use crate::session::Session;
use crate::shell::quoted_path;

/// `--resume FILE` of a run that goes on from its own output: FILE is what `-o` would name. Earlier versions took `-o FILE --resume`, which
/// still does.
#[derive(Clone, Debug, Args)]
pub(crate) struct ResumeArgs {
    /// Write to FILE as -o does, and go on from there where an earlier run was stopped
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not there, there alone, there with a file")]
    resume: Option<Option<PathBuf>>,
}

impl ResumeArgs {
    /// Whether to resume.
    pub(crate) const fn is_given(&self) -> bool {
        self.resume.is_some()
    }

    /// The file that is meant, `output` being that of `-o`.
    pub(crate) fn file<'a>(
        &'a self,
        output: Option<&'a Path>,
        session: &Session,
    ) -> Result<Option<&'a Path>, Failure> {
        let usage = |message: String| Err(Failure::Usage(message));
        match (&self.resume, output) {
            (None, output) => Ok(output),
            (Some(None), None) => usage("--resume needs the file to go on from: --resume FILE".to_owned()),
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

/// Says how much of a run that was stopped is kept, and with which `command` it goes on. `of` begins with what is kept and ends with what there
/// is to do.
pub(crate) fn how_to_go_on(
    unit: &str,
    of: Range<u64>,
    command: &str,
    threads: ThreadArgs,
    session: &Session,
) {
    session.note(format_args!(
        "{} of {} {unit} are kept; to go on: {command}{}",
        HumanCount(of.start),
        HumanCount(of.end),
        threads.flag()
    ));
}
