//! A round as a game for other programs: numbered actions, explicit chance, states that never change.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{self, Action, Deal, Entry, Geisha, Kind, Outcome, RoundOutcome, State};
use hanamachi_solver::search::parallel::Streams;
use numpy::PyArray1;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::convert::{field, game, player, tags};
use super::favours::Favours;
use super::knowledge::InformationSet;
use super::player::Given;
use super::record::RoundRecord;
use super::tensor;
use crate::error::UnsuitedError;
use crate::{arguments, error};

/// The data that all states of a round share.
pub(crate) struct Shared {
    pub(crate) round: hanamikoji::Round,
    pub(crate) tags: Tags,
    favours: Favours,
    /// Every action that may ever be legal, in ascending order.
    actions: Vec<Action>,
    numbers: HashMap<Action, usize>,
    most_outcomes: usize,
}

/// One round of Hanamikoji by some rules, as a game with chance: deals, legal actions, and utilities at the
/// end. Immutable.
///
/// Actions are numbered from 0 to ``num_actions`` − 1, the same in every state; the outcomes of chance from 0 in each state.
/// ``favour_table``, a file that ``hanamachi hanamikoji favour --table`` wrote for these rules, values the games that the
/// round leaves undecided. Without it the built-in table does in the standard game, and a rule of thumb in reduced ones:
/// ``continuation`` names what does. With ``rounds=1``, or in the last round of a limited game, nothing is left undecided, and a
/// game that nobody has won is worth 0.
#[pyclass(frozen, weakref, module = "hanamachi.hanamikoji")]
#[derive(Clone)]
pub(crate) struct Round(pub(crate) Arc<Shared>);

/// A state of a round. Immutable; equal states of equal rounds have the same cards in the same places, and the same history.
#[pyclass(frozen, weakref, module = "hanamachi.hanamikoji")]
#[derive(Clone)]
pub(crate) struct RoundState {
    shared: Arc<Shared>,
    state: State,
    /// The outcomes of chance and the actions that led here.
    path: Vec<usize>,
}

/// The parts from which pickle makes a state again: [`RoundState::at`], a round and a path.
type Pickled<'py> = (Bound<'py, PyAny>, (Round, Vec<usize>));

/// All sets of `size` cards of this pack, in ascending order of their letters.
fn sets(counts: &[u32], size: u32) -> Vec<Vec<Geisha>> {
    fn grow(counts: &[u32], from: usize, left: u32, found: &mut Vec<Geisha>, sets: &mut Vec<Vec<Geisha>>) {
        if left == 0 {
            sets.push(found.clone());
            return;
        }
        for place in from..counts.len() {
            let held = found.iter().filter(|card| card.index() == place).count();
            if held < counts[place] as usize {
                found.push(Geisha::ALL[place]);
                grow(counts, place, left - 1, found, sets);
                found.pop();
            }
        }
    }
    let mut sets = Vec::new();
    grow(counts, 0, size, &mut Vec::new(), &mut sets);
    sets
}

/// Every action that some hand allows, and every answer that some offer allows.
pub(super) fn all_actions(rules: &hanamikoji::Rules) -> Vec<Action> {
    let counts: Vec<u32> = Geisha::ALL.iter().map(|&geisha| rules.value(geisha)).collect();
    let mut actions = Vec::new();
    for kind in rules.actions().iter() {
        for set in sets(&counts, kind.number().into()) {
            match (kind, &set[..]) {
                (Kind::Secret, &[card]) => actions.push(Action::secret(card)),
                (Kind::TradeOff, &[a, b]) => actions.push(Action::trade_off([a, b])),
                (Kind::Gift, &[a, b, c]) => {
                    actions.push(Action::gift([a, b, c]));
                    actions.extend([a, b, c].map(Action::take_card));
                }
                (Kind::Competition, &[a, b, c, d]) => {
                    for pairs in [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]] {
                        actions.push(Action::competition(pairs));
                        actions.extend(pairs.map(Action::take_pair));
                    }
                }
                _ => {}
            }
        }
    }
    actions.sort_unstable();
    actions.dedup();
    actions
}

