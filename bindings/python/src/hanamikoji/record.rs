//! Rounds with all cards face up.

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{self, Action, Deal, Entry, FIRST_ROUND, Favour, RoundOutcome};
use hanamachi_solver::search::parallel::Streams;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::convert::{game, seat_word, tags};
use super::knowledge::{InformationSet, history_with, markers};
use crate::{arguments, error};

/// A round with its deal and all cards in letters, complete or not. Immutable.
///
/// The text form is ``favour deal history [rules]``, the markers from the first player's seat and the deal as
/// ``removed/first/second/draws``: ``....... G/ABCDEF/ABDEFG/CDEFFGGG -``.
#[pyclass(frozen, weakref, eq, hash, module = "hanamachi.hanamikoji")]
#[derive(Clone)]
pub(crate) struct RoundRecord(pub(super) hanamikoji::RoundRecord);

impl PartialEq for RoundRecord {
    fn eq(&self, other: &Self) -> bool {
        self.0.rules() == other.0.rules()
            && self.0.round_number() == other.0.round_number()
            && self.0.favour() == other.0.favour()
            && self.0.deal() == other.0.deal()
            && self.0.history() == other.0.history()
    }
}

impl Eq for RoundRecord {}

impl std::hash::Hash for RoundRecord {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (self.0.rules(), self.0.round_number(), self.0.favour()).hash(state);
        (self.0.deal(), self.0.history()).hash(state);
    }
}

impl RoundRecord {
    fn round(&self) -> hanamikoji::Round {
        game(self.0.rules()).round(self.0.round_number(), self.0.favour(), |_| 0.0)
    }

    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|refused| error::refused(py, &refused))
    }

    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.round().actions(self.0.end(), &mut actions);
        actions
    }
}

#[pymethods]
impl RoundRecord {
    #[new]
    fn new(py: Python<'_>, #[pyo3(from_py_with = arguments::text::text)] text: String) -> PyResult<Self> {
        Self::read(py, &text)
    }

    /// A shuffled deal before the first turn, with neutral markers: the first one of this seed, as in
    /// ``hanamachi hanamikoji deal random``.
    #[classmethod]
    #[pyo3(signature = (seed, rules = String::new()), text_signature = "($cls, seed, rules='')")]
    fn random_deal(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::text::rules)] rules: String,
    ) -> PyResult<Self> {
        let Tags { rules, round } = tags(py, &rules)?;
        let deal = Deal::random(&rules, &mut Streams::new(seed).first());
        let record = hanamikoji::RoundRecord::new(rules, round, Favour::NEUTRAL, deal, []);
        Ok(Self(record.expect("nothing has been played")))
    }

    /// A round of the standard game played at random to its end: the first one of this seed.
    #[classmethod]
    #[pyo3(signature = (seed, rules = String::new()), text_signature = "($cls, seed, rules='')")]
    fn random(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        #[pyo3(from_py_with = arguments::text::rules)] rules: String,
    ) -> PyResult<Self> {
        let Tags { rules, round: number } = tags(py, &rules)?;
        let round = game(&rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        let mut stream = Streams::new(seed).first();
        let deal = Deal::random(&rules, &mut stream);
        let mut state = round.dealt(&deal);
        while !state.is_over() {
            round.play_random(&mut state, &mut stream);
            round.draw_from(&deal, &mut state);
        }
        let history: Vec<_> = state.open_history().filter_map(Entry::unpack).collect();
        let record = hanamikoji::RoundRecord::new(rules, number, Favour::NEUTRAL, deal, history);
        Ok(Self(record.expect("only what is legal was played")))
    }

    /// The rules and the round number as tags, only those that differ from the standard game; may be empty.
    #[getter]
    fn rules(&self) -> String {
        Tags { rules: *self.0.rules(), round: self.0.round_number() }.to_string()
    }

    /// The markers before the round, ``+`` the first player's.
    #[getter]
    fn favour(&self) -> String {
        markers(self.0.favour(), Seat::First, self.0.rules())
    }

    /// ``removed/first/second/draws``.
    #[getter]
    fn deal(&self) -> String {
        self.0.deal().to_string()
    }

    /// The turns, every card in letters.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.0.history().iter().map(ToString::to_string).collect()
    }

    /// The player who decides next, ``first`` or ``second``; None when the round is complete.
    #[getter]
    fn to_decide(&self) -> Option<&'static str> {
        match self.round().turn(self.0.end()) {
            Turn::Player(seat) => Some(seat_word(seat)),
            Turn::Chance | Turn::End => None,
        }
    }

    /// Whether all turns have been played.
    #[getter]
    fn is_complete(&self) -> bool {
        self.0.is_complete()
    }

    /// The markers after the round from the first player's seat; None while it is not complete.
    #[getter]
    fn favour_after(&self) -> Option<String> {
        self.0.favour_after().map(|favour| markers(favour, Seat::First, self.0.rules()))
    }

    /// The outcome for the game: ``first`` or ``second`` won it, ``undecided`` (another round follows) or
    /// ``shared``; None while the round is not complete.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        Some(match self.0.outcome()? {
            RoundOutcome::Won(seat) => seat_word(seat),
            RoundOutcome::Undecided => "undecided",
            RoundOutcome::Shared => "shared",
        })
    }

    /// The legal decisions of the player to decide, in ascending order.
    fn legal_actions(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    /// The round after this decision: ``1E``, ``2BC``, ``3BCC``, ``4ACBD``, or an answer, ``-C`` or ``-BD``.
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::text::action)] action: String,
    ) -> PyResult<Self> {
        let action = action.as_str();
        if !self.actions().iter().any(|legal| legal.to_string() == action) {
            let message = format!("`{}` is not legal in `{}`", error::shown(action), self.0);
            return Err(error::illegal(py, action, message));
        }
        let history = history_with(&self.history(), action);
        let text = format!("{} {} {history} {}", self.favour(), self.deal(), self.rules());
        Self::read(py, text.trim_end())
    }

    /// The information set of this player, ``first`` or ``second``.
    fn information_set(&self, #[pyo3(from_py_with = super::convert::seat)] seat: Seat) -> InformationSet {
        InformationSet(self.0.information_set(seat))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("RoundRecord('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}
