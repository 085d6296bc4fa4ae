//! An evaluation for programs: `hanamikoji.evaluation/1`, whatever found it.
#![expect(missing_docs, reason = "keys that say themselves what they are, as they stand in the object")]

use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

use hanamachi_solver::hanamikoji::InformationSet;
use hanamachi_solver::hanamikoji::analysis::{
    CfrSettings, ExactSettings, Method, ModelError, Reach, Root, SearchSettings,
};
use hanamachi_solver::hanamikoji::study::{
    Advice, Holdings, PositionStudy, PositionValue, SearchRequest, SearchedPosition, SolveRequest,
    SolvedPosition, ValuedAction,
};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::{Exploitation, HasStrength, Number, Strength};
use serde::Serialize;

use super::action_text::ActionText;
use super::beliefs::{GeishaObject, geisha_objects};
use super::favour_table::FavourTableObject;
use super::win::WinObject;
use super::words;
use crate::ENGINE;

/// `hanamikoji.evaluation/1`: what its method does not know is `null`.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationObject<'a> {
    pub schema: &'static str,
    pub engine: &'static str,
    pub rules: String,
    pub information_set: String,
    pub asked: EffortObject<'a>,
    /// `reader`, `opponent`, or `null` when the round is complete.
    pub to_decide: Option<&'static str>,
    /// `win`, `se` and `kind`: the probability that the reader wins the game, a shared one counting one half. Of the exact method, in the
    /// equilibrium that was found, with the reader's cards.
    #[serde(flatten)]
    pub value: WinObject,
    /// The 95 % interval of `win`, where it is an estimate with an error.
    pub interval: Option<[f64; 2]>,
    /// Iterations that were used; deals, of pimc.
    pub n: Option<u64>,
    pub blocks: Option<u64>,
    /// Whether `win` is proved.
    pub exact: bool,
    /// What is known of the error of the method beyond sampling; `null` where nobody has measured it, or where there is none.
    pub model_error: Option<ModelError>,
    pub method: &'static str,
    pub settings: String,
    pub seed: Option<u64>,
    /// What to play; `null` where it is not for the reader to decide.
    pub advice: Option<AdviceObject>,
    /// The legal actions of the reader, what to play first; none where it is not for the reader to decide.
    pub actions: Vec<ActionObject>,
    /// Where it is for the opponent to decide, what may be played, by how often; values are the reader's.
    pub opponent_actions: Vec<ActionObject>,
    pub beliefs: Option<BeliefsObject>,
    /// `time` when the limit cut it short, `interrupted` when the user did.
    pub stopped: Option<&'static str>,
    /// `null` where it is not to depend on the machine: in reports.
    pub elapsed_ms: Option<f64>,
    /// Of the equilibrium the same of the whole round, at least. Of the exact method, the mean of what the best responses of both players gain over all hands, in units of utility, −1 to 1;
    /// of a table, what it says itself.
    pub exploitability: Option<f64>,
    pub exploitability_kind: Option<Strength>,
    /// How that was measured: `exact`, `lower_bound` or `none`.
    pub exploitability_method: Option<&'static str>,
    /// Of the exact method only: what the end of the round is worth before the hands are looked at.
    pub over_hands: Option<OverHands>,
    /// By which undecided rounds are valued; of a table that is not known.
    pub favour_table: Option<FavourTableObject>,
    /// Of exact and cfr only: what was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subgame: Option<SolvedSubgame>,
    /// Of tables only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableObject<'a>>,
}

/// What a study does not know of the question that it answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AskedFor {
    /// Whether the exact method was asked for by its name.
    pub exact: bool,
    /// The limit of time.
    pub time_ms: Option<u128>,
}

/// What was asked.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum EffortObject<'a> {
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
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum SolvedSubgame {
    /// By samples.
    Sampled(Subgame),
    /// Outright.
    Whole(SubgameObject),
}

/// An action.
#[derive(Clone, Debug, Serialize)]
pub struct ActionObject {
    pub action: ActionText,
    /// Of a search the share of its iterations that followed the action, which is no advice; of an equilibrium or a table the same as
    /// `frequency`.
    pub probability: f64,
    /// `win`, `se` and `kind`; `null` if it was never followed.
    #[serde(flatten)]
    pub value: WinObject,
    pub visits: Option<u64>,
    /// What it wins less than the best action of the reader, as strong as `win`; `null` of the opponent's.
    pub loss: Option<f64>,
    /// The standard error of `loss`; `null` where it is exact, or where the sample does not tell it.
    pub loss_se: Option<f64>,
    /// How often the equilibrium that was found plays it; `null` where the method finds none.
    pub frequency: Option<f64>,
    pub frequency_kind: Option<Strength>,
}

/// What to play: decided once, for evaluations, hints, reviews, reports and the board.
#[derive(Clone, Debug, Serialize)]
pub struct AdviceObject {
    /// The first of `best`.
    pub play: ActionText,
    /// The actions whose loss cannot be told from 0, by how often they are played.
    pub best: Vec<ActionText>,
    /// What playing by the frequencies loses by the values; `null` where the method finds no frequencies.
    pub self_loss: Option<f64>,
    /// Its standard error; `null` where it is exact.
    pub self_loss_se: Option<f64>,
}

impl From<Advice> for AdviceObject {
    fn from(advice: Advice) -> Self {
        Self {
            play: advice.play.into(),
            best: advice.best.into_iter().map(ActionText::from).collect(),
            self_loss: advice.self_loss,
            self_loss_se: advice.self_loss_se,
        }
    }
}

