//! A review as JSON.

use std::path::Path;

use crate::Continuation;
use crate::analysis::{Method, ModelError};
use crate::notation::Tags;
use crate::study::{Assessment, Comparison, Evaluate, GamePlayer, GradedDecision, GradedGame, Mark, Totals};
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::strength::{Exploitation, HasStrength, Strength};
use serde::Serialize;

use super::action_text::ActionText;
use super::win::FavourTableObject;
use super::words;
use hanamachi_core::ENGINE;

/// `hanamikoji.review/1`. Probabilities are of winning the game, for the player who decided.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewObject {
    schema: &'static str,
    engine: &'static str,
    kind: Strength,
    rules: String,
    record: String,
    /// The seat that saw the round; `null` if all cards are known.
    seat: Option<&'static str>,
    /// The markers before and after the round, from the first player's seat; unknown before the end.
    favour: String,
    favour_after: Option<String>,
    complete: bool,
    outcome: Option<&'static str>,
    method: &'static str,
    /// Iterations of the search of each decision.
    iterations: u64,
    blocks: u64,
    /// Seed of all decisions; `null` if each has the seed that follows from its position.
    seed: Option<u64>,
    /// Exploitability of the strategies that both players are assumed to use; `null` if the method is a
    /// search.
    exploitability: Option<f64>,
    exploitability_se: Option<f64>,
    exploitability_kind: Option<Strength>,
    exploitability_method: Option<&'static str>,
    /// The table that values undecided rounds.
    /// What values the games that the round leaves undecided: `none`, `favour_table` or `rule_of_thumb`.
    continuation: Continuation,
    favour_table: Option<FavourTableObject>,
    thresholds: Thresholds,
    decisions: Vec<DecisionObject>,
    /// `null` for the other player of a record from one seat.
    first: Option<TotalsObject>,
    second: Option<TotalsObject>,
    game: GameObject,
    /// `time` if `--time` ended the review before all decisions were graded, `interrupted` if Ctrl-C did;
    /// absent if all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

/// The least loss of each mark.
#[derive(Clone, Debug, Serialize)]
struct Thresholds {
    doubtful: f64,
    bad: f64,
    very_bad: f64,
}

#[derive(Clone, Debug, Serialize)]
struct DecisionObject {
    turn: usize,
    seat: &'static str,
    information_set: String,
    action: ActionText,
    legal: usize,
    /// Whether there was only one legal action, or the search never followed the one that was played; then all
    /// fields below are `null`, as they are for a decision that a stopped review has not graded.
    forced: bool,
    win: Option<f64>,
    se: Option<f64>,
    n: Option<u64>,
    /// The kind of the values of this decision.
    kind: Option<Strength>,
    /// Known error of these values beyond sampling, as in an evaluation.
    model_error: Option<ModelError>,
    /// Seed of the random numbers of this decision.
    seed: Option<u64>,
    /// The recommended action: `advice.play` of an evaluation of `information_set` with the same seed and
    /// effort.
    best: Option<ActionText>,
    /// The actions whose loss cannot be distinguished from 0, `best` first.
    best_actions: Vec<ActionText>,
    best_win: Option<f64>,
    best_se: Option<f64>,
    loss: Option<f64>,
    loss_se: Option<f64>,
    /// `?!`, `?`, `??` or `null`.
    mark: Option<&'static str>,
    /// Of a decision that loses something, why `best` is better; empty if the method does not see the ends of the
    /// round.
    why: Vec<Comparison>,
    /// Probability of the action in the strategy of `--table`; `null` if the table has no entry, or was not
    /// given.
    table_probability: Option<f64>,
    table_probability_kind: Option<Strength>,
}

#[derive(Clone, Debug, Serialize)]
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

/// The game so far: this round and the earlier rounds that lead to it.
#[derive(Clone, Debug, Serialize)]
struct GameObject {
    round: usize,
    /// The first player of this round: `a` started the game, `b` is the other player.
    first: &'static str,
    a: Option<TotalsObject>,
    b: Option<TotalsObject>,
}

