//! The favour chart: values of the markers between rounds.

use std::path::Path;

use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::study::{FavourChart, LeadGrid, SingleGeisha};
use hanamachi_solver::hanamikoji::{
    FIRST_ROUND, Favour, FavourEstimates, FavourFile, Geisha, LayoutEstimate, Rules,
};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::text::shell_word as quoted;
use serde::Serialize;

use super::parts::{PARTS, estimated};
use super::words;
use crate::frame::{Facts, Report, Sheet, Templates};

/// `hanamikoji.favour_report/1`. Probabilities are of winning the game, for the player who starts the next round.
#[derive(Serialize)]
pub struct FavourReport {
    kind: Strength,
    /// Strength of every number of placements.
    placements_kind: Strength,
    /// Command that made the estimates.
    source: String,
    /// File of the table, if it is not the one that comes with the program.
    file: Option<String>,
    /// Placements of the markers that decide nothing.
    placements: usize,
    all_placements: usize,
    /// Layout in which no geisha favours a player.
    neutral: Option<ChartLayout>,
    /// Layouts in which a single geisha favours a player.
    single: Vec<SingleObject>,
    /// Values by the lead of the starter.
    grid: LeadGrid,
    se_largest: f64,
    /// All layouts, the best for the starter first.
    layouts: Vec<ChartLayout>,
    #[serde(skip)]
    rules: String,
    #[serde(skip)]
    rules_in_words: String,
}

#[derive(Clone, Serialize)]
struct ChartLayout {
    favour: String,
    placements: u16,
    win: f64,
    se: f64,
    n: u64,
    charm_lead: i32,
    geisha_lead: i32,
}

#[derive(Serialize)]
struct SingleObject {
    geisha: char,
    /// All geisha of the same value, for whom she stands.
    alike: String,
    worth: u32,
    /// Layouts with her marker on the side of the starter, and on the other side.
    own: ChartLayout,
    theirs: ChartLayout,
}

impl ChartLayout {
    fn new(rules: &Rules, of: &LayoutEstimate) -> Self {
        Self {
            favour: FavourText::new(of.layout.favour(), rules).to_string(),
            placements: of.placements,
            win: of.win.endless,
            se: of.standard_error,
            n: of.rounds,
            charm_lead: of.layout.charm_lead(rules),
            geisha_lead: of.layout.geisha_lead(),
        }
    }
}

impl FavourReport {
    /// Chart of this table, or of the one that comes with the program.
    pub fn new(named: Option<(&Path, &FavourFile)>) -> Self {
        let (chart, source) = match named {
            None => (
                FavourChart::new(&Rules::STANDARD, &FavourEstimates::built_in_layouts()),
                FavourEstimates::built_in_by().to_owned(),
            ),
            Some((_, favours)) => {
                (FavourChart::new(favours.rules(), favours.layouts()), favours.metadata().command.clone())
            }
        };
        let rules = *chart.rules();
        let object = |of: &LayoutEstimate| ChartLayout::new(&rules, of);
        let single = |SingleGeisha { geisha, alike, own, theirs }: SingleGeisha| SingleObject {
            geisha: geisha.letter(),
            alike: alike.into_iter().map(Geisha::letter).collect(),
            worth: rules.value(geisha),
            own: object(&own),
            theirs: object(&theirs),
        };
        Self {
            kind: Strength::Estimated,
            placements_kind: Strength::Proved,
            source,
            file: named.map(|(path, _)| path.display().to_string()),
            placements: chart.undecided_placements(),
            all_placements: chart.placements(),
            rules: words::rules(Tags { rules, round: FIRST_ROUND }),
            rules_in_words: words::rules_in_words(&rules),
            neutral: chart.find(Favour::NEUTRAL).map(object),
            single: chart.singles().into_iter().map(single).collect(),
            grid: chart.by_lead(),
            se_largest: chart.largest_error(),
            layouts: chart.layouts().iter().map(object).collect(),
        }
    }
}

impl Report for FavourReport {
    const SCHEMA: &'static str = "hanamikoji.favour_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/favour.html"),
        markdown: include_str!("templates/favour.md"),
        parts: &PARTS,
    };

    fn facts(&self) -> Facts {
        let neutral = self.neutral.as_ref().map(|of| estimated(of.win, Some(of.se))).unwrap_or_default();
        let n = self.neutral.as_ref().map_or(0, |of| of.n);
        let whose = match &self.file {
            Some(file) => format!("the table {file}"),
            None => "the table that comes with the program".to_owned(),
        };
        let mut command = "hanamachi hanamikoji report --favour".to_owned();
        if let Some(file) = &self.file {
            command.push_str(" --favour-table ");
            command.push_str(&quoted(file));
        }
        Facts {
            title: "What the markers are worth between rounds".to_owned(),
            summary: format!(
                "Win probability of the starting player for each undecided layout of the markers: {neutral} ({}) with neutral markers.",
                self.kind
            ),
            rules_in_words: self.rules_in_words.clone(),
            rules: self.rules.clone(),
            command,
            strengths: vec![self.placements_kind, self.kind],
            standing: vec![
                format!(
                    "Values are estimated by self-play, solved as a Markov chain from round to round, and depend on the players: \
                     {whose}, made by: {}. The standard error of a layout is {:.3} percentage points at most, the \
                     sample {} rounds from each.",
                    self.source,
                    100.0 * self.se_largest,
                    n
                ),
                format!(
                    "How many placements of the markers are alike is proved: {} of {} decide nothing, and are {} layouts up to the exchange of geisha of \
                     equal value.",
                    self.placements,
                    self.all_placements,
                    self.layouts.len()
                ),
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        Sheet::of(
            "favour=0.favour placements=0.placements charm_lead=0.charm_lead geisha_lead=0.geisha_lead kind=1 \
             starter_win=0.win starter_win_se=0.se n=0.n placements_kind=2",
            self.layouts.iter().map(|of| (of, self.kind, self.placements_kind)),
        )
    }
}
