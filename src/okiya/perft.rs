//! `okiya perft`: numbers of legal sequences of moves.

use std::fmt::Write;
use std::time::Instant;

use clap::Args;
use hanamachi_solver::okiya::{Position, perft};
use rayon::prelude::*;
use serde::Serialize;

use super::item::PositionItem;
use crate::args::{ItemArgs, RulesArgs};
use crate::failure::Failure;
use crate::output::{ENGINE, json_asked};
use crate::progress::Patience;
use crate::query::{AnswerForm, Query};
use crate::session::Session;

const EXAMPLE: &str = "hanamachi okiya perft --depth 6 random";

const EXAMPLES: &str = "\
Examples:
  # 12 openings, 72 games of two moves, 360 of three …
  hanamachi okiya perft --depth 6 05af/b4c1/27d8/3e96

  # From a position, as JSON
  hanamachi okiya perft --depth 4 05af/b4c1/27d8/3e96 moves a2 c1 --json
";

/// Count the legal sequences of moves of each length
///
/// Finished games do not continue, so beyond some length the counts fall. The time goes to standard error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct OkiyaPerftArgs {
    /// Maximum length of the sequences
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=16))]
    depth: u8,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    pub(crate) item: ItemArgs,
}

/// Runs the command.
pub(crate) fn run(args: &OkiyaPerftArgs, session: &Session) -> Result<(), Failure> {
    args.item.ask(&PositionPerft { depth: args.depth, rules: args.rules, session }, || (), EXAMPLE, session)
}

struct PositionPerft<'a> {
    depth: u8,
    rules: RulesArgs,
    session: &'a Session,
}

impl Query for PositionPerft<'_> {
    type Item = PositionItem;
    type State = ();

    fn answer(&self, (): &mut (), item: &PositionItem, form: AnswerForm) -> Result<String, Failure> {
        let started = Instant::now();
        let nodes = count(item.position(), self.depth, self.session)?;
        let elapsed = started.elapsed();
        let total: u64 = nodes.iter().sum();
        if form == AnswerForm::Page {
            #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
            let rate = total as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
            self.session.note(format_args!("{total} sequences in {elapsed:.1?}, {rate:.0} million a second"));
        }
        Ok(match form {
            AnswerForm::Json => json_asked(&OkiyaPerftObject {
                schema: "okiya.perft/1",
                engine: ENGINE,
                position: item.position().to_string(),
                rules: self.rules.full_board(item.full_board()).to_string(),
                depth: self.depth,
                nodes,
            }),
            AnswerForm::Line => {
                let counts: Vec<String> = nodes.iter().map(u64::to_string).collect();
                format!("{}  {}", item.position(), counts.join(" "))
            }
            AnswerForm::Page => table(&nodes),
        })
    }
}

/// `okiya.perft/1`: the counts for lengths 1, 2, …, depth.
#[derive(Serialize)]
struct OkiyaPerftObject {
    schema: &'static str,
    engine: &'static str,
    position: String,
    rules: String,
    depth: u8,
    nodes: Vec<u64>,
}

/// Counts the sequences, the moves of the root in parallel; checks for Ctrl-C between them.
fn count(position: &Position, depth: u8, session: &Session) -> Result<Vec<u64>, Failure> {
    let _patience = Patience::start("the sequences are counted", session);
    let children: Vec<Position> =
        position.moves().into_iter().filter_map(|cell| position.play(cell).ok()).collect();
    let deeper: Vec<Vec<u64>> = children
        .par_iter()
        .map(|child| session.check().map(|()| perft(child, depth - 1)))
        .collect::<Result<_, Failure>>()?;
    let mut nodes = vec![0; usize::from(depth)];
    nodes[0] = children.len() as u64;
    for counts in deeper {
        for (total, count) in nodes[1..].iter_mut().zip(counts) {
            *total += count;
        }
    }
    Ok(nodes)
}

fn table(nodes: &[u64]) -> String {
    let mut text = String::from("moves    sequences");
    for (depth, count) in (1..).zip(nodes) {
        let _ = write!(text, "\n{depth:>5}  {count:>11}");
    }
    text
}
