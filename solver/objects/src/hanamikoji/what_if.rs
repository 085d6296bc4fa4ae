//! What other cards in hand would change, for programs and pages.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::study::{Exchange, Exchanges, HandValue};
use hanamachi_solver::hanamikoji::{Action, Geisha, InformationSet};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::action_text::ActionText;

/// Each card in hand exchanged for each that the reader has not seen.
#[derive(Clone, Debug, Serialize)]
pub struct WhatIf {
    /// Iterations for each hand, the one as it is among them; `null` where one solution speaks for all.
    iterations_each: Option<u64>,
    /// The hand as it is, as much looked at as the others.
    win: f64,
    se: Option<f64>,
    /// Of this number, of those of all other hands, and of the changes.
    pub kind: Strength,
    best: Option<ActionText>,
    /// All geisha, the columns.
    geisha: Vec<char>,
    /// By the card that is given away.
    rows: Vec<WhatIfRow>,
    /// The exchanges that change most for better and for worse, two standard errors taken off, where that leaves anything.
    dearest: Option<ExchangeObject>,
    worst: Option<ExchangeObject>,
}

#[derive(Clone, Debug, Serialize)]
struct WhatIfRow {
    without: char,
    /// As many as there are geisha; `null` where there is no such hand.
    cells: Vec<Option<ExchangeObject>>,
}

/// Another hand.
#[derive(Clone, Debug, Serialize)]
pub struct ExchangeObject {
    without: char,
    with: char,
    /// What the reader would know.
    pub information_set: String,
    /// What it is worth.
    pub win: f64,
    /// The standard error of that.
    pub se: Option<f64>,
    /// What it is worth more than the hand as it is.
    pub change: f64,
    /// The standard error of that.
    pub change_se: Option<f64>,
    /// What to play with it.
    pub best: Option<ActionText>,
    /// How often the search followed that, or the equilibrium plays it.
    pub probability: Option<f64>,
}

/// What to play with a hand.
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
    /// The exchanges of this hand; `each` says how much each hand was searched.
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

    /// How strong its numbers are, in a sentence.
    #[must_use]
    pub fn standing(&self, method: &str) -> String {
        match self.iterations_each {
            None => {
                "What another card would change is what the same equilibrium is worth with the other hand."
                    .to_owned()
            }
            Some(each) => format!(
                "What another card would change is estimated from {each} iterations of {method} for each hand, the one as it is among them."
            ),
        }
    }
}
