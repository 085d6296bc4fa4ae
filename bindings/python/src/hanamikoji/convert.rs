//! Values that several modules read from Python and hand back.

use std::sync::{Mutex, PoisonError};

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::analysis::WordSetting;
pub(crate) use hanamachi_solver::hanamikoji::notation::rules_text;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{Cards, Favour, Game, Rules};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use crate::{arguments, error};

/// An object of the program's `--json`, as text.
pub(crate) fn json(object: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(object).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// A page that was made.
pub(crate) fn page<E: std::fmt::Display>(page: Result<String, E>) -> PyResult<String> {
    page.map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// Number of games whose tables are kept.
const KEPT: usize = 16;

/// The game by these rules. Working out the legal actions of every hand takes milliseconds, so the last games
/// are kept. Call it with the interpreter held, so that a forked child finds the lock free.
pub(crate) fn game(rules: &Rules) -> Game {
    static GAMES: Mutex<Vec<Game>> = Mutex::new(Vec::new());
    let mut games = GAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let game = match games.iter().position(|game| game.rules() == rules) {
        Some(place) => games.remove(place),
        None => Game::new(*rules),
    };
    games.insert(0, game.clone());
    games.truncate(KEPT);
    game
}

/// Rules tags.
pub(crate) fn tags(py: Python<'_>, text: &str) -> PyResult<Tags> {
    text.parse().map_err(|refused| error::refused(py, &refused))
}

/// Markers at the beginning of a round, by default neutral ones; refuses those that have decided the game.
pub(crate) fn favour(py: Python<'_>, text: Option<&str>, rules: &Rules) -> PyResult<Favour> {
    let favour = match text {
        Some(text) => FavourText::read(text, rules).map_err(|refused| error::refused(py, &refused))?,
        None => Favour::NEUTRAL,
    };
    if rules.winner(favour).is_some() {
        return Err(PyValueError::new_err("favour: these markers have decided the game"));
    }
    Ok(favour)
}
/// The word of a seat.
pub(super) const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// The seat of this word.
pub(super) fn seat(given: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let word = arguments::text::seat(given)?;
    Seat::BOTH.into_iter().find(|&seat| seat_word(seat) == word).ok_or_else(|| {
        PyValueError::new_err(format!("seat: expected `first` or `second`, found `{}`", error::shown(&word)))
    })
}

/// The seat of this word, or of the number 0 or 1 that frameworks have for it.
pub(super) fn player(given: &Bound<'_, PyAny>) -> PyResult<Seat> {
    if given.is_instance_of::<PyString>()
        && let Ok(seat) = seat(given)
    {
        return Ok(seat);
    }
    arguments::whole("seat", given, 0, 1)
        .map(|number: u8| if number == 0 { Seat::First } else { Seat::Second })
}

/// Cards in letters as a field of a text; `-` if there are none.
pub(super) fn field(cards: Cards) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.to_string() }
}

/// The value of this parameter.
pub(super) fn word<T: WordSetting>(name: &str, text: &str) -> PyResult<T> {
    T::from_word(text).map_err(|unknown| {
        let message = format!("{name}: expected {}, found `{}`", unknown.known(), error::shown(text));
        PyValueError::new_err(message)
    })
}
