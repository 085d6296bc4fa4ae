//! Players that can tell how likely they play each action, by name.

use std::path::Path;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::learn::read_network;
use hanamachi_solver::hanamikoji::players::named::{Opened, OwnPlayer, names};
use hanamachi_solver::hanamikoji::policy::{SharedPolicy, TablePolicy, UniformPolicy};
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::table::Reader;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{self, UnsuitedError};
use crate::table::FileBytes;

/// How likely the player of this name plays each action.
pub(super) fn policy(py: Python<'_>, name: &str, rules: &Rules) -> PyResult<SharedPolicy> {
    match opened(py, name, rules)? {
        Opened::Policy(policy) => Ok(policy),
        Opened::Player(_) => Err(PyValueError::new_err(format!(
            "policy: `{}` cannot tell how likely it plays each action",
            name.escape_debug()
        ))),
    }
}

/// The player of this name, in games by these rules: one of the program's own, `policy:weights=FILE` or `table:FILE`, as the program names
/// them. What a table does not have is played at random.
pub(super) fn opened(py: Python<'_>, name: &str, rules: &Rules) -> PyResult<Opened> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    let policy: SharedPolicy = match (kind, rest) {
        ("policy", rest) if rest.starts_with("weights=") => {
            let path = rest.trim_start_matches("weights=");
            let bytes = FileBytes::open(Path::new(path))?;
            let damaged = |error: &dyn std::error::Error| error::table(py, Some(path), error);
            let reader = Reader::open(bytes.as_ref()).map_err(|error| damaged(&error))?;
            reader.verify().map_err(|error| damaged(&error))?;
            Arc::new(read_network(&reader).map_err(|error| damaged(&error))?)
        }
        ("table", path) if !path.is_empty() => {
            let damaged = |error: &dyn std::error::Error| error::table(py, Some(path), error);
            let table =
                StrategyTable::open(FileBytes::open(Path::new(path))?).map_err(|error| damaged(&error))?;
            table.verify().map_err(|error| damaged(&error))?;
            table.expect_rules(rules).map_err(|error| UnsuitedError::new_err(format!("{path}: {error}")))?;
            Arc::new(TablePolicy::new(Arc::new(table), UniformPolicy))
        }
        _ => {
            let own = OwnPlayer::parse(name).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let Some(own) = own else {
                return Err(PyValueError::new_err(format!(
                    "there is no player `{}`; there are {}, `policy:weights=FILE` and `table:FILE`",
                    name.escape_debug(),
                    names()
                )));
            };
            if !(own.plays)(rules) {
                return Err(UnsuitedError::new_err(format!("`{}` cannot play by these rules", own.text)));
            }
            match own.opened() {
                Opened::Policy(policy) => policy,
                player @ Opened::Player(_) => return Ok(player),
            }
        }
    };
    policy.check(rules).map_err(|unsuited| UnsuitedError::new_err(unsuited.to_string()))?;
    Ok(Opened::Policy(policy))
}
