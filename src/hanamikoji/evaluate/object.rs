//! An evaluation for programs: `hanamikoji.evaluation/1`, whatever found it.

use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::analysis::{ExactSettings, ModelError, Reach, SearchSettings};
use hanamachi_solver::hanamikoji::study::{
    Holdings, PositionStudy, PositionValue, SearchRequest, SearchedPosition, SolveRequest, SolvedPosition,
    ValuedAction,
};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use serde::Serialize;

use super::effort::EffortArgs;
use super::method::{self, Subgame};
use super::solved::SubgameObject;
use super::tabled::TableObject;
use crate::hanamikoji::action_text::ActionText;
use crate::hanamikoji::beliefs::{GeishaObject, geisha_objects};
use crate::hanamikoji::continuation_values::{ContinuationValues, FavourTableObject};
use crate::hanamikoji::insight::WinObject;
use crate::hanamikoji::words;
use crate::output::ENGINE;

/// `hanamikoji.evaluation/1`: what its method does not know is `null`.
#[derive(Serialize)]
pub(in crate::hanamikoji) struct EvaluationObject<'a> {
    pub(in crate::hanamikoji) schema: &'static str,
    pub(in crate::hanamikoji) engine: &'static str,
    pub(in crate::hanamikoji) rules: String,
    pub(in crate::hanamikoji) information_set: String,
    pub(super) asked: EffortObject<'a>,
    /// `reader`, `opponent`, or `null` when the round is complete.
    pub(in crate::hanamikoji) to_decide: Option<&'static str>,
    /// `win`, `se` and `kind`: the probability that the reader wins the game, a shared one counting one half. Of the exact method, in the
    /// equilibrium that was found, with the reader's cards.
    #[serde(flatten)]
    pub(in crate::hanamikoji) value: WinObject,
    /// The 95 % interval of `win`, where it is an estimate with an error.
    pub(in crate::hanamikoji) interval: Option<[f64; 2]>,
    /// Iterations that were used; deals, of pimc.
    pub(in crate::hanamikoji) n: Option<u64>,
    pub(in crate::hanamikoji) blocks: Option<u64>,
    /// Whether `win` is proved.
    pub(super) exact: bool,
    /// What is known of the error of the method beyond sampling; `null` where nobody has measured it, or where there is none.
    pub(in crate::hanamikoji) model_error: Option<ModelError>,
    pub(in crate::hanamikoji) method: &'static str,
    pub(in crate::hanamikoji) settings: String,
    pub(in crate::hanamikoji) seed: Option<u64>,
    /// The legal actions of the reader, by what they lose; none where it is not for the reader to decide.
    pub(in crate::hanamikoji) actions: Vec<ActionObject>,
    /// Where it is for the opponent to decide, what may be played, by how often; values are the reader's.
    pub(in crate::hanamikoji) opponent_actions: Vec<ActionObject>,
    pub(in crate::hanamikoji) beliefs: Option<BeliefsObject>,
    /// `time` when the limit cut it short.
    pub(super) stopped: Option<&'static str>,
    /// `null` where it is not to depend on the machine: in reports.
    pub(super) elapsed_ms: Option<f64>,
    /// Of the exact method, the mean of what the best responses of both players gain over all hands, in units of utility, −1 to 1;
    /// of a table, what it says itself.
    pub(in crate::hanamikoji) exploitability: Option<f64>,
    pub(in crate::hanamikoji) exploitability_kind: Option<Strength>,
    /// Of the exact method only: what the end of the round is worth before the hands are looked at.
    pub(in crate::hanamikoji) over_hands: Option<OverHands>,
    /// By which undecided rounds are valued; of a table that is not known.
    pub(super) favour_table: Option<FavourTableObject>,
    /// Of exact and cfr only: what was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::hanamikoji) subgame: Option<SolvedSubgame>,
    /// Of tables only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<TableObject<'a>>,
}

