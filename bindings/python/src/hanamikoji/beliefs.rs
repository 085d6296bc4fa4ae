//! The posterior of the unseen cards.

use std::sync::Arc;

use hanamachi_solver::hanamikoji::analysis::Past;
use hanamachi_solver::hanamikoji::objects::BeliefsObject;
use hanamachi_solver::hanamikoji::policy::Policy;
use hanamachi_solver::hanamikoji::study::Holdings;
use hanamachi_solver::search::budget::RunContext;
use pyo3::prelude::*;

use super::convert::json;
use super::favours::Favours;
use super::knowledge::InformationSet;
use super::player::Given;
use crate::error::{self, UnsuitedError};
use crate::work::{self, Limits};

/// The beliefs at this information set, a `hanamikoji.beliefs/1` object as text; `opponent` is the word `auto`, `uniform`, `learned` or `equilibrium`, or a
/// player.
#[pyfunction]
pub(super) fn beliefs<'py>(
    py: Python<'py>,
    set: PyRef<'py, InformationSet>,
    opponent: Given<'py>,
) -> PyResult<String> {
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
            let found = move |context: RunContext<'_>| Holdings::of_policy(&round, &set, &policy, context);
            let found = work::run(py, Limits::default(), found)?.map_err(|stop| error::stopped(py, stop))?;
            asked.fault().map_or(Ok(()), |fault| Err(UnsuitedError::new_err(fault.to_string())))?;
            (found, Some(opponent.name().to_owned()))
        }
    };
    json(&BeliefsObject::new(&set, &holdings, player))
}
