//! The opening chart: the best action for each first hand.

use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::objects::ActionText;
use hanamachi_solver::hanamikoji::openings::{
    HandGrid, HandGroup, HandShape, HandsSummary, KindEvaluation, LARGEST_ERROR, OpeningChart, OpeningHand,
    OpeningSearch, starter_wins_in_self_play,
};
use hanamachi_solver::hanamikoji::{Favour, Kind, Round, Rules};
use hanamachi_solver::search::strength::{Estimated, HasStrength, Proved, Strength};
use serde::Serialize;

use super::parts::{PARTS, estimated};
use super::tableau::letters;
use super::{insight, words};
use crate::frame::{Facts, Report, Sheet, Templates};

/// `hanamikoji.openings_report/1`. Probabilities are of winning the game, for the first player, who holds the hand.
#[derive(Serialize)]
pub struct OpeningsReport {
    kind: Strength,
    /// Strength of every `deal_probability`, and of the counts of hands.
    deal_probability_kind: Strength,
    favour: String,
    iterations_each: u64,
    block: u64,
    seed: u64,
    /// Number of hands that were searched; the others are the same up to renaming of geisha of equal value.
    searched: usize,
    all: OpeningsGroup,
    /// Groups by the most frequent action.
    kinds: Vec<KindObject>,
    /// Groups by the numbers of cards of the last two geisha.
    grid: OpeningsGrid,
    /// Geisha of the game, with their numbers of cards.
    geisha: Vec<OpeningsGeisha>,
    /// Groups by the number of geisha to whom the cards belong.
    shapes: Vec<ShapeObject>,
    /// Largest and median standard error of the value of the most frequent action.
    se_largest: Option<f64>,
    se_median: Option<f64>,
    /// Best hands first; equal ones in the order of their text.
    hands: Vec<HandObject>,
    /// Winning probability of the starter in self-play, under the same markers, from the favour table of the
    /// program.
    self_play: Option<SelfPlayObject>,
    #[serde(skip)]
    rules: String,
    #[serde(skip)]
    model_error: Option<String>,
}

#[derive(Clone, Copy, Serialize)]
struct SelfPlayObject {
    kind: Strength,
    win: f64,
    se: f64,
}

impl From<Estimated> for SelfPlayObject {
    fn from(win: Estimated) -> Self {
        Self { kind: win.strength(), win: win.value, se: win.standard_error.unwrap_or_default() }
    }
}

#[derive(Clone, Copy, Serialize)]
struct OpeningsGroup {
    hands: usize,
    /// Probability of being dealt one of them: proved.
    deal_probability: f64,
    win: Option<f64>,
    se: Option<f64>,
    /// Number of hands in which another action may be as good.
    close: usize,
}

#[derive(Serialize)]
struct KindObject {
    number: u8,
    word: &'static str,
    #[serde(flatten)]
    group: OpeningsGroup,
}

#[derive(Serialize)]
struct OpeningsGrid {
    /// The geisha of the rows and of the columns.
    row_geisha: char,
    column_geisha: char,
    columns: Vec<u32>,
    rows: Vec<OpeningsGridRow>,
}

#[derive(Serialize)]
struct OpeningsGridRow {
    count: u32,
    /// Cells by column; `null` without such a hand.
    cells: Vec<Option<OpeningsCell>>,
}

#[derive(Serialize)]
struct OpeningsGeisha {
    letter: char,
    worth: u32,
}

#[derive(Serialize)]
struct OpeningsCell {
    #[serde(flatten)]
    group: OpeningsGroup,
    /// Number of the action that the likeliest of its hands play.
    usual: Option<u8>,
    /// Difference of its winning probability from that of all hands together.
    change: f64,
}

#[derive(Serialize)]
struct ShapeObject {
    distinct: u32,
    #[serde(flatten)]
    group: OpeningsGroup,
    usual: Option<u8>,
}

#[derive(Serialize)]
struct HandObject {
    hand: String,
    /// Equivalent hand that was searched.
    searched: String,
    /// Probability that the first player holds it: proved.
    deal_probability: f64,
    win: f64,
    se: Option<f64>,
    action: ActionText,
    keeps: String,
    share: f64,
    visits: u64,
    /// True if another action may be as good.
    close: bool,
    alternatives: Vec<AlternativeObject>,
    /// Cards of each geisha.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counts: Vec<u8>,
}

