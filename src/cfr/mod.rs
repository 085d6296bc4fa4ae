//! `hanamachi cfr`: games solved by counterfactual regret minimization.

mod algorithm;
mod args;
mod reduced;
mod solve;

use clap::{Args, ValueEnum};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;

use self::args::{SolvingArgs, answer};
use self::reduced::ReducedArgs;
use crate::failure::Failure;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # Kuhn poker, whose value is −1/18
  hanamachi cfr --game kuhn --algorithm pcfr+ --iterations 1000

  # Liar's dice until nobody gains more than a thousandth of a game, for programs
  hanamachi cfr --game liars_dice --algorithm dcfr --exploitability 1e-3 --json

  # Sampled, the strategies kept as a table
  hanamachi cfr --game leduc --algorithm external --iterations 500 --seed 1 -o leduc.table

  # A round of a reduced Hanamikoji: three geisha, secret and gift, one round as the whole game
  hanamachi cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,3 rounds=1' --exploitability 1e-3

  # A round of a longer game, the first player having won A, for programs
  hanamachi cfr --game hanamikoji --rules 'geisha=2,3,4 actions=1,3' --favour +.. --json

  # The strategies as a table, and its answer for a hand
  hanamachi cfr --game hanamikoji --rules 'rounds=1 geisha=4,5 actions=1,3' -o r.table
  hanamachi hana evaluate '.. 1 AAB - rounds=1 geisha=4,5 actions=1,3' --table r.table
";

/// Solve a game by counterfactual regret minimization, to a stated exploitability
///
/// The average strategies of the run approach an equilibrium. Their exploitability is exact: it is the
/// mean gain of the two best responses, and 0 exactly in equilibrium. The values that the two strategies guarantee are
/// proved bounds on the value of the game.
///
/// Full traversals (cfr, cfr+, lcfr, dcfr, pcfr+) work on the sequence form: one sparse matrix product and one pass over each
/// player's information sets an iteration. Sampling (external) works on the game itself, in games of any size. Where the
/// sequence form does not fit into half of --memory, its value is estimated by play, and the exploitability of a round of
/// Hanamikoji is bounded from below by a local best response. Results do not depend on the number of threads.
///
/// A round of Hanamikoji is worth 1 to the winner of the game, −1 to the loser. With rounds=1 it is the whole game, and worth 0 to
/// both if nobody reaches the goals and the tiebreak does not decide. There are twice as many cards as the actions use, plus
/// one: the values of the geisha must add up to that. Without `rounds=` a game has no limit of rounds, as everywhere. A round
/// that does not decide the game is then worth what the favour table says about its markers; in a reduced game without a table
/// a rule of thumb values them, and the results are computed, not proved. Strategically equivalent states are merged first,
/// which loses nothing: the order of a player's own draws, the removed card as long as nobody can know it, and geisha of equal
/// value.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CfrArgs {
    /// The game
    #[arg(long, value_enum, value_name = "GAME")]
    game: GameArg,
    #[command(flatten)]
    reduced: ReducedArgs,
    #[command(flatten)]
    pub(crate) solving: SolvingArgs,
    /// Name the object of --json as `hanamikoji solve` did.
    #[arg(long, hide = true)]
    solution: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GameArg {
    /// Three cards, one bet (Kuhn, 1950)
    Kuhn,
    /// Six cards, two rounds (Southey et al., 2005)
    Leduc,
    /// One die each, six faces, sixes wild
    #[value(name = "liars_dice")]
    LiarsDice,
    /// One round of a reduced Hanamikoji: see --rules
    Hanamikoji,
}

/// Runs the command.
pub(crate) fn run(args: &CfrArgs, session: &Session) -> Result<(), Failure> {
    if args.game != GameArg::Hanamikoji && args.reduced.is_given() {
        let message = "--rules, --favour and --favour-table require --game hanamikoji";
        return Err(Failure::Usage(message.to_owned()));
    }
    let schema = if args.solution { "hanamikoji.solution/1" } else { "cfr.run/1" };
    match args.game {
        GameArg::Kuhn => answer(&Kuhn, &args.solving, schema, None, session),
        GameArg::Leduc => answer(&Leduc::default(), &args.solving, schema, None, session),
        GameArg::LiarsDice => answer(&LiarsDice, &args.solving, schema, None, session),
        GameArg::Hanamikoji => {
            let (round, reduced) = args.reduced.round(session)?;
            answer(&round, &args.solving, schema, Some(reduced), session)
        }
    }
}
