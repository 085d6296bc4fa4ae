//! An evaluation for programs: `hanamikoji.evaluation/1`, whatever found it.

use std::path::Path;
use std::time::Duration;

use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::Stop;
use serde::Serialize;

use super::effort::Searched;
use super::method::Subgame;
use super::solved::SubgameObject;
use super::tabled::TableObject;
use crate::hanamikoji::beliefs::{GeishaObject, geisha_objects};
use crate::hanamikoji::insight::{Holdings, Ranked, Win};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::{FavourTableObject, Worths};
use crate::output::ENGINE;

/// `hanamikoji.evaluation/1`: what its method does not know is `null`.
#[derive(Serialize)]
pub(in crate::hanamikoji) struct EvaluationObject<'a> {
    pub(in crate::hanamikoji) schema: &'static str,
    pub(in crate::hanamikoji) engine: &'static str,
    pub(in crate::hanamikoji) rules: String,
    pub(in crate::hanamikoji) information_set: String,
    pub(super) asked: Asked<'a>,
    /// `reader`, `opponent`, or `null` when the round is complete.
    pub(in crate::hanamikoji) to_decide: Option<&'static str>,
    /// The probability that the reader wins the game, a shared one counting one half. Of the exact method, in the equilibrium
    /// that was found, with the reader's cards.
    pub(in crate::hanamikoji) win: Option<f64>,
    /// Its standard error; `null` with a single block.
    pub(in crate::hanamikoji) se: Option<f64>,
    /// The 95 % interval.
    pub(in crate::hanamikoji) interval: Option<[f64; 2]>,
    /// Iterations that were used; deals, of pimc.
    pub(in crate::hanamikoji) n: Option<u64>,
    pub(in crate::hanamikoji) blocks: Option<u64>,
    pub(super) exact: bool,
    pub(in crate::hanamikoji) kind: Option<&'static str>,
    pub(in crate::hanamikoji) method: &'static str,
    pub(in crate::hanamikoji) settings: String,
    pub(in crate::hanamikoji) seed: Option<u64>,
    /// The legal actions of the reader, best first; none where it is not for the reader to decide.
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
pub(super) enum Asked<'a> {
    Searched {
        method: &'static str,
        iterations: Option<u64>,
        time_ms: Option<u128>,
        block: u64,
        seed: u64,
    },
    Solved {
        method: &'static str,
        exploitability: f64,
        memory_bytes: u64,
        reach: &'static str,
        time_ms: Option<u128>,
        seed: u64,
    },
    Tabled {
        method: &'static str,
        table: &'a Path,
    },
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

impl SolvedSubgame {
    /// Between which values it is proved to lie, if it was solved outright.
    pub(in crate::hanamikoji) fn interval(&self) -> Option<[f64; 2]> {
        match self {
            Self::Sampled(_) => None,
            Self::Whole(subgame) => Some(subgame.interval),
        }
    }

    /// What it is worth over all hands, if it was solved outright.
    pub(in crate::hanamikoji) fn win(&self) -> Option<f64> {
        match self {
            Self::Sampled(_) => None,
            Self::Whole(subgame) => Some(subgame.win),
        }
    }
}

/// An action.
#[derive(Clone, Serialize)]
pub(in crate::hanamikoji) struct ActionObject {
    pub(in crate::hanamikoji) action: String,
    /// How often to play it.
    pub(in crate::hanamikoji) probability: f64,
    /// `null` if it was never followed.
    pub(in crate::hanamikoji) win: Option<f64>,
    pub(in crate::hanamikoji) se: Option<f64>,
    pub(in crate::hanamikoji) visits: Option<u64>,
}

/// What the opponent probably holds, as `hanamikoji.beliefs/1` has it.
#[derive(Serialize)]
pub(in crate::hanamikoji) struct BeliefsObject {
    pub(in crate::hanamikoji) kind: &'static str,
    pub(in crate::hanamikoji) method: &'static str,
    pub(in crate::hanamikoji) n: Option<usize>,
    pub(in crate::hanamikoji) geisha: Vec<GeishaObject>,
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

impl From<&Ranked> for ActionObject {
    fn from(ranked: &Ranked) -> Self {
        Self {
            action: ranked.action.to_string(),
            probability: ranked.share,
            win: ranked.win.map(|win| win.value),
            se: ranked.win.and_then(|win| win.se),
            visits: Some(ranked.visits),
        }
    }
}

/// Milliseconds, as output has them.
pub(super) fn ms(elapsed: Duration) -> f64 {
    elapsed.as_secs_f64() * 1e3
}

impl<'a> EvaluationObject<'a> {
    /// About this set, and nothing known yet.
    pub(super) fn unknown(set: &InformationSet, method: &'static str, asked: Asked<'a>) -> Self {
        Self {
            schema: "hanamikoji.evaluation/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            asked,
            to_decide: words::reader_or_opponent(set),
            win: None,
            se: None,
            interval: None,
            n: None,
            blocks: None,
            exact: false,
            kind: None,
            method,
            settings: String::new(),
            seed: None,
            actions: Vec::new(),
            opponent_actions: Vec::new(),
            beliefs: None,
            stopped: None,
            elapsed_ms: None,
            exploitability: None,
            favour_table: None,
            subgame: None,
            table: None,
        }
    }
}

impl Searched {
    /// The value of the position.
    pub(in crate::hanamikoji) fn win(&self) -> Win {
        self.value.into()
    }

    pub(super) fn object(
        &self,
        (round, set): (&Round, &InformationSet),
        holdings: &Holdings,
        worths: &Worths,
        asked: Asked<'static>,
        seed: u64,
    ) -> EvaluationObject<'static> {
        let win = self.win();
        let probability = |utility: f64| f64::midpoint(utility, 1.0).clamp(0.0, 1.0);
        let interval = self.value.interval_95();
        let actions: Vec<ActionObject> = self.ranking.iter().map(ActionObject::from).collect();
        let reader = set.to_decide() == Some(set.seat());
        let (actions, opponent_actions) = if reader { (actions, Vec::new()) } else { (Vec::new(), actions) };
        EvaluationObject {
            win: Some(win.value),
            se: win.se,
            interval: interval.map(|interval| [probability(*interval.start()), probability(*interval.end())]),
            n: Some(self.answer.iterations),
            blocks: Some(self.answer.value.clusters),
            kind: Some("estimated"),
            settings: self.method.settings(),
            seed: Some(seed),
            actions,
            opponent_actions,
            beliefs: Some(BeliefsObject::new(round, set, holdings)),
            stopped: (self.answer.stopped == Some(Stop::Time)).then_some("time"),
            favour_table: Some(worths.object(set.rules())),
            subgame: self.method.subgame().map(SolvedSubgame::Sampled),
            ..EvaluationObject::unknown(set, self.method.name(), asked)
        }
    }
}