/// What was asked.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum EffortObject<'a> {
    Searched {
        method: &'static str,
        iterations: Option<u64>,
        time_ms: Option<u128>,
        block: u64,
        /// All that was chosen, as `--search` and players of `match` have it.
        search: SearchSettings,
        seed: u64,
    },
    Solved {
        method: &'static str,
        exploitability: f64,
        memory_bytes: u64,
        reach: Reach,
        /// All that was chosen, as players of `match` have it.
        search: ExactSettings,
        time_ms: Option<u128>,
        seed: u64,
    },
    Tabled {
        method: &'static str,
        table: &'a Path,
    },
}

impl EffortObject<'_> {
    /// The seed, where random numbers were drawn.
    const fn seed(&self) -> Option<u64> {
        match self {
            Self::Searched { seed, .. } | Self::Solved { seed, .. } => Some(*seed),
            Self::Tabled { .. } => None,
        }
    }
}

/// The part of the game that was solved.
#[derive(Serialize)]
#[serde(untagged)]
pub(in crate::hanamikoji) enum SolvedSubgame {
    /// By samples.
    Sampled(Subgame),
    /// Outright.
    Whole(SubgameObject),
}

/// An action.
#[derive(Clone, Serialize)]
pub(in crate::hanamikoji) struct ActionObject {
    pub(in crate::hanamikoji) action: ActionText,
    /// Of a search the share of its iterations that followed the action, which is no advice; of an equilibrium or a table the same as
    /// `frequency`.
    pub(in crate::hanamikoji) probability: f64,
    /// `win`, `se` and `kind`; `null` if it was never followed.
    #[serde(flatten)]
    pub(in crate::hanamikoji) value: WinObject,
    pub(in crate::hanamikoji) visits: Option<u64>,
    /// What it wins less than the best action of the reader, as strong as `win`; `null` of the opponent's.
    pub(in crate::hanamikoji) loss: Option<f64>,
    /// How often the equilibrium that was found plays it; `null` where the method finds none.
    pub(in crate::hanamikoji) frequency: Option<f64>,
    pub(in crate::hanamikoji) frequency_kind: Option<Strength>,
}

/// What the end of a round is worth to the reader over all hands that both players may have there.
#[derive(Clone, Copy, Serialize)]
pub(in crate::hanamikoji) struct OverHands {
    win: f64,
    /// In which it was proved to lie; `null` where how likely the hands are is an estimate.
    interval: Option<[f64; 2]>,
    kind: Strength,
}

impl From<Number> for OverHands {
    fn from(number: Number) -> Self {
        Self { win: number.value(), interval: number.interval(), kind: number.strength() }
    }
}

/// What the opponent probably holds, as `hanamikoji.beliefs/1` has it.
#[derive(Serialize)]
pub(in crate::hanamikoji) struct BeliefsObject {
    pub(in crate::hanamikoji) kind: Strength,
    pub(in crate::hanamikoji) method: &'static str,
    /// Deals in the sample: there is none.
    pub(in crate::hanamikoji) n: Option<usize>,
    /// How often the opponent is taken to play at random, where the policy never plays what was seen.
    tremble: Option<f64>,
    pub(in crate::hanamikoji) geisha: Vec<GeishaObject>,
}

impl BeliefsObject {
    pub(super) fn new(set: &InformationSet, holdings: &Holdings) -> Self {
        Self {
            kind: holdings.strength(),
            method: holdings.basis.word(),
            n: None,
            tremble: holdings.tremble,
            geisha: geisha_objects(set, holdings),
        }
    }
}

impl<A: Copy + Into<ActionText>> From<&ValuedAction<A>> for ActionObject {
    fn from(of: &ValuedAction<A>) -> Self {
        Self {
            action: of.action.into(),
            probability: of.share,
            value: of.win.map_or(WinObject::UNKNOWN, WinObject::from),
            visits: of.visits,
            loss: of.loss,
            frequency: of.frequency.map(Number::value),
            frequency_kind: of.frequency.map(|often| often.strength()),
        }
    }
}

