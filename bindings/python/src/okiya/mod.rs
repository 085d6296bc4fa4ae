//! Okiya: gardens, positions, and their values.

mod convert;
mod garden;
mod position;
mod solve;
mod verdicts;

use pyo3::prelude::*;

pub(crate) use self::garden::Garden;
pub(crate) use self::position::Position;

/// Adds these classes and functions to the Python module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Garden>()?;
    module.add_class::<Position>()?;
    module.add_function(wrap_pyfunction!(garden::random_gardens, module)?)?;
    module.add_function(wrap_pyfunction!(garden::tiles_of, module)?)?;
    module.add_function(wrap_pyfunction!(garden::ranks, module)?)?;
    module.add_function(wrap_pyfunction!(garden::gardens_of_ranks, module)?)?;
    module.add_function(wrap_pyfunction!(solve::garden_report, module)?)?;
    module.add_function(wrap_pyfunction!(solve::okiya_solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::okiya_solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(solve::opening_values, module)?)?;
    module.add_function(wrap_pyfunction!(verdicts::verdicts, module)?)
}
