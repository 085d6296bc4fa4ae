//! The study of a position: the table as seen, the actions, the unseen cards, and the effect of other cards
//! in hand.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::path::Path;

use hanamachi_solver::hanamikoji::analysis::{AnalysisError, NEARLY_ALL, Past};
use hanamachi_solver::hanamikoji::objects::{ActionText, EvaluationObject, WhatIf, WinObject};
use hanamachi_solver::hanamikoji::study::{
    Advice, Evaluate, EvaluateError, Exchanges, Holdings, NEGLIGIBLE, PositionStudy, PositionValue,
    SolvedPosition, UnseenCards,
};
use hanamachi_solver::hanamikoji::{Copies, Document, Geisha, InformationSet, Place, Round, Table};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use hanamachi_solver::text::shell_word as quoted;
use serde::Serialize;

use super::parts::PARTS;
use super::tableau::Tableau;
use super::words;
use crate::frame::{Facts, Report, Sheet, Templates};
use crate::percent;

/// A study, and how it was made.
pub struct Studied {
    /// The study.
    pub study: PositionStudy,
    /// Iterations for each other hand, if they were searched.
    pub iterations_each: Option<NonZeroU64>,
    /// Flags that repeat the study, without the seed, the favour table and the other hands.
    flags: String,
    /// Number of iterations for each other hand that repeats the study; `None` for the usual one.
    what_if: Option<u64>,
    /// Whether Ctrl-C ended the work early.
    pub interrupted: bool,
}

/// Each other hand gets this part of the iterations of the position.
const WHAT_IF_PART: u64 = 25;

impl Studied {
    /// A study that answers the question, with the iterations for each other hand, and their number that repeats it, unless that
    /// is the usual one.
    pub fn new(
        study: PositionStudy,
        mut question: Evaluate,
        iterations_each: Option<NonZeroU64>,
        what_if: Option<u64>,
    ) -> Self {
        // The flags name the work that was done, and not the time.
        question.time = None;
        Self { study, iterations_each, flags: question.flags(), what_if, interrupted: false }
    }

    /// The solution that answers the question.
    pub fn solved(study: PositionStudy, question: Evaluate) -> Self {
        let what_if = if study.exchanges.is_some() { None } else { Some(0) };
        Self::new(study, question, None, what_if)
    }

    /// The search that answers the question, with the iterations for each other hand; `what_if` is what was asked for.
    pub fn searched(
        study: PositionStudy,
        question: Evaluate,
        each: Option<NonZeroU64>,
        what_if: Option<u64>,
    ) -> Self {
        let is_usual =
            what_if.is_none() && each.is_some() && each == usual_each(&question, &study.information_set);
        let flag = if is_usual { None } else { Some(each.map_or(0, NonZeroU64::get)) };
        Self::new(study, question, each, flag)
    }

    /// Says whether Ctrl-C ended the work early.
    #[must_use]
    pub fn interrupted_if(self, interrupted: bool) -> Self {
        Self { interrupted, ..self }
    }

    /// Iterations for each other hand in a search: `what_if`, or by default a 25th part of those of the position; `None` for
    /// 0, or if there is no card to exchange.
    pub fn iterations_each(
        question: &Evaluate,
        what_if: Option<u64>,
        set: &InformationSet,
    ) -> Option<NonZeroU64> {
        let each = what_if.map_or(usual_each(question, set), NonZeroU64::new);
        each.filter(|_| !set.variations().is_empty())
    }

    /// Searches every hand with one card exchanged, with this many iterations for each.
    ///
    /// # Errors
    ///
    /// As [`Exchanges::search`].
    pub fn exchanges(
        question: &Evaluate,
        each: NonZeroU64,
        (round, set): (&Round, &InformationSet),
        context: RunContext<'_>,
    ) -> Result<Option<Exchanges>, AnalysisError> {
        Exchanges::search(round, set, question.with(each, None).search(set), context, |_| ())
    }

