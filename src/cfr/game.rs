//! The games that `hanamachi cfr` can solve, with their names, rules and units.

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::exploit::against_average;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::strategy_table::{self, rows_of_merged, rows_of_sampled};
use hanamachi_solver::hanamikoji::{Favour, MergedRound, Round, Rules};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Behavior, External, SequenceForm};
use hanamachi_solver::search::strength::Estimated;
use hanamachi_solver::strategy_table::{Tabled, row_buffer, rows_of};
use hanamachi_solver::table::{PolicyError, RowBuffer};

use crate::failure::Failure;
use crate::hanamikoji::rules_text;
use crate::shell::quoted;

/// A game that the program can solve.
pub(crate) trait SolvableGame: HiddenInformation {
    /// Returns the name in files.
    fn name(&self) -> &'static str;

    /// Returns the name on pages.
    fn title(&self) -> String;

    /// Returns the rules, empty if the game has no variants.
    fn rules(&self) -> String;

    /// Returns the command that solves the game, without algorithm and limits.
    fn command(&self) -> String {
        format!("hanamachi cfr --game {}", self.name())
    }

    /// Returns the round, if the game is one of Hanamikoji: rules, markers, and what values undecided games.
    fn round(&self) -> Option<&Round> {
        None
    }

    /// Returns the unit of the utilities.
    fn unit(&self) -> &'static str;

    /// Converts strategies to rows of a table.
    fn rows(&self, form: &SequenceForm<Self>, strategies: &Behavior) -> Result<RowBuffer, PolicyError>
    where
        Self: Sized;

    /// Converts the average strategies of a sampled run to rows of a table; `None` if only the sequence form of the game
    /// knows the actions of an information set.
    fn sampled_rows(&self, _run: &External<'_, Self>) -> Result<Option<RowBuffer>, PolicyError>
    where
        Self: Sized,
    {
        Ok(None)
    }

    /// Whether [`sampled_rows`](Self::sampled_rows) has rows.
    const HAS_SAMPLED_ROWS: bool = false;

    /// Estimates the gain of a local best response to the average strategies of a sampled run; `None` if none is known for
    /// the game.
    fn local_best_response(
        &self,
        _run: &External<'_, Self>,
        _seed: u64,
        _context: RunContext<'_>,
    ) -> Result<Option<Estimated>, Failure>
    where
        Self: Sized,
    {
        Ok(None)
    }
}

/// A standard test game of the literature, whose rules are fixed.
trait TestGame: Tabled {
    const NAME: &str;
    const TITLE: &str;
    const UNIT: &str;
}

impl TestGame for Kuhn {
    const NAME: &str = "kuhn";
    const TITLE: &str = "Kuhn poker";
    const UNIT: &str = "chips";
}

impl TestGame for Leduc {
    const NAME: &str = "leduc";
    const TITLE: &str = "Leduc poker";
    const UNIT: &str = "chips";
}

impl TestGame for LiarsDice {
    const NAME: &str = "liars_dice";
    const TITLE: &str = "Liar's dice, one die each";
    const UNIT: &str = "games";
}

impl<G: TestGame> SolvableGame for G {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn title(&self) -> String {
        G::TITLE.to_owned()
    }

    fn rules(&self) -> String {
        String::new()
    }

    fn unit(&self) -> &'static str {
        G::UNIT
    }

    fn rows(&self, form: &SequenceForm<Self>, strategies: &Behavior) -> Result<RowBuffer, PolicyError> {
        rows_of(self, form, strategies, row_buffer::<Self>())
    }
}

impl SolvableGame for MergedRound {
    fn name(&self) -> &'static str {
        strategy_table::GAME
    }

    fn title(&self) -> String {
        let [values, actions] = lists(Self::round(self).rules()).map(|list| list.join(" "));
        format!("Hanamikoji, geisha {values}, actions {actions}")
    }

    fn rules(&self) -> String {
        rules_text(Self::round(self).rules())
    }

    fn command(&self) -> String {
        let round = Self::round(self);
        let rules = Tags { rules: *round.rules(), round: round.number() }.to_string();
        let mut command = format!("hanamachi cfr --game hanamikoji --rules {}", quoted(&rules));
        if round.favour() != Favour::NEUTRAL {
            let favour = FavourText::new(round.favour(), round.rules()).to_string();
            command.push_str(" --favour ");
            command.push_str(&quoted(&favour));
        }
        command
    }

    fn round(&self) -> Option<&Round> {
        Some(Self::round(self))
    }

    fn unit(&self) -> &'static str {
        "games"
    }

    fn rows(&self, form: &SequenceForm<Self>, strategies: &Behavior) -> Result<RowBuffer, PolicyError> {
        rows_of_merged(self, form, strategies, row_buffer::<Round>())
    }

    const HAS_SAMPLED_ROWS: bool = true;

    fn sampled_rows(&self, run: &External<'_, Self>) -> Result<Option<RowBuffer>, PolicyError> {
        rows_of_sampled(self, run).map(Some)
    }

    fn local_best_response(
        &self,
        run: &External<'_, Self>,
        seed: u64,
        context: RunContext<'_>,
    ) -> Result<Option<Estimated>, Failure> {
        against_average(self, run, seed, context).map_err(|error| Failure::Operation(error.into()))
    }
}

/// Returns the values of the geisha and the numbers of the actions.
fn lists(rules: &Rules) -> [Vec<String>; 2] {
    let values = rules.geisha().map(|geisha| rules.value(geisha).to_string());
    [values.collect(), rules.actions().iter().map(|kind| kind.digit().to_string()).collect()]
}
