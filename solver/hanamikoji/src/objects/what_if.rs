//! The effect of other cards in hand, as JSON.

use std::num::NonZeroU64;

use crate::analysis::Method;
use crate::study::{Exchange, Exchanges, HandValue};
use crate::{Action, Geisha, InformationSet};
use hanamachi_core::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::action_text::ActionText;

/// Exchanges of each card in hand for each card that the reader has not seen.
#[derive(Clone, Debug, Serialize)]
pub struct WhatIf {
    /// Iterations for each hand, including the actual one; `null` if one solution covers all.
    iterations_each: Option<u64>,
    /// Value of the actual hand, searched as much as the others.
    win: f64,
    se: Option<f64>,
    /// Kind of this number, of those of all other hands, and of the changes.
    pub kind: Strength,
    best: Option<ActionText>,
    /// All geisha, the columns.
    geisha: Vec<char>,
    /// Rows by the card given away.
    rows: Vec<WhatIfRow>,
    /// The surest gain and the surest loss, by the change minus two standard errors, if any remains.
    dearest: Option<ExchangeObject>,
    worst: Option<ExchangeObject>,
}

#[derive(Clone, Debug, Serialize)]
struct WhatIfRow {
    without: char,
    /// One cell for each geisha; `null` if there is no such hand.
    cells: Vec<Option<ExchangeObject>>,
}

/// Another hand.
#[derive(Clone, Debug, Serialize)]
pub struct ExchangeObject {
    without: char,
    with: char,
    /// The reader's information with this hand.
    pub information_set: String,
    /// Its value.
    pub win: f64,
    /// Its standard error.
    pub se: Option<f64>,
    /// Its value minus that of the actual hand.
    pub change: f64,
    /// The standard error of the change.
    pub change_se: Option<f64>,
    /// The best action with it.
    pub best: Option<ActionText>,
    /// The share of the search that followed this action, or its probability in the equilibrium.
    pub probability: Option<f64>,
}

/// The best action with a hand.
fn best(hand: &HandValue) -> Option<ActionText> {
    hand.best.map(|(action, _): (Action, f64)| action.into())
}

impl From<&Exchange> for ExchangeObject {
    fn from(of: &Exchange) -> Self {
        let Exchange { variation, value, change } = of;
        Self {
            without: variation.without.letter(),
            with: variation.with.letter(),
            information_set: variation.information_set.to_string(),
            win: value.win.value(),
            se: value.win.standard_error(),
            change: change.value(),
            change_se: change.standard_error(),
            best: best(value),
            probability: value.best.map(|(_, probability)| probability),
        }
    }
}

impl WhatIf {
    /// The exchanges of this hand; `each` is the number of iterations for each hand.
    #[must_use]
    pub fn new(set: &InformationSet, exchanges: &Exchanges, each: Option<NonZeroU64>) -> Self {
        let here = &exchanges.here;
        let geisha: Vec<Geisha> = set.rules().geisha().collect();
        let row = |without: Geisha| WhatIfRow {
            without: without.letter(),
            cells: geisha
                .iter()
                .map(|&with| exchanges.get(without, with).map(ExchangeObject::from))
                .collect(),
        };
        Self {
            iterations_each: each.map(NonZeroU64::get),
            win: here.win.value(),
            se: here.win.standard_error(),
            kind: here.win.strength(),
            best: best(here),
            rows: set.hand().kinds().map(|(card, _)| row(card)).collect(),
            dearest: exchanges.surest_gain().map(ExchangeObject::from),
            worst: exchanges.surest_loss().map(ExchangeObject::from),
            geisha: geisha.into_iter().map(Geisha::letter).collect(),
        }
    }

    /// The other hands.
    pub fn variations(&self) -> impl Iterator<Item = &ExchangeObject> {
        self.rows.iter().flat_map(|row| row.cells.iter().flatten())
    }

    /// The strength of its numbers, in a sentence.
    #[must_use]
    pub fn standing(&self, method: &str) -> String {
        match self.iterations_each {
            None => "The effect of another card is the value of the same equilibrium with the other hand."
                .to_owned(),
            Some(each) => {
                let alone = if method == Method::Equilibrium.name() {
                    " Both hands follow the policy alone, without the step that improves it in the evaluation."
                } else {
                    ""
                };
                format!(
                    "The effect of another card is estimated from {each} iterations of {method} for each hand, and at least as many for your own.{alone}"
                )
            }
        }
    }
}
