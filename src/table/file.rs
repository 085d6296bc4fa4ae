//! The file of a command, and its failures.

use std::path::Path;

use anyhow::anyhow;
use hanamachi_solver::files::{self, FileKind, KINDS, KindError, OpenFile};
#[cfg(feature = "hanamikoji")]
use hanamachi_solver::hanamikoji::openings::OpeningsFileError;
use hanamachi_solver::okiya::census::{JoinError, MergeError};

use crate::failure::{Failure, Refusal, Trouble, refusal};
#[cfg(feature = "hanamikoji")]
use crate::hanamikoji::{unfit, unfit_favours};
use crate::okiya::tabled::refused;
use crate::session::Session;

/// Opens the file at `path` with these contents.
pub(super) fn open<'a>(path: &Path, bytes: &'a [u8]) -> Result<OpenFile<'a>, Failure> {
    OpenFile::new(bytes).map_err(|error| refusal(path, &error))
}

/// Checks every section against its hash.
pub(super) fn check_hashes(path: &Path, file: &OpenFile<'_>, session: &Session) -> Result<(), Failure> {
    for section in file.reader.sections() {
        session.check()?;
        file.reader.verify_section(section).map_err(|error| refusal(path, &error))?;
    }
    Ok(())
}

/// Returns the kind of a file.
pub(super) fn kind_of(path: &Path, file: &OpenFile<'_>) -> Result<&'static FileKind, Failure> {
    files::kind_of(file).ok_or_else(|| {
        let known: Vec<String> = KINDS.iter().map(|kind| format!("`{}`", kind.name)).collect();
        let hint =
            if cfg!(feature = "hanamikoji") { "" } else { ", and others without --no-default-features" };
        let why = format!(
            "the kind `{}` is unknown; this program knows {}{hint}",
            file.reader.metadata().kind.escape_debug(),
            known.join(", ")
        );
        Trouble::OtherVersion.in_file(path, why)
    })
}

/// Converts an error of an operation on the files at these paths to a failure.
pub(super) fn failed(paths: &[&Path], error: KindError) -> Failure {
    let Some(&path) = paths.first() else { return Failure::Operation(error.into()) };
    match error {
        KindError::Read(error) => refusal(path, &error),
        KindError::Unverified(what) => Trouble::Unverified.in_file(path, what),
        #[cfg(feature = "hanamikoji")]
        KindError::Strategy(error) => unfit(path, &error),
        #[cfg(feature = "hanamikoji")]
        KindError::Favour(error) => unfit_favours(path, error),
        #[cfg(feature = "hanamikoji")]
        KindError::FavourMerge(error) => Trouble::Foreign.in_file(path, error),
        #[cfg(feature = "hanamikoji")]
        KindError::Network(error) => error.in_file(path),
        #[cfg(feature = "hanamikoji")]
        KindError::Openings(OpeningsFileError::File(error)) => refusal(path, &error),
        #[cfg(feature = "hanamikoji")]
        KindError::Openings(error) => Trouble::Damaged.in_file(path, error),
        KindError::Census(error) => refused(path, error),
        KindError::Join(JoinError::Unfit(unfit)) => unmerged(&unfit),
        KindError::Join(JoinError::Damaged { part, error }) => match paths.get(part) {
            Some(path) => refused(path, *error),
            None => Trouble::Damaged.of_several(error.to_string()),
        },
        KindError::Disk(error) => error.into(),
        KindError::Write(error) => error.into(),
        KindError::Stopped(stop) => stop.into(),
        KindError::Part(part, error) => failed(paths.get(part..).unwrap_or_default(), *error),
        KindError::Other(error) => match error.downcast::<Failure>() {
            Ok(failure) => *failure,
            Err(error) => Failure::Operation(anyhow!(error)),
        },
        other => Failure::Operation(other.into()),
    }
}

/// The failure for files that are not parts of one census.
fn unmerged(unfit: &MergeError) -> Failure {
    let message = format!("the files are not parts of one census: {unfit}");
    match unfit {
        MergeError::Rules(..) => Trouble::OtherRules.of_several(message),
        MergeError::Program(..) => Trouble::OtherVersion.of_several(message),
        MergeError::Gap { .. } => Refusal::whole("gap", message, "").into(),
        MergeError::Overlap { .. } => Refusal::whole("overlap", message, "").into(),
        _ => Trouble::Foreign.of_several(message),
    }
}
