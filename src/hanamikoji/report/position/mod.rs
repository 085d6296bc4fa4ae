//! The study of a position: the table as seen, the actions, the unseen cards, and what other cards in hand would change.

mod study;
mod what_if;

use std::fmt::Write;
use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::InformationSet;
use serde::Serialize;

use self::study::Studied;
use self::what_if::WhatIf;
use super::StudyArgs;
use super::numbers::{cell, ends, percent};
use super::tableau::Tableau;
use crate::failure::Failure;
use crate::hanamikoji::evaluate::{EvaluationObject, SolvedSubgame};
use crate::hanamikoji::item::LastGame;
use crate::hanamikoji::show::View;
use crate::hanamikoji::words;
use crate::report::{Facts, Report, Sheet, Strength, Templates};
use crate::seed;
use crate::session::Session;
use crate::shell::quoted;
use crate::workers::thread_pool;

/// Makes the page of this position.
pub(super) fn run(args: &StudyArgs, set: &InformationSet, session: &Session) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    let worths = args.favour_table.open()?;
    worths.check(set.rules())?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let threads = thread_pool(args.threads.count())?;
    let studied =
        threads.install(|| study::study(&args.effort, args.what_if, (set, &worths), seed, session))?;
    delivery.deliver(&PositionReport::new(set, studied, seed))
}

/// `hanamikoji.position_report/1`.
#[derive(Serialize)]
struct PositionReport {
    information_set: String,
    #[serde(skip)]
    rules_in_words: String,
    seed: u64,
    /// `reader`, `opponent`, or `null` when the round is complete.
    to_decide: Option<&'static str>,
    turn: usize,
    turns: usize,
    table: Tableau,
    /// As `evaluate` has it, the actions by how often to play them; no time, which depends on the machine.
    evaluation: EvaluationObject<'static>,
    /// How strong the values with the reader's cards are, and how often to play what. Only the value over all hands is ever proved.
    values_kind: &'static str,
    /// Where the rest of the round is solved: what it is worth over all hands, and how strong that is.
    over_all_hands: Option<OverAllHands>,
    unseen: Vec<UnseenObject>,
    /// `null` where there is no card to exchange, or it was not asked for.
    what_if: Option<WhatIf>,
    #[serde(skip)]
    flags: String,
    /// By which favour table, where it is not the usual one.
    #[serde(skip)]
    valued_by: Option<String>,
}

/// What the rest of the round is worth before the hands are looked at.
#[derive(Serialize)]
struct OverAllHands {
    kind: &'static str,
    interval: [f64; 2],
    /// Its ends in per cent, as a page writes them.
    #[serde(rename = "interval_percent")]
    shown: [String; 2],
}

/// Where the unseen cards of a geisha may be: expected numbers of cards.
#[derive(Serialize)]
struct UnseenObject {
    geisha: char,
    unseen: u32,
    places: Vec<PlaceObject>,
}

#[derive(Serialize)]
struct PlaceObject {
    place: &'static str,
    expected: f64,
    /// The probability that one card at least lies there.
    any: f64,
}

impl PositionReport {
    fn new(set: &InformationSet, studied: Studied, seed: u64) -> Self {
        let Studied { mut evaluation, what_if, flags, holdings, valued_by } = studied;
        for actions in [&mut evaluation.actions, &mut evaluation.opponent_actions] {
            let worth = |win: Option<f64>| win.unwrap_or(-1.0);
            actions.sort_by(|one, other| {
                let shares = other.probability.total_cmp(&one.probability);
                shares.then(worth(other.win).total_cmp(&worth(one.win)))
            });
        }
        let interval = evaluation.subgame.as_ref().and_then(SolvedSubgame::interval);
        let over_all_hands = interval.map(|interval| OverAllHands {
            kind: evaluation.kind.unwrap_or("estimated"),
            interval,
            shown: ends(interval.map(|end| 100.0 * end), 2),
        });
        let is_open = set.history().last().is_some_and(|entry| entry.is_open());
        let turns = set.rules().turns();
        let played = set.history().len() - usize::from(is_open);
        Self {
            information_set: set.to_string(),
            rules_in_words: words::rules_in_words(set.rules()),
            seed,
            to_decide: evaluation.to_decide,
            turn: (played + 1).min(turns),
            turns,
            table: Tableau::new(&View::of_set(set, &mut LastGame::default())),
            evaluation,
            values_kind: "estimated",
            over_all_hands,
            unseen: holdings,
            what_if,
            flags,
            valued_by,
        }
    }

    /// What to do, in a sentence.
    fn summary(&self) -> String {
        let evaluation = &self.evaluation;
        let win = evaluation.win.map(|win| percent(win, evaluation.se)).unwrap_or_default();
        let mut text = format!(
            "You win {win} of the games from here on ({}), a shared one counting one half",
            self.values_kind
        );
        match (self.to_decide, evaluation.actions.first()) {
            (None, _) => text += ": the round is complete, and only the face-down cards are unknown.",
            (Some("reader"), Some(best)) => {
                let _ = write!(text, "; play {}.", words::told(&best.action));
            }
            _ => text += "; the opponent is to decide.",
        }
        if let Some(OverAllHands { kind, shown: [low, high], .. }) = &self.over_all_hands {
            let _ = write!(text, " Over all hands that you may have, you win {low} to {high} % ({kind}).");
        }
        text
    }

