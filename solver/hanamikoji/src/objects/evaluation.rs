//! An evaluation as JSON: `hanamikoji.evaluation/1`, for all methods.
#![expect(missing_docs, reason = "keys that say themselves what they are, as they stand in the object")]

use std::num::NonZeroU64;
use std::path::Path;
use std::time::Duration;

use crate::analysis::{ModelError, Past, SearchSettings};
use crate::study::{
    Advice, Comparison, Evaluate, Holdings, OfferAnswer, PositionStudy, PositionValue, SearchedPosition,
    SolveRequest, SolvedPosition, ValuedAction,
};
use crate::{Continuation, InformationSet};
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::strength::{Exploitation, HasStrength, Number, Strength};
use serde::Serialize;

use super::action_text::ActionText;
use super::beliefs::{GeishaObject, geisha_objects};
use super::ends::{self, EndsObject};
use super::win::{FavourTableObject, WinObject};
use super::words;
use hanamachi_core::ENGINE;

/// `hanamikoji.evaluation/1`: fields that the method does not provide are `null`.
#[derive(Clone, Debug, Serialize)]
pub struct EvaluationObject<'a> {
    pub schema: &'static str,
    pub engine: &'static str,
    pub rules: String,
    pub information_set: String,
    pub asked: EffortObject<'a>,
    /// `reader`, `opponent`, or `null` when the round is complete.
    pub to_decide: Option<&'static str>,
    /// `win`, `se` and `kind`: the probability that the reader wins the game, a shared one counting one half.
    /// For the exact method, in the equilibrium found, with the reader's cards.
    #[serde(flatten)]
    pub value: WinObject,
    /// The 95 % interval of `win`, if it is an estimate with an error.
    pub interval: Option<[f64; 2]>,
    /// Iterations used; for pimc, deals.
    pub n: Option<u64>,
    pub blocks: Option<u64>,
    /// Whether `win` is proved.
    pub exact: bool,
    /// Measured error of the method beyond sampling; `null` if unmeasured, or if there is none.
    pub model_error: Option<ModelError>,
    pub method: &'static str,
    pub settings: String,
    pub seed: Option<u64>,
    /// Recommended play; `null` if the reader does not decide.
    pub advice: Option<AdviceObject>,
    /// The legal actions of the reader, the recommended first; empty if the reader does not decide.
    pub actions: Vec<ActionObject>,
    /// Why the recommended action is better than the best of another kind, and than those asked about; empty if
    /// the method does not see the ends of the round.
    pub why: Vec<Comparison>,
    /// The opponent's possible actions, if the opponent decides, by frequency; values are the reader's.
    pub opponent_actions: Vec<ActionObject>,
    pub beliefs: Option<PosteriorObject>,
    /// `time` when the limit cut it short, `interrupted` when the user did.
    pub stopped: Option<&'static str>,
    /// `null` if the output must not depend on the machine, as in reports.
    pub elapsed_ms: Option<f64>,
    /// For the equilibrium, a lower bound for the whole round. For the exact method, the mean gain of both
    /// players' best responses over all hands, in units of utility, −1 to 1. For a table, its own statement.
    pub exploitability: Option<f64>,
    /// Standard error of an estimated exploitability.
    pub exploitability_se: Option<f64>,
    pub exploitability_kind: Option<Strength>,
    /// Method of that measurement: `exact`, `lower_bound` or `none`.
    pub exploitability_method: Option<&'static str>,
    /// Exact method only: the value of the endgame before the hands are known.
    pub over_hands: Option<OverHands>,
    /// What values the games that the round leaves undecided: `none`, `favour_table` or `rule_of_thumb`.
    pub continuation: Option<Continuation>,
    /// The table or the rule of thumb; `null` where no game is left undecided.
    pub favour_table: Option<FavourTableObject>,
    /// Exact only: the subgame solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subgame: Option<SubgameObject>,
    /// Strategy tables only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableObject<'a>>,
}

