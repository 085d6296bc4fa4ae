//! `hanamikoji solve`: one round of a reduced game, solved outright.

use std::num::{NonZeroU8, NonZeroU16};
use std::path::Path;

use clap::Args;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Game, Kind, Kinds, MergedRound, Rules, Tiebreak};

use super::continuation_values::FavourTableArgs;
use super::rules_args::{markers, tags, tiebreak};
use crate::cfr::{Merged, Reduced, SolvingArgs, answer};
use crate::failure::Failure;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # Three geisha, secret and gift
  hanamachi hanamikoji solve --geisha 2,3,4 --actions 1,3 --exploitability 1e-4

  # The same where the charm points decide a round that nobody wins outright, for programs
  hanamachi hana solve --geisha 2,3,4 --actions 1,3 --tiebreak charm --exploitability 1e-4 --json

  # With the rules as tags: the second of three rounds, the first player having won A
  hanamachi hana solve --rules 'geisha=2,3,4 actions=1,3 rounds=3 round=2' --favour +.. --exploitability 1e-4

  # The strategies as a table, and its answer for a hand
  hanamachi hanamikoji solve --geisha 4,5 --actions 1,3 --exploitability 1e-6 -o r.table
  hanamachi hana evaluate '.. 1 AAB - rounds=1 tiebreak=none geisha=4,5 actions=1,3' --table r.table
";

/// Solve one round of a reduced game, to a stated exploitability
///
/// With --geisha and --actions the round starts with neutral markers and is the whole game (rounds=1 tiebreak=none): it is
/// worth 1 to its winner, −1 to the loser, and 0 to both if nobody reaches the goals and the tiebreak does not decide. There
/// are twice as many cards as the actions use, plus one: the values of the geisha must add up to that.
///
/// --rules means what it means everywhere: without `rounds=` a game has no limit of rounds. A round that does not decide the
/// game is then worth what the favour table says about its markers; in a reduced game without a table a rule of thumb values
/// them, and the results are computed, not proved.
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
    /// All rules as tags, for example 'geisha=2,3,4 actions=1,3 rounds=1 tiebreak=none'; `round=` is the number of the round
    #[arg(long, value_name = "TAGS", value_parser = tags, conflicts_with_all = ["geisha", "actions", "rounds", "tiebreak"])]
    rules: Option<Tags>,
    /// Markers before the round, from the seat of its first player, such as '+.-' [default: all neutral]
    #[arg(long, value_name = "SIGNS", allow_hyphen_values = true)]
    favour: Option<String>,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// Value of each geisha, which is also her number of cards, for example 2,3,4
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    geisha: Vec<NonZeroU8>,
    /// Actions by their numbers, for example 1,3: 1 secret, 2 trade-off, 3 gift, 4 competition
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=4))]
    actions: Vec<u8>,
    /// Rounds in the game; only 1 is possible
    #[arg(long, value_name = "1", value_parser = clap::value_parser!(u16).range(1..=1))]
    rounds: Option<u16>,
    /// Tiebreak of a round that nobody wins: nothing, charm points and then the highest geisha, or charm points
    /// alone [default: none]
    #[arg(long, value_name = "RULE", value_parser = tiebreak(), ignore_case = true)]
    tiebreak: Option<Tiebreak>,
}

impl ReducedArgs {
    /// Whether any of the flags was given.
    pub(crate) fn is_given(&self) -> bool {
        self.rules.is_some()
            || self.favour.is_some()
            || self.favour_table.is_given()
            || !self.geisha.is_empty()
            || !self.actions.is_empty()
            || self.rounds.is_some()
            || self.tiebreak.is_some()
    }

    /// The rules and the number of the round.
    fn tags(&self) -> Result<Tags, Failure> {
        if let Some(tags) = self.rules {
            return Ok(tags);
        }
        if self.geisha.is_empty() || self.actions.is_empty() {
            let message = "--geisha and --actions define the game, for example --geisha 2,3,4 --actions 1,3; or --rules does, with tags";
            return Err(Failure::Usage(message.to_owned()));
        }
        let actions: Kinds = self.actions.iter().filter_map(|&number| Kind::from_number(number)).collect();
        if actions.len() as usize != self.actions.len() {
            return Err(Failure::Usage("--actions names an action twice".to_owned()));
        }
        let values: Vec<u8> = self.geisha.iter().map(|value| value.get()).collect();
        let mut rules =
            Rules::reduced(&values, actions).map_err(|error| Failure::Usage(error.to_string()))?;
        rules.rounds = Some(NonZeroU16::MIN);
        rules.tiebreak = self.tiebreak.unwrap_or(Tiebreak::None);
        Ok(Tags { rules, round: FIRST_ROUND })
    }

    /// The round, and how it is solved.
    pub(crate) fn round(&self) -> Result<(MergedRound, Reduced), Failure> {
        let Tags { rules, round: number } = self.tags()?;
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
    let (round, reduced) = args.reduced.round()?;
    answer(&round, &args.solving, "hanamikoji.solution/1", Some(reduced), session)
}