    fn standing(&self) -> Vec<String> {
        let evaluation = &self.evaluation;
        let mut said = Vec::new();
        if evaluation.kind == Some("bounded") {
            let shown = self.over_all_hands.as_ref().map(|all| all.shown.clone());
            let [low, high] = shown.unwrap_or_default();
            said.push(format!(
                "The rest of the round is solved for all hands that both players may have, every placement of the cards being alike at its \
                 root: over all of them it is worth {low} to {high} % to you, which is bounded. Nothing else here is proved to lie in an interval: what \
                 it is worth with your cards, what each action is worth and how often to play it are computed from the strategies that were found, \
                 which are in equilibrium but for {:.5}, the mean of what best responses gain in utility. They are called estimated, but are no \
                 samples and have no standard error.",
                evaluation.exploitability.unwrap_or_default()
            ));
        } else if evaluation.method == "exact" {
            said.push(
                "The rest of the round is solved, with hands as likely as sensible players would have them; that is an estimate from a few \
                 random orders of their draws, and so are all values."
                    .to_owned(),
            );
        } else {
            said.push(format!(
                "Values are estimated by {} ({}): {} iterations in {} blocks, seed {}. Errors come from how the blocks differ; what larger \
                 trees would find may differ by a per cent or two.",
                evaluation.method,
                evaluation.settings,
                evaluation.n.unwrap_or_default(),
                evaluation.blocks.unwrap_or_default(),
                self.seed
            ));
        }
        if let Some(beliefs) = &evaluation.beliefs {
            said.push(match beliefs.n {
                Some(n) => format!(
                    "Where the unseen cards may be is estimated from {n} deals, weighted by what a sensible opponent would have done with them."
                ),
                None => {
                    "Where the unseen cards may be is counted: it is proved if every placement of them is equally likely, and an estimate otherwise.".to_owned()
                }
            });
        }
        said.extend(self.valued_by.clone());
        said.extend(self.what_if.as_ref().map(|what_if| what_if.standing(evaluation.method)));
        said
    }
}

impl Report for PositionReport {
    const SCHEMA: &'static str = "hanamikoji.position_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("../templates/position.html"),
        markdown: include_str!("../templates/position.md"),
        parts: &super::PARTS,
    };

    fn facts(&self) -> Facts {
        let bounded = self.evaluation.kind == Some("bounded");
        let proved = self.evaluation.beliefs.as_ref().is_some_and(|beliefs| beliefs.kind == "proved");
        let strengths =
            [(proved, Strength::Proved), (bounded, Strength::Bounded), (true, Strength::Estimated)];
        let mut command = format!("hanamachi hanamikoji report {}", quoted(&self.information_set));
        let _ = write!(command, " --seed {}{}", self.seed, self.flags);
        Facts {
            title: match self.to_decide {
                None => "A complete round".to_owned(),
                Some(_) => format!("Turn {} of {}: what to play", self.turn, self.turns),
            },
            summary: self.summary(),
            rules_in_words: self.rules_in_words.clone(),
            rules: self.evaluation.rules.clone(),
            command,
            strengths: strengths.into_iter().filter(|(is, _)| *is).map(|(_, strength)| strength).collect(),
            standing: self.standing(),
        }
    }

    /// The actions, then the other hands.
    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(&[
            "part",
            "information_set",
            "kind",
            "action",
            "probability",
            "win",
            "win_se",
            "change",
            "change_se",
            "visits",
            "low",
            "high",
        ]);
        let kind = self.values_kind;
        let mut row =
            |part: &str, set: &str, action: &str, numbers: [Option<f64>; 5], visits: Option<u64>| {
                let [probability, win, se, change, change_se] = numbers.map(cell);
                let visits = visits.map(|visits| visits.to_string()).unwrap_or_default();
                let text = [part, set, kind, action].map(str::to_owned);
                let [part, set, kind, action] = text;
                let none = String::new;
                sheet.row([
                    part,
                    set,
                    kind,
                    action,
                    probability,
                    win,
                    se,
                    change,
                    change_se,
                    visits,
                    none(),
                    none(),
                ]);
            };
        let (evaluation, set) = (&self.evaluation, &*self.information_set);
        row("position", set, "", [None, evaluation.win, evaluation.se, None, None], evaluation.n);
        for (part, actions) in
            [("action", &evaluation.actions), ("opponent_action", &evaluation.opponent_actions)]
        {
            for of in actions {
                row(part, set, &of.action, [Some(of.probability), of.win, of.se, None, None], of.visits);
            }
        }
        for other in self.what_if.iter().flat_map(WhatIf::variations) {
            let best = other.best.as_deref().unwrap_or_default();
            let numbers = [other.probability, Some(other.win), other.se, Some(other.change), other.change_se];
            row("other_hand", &other.information_set, best, numbers, None);
        }
        if let Some(OverAllHands { kind, interval: [low, high], .. }) = &self.over_all_hands {
            let text = |text: &str| text.to_owned();
            let none = String::new;
            let [low, high] = [low, high].map(f64::to_string);
            let win = cell(evaluation.subgame.as_ref().and_then(SolvedSubgame::win));
            sheet.row([
                text("over_all_hands"),
                text(set),
                text(kind),
                none(),
                none(),
                win,
                none(),
                none(),
                none(),
                none(),
                low,
                high,
            ]);
        }
        sheet
    }
}

/// Of the iterations of the position this part is made for each other hand.
const WHAT_IF_PART: u64 = 25;

/// Whether a set is the reader's to decide.
fn is_readers(set: &InformationSet) -> bool {
    set.to_decide() == Some(set.seat())
}

/// The iterations of other hands, where nothing is said.
fn usual_what_if(iterations: u64) -> Option<NonZeroU64> {
    NonZeroU64::new(iterations.div_ceil(WHAT_IF_PART))
}
