//! `hanamachi._native`: the solver for Python. The package around it, in `python/hanamachi/`, gives results
//! their types and draws boards. Users import that package; nothing here is for them to import directly.
//!
//! | file | what is in it |
//! |---|---|
//! | `work` | long work: the interpreter released, all cores, Ctrl-C, time limits, progress, forks |
//! | `arguments`, `memory` | bounds of numbers; memory for results |
//! | `error` | the exceptions, and the conversion of library errors into them |
//! | `okiya` | gardens and positions; `solve`, `verdicts` |
//! | `hanamikoji` | information sets, round records, rounds as games; players; `evaluate`, `beliefs`, `exploit`, `match`, `review`, `hint`, `train` |
//! | `cfr` | counterfactual regret minimization |
//! | `table` | files of the program as Arrow columns |
//!
//! Positions are frozen classes: immutable, hashable, compared by value, pickled as their text. Results are
//! dictionaries, which the package turns into data classes.

mod arguments;
mod cfr;
mod error;
mod hanamikoji;
mod memory;
mod okiya;
mod table;
mod work;

use pyo3::prelude::*;

/// The solver.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    error::add_to(module)?;
    okiya::add_to(module)?;
    hanamikoji::add_to(module)?;
    cfr::add_to(module)?;
    table::add_to(module)
}