    /// Studies a position without a limit of time: the rest of the round is solved if it is small, or else searched, with
    /// `what_if` iterations for each other hand as in [`iterations_each`](Self::iterations_each).
    ///
    /// # Errors
    ///
    /// As [`Evaluate::run`].
    pub fn run(
        mut question: Evaluate,
        what_if: Option<u64>,
        (round, set): (&Round, &InformationSet),
        context: RunContext<'_>,
    ) -> Result<Self, EvaluateError> {
        question.seed.get_or_insert_with(|| set.seed(round));
        let variations = if what_if == Some(0) { Vec::new() } else { set.variations() };
        if let Some(study) = question.solve(round, set, &variations, context)? {
            return Ok(Self::solved(study, question));
        }
        let mut study = question.search_within(round, set, context, &mut |_| ())?;
        let each = Self::iterations_each(&question, what_if, set);
        if let Some(each) = each {
            study.exchanges = Self::exchanges(&question, each, (round, set), context)?;
        }
        Ok(Self::searched(study, question, each, what_if))
    }
}

/// Default number of iterations of each other hand.
fn usual_each(question: &Evaluate, set: &InformationSet) -> Option<NonZeroU64> {
    NonZeroU64::new(question.effort(set).iterations.div_ceil(WHAT_IF_PART))
}

/// `hanamikoji.position_report/1`.
#[derive(Serialize)]
pub struct PositionReport {
    information_set: String,
    #[serde(skip)]
    rules_in_words: String,
    seed: u64,
    /// `reader`, `opponent`, or `null` when the round is complete.
    to_decide: Option<&'static str>,
    turn: usize,
    turns: usize,
    table: Tableau,
    /// Whether Ctrl-C ended the work early.
    #[serde(skip)]
    interrupted: bool,
    /// Evaluation as `evaluate` prints it, without the time, which depends on the machine.
    evaluation: EvaluationObject<'static>,
    /// Strength of the values with the reader's cards, and of the frequencies.
    values_kind: Option<Strength>,
    /// Advice; `null` if the reader is not to decide.
    advice: Option<PageAdvice>,
    /// Text of the summary.
    #[serde(skip)]
    summary: String,
    /// Value over all hands and its strength, if the rest of the round is solved.
    over_all_hands: Option<OverAllHands>,
    unseen: Vec<UnseenObject>,
    /// Strength of the probabilities of the unseen cards.
    unseen_kind: Option<Strength>,
    /// Assumption behind those probabilities, as the end of a sentence.
    unseen_condition: &'static str,
    /// A solution's assumption about the turns so far.
    #[serde(skip)]
    past: &'static str,
    /// Study of other hands; `null` if there is no card to exchange, or if it was not asked for.
    what_if: Option<WhatIf>,
    #[serde(skip)]
    flags: String,
    /// Favour table, if it is not the usual one.
    #[serde(skip)]
    valued_by: Option<String>,
}

/// Value of the rest of the round over all hands.
#[derive(Serialize)]
struct OverAllHands {
    win: f64,
    /// Strength of `win`. If it is an estimate, the interval is that of the endgame with the estimated
    /// probabilities of the hands.
    kind: Strength,
    interval: [f64; 2],
    /// Ends of the interval in per cent, as a page writes them.
    interval_percent: [String; 2],
    /// Value as a page writes it: the interval if it was proved.
    percent: String,
    /// Share of all pairs of hands that the solution covers.
    #[serde(skip)]
    live: f64,
    /// Whether a page writes it.
    is_told: bool,
}

/// Advice on the action to play.
#[derive(Serialize)]
struct PageAdvice {
    /// Action to play: `advice.play` of the evaluation.
    action: ActionText,
    /// Best actions: `advice.best` of the evaluation.
    best: Vec<ActionText>,
    self_loss: Option<f64>,
    self_loss_se: Option<f64>,
    /// Frequency of the action; `null` if no equilibrium is known.
    frequency: Option<f64>,
    /// Gain of the best action over playing by the frequencies, if it is half a point or more; `null`
    /// otherwise.
    gain: Option<f64>,
    /// Number of other actions whose loss is within the known error of the method, for a search.
    within_model_error: Option<usize>,
}

impl PageAdvice {
    fn new(advice: &Advice) -> Self {
        Self {
            gain: advice.self_loss.filter(|&loss| loss >= NEGLIGIBLE),
            action: advice.play.into(),
            best: advice.best.iter().map(|&action| action.into()).collect(),
            self_loss: advice.self_loss,
            self_loss_se: advice.self_loss_se,
            frequency: advice.frequency.map(Number::value),
            within_model_error: advice.within_model_error,
        }
    }
}

