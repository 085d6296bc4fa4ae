//! Arguments, checked for type and bounds; an error names the argument.

use std::num::{NonZeroU8, NonZeroU32, NonZeroU64};

use hanamachi_solver::hanamikoji::MAX_TURNS;
use hanamachi_solver::okiya::GardenRank;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};

/// Maximum number of threads of a call.
const MOST_THREADS: u64 = 1024;
/// Largest count: the largest that a `float` still tells apart.
const MOST: u64 = 1 << 53;
/// The largest number of 32 bits.
pub(crate) const MOST_OF_32_BITS: u64 = 0xffff_ffff;

/// A whole number of Rust, converted from an argument.
pub(crate) trait Whole: Sized {
    /// The same number, if this type can hold it.
    fn from_number(number: i128) -> Option<Self>;
}

macro_rules! whole_numbers {
    ($($number:ty),+) => {
        $(impl Whole for $number {
            fn from_number(number: i128) -> Option<Self> {
                Self::try_from(number).ok()
            }
        })+
    };
}

whole_numbers!(u8, u32, u64, usize);

impl Whole for NonZeroU8 {
    fn from_number(number: i128) -> Option<Self> {
        u8::from_number(number).and_then(Self::new)
    }
}

impl Whole for NonZeroU32 {
    fn from_number(number: i128) -> Option<Self> {
        u32::from_number(number).and_then(Self::new)
    }
}

impl Whole for NonZeroU64 {
    fn from_number(number: i128) -> Option<Self> {
        u64::from_number(number).and_then(Self::new)
    }
}

/// The exception for an argument of a wrong type.
pub(crate) fn wrong_type(name: &str, expected: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type().name().map_or_else(|_| "another type".to_owned(), |kind| kind.to_string());
    PyTypeError::new_err(format!("{name}: expected {expected}, found {kind}"))
}

/// A whole number from `least` to `most`. `name` is that of the argument.
///
/// Raises `TypeError` for anything but an integer, including `bool` and `float`, and `ValueError` for a
/// number out of bounds.
pub(crate) fn whole<N: Whole>(name: &str, given: &Bound<'_, PyAny>, least: u32, most: u64) -> PyResult<N> {
    let wrong_type = || wrong_type(name, "an integer", given);
    if given.is_instance_of::<PyBool>() {
        return Err(wrong_type());
    }
    let index = given.call_method0("__index__").map_err(|_| wrong_type())?;
    // A number beyond 128 bits is out of all bounds.
    let number: Option<i128> = index.extract().ok();
    let is_within = |number: &i128| (i128::from(least)..=i128::from(most)).contains(number);
    number.filter(is_within).and_then(N::from_number).ok_or_else(|| {
        // Python itself refuses to write integers of thousands of digits.
        let found =
            index.str().map_or_else(|_| "a number of too many digits".to_owned(), |text| text.to_string());
        PyValueError::new_err(format!("{name}: expected {least} to {most}, found {found}"))
    })
}

/// Whether a file may be mapped.
pub(crate) fn mmap(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    given.extract().map_err(|_| wrong_type("mmap", "a bool", given))
}

/// A finite number above 0. `name` is that of the argument.
pub(crate) fn above_0(name: &str, given: f64) -> PyResult<f64> {
    let is_above_0 = given.is_finite() && given > 0.0;
    is_above_0
        .then_some(given)
        .ok_or_else(|| PyValueError::new_err(format!("{name}: expected a number above 0, found {given:?}")))
}

macro_rules! arguments {
    ($($(#[$about:meta])* $name:ident: $number:ty, $least:expr, $most:expr;)+) => {
        $($(#[$about])*
        pub(crate) fn $name(given: &Bound<'_, PyAny>) -> PyResult<$number> {
            whole(stringify!($name), given, $least, $most)
        })+
    };
}

arguments! {
    /// Seed of the random numbers.
    seed: u64, 0, u64::MAX;
    /// Rank of a garden.
    rank: u64, 0, GardenRank::COUNT - 1;
    /// An action or an outcome of chance.
    number: usize, 0, MOST_OF_32_BITS;
    /// A count.
    count: usize, 0, u64::MAX;
    /// Iterations of a run.
    iterations: NonZeroU64, 1, MOST;
    /// Rounds to play.
    rounds: NonZeroU64, 1, MOST;
    /// Pairs of games.
    pairs: NonZeroU64, 1, MOST;
    /// Bytes.
    memory: u64, 1, u64::MAX;
}

/// Texts.
pub(crate) mod text {
    use super::{Bound, PyAny, PyResult, PyString, PyStringMethods, PyValueError, wrong_type};

    macro_rules! texts {
        ($($name:ident)+) => {
            $(pub(crate) fn $name(given: &Bound<'_, PyAny>) -> PyResult<String> {
                let Ok(text) = given.cast::<PyString>() else {
                    return Err(wrong_type(stringify!($name), "a str", given));
                };
                match text.to_cow() {
                    Ok(text) => Ok(text.into_owned()),
                    Err(error) => Err(PyValueError::new_err(format!(
                        concat!(stringify!($name), ": expected Unicode text: {}"),
                        error
                    ))),
                }
            })+
        };
    }

    texts! { text name rules full_board action decision draw favour seat }
}

/// Arguments that may be `None`.
pub(crate) mod optional {
    use std::path::PathBuf;

    use super::{
        Bound, MAX_TURNS, MOST, MOST_OF_32_BITS, MOST_THREADS, NonZeroU8, NonZeroU32, NonZeroU64, PyAny,
        PyAnyMethods, PyResult, whole,
    };

    macro_rules! arguments {
        ($($(#[$about:meta])* $name:ident: $number:ty, $least:expr, $most:expr;)+) => {
            $($(#[$about])*
            pub(crate) fn $name(given: &Bound<'_, PyAny>) -> PyResult<Option<$number>> {
                if given.is_none() {
                    return Ok(None);
                }
                whole(stringify!($name), given, $least, $most).map(Some)
            })+
        };
    }

    arguments! {
        /// Threads; `None` for one on each core.
        threads: usize, 1, MOST_THREADS;
        /// Seed of the random numbers; `None` for that of the position.
        seed: u64, 0, u64::MAX;
        /// Positions that may be expanded.
        nodes: u64, 1, MOST;
        /// Iterations of a search.
        iterations: NonZeroU64, 1, MOST;
        /// Iterations for each other hand.
        what_if: u64, 0, MOST;
        /// Iterations of a block.
        block: NonZeroU64, 1, MOST;
        /// Deals of a measurement.
        rounds: NonZeroU64, 1, MOST;
        /// Rollouts for a decision.
        rollouts: NonZeroU32, 1, MOST_OF_32_BITS;
        /// Turn of a round.
        since: NonZeroU8, 1, MAX_TURNS as u64;
        /// Rounds of training.
        training: NonZeroU32, 1, MOST_OF_32_BITS;
        /// Bytes.
        memory: u64, 1, u64::MAX;
    }

    /// A card that is drawn.
    pub(crate) fn draw(given: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        if given.is_none() { Ok(None) } else { super::text::draw(given).map(Some) }
    }

    /// The path of a favour table.
    pub(crate) fn favour_table(given: &Bound<'_, PyAny>) -> PyResult<Option<PathBuf>> {
        if given.is_none() {
            return Ok(None);
        }
        let wrong = |_| super::wrong_type("favour_table", "a path", given);
        given.extract().map(Some).map_err(wrong)
    }

    /// Markers.
    pub(crate) fn favour(given: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        if given.is_none() { Ok(None) } else { super::text::favour(given).map(Some) }
    }
}
