//! The class of players: their probabilities and decisions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hanamachi_solver::hanamikoji::policy::{Policy, Unsuited};
use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, StrategyTableError};
use hanamachi_solver::hanamikoji::{self, Action, Rules};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::parallel::Streams;
use hanamachi_solver::table::Reader;
use hanamachi_solver::text::hex;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};
use rayon::prelude::*;

use super::convert::{game, rules_text, tags};
use super::favours::Favours;
use super::knowledge::InformationSet;
use super::player::{Player, cannot_tell, known, of_table, of_weights};
use super::round::{Round, all_actions, round};
use crate::arguments;
use crate::error::{self, UnsuitedError};
use crate::memory::expect_room;
use crate::table::Table;
use crate::work::{self, Limits};

fn information_set(given: &Bound<'_, PyAny>) -> PyResult<InformationSet> {
    InformationSet::given("information_set", given)
}

/// The name of a player with the path of its file made absolute: the working directory may change, and pickles
/// may be read in another one.
fn with_absolute_path(name: String) -> PyResult<String> {
    for prefix in ["policy:weights=", "table:"] {
        if let Some(path) = name.strip_prefix(prefix) {
            let path = std::path::absolute(path)?;
            // A path made from text is text unless the working directory is not.
            return Ok(path.to_str().map_or(name.clone(), |path| format!("{prefix}{path}")));
        }
    }
    Ok(name)
}

/// Probabilities of actions, and which are legal.
type Batch<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray2<bool>>);

