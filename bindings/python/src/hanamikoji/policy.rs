//! Players that can tell how likely they play each action, by name.

use std::path::Path;
use std::sync::Arc;

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::evaluation::Evaluation;
use hanamachi_solver::hanamikoji::learn::read_network;
use hanamachi_solver::hanamikoji::policy::{GreedyPolicy, LearnedPolicy, Policy, TablePolicy, UniformPolicy};
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::table::Reader;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::{self, UnsuitedError};
use crate::table::FileBytes;

/// The player of this name, in games by these rules: `random`, `greedy`, `learned`, `learned:temperature=T`, `policy:weights=FILE` or
/// `table:FILE`, as the program names them. What a table does not have is played at random.
pub(super) fn policy(py: Python<'_>, name: &str, rules: &Rules) -> PyResult<Arc<dyn Policy>> {
    let (kind, rest) = name.split_once(':').unwrap_or((name, ""));
    let policy: Arc<dyn Policy> = match (kind, rest) {
        ("random", "") => Arc::new(UniformPolicy),
        ("greedy", "") => Arc::new(GreedyPolicy),
        ("learned", "") => Arc::new(LearnedPolicy::best(Evaluation::standard())),
        ("learned", rest) if rest.starts_with("temperature=") => {
            let temperature: Option<f64> = rest.trim_start_matches("temperature=").parse().ok();
            let temperature = temperature.filter(|number| number.is_finite() && *number > 0.0);
            let temperature = temperature
                .ok_or_else(|| PyValueError::new_err("learned: temperature is a number above 0"))?;
            Arc::new(LearnedPolicy::softmax(Evaluation::standard(), temperature))
        }
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
            return Err(PyValueError::new_err(format!(
                "policy: expected `random`, `greedy`, `learned`, `learned:temperature=T`, `policy:weights=FILE` or `table:FILE`, \
                 found `{}`",
                name.escape_debug()
            )));
        }
    };
    policy.check(rules).map_err(|unsuited| UnsuitedError::new_err(unsuited.to_string()))?;
    Ok(policy)
}
