//! The posterior of the unseen cards.

use std::sync::Arc;

use hanamachi_solver::hanamikoji::analysis::Past;
use hanamachi_solver::hanamikoji::policy::Policy;
use hanamachi_solver::hanamikoji::study::Holdings;
use hanamachi_solver::hanamikoji::{Geisha, Place, distinguishable_placements};
use hanamachi_solver::search::strength::HasStrength;
use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;

use super::favours::Favours;
use super::knowledge::InformationSet;
use super::player::Given;
use crate::error::UnsuitedError;
use crate::work;

/// Beliefs, in the fields of `hanamikoji.beliefs/1`.
#[derive(IntoPyObject)]
pub(super) struct BeliefsData<'py> {
    method: &'static str,
    kind: &'static str,
    policy: Option<String>,
    tremble: Option<f64>,
    unseen: String,
    geisha: String,
    /// Number of cards by place.
    sizes: Vec<u32>,
    placements: u128,
    distinguishable_placements: u128,
    /// By place, geisha and number of cards.
    probabilities: Bound<'py, PyArray3<f64>>,
}

/// The beliefs at this information set; `opponent` is the word `auto`, `uniform`, `learned` or `equilibrium`, or a
/// player.
#[pyfunction]
pub(super) fn beliefs<'py>(
    py: Python<'py>,
    set: PyRef<'py, InformationSet>,
    opponent: Given<'py>,
) -> PyResult<BeliefsData<'py>> {
    let favours = match &opponent {
        Given::Opened(player) => player.favours.clone(),
        Given::Named(_) => Favours::built_in(),
    };
    let (set, round) = (set.0, set.valued_round(&favours));
    let rules = set.rules();
    let of = |past: Past| {
        let round = round.clone();
        work::run_or_leave(py, move || Holdings::new(&round, &set, past))
    };
    let model = match &opponent {
        Given::Named(name) if name == "auto" => match Past::for_rules(rules) {
            Past::Equilibrium => "equilibrium",
            Past::Uniform | Past::Learned => "uniform",
        },
        Given::Named(name) => name.as_str(),
        Given::Opened(_) => "",
    };
    let (holdings, player) = match model {
        "uniform" => (of(Past::Uniform)?, None),
        "learned" => {
            if !rules.is_standard_round() {
                let message =
                    "the learned model knows the deals, actions and goals of the standard game only";
                return Err(UnsuitedError::new_err(message));
            }
            (of(Past::Learned)?, None)
        }
        "equilibrium" => {
            let past = Past::Equilibrium;
            past.check(rules).map_err(|error| UnsuitedError::new_err(error.to_string()))?;
            (of(past)?, None)
        }
        _ => {
            let policy = opponent.policy(py, "opponent", rules)?;
            opponent.known(py, "opponent", rules)?.expect(|table| table.expect_set(&set))?;
            let asked = Arc::clone(&policy);
            let round = round.clone();
            let found = work::run_or_leave(py, move || Holdings::of_policy(&round, &set, &policy))?;
            asked.fault().map_or(Ok(()), |fault| Err(UnsuitedError::new_err(fault.to_string())))?;
            (found, Some(opponent.name().to_owned()))
        }
    };
    let geisha: Vec<Geisha> = rules.geisha().collect();
    let copies = |place, geisha| holdings.beliefs.copies(place, geisha).probabilities();
    let pairs = || Place::ALL.into_iter().flat_map(|place| geisha.iter().map(move |&geisha| (place, geisha)));
    let longest = pairs().map(|(place, geisha)| copies(place, geisha).len()).max().unwrap_or_default();
    let mut probabilities = Vec::with_capacity(Place::ALL.len() * geisha.len() * longest);
    for (place, geisha) in pairs() {
        let known = copies(place, geisha);
        probabilities.extend(known.iter().copied().chain(std::iter::repeat(0.0)).take(longest));
    }
    let shape = [Place::ALL.len(), geisha.len(), longest];
    let hidden = &holdings.hidden;
    Ok(BeliefsData {
        method: holdings.basis_word(),
        kind: holdings.strength().word(),
        policy: player,
        tremble: holdings.tremble,
        unseen: hidden.unseen().to_string(),
        geisha: geisha.iter().map(|geisha| geisha.letter()).collect(),
        sizes: Place::ALL.into_iter().map(|place| hidden.size(place)).collect(),
        placements: hidden.placements(),
        distinguishable_placements: distinguishable_placements(hidden),
        probabilities: PyArray1::from_vec(py, probabilities).reshape(shape)?,
    })
}
