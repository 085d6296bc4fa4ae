//! The favour table that values undecided games: the built-in one, or that of a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hanamachi_solver::hanamikoji::{Continuation, Favour, FavourEstimates, FavourFile, Game, Round, Rules};
use pyo3::prelude::*;

use crate::error::{self, UnsuitedError};
use crate::table::FileBytes;
use crate::work;

/// Estimates of the value of the markers, and the file that they are from, if any.
#[derive(Clone)]
pub(crate) struct Favours {
    estimates: Arc<FavourEstimates>,
    /// Absolute, because the working directory may change.
    path: Option<PathBuf>,
}

/// Source, hash and file of a favour table, as in the program's objects.
pub(crate) type FavourTableData = (&'static str, String, Option<PathBuf>);

impl Favours {
    /// The estimates that come with the library.
    pub(crate) fn built_in() -> Self {
        Self { estimates: Arc::new(FavourEstimates::built_in()), path: None }
    }

    /// The estimates of this file, or the built-in ones. Raises `UnsuitedError` for a table of other rules.
    pub(crate) fn open(py: Python<'_>, path: Option<&Path>, rules: &Rules) -> PyResult<Self> {
        let Some(path) = path else { return Ok(Self::built_in()) };
        let path = std::path::absolute(path)?;
        let bytes = FileBytes::open(py, &path, false)?;
        let read = work::run_or_leave(py, move || {
            FavourFile::open(bytes.as_ref()).map(|file| file.estimates()).map_err(|error| error.to_string())
        })?;
        let shown = path.display().to_string();
        let estimates = read.map_err(|message| error::table(py, Some(&shown), message))?;
        estimates.check(rules).map_err(|error| UnsuitedError::new_err(format!("{shown}: {error}")))?;
        Ok(Self { estimates: Arc::new(estimates), path: Some(path) })
    }

    /// A round in which undecided games have these values.
    pub(crate) fn round(&self, game: &Game, number: std::num::NonZeroU16, favour: Favour) -> Round {
        self.estimates.round(game, number, favour)
    }

    /// The values of undecided rounds.
    pub(crate) fn estimates(&self) -> &FavourEstimates {
        &self.estimates
    }

    /// The file, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The favour table of this continuation, if it is one.
    pub(crate) fn data(&self, continuation: Continuation) -> Option<FavourTableData> {
        let source = continuation.favour_table()?;
        Some((source.origin.word(), source.hash_text(), self.path.clone()))
    }
}
