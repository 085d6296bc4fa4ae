//! Estimates of the value of the markers: the library's own, or those of a file.

use std::num::NonZeroU16;

use crate::between_rounds::chain::Chain;
use crate::between_rounds::favour_table::{FavourTable, Layout};
use crate::notation::rules_text;
use crate::rules::continuation::{Continuation, FavourOrigin, FavourSource};
use crate::rules::favour::Favour;
use crate::rules::parameters::{Rules, Tiebreak};
use crate::rules::round::{Game, Round};
use hanamachi_core::game::Seat;
use hanamachi_core::search::strength::Estimated;

/// **Estimated**: for each layout of the markers the winning probability of the player who starts the next
/// round, without a limit of rounds and with few rounds left.
#[derive(Clone, PartialEq, Debug)]
pub struct FavourEstimates {
    rules: Rules,
    layouts: Vec<(Layout, LayoutWin)>,
    /// Where they come from; counts have no source.
    source: Option<FavourSource>,
}

/// The reason why estimates are refused: they are for games by other rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the favour table is for {table}, but the game is {game}")]
pub struct OtherFavours {
    /// The rules of the table.
    pub table: String,
    /// The rules of the game.
    pub game: String,
}

/// The estimates for one layout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LayoutWin {
    /// However many rounds it takes.
    pub endless: f64,
    /// When the game ends after one, two, three more rounds, undecided games by charm points.
    pub within_charm: [f64; FavourTable::HORIZON],
    /// The same, undecided games shared.
    pub within_none: [f64; FavourTable::HORIZON],
}

/// The same with the accuracy of the estimates.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LayoutEstimate {
    /// The layout, with the player who starts the next round as the first.
    pub layout: Layout,
    /// Number of equivalent placements of the markers.
    pub placements: u16,
    /// Rounds counted from it.
    pub rounds: u64,
    /// The winning probabilities of the starting player.
    pub win: LayoutWin,
    /// The standard error of the first of these probabilities.
    pub standard_error: f64,
}

impl LayoutEstimate {
    /// The winning probability of the starting player, however many rounds the game takes.
    #[must_use]
    pub const fn win(&self) -> Estimated {
        Estimated { value: self.win.endless, standard_error: Some(self.standard_error), n: Some(self.rounds) }
    }
}

/// Lines of `favour,placements,win,se,n,…` of the standard game, as `hanamachi hanamikoji favour --csv`
/// writes them; the first line has the command.
const BUILT_IN: &str = include_str!("favour_table.csv");

