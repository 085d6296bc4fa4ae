//! A solved endgame for programs and for people.

use std::fmt::Write;
use std::time::Duration;

use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::Stop;
use serde::Serialize;

use super::exact::{Exact, Reach, Solved, Wish};
use super::object::{ActionObject, Asked, BeliefsObject, EvaluationObject, SolvedSubgame};
use crate::failure::ByteSize;
use crate::hanamikoji::insight::Holdings;
use crate::hanamikoji::words;
use crate::hanamikoji::worths::Worths;
use crate::style::{BOLD, DIM, paint};

/// Everything that there is to say.
pub(super) struct SolvedObject<'a> {
    pub(super) set: &'a InformationSet,
    pub(super) exact: &'a Exact,
    pub(super) solved: &'a Solved,
    pub(super) holdings: &'a Holdings,
    pub(super) worths: &'a Worths,
    pub(super) elapsed: Duration,
    /// How many actions a page lists.
    pub(super) top: usize,
}

/// The endgame over all hands that both may have.
#[derive(Serialize)]
pub(in crate::hanamikoji) struct SubgameObject {
    /// How likely the hands at its root are taken to be.
    reach: &'static str,
    /// What it is worth to the reader before the hands are looked at, and the interval in which that is proved to lie.
    pub(in crate::hanamikoji) win: f64,
    pub(in crate::hanamikoji) interval: [f64; 2],
    /// What a best response to the opponent's strategy would win with the reader's cards.
    best_reply_win: f64,
    iterations: u64,
    nodes: u64,
    pub(in crate::hanamikoji) information_sets: u64,
    memory_bytes: u64,
}

fn probability(utility: f64) -> f64 {
    f64::midpoint(utility, 1.0).clamp(0.0, 1.0)
}

/// An action with what it is worth and how often it is played.
struct Ranked {
    action: String,
    win: f64,
    share: f64,
}