#[pymethods]
impl Round {
    #[new]
    #[pyo3(
        signature = (rules = String::new(), favour = None, favour_table = None),
        text_signature = "(rules='', favour=None, favour_table=None)"
    )]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::text::rules)] rules: String,
        #[pyo3(from_py_with = arguments::optional::favour)] favour: Option<String>,
        #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    ) -> PyResult<Self> {
        let tags = tags(py, &rules)?;
        let favour = super::convert::favour(py, favour.as_deref(), &tags.rules)?;
        let favours = Favours::open(py, favour_table.as_deref(), &tags.rules)?;
        let round = favours.round(&game(&tags.rules), tags.round, favour);
        let actions = all_actions(&tags.rules);
        let numbers = actions.iter().enumerate().map(|(number, &action)| (action, number)).collect();
        let counts: Vec<u32> = Geisha::ALL.iter().map(|&geisha| tags.rules.value(geisha)).collect();
        let most_outcomes = sets(&counts, tags.rules.first_hand()).len().max(tags.rules.geisha().count());
        Ok(Self(Arc::new(Shared { round, tags, favours, actions, numbers, most_outcomes })))
    }

    /// The rules and the round number as tags, only those that differ from the standard game; may be empty.
    #[getter]
    fn rules(&self) -> String {
        self.0.tags.to_string()
    }

    /// The markers before the round from the first player's seat.
    #[getter]
    fn favour(&self) -> String {
        FavourText::new(self.0.round.favour(), &self.0.tags.rules).to_string()
    }

    /// What values the games that the round leaves undecided: ``none``, ``favour_table`` or ``rule_of_thumb``.
    #[getter]
    fn continuation(&self) -> &'static str {
        self.0.round.continuation().word()
    }

    /// The file of the favour table, absolute; None if there is none.
    #[getter]
    fn favour_table(&self) -> Option<PathBuf> {
        self.0.favours.path().map(Path::to_owned)
    }

    /// The state in which this record of the round ends: with its deal, after its turns and the next draw.
    ///
    /// Raises ``UnsuitedError`` for a record of other rules or markers.
    fn state(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = record)] record: RoundRecord,
    ) -> PyResult<RoundState> {
        let RoundRecord(record) = record;
        let (rules, round) = (record.rules(), &self.0.round);
        let is_other = *rules != self.0.tags.rules
            || record.round_number() != self.0.tags.round
            || record.favour() != round.favour();
        if is_other {
            return Err(UnsuitedError::new_err(format!(
                "the record is of another round than {}",
                self.__repr__()
            )));
        }
        let deal = record.deal();
        let dealt = [Outcome::Card(deal.removed()), Outcome::Hand(deal.hand(Seat::First))];
        let mut chance = dealt
            .into_iter()
            .chain([Outcome::Hand(deal.hand(Seat::Second))])
            .chain(deal.draws().iter().map(|&card| Outcome::Card(card)));
        let mut actions = record.history().iter().flat_map(|entry| entry.decisions());
        let mut state = self.start();
        loop {
            let number = if state.to_act() == CHANCE {
                let outcomes = state.outcomes();
                chance.next().and_then(|outcome| outcomes.iter().position(|&(of, _)| of == outcome))
            } else {
                actions.next().and_then(|action| self.0.numbers.get(&action).copied())
            };
            let Some(number) = number else { return Ok(state) };
            state = state.play(py, number)?;
        }
    }

    /// The number of different actions in all states together.
    #[getter]
    fn num_actions(&self) -> usize {
        self.0.actions.len()
    }

    /// The greatest number of outcomes that chance may have in a state.
    #[getter]
    fn max_chance_outcomes(&self) -> usize {
        self.0.most_outcomes
    }

    /// The greatest number of decisions in a round.
    #[getter]
    fn max_decisions(&self) -> usize {
        self.0.tags.rules.turns() + 2 * offers(&self.0.tags.rules)
    }

    /// The number of times that chance deals or draws.
    #[getter]
    fn num_chance(&self) -> usize {
        3 + self.0.tags.rules.turns()
    }

    #[expect(clippy::unused_self, reason = "an attribute of the object")]
    /// The length of the tensors of ``information_tensor``.
    #[getter]
    fn tensor_size(&self) -> usize {
        tensor::SIZE
    }

    /// The actions in their notation, by number.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.0.actions.iter().map(ToString::to_string).collect()
    }

    /// The state before anything is dealt.
    fn start(&self) -> RoundState {
        RoundState { shared: Arc::clone(&self.0), state: self.0.round.start(), path: Vec::new() }
    }

    fn __eq__(&self, other: &Self) -> bool {
        let question = |round: &Self| (round.0.tags, round.0.round.favour(), round.0.round.continuation());
        question(self) == question(other)
    }

    fn __hash__(&self) -> u64 {
        self.0.round.favour().index() as u64
    }

    fn __repr__(&self) -> String {
        format!("Round('{}', '{}')", self.rules(), self.favour())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String, String, Option<PathBuf>)) {
        (py.get_type::<Self>(), (self.rules(), self.favour(), self.favour_table()))
    }
}