/// The effort requested.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum EffortObject<'a> {
    Searched {
        method: &'static str,
        iterations: Option<u64>,
        time_ms: Option<u128>,
        block: u64,
        /// All settings, as in `--search` and for players of `match`.
        search: SearchSettings,
        seed: u64,
    },
    Solved {
        method: &'static str,
        exploitability: f64,
        memory_bytes: u64,
        reach: Past,
        /// All settings, as for players of `match`.
        search: String,
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

/// An action.
#[derive(Clone, Debug, Serialize)]
pub struct ActionObject {
    pub action: ActionText,
    /// The alphabetically first of the actions that are equal to it but for the names of interchangeable geisha.
    pub orbit: ActionText,
    /// For a search, the share of its iterations that followed the action, which is not a recommendation. For
    /// an equilibrium or a table, the same as `frequency`.
    pub probability: f64,
    /// `win`, `se` and `kind`; `null` if no iteration followed the action.
    #[serde(flatten)]
    pub value: WinObject,
    pub visits: Option<u64>,
    /// Loss compared with the reader's best action, with the strength of `win`; `null` for the opponent's
    /// actions.
    pub loss: Option<f64>,
    /// The standard error of `loss`; `null` if the loss is exact, or if the sample does not provide it.
    pub loss_se: Option<f64>,
    /// Probability of the action in the equilibrium found; `null` if the method finds none.
    pub frequency: Option<f64>,
    pub frequency_kind: Option<Strength>,
    /// Standard error of `frequency`: how much another seed would change it; `null` if that is unknown.
    pub frequency_se: Option<f64>,
    /// Where the markers lie after the round; `null` for the opponent's actions, and if the method does not see
    /// it.
    pub ends: Option<EndsObject>,
    /// The opponent's answers to an offer; else `null`.
    pub answers: Option<Vec<OfferAnswer>>,
}

/// The recommended play: the same for evaluations, hints, reviews, reports and the board.
#[derive(Clone, Debug, Serialize)]
pub struct AdviceObject {
    /// The first of `best`.
    pub play: ActionText,
    /// The actions whose loss cannot be distinguished from 0, by frequency.
    pub best: Vec<ActionText>,
    /// Loss, by the values, of playing by the frequencies; `null` if the method finds no frequencies.
    pub self_loss: Option<f64>,
    /// Its standard error; `null` if the loss is exact.
    pub self_loss_se: Option<f64>,
    /// What to play, in an English sentence.
    pub text: String,
}

impl AdviceObject {
    /// The advice on these actions, in display order.
    #[must_use]
    pub fn new(advice: Advice, actions: &[ValuedAction]) -> Self {
        Self {
            text: advice.headline(actions),
            play: advice.play.into(),
            best: advice.best.into_iter().map(ActionText::from).collect(),
            self_loss: advice.self_loss,
            self_loss_se: advice.self_loss_se,
        }
    }
}

/// The value of an endgame to the reader over all possible hands of both players.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OverHands {
    win: f64,
    /// Interval of the value by best responses, proved if `kind` is bounded; `null` if the probabilities of the hands are
    /// estimates.
    interval: Option<[f64; 2]>,
    kind: Strength,
}

impl From<&SolvedPosition> for OverHands {
    fn from(solved: &SolvedPosition) -> Self {
        let kind = solved.over_hands.strength();
        let interval = (kind < Strength::Estimated).then_some(solved.interval);
        Self { win: solved.over_hands.value(), interval, kind }
    }
}

/// The posterior of the opponent's cards, as in `hanamikoji.beliefs/1`.
#[derive(Clone, Debug, Serialize)]
pub struct PosteriorObject {
    pub kind: Strength,
    pub method: &'static str,
    /// Deals in the sample: always `null`, since there is none.
    pub n: Option<usize>,
    /// Assumed probability of random play by the opponent, if the policy never plays what was seen.
    tremble: Option<f64>,
    pub geisha: Vec<GeishaObject>,
}

impl PosteriorObject {
    fn new(set: &InformationSet, holdings: &Holdings) -> Self {
        Self {
            kind: holdings.strength(),
            method: holdings.basis_word(),
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
            orbit: of.orbit.into(),
            probability: of.share,
            value: of.win.map_or(WinObject::UNKNOWN, WinObject::from),
            visits: of.visits,
            loss: of.loss,
            loss_se: of.loss_se.filter(|error| error.is_finite()),
            frequency: of.frequency.map(Number::value),
            frequency_kind: of.frequency.map(|often| often.strength()),
            frequency_se: of.frequency_se,
            ends: None,
            answers: None,
        }
    }
}

/// Milliseconds, as in output.
#[must_use]
pub fn ms(elapsed: Duration) -> f64 {
    elapsed.as_secs_f64() * 1e3
}

impl<'a> EvaluationObject<'a> {
    /// An evaluation of this set with nothing known yet.
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
            why: Vec::new(),
            opponent_actions: Vec::new(),
            beliefs: None,
            stopped: None,
            elapsed_ms: None,
            exploitability: None,
            exploitability_se: None,
            exploitability_kind: None,
            exploitability_method: None,
            over_hands: None,
            continuation: None,
            favour_table: None,
            subgame: None,
            table: None,
        }
    }
}