/// The parts from which pickle makes a player again: its name or its table, its rules, and the path of its favour table.
type Pickled<'py> = (Bound<'py, PyType>, (Bound<'py, PyAny>, String, Option<PathBuf>));

impl Player {
    /// The player by a table in memory: the object of Python and the table in it.
    fn of_table(
        given: &Bound<'_, PyAny>,
        table: &PyRef<'_, Table>,
        rules: Option<Rules>,
        favour_table: Option<&Path>,
    ) -> PyResult<Self> {
        let py = given.py();
        let (known, rules) = of_table(py, table.shared(), rules)?;
        let name = table
            .path_text()
            .map_or_else(|| format!("table:{}", table.short_hash()), |path| format!("table:{path}"));
        let favours = Favours::open(py, favour_table, &rules)?;
        Ok(Self { name, rules, known, favours, made_of: Some(Arc::new(given.clone().unbind())) })
    }

    /// The legal actions. Refuses a position by other rules, or one in which the reader has nothing to
    /// decide, and a file that has been cut short.
    fn asked(&self, py: Python<'_>, set: &hanamikoji::InformationSet) -> PyResult<Vec<Action>> {
        self.known.expect_whole(py, &self.name)?;
        if *set.rules() != self.rules {
            return Err(UnsuitedError::new_err(format!(
                "`{}` was opened for the rules {}, and the information set is of {}",
                self.name,
                rules_text(&self.rules),
                rules_text(set.rules())
            )));
        }
        let actions = InformationSet(*set).actions();
        if actions.is_empty() {
            return Err(PyValueError::new_err("information_set: it is not for the reader to decide"));
        }
        self.known.expect(|table| table.expect_set(set))?;
        let has_row = |table: &StrategyTable<_>| actions.len() == 1 || table.lookup(set).is_some();
        let without = || StrategyTableError::NoRow { set: set.to_string() };
        self.known.expect(|table| if has_row(table) { Ok(()) } else { Err(without()) })?;
        Ok(actions)
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(
        signature = (name, rules = String::new(), favour_table = None),
        text_signature = "(name, rules='', favour_table=None)"
    )]
    fn new(
        py: Python<'_>,
        name: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::text::rules)] rules: String,
        #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    ) -> PyResult<Self> {
        let of_rules = tags(py, &rules)?.rules;
        let name = &name.getattr("strategy").unwrap_or_else(|_| name.clone());
        if let Ok(native) = name.getattr("_native")
            && let Ok(table) = native.cast::<Table>()
        {
            let rules = (!rules.is_empty()).then_some(of_rules);
            return Self::of_table(name, &table.borrow(), rules, favour_table.as_deref());
        }
        if let Ok(weights) = name.getattr("weights") {
            let weights = weights.cast_into::<PyBytes>()?;
            let trained = self::tags(py, &name.getattr("rules")?.extract::<String>()?)?.rules;
            let rules = if rules.is_empty() { trained } else { of_rules };
            let known = of_weights(py, weights.as_bytes(), &rules)?;
            let hash = Reader::open(weights.as_bytes()).map(|reader| hex(&reader.identity()[..8]));
            let text = format!("policy:{}", hash.map_err(|error| error::table(py, None, error))?);
            let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
            return Ok(Self {
                name: text,
                rules,
                known,
                favours,
                made_of: Some(Arc::new(name.clone().unbind())),
            });
        }
        let (name, rules) = (arguments::text::name(name)?, of_rules);
        let known = known(py, "name", &name, &rules)?;
        let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
        Ok(Self { name: with_absolute_path(name)?, rules, known, favours, made_of: None })
    }

    /// The file of the favour table, absolute; None if there is none.
    #[getter]
    fn favour_table(&self) -> Option<PathBuf> {
        self.favours.path().map(Path::to_owned)
    }

    /// Raises ``UnsuitedError`` unless it can play this round: a table is for its rules, its markers, and its values of
    /// undecided games.
    fn check_round(&self, py: Python<'_>, #[pyo3(from_py_with = round)] round: Round) -> PyResult<()> {
        self.known.expect_whole(py, &self.name)?;
        let unsuited = |error: Unsuited| UnsuitedError::new_err(error.to_string());
        self.known.expect(|table| table.expect_round(&round.0.round))?;
        self.known
            .opened
            .policy
            .as_ref()
            .map_or(Ok(()), |policy| policy.check_round(&round.0.round).map_err(unsuited))
    }

    /// The name it was opened with; the path of a file is absolute.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The rules as tags, without the round number.
    #[getter]
    fn rules(&self) -> String {
        rules_text(&self.rules)
    }

    /// Whether it can report the probability of each action. Players that search, such as ``ismcts``, report
    /// only their decision.
    #[getter]
    fn has_probabilities(&self) -> bool {
        self.known.opened.policy.is_some()
    }

    /// The probability of each legal action, given the information of the player to decide: a dictionary of
    /// action and probability, in the order of ``InformationSet.legal_actions``. The sum is 1 up to rounding.
    ///
    /// Raises ``ValueError`` if the player cannot report probabilities or if it is not for the reader to
    /// decide, and ``UnsuitedError`` for a position by other rules. Ctrl-C takes effect at once; the search
    /// for an answer that ``best`` makes goes on in the background until its time is over.
    fn probabilities<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = information_set)] information_set: InformationSet,
    ) -> PyResult<Bound<'py, PyDict>> {
        let policy = self.known.opened.policy.clone().ok_or_else(|| cannot_tell("player", &self.name))?;
        let set = information_set.0;
        let actions = self.asked(py, &set)?;
        let round = self.favours.round(&game(set.rules()), set.round_number(), set.favour_of_first());
        let legal = actions.clone();
        let probabilities = work::run_or_leave(py, move || {
            let mut probabilities = Vec::with_capacity(legal.len());
            policy.probabilities(&round, set.key(), &legal, &mut probabilities);
            probabilities
        })?;
        // Networks compute in single precision, so their sums are inexact.
        let sum: f64 = probabilities.iter().sum();
        let found = PyDict::new(py);
        for (action, probability) in actions.iter().zip(probabilities) {
            found.set_item(action.to_string(), probability / sum)?;
        }
        Ok(found)
    }

    /// The probabilities at many information sets, float64 of shape (sets, actions), each action in its place in ``Round.actions``;
    /// and which actions are legal, bool of the same shape. ``progress`` counts sets.
    fn batch<'py>(
        &self,
        py: Python<'py>,
        information_sets: Vec<PyRef<'py, InformationSet>>,
        threads: Option<usize>,
        progress: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Batch<'py>> {
        let policy = self.known.opened.policy.clone().ok_or_else(|| cannot_tell("player", &self.name))?;
        let asked = |set: &PyRef<'_, InformationSet>| Ok((set.0, self.asked(py, &set.0)?));
        let asked = information_sets.iter().map(asked).collect::<PyResult<Vec<_>>>()?;
        let (all, game, favours) = (all_actions(&self.rules), game(&self.rules), self.favours.clone());
        let shape = [asked.len(), all.len()];
        expect_room("information_sets", (shape[0] * shape[1]) as u64, 9)?;
        let limits = Limits { threads, progress, total: Some(shape[0] as u64), ..Limits::default() };
        let found = work::run(py, limits, move |context| {
            let row = |(set, legal): &(hanamikoji::InformationSet, Vec<Action>)| {
                context.cancel.reason().map_or(Ok(()), Err)?;
                let round = favours.round(&game, set.round_number(), set.favour_of_first());
                let (mut found, mut row, mut mask) =
                    (Vec::new(), vec![0.0; all.len()], vec![false; all.len()]);
                policy.probabilities(&round, set.key(), legal, &mut found);
                let sum: f64 = found.iter().sum();
                for (action, probability) in legal.iter().zip(found) {
                    let Ok(place) = all.binary_search(action) else { continue };
                    (row[place], mask[place]) = (probability / sum, true);
                }
                context.progress.advance(1);
                Ok((row, mask))
            };
            let rows = asked.par_iter().map(row).collect::<Result<Vec<_>, Stop>>()?;
            let (rows, masks): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            Ok((rows.concat(), masks.concat()))
        })?;
        let (rows, masks) = found.map_err(|stop: Stop| error::stopped(py, stop))?;
        Ok((PyArray1::from_vec(py, rows).reshape(shape)?, PyArray1::from_vec(py, masks).reshape(shape)?))
    }

    /// Its decision, given the information of the player to decide: one of ``InformationSet.legal_actions``.
    /// The same seed gives the same decision.
    ///
    /// Raises like ``probabilities``, and ``RuntimeError`` if the player gives up.
    #[pyo3(signature = (information_set, seed = 1))]
    fn decide(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = information_set)] information_set: InformationSet,
        #[pyo3(from_py_with = arguments::seed)] seed: u64,
    ) -> PyResult<String> {
        let set = information_set.0;
        self.asked(py, &set)?;
        let round = self.favours.round(&game(set.rules()), set.round_number(), set.favour_of_first());
        let make = Arc::clone(&self.known.opened.make);
        let decided = work::run_or_leave(py, move || {
            make().decide(&round, set.key(), &mut Streams::new(seed).first())
        })?;
        match decided {
            Ok(action) => Ok(action.to_string()),
            Err(forfeit) => Err(PyRuntimeError::new_err(format!("`{}` gives up: {forfeit}", self.name))),
        }
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name == other.name && self.rules == other.rules && self.favours.path() == other.favours.path()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.name, self.rules()).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        format!("Player('{}', '{}')", self.name, self.rules())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let name = match &self.made_of {
            Some(object) => object.bind(py).clone(),
            None => self.name.clone().into_pyobject(py)?.into_any(),
        };
        Ok((py.get_type::<Self>(), (name, self.rules(), self.favour_table())))
    }
}