/// Offers that one player makes.
fn offers(rules: &hanamikoji::Rules) -> usize {
    rules.actions().iter().filter(|kind| matches!(kind, Kind::Gift | Kind::Competition)).count()
}

/// A round as an argument.
pub(super) fn round(given: &Bound<'_, PyAny>) -> PyResult<Round> {
    let round = given.cast::<Round>().map_err(|_| arguments::wrong_type("round", "a Round", given))?;
    Ok(round.get().clone())
}

/// A record as an argument.
fn record(given: &Bound<'_, PyAny>) -> PyResult<RoundRecord> {
    let record =
        given.cast::<RoundRecord>().map_err(|_| arguments::wrong_type("record", "a RoundRecord", given))?;
    Ok(record.get().clone())
}

/// No round has as many draws and decisions.
const MOST_STEPS: usize = 100;

/// Outcomes of chance and actions, one after another. An endless iterable is cut off, where the round is over
/// long since.
fn path(given: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
    let steps = given.try_iter().map_err(|_| arguments::wrong_type("path", "several integers", given))?;
    let step = |(place, step): (usize, PyResult<Bound<'_, PyAny>>)| {
        arguments::whole(&format!("path[{place}]"), &step?, 0, arguments::MOST_OF_32_BITS)
    };
    steps.take(MOST_STEPS).enumerate().map(step).collect()
}

/// The side to act as a number: 0 and 1 the players, −1 chance, −4 nobody, as in OpenSpiel.
const CHANCE: i32 = -1;
const END: i32 = -4;

impl RoundState {
    fn play(&self, py: Python<'_>, number: usize) -> PyResult<Self> {
        let refused = || error::illegal(py, &number.to_string(), format!("{number} is not legal here"));
        let mut state = self.state;
        if self.to_act() == CHANCE {
            let outcomes = self.outcomes();
            let &(outcome, _) = outcomes.get(number).ok_or_else(refused)?;
            self.shared.round.apply_chance(&mut state, outcome);
        } else {
            let &action = self.shared.actions.get(number).ok_or_else(refused)?;
            if self.legal().binary_search(&action).is_err() {
                return Err(refused());
            }
            self.shared.round.play(&mut state, action);
        }
        let path = self.path.iter().copied().chain([number]).collect();
        Ok(Self { shared: Arc::clone(&self.shared), state, path })
    }

    fn outcomes(&self) -> Vec<(Outcome, f64)> {
        let mut outcomes = Vec::new();
        self.shared.round.outcomes(&self.state, &mut outcomes);
        outcomes
    }

    fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.shared.round.actions(&self.state, &mut actions);
        actions
    }
}

#[pymethods]
impl RoundState {
    /// The state after these outcomes of chance and actions, from the start of the round.
    #[classmethod]
    fn at(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        #[pyo3(from_py_with = round)] round: Round,
        #[pyo3(from_py_with = path)] path: Vec<usize>,
    ) -> PyResult<Self> {
        path.into_iter().try_fold(round.start(), |state, number| state.play(py, number))
    }

    /// The outcomes of chance and the actions that led here.
    #[getter]
    fn path(&self) -> Vec<usize> {
        self.path.clone()
    }

    /// The round of which this is a state.
    #[getter]
    fn round(&self) -> Round {
        Round(Arc::clone(&self.shared))
    }

    /// The side to act: 0 the first player, 1 the second, −1 chance, −4 nobody.
    #[getter]
    fn to_act(&self) -> i32 {
        match self.shared.round.turn(&self.state) {
            Turn::Chance => CHANCE,
            Turn::Player(Seat::First) => 0,
            Turn::Player(Seat::Second) => 1,
            Turn::End => END,
        }
    }

