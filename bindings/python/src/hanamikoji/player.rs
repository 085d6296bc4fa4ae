//! Players by name or by table, opened for games by some rules.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::players::named::{
    NamedPlayer, OpenedPlayer, PlayerError, PlayerFiles, PlayerTextError, names,
};
use hanamachi_solver::hanamikoji::policy::SharedPolicy;
use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, StrategyTableError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::convert::rules_text;
use super::favours::Favours;
use crate::error::{self, UnsuitedError};
use crate::table::{FileBytes, SharedBytes};
use crate::work;

/// A player for games by some rules.
#[derive(Clone)]
pub(super) struct Known {
    /// The opened player, with its policy and its table if it has them.
    pub(super) opened: OpenedPlayer<SharedBytes>,
    /// The file that it reads while it plays, if any.
    file: Option<SharedBytes>,
}

impl Known {
    fn new(opened: OpenedPlayer<SharedBytes>, file: Option<SharedBytes>) -> Self {
        let file = file.filter(|_| opened.table.is_some());
        Self { opened, file }
    }

    /// Raises `UnsuitedError` unless the player can play what a table must cover.
    pub(super) fn expect(
        &self,
        covers: impl FnOnce(&StrategyTable<SharedBytes>) -> Result<(), StrategyTableError>,
    ) -> PyResult<()> {
        let refused = |error: StrategyTableError| UnsuitedError::new_err(error.to_string());
        self.opened.table.as_deref().map_or(Ok(()), |table| covers(table).map_err(refused))
    }

    /// Raises `TableError` if the file of this player has been cut short. `name` is that of the player.
    pub(super) fn expect_whole(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        let Some(SharedBytes(bytes)) = &self.file else { return Ok(()) };
        let path = name.trim_start_matches("table:");
        bytes.whole().map(|_| ()).map_err(|message| error::table(py, Some(path), message))
    }
}

/// A player as an argument: opened, or by its name.
#[derive(FromPyObject)]
pub(super) enum Given<'py> {
    Opened(PyRef<'py, Player>),
    Named(String),
}

impl Given<'_> {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Opened(player) => &player.name,
            Self::Named(name) => name,
        }
    }

    /// The player, in games by these rules. `parameter` is the name of the argument. Refuses a player that was
    /// opened for other rules.
    pub(super) fn known(&self, py: Python<'_>, parameter: &str, rules: &Rules) -> PyResult<Known> {
        match self {
            Self::Named(name) => known(py, parameter, name, rules),
            Self::Opened(player) if player.rules == *rules => {
                player.known.expect_whole(py, &player.name)?;
                Ok(player.known.clone())
            }
            Self::Opened(player) => Err(UnsuitedError::new_err(format!(
                "{parameter}: `{}` was opened for the rules {}, and these are {}",
                player.name,
                rules_text(&player.rules),
                rules_text(rules)
            ))),
        }
    }

    /// Refuses a player that was opened with another favour table than this one.
    pub(super) fn expect_favours(&self, favours: &Favours) -> PyResult<()> {
        match self {
            Self::Opened(player)
                if player.favours.path().is_some_and(|path| favours.path() != Some(path)) =>
            {
                Err(UnsuitedError::new_err(format!(
                    "`{}` was opened with a favour table: name it here too, as favour_table",
                    player.name
                )))
            }
            _ => Ok(()),
        }
    }

    /// Its policy, in games by these rules; like [`known`](Self::known).
    pub(super) fn policy(&self, py: Python<'_>, parameter: &str, rules: &Rules) -> PyResult<SharedPolicy> {
        let known = self.known(py, parameter, rules)?;
        known.opened.policy.ok_or_else(|| cannot_tell(parameter, self.name()))
    }
}

pub(super) fn cannot_tell(parameter: &str, name: &str) -> PyErr {
    PyValueError::new_err(format!(
        "{parameter}: `{}` states no probabilities of its actions",
        error::shown(name)
    ))
}

/// The files of a player that is named by a parameter. Remembers the bytes that it opened last.
struct Files<'py, 'a> {
    py: Python<'py>,
    parameter: &'a str,
    opened: RefCell<Option<SharedBytes>>,
}

impl PlayerFiles for Files<'_, '_> {
    type Bytes = SharedBytes;
    type Error = PyErr;

    fn open(&self, path: &Path) -> PyResult<SharedBytes> {
        let bytes = SharedBytes(Arc::new(FileBytes::open(self.py, path, true)?));
        *self.opened.borrow_mut() = Some(bytes.clone());
        Ok(bytes)
    }

