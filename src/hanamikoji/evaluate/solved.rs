//! A solved endgame for programs and for people.

use std::fmt::Write;
use std::time::Duration;

use hanamachi_solver::hanamikoji::analysis::Reach;
use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use serde::Serialize;

use super::exact::{Exact, Solved, Wish};
use super::object::{ActionObject, Asked, BeliefsObject, EvaluationObject, SolvedSubgame};
use crate::failure::ByteSize;
use crate::hanamikoji::insight::{Holdings, Losses, Whose};
use crate::hanamikoji::words;
use crate::hanamikoji::worths::Worths;
use crate::percent;
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
    reach: Reach,
    /// What it is worth to the reader before the hands are looked at, and the interval in which that is proved to lie if hands are as likely
    /// as they are taken to be.
    win: f64,
    pub(super) interval: [f64; 2],
    /// Of `win`, as in `over_hands`.
    kind: Strength,
    /// What a best response to the opponent's strategy would win with the reader's cards.
    best_reply_win: f64,
    best_reply_win_kind: Strength,
    iterations: u64,
    nodes: u64,
    information_sets: u64,
    memory_bytes: u64,
}

/// An action with what it is worth and how often it is played.
struct Ranked {
    action: String,
    win: Number,
    share: f64,
}

impl SolvedObject<'_> {
    /// The reader's actions by what they lose, and the opponent's by how likely they are; ties in alphabetical order.
    fn ranked(&self) -> [Vec<Ranked>; 2] {
        let solution = &self.solved.solution;
        let win = |utility: f64| self.solved.win(self.exact, utility);
        let own = solution.actions.iter().map(|own| Ranked {
            action: own.action.to_string(),
            win: win(own.value),
            share: own.probability,
        });
        let seen = solution.opponent_actions.iter().map(|seen| Ranked {
            action: seen.action.to_string(),
            win: win(seen.value),
            share: seen.probability,
        });
        let (mut own, mut seen): (Vec<_>, Vec<_>) = (own.collect(), seen.collect());
        own.sort_by(|one, other| other.win.value().total_cmp(&one.win.value()));
        seen.sort_by(|one, other| other.share.total_cmp(&one.share));
        [own, seen]
    }

    fn settings(&self) -> String {
        format!(
            "reach={},algorithm=dcfr,exploitability={}",
            self.exact.settings.reach, self.exact.settings.exploitability
        )
    }

    pub(super) fn object(&self, round: &Round) -> EvaluationObject<'static> {
        let Solved { solution, report, game, size, bytes } = self.solved;
        let exact = self.exact;
        let [own, seen] = self.ranked();
        let object = |Ranked { action, win, share }| ActionObject {
            action,
            probability: share,
            value: win.into(),
            visits: None,
            loss: None,
            frequency: Some(share),
            frequency_kind: Some(win.strength()),
        };
        let over_hands = self.solved.over_hands(exact);
        let best_reply = self.solved.win(exact, solution.best_reply);
        let gain = exact.under_reach(report.exploitability.proved());
        let asked = Asked::Solved {
            method: if exact.wish == Wish::Always { "exact" } else { "auto" },
            exploitability: exact.settings.exploitability,
            memory_bytes: exact.settings.memory.0,
            reach: exact.settings.reach,
            search: exact.settings,
            time_ms: exact.time.map(|time| time.as_millis()),
            seed: exact.seed,
        };
        let subgame = SubgameObject {
            reach: exact.settings.reach,
            win: over_hands.value(),
            interval: [game.low, game.high].map(|end| Number::Proved(end).probability().value()),
            kind: over_hands.strength(),
            best_reply_win: best_reply.value(),
            best_reply_win_kind: best_reply.strength(),
            iterations: report.iterations,
            nodes: size.nodes,
            information_sets: size.information_sets,
            memory_bytes: *bytes,
        };
        let win = self.win();
        EvaluationObject {
            value: win.into(),
            exact: win.strength() == Strength::Proved,
            settings: self.settings(),
            seed: Some(exact.seed),
            actions: ActionObject::with_losses(own.into_iter().map(object).collect()),
            opponent_actions: seen.into_iter().map(object).collect(),
            beliefs: Some(BeliefsObject::new(round, self.set, self.holdings)),
            stopped: (report.stopped == Some(Stop::Time)).then_some("time"),
            // Rounding may leave a hair less than nothing.
            exploitability: Some(report.exploitability.mean().max(0.0)),
            exploitability_kind: Some(gain.strength()),
            over_hands: Some(over_hands.into()),
            favour_table: Some(self.worths.object(self.set.rules())),
            subgame: Some(SolvedSubgame::Whole(subgame)),
            ..EvaluationObject::unknown(self.set, "exact", asked)
        }
    }

    /// What the position is worth with the reader's cards.
    fn win(&self) -> Number {
        self.solved.win(self.exact, self.solved.solution.value)
    }

    /// The value and the best action.
    pub(super) fn line(&self) -> String {
        let win = self.win();
        let mut text = format!("{}  win {}", self.set, with_kind(&win));
        if let Some(Ranked { action, win, share }) = self.ranked().iter().flatten().next() {
            let (kind, often) = (win.strength(), 100.0 * share);
            let _ = write!(text, "  {action} {}, frequency {often:.1} % ({kind})", with_kind(win));
        }
        text
    }

    pub(super) fn page(&self, round: &Round) -> String {
        let Solved { solution, report, .. } = self.solved;
        let whose = match words::reader_or_opponent(self.set) {
            None => "the round is complete; secrets will be shown",
            Some("reader") => "yours to decide",
            Some(_) => "the opponent's to decide; values are yours",
        };
        let (win, over_hands) = (self.win(), self.solved.over_hands(self.exact));
        let mut text = headline(&win);
        let _ = write!(text, "   {whose}\n{}  {}", paint(BOLD, "over all hands"), with_kind(&over_hands));
        let [own, seen] = self.ranked();
        let whose = if seen.is_empty() { Whose::Own } else { Whose::Opponents };
        let (list, most) = match whose {
            Whose::Own => (own, self.top),
            Whose::Opponents => (seen, self.top.min(12)),
        };
        if !list.is_empty() {
            if solution.actions.is_empty() {
                let _ = write!(text, "\n\n{}", paint(BOLD, "What you will see the opponent play"));
            }
            let _ = write!(text, "\n\n{}", table(&list[..most.min(list.len())], win.strength(), whose));
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
        let reach = match self.exact.settings.reach {
            Reach::Uniform => "all placements of the cards being alike at its root",
            Reach::Learned => {
                "both having played sensibly before. How likely hands are then is exact for a model of sensible play, and an estimate, as \
                 everything here, for players who may differ from it"
            }
        };
        let stopped =
            if report.stopped.is_some() { " The time limit ended it before that was better." } else { "" };
        let note = format!(
            "Solved: the rest of the round is in equilibrium but for {:.5} ({}), the mean of what best responses gain in utility, \
             {reach}.{stopped} {} iterations, {} information sets, {}, {:.2} s. Rules: {}.",
            report.exploitability.mean().max(0.0),
            self.exact.under_reach(report.exploitability.proved()).strength(),
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

/// `54.12 % (computed)`.
pub(super) fn with_kind(number: &Number) -> String {
    format!("{} % ({})", percent::of(number), number.strength())
}

/// `win  54.12 % (computed)`.
pub(super) fn headline(win: &Number) -> String {
    format!("{}  {}", paint(BOLD, "win"), with_kind(win))
}

/// These actions in a table; of one's own with what they lose.
fn table(list: &[Ranked], strength: Strength, whose: Whose) -> String {
    let is_own = whose == Whose::Own;
    let losses = Losses::among(list.iter().map(|of| Some(of.win.value())));
    let lose = if is_own { "loses  " } else { "" };
    let often = if is_own { "frequency" } else { "likely" };
    let mut text = paint(BOLD, format!("  action    {lose}win % ({strength})   {often} % ({strength})"));
    for Ranked { action, win, share } in list {
        let _ = write!(text, "\n  {action:<7}");
        if let Some(loss) = losses.of(Some(win.value())).filter(|_| is_own) {
            let _ = write!(text, " {:>7} ", percent::difference(loss, win));
        }
        let _ = write!(text, " {:>11} {:>14.1}", percent::of(win), 100.0 * share);
    }
    text
}