#[derive(Serialize)]
struct AlternativeObject {
    action: ActionText,
    win: f64,
    se: Option<f64>,
    /// Loss against the most frequent action; below 0 if this action is better.
    loss: f64,
    close: bool,
    /// True if the search followed it often enough for its value to mean something.
    known: bool,
    visits: u64,
    share: f64,
    kind_share: f64,
}

impl From<HandsSummary> for OpeningsGroup {
    fn from(summary: HandsSummary) -> Self {
        let HandsSummary { hands, probability: Proved(deal_probability), win, close } = summary;
        let se = win.and_then(|win| win.standard_error);
        Self { hands, deal_probability, win: win.map(|win| win.value), se, close }
    }
}

impl From<&OpeningHand> for HandObject {
    fn from(of: &OpeningHand) -> Self {
        let best = &of.best;
        let alternative = |other: &KindEvaluation| AlternativeObject {
            action: other.action.into(),
            win: other.win.value,
            se: other.win.standard_error,
            loss: best.win.value - other.win.value,
            close: other.is_close_to(best),
            known: other.is_known(),
            visits: other.visits,
            share: other.share,
            kind_share: other.kind_share,
        };
        Self {
            hand: letters(of.hand.cards),
            searched: letters(of.searched),
            deal_probability: of.hand.probability.0,
            win: best.win.value,
            se: best.win.standard_error,
            action: best.action.into(),
            keeps: letters(of.kept()),
            share: best.share,
            visits: best.visits,
            close: of.is_close(),
            alternatives: of.alternatives.iter().map(alternative).collect(),
            counts: of.hand.cards.counts().to_vec(),
        }
    }
}

impl OpeningsReport {
    /// Page of a chart of this round, whose hands were searched so; `strength` is that of its values.
    pub fn new(
        round: &Round,
        chart: &OpeningChart,
        search: OpeningSearch,
        seed: u64,
        strength: Strength,
    ) -> Self {
        let rules = round.rules();
        let all = OpeningsGroup::from(chart.all());
        let kind = |kind: Kind| KindObject {
            number: kind.number(),
            word: kind.word(),
            group: chart.played(kind).into(),
        };
        let shape = |shape: HandShape| ShapeObject {
            distinct: shape.distinct,
            group: shape.summary.into(),
            usual: shape.usual.map(Kind::number),
        };
        let errors = chart.standard_errors();
        let mut hands: Vec<HandObject> = chart.hands.iter().map(HandObject::from).collect();
        hands.sort_by(|one, other| other.win.total_cmp(&one.win));
        Self {
            kind: strength,
            deal_probability_kind: Strength::Proved,
            favour: FavourText::new(round.favour(), rules).to_string(),
            iterations_each: search.iterations.get(),
            block: search.block_size.get(),
            seed,
            searched: chart.classes,
            all,
            kinds: rules.actions().iter().map(kind).collect(),
            grid: OpeningsGrid::new(&chart.by_last_geisha(rules), all.win.unwrap_or_default()),
            geisha: rules
                .geisha()
                .map(|geisha| OpeningsGeisha { letter: geisha.letter(), worth: rules.value(geisha) })
                .collect(),
            shapes: chart.shapes().into_iter().map(shape).collect(),
            se_largest: errors.map(|[_, largest]| largest),
            se_median: errors.map(|[median, _]| median),
            hands,
            self_play: starter_wins_in_self_play(round).map(SelfPlayObject::from),
            rules: words::rules(Tags { rules: *rules, round: round.number() }),
            model_error: (strength == Strength::Computed)
                .then(|| insight::model_error(rules, Favour::NEUTRAL))
                .flatten(),
        }
    }

    /// Compares the search with self-play, in a sentence.
    fn against_self_play(&self) -> Option<String> {
        let (SelfPlayObject { kind, win, se }, searched) = (self.self_play?, self.all.win?);
        let than = format!(
            "than the {} ({kind}) that the starter wins by the program's favour table",
            estimated(win, Some(se))
        );
        let points = 100.0 * (searched - win);
        let direction = if points > 0.0 { "more" } else { "less" };
        Some(format!(
            " That is {:.1} percentage points {direction} {than}, in self-play of the policy.",
            points.abs()
        ))
    }

    fn search(&self) -> Option<OpeningSearch> {
        let iterations = self.iterations_each.try_into().ok()?;
        Some(OpeningSearch { iterations, block_size: self.block.try_into().ok()? })
    }
}