/// Milliseconds, as output has them.
pub(super) fn ms(elapsed: Duration) -> f64 {
    elapsed.as_secs_f64() * 1e3
}

impl<'a> EvaluationObject<'a> {
    /// About this set, and nothing known yet.
    pub(super) fn unknown(set: &InformationSet, method: &'static str, asked: EffortObject<'a>) -> Self {
        Self {
            schema: "hanamikoji.evaluation/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            seed: asked.seed(),
            asked,
            to_decide: words::reader_or_opponent(set),
            value: WinObject::UNKNOWN,
            interval: None,
            n: None,
            blocks: None,
            exact: false,
            model_error: None,
            method,
            settings: String::new(),
            actions: Vec::new(),
            opponent_actions: Vec::new(),
            beliefs: None,
            stopped: None,
            elapsed_ms: None,
            exploitability: None,
            exploitability_kind: None,
            over_hands: None,
            favour_table: None,
            subgame: None,
            table: None,
        }
    }
}

impl EvaluationObject<'static> {
    /// This study of a position; `effort` is what was asked.
    pub(in crate::hanamikoji) fn new(
        study: &PositionStudy,
        continuation: &ContinuationValues,
        effort: &EffortArgs,
    ) -> Self {
        let PositionStudy { information_set: set, value, holdings, .. } = study;
        let time_ms = effort.time.map(|time| time.as_millis());
        let object = match value {
            PositionValue::Searched(searched) => Self::searched(set, searched, time_ms),
            PositionValue::Solved(solved) => {
                let method = if effort.is_exact() { "exact" } else { "auto" };
                Self::solved(set, solved, (method, time_ms))
            }
        };
        Self {
            value: value.win().into(),
            actions: value.actions().iter().map(ActionObject::from).collect(),
            opponent_actions: value.opponent_actions().iter().map(ActionObject::from).collect(),
            beliefs: Some(BeliefsObject::new(set, holdings)),
            favour_table: Some(continuation.object(set.rules())),
            ..object
        }
    }

    fn searched(set: &InformationSet, searched: &SearchedPosition, time_ms: Option<u128>) -> Self {
        let SearchRequest { search, effort } = searched.request;
        let asked = EffortObject::Searched {
            method: search.method.name(),
            iterations: search.iterations.map(NonZeroU64::get),
            time_ms,
            block: effort.block_size.get(),
            search,
            seed: effort.seed,
        };
        Self {
            interval: searched.interval_95,
            n: Some(searched.iterations),
            blocks: Some(searched.blocks),
            model_error: searched.model_error,
            settings: search.describe(set.rules()),
            stopped: (searched.stopped == Some(Stop::Time)).then_some("time"),
            subgame: method::subgame(&search.method).map(SolvedSubgame::Sampled),
            ..Self::unknown(set, search.method.name(), asked)
        }
    }

    fn solved(
        set: &InformationSet,
        solved: &SolvedPosition,
        (method, time_ms): (&'static str, Option<u128>),
    ) -> Self {
        let SolveRequest { settings, seed, .. } = solved.request;
        let ExactSettings { exploitability, memory, reach } = settings;
        let asked = EffortObject::Solved {
            method,
            exploitability,
            memory_bytes: memory.0,
            reach,
            search: settings,
            time_ms,
            seed,
        };
        Self {
            exact: solved.win.strength() == Strength::Proved,
            settings: format!("reach={reach},algorithm=dcfr,exploitability={exploitability}"),
            stopped: (solved.stopped == Some(Stop::Time)).then_some("time"),
            exploitability: Some(solved.exploitability.value()),
            exploitability_kind: Some(solved.exploitability.strength()),
            over_hands: Some(solved.over_hands.into()),
            subgame: Some(SolvedSubgame::Whole(SubgameObject::new(solved))),
            ..Self::unknown(set, "exact", asked)
        }
    }
}