/// Places of the unseen cards of a geisha: expected numbers of cards.
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
    /// Probability that at least one card lies there.
    any: f64,
}

/// Every geisha with unseen cards, and their probable places.
fn unseen(holdings: &Holdings) -> Vec<UnseenObject> {
    let name = |place| match place {
        Place::Hand => "hand",
        Place::Secret => "secret",
        Place::TradeOff => "trade_off",
        Place::Deck => "deck",
        Place::Removed => "removed",
    };
    let place = |(place, copies): (Place, &Copies)| PlaceObject {
        place: name(place),
        expected: copies.expected(),
        any: copies.any(),
    };
    let of = |of: UnseenCards<'_>| UnseenObject {
        geisha: of.geisha.letter(),
        unseen: of.count,
        places: of.places.into_iter().map(place).collect(),
    };
    holdings.unseen().map(of).collect()
}

impl PositionReport {
    /// Page of a study. `favour_table` is the file that values undecided rounds, if there is one.
    pub fn new(studied: Studied, favour_table: Option<&Path>) -> Self {
        let Studied { study, iterations_each, mut flags, what_if, interrupted } = studied;
        flags += &words::favour_flag(favour_table);
        if let Some(each) = what_if {
            let _ = write!(flags, " --what-if {each}");
        }
        let PositionStudy { information_set: set, value, holdings, exchanges, .. } = &study;
        let over_all_hands = match value {
            PositionValue::Searched(_) => None,
            PositionValue::Solved(solved) => Some(OverAllHands::new(solved)),
        };
        let turns = set.rules().turns();
        Self {
            information_set: set.to_string(),
            rules_in_words: words::rules_in_words(set.rules()),
            seed: value.seed(),
            to_decide: words::reader_or_opponent(set),
            turn: (set.turns_over() + 1).min(turns),
            turns,
            table: Tableau::new(&Table::new(&Document::Set(Box::new(*set)), None)),
            interrupted,
            values_kind: Some(value.win().strength()),
            advice: value.advice().map(|advice| PageAdvice::new(&advice)),
            summary: summary(&study),
            over_all_hands,
            unseen: unseen(holdings),
            unseen_kind: Some(holdings.strength()),
            unseen_condition: match holdings.basis {
                Some(Past::Uniform) => " if every placement of the unseen cards is equally likely",
                Some(Past::Learned) => " if the opponent plays by what self-play has taught",
                Some(Past::Equilibrium) => " if the opponent plays by the approximate equilibrium",
                None => " if the opponent plays by the policy",
            },
            past: match holdings.basis {
                Some(Past::Equilibrium) => "both having played by the approximate equilibrium before",
                _ => "every placement of the cards being alike at its root",
            },
            what_if: exchanges.as_ref().map(|exchanges| WhatIf::new(set, exchanges, iterations_each)),
            flags,
            valued_by: words::favour_note(set.rules(), study.continuation, favour_table),
            evaluation: EvaluationObject::new(&study, favour_table),
        }
    }

