//! An evaluation for programs: `hanamikoji.evaluation/1`, whatever found it.

use std::path::Path;
use std::time::Duration;

use hanamachi_solver::hanamikoji::analysis::{ExactSettings, ModelError, Reach, SearchSettings};
use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::{Estimated, HasStrength, Number, Strength};
use serde::Serialize;

use super::effort::Searched;
use super::method::{self, Subgame};
use super::solved::SubgameObject;
use super::tabled::TableObject;
use crate::hanamikoji::beliefs::{GeishaObject, geisha_objects};
use crate::hanamikoji::insight::{Holdings, Losses, Ranked, WinObject, win};
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
pub(super) enum Asked<'a> {
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

impl Asked<'_> {
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

impl SolvedSubgame {
    /// Between which values it was proved to lie if hands are as likely as they were taken to be, where it was solved outright.
    pub(in crate::hanamikoji) const fn interval(&self) -> Option<[f64; 2]> {
        match self {
            Self::Sampled(_) => None,
            Self::Whole(subgame) => Some(subgame.interval),
        }
    }
}

/// An action.
#[derive(Clone, Serialize)]
pub(in crate::hanamikoji) struct ActionObject {
    pub(in crate::hanamikoji) action: String,
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

impl ActionObject {
    /// The reader's actions, each with what it loses against the best of them.
    pub(super) fn with_losses(mut actions: Vec<Self>) -> Vec<Self> {
        let losses = Losses::among(actions.iter().map(|of| of.value.value()));
        for of in &mut actions {
            of.loss = losses.of(of.value.value());
        }
        actions
    }
}

/// What the end of a round is worth to the reader over all hands that both players may have there.
#[derive(Clone, Copy, Serialize)]
pub(in crate::hanamikoji) struct OverHands {
    win: f64,
    /// In which it was proved to lie; `null` where how likely the hands are is an estimate.
    interval: Option<[f64; 2]>,
    kind: Strength,
    #[serde(skip)]
    number: Number,
}

impl OverHands {
    pub(in crate::hanamikoji) const fn number(&self) -> Number {
        self.number
    }
}

impl From<Number> for OverHands {
    fn from(number: Number) -> Self {
        Self { win: number.value(), interval: number.interval(), kind: number.strength(), number }
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
    pub(super) fn new(round: &Round, set: &InformationSet, holdings: &Holdings) -> Self {
        Self {
            kind: holdings.kind,
            method: holdings.method,
            n: None,
            tremble: holdings.tremble,
            geisha: geisha_objects(set, &round.hidden(set.key()), &holdings.beliefs),
        }
    }
}

impl From<&Ranked> for ActionObject {
    fn from(ranked: &Ranked) -> Self {
        Self {
            action: ranked.action.to_string(),
            probability: ranked.share,
            value: ranked.win.map_or(WinObject::UNKNOWN, WinObject::from),
            visits: Some(ranked.visits),
            loss: None,
            frequency: None,
            frequency_kind: None,
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
            value: WinObject::UNKNOWN,
            interval: None,
            n: None,
            blocks: None,
            exact: false,
            model_error: None,
            method,
            settings: String::new(),
            seed: None,
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

impl Searched {
    /// The value of the position.
    pub(in crate::hanamikoji) fn win(&self) -> Estimated {
        win(self.value)
    }

    pub(super) fn object(
        &self,
        (round, set): (&Round, &InformationSet),
        holdings: &Holdings,
        worths: &Worths,
        asked: Asked<'static>,
    ) -> EvaluationObject<'static> {
        let probability = |utility: f64| f64::midpoint(utility, 1.0).clamp(0.0, 1.0);
        let interval = self.value.interval_95();
        let actions: Vec<ActionObject> = self.ranking.iter().map(ActionObject::from).collect();
        let reader = set.to_decide() == Some(set.seat());
        let (actions, opponent_actions) =
            if reader { (ActionObject::with_losses(actions), Vec::new()) } else { (Vec::new(), actions) };
        EvaluationObject {
            value: self.win().into(),
            interval: interval.map(|interval| [probability(*interval.start()), probability(*interval.end())]),
            n: Some(self.answer.iterations),
            blocks: Some(self.answer.value.clusters),
            model_error: self.search.model_error(set.rules(), words::turns_over(set)),
            settings: self.search.describe(set.rules()),
            seed: asked.seed(),
            actions,
            opponent_actions,
            beliefs: Some(BeliefsObject::new(round, set, holdings)),
            stopped: (self.answer.stopped == Some(Stop::Time)).then_some("time"),
            favour_table: Some(worths.object(set.rules())),
            subgame: method::subgame(&self.search.method).map(SolvedSubgame::Sampled),
            ..EvaluationObject::unknown(set, self.search.method.name(), asked)
        }
    }
}
