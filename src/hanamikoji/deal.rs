//! `hanamikoji deal`: shuffled deals.

use std::num::NonZeroU64;

use clap::Args;
use hanamachi_solver::hanamikoji::notation::{DescribedDeal, Tags};
use hanamachi_solver::hanamikoji::objects::DealObject;

use super::rules_args::tags;
use crate::args::{OutputArgs, SeedArgs};
use crate::failure::Failure;
use crate::output::{Output, json};
use crate::seed;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # The card that is removed, both hands, and the draws in order
  hanamachi hanamikoji deal

  # The same five deals every time
  hanamachi hanamikoji deal --count 5 --seed 1

  # Of a reduced game: three geisha, and only the secret and the gift
  hanamachi hanamikoji deal --rules 'geisha=2,3,4 actions=1,3'
";

/// Shuffle deals; every order of the cards is equally likely
///
/// A deal is `removed/first/second/draws`, with the draws in order. A seed gives the same deals on every
/// machine, and a higher count only adds deals at the end.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DealArgs {
    /// Number of deals
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: NonZeroU64,
    /// All rules as tags, for example 'geisha=2,3,4 actions=1,3' [default: the standard game]
    #[arg(long, value_name = "TAGS", default_value = "", hide_default_value = true, value_parser = tags)]
    rules: Tags,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &DealArgs, session: &Session) -> Result<(), Failure> {
    let mut output = Output::open(&args.output)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let mut generator = seed::generator(seed);
    for index in 0..args.count.get() {
        session.check()?;
        let dealt = DescribedDeal::random(args.rules, &mut generator);
        let text =
            if args.output.json { json(&DealObject::new(&dealt, seed, index)) } else { dealt.to_string() };
        output.line(&text)?;
    }
    output.finish()
}