    fn standing(&self) -> Vec<String> {
        let evaluation = &self.evaluation;
        let mut said = Vec::new();
        let gain = evaluation.exploitability.unwrap_or_default();
        match &self.over_all_hands {
            Some(OverAllHands { kind: Strength::Estimated, .. }) => said.push(format!(
                "The rest of the round is solved to an exploitability of {:.2} points, with the hand probabilities of sensible players. These are exact for a \
                 model of sensible play, whose distance from real players is unknown; so all values are estimates, without a standard error.",
                50.0 * gain
            )),
            Some(OverAllHands { kind, percent, live, is_told, .. }) => {
                let hands = match live {
                    1.0.. => "for all hands that both players may have".to_owned(),
                    live => format!("over likely hands, which have {:.1} % of the weight of all pairs", 100.0 * live),
                };
                let found = match live {
                    NEARLY_ALL.. => "are computed from the strategies found",
                    _ => "are estimates, since so few hands are in the solution",
                };
                said.push(format!(
                    "The rest of the round is solved {hands}, {}{}. Its value with \
                     your cards, the values of the actions and their frequencies {found}. The exploitability of the strategies, the mean gain of \
                     best responses, is {:.2} points{}. Another equilibrium may have another value with your cards, and other losses of actions that it hardly plays. Undecided rounds are \
                     valued by the favour table, which is an estimate.",
                    self.past,
                    50.0 * gain,
                    if *is_told {
                        format!(": over all hands it is worth {percent} % to you, which is {kind}")
                    } else {
                        String::new()
                    },
                    evaluation.exploitability_kind.map(|kind| format!(" ({kind})")).unwrap_or_default(),
                ));
                said.extend(evaluation.model_error.map(|error| error.sentence()));
            }
            None if evaluation.value.kind() == Some(Strength::Computed) => {
                said.push(format!(
                    "Values are computed for an approximate equilibrium that was found by self-play, by {} rollouts of it in {} blocks, seed {}: \
                     both players are assumed to have followed it and to follow it to the end. ± is one standard error of these samples. Frequencies are those \
                     of this equilibrium, improved by one step on these values. {}",
                    evaluation.n.unwrap_or_default(),
                    evaluation.blocks.unwrap_or_default(),
                    self.seed,
                    match evaluation.exploitability {
                        Some(gain) => format!(
                            "Exploitability: at least {:.1} points a round (estimated), by a local best response.",
                            50.0 * gain
                        ),
                        None => "Its exploitability is unknown, as it was trained without a limit of rounds.".to_owned(),
                    }
                ));
                said.extend(evaluation.model_error.map(|error| error.sentence()));
            }
            None => {
                said.push(format!(
                    "Values are estimated by {} ({}): {} iterations in {} blocks, seed {}. Errors are those of sampling: they come from how the blocks differ.",
                    evaluation.method,
                    evaluation.settings,
                    evaluation.n.unwrap_or_default(),
                    evaluation.blocks.unwrap_or_default(),
                    self.seed
                ));
                said.push(evaluation.model_error.map_or_else(
                    || "The method's own error was not measured for these settings.".to_owned(),
                    |error| error.sentence(),
                ));
            }
        }
        if self.interrupted {
            said.push("Ctrl-C ended the work early, so the command gives other numbers.".to_owned());
        }
        said.push(format!(
            "The probable places of the unseen cards are exact{}, and an estimate otherwise.",
            self.unseen_condition
        ));
        said.extend(self.valued_by.clone());
        said.extend(self.what_if.as_ref().map(|what_if| what_if.standing(evaluation.method)));
        said
    }
}

impl OverAllHands {
    fn new(solved: &SolvedPosition) -> Self {
        let SolvedPosition { over_hands, interval, live, .. } = solved;
        Self {
            is_told: solved.told_over_hands().is_some(),
            live: *live,
            win: over_hands.value(),
            kind: over_hands.strength(),
            interval: *interval,
            interval_percent: percent::ends(interval.map(|end| 100.0 * end), 2),
            percent: percent::format_number(over_hands),
        }
    }
}

/// Advice in a sentence.
fn summary(study: &PositionStudy) -> String {
    let PositionStudy { information_set: set, value, .. } = study;
    let win = value.win();
    let mut text = format!(
        "You win {} % of the games from here on ({}), a shared one counting one half",
        percent::format_number(&win),
        win.strength()
    );
    match (set.to_decide(), value.advice()) {
        (None, _) => text += ": the round is complete, and only the face-down cards are unknown.",
        (Some(_), Some(advice)) => {
            let _ = write!(text, ". {}", advice.headline(value.actions()));
        }
        (Some(_), None) => text += "; the opponent is to decide.",
    }
    if let Some(over_hands) = value.told_over_hands() {
        let (shown, kind) = (percent::format_number(&over_hands), over_hands.strength());
        let _ =
            write!(text, " Before the hands were known, the position was worth {shown} % to you ({kind}).");
    }
    text
}

