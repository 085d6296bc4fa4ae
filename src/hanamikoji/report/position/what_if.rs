//! What other cards in hand would change.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::{InformationSet, Variation};
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use serde::Serialize;

use crate::hanamikoji::action_text::ActionText;

/// What a hand is worth, and what to play with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Valued {
    pub(super) win: Number,
    /// Where the reader is to decide: the action that loses least, or that the equilibrium plays most.
    pub(super) best: Option<ActionText>,
    /// How often the search followed it, or the equilibrium plays it.
    pub(super) probability: Option<f64>,
}

/// Each card in hand exchanged for each that the reader has not seen.
#[derive(Clone, Debug, Serialize)]
pub(super) struct WhatIf {
    /// Iterations for each hand, the one as it is among them; `null` where one solution speaks for all.
    iterations_each: Option<u64>,
    /// The hand as it is, as much looked at as the others.
    win: f64,
    se: Option<f64>,
    /// Of this number, of those of all other hands, and of the changes.
    pub(super) kind: Strength,
    best: Option<ActionText>,
    /// All geisha, the columns.
    geisha: Vec<char>,
    /// By the card that is given away.
    rows: Vec<Row>,
    /// The exchanges that change most for better and for worse, two standard errors taken off, where that leaves anything.
    dearest: Option<QueryRunner>,
    worst: Option<QueryRunner>,
}

#[derive(Clone, Debug, Serialize)]
struct Row {
    without: char,
    /// As many as there are geisha; `null` where there is no such hand.
    cells: Vec<Option<QueryRunner>>,
}

/// Another hand.
#[derive(Clone, Debug, Serialize)]
pub(super) struct QueryRunner {
    without: char,
    with: char,
    pub(super) information_set: String,
    pub(super) win: f64,
    pub(super) se: Option<f64>,
    /// What it is worth more than the hand as it is.
    pub(super) change: f64,
    pub(super) change_se: Option<f64>,
    pub(super) best: Option<ActionText>,
    pub(super) probability: Option<f64>,
}

impl QueryRunner {
    /// Two standard errors of the change; what rounding leaves, where there are none.
    fn margin(&self) -> f64 {
        self.change_se.map_or(1e-4, |se| 2.0 * se)
    }
}

impl WhatIf {
    /// Nothing where there is no other hand.
    pub(super) fn new(
        set: &InformationSet,
        here: Valued,
        others: Vec<(Variation, Valued)>,
        each: Option<NonZeroU64>,
    ) -> Option<Self> {
        if others.is_empty() {
            return None;
        }
        let se = |valued: &Valued| valued.win.standard_error();
        let exchange = |(other, valued): (Variation, Valued)| QueryRunner {
            without: other.without.letter(),
            with: other.with.letter(),
            information_set: other.information_set.to_string(),
            win: valued.win.value(),
            se: se(&valued),
            change: valued.win.value() - here.win.value(),
            change_se: se(&valued).zip(se(&here)).map(|(one, other)| one.hypot(other)),
            best: valued.best,
            probability: valued.probability,
        };
        let exchanges: Vec<QueryRunner> = others.into_iter().map(exchange).collect();
        let geisha: Vec<char> =
            set.rules().geisha().map(hanamachi_solver::hanamikoji::Geisha::letter).collect();
        let row = |without: char| {
            let find = |&with: &char| {
                exchanges.iter().find(|other| (other.without, other.with) == (without, with)).cloned()
            };
            Row { without, cells: geisha.iter().map(find).collect() }
        };
        let rows = set.hand().kinds().map(|(card, _)| row(card.letter())).collect();
        // By what is certain of a change, so that the noisiest is not picked for its noise.
        let gain = |of: &QueryRunner| of.change - of.margin();
        let loss = |of: &QueryRunner| -of.change - of.margin();
        let dearest = exchanges.iter().max_by(|one, other| gain(one).total_cmp(&gain(other)));
        let worst = exchanges.iter().max_by(|one, other| loss(one).total_cmp(&loss(other)));
        let dearest = dearest.filter(|most| gain(most) > 0.0);
        let worst = worst.filter(|least| loss(least) > 0.0);
        Some(Self {
            iterations_each: each.map(NonZeroU64::get),
            win: here.win.value(),
            se: here.win.standard_error(),
            kind: here.win.strength(),
            best: here.best,
            dearest: dearest.cloned(),
            worst: worst.cloned(),
            geisha,
            rows,
        })
    }

    /// The other hands.
    pub(super) fn variations(&self) -> impl Iterator<Item = &QueryRunner> {
        self.rows.iter().flat_map(|row| row.cells.iter().flatten())
    }

    /// How strong its numbers are, in a sentence.
    pub(super) fn standing(&self, method: &str) -> String {
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
