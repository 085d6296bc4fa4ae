//! What an undecided game is worth between rounds, by the markers.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroU16;

use crate::game::Seat;
use crate::hanamikoji::rules::card::Geisha;
use crate::hanamikoji::rules::favour::Favour;
use crate::hanamikoji::rules::parameters::{Rules, Tiebreak};
use crate::hanamikoji::rules::round::{Game, Round};
use crate::search::estimate::Mean;

/// A layout of the markers before a round, its first player's seat first, up to what makes no difference: geisha of
/// equal worth are sorted, those of the first player before those of the second before the neutral ones.
///
/// The standard game has 274 undecided ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layout(Favour);

impl Layout {
    /// The layout of these markers.
    #[must_use]
    pub fn of(rules: &Rules, favour: Favour) -> Self {
        let rank = |owner: Option<Seat>| owner.map_or(2, Seat::index);
        let mut owners = Geisha::ALL.map(|geisha| favour.owner(geisha));
        let worths = Geisha::ALL.map(|geisha| rules.worth(geisha));
        // Geisha of equal worth need not be neighbours in a reduced game: an insertion sort among equals.
        for place in 0..Geisha::COUNT {
            for earlier in 0..place {
                if worths[earlier] == worths[place] && rank(owners[place]) < rank(owners[earlier]) {
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
        undecided.map(|favour| Self::of(rules, favour)).filter(|&layout| seen.insert(layout)).collect()
    }

    /// The markers.
    #[must_use]
    pub const fn favour(self) -> Favour {
        self.0
    }
}

/// Every placement of the markers of the geisha in the game.
fn placements_of(rules: &Rules) -> impl Iterator<Item = Favour> {
    let in_game = |favour: &Favour| {
        Geisha::ALL.into_iter().all(|geisha| rules.worth(geisha) > 0 || favour.owner(geisha).is_none())
    };
    (0..Favour::LAYOUTS).filter_map(Favour::from_index).filter(in_game)
}

/// Lines of `favour,placements,win,se,n,…` of the standard game, as `hanamachi hanamikoji favour --csv` writes them; the
/// command is in the first line.
const ESTIMATES: &str = include_str!("favour_table.csv");

/// The values in this column, counted from 0.
fn estimates(column: usize) -> impl Iterator<Item = (Layout, f64)> {
    ESTIMATES.lines().filter_map(move |line| {
        let fields: Vec<&str> = line.split(',').collect();
        let win = fields.get(column)?.parse().ok()?;
        let signs = fields[0].as_bytes();
        let favour = Favour::from_owners(|geisha| match signs.get(geisha.index()) {
            Some(b'+') => Some(Seat::First),
            Some(b'-') => Some(Seat::Second),
            _ => None,
        });
        Some((Layout::of(&Rules::STANDARD, favour), win))
    })
}

/// **Estimated**: what an undecided layout of the standard game without a limit of rounds is worth to the player who starts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LayoutEstimate {
    /// The markers, the starter's being those of the first player.
    pub layout: Layout,
    /// How many placements of the markers are alike.
    pub placements: usize,
    /// The probability that the starter wins the game.
    pub win: Mean,
}

impl LayoutEstimate {
    /// How many charm points the starter's geisha are worth more than the other's.
    #[must_use]
    pub fn charm_lead(&self) -> i32 {
        self.lead(|seat| Rules::STANDARD.charm(self.layout.favour().of(seat)))
    }

    /// How many geisha more favour the starter than the other.
    #[must_use]
    pub fn geisha_lead(&self) -> i32 {
        self.lead(|seat| self.layout.favour().of(seat).count_ones())
    }

    fn lead(&self, of: impl Fn(Seat) -> u32) -> i32 {
        i32::try_from(of(Seat::First)).unwrap_or_default()
            - i32::try_from(of(Seat::Second)).unwrap_or_default()
    }
}

/// For each layout the probability that the player who starts the round wins the game.
#[derive(Clone, PartialEq, Debug)]
pub struct FavourTable {
    rules: Rules,
    /// By [`Favour::index`]; filled for whole classes of equal layouts.
    win: Box<[f64]>,
}

impl FavourTable {
    /// How many rounds before the limit values begin to depend on it, as far as the table knows.
    pub const HORIZON: usize = 3;

    /// A guess for any game: the logit of the probability is 0.12 for each charm point and 0.25 for each geisha that
    /// one has more than the opponent.
    #[must_use]
    pub fn rule_of_thumb(rules: &Rules) -> Self {
        let win = (0..Favour::LAYOUTS).map(|index| {
            let favour = Favour::from_index(index).unwrap_or_default();
            let lead = |count: &dyn Fn(u8) -> u32| {
                f64::from(count(favour.of(Seat::First))) - f64::from(count(favour.of(Seat::Second)))
            };
            let logit = 0.12 * lead(&|geisha| rules.charm(geisha)) + 0.25 * lead(&u8::count_ones);
            1.0 / (1.0 + (-logit).exp())
        });
        Self { rules: *rules, win: win.collect() }
    }

    /// What the markers are worth after round number `round` of a game by these rules, to the player who starts the
    /// next: the best that is known.
    ///
    /// For the standard game these are **estimates** from self-play, which come with the library; for a limit of rounds that
    /// is more than three away, those without a limit. For reduced games they are the [rule of
    /// thumb](Self::rule_of_thumb).
    #[must_use]
    pub fn after(rules: &Rules, round: NonZeroU16) -> Self {
        if !rules.is_standard_round() {
            return Self::rule_of_thumb(rules);
        }
        let left = rules.rounds.map(|rounds| rounds.get().saturating_sub(round.get()));
        let column = match (left, rules.tiebreak) {
            (Some(left @ 1..=3), Tiebreak::Charm) => 4 + usize::from(left),
            (Some(left @ 1..=3), Tiebreak::None) => 7 + usize::from(left),
            _ => 2,
        };
        Self::new(rules, estimates(column))
    }

    /// What comes with the library: every undecided layout of the standard game, in the order of its markers.
    #[must_use]
    pub fn estimated() -> Vec<LayoutEstimate> {
        let placements = Self::placements(&Rules::STANDARD);
        let errors = estimates(3).map(|(_, error)| error);
        let numbers = estimates(4).map(|(_, n)| n);
        let estimate = |(((layout, value), standard_error), n): (((Layout, f64), f64), f64)| LayoutEstimate {
            layout,
            placements: placements.get(&layout).copied().unwrap_or_default(),
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "it stands there as an integer"
            )]
            win: Mean { value, standard_error, n: n as u64 },
        };
        estimates(2).zip(errors).zip(numbers).map(estimate).collect()
    }