impl OpeningsGrid {
    /// Makes the grid; `mean` is the winning probability of all hands together.
    fn new(grid: &HandGrid, mean: f64) -> Self {
        let cell = |group: &Option<HandGroup>| {
            let group = group.as_ref()?;
            let (usual, group) = (group.usual.map(Kind::number), OpeningsGroup::from(group.summary));
            group.win.map(|win| OpeningsCell { group, usual, change: win - mean })
        };
        let row = |(count, cells): (u32, &Vec<Option<HandGroup>>)| OpeningsGridRow {
            count,
            cells: cells.iter().map(cell).collect(),
        };
        Self {
            row_geisha: grid.rows.letter(),
            column_geisha: grid.columns.letter(),
            columns: (0..).zip(grid.cells.first().into_iter().flatten()).map(|(count, _)| count).collect(),
            rows: (0..).zip(&grid.cells).map(row).collect(),
        }
    }
}

impl Report for OpeningsReport {
    const SCHEMA: &'static str = "hanamikoji.openings_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/openings.html"),
        markdown: include_str!("templates/openings.md"),
        parts: &PARTS,
    };

    fn facts(&self) -> Facts {
        let favourite = self
            .kinds
            .iter()
            .max_by(|one, other| one.group.deal_probability.total_cmp(&other.group.deal_probability));
        let favourite = favourite.map_or_else(String::new, |kind| {
            format!(
                " The {} is played most in {:.1} % of the deals.",
                kind.word,
                100.0 * kind.group.deal_probability
            )
        });
        let win = self.all.win.map(|win| estimated(win, self.all.se)).unwrap_or_default();
        let errors = match (self.se_median, self.se_largest) {
            (Some(median), Some(largest)) => format!(
                " The standard error of its value is {:.3} percentage points in the middle hand and {:.3} at most.",
                100.0 * median,
                100.0 * largest
            ),
            _ => String::new(),
        };
        let (values, each) = match self.kind {
            Strength::Computed => {
                ("Values are computed for the approximate equilibrium that self-play has found", "rollouts")
            }
            _ => ("Values are estimated by a search (ismcts)", "iterations"),
        };
        Facts {
            title: format!("What to play with each of the {} first hands", self.hands.len()),
            summary: format!(
                "The player who starts a game with neutral markers wins {win} of the games ({}), over all deals.{}{favourite}",
                self.kind,
                self.against_self_play().unwrap_or_default()
            ),
            rules_in_words: words::rules_in_words(&Rules::STANDARD),
            rules: self.rules.clone(),
            command: self.search().map(|search| openings_command(search, self.seed)).unwrap_or_default(),
            strengths: vec![self.deal_probability_kind, self.kind],
            standing: [
                format!(
                    "The chart is about the first player's first decision in the first round: six cards dealt and one drawn, no history, neutral \
                     markers. The second player makes a first decision too, with one turn to look back on, and is not in it. Geisha of equal \
                     worth can change names, so that {} hands stand for all {}; their number, and how likely each hand is dealt, is proved.",
                    self.searched,
                    self.hands.len()
                ),
                format!(
                    "{values}: {} {each} for each hand in blocks of {}, seed {}. The action shown is the one that is played most.{errors} Errors are those of \
                     sampling, from the differences between blocks.",
                    self.iterations_each, self.block, self.seed
                ),
                format!(
                    "An action is close to the one played most when it is no more than two standard errors of their difference worse. An action whose own \
                     standard error is unknown or above {:.0} percentage point never counts as close: it was hardly followed.",
                    100.0 * LARGEST_ERROR
                ),
            ]
            .into_iter()
            .chain(self.model_error.clone())
            .collect(),
        }
    }

    fn sheet(&self) -> Sheet {
        Sheet::of(
            "hand=0.hand searched=0.searched deal_probability=0.deal_probability kind=1 action=0.action keeps=0.keeps \
             win=0.win win_se=0.se share=0.share visits=0.visits close=0.close \
             second_action=0.alternatives.0.action second_win=0.alternatives.0.win second_win_se=0.alternatives.0.se \
             third_action=0.alternatives.1.action third_win=0.alternatives.1.win third_win_se=0.alternatives.1.se \
             fourth_action=0.alternatives.2.action fourth_win=0.alternatives.2.win fourth_win_se=0.alternatives.2.se \
             deal_probability_kind=2",
            self.hands.iter().map(|of| (of, self.kind, self.deal_probability_kind)),
        )
    }
}

/// Command that reproduces the chart.
pub fn openings_command(search: OpeningSearch, seed: u64) -> String {
    let OpeningSearch { iterations, block_size } = search;
    format!(
        "hanamachi hanamikoji report --openings --seed {seed} --iterations {iterations} --method auto:block={block_size}"
    )
}
