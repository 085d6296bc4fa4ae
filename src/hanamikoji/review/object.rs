//! A review as JSON.

use hanamachi_solver::game::Seat;
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::graded::{Graded, Look, Mark, Review, Totals};
use super::recorded::Recorded;
use super::series::{Player, Series};
use crate::hanamikoji::insight::{BLOCKS, Search};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::{FavourTableObject, Worths};
use crate::output::ENGINE;

/// `hanamikoji.review/1`. Probabilities are of winning the game, for the player who decided.
#[derive(Serialize)]
pub(in crate::hanamikoji) struct ReviewObject {
    schema: &'static str,
    engine: &'static str,
    kind: Strength,
    rules: String,
    record: String,
    /// From whose seat the round was seen; `null` where all cards are known.
    seat: Option<&'static str>,
    /// Before and after the round, from the first player's seat; unknown before the end.
    favour: String,
    favour_after: Option<String>,
    complete: bool,
    outcome: Option<&'static str>,
    method: &'static str,
    /// Of the search of each decision.
    iterations: u64,
    blocks: u64,
    seed: u64,
    /// By which undecided rounds are valued.
    favour_table: FavourTableObject,
    thresholds: Thresholds,
    decisions: Vec<DecisionObject>,
    /// `null` for the other player of a record from one seat.
    first: Option<TotalsObject>,
    second: Option<TotalsObject>,
    game: GameObject,
}

/// The least loss of each mark.
#[derive(Serialize)]
struct Thresholds {
    doubtful: f64,
    bad: f64,
    very_bad: f64,
}

#[derive(Serialize)]
struct DecisionObject {
    turn: usize,
    seat: &'static str,
    information_set: String,
    action: String,
    legal: usize,
    /// There was nothing else to do; then all below is `null`.
    forced: bool,
    win: Option<f64>,
    se: Option<f64>,
    n: Option<u64>,
    best: Option<String>,
    best_win: Option<f64>,
    best_se: Option<f64>,
    loss: Option<f64>,
    loss_se: Option<f64>,
    /// `?!`, `?`, `??` or `null`.
    mark: Option<&'static str>,
    /// How likely the strategy of `--table` plays the action; `null` where it has nothing, or was not given.
    table_probability: Option<f64>,
    table_probability_kind: Option<Strength>,
}

#[derive(Serialize)]
struct TotalsObject {
    decisions: usize,
    forced: usize,
    unforced: usize,
    doubtful: usize,
    bad: usize,
    very_bad: usize,
    loss: f64,
    loss_se: f64,
    /// For each unforced decision; `null` if there was none.
    error_rate: Option<f64>,
    error_rate_se: Option<f64>,
}

/// The game so far: this round and those before it that lead to it.
#[derive(Serialize)]
struct GameObject {
    round: usize,
    /// Who is first in this round: `a` started the game, `b` is the other one.
    first: &'static str,
    a: Option<TotalsObject>,
    b: Option<TotalsObject>,
}

impl ReviewObject {
    pub(in crate::hanamikoji) fn new<R: Recorded>(
        review: &Review<R>,
        series: &Series,
        search: Search,
        worths: &Worths,
    ) -> Self {
        let record = &review.record;
        let rules = record.rules();
        let totals = |seat| record.shows(seat).then(|| review.totals(seat).into());
        Self {
            schema: "hanamikoji.review/1",
            engine: ENGINE,
            kind: Strength::Estimated,
            rules: record.rules_text(),
            record: record.to_string(),
            seat: record.reader().map(words::seat),
            favour: words::favour(record.favour(), rules),
            favour_after: record.favour_after().map(|after| words::favour(after, rules)),
            complete: record.is_complete(),
            outcome: record.outcome().map(words::outcome),
            method: Search::method(rules),
            iterations: search.iterations.get(),
            blocks: BLOCKS,
            seed: search.seed,
            favour_table: worths.object(rules),
            thresholds: Thresholds {
                doubtful: Mark::Doubtful.threshold(),
                bad: Mark::Bad.threshold(),
                very_bad: Mark::VeryBad.threshold(),
            },
            decisions: review.decisions.iter().map(DecisionObject::from).collect(),
            first: totals(Seat::First),
            second: totals(Seat::Second),
            game: GameObject {
                round: series.rounds(),
                first: series.player_in(Seat::First).word(),
                a: series.totals(Player::A).map(TotalsObject::from),
                b: series.totals(Player::B).map(TotalsObject::from),
            },
        }
    }
}

impl From<&Graded> for DecisionObject {
    fn from(graded: &Graded) -> Self {
        let (decision, look) = (&graded.decision, graded.look.as_ref());
        Self {
            turn: decision.turn,
            seat: words::seat(decision.information_set.seat()),
            information_set: decision.information_set.to_string(),
            action: decision.action.to_string(),
            legal: graded.legal,
            forced: look.is_none(),
            win: look.map(|look| look.played.value),
            se: look.and_then(|look| look.played.standard_error),
            n: look.and_then(|look| look.played.n),
            best: look.map(|look| look.best_action.to_string()),
            best_win: look.map(|look| look.best.value),
            best_se: look.and_then(|look| look.best.standard_error),
            loss: look.map(|look| look.loss),
            loss_se: look.and_then(|look| look.loss_se),
            mark: look.and_then(Look::mark).map(Mark::sign),
            table_probability: graded.in_table,
            table_probability_kind: graded.in_table.map(|_| Strength::Computed),
        }
    }
}

impl From<Totals> for TotalsObject {
    fn from(totals: Totals) -> Self {
        let rate = totals.error_rate();
        Self {
            decisions: totals.forced + totals.unforced,
            forced: totals.forced,
            unforced: totals.unforced,
            doubtful: totals.count(Mark::Doubtful),
            bad: totals.count(Mark::Bad),
            very_bad: totals.count(Mark::VeryBad),
            loss: totals.loss,
            loss_se: totals.loss_se(),
            error_rate: rate.map(|(rate, _)| rate),
            error_rate_se: rate.map(|(_, se)| se),
        }
    }
}