    /// The command that made what comes with the library.
    #[must_use]
    pub fn estimated_by() -> &'static str {
        ESTIMATES.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// For each layout how many placements of the markers are alike.
    #[must_use]
    pub fn placements(rules: &Rules) -> BTreeMap<Layout, usize> {
        let mut counts = BTreeMap::new();
        for favour in placements_of(rules) {
            *counts.entry(Layout::of(rules, favour)).or_default() += 1;
        }
        counts
    }

    /// The table with these values; what is not named keeps its guess.
    #[must_use]
    pub fn new(rules: &Rules, values: impl IntoIterator<Item = (Layout, f64)>) -> Self {
        let mut table = Self::rule_of_thumb(rules);
        for (layout, win) in values {
            table.win[layout.0.index()] = win;
        }
        table
    }

    /// The probability that the player who starts the round with these markers, own seat first, wins the game.
    #[must_use]
    pub fn win(&self, favour: Favour) -> f64 {
        self.win[Layout::of(&self.rules, favour).0.index()]
    }

    /// The same as a utility, −1 to 1.
    #[must_use]
    pub fn utility(&self, favour: Favour) -> f64 {
        2.0 * self.win(favour) - 1.0
    }

    /// Moves a value towards `win` by the share `weight`.
    pub(in crate::hanamikoji) fn nudge(&mut self, layout: Layout, win: f64, weight: f64) {
        let value = &mut self.win[layout.0.index()];
        *value += weight * (win - *value);
    }
}

impl Game {
    /// A [round](Game::round) with the [best table](FavourTable::after) of what undecided games are worth.
    #[must_use]
    pub fn valued_round(&self, number: NonZeroU16, favour: Favour) -> Round {
        let table = FavourTable::after(self.rules(), number);
        self.round(number, favour, |after| table.utility(after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes with the library is every undecided layout, once, and the table that evaluations use has the same values.
    #[test]
    fn the_estimates_are_those_of_the_table() {
        let estimated = FavourTable::estimated();
        let layouts: Vec<Layout> = estimated.iter().map(|of| of.layout).collect();
        let undecided: HashSet<Layout> = Layout::undecided(&Rules::STANDARD).into_iter().collect();
        assert_eq!((layouts.len(), undecided.len()), (274, 274));
        assert!(layouts.iter().all(|layout| undecided.contains(layout)));
        let table = FavourTable::after(&Rules::STANDARD, NonZeroU16::MIN);
        let is_undecided = |favour: &Favour| Rules::STANDARD.winner(*favour).is_none();
        let placements = placements_of(&Rules::STANDARD).filter(is_undecided).count();
        assert_eq!(estimated.iter().map(|of| of.placements).sum::<usize>(), placements);
        for of in &estimated {
            assert_eq!(table.win(of.layout.favour()).to_bits(), of.win.value.to_bits());
            assert!(of.win.n > 0 && (0.0..0.01).contains(&of.win.standard_error));
        }
        assert!(FavourTable::estimated_by().starts_with("hanamachi hanamikoji favour "));
    }

    #[test]
    fn leads_change_sign_with_the_seats() {
        for of in FavourTable::estimated() {
            let flipped = LayoutEstimate { layout: Layout(of.layout.favour().flipped()), ..of };
            assert_eq!((of.charm_lead(), of.geisha_lead()), (-flipped.charm_lead(), -flipped.geisha_lead()));
            assert!(of.charm_lead().abs() <= 10 && of.geisha_lead().abs() <= 3, "undecided");
        }
    }
}