impl FavourEstimates {
    /// The library's estimates for the standard game, from self-play.
    #[must_use]
    pub fn built_in() -> Self {
        let layouts = BUILT_IN.lines().filter_map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |column: usize| fields.get(column)?.parse::<f64>().ok();
            let three = |column| Some([number(column)?, number(column + 1)?, number(column + 2)?]);
            let win = LayoutWin { endless: number(2)?, within_charm: three(5)?, within_none: three(8)? };
            let signs = fields[0].as_bytes();
            let favour = Favour::from_owners(|geisha| match signs.get(geisha.index()) {
                Some(b'+') => Some(Seat::First),
                Some(b'-') => Some(Seat::Second),
                _ => None,
            });
            Some((Layout::new(&Rules::STANDARD, favour), win))
        });
        Self { rules: Rules::STANDARD, layouts: layouts.collect(), source: Some(Self::built_in_source()) }
    }

    /// The source of the library's estimates.
    fn built_in_source() -> FavourSource {
        FavourSource { origin: FavourOrigin::BuiltIn, hash: hanamachi_table::hash(BUILT_IN.as_bytes()) }
    }

    /// What values undecided games of these rules where no favour table is given: the library's estimates in the standard
    /// game, a rule of thumb in reduced ones.
    pub(crate) fn usual_for(rules: &Rules) -> Continuation {
        if rules.is_standard_round() {
            Continuation::FavourTable(Self::built_in_source())
        } else {
            Continuation::RuleOfThumb
        }
    }

    /// The same with standard errors and sample sizes. The errors are those of the values without a limit of
    /// rounds.
    #[must_use]
    pub fn built_in_layouts() -> Vec<LayoutEstimate> {
        let placements = FavourTable::placements(&Rules::STANDARD);
        let lines = BUILT_IN.lines().filter_map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            Some((fields.get(3)?.parse().ok()?, fields.get(4)?.parse().ok()?))
        });
        let estimate = |((layout, win), (standard_error, rounds)): ((Layout, LayoutWin), (f64, u64))| {
            let placements = placements.get(&layout).and_then(|&count| u16::try_from(count).ok());
            LayoutEstimate { layout, placements: placements.unwrap_or_default(), rounds, win, standard_error }
        };
        Self::built_in().layouts().zip(lines).map(estimate).collect()
    }

    /// The command that produced the library's estimates.
    #[must_use]
    pub fn built_in_by() -> &'static str {
        BUILT_IN.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// The estimates from counts of rounds. Omits layouts with too few counts.
    #[must_use]
    pub fn of_chain(chain: &Chain) -> Self {
        let [charm, none] = [Tiebreak::Charm, Tiebreak::None]
            .map(|tiebreak| [1, 2, 3].map(|rounds| chain.win_within(rounds, tiebreak)));
        let layouts =
            chain.layouts().iter().zip(chain.win()).enumerate().filter_map(|(number, (layout, win))| {
                let win = LayoutWin {
                    endless: win?.value,
                    within_charm: charm.each_ref().map(|values| values[number]),
                    within_none: none.each_ref().map(|values| values[number]),
                };
                Some((*layout, win))
            });
        Self { rules: *chain.rules(), layouts: layouts.collect(), source: None }
    }

    /// The estimates of a file with this hash, one for each undecided layout by these rules.
    pub(super) fn of_file(
        rules: Rules,
        hash: [u8; 32],
        layouts: impl IntoIterator<Item = (Layout, LayoutWin)>,
    ) -> Self {
        let source = Some(FavourSource { origin: FavourOrigin::File, hash });
        Self { rules, layouts: layouts.into_iter().collect(), source }
    }

    /// Fails if these are the estimates of a file, for other geisha or actions. The library's estimates are for
    /// the standard game, and a [rule of thumb](Continuation::RuleOfThumb), named by the rounds, stands in elsewhere.
    ///
    /// # Errors
    ///
    /// The rules of both.
    pub fn check(&self, rules: &Rules) -> Result<(), OtherFavours> {
        let is_of_file = self.source.is_some_and(|source| source.origin == FavourOrigin::File);
        if !is_of_file || self.fit(rules) {
            return Ok(());
        }
        let [table, game] = [&self.rules, rules].map(rules_text);
        Err(OtherFavours { table, game })
    }

    /// What values undecided games after round number `round` of a game with these rules.
    #[must_use]
    pub fn continuation(&self, rules: &Rules, round: NonZeroU16) -> Continuation {
        if rules.rounds.is_some_and(|rounds| round >= rounds) {
            Continuation::None
        } else if self.fit(rules) {
            self.source.map_or(Continuation::Given, Continuation::FavourTable)
        } else {
            Continuation::RuleOfThumb
        }
    }

    /// The layouts with their estimates.
    pub fn layouts(&self) -> impl Iterator<Item = (Layout, LayoutWin)> {
        self.layouts.iter().copied()
    }

    /// The rules of their games; the number of rounds and the tiebreak do not matter.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether they apply to games with these rules, that is, with the same geisha and actions.
    #[must_use]
    pub fn fit(&self, rules: &Rules) -> bool {
        let mut as_here = *rules;
        (as_here.rounds, as_here.tiebreak) = (self.rules.rounds, self.rules.tiebreak);
        as_here == self.rules
    }

    /// Values of the markers after round number `round` of a game with these rules, to the player who starts
    /// the next. More than three rounds before a limit, these are the values without a limit; for
    /// [`Tiebreak::CharmOnly`] those of [`Tiebreak::Charm`] stand in up to the last round. If the
    /// estimates do not [fit](Self::fit), the [rule of thumb](FavourTable::rule_of_thumb) applies.
    #[must_use]
    pub fn table_after(&self, rules: &Rules, round: NonZeroU16) -> FavourTable {
        if !self.fit(rules) {
            return FavourTable::rule_of_thumb(rules);
        }
        let left = rules.rounds.map(|rounds| rounds.get().saturating_sub(round.get()));
        let value = |win: &LayoutWin| match (left, rules.tiebreak) {
            // Equal charm points are too rare near the limit for estimates of their own.
            (Some(left @ 1..=3), Tiebreak::Charm | Tiebreak::CharmOnly) => {
                win.within_charm[usize::from(left) - 1]
            }
            (Some(left @ 1..=3), Tiebreak::None) => win.within_none[usize::from(left) - 1],
            _ => win.endless,
        };
        FavourTable::new(rules, self.layouts.iter().map(|(layout, win)| (*layout, value(win))))
    }

    /// A [round](Game::round) of this game that values undecided games by these estimates.
    #[must_use]
    pub fn round(&self, game: &Game, number: NonZeroU16, favour: Favour) -> Round {
        let table = self.table_after(game.rules(), number);
        let continuation = self.continuation(game.rules(), number);
        game.round_by(continuation, number, favour, |after| table.utility(after))
    }
}

impl FavourTable {
    /// The best known values of the markers after round number `round` of a game with these rules, to the
    /// player who starts the next.
    ///
    /// For the standard game these are the library's **estimates** from self-play; more than three rounds
    /// before a limit, those without a limit. For reduced games they are the [rule of
    /// thumb](Self::rule_of_thumb).
    #[must_use]
    pub fn best_after(rules: &Rules, round: NonZeroU16) -> Self {
        FavourEstimates::built_in().table_after(rules, round)
    }
}

impl Game {
    /// A [round](Game::round) that values undecided games by the [best table](FavourTable::best_after).
    #[must_use]
    pub fn valued_round(&self, number: NonZeroU16, favour: Favour) -> Round {
        FavourEstimates::built_in().round(self, number, favour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimates_that_come_with_the_library_are_those_of_every_undecided_layout() {
        let estimates = FavourEstimates::built_in();
        let mut found: Vec<Layout> = estimates.layouts.iter().map(|(layout, _)| *layout).collect();
        let mut expected = Layout::undecided(&Rules::STANDARD);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        let with_errors = FavourEstimates::built_in_layouts();
        assert_eq!(with_errors.len(), found.len());
        for of in &with_errors {
            assert!(of.rounds > 1 && of.placements > 0 && (0.0..0.01).contains(&of.standard_error));
        }
        assert!(FavourEstimates::built_in_by().starts_with("hanamachi hanamikoji favour "));
        let mut limited = Rules::STANDARD;
        limited.rounds = NonZeroU16::new(3);
        assert!(estimates.fit(&limited));
        let reduced = Rules::reduced(&[2, 3, 4], Rules::STANDARD.actions()).ok();
        assert!(reduced.is_none_or(|rules| !estimates.fit(&rules)));
    }
}
