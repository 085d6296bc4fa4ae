//! `hanamikoji perft`: the number of sequences of turns.

use std::fmt::Write;

use clap::Args;
use hanamachi_solver::hanamikoji::notation::DescribedDeal;
use hanamachi_solver::hanamikoji::perft;
use serde::Serialize;

use super::{item, words};
use crate::args::ItemArgs;
use crate::failure::Failure;
use crate::output::{ENGINE, json_asked};
use crate::progress::Patience;
use crate::query::{AnswerForm, Query};
use crate::session::Session;

const EXAMPLE: &str = "hanamachi hanamikoji perft --turns 4 G/ABCDEF/ABDEFG/CDEFFGGG";

const EXAMPLES: &str = "\
Examples:
  # Sequences of one turn, of two, of three, of four
  hanamachi hanamikoji perft --turns 4 G/ABCDEF/ABDEFG/CDEFFGGG

  # All turns of a reduced game
  hanamachi hanamikoji perft --turns 4 A/B/D/CDDC geisha=1,1,2,3 actions=1,2 --json
";

/// Count the distinct sequences of completed turns of a deal
///
/// An offer with its answer is one turn; taking either of two equal cards, or of two equal pairs, is one
/// answer. The draws are those of the deal. Nothing is counted beyond the end of the round.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::deal))]
pub(crate) struct PerftArgs {
    /// Greatest number of turns to count
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    turns: u8,
    #[command(flatten)]
    pub(crate) item: ItemArgs,
}

/// Runs the command.
pub(crate) fn run(args: &PerftArgs, session: &Session) -> Result<(), Failure> {
    args.item.ask(&Perft { turns: args.turns, session }, || (), EXAMPLE, session)
}

struct Perft<'a> {
    turns: u8,
    session: &'a Session,
}

impl Query for Perft<'_> {
    type Item = DescribedDeal;
    type State = ();

    fn answer(&self, (): &mut (), dealt: &DescribedDeal, form: AnswerForm) -> Result<String, Failure> {
        let _patience = Patience::start("the sequences are counted", self.session);
        let nodes = perft(&dealt.tags().rules, dealt.deal(), self.turns);
        Ok(match form {
            AnswerForm::Json => json_asked(&PerftObject {
                schema: "hanamikoji.perft/1",
                engine: ENGINE,
                rules: words::rules(*dealt.tags()),
                deal: dealt.deal().to_string(),
                turns: self.turns,
                nodes,
            }),
            AnswerForm::Line => {
                let counts: Vec<String> = nodes.iter().map(u64::to_string).collect();
                format!("{dealt}  {}", counts.join(" "))
            }
            AnswerForm::Page => table(&nodes),
        })
    }
}

/// `hanamikoji.perft/1`: the counts for 1, 2, … turns.
#[derive(Serialize)]
struct PerftObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    deal: String,
    turns: u8,
    nodes: Vec<u64>,
}

fn table(nodes: &[u64]) -> String {
    let mut text = String::from("turns           sequences");
    for (turns, count) in (1..).zip(nodes) {
        let _ = write!(text, "\n{turns:>5}  {count:>18}");
    }
    text
}
