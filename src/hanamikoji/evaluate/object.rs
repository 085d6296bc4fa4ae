//! An evaluation for programs.

use std::time::Duration;

use hanamachi_solver::hanamikoji::{Action, InformationSet, Round};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::estimate::ClusterMean;
use hanamachi_solver::search::ismcts::Answer;
use serde::Serialize;

use super::method::{Method, Subgame};
use crate::hanamikoji::beliefs::{GeishaObject, geisha_objects};
use crate::hanamikoji::insight::{Holdings, Ranked, Win};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::{FavourTableObject, Worths};
use crate::output::ENGINE;

/// Everything that there is to say.
pub(super) struct EvaluationObject<'a> {
    pub(super) set: &'a InformationSet,
    pub(super) method: &'a Method,
    pub(super) iterations_asked: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) block: u64,
    pub(super) seed: u64,
    pub(super) answer: &'a Answer<Action>,
    pub(super) value: ClusterMean,
    pub(super) ranking: &'a [Ranked],
    pub(super) holdings: &'a Holdings,
    pub(super) worths: &'a Worths,
    pub(super) elapsed: Duration,
    /// How many actions a page lists.
    pub(super) top: usize,
}

/// `hanamikoji.evaluation/1`.
#[derive(Serialize)]
pub(super) struct Fields {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    information_set: String,
    asked: Asked,
    /// `reader`, `opponent`, or `null` when the round is complete.
    to_decide: Option<&'static str>,
    /// The probability that the reader wins the game, a shared one counting one half.
    win: f64,
    /// Its standard error; `null` with a single block.
    se: Option<f64>,
    /// The 95 % interval.
    interval: Option<[f64; 2]>,
    /// Iterations that were used; deals, of pimc.
    n: u64,
    blocks: u64,
    exact: bool,
    kind: &'static str,
    method: &'static str,
    settings: String,
    seed: u64,
    /// The legal actions of the reader, best first; none where it is not for the reader to decide.
    actions: Vec<ActionObject>,
    /// Where it is for the opponent to decide, what the search let him play, by how often; values are the reader's.
    opponent_actions: Vec<ActionObject>,
    beliefs: BeliefsObject,
    /// `time` when the limit cut the search short.
    stopped: Option<&'static str>,
    elapsed_ms: f64,
    /// Of the exact method only.
    exploitability: Option<f64>,
    /// By which undecided rounds are valued.
    favour_table: FavourTableObject,
    /// Of cfr only: the root of what was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    subgame: Option<Subgame>,
}

#[derive(Serialize)]
struct Asked {
    method: &'static str,
    iterations: Option<u64>,
    time_ms: Option<u128>,
    block: u64,
    seed: u64,
}

#[derive(Serialize)]
struct ActionObject {
    action: String,
    /// How often to play it.
    probability: f64,
    /// `null` if it was never followed.
    win: Option<f64>,
    se: Option<f64>,
    visits: u64,
}

/// What the opponent probably holds, as `hanamikoji.beliefs/1` has it.
#[derive(Serialize)]
pub(super) struct BeliefsObject {
    kind: &'static str,
    method: &'static str,
    n: Option<usize>,
    geisha: Vec<GeishaObject>,
}

impl BeliefsObject {
    pub(super) fn new(round: &Round, set: &InformationSet, holdings: &Holdings) -> Self {
        Self {
            kind: holdings.kind,
            method: holdings.method,
            n: holdings.n,
            geisha: geisha_objects(set, &round.hidden(set.key()), &holdings.beliefs),
        }
    }
}

impl EvaluationObject<'_> {
    /// The value of the position.
    pub(super) fn win(&self) -> Win {
        self.value.into()
    }

    pub(super) fn fields(&self, round: &Round) -> Fields {
        let win = self.win();
        let probability = |utility: f64| f64::midpoint(utility, 1.0).clamp(0.0, 1.0);
        let interval = self.value.interval_95();
        let reader = self.set.to_decide() == Some(self.set.seat());
        let action = |ranked: &Ranked| ActionObject {
            action: ranked.action.to_string(),
            probability: ranked.share,
            win: ranked.win.map(|win| win.value),
            se: ranked.win.and_then(|win| win.se),
            visits: ranked.visits,
        };
        Fields {
            schema: "hanamikoji.evaluation/1",
            engine: ENGINE,
            rules: words::rules_of_set(self.set),
            information_set: self.set.to_string(),
            asked: Asked {
                method: self.method.name(),
                iterations: self.iterations_asked,
                time_ms: self.time.map(|time| time.as_millis()),
                block: self.block,
                seed: self.seed,
            },
            to_decide: words::reader_or_opponent(self.set),
            win: win.value,
            se: win.se,
            interval: interval.map(|interval| [probability(*interval.start()), probability(*interval.end())]),
            n: self.answer.iterations,
            blocks: self.answer.value.clusters,
            exact: false,
            kind: "estimated",
            method: self.method.name(),
            settings: self.method.settings(),
            seed: self.seed,
            actions: self.ranking.iter().filter(|_| reader).map(action).collect(),
            opponent_actions: self.ranking.iter().filter(|_| !reader).map(action).collect(),
            beliefs: BeliefsObject::new(round, self.set, self.holdings),
            stopped: (self.answer.stopped == Some(Stop::Time)).then_some("time"),
            elapsed_ms: self.elapsed.as_secs_f64() * 1e3,
            exploitability: None,
            favour_table: self.worths.object(self.set.rules()),
            subgame: self.method.subgame(),
        }
    }
}
