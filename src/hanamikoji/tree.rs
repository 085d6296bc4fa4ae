//! `hanamikoji tree`: the whole graph of a reduced round, for other programs.

use clap::Args;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::TreeObject;

use super::rules_args::tags;
use crate::args::OutputArgs;
use crate::failure::Failure;
use crate::output::{Output, json_asked};
use crate::progress::Patience;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # How large a reduced round is
  hanamachi hanamikoji tree --rules 'geisha=2,2,3 actions=3 rounds=1 tiebreak=none'

  # Every state of it, with what may be decided or dealt there, for another program to solve
  hanamachi hanamikoji tree --rules 'geisha=2,2,3 actions=3 rounds=1 tiebreak=none' --json
";

/// List every state that a reduced round can reach
///
/// The markers are neutral. A round that does not decide the game is worth 0 with `rounds=1`; otherwise a rule of thumb values
/// its markers, as for `cfr`. States are numbered from 0, the start, and later ones have higher numbers; different sequences
/// of steps may lead to the same state.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TreeArgs {
    /// All rules as tags, for example 'geisha=2,2,3 actions=3 rounds=1 tiebreak=none'
    #[arg(long, value_name = "TAGS", value_parser = tags)]
    rules: Tags,
    /// Refuse a round with more states than this
    #[arg(long, value_name = "N", default_value = "200000")]
    nodes: usize,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &TreeArgs, session: &Session) -> Result<(), Failure> {
    let mut output = Output::open(&args.output)?;
    let patience = Patience::start("the states are listed", session);
    let tree = TreeObject::new(args.rules, args.nodes, session.cancel)?;
    drop(patience);
    let text = if args.output.json { json_asked(&tree) } else { page(&tree) };
    output.line(&text)?;
    output.finish()
}

fn page(tree: &TreeObject) -> String {
    let ends = tree.states.iter().filter(|state| state.turn == "end").count();
    let [first, second] = tree.information_sets;
    [
        format!("{:<26}{:>12}", "states", tree.states.len()),
        format!("{:<26}{:>12}", "of them ends", ends),
        format!("{:<26}{:>12}", "histories", tree.histories),
        format!("{:<26}{:>12}", "information sets, first", first),
        format!("{:<26}{:>12}", "information sets, second", second),
    ]
    .join("\n")
}