/// What the end of a round is worth to the reader over all hands that both players may have there.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OverHands {
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
#[derive(Clone, Debug, Serialize)]
pub struct BeliefsObject {
    pub kind: Strength,
    pub method: &'static str,
    /// Deals in the sample: there is none.
    pub n: Option<usize>,
    /// How often the opponent is taken to play at random, where the policy never plays what was seen.
    tremble: Option<f64>,
    pub geisha: Vec<GeishaObject>,
}

impl BeliefsObject {
    fn new(set: &InformationSet, holdings: &Holdings) -> Self {
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
            loss_se: of.loss_se.filter(|error| error.is_finite()),
            frequency: of.frequency.map(Number::value),
            frequency_kind: of.frequency.map(|often| often.strength()),
        }
    }
}

/// What cut a search short, in a word.
const fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Interrupted => "interrupted",
        Stop::Nodes => "iterations",
        Stop::Memory => "memory",
    }
}

/// Milliseconds, as output has them.
#[must_use]
pub fn ms(elapsed: Duration) -> f64 {
    elapsed.as_secs_f64() * 1e3
}

impl<'a> EvaluationObject<'a> {
    /// About this set, and nothing known yet.
    #[must_use]
    pub fn unknown(set: &InformationSet, method: &'static str, asked: EffortObject<'a>) -> Self {
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
            advice: None,
            actions: Vec::new(),
            opponent_actions: Vec::new(),
            beliefs: None,
            stopped: None,
            elapsed_ms: None,
            exploitability: None,
            exploitability_kind: None,
            exploitability_method: None,
            over_hands: None,
            favour_table: None,
            subgame: None,
            table: None,
        }
    }
}

impl EvaluationObject<'static> {
    /// This study of a position; `asked` is what it does not know itself.
    #[must_use]
    pub fn new(study: &PositionStudy, favour_table: FavourTableObject, asked: AskedFor) -> Self {
        let PositionStudy { information_set: set, value, holdings, .. } = study;
        let AskedFor { time_ms, .. } = asked;
        let object = match value {
            PositionValue::Searched(searched) => Self::searched(set, searched, time_ms),
            PositionValue::Solved(solved) => {
                let method = if asked.exact { "exact" } else { "auto" };
                Self::solved(set, solved, (method, time_ms))
            }
        };
        Self {
            value: value.win().into(),
            advice: value.advice().map(AdviceObject::from),
            actions: value.actions().iter().map(ActionObject::from).collect(),
            opponent_actions: value.opponent_actions().iter().map(ActionObject::from).collect(),
            beliefs: Some(BeliefsObject::new(set, holdings)),
            favour_table: Some(favour_table),
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
            stopped: searched.stopped.map(stopped),
            exploitability: searched.exploitability.and_then(Exploitation::value),
            exploitability_kind: searched.exploitability.map(|_| Strength::Estimated),
            exploitability_method: searched.exploitability.map(Exploitation::method),
            subgame: subgame(&search.method).map(SolvedSubgame::Sampled),
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
            stopped: solved.stopped.map(stopped),
            exploitability: Some(solved.exploitability.value()),
            exploitability_kind: Some(solved.exploitability.strength()),
            exploitability_method: Some("exact"),
            over_hands: Some(solved.over_hands.into()),
            subgame: Some(SolvedSubgame::Whole(SubgameObject::new(solved))),
            ..Self::unknown(set, "exact", asked)
        }
    }
}

/// Which table it was, and how good its strategy is.
#[derive(Clone, Debug, Serialize)]
pub struct TableObject<'a> {
    /// Where it is.
    pub file: &'a Path,
    /// Its hash.
    pub hash: String,
    /// What wrote it.
    pub engine: &'a str,
    /// The command that wrote it.
    pub command: &'a str,
    /// As whoever made the table measured it; `null` if nobody did.
    pub exploitability: Option<f64>,
}

/// The endgame over all hands that both may have.
#[derive(Clone, Debug, Serialize)]
pub struct SubgameObject {
    /// How likely the hands at its root are taken to be.
    reach: Reach,
    /// What it is worth to the reader before the hands are looked at, and the interval in which that is proved to lie if hands are as likely
    /// as they are taken to be.
    win: f64,
    interval: [f64; 2],
    /// Of `win`, as in `over_hands`.
    kind: Strength,
    /// What a best response to the opponent's strategy would win with the reader's cards.
    best_reply_win: f64,
    best_reply_win_kind: Strength,
    iterations: u64,
    nodes: u64,
    information_sets: u64,
    memory_bytes: u64,
    /// The share of what all pairs of hands weigh over which it was solved.
    live: f64,
}

impl SubgameObject {
    fn new(solved: &SolvedPosition) -> Self {
        let SolvedPosition { over_hands, best_reply, size, .. } = solved;
        Self {
            reach: solved.request.settings.reach,
            win: over_hands.value(),
            interval: solved.interval,
            kind: over_hands.strength(),
            best_reply_win: best_reply.value(),
            best_reply_win_kind: best_reply.strength(),
            iterations: solved.iterations,
            nodes: size.nodes,
            information_sets: size.information_sets,
            memory_bytes: solved.bytes,
            live: solved.live,
        }
    }
}

/// The root of a subgame that is solved by samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Subgame {
    /// What the opponent may know of the reader's cards: `reader`, all of them, or `public`, nothing.
    root: Root,
    /// How likely the hands are taken to be: `uniform` or `learned`.
    reach: Reach,
}

/// The root of what was solved by samples, if that is the method.
#[must_use]
pub const fn subgame(method: &Method) -> Option<Subgame> {
    match *method {
        Method::Cfr(CfrSettings { root, reach, .. }) => Some(Subgame { root, reach }),
        Method::Ismcts(_) | Method::Pimc(_) | Method::Equilibrium => None,
    }
}
