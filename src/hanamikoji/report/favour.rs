//! The favour chart: what the markers are worth between rounds.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{
    FIRST_ROUND, Favour, FavourEstimates, FavourTable, Geisha, Layout, LayoutEstimate, Rules,
};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::numbers::estimated;
use crate::hanamikoji::words;
use crate::hanamikoji::worths::NamedFavours;
use crate::report::{Facts, Report, Sheet, Templates};
use crate::shell::quoted;

/// `hanamikoji.favour_report/1`. Probabilities are of winning the game, for the player who starts the next round.
#[derive(Serialize)]
pub(super) struct FavourReport {
    kind: Strength,
    /// Of every number of placements.
    placements_kind: Strength,
    /// The command that estimated.
    source: String,
    /// The file, where it is not the table that comes with the program.
    file: Option<String>,
    /// Of all placements of the markers those that decide nothing.
    placements: usize,
    all_placements: usize,
    /// Nobody is favoured.
    neutral: Option<LayoutObject>,
    /// One geisha alone, hers and what she is worth to either player.
    single: Vec<SingleObject>,
    grid: GridObject,
    se_largest: f64,
    /// The best of the starter first.
    layouts: Vec<LayoutObject>,
    #[serde(skip)]
    rules: String,
    #[serde(skip)]
    rules_in_words: String,
}

#[derive(Clone, Serialize)]
struct LayoutObject {
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
    /// All of her worth, for whom she stands.
    alike: String,
    worth: u32,
    /// With the starter, and with the other player.
    own: LayoutObject,
    theirs: LayoutObject,
}

/// By how much the starter leads.
#[derive(Serialize)]
struct GridObject {
    charm_leads: Vec<i32>,
    rows: Vec<GridRow>,
}

#[derive(Serialize)]
struct GridRow {
    geisha_lead: i32,
    /// `null` where there is no such layout.
    cells: Vec<Option<CellObject>>,
}

/// All layouts with these leads, each placement of the markers alike.
#[derive(Serialize)]
struct CellObject {
    placements: usize,
    win: f64,
    lowest: f64,
    highest: f64,
}

impl LayoutObject {
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

/// The chart of this table, or of the one that comes with the program.
pub(super) fn report(named: Option<&NamedFavours>) -> FavourReport {
    let (rules, estimated, source) = match named {
        None => {
            (Rules::STANDARD, FavourEstimates::built_in_layouts(), FavourEstimates::built_in_by().to_owned())
        }
        Some(NamedFavours { favours, .. }) => {
            (*favours.rules(), favours.layouts().to_vec(), favours.metadata().command.clone())
        }
    };
    let object = |of: &LayoutEstimate| LayoutObject::new(&rules, of);
    let mut layouts: Vec<LayoutObject> = estimated.iter().map(object).collect();
    layouts.sort_by(|one, other| other.win.total_cmp(&one.win));
    let find = |favour: Favour| {
        let layout = Layout::of(&rules, favour);
        estimated.iter().find(|of| of.layout == layout).map(object)
    };
    let alone =
        |geisha: Geisha, seat: Seat| find(Favour::from_owners(|other| (other == geisha).then_some(seat)));
    // Of geisha of equal worth the first speaks for all.
    let mut worths = Vec::new();
    let first_of_her_worth = |geisha: &Geisha| {
        let worth = rules.worth(*geisha);
        let is_new = !worths.contains(&worth);
        worths.push(worth);
        is_new
    };
    let geisha: Vec<Geisha> = rules.geisha().filter(first_of_her_worth).collect();
    let single = |&geisha: &Geisha| {
        Some(SingleObject {
            geisha: geisha.letter(),
            alike: rules
                .geisha()
                .filter(|other| rules.worth(*other) == rules.worth(geisha))
                .map(Geisha::letter)
                .collect(),
            worth: rules.worth(geisha),
            own: alone(geisha, Seat::First)?,
            theirs: alone(geisha, Seat::Second)?,
        })
    };
    FavourReport {
        kind: Strength::Estimated,
        placements_kind: Strength::Proved,
        source,
        file: named.map(|named| named.path.display().to_string()),
        placements: layouts.iter().map(|of| usize::from(of.placements)).sum(),
        all_placements: FavourTable::placements(&rules).values().sum(),
        rules: words::rules(Tags { rules, round: FIRST_ROUND }),
        rules_in_words: words::rules_in_words(&rules),
        neutral: find(Favour::NEUTRAL),
        single: geisha.iter().filter_map(single).collect(),
        grid: grid(&layouts),
        se_largest: layouts.iter().map(|of| of.se).fold(0.0, f64::max),
        layouts,
    }
}

fn grid(layouts: &[LayoutObject]) -> GridObject {
    let range = |of: fn(&LayoutObject) -> i32| {
        let most = layouts.iter().map(|layout| of(layout).abs()).max().unwrap_or_default();
        -most..=most
    };
    let charm_leads: Vec<i32> = range(|of| of.charm_lead).collect();
    let cell = |geisha_lead: i32, charm_lead: i32| {
        let group: Vec<&LayoutObject> = layouts
            .iter()
            .filter(|of| (of.geisha_lead, of.charm_lead) == (geisha_lead, charm_lead))
            .collect();
        let placements: usize = group.iter().map(|of| usize::from(of.placements)).sum();
        let sum: f64 = group.iter().map(|of| f64::from(of.placements) * of.win).sum();
        let wins = || group.iter().map(|of| of.win);
        #[expect(clippy::cast_precision_loss, reason = "some thousand placements")]
        let win = sum / placements as f64;
        (placements > 0).then(|| CellObject {
            placements,
            win,
            lowest: wins().fold(1.0, f64::min),
            highest: wins().fold(0.0, f64::max),
        })
    };
    let row = |geisha_lead: i32| GridRow {
        geisha_lead,
        cells: charm_leads.iter().map(|&charm_lead| cell(geisha_lead, charm_lead)).collect(),
    };
    GridObject { rows: range(|of| of.geisha_lead).rev().map(row).collect(), charm_leads }
}

impl Report for FavourReport {
    const SCHEMA: &'static str = "hanamikoji.favour_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/favour.html"),
        markdown: include_str!("templates/favour.md"),
        parts: &super::PARTS,
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
                "How often the player who starts the next round wins the game, for every layout of the markers that does not decide it: {neutral} (estimated) when \
                 nobody is favoured."
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
                     equal worth.",
                    self.placements,
                    self.all_placements,
                    self.layouts.len()
                ),
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new(&[
            "favour",
            "placements",
            "charm_lead",
            "geisha_lead",
            "kind",
            "starter_win",
            "starter_win_se",
            "n",
            "placements_kind",
        ]);
        for of in &self.layouts {
            sheet.row([
                of.favour.clone(),
                of.placements.to_string(),
                of.charm_lead.to_string(),
                of.geisha_lead.to_string(),
                self.kind.to_string(),
                of.win.to_string(),
                of.se.to_string(),
                of.n.to_string(),
                self.placements_kind.to_string(),
            ]);
        }
        sheet
    }
}
