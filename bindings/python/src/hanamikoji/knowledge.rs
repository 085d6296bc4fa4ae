//! What a player knows of a round, in the forms that the classes share.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::{self, Action, Favour};
use pyo3::prelude::*;

use super::convert::game;
use super::favours::Favours;
use crate::{arguments, error};

/// A round as one of its players knows it. Immutable; equal sets contain the same knowledge.
///
/// The text form is ``favour seat hand history [rules]``, for example ``+..-... 2 ACDFFG 1X,2BE,3EEG-E``.
#[pyclass(frozen, weakref, eq, hash, module = "hanamachi.hanamikoji")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct InformationSet(pub(crate) hanamikoji::InformationSet);

impl InformationSet {
    /// The round of this information set. It gives no value to undecided games, so use it only to ask for
    /// legal actions and hidden cards.
    pub(super) fn round(&self) -> hanamikoji::Round {
        game(self.0.rules()).round(self.0.round_number(), self.0.favour_of_first(), |_| 0.0)
    }

    /// The same round, with undecided games valued by this favour table.
    pub(super) fn valued_round(&self, favours: &Favours) -> hanamikoji::Round {
        favours.round(&game(self.0.rules()), self.0.round_number(), self.0.favour_of_first())
    }

    pub(super) fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|refused| error::refused(py, &refused))
    }

    /// An information set as an argument of this name; a text is none.
    pub(super) fn given(name: &str, given: &Bound<'_, PyAny>) -> PyResult<Self> {
        let wrong_type = |_| arguments::wrong_type(name, "an InformationSet", given);
        given.cast::<Self>().map(|set| *set.get()).map_err(wrong_type)
    }

    pub(super) fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.round().legal(self.0.key(), &mut actions);
        actions
    }
}

/// The turns of a history with one more decision: an action begins a turn, an answer ends one.
pub(super) fn history_with(turns: &[String], decision: &str) -> String {
    let mut turns = turns.to_vec();
    match (decision.starts_with('-'), turns.last_mut()) {
        (true, Some(last)) => last.push_str(decision),
        _ => turns.push(decision.to_owned()),
    }
    turns.join(",")
}

/// The markers as text, from the side of a seat.
pub(super) fn markers(favour: Favour, seat: Seat, rules: &hanamikoji::Rules) -> String {
    FavourText::new(favour.seen_from(seat), rules).to_string()
}