impl ReviewObject {
    /// The last round of a game so far. `in_table` has a table's probability of each decision; empty without
    /// a table. `favour_file` is the path of the favour table's file, if there is one.
    #[must_use]
    pub fn new(
        game: &GradedGame,
        in_table: &[Option<f64>],
        question: &Evaluate,
        favour_file: Option<&Path>,
    ) -> Self {
        let graded = game.last();
        let record = &graded.record;
        let rules = record.rules();
        let effort = question.effort_under(rules, record.favour());
        let totals = |seat| record.shows(seat).then(|| graded.totals(seat).into());
        let in_table = in_table.iter().copied().chain(std::iter::repeat(None));
        let usual = Method::for_rules(rules);
        let exploitability = usual.exploitability(rules, record.favour());
        Self {
            schema: "hanamikoji.review/1",
            engine: ENGINE,
            kind: usual.strength(),
            rules: words::rules(Tags { rules: *rules, round: record.round_number() }),
            record: record.to_string(),
            seat: record.reader().map(words::seat),
            favour: words::favour(record.favour(), rules),
            favour_after: record.favour_after().map(|after| words::favour(after, rules)),
            complete: record.is_complete(),
            outcome: record.outcome().map(words::outcome),
            method: words::search_method(rules),
            iterations: effort.iterations,
            blocks: effort.blocks(),
            seed: question.seed,
            exploitability: exploitability.and_then(Exploitation::value),
            exploitability_se: exploitability.and_then(Exploitation::standard_error),
            exploitability_kind: exploitability.map(|_| Strength::Estimated),
            exploitability_method: exploitability.map(Exploitation::method),
            continuation: graded.continuation,
            favour_table: FavourTableObject::of(rules, graded.continuation, favour_file),
            thresholds: Thresholds {
                doubtful: Mark::Doubtful.threshold(),
                bad: Mark::Bad.threshold(),
                very_bad: Mark::VeryBad.threshold(),
            },
            decisions: graded
                .decisions
                .iter()
                .zip(in_table)
                .map(|(graded, in_table)| DecisionObject::new(graded, in_table))
                .collect(),
            first: totals(Seat::First),
            second: totals(Seat::Second),
            game: GameObject {
                round: game.count(),
                first: GamePlayer::in_seat(Seat::First, game.count()).word(),
                a: game.totals(GamePlayer::A).map(TotalsObject::from),
                b: game.totals(GamePlayer::B).map(TotalsObject::from),
            },
            stopped: graded.stopped().map(Stop::word),
        }
    }
}

impl DecisionObject {
    fn new(graded: &GradedDecision, in_table: Option<f64>) -> Self {
        let GradedDecision { decision, legal, assessment, .. } = graded;
        let of = assessment.as_ref();
        Self {
            turn: decision.turn,
            seat: words::seat(decision.information_set.seat()),
            information_set: decision.information_set.to_string(),
            action: decision.action.into(),
            legal: *legal,
            forced: graded.is_forced(),
            win: of.map(|of| of.played.value()),
            se: of.and_then(|of| of.played.standard_error()).filter(|error| error.is_finite()),
            n: of.and_then(|of| of.visits),
            kind: of.map(|of| of.played.strength()),
            model_error: of.and_then(|of| of.model_error),
            seed: of.map(|of| of.seed),
            best: of.map(|of| of.best_action.into()),
            best_actions: of
                .map(|of| of.best_actions.iter().map(|&action| action.into()).collect())
                .unwrap_or_default(),
            best_win: of.map(|of| of.best.value()),
            best_se: of.and_then(|of| of.best.standard_error()).filter(|error| error.is_finite()),
            loss: of.map(|of| of.loss),
            loss_se: of.and_then(|of| of.loss_se).filter(|error| error.is_finite()),
            mark: of.and_then(Assessment::mark).map(Mark::sign),
            why: of.and_then(|of| of.why.clone()).into_iter().collect(),
            table_probability: in_table,
            table_probability_kind: in_table.map(|_| Strength::Computed),
        }
    }
}

impl From<Totals> for TotalsObject {
    fn from(totals: Totals) -> Self {
        let (loss, rate) = (totals.loss(), totals.error_rate());
        Self {
            decisions: totals.forced + totals.unforced,
            forced: totals.forced,
            unforced: totals.unforced,
            doubtful: totals.count(Mark::Doubtful),
            bad: totals.count(Mark::Bad),
            very_bad: totals.count(Mark::VeryBad),
            loss: loss.value,
            loss_se: loss.standard_error.unwrap_or_default(),
            error_rate: rate.map(|rate| rate.value),
            error_rate_se: rate.and_then(|rate| rate.standard_error),
        }
    }
}
