//! Values of the markers between rounds, in order.

use std::ops::RangeInclusive;

use crate::between_rounds::{FavourTable, Layout, LayoutEstimate};
use crate::rules::{Favour, Geisha, Rules};
use hanamachi_core::game::Seat;
use serde::Serialize;

/// Undecided layouts of the markers, with the winning probabilities of the player who starts the next round.
///
/// ```
/// use hanamachi_solver::hanamikoji::study::FavourChart;
/// use hanamachi_solver::hanamikoji::{FavourEstimates, Rules};
///
/// let chart = FavourChart::new(&Rules::STANDARD, &FavourEstimates::built_in_layouts());
/// assert_eq!((chart.layouts().len(), chart.undecided_placements(), chart.placements()), (274, 1_249, 2_187));
/// // Four values. The marker of a geisha is an advantage.
/// let singles = chart.singles();
/// let letters: String = singles.iter().map(|single| single.geisha.letter()).collect();
/// assert_eq!((letters.as_str(), singles[0].alike.len()), ("ADFG", 3));
/// assert!(singles.iter().all(|single| single.own.win().value > single.theirs.win().value));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct FavourChart {
    rules: Rules,
    /// Best for the starting player first.
    layouts: Vec<LayoutEstimate>,
    /// All placements of the markers.
    placements: usize,
}

/// Value of the marker of one geisha alone.
#[derive(Clone, PartialEq, Debug)]
pub struct SingleGeisha {
    /// First geisha of her value.
    pub geisha: Geisha,
    /// All geisha of her value, which she represents.
    pub alike: Vec<Geisha>,
    /// Layout in which she favours the starting player.
    pub own: LayoutEstimate,
    /// Layout in which she favours the other player.
    pub theirs: LayoutEstimate,
}

/// All layouts with the same leads of the starting player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LeadGroup {
    /// Number of placements of the markers with these leads.
    pub placements: usize,
    /// **Estimated**: mean winning probability of the starting player over these placements.
    pub win: f64,
    /// The lowest of these probabilities.
    pub lowest: f64,
    /// The highest of them.
    pub highest: f64,
}

/// The layouts by the leads of the starting player.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeadGrid {
    /// Leads of the starting player in charm points: the columns.
    pub charm_leads: Vec<i32>,
    /// The largest lead in geisha first.
    pub rows: Vec<LeadRow>,
}

/// The layouts with the same lead of the starting player in geisha.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeadRow {
    /// The lead.
    pub geisha_lead: i32,
    /// Groups by lead in charm points; `None` where there is no such layout.
    pub cells: Vec<Option<LeadGroup>>,
}

impl FavourChart {
    /// Chart of these estimates for games by these rules.
    #[must_use]
    pub fn new(rules: &Rules, estimates: &[LayoutEstimate]) -> Self {
        let mut layouts = estimates.to_vec();
        layouts.sort_by(|one, other| other.win.endless.total_cmp(&one.win.endless));
        Self { rules: *rules, layouts, placements: FavourTable::placements(rules).values().sum() }
    }

