//! The games that `hanamachi cfr` can solve, with their names, rules and units.

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::strategy_table::{self, rows_of_merged};
use hanamachi_solver::hanamikoji::{Favour, MergedRound, Round, Rules};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::cfr::{Behavior, SequenceForm};
use hanamachi_solver::strategy_table::{Tabled, rows_of};
use hanamachi_solver::table::{PolicyError, RowBuffer};

use crate::hanamikoji::rules_text;
use crate::shell::quoted;

/// A game that the program can solve.
pub(crate) trait Subject: HiddenInformation {
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

impl<G: TestGame> Subject for G {
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
        rows_of(self, form, strategies)
    }
}

impl Subject for MergedRound {
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
        let mut command = format!("hanamachi hanamikoji solve --rules {}", quoted(&rules));
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
        rows_of_merged(self, form, strategies)
    }
}

/// Returns the values of the geisha and the numbers of the actions.
fn lists(rules: &Rules) -> [Vec<String>; 2] {
    let values = rules.geisha().map(|geisha| rules.value(geisha).to_string());
    [values.collect(), rules.actions().iter().map(|kind| kind.digit().to_string()).collect()]
}
