//! `hanamikoji solve`: one round of a reduced game, solved outright.

use std::path::Path;

use clap::Args;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{Game, MergedRound};

use super::continuation_values::FavourTableArgs;
use super::rules_args::{markers, tags};
use crate::cfr::{Merged, Reduced, SolvingArgs, answer};
use crate::failure::Failure;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # Three geisha, secret and gift, one round as the whole game
  hanamachi hanamikoji solve --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none' --exploitability 1e-4

  # The second of three rounds, the first player having won A, for programs
  hanamachi hana solve --rules 'geisha=2,3,4 actions=1,3 rounds=3 round=2' --favour +.. --exploitability 1e-4 --json

  # The strategies as a table, and its answer for a hand
  hanamachi hana solve --rules 'rounds=1 geisha=4,5 actions=1,3' --exploitability 1e-6 -o r.table
  hanamachi hana evaluate '.. 1 AAB - rounds=1 geisha=4,5 actions=1,3' --table r.table
";

/// Solve one round of a reduced game, to a stated exploitability
///
/// A round is worth 1 to the winner of the game, −1 to the loser. With rounds=1 it is the whole game, and worth 0 to both if
/// nobody reaches the goals and the tiebreak does not decide. There are twice as many cards as the actions use, plus one: the
/// values of the geisha must add up to that.
///
/// Without `rounds=` a game has no limit of rounds, as everywhere. A round that does not decide the game is then worth what the
/// favour table says about its markers; in a reduced game without a table a rule of thumb values them, and the results are
/// computed, not proved.
///
/// Strategically equivalent states are merged first, which loses nothing: the order of a player's own draws,
/// the removed card as long as nobody can know it, and geisha of equal value.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    reduced: ReducedArgs,
    #[command(flatten)]
    pub(crate) solving: SolvingArgs,
}

/// The round of the reduced game.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReducedArgs {
    /// The rules as tags, for example 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'; `round=` is the number of the round
    #[arg(long, value_name = "TAGS", value_parser = tags, conflicts_with_all = ["geisha", "actions", "rounds", "tiebreak"])]
    rules: Option<Tags>,
    /// Markers before the round, from the seat of its first player, such as '+.-' [default: all neutral]
    #[arg(long, value_name = "SIGNS", allow_hyphen_values = true)]
    favour: Option<String>,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// Flags of earlier versions.
    #[arg(long, hide = true, requires = "actions")]
    geisha: Option<String>,
    #[arg(long, hide = true, requires = "geisha")]
    actions: Option<String>,
    #[arg(long, hide = true, requires = "geisha")]
    rounds: Option<String>,
    #[arg(long, hide = true, requires = "geisha")]
    tiebreak: Option<String>,
}

impl ReducedArgs {
    /// Whether any of the flags was given.
    pub(crate) fn is_given(&self) -> bool {
        self.rules.is_some() || self.favour.is_some() || self.favour_table.is_given() || self.geisha.is_some()
    }

    /// The rules and the number of the round.
    fn tags(&self, session: &Session) -> Result<Tags, Failure> {
        if let Some(tags) = self.rules {
            return Ok(tags);
        }
        let (Some(geisha), Some(actions)) = (&self.geisha, &self.actions) else {
            let message = "--rules defines the game, for example --rules 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'";
            return Err(Failure::Usage(message.to_owned()));
        };
        let rounds = self.rounds.as_deref().unwrap_or("1");
        let tiebreak = self.tiebreak.as_deref().unwrap_or("none");
        let text = format!("geisha={geisha} actions={actions} rounds={rounds} tiebreak={tiebreak}");
        let tags = tags(&text).map_err(Failure::Usage)?;
        session.note(format!("--geisha and --actions are flags of earlier versions: write --rules '{text}'"));
        Ok(tags)
    }

    /// The round, and how it is solved.
    pub(crate) fn round(&self, session: &Session) -> Result<(MergedRound, Reduced), Failure> {
        let Tags { rules, round: number } = self.tags(session)?;
        let favour = markers(self.favour.as_deref(), &rules)?;
        let continuation = self.favour_table.open()?;
        continuation.check(&rules)?;
        let round = MergedRound::new(continuation.round(&Game::new(rules), number, favour));
        let letters = |group: &Vec<hanamachi_solver::hanamikoji::Geisha>| -> String {
            group.iter().map(|geisha| geisha.letter()).collect()
        };
        let equal_geisha = round.alike().iter().map(letters).collect();
        let merged = Merged { draw_order: true, removed_card: true, equal_geisha };
        Ok((round, Reduced { merged, favour_table: continuation.path().map(Path::to_owned) }))
    }
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, session: &Session) -> Result<(), Failure> {
    let (round, reduced) = args.reduced.round(session)?;
    answer(&round, &args.solving, "hanamikoji.solution/1", Some(reduced), session)
}
