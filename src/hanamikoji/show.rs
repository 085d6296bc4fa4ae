//! `hanamikoji show`: the table, and the reader's knowledge of it.

use std::fmt::Write;

use clap::Args;
use hanamachi_report::terminal::count;
use hanamachi_report::terminal::hanamikoji::picture::{self, TableSide};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::{LastGame, PositionObject};
use hanamachi_solver::hanamikoji::{Document, Entry, InformationSet, Kind, Table};

use super::item;
use super::legal::Legal;
use super::words;
use crate::args::ItemArgs;
use crate::failure::Failure;
use crate::output::json;
use crate::query::{AnswerForm, Query};
use crate::session::Session;

const EXAMPLE: &str = "hanamachi hanamikoji show '+..-... 2 ABDFG 2XX,3EEG-E,1X'";

const EXAMPLES: &str = "\
Examples:
  # The table as the second player sees it
  hanamachi hanamikoji show '+..-... 2 ABDFG 2XX,3EEG-E,1X'

  # The table of a record, nothing hidden
  hanamachi hanamikoji show ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F

  # Every action that the second player may use with five cards in hand
  hanamachi hanamikoji show '+..-... 2 ABDFG 2XX,3EEG-E,1X' --legal

  # The answers to an offer
  hanamachi hanamikoji show '....... 2 ABDEFG 4ACBD' --legal --json
";

/// Show the table: markers, rows, hands, remaining actions, and unseen cards; or the legal actions
///
/// Actions are written as in the history: 1E, 2BC, 3BCC, 4ACBD, and -C, -BD for answers. The list of --legal is empty if the
/// opponent is to decide, or if the round is complete.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::described))]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) item: ItemArgs,
    /// List the legal actions of an information set, or the answers to an offer
    #[arg(long)]
    legal: bool,
}

/// Runs the command.
pub(crate) fn run(args: &ShowArgs, session: &Session) -> Result<(), Failure> {
    if args.legal {
        return args.item.ask(&Legal, LastGame::default, EXAMPLE, session);
    }
    args.item.ask(&Show, || (), EXAMPLE, session)
}

struct Show;

impl Query for Show {
    type Item = Document;
    type State = ();

    fn answer(&self, (): &mut (), document: &Document, form: AnswerForm) -> Result<String, Failure> {
        let table = Table::new(document, None);
        Ok(match form {
            AnswerForm::Json => json(&PositionObject::new(&table)),
            AnswerForm::Line => format!("{document}  {}", table.standing()),
            AnswerForm::Page => page(&table),
        })
    }
}

/// The table as the reader of an information set sees it.
pub(super) fn page_of_set(set: &InformationSet) -> String {
    page(&Table::new(&Document::Set(Box::new(*set)), None))
}

fn page(table: &Table<'_>) -> String {
    let [below, above] =
        table.seats().map(|seat| TableSide { name: table.name(seat), seat, row: table.row(seat) });
    let mut text = picture::table(table.rules(), table.favour(), above, below);
    text.push('\n');
    for side in [above, below] {
        let _ = write!(text, "\n{:<10}{}", side.name, holdings(table, side.seat));
    }
    if table.reader().is_some() {
        let _ = write!(text, "\nunseen    {}", words::cards(table.unseen()));
    }
    let _ = write!(text, "\ndeck      {}", count(table.deck_size() as usize, "card"));
    if let Some(removed) = table.removed() {
        let _ = write!(text, "; {removed} was removed");
    }
    let history: Vec<String> = table.history().iter().map(Entry::to_string).collect();
    let tags = Tags { rules: *table.rules(), round: table.document().round_number() };
    let _ =
        write!(text, "\nturns     {}", if history.is_empty() { "-".to_owned() } else { history.join(" ") });
    let _ = write!(text, "\nnext      {}\nrules     {}", table.standing(), words::rules(tags));
    text
}

/// A player's cards and remaining actions, as far as they are seen.
fn holdings(table: &Table<'_>, seat: Seat) -> String {
    let hand = match table.hand(seat) {
        None => count(table.hand_size(seat) as usize, "card"),
        Some(hand) => words::cards(hand),
    };
    let mut text = format!("holds {hand}");
    for (kind, verb) in [(Kind::Secret, "keeps"), (Kind::TradeOff, "has discarded")] {
        if table.used(seat).contains(kind) {
            let cards = table.used_for(seat, kind);
            let cards = if cards.is_empty() { "X".repeat(kind.number().into()) } else { cards.to_string() };
            let _ = write!(text, ", {verb} {cards}");
        }
    }
    let _ = write!(
        text,
        "; actions left {}, used {}; {} and {} geisha",
        words::actions(table.left(seat)),
        words::actions(table.used(seat)),
        count(words::charm(table.favour(), seat, table.rules()) as usize, "charm point"),
        words::geisha(table.favour(), seat),
    );
    text
}