    /// The outcomes of chance: numbers from 0, each with its probability; empty if it is not for chance to
    /// act.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        self.outcomes().into_iter().map(|(_, probability)| probability).enumerate().collect()
    }

    /// The numbers of the legal actions, in ascending order; empty if no player is to act.
    fn legal_actions(&self) -> Vec<usize> {
        self.legal().iter().filter_map(|action| self.shared.numbers.get(action).copied()).collect()
    }

    /// The meaning of this number here: an action, such as ``1E``, or the cards of an outcome of chance.
    fn action_text(&self, #[pyo3(from_py_with = arguments::number)] number: usize) -> PyResult<String> {
        let refused = || PyIndexError::new_err(format!("there is no action {number}"));
        if self.to_act() == CHANCE {
            let outcome = self.outcomes().get(number).map(|&(outcome, _)| outcome).ok_or_else(refused)?;
            return Ok(match outcome {
                Outcome::Card(card) => card.to_string(),
                Outcome::Hand(hand) => hand.to_string(),
            });
        }
        self.shared.actions.get(number).map(ToString::to_string).ok_or_else(refused)
    }

    /// The state after this action or outcome of chance.
    #[pyo3(name = "play")]
    fn play_number(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::number)] number: usize,
    ) -> PyResult<Self> {
        self.play(py, number)
    }

    /// The utility of a finished round to the first player, −1 to 1; the second player gets the negative. 0
    /// before the end.
    #[getter]
    fn utility(&self) -> f64 {
        if self.state.is_over() { self.shared.round.utility(&self.state) } else { 0.0 }
    }

    /// The round so far with all cards face up; None while cards are dealt or drawn. Cards that are still in the deck follow in
    /// alphabetical order.
    fn record(&self) -> Option<RoundRecord> {
        let mut known = State::clone(&self.shared.round.start());
        let (mut removed, mut hands, mut draws) = (None, Vec::new(), Vec::new());
        for &number in &self.path {
            if self.shared.round.turn(&known) == Turn::Chance {
                let mut outcomes = Vec::new();
                self.shared.round.outcomes(&known, &mut outcomes);
                let &(outcome, _) = outcomes.get(number)?;
                match outcome {
                    Outcome::Hand(hand) => hands.push(hand),
                    Outcome::Card(card) if removed.is_none() => removed = Some(card),
                    Outcome::Card(card) => draws.push(card),
                }
                self.shared.round.apply_chance(&mut known, outcome);
            } else {
                self.shared.round.play(&mut known, *self.shared.actions.get(number)?);
            }
        }
        if self.to_act() == CHANCE {
            return None;
        }
        draws.extend(self.state.deck().iter());
        let &[first, second] = &hands[..] else { return None };
        let rules = self.shared.tags.rules;
        let deal = Deal::new(&rules, removed?, [first, second], &draws).ok()?;
        let history = self.state.open_history().filter_map(Entry::unpack).collect::<Vec<_>>();
        let favour = self.shared.round.favour();
        hanamikoji::RoundRecord::new(rules, self.shared.tags.round, favour, deal, history)
            .ok()
            .map(RoundRecord)
    }

    /// The round that follows in the game, from the seats of its own players: this round's second player moves first. None
    /// while the round goes on, and once the game is over: see ``RoundRecord.outcome``.
    fn next_round(&self) -> Option<Round> {
        let RoundRecord(record) = self.record()?;
        if record.outcome()? != RoundOutcome::Undecided {
            return None;
        }
        let Shared { tags, favours, actions, numbers, most_outcomes, .. } = &*self.shared;
        let tags = Tags { round: tags.round.checked_add(1)?, ..*tags };
        let round = favours.round(&game(&tags.rules), tags.round, record.favour_after()?.flipped());
        let (favours, actions, numbers) = (favours.clone(), actions.clone(), numbers.clone());
        Some(Round(Arc::new(Shared {
            round,
            tags,
            favours,
            actions,
            numbers,
            most_outcomes: *most_outcomes,
        })))
    }

    /// Another state that this player, ``first`` or 0, ``second`` or 1, cannot tell from this one: the player's own cards came as they did, and the other
    /// cards are as in ``InformationSet.sample``.
    ///
    /// Raises ``ValueError`` while cards are dealt or drawn.
    #[pyo3(signature = (seat, seed = 1, player = None))]
    fn resample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = player)] seat: Seat,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
        player: Option<Given<'_>>,
    ) -> PyResult<Self> {
        let (Some(record), Some(known)) = (self.record(), self.information_set(seat)) else {
            return Err(PyValueError::new_err(
                "cards are dealt or drawn here: nobody knows an information set",
            ));
        };
        let drawn = known.sample(py, 1, seed, player)?;
        let other = drawn.first().map(|of| of.0.end()).and_then(|state| {
            let (number, known) = (self.shared.tags.round, Some((seat, &record.0)));
            let mut rng = Streams::new(seed).first();
            hanamikoji::RoundRecord::ending_in(&self.shared.round, number, state, known, &mut rng)
        });
        let other = other.ok_or_else(|| PyValueError::new_err("no order of the cards leads here"))?;
        self.round().state(py, RoundRecord(other))
    }

    /// The information set of this player, ``first`` or 0, ``second`` or 1; None while cards are dealt or drawn.
    fn information_set(&self, #[pyo3(from_py_with = player)] seat: Seat) -> Option<InformationSet> {
        let information = self.state.information(seat);
        let known = hanamikoji::InformationSet::from_information(
            &self.shared.round,
            self.shared.tags.round,
            &information,
        );
        known.ok().map(InformationSet)
    }

    /// The information of this player, ``first`` or 0, ``second`` or 1, as text at every moment: different for states that the player
    /// can tell apart.
    ///
    /// The order in which the player's own cards came is forgotten, at no cost to play.
    fn information_text(&self, #[pyo3(from_py_with = player)] seat: Seat) -> String {
        let information = self.state.information(seat);
        let favour = FavourText::new(self.shared.round.favour().seen_from(seat), &self.shared.tags.rules);
        let turns: Vec<String> = information.history().iter().map(ToString::to_string).collect();
        let history = if turns.is_empty() { "-".to_owned() } else { turns.join(",") };
        let moment = match self.shared.round.turn(&self.state) {
            Turn::Chance => " dealing",
            Turn::Player(_) => "",
            Turn::End => " end",
        };
        format!("{favour} {} {} {history}{moment}", seat.index() + 1, field(information.hand()))
    }

    /// The information of this player, ``first`` or 0, ``second`` or 1, as numbers: float32 of shape (``tensor_size``,). The chapter
    /// of the book describes the layout.
    fn information_tensor<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = player)] seat: Seat,
    ) -> Bound<'py, PyArray1<f32>> {
        let (round, turn) = (&self.shared.round, self.shared.round.turn(&self.state));
        let numbers = tensor::of_information(&self.state.information(seat), round.favour(), turn);
        PyArray1::from_vec(py, numbers)
    }

    /// The card removed, both hands, both rows of cards on the table, both secrets and both trade-offs, in letters.
    #[getter]
    fn cards(&self) -> [String; 9] {
        let both = |of: &dyn Fn(Seat) -> hanamikoji::Cards| Seat::BOTH.map(|seat| of(seat).to_string());
        let [first_hand, second_hand] = both(&|seat| self.state.hand(seat));
        let [first_row, second_row] = both(&|seat| self.state.row(seat));
        let [first_secret, second_secret] = both(&|seat| self.state.secret(seat));
        let [first_trade_off, second_trade_off] = both(&|seat| self.state.trade_off(seat));
        let removed = self.state.removed().to_string();
        [
            removed,
            first_hand,
            second_hand,
            first_row,
            second_row,
            first_secret,
            second_secret,
            first_trade_off,
            second_trade_off,
        ]
    }

    fn __str__(&self) -> String {
        let turns: Vec<String> = self.state.open_history().map(|entry| entry.to_string()).collect();
        let history = if turns.is_empty() { "-".to_owned() } else { turns.join(",") };
        let [removed, first, second, ..] = self.cards();
        let shown = |cards: String| if cards.is_empty() { "-".to_owned() } else { cards };
        format!("{}/{}/{} {history}", shown(removed), shown(first), shown(second))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let this = slf.get();
        Ok((slf.get_type().getattr("at")?, (this.round(), this.path())))
    }

    fn __repr__(&self) -> String {
        format!("<RoundState {}>", self.__str__())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.round().__eq__(&other.round()) && self.state == other.state
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.state.hash(&mut hasher);
        hasher.finish()
    }
}