    fn check<T: Send + 'static>(&self, check: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
        work::run_or_leave(self.py, check)
    }

    fn refused(&self, error: PlayerError) -> PyErr {
        let damaged = |path: &Path, message: &dyn std::fmt::Display| {
            error::table(self.py, Some(&path.display().to_string()), message)
        };
        match &error {
            PlayerError::StandardOnly { .. } | PlayerError::OtherRules { .. } => {
                UnsuitedError::new_err(error.to_string())
            }
            PlayerError::Table { error: reason, .. }
                if matches!(**reason, StrategyTableError::OtherRules { .. }) =>
            {
                UnsuitedError::new_err(error.to_string())
            }
            PlayerError::NoProbabilities { player } => cannot_tell(self.parameter, player),
            PlayerError::Table { path, error } => damaged(path, error),
            PlayerError::Network { path, error } => damaged(path, error),
        }
    }
}

/// The player of this name, in games by these rules: one of the program's own, `policy:weights=FILE` or
/// `table:FILE`, as in the program. `parameter` is the name of the argument.
pub(super) fn known(py: Python<'_>, parameter: &str, name: &str, rules: &Rules) -> PyResult<Known> {
    let unknown = |name: &str| {
        PyValueError::new_err(format!(
            "{parameter}: there is no player `{}`; there are {}, `policy:weights=FILE` and `table:FILE`",
            error::shown(name),
            names()
        ))
    };
    // Programs are not started from here, and pickles know the files of the other players only.
    if matches!(name.split(':').next(), Some("exec" | "resolve")) {
        return Err(unknown(name));
    }
    let player = NamedPlayer::parse(name, &Arc::default()).map_err(|error| match error {
        PlayerTextError::UnknownPlayer { .. } => unknown(name),
        error => PyValueError::new_err(format!("{parameter}: {error}")),
    })?;
    let files = Files { py, parameter, opened: RefCell::default() };
    let opened = player.open(rules, &files)?;
    Ok(Known::new(opened, files.opened.into_inner()))
}

/// The player by a table in memory, by default for its own rules.
pub(super) fn of_table(py: Python<'_>, bytes: SharedBytes, rules: Option<Rules>) -> PyResult<(Known, Rules)> {
    let file = Some(bytes.clone());
    let table = work::run_or_leave(py, move || {
        let table = StrategyTable::open(bytes)?;
        table.verify()?;
        Ok(table)
    })?
    .map_err(|error: StrategyTableError| error::table(py, None, error))?;
    let rules = rules.unwrap_or(*table.rules());
    let refused = |error: StrategyTableError| UnsuitedError::new_err(format!("the table: {error}"));
    table.expect_rules(&rules).map_err(refused)?;
    Ok((Known::new(OpenedPlayer::of_table("the table", Arc::new(table)), file), rules))
}

/// The player by the network in these bytes.
pub(super) fn of_weights(py: Python<'_>, bytes: &[u8], rules: &Rules) -> PyResult<Known> {
    let opened = OpenedPlayer::of_network("the training", bytes);
    let opened = opened.map_err(|error| error::table(py, None, error))?;
    opened.check(rules).map_err(|error| UnsuitedError::new_err(error.to_string()))?;
    Ok(Known::new(opened, None))
}

/// A player, opened for games by some rules. Immutable; equal players have the same name and rules.
///
/// ``name`` is a :class:`hanamachi.CfrRun`, its ``strategy`` or another :class:`hanamachi.Table` of strategies, a :class:`Training`, or the name of a player: one of the program's own, such as ``policy``, ``best``, ``random``, ``greedy`` or ``ismcts:iterations=1000``, or
/// ``policy:weights=FILE`` or ``table:FILE``. ``rules`` are tags, by default those of the table or the training; the round number may be left out. A file is
/// read and checked once, when the player is opened. A player is pickled as name, rules and path of the favour table, so
/// unpickling needs the files. A table plays the rounds that it is for, and is refused for others. ``favour_table`` is a file
/// that ``hanamachi hanamikoji favour --table`` wrote: it values undecided games where the player searches; without it the
/// built-in table does in the standard game, and a rule of thumb in reduced ones.
///
/// Raises ``ValueError`` if there is no such player, ``UnsuitedError`` if it cannot play by these rules, and
/// ``TableError`` or ``OSError`` for files.
#[pyclass(frozen, weakref, module = "hanamachi.hanamikoji")]
pub(crate) struct Player {
    pub(super) name: String,
    pub(super) rules: Rules,
    pub(super) known: Known,
    pub(super) favours: Favours,
    /// The table or the training that it was made of, for pickles.
    pub(super) made_of: Option<Arc<Py<PyAny>>>,
}