impl Report for PositionReport {
    const SCHEMA: &'static str = "hanamikoji.position_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/position.html"),
        markdown: include_str!("templates/position.md"),
        parts: &PARTS,
    };

    fn facts(&self) -> Facts {
        let mut strengths: Vec<Strength> = [
            self.unseen_kind,
            self.evaluation.exploitability_kind,
            self.over_all_hands.as_ref().map(|all| all.kind),
            self.values_kind,
            self.what_if.as_ref().map(|what_if| what_if.kind),
        ]
        .into_iter()
        .flatten()
        .collect();
        strengths.sort_unstable();
        strengths.dedup();
        let mut command = format!("hanamachi hanamikoji report {}", quoted(&self.information_set));
        let _ = write!(command, " --seed {}{}", self.seed, self.flags);
        Facts {
            title: match self.to_decide {
                None => "A complete round".to_owned(),
                Some(_) => format!("Turn {} of {}: what to play", self.turn, self.turns),
            },
            summary: self.summary.clone(),
            rules_in_words: self.rules_in_words.clone(),
            rules: self.evaluation.rules.clone(),
            command,
            strengths,
            standing: self.standing(),
        }
    }

    /// The actions, then the other hands.
    fn sheet(&self) -> Sheet {
        let mut rows: Vec<(&str, CsvRow)> = Vec::new();
        let (evaluation, set) = (&self.evaluation, &*self.information_set);
        let of = |part, win: WinObject| CsvRow {
            part,
            win: win.value(),
            se: win.se(),
            kind: win.kind(),
            ..CsvRow::default()
        };
        rows.push((set, CsvRow { visits: evaluation.n, ..of("position", evaluation.value) }));
        for (part, actions) in
            [("action", &evaluation.actions), ("opponent_action", &evaluation.opponent_actions)]
        {
            for action in actions {
                let row = CsvRow {
                    action: Some(action.action),
                    probability: Some(action.probability),
                    visits: action.visits,
                    loss: action.loss,
                    loss_se: action.loss_se,
                    frequency: action.frequency,
                    frequency_kind: action.frequency_kind,
                    ..of(part, action.value)
                };
                rows.push((set, row));
            }
        }
        for (action, ends) in evaluation.actions.iter().filter_map(|of| Some((of, of.ends.as_ref()?))) {
            let sides = ends.mine.iter().zip(&ends.theirs).map(|(&mine, &theirs)| [mine, theirs]);
            let geisha = Geisha::ALL.iter().map(Geisha::to_string).zip(sides);
            let (action, kind) = (Some(action.action), action.value.kind());
            for of in geisha.chain([("charm".to_owned(), ends.charm), ("goal".to_owned(), ends.goal)]) {
                let row = CsvRow { part: "ends", action, kind, visits: ends.n, ..CsvRow::default() };
                rows.push((set, CsvRow { ends: Some(of), ..row }));
            }
        }
        for (other, kind) in
            self.what_if.iter().flat_map(|what| what.variations().map(|other| (other, what.kind)))
        {
            let row = CsvRow {
                part: "other_hand",
                kind: Some(kind),
                action: other.best,
                probability: other.probability,
                win: Some(other.win),
                se: other.se,
                change: Some(other.change),
                change_se: other.change_se,
                ..CsvRow::default()
            };
            rows.push((&other.information_set, row));
        }
        if let Some(all) = &self.over_all_hands {
            let row = CsvRow {
                part: "over_all_hands",
                kind: Some(all.kind),
                win: Some(all.win),
                interval: Some(all.interval),
                ..CsvRow::default()
            };
            rows.push((set, row));
        }
        Sheet::of(
            "part=1.part information_set=0 kind=1.kind action=1.action probability=1.probability win=1.win win_se=1.se \
             change=1.change change_se=1.change_se visits=1.visits low=1.interval.0 high=1.interval.1 loss=1.loss \
             frequency=1.frequency frequency_kind=1.frequency_kind loss_se=1.loss_se ends_of=1.ends.0 mine=1.ends.1.0 \
             theirs=1.ends.1.1",
            &rows,
        )
    }
}

/// Row of the CSV twin; missing values are empty.
#[derive(Default, Serialize)]
struct CsvRow {
    part: &'static str,
    /// Strength of all numbers in the row but the frequency.
    kind: Option<Strength>,
    action: Option<ActionText>,
    probability: Option<f64>,
    win: Option<f64>,
    se: Option<f64>,
    change: Option<f64>,
    change_se: Option<f64>,
    visits: Option<u64>,
    interval: Option<[f64; 2]>,
    loss: Option<f64>,
    frequency: Option<f64>,
    frequency_kind: Option<Strength>,
    loss_se: Option<f64>,
    /// A geisha, `charm` or `goal`, with the numbers of both sides.
    ends: Option<(String, [f64; 2])>,
}