impl EvaluationObject<'static> {
    /// The evaluation of this study of a position, with the path of the favour table's file, if there is one.
    #[must_use]
    pub fn new(study: &PositionStudy, favour_file: Option<&Path>) -> Self {
        let PositionStudy { question, information_set: set, value, holdings, .. } = study;
        let time_ms = question.time.map(|time| time.as_millis());
        let object = match value {
            PositionValue::Searched(searched) => Self::searched((set, &study.question), searched, time_ms),
            PositionValue::Solved(solved) => Self::solved(set, solved, (question.method(), time_ms)),
        };
        let with_ends = |of: &ValuedAction| {
            let object = ActionObject::from(of);
            let (ends, answers) = ends::of_action(set.rules(), value.ends(), object.action);
            ActionObject { ends, answers, ..object }
        };
        let actions = value.actions().iter().map(with_ends).collect();
        Self {
            value: value.win().into(),
            model_error: value.model_error(),
            advice: value.advice().map(|advice| AdviceObject::new(advice, value.actions())),
            actions,
            why: study.why(&[]),
            opponent_actions: value.opponent_actions().iter().map(ActionObject::from).collect(),
            beliefs: Some(PosteriorObject::new(set, holdings)),
            continuation: Some(study.continuation),
            favour_table: FavourTableObject::of(
                study.information_set.rules(),
                study.continuation,
                favour_file,
            ),
            ..object
        }
    }

    fn searched(
        (set, question): (&InformationSet, &Evaluate),
        searched: &SearchedPosition,
        time_ms: Option<u128>,
    ) -> Self {
        let SearchedPosition { method, effort, .. } = searched;
        let Evaluate { iterations, block, .. } = *question;
        let asked = EffortObject::Searched {
            method: method.name(),
            iterations: iterations.map(NonZeroU64::get),
            time_ms,
            block: effort.block_size.get(),
            search: SearchSettings { method: *method, iterations, block },
            seed: effort.seed,
        };
        Self {
            interval: searched.interval_95,
            n: Some(searched.iterations),
            blocks: Some(searched.blocks),
            settings: method.describe(set.rules()),
            stopped: searched.stopped.map(Stop::word),
            exploitability: searched.exploitability.and_then(Exploitation::value),
            exploitability_se: searched.exploitability.and_then(Exploitation::standard_error),
            exploitability_kind: searched.exploitability.map(|_| Strength::Estimated),
            exploitability_method: searched.exploitability.map(Exploitation::method),
            ..Self::unknown(set, method.name(), asked)
        }
    }

    fn solved(
        set: &InformationSet,
        solved: &SolvedPosition,
        (method, time_ms): (&'static str, Option<u128>),
    ) -> Self {
        let SolveRequest { exploitability, memory, reach, seed, .. } = solved.request;
        let asked = EffortObject::Solved {
            method,
            exploitability,
            memory_bytes: memory.0,
            reach,
            search: solved.request.to_string(),
            time_ms,
            seed,
        };
        Self {
            exact: solved.win.strength() == Strength::Proved,
            settings: format!("reach={reach},algorithm=dcfr,exploitability={exploitability}"),
            stopped: solved.stopped.map(Stop::word),
            exploitability: Some(solved.exploitability.value()),
            exploitability_kind: Some(solved.exploitability.strength()),
            exploitability_method: Some("exact"),
            over_hands: Some(solved.into()),
            subgame: Some(SubgameObject::new(solved)),
            ..Self::unknown(set, solved.method(), asked)
        }
    }
}

/// Identity of a strategy table, and its quality.
#[derive(Clone, Debug, Serialize)]
pub struct TableObject<'a> {
    /// Its path.
    pub file: &'a Path,
    /// Its hash.
    pub hash: String,
    /// The program that wrote it.
    pub engine: &'a str,
    /// The command that wrote it.
    pub command: &'a str,
    /// The author's measurement; `null` if there is none.
    pub exploitability: Option<f64>,
}

/// The endgame over all possible hands of both players.
#[derive(Clone, Debug, Serialize)]
pub struct SubgameObject {
    /// Assumed probabilities of the hands at its root.
    reach: Past,
    /// Its value to the reader before the hands are known, and the proved interval of the value under the
    /// assumed probabilities of the hands.
    win: f64,
    interval: [f64; 2],
    /// Kind of `win`, as in `over_hands`.
    kind: Strength,
    /// Winning probability of a best response to the opponent's strategy with the reader's cards.
    best_reply_win: f64,
    best_reply_win_kind: Strength,
    iterations: u64,
    nodes: u64,
    information_sets: u64,
    memory_bytes: u64,
    /// Share of the total weight of all pairs of hands that the solution covers.
    live: f64,
    /// The same share of a solution over fewer hands that was found on the way, and the probability that the reader wins by
    /// it; `null` if there was none.
    fewer_live: Option<f64>,
    fewer_win: Option<f64>,
}

impl SubgameObject {
    fn new(solved: &SolvedPosition) -> Self {
        let SolvedPosition { over_hands, best_reply, size, .. } = solved;
        Self {
            reach: solved.request.reach,
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
            fewer_live: solved.over_fewer.map(|of| of.0),
            fewer_win: solved.over_fewer.map(|of| of.1.value()),
        }
    }
}
