//! By which favour table undecided rounds are valued: the one that comes with the program, or that of `--favour-table`.

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use clap::Args;
use hanamachi_objects::hanamikoji::FavourTableObject;
use hanamachi_solver::hanamikoji::{
    Favour, FavourEstimates, FavourFile, FavourFileError, Game, Round, Rules,
};

use super::rules_args::rules_text;
use crate::failure::{Failure, Trouble};
use crate::shell::quoted_path;
use crate::table::{FileBytes, hex, refusal};

/// The flag of commands that value undecided rounds.
#[derive(Clone, Debug, Args)]
pub(super) struct FavourTableArgs {
    /// Value undecided rounds by this favour table, which `favour --table` wrote [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    favour_table: Option<PathBuf>,
}

impl FavourTableArgs {
    /// The table, all of which is checked.
    pub(super) fn open(&self) -> Result<ContinuationValues, Failure> {
        let Some(NamedFavours { path, favours }) = self.file()? else {
            return Ok(ContinuationValues { estimates: FavourEstimates::built_in(), file: None });
        };
        Ok(ContinuationValues { estimates: favours.estimates(), file: Some((path, hex(favours.identity()))) })
    }
}

/// A favour table, and where it is.
pub(super) struct NamedFavours {
    pub(super) path: PathBuf,
    pub(super) favours: FavourFile,
}

impl FavourTableArgs {
    /// The table of a file, where one was named.
    pub(super) fn file(&self) -> Result<Option<NamedFavours>, Failure> {
        let read = |path: &PathBuf| {
            let favours =
                FavourFile::open(FileBytes::open(path)?.as_ref()).map_err(|error| unfit(path, error))?;
            Ok(NamedFavours { path: path.clone(), favours })
        };
        self.favour_table.as_ref().map(read).transpose()
    }
}

/// Why the favour table at `path` is refused.
pub(crate) fn unfit(path: &Path, error: FavourFileError) -> Failure {
    match error {
        FavourFileError::File(error) => refusal(path, &error),
        FavourFileError::Rules(_) => Trouble::Damaged.in_file(path, error),
        other => Failure::Operation(anyhow::Error::new(other).context(path.display().to_string())),
    }
}

/// What undecided rounds are worth, and where that is from.
#[derive(Clone, Debug)]
pub(super) struct ContinuationValues {
    estimates: FavourEstimates,
    /// The file with its hash, where it is from one.
    file: Option<(PathBuf, String)>,
}

impl ContinuationValues {
    /// Fails where a file says nothing about games by these rules.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), Failure> {
        match &self.file {
            Some((path, _)) if !self.estimates.fit(rules) => {
                let [table, game] = [self.estimates.rules(), rules].map(rules_text);
                let message = format!("the favour table is of the rules {table}, the game of {game}");
                Err(Trouble::OtherRules.in_file(path, message))
            }
            _ => Ok(()),
        }
    }

    /// The estimates.
    pub(super) const fn estimates(&self) -> &FavourEstimates {
        &self.estimates
    }

    /// A round in which undecided games are worth so much.
    pub(super) fn round(&self, game: &Game, number: NonZeroU16, favour: Favour) -> Round {
        self.estimates.round(game, number, favour)
    }

    /// The file, where it is one.
    pub(super) fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// The hash of the file, where it is one.
    pub(super) fn hash(&self) -> Option<&str> {
        self.file.as_ref().map(|(_, hash)| hash.as_str())
    }

    /// The flag that names the file, where it is one.
    pub(super) fn flag(&self) -> String {
        let path = self.path().map(quoted_path);
        path.map(|path| format!(" --favour-table {path}")).unwrap_or_default()
    }

    /// Where they are from, for games by these rules.
    pub(super) fn object(&self, rules: &Rules) -> FavourTableObject {
        match self.file.clone() {
            Some((file, hash)) => FavourTableObject { source: "file", file: Some(file), hash: Some(hash) },
            None => FavourTableObject::built_in(&self.estimates, rules),
        }
    }

    /// A sentence for people, where they are not what comes with the program.
    pub(super) fn note(&self) -> Option<String> {
        let (path, hash) = self.file.as_ref()?;
        Some(format!(
            "Undecided rounds are valued by the favour table {} ({}…).",
            path.display(),
            &hash[..16]
        ))
    }
}
