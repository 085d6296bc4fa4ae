//! Hanamikoji: information sets, rounds, and their values.

mod arena;
mod beliefs;
mod convert;
mod evaluate;
mod exploit;
mod favours;
mod information_set;
mod knowledge;
mod openings;
mod player;
mod policy;
mod record;
mod review;
mod round;
mod tensor;
mod train;

use pyo3::prelude::*;

pub(crate) use self::convert::{favour, game, json, page, tags};
pub(crate) use self::favours::{FavourTableData, Favours};
pub(crate) use self::knowledge::InformationSet;
pub(crate) use self::player::Player;
pub(crate) use self::record::RoundRecord;
pub(crate) use self::round::{Round, RoundState};

/// Adds these classes and functions to the Python module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<InformationSet>()?;
    module.add_class::<RoundRecord>()?;
    module.add_class::<Round>()?;
    module.add_class::<RoundState>()?;
    module.add_class::<Player>()?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::position_report, module)?)?;
    module.add_function(wrap_pyfunction!(beliefs::beliefs, module)?)?;
    module.add_function(wrap_pyfunction!(exploit::exploit, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    module.add_function(wrap_pyfunction!(openings::openings, module)?)?;
    module.add_function(wrap_pyfunction!(arena::check_value, module)?)?;
    module.add_function(wrap_pyfunction!(train::train, module)?)
}