impl SolvedObject<'_> {
    /// The reader's actions by what they are worth, and the opponent's by how likely they are; ties in alphabetical order.
    fn ranked(&self) -> [Vec<Ranked>; 2] {
        let solution = &self.solved.solution;
        let own = solution.actions.iter().map(|own| Ranked {
            action: own.action.to_string(),
            win: probability(own.value),
            share: own.probability,
        });
        let seen = solution.opponent_actions.iter().map(|seen| Ranked {
            action: seen.action.to_string(),
            win: probability(seen.value),
            share: seen.probability,
        });
        let (mut own, mut seen): (Vec<_>, Vec<_>) = (own.collect(), seen.collect());
        own.sort_by(|one, other| other.win.total_cmp(&one.win));
        seen.sort_by(|one, other| other.share.total_cmp(&one.share));
        [own, seen]
    }

    fn settings(&self) -> String {
        format!(
            "reach={},algorithm=dcfr,exploitability={}",
            self.exact.reach_name(),
            self.exact.exploitability
        )
    }

    pub(super) fn object(&self, round: &Round) -> EvaluationObject<'static> {
        let Solved { solution, report, game, size, bytes } = self.solved;
        let exact = self.exact;
        let [own, seen] = self.ranked();
        let object = |Ranked { action, win, share }| ActionObject {
            action,
            probability: share,
            win: Some(win),
            se: None,
            visits: None,
        };
        let asked = Asked::Solved {
            method: if exact.wish == Wish::Always { "exact" } else { "auto" },
            exploitability: exact.exploitability,
            memory_bytes: exact.memory.0,
            reach: exact.reach_name(),
            time_ms: exact.time.map(|time| time.as_millis()),
            seed: exact.seed,
        };
        let subgame = SubgameObject {
            reach: exact.reach_name(),
            win: probability(game.value),
            interval: [probability(game.low), probability(game.high)],
            best_reply_win: probability(solution.best_reply),
            iterations: report.iterations,
            nodes: size.nodes,
            information_sets: size.information_sets,
            memory_bytes: *bytes,
        };
        EvaluationObject {
            win: Some(probability(solution.value)),
            exact: exact.is_bounded(),
            kind: Some(exact.kind()),
            settings: self.settings(),
            seed: Some(exact.seed),
            actions: own.into_iter().map(object).collect(),
            opponent_actions: seen.into_iter().map(object).collect(),
            beliefs: Some(BeliefsObject::new(round, self.set, self.holdings)),
            stopped: (report.stopped == Some(Stop::Time)).then_some("time"),
            // Rounding may leave a hair less than nothing.
            exploitability: Some(report.exploitability.mean().max(0.0)),
            favour_table: Some(self.worths.object(self.set.rules())),
            subgame: Some(SolvedSubgame::Whole(subgame)),
            ..EvaluationObject::unknown(self.set, "exact", asked)
        }
    }

    /// The value and the best action.
    pub(super) fn line(&self) -> String {
        let win = 100.0 * probability(self.solved.solution.value);
        let mut text = format!("{}  win {win:>6.2} %", self.set);
        if let Some(Ranked { action, win, share }) = self.ranked().iter().flatten().next() {
            let _ = write!(text, "  {action} {:>6.2} %, play it {:.0} %", 100.0 * win, 100.0 * share);
        }
        text
    }

    pub(super) fn page(&self, round: &Round) -> String {
        let Solved { solution, report, game, .. } = self.solved;
        let percent = |utility: f64| format!("{:.2} %", 100.0 * probability(utility));
        let mut text = format!("{}  {}", paint(BOLD, "win"), percent(solution.value));
        let whose = match words::reader_or_opponent(self.set) {
            None => "the round is complete; secrets will be shown",
            Some("reader") => "yours to decide",
            Some(_) => "the opponent's to decide; values are yours",
        };
        let _ = write!(text, "   {whose}");
        let [own, seen] = self.ranked();
        let (list, most) = if seen.is_empty() { (own, self.top) } else { (seen, self.top.min(12)) };
        if !list.is_empty() {
            if solution.actions.is_empty() {
                let _ = write!(text, "\n\n{}", paint(BOLD, "What you will see the opponent play"));
            }
            let _ = write!(text, "\n\n{}", paint(BOLD, "  action    win         play it"));
            for Ranked { action, win, share } in list.iter().take(most) {
                let _ = write!(text, "\n  {action:<7} {:>6.2} %    {:>6.2} %", 100.0 * win, 100.0 * share);
            }
        }
        if list.len() > most {
            let _ = write!(text, "\n  and {} more", list.len() - most);
        }
        let _ = write!(
            text,
            "\n\n{}\n{}",
            paint(BOLD, "What the opponent probably has"),
            self.holdings.table(round, self.set.key())
        );
        let reach = match self.exact.reach {
            Reach::Uniform => "all placements of the cards being alike at its root",
            Reach::Learned => {
                "both having played sensibly before, as estimated from a few random orders of their draws, so that another \
                 seed may move all values by a per cent"
            }
        };
        let kind = if self.exact.is_bounded() { "bounded" } else { "bounded for that estimate" };
        let stopped =
            if report.stopped.is_some() { " The time limit ended it before that was better." } else { "" };
        let note = format!(
            "Solved: the rest of the round is in equilibrium but for {:.5}, the mean of what best responses gain in utility, \
             {reach}. Over all hands it is worth {} to {} to you: {kind}.{stopped} {} iterations, {} information sets, {}, \
             {:.2} s. Rules: {}.",
            report.exploitability.mean().max(0.0),
            percent(game.low),
            percent(game.high),
            report.iterations,
            self.solved.size.information_sets,
            ByteSize(self.solved.bytes),
            self.elapsed.as_secs_f64(),
            words::rules_of_set(self.set)
        );
        let _ = write!(text, "\n\n{}", paint(DIM, note));
        if let Some(note) = self.worths.note() {
            let _ = write!(text, "\n{}", paint(DIM, note));
        }
        text
    }
}
