//! Information sets.

use hanamachi_solver::game::Turn;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::policy::Policy;
use hanamachi_solver::hanamikoji::{self, Cards, Posterior};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::parallel::Streams;
use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::convert::{field, seat_word};
use super::favours::Favours;
use super::knowledge::{InformationSet, history_with};
use super::player::Given;
use super::record::RoundRecord;
use super::tensor;
use crate::error::UnsuitedError;
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Whether this text has the form of an action or of an answer: one word, so that nothing else of an information
/// set can follow.
fn is_one_decision(text: &str) -> bool {
    let cards = text.strip_prefix('-').unwrap_or(text);
    !cards.is_empty() && cards.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[pymethods]
impl InformationSet {
    #[new]
    fn new(py: Python<'_>, #[pyo3(from_py_with = arguments::text::text)] text: String) -> PyResult<Self> {
        Self::read(py, &text)
    }

    /// The rules and the round number as tags, only those that differ from the standard game; may be empty.
    #[getter]
    fn rules(&self) -> String {
        Tags { rules: *self.0.rules(), round: self.0.round_number() }.to_string()
    }

    /// ``first`` if the reader moves first in this round, else ``second``.
    #[getter]
    fn seat(&self) -> &'static str {
        seat_word(self.0.seat())
    }

    /// The reader's hand in letters, after the draw if it is the reader's turn; may be empty.
    #[getter]
    fn hand(&self) -> String {
        self.0.hand().to_string()
    }

    /// The markers, a sign for each geisha: ``+`` the reader's, ``-`` the opponent's, ``.`` neutral.
    #[getter]
    fn favour(&self) -> String {
        FavourText::new(self.0.favour(), self.0.rules()).to_string()
    }

    /// The turns as the reader knows them.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.0.history().iter().map(ToString::to_string).collect()
    }

    /// The side that decides next, ``reader`` or ``opponent``; None when the round is complete.
    #[getter]
    fn to_decide(&self) -> Option<&'static str> {
        self.0.to_decide().map(|who| if who == self.0.seat() { "reader" } else { "opponent" })
    }

    /// The cards that the reader has not seen, in letters.
    #[getter]
    fn unseen(&self) -> String {
        self.round().hidden(self.0.key()).unseen().to_string()
    }

    /// The reader's information as numbers, float32: the same as in the states of a round and the PettingZoo
    /// environment.
    fn tensor<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        let turn = self.0.to_decide().map_or(Turn::End, Turn::Player);
        PyArray1::from_vec(py, tensor::of_information(self.0.key(), self.0.favour_of_first(), turn))
    }

    /// The reader's legal decisions in ascending order; empty if it is not for the reader to decide.
    fn legal_actions(&self) -> Vec<String> {
        self.actions().iter().map(ToString::to_string).collect()
    }

    /// The reader's information set after a decision: the reader's own, or the visible part of one of the
    /// opponent's (``1X``, ``2XX``).
    ///
    /// ``draw`` is the card if the reader draws next; otherwise it is None.
    #[pyo3(signature = (decision, draw = None))]
    fn play(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::text::decision)] decision: String,
        #[pyo3(from_py_with = arguments::optional::draw)] draw: Option<String>,
    ) -> PyResult<Self> {
        let decision = decision.as_str();
        let refused =
            |why: String| error::illegal(py, decision, format!("`{}`{why}", error::shown(decision)));
        let own = match self.0.to_decide() {
            None => return Err(refused(": the round is complete".to_owned())),
            Some(seat) if seat == self.0.seat() => {
                let action = self.actions().into_iter().find(|action| action.to_string() == decision);
                Some(action.ok_or_else(|| refused(format!(" is not legal in `{}`", self.0)))?)
            }
            Some(_) if is_one_decision(decision) => None,
            Some(_) => {
                let message = ": expected one decision of the opponent, such as `1X`, `3BCC` or `-C`";
                return Err(refused(message.to_owned()));
            }
        };
        let mut hand = match own {
            // The cards of an answer come from the offer, not from the hand.
            Some(action) if action.kind().is_some() => minus(self.0.hand(), action.cards()),
            _ => self.0.hand(),
        };
        if let Some(draw) = &draw {
            let drawn: Cards = draw.parse().map_err(|refused| error::refused(py, &refused))?;
            if drawn.len() != 1 {
                let message = format!("draw: expected one card, found `{}`", error::shown(draw));
                return Err(PyValueError::new_err(message));
            }
            hand = hand.iter().chain(drawn.iter()).collect();
        }
        let history = history_with(&self.history(), decision);
        let text = format!(
            "{} {} {} {history} {}",
            self.favour(),
            self.0.seat().index() + 1,
            field(hand),
            self.rules()
        );
        Self::read(py, text.trim_end())
    }

    /// Rounds with all cards face up that the reader cannot tell from this one: ``count`` records, each ending here, drawn by
    /// the seed.
    ///
    /// Every placement of the unseen physical cards is equally likely; with ``player``, a :class:`Player` or the name of
    /// one that reports probabilities, placements have the posterior probability that both have played by it. The order in which
    /// cards came, and that of the deck, is any that is possible, each equally likely.
    ///
    /// Raises ``ValueError`` and ``UnsuitedError`` as ``beliefs`` does.
    #[pyo3(signature = (count, seed = 1, player = None))]
    pub(super) fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::count)] count: usize,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        player: Option<Given<'_>>,
    ) -> PyResult<Vec<RoundRecord>> {
        let favours = match &player {
            Some(Given::Opened(player)) => player.favours.clone(),
            _ => Favours::built_in(),
        };
        let (set, round) = (self.0, self.valued_round(&favours));
        let policy = player.map(|player| {
            let policy = player.policy(py, "player", set.rules())?;
            player.known(py, "player", set.rules())?.expect(|table| table.expect_set(&set))?;
            Ok::<_, PyErr>(policy)
        });
        let policy = policy.transpose()?;
        let asked = policy.clone();
        let found = move |context: RunContext<'_>| {
            let mut rng = Streams::new(seed).first();
            let hidden = round.hidden(set.key());
            let posterior =
                policy.map(|policy| Posterior::within(&round, set.key(), &policy, context)).transpose()?;
            let mut record = || {
                let state = match &posterior {
                    Some(posterior) => posterior.sample(&mut rng),
                    None => hidden.sample(&mut rng),
                };
                hanamikoji::RoundRecord::ending_in(&round, set.round_number(), &state, None, &mut rng)
            };
            Ok((0..count).map(|_| record()).collect::<Option<Vec<_>>>())
        };
        let found = work::run(py, Limits::default(), found)?.map_err(|stop| error::stopped(py, stop))?;
        if let Some(fault) = asked.and_then(|asked| asked.fault().map(|fault| fault.to_string())) {
            return Err(UnsuitedError::new_err(fault));
        }
        let found = found.ok_or_else(|| PyRuntimeError::new_err("no order of the cards leads here"))?;
        Ok(found.into_iter().map(RoundRecord).collect())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("InformationSet('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}

/// These cards without the cards taken.
fn minus(cards: Cards, taken: Cards) -> Cards {
    let mut left: Vec<_> = cards.iter().collect();
    for card in taken.iter() {
        if let Some(place) = left.iter().position(|&other| other == card) {
            left.remove(place);
        }
    }
    left.into_iter().collect()
}
