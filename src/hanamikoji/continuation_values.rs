//! The favour table that values undecided rounds: the one that comes with the program, or that of
//! `--favour-table`.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use clap::Args;
use hanamachi_report::hanamikoji::favour_note;
use hanamachi_solver::hanamikoji::objects::{FavourTableObject, tiebreak};
use hanamachi_solver::hanamikoji::{
    Continuation, Favour, FavourEstimates, FavourFile, FavourFileError, Game, OtherFavours, Round, Rules,
};
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::hex;

use crate::failure::{Failure, Trouble, refusal};

/// The flag of commands that value undecided rounds.
#[derive(Clone, Debug, Args)]
pub(crate) struct FavourTableArgs {
    /// Value undecided rounds by this favour table, written by `favour --table` [default: the one that comes
    /// with the program]
    #[arg(long, value_name = "FILE")]
    favour_table: Option<PathBuf>,
}

impl FavourTableArgs {
    /// Whether a file was named.
    pub(crate) const fn is_given(&self) -> bool {
        self.favour_table.is_some()
    }

    /// Opens the table and checks all of it.
    pub(crate) fn open(&self) -> Result<ContinuationValues, Failure> {
        let Some((path, favours)) = self.file()? else {
            return Ok(ContinuationValues { estimates: FavourEstimates::built_in(), file: None });
        };
        Ok(ContinuationValues { estimates: favours.estimates(), file: Some((path, hex(favours.identity()))) })
    }

    /// Reads the table from its file, if one was named.
    pub(super) fn file(&self) -> Result<Option<(PathBuf, FavourFile)>, Failure> {
        let read = |path: &PathBuf| {
            let favours =
                FavourFile::open(FileBytes::open(path)?.as_ref()).map_err(|error| unfit(path, error))?;
            Ok((path.clone(), favours))
        };
        self.favour_table.as_ref().map(read).transpose()
    }
}

/// Reason for refusing the favour table at `path`.
pub(crate) fn unfit(path: &Path, error: FavourFileError) -> Failure {
    match error {
        FavourFileError::File(error) => refusal(path, &error),
        FavourFileError::Rules(_) => Trouble::Damaged.in_file(path, error),
        other => Failure::Operation(anyhow::Error::new(other).context(path.display().to_string())),
    }
}

/// Values of undecided rounds, and their source.
#[derive(Clone, Debug)]
pub(crate) struct ContinuationValues {
    estimates: FavourEstimates,
    /// Path and hash of the file, if the values come from one.
    file: Option<(PathBuf, String)>,
}

impl ContinuationValues {
    /// Fails if the file has no values for games by these rules.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        let refused = |error| match self.path() {
            Some(path) => Trouble::OtherRules.in_file(path, error),
            None => Failure::Usage(OtherFavours::to_string(&error)),
        };
        self.estimates.check(rules).map_err(refused)
    }

    /// The estimates.
    pub(super) const fn estimates(&self) -> &FavourEstimates {
        &self.estimates
    }

    /// A round in which undecided games have these values.
    pub(crate) fn round(&self, game: &Game, number: NonZeroU16, favour: Favour) -> Round {
        self.estimates.round(game, number, favour)
    }

    /// Path of the file, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Hash of the file, if there is one.
    pub(super) fn hash(&self) -> Option<&str> {
        self.file.as_ref().map(|(_, hash)| hash.as_str())
    }

    /// Source of the values, for games by these rules.
    pub(super) fn object(&self, rules: &Rules) -> FavourTableObject {
        match self.file.clone() {
            Some((file, hash)) => {
                let (file, hash) = (Some(file), Some(hash));
                FavourTableObject { source: "file", file, hash, tiebreak: tiebreak(rules) }
            }
            None => FavourTableObject::built_in(&self.estimates, rules),
        }
    }

    /// Sentences for people about what values undecided games by these rules, if it is not the table that comes with the program,
    /// or if the values are of another tiebreak.
    pub(super) fn note(&self, rules: &Rules, of: Continuation) -> Option<String> {
        favour_note(rules, of, self.path())
    }
}
