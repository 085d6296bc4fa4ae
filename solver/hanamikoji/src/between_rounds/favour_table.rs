//! The value of an undecided game between rounds, by the markers.

use std::collections::{BTreeMap, HashSet};

use crate::rules::card::Geisha;
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;

/// A layout of the markers before a round, its first player's seat first, up to equivalence: geisha of equal
/// value are sorted, those of the first player before those of the second before the neutral ones.
///
/// The standard game has 274 undecided ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layout(Favour);

impl Layout {
    /// The layout of these markers.
    #[must_use]
    pub fn new(rules: &Rules, favour: Favour) -> Self {
        let rank = |owner: Option<Seat>| owner.map_or(2, Seat::index);
        let mut owners = Geisha::ALL.map(|geisha| favour.owner(geisha));
        let values = Geisha::ALL.map(|geisha| rules.value(geisha));
        // Geisha of equal value need not be neighbours in a reduced game: an insertion sort among equals.
        for place in 0..Geisha::COUNT {
            for earlier in 0..place {
                if values[earlier] == values[place] && rank(owners[place]) < rank(owners[earlier]) {
                    owners.swap(earlier, place);
                }
            }
        }
        Self(Favour::from_owners(|geisha| owners[geisha.index()]))
    }

    /// Every undecided layout, in the order of [`Favour::index`].
    #[must_use]
    pub fn undecided(rules: &Rules) -> Vec<Self> {
        let mut seen = HashSet::new();
        let undecided = placements_of(rules).filter(|&favour| rules.winner(favour).is_none());
        undecided.map(|favour| Self::new(rules, favour)).filter(|&layout| seen.insert(layout)).collect()
    }

    /// The markers.
    #[must_use]
    pub const fn favour(self) -> Favour {
        self.0
    }

    /// The lead of the first player in charm points.
    #[must_use]
    pub fn charm_lead(self, rules: &Rules) -> i32 {
        lead(|seat| rules.charm(self.0.bits_of(seat)))
    }

    /// The lead of the first player in geisha.
    #[must_use]
    pub fn geisha_lead(self) -> i32 {
        lead(|seat| self.0.bits_of(seat).count_ones())
    }
}

/// The lead of the first player.
fn lead(of: impl Fn(Seat) -> u32) -> i32 {
    let [first, second] = Seat::BOTH.map(|seat| i32::try_from(of(seat)).unwrap_or_default());
    first - second
}

/// Every placement of the markers of the geisha in the game.
fn placements_of(rules: &Rules) -> impl Iterator<Item = Favour> {
    let in_game = |favour: &Favour| {
        Geisha::ALL.into_iter().all(|geisha| rules.value(geisha) > 0 || favour.owner(geisha).is_none())
    };
    (0..Favour::LAYOUTS).filter_map(Favour::from_index).filter(in_game)
}

/// For each layout the winning probability of the player who starts the round.
#[derive(Clone, PartialEq, Debug)]
pub struct FavourTable {
    rules: Rules,
    /// By [`Favour::index`]; filled for whole classes of equivalent layouts.
    win: Box<[f64]>,
}

impl FavourTable {
    /// Number of rounds before the limit from which the table's values depend on it.
    pub const HORIZON: usize = 3;

    /// A guess for any game: the logit of the probability is 0.12 for each charm point and 0.25 for each
    /// geisha of the starting player's lead.
    #[must_use]
    pub fn rule_of_thumb(rules: &Rules) -> Self {
        let win = (0..Favour::LAYOUTS).map(|index| {
            let favour = Favour::from_index(index).unwrap_or_default();
            let lead = |count: &dyn Fn(u8) -> u32| {
                f64::from(count(favour.bits_of(Seat::First))) - f64::from(count(favour.bits_of(Seat::Second)))
            };
            let logit = 0.12 * lead(&|geisha| rules.charm(geisha)) + 0.25 * lead(&u8::count_ones);
            1.0 / (1.0 + libm::exp(-logit))
        });
        Self { rules: *rules, win: win.collect() }
    }

    /// For each layout the number of equivalent placements of the markers.
    #[must_use]
    pub fn placements(rules: &Rules) -> BTreeMap<Layout, usize> {
        let mut counts = BTreeMap::new();
        for favour in placements_of(rules) {
            *counts.entry(Layout::new(rules, favour)).or_default() += 1;
        }
        counts
    }

    /// The table with these values; layouts without a value keep the guess.
    #[must_use]
    pub fn new(rules: &Rules, values: impl IntoIterator<Item = (Layout, f64)>) -> Self {
        let mut table = Self::rule_of_thumb(rules);
        for (layout, win) in values {
            table.win[layout.0.index()] = win;
        }
        table
    }

    /// The winning probability of the player who starts the round with these markers, own seat first.
    #[must_use]
    pub fn win(&self, favour: Favour) -> f64 {
        self.win[Layout::new(&self.rules, favour).0.index()]
    }

    /// The same as a utility, −1 to 1.
    #[must_use]
    pub fn utility(&self, favour: Favour) -> f64 {
        2.0 * self.win(favour) - 1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_change_sign_with_the_seats() {
        let rules = Rules::STANDARD;
        for layout in Layout::undecided(&rules) {
            let flipped = Layout(layout.favour().flipped());
            let leads = |layout: Layout| (layout.charm_lead(&rules), layout.geisha_lead());
            let (charm, geisha) = leads(layout);
            assert_eq!(leads(flipped), (-charm, -geisha));
            assert!(charm.abs() <= 10 && geisha.abs() <= 3, "undecided");
        }
    }
}