    /// Layouts, best for the starting player first.
    #[must_use]
    pub fn layouts(&self) -> &[LayoutEstimate] {
        &self.layouts
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// **Proved**: number of placements of the markers that leave the game undecided.
    #[must_use]
    pub fn undecided_placements(&self) -> usize {
        self.layouts.iter().map(|of| usize::from(of.placements)).sum()
    }

    /// **Proved**: number of placements of the markers.
    #[must_use]
    pub const fn placements(&self) -> usize {
        self.placements
    }

    /// The largest standard error of a layout.
    #[must_use]
    pub fn largest_error(&self) -> f64 {
        self.layouts.iter().map(|of| of.standard_error).fold(0.0, f64::max)
    }

    /// Estimate for these markers, with the starting player as the first; `None` where they decide the game.
    #[must_use]
    pub fn find(&self, favour: Favour) -> Option<&LayoutEstimate> {
        let layout = Layout::new(&self.rules, favour);
        self.layouts.iter().find(|of| of.layout == layout)
    }

    /// Layouts with a single marker, for one geisha of each value.
    #[must_use]
    pub fn singles(&self) -> Vec<SingleGeisha> {
        let alike = |geisha: Geisha| {
            self.rules.geisha().filter(move |&other| self.rules.value(other) == self.rules.value(geisha))
        };
        let alone = |geisha: Geisha, seat: Seat| {
            self.find(Favour::from_owners(|other| (other == geisha).then_some(seat))).copied()
        };
        let single = |geisha: Geisha| {
            Some(SingleGeisha {
                geisha,
                alike: alike(geisha).collect(),
                own: alone(geisha, Seat::First)?,
                theirs: alone(geisha, Seat::Second)?,
            })
        };
        let firsts = self.rules.geisha().filter(|&geisha| alike(geisha).next() == Some(geisha));
        firsts.filter_map(single).collect()
    }

    /// Layouts by the leads of the starting player.
    #[must_use]
    pub fn by_lead(&self) -> LeadGrid {
        let leads = |of: &LayoutEstimate| (of.layout.geisha_lead(), of.layout.charm_lead(&self.rules));
        let range = |of: fn((i32, i32)) -> i32| -> RangeInclusive<i32> {
            let most = self.layouts.iter().map(|layout| of(leads(layout)).abs()).max().unwrap_or_default();
            -most..=most
        };
        let charm_leads: Vec<i32> = range(|(_, charm)| charm).collect();
        let group = |geisha_lead: i32, charm_lead: i32| {
            let group: Vec<&LayoutEstimate> =
                self.layouts.iter().filter(|of| leads(of) == (geisha_lead, charm_lead)).collect();
            let placements: usize = group.iter().map(|of| usize::from(of.placements)).sum();
            let sum: f64 = group.iter().map(|of| f64::from(of.placements) * of.win.endless).sum();
            let wins = || group.iter().map(|of| of.win.endless);
            #[expect(clippy::cast_precision_loss, reason = "some thousand placements")]
            let win = sum / placements as f64;
            let (lowest, highest) = (wins().fold(1.0, f64::min), wins().fold(0.0, f64::max));
            (placements > 0).then_some(LeadGroup { placements, win, lowest, highest })
        };
        let row = |geisha_lead: i32| LeadRow {
            geisha_lead,
            cells: charm_leads.iter().map(|&charm_lead| group(geisha_lead, charm_lead)).collect(),
        };
        LeadGrid { rows: range(|(geisha, _)| geisha).rev().map(row).collect(), charm_leads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::between_rounds::FavourEstimates;

    #[test]
    fn groups_by_lead_part_the_placements() {
        let chart = FavourChart::new(&Rules::STANDARD, &FavourEstimates::built_in_layouts());
        let grid = chart.by_lead();
        let groups: Vec<&LeadGroup> = grid.rows.iter().flat_map(|row| row.cells.iter().flatten()).collect();
        let placements: usize = groups.iter().map(|group| group.placements).sum();
        assert_eq!(placements, chart.undecided_placements());
        for group in groups {
            let LeadGroup { lowest, highest, .. } = *group;
            assert!((lowest - 1e-12..=highest + 1e-12).contains(&group.win), "{group:?}");
        }
        assert_eq!(grid.charm_leads.first().map(|lead| -lead), grid.charm_leads.last().copied());
        // The neutral layout is in the group without a lead.
        let middle = &grid.rows[grid.rows.len() / 2];
        assert_eq!(middle.geisha_lead, 0);
        let even = middle.cells[grid.charm_leads.len() / 2].unwrap();
        let neutral = chart.find(Favour::NEUTRAL).unwrap().win().value;
        assert!(even.lowest <= neutral && neutral <= even.highest);
        assert_eq!(chart.find(Favour::from_owners(|_| Some(Seat::First))), None, "decided");
    }
}
