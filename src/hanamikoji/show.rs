//! `hanamikoji show`: the table, and the reader's knowledge of it.

use std::fmt::Write;

use clap::Args;
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::Described;
use hanamachi_solver::hanamikoji::objects::{LastGame, PositionObject, View};
use hanamachi_solver::hanamikoji::{Entry, InformationSet, Kind};

use super::item;
use super::picture::{self, Side};
use super::words;
use crate::args::ItemArgs;
use crate::failure::Failure;
use crate::output::json;
use crate::query::{AnswerForm, Query};
use crate::session::Session;
use crate::style::count;

const EXAMPLE: &str = "hanamachi hanamikoji show '+..-... 2 ABDFG 2XX,3EEG-E,1X'";

const EXAMPLES: &str = "\
Examples:
  # The table as the second player sees it
  hanamachi hanamikoji show '+..-... 2 ABDFG 2XX,3EEG-E,1X'

  # The table of a record, nothing hidden
  hanamachi hanamikoji show ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F
";

/// Show the table: markers, rows, hands, remaining actions, and unseen cards
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::described))]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) item: ItemArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ShowArgs, session: &Session) -> Result<(), Failure> {
    args.item.ask(&Show, LastGame::default, EXAMPLE, session)
}

struct Show;

impl Query for Show {
    type Item = Described;
    type State = LastGame;

    fn answer(&self, game: &mut LastGame, item: &Described, form: AnswerForm) -> Result<String, Failure> {
        let view = match item {
            Described::InformationSet(set) => View::of_set(set, game),
            Described::Record(record) => View::of_record(record),
        };
        Ok(match form {
            AnswerForm::Json => json(&PositionObject::new(&view)),
            AnswerForm::Line => format!("{}  {}", view.text, view.standing()),
            AnswerForm::Page => page(&view),
        })
    }
}

/// The table as the reader of an information set sees it.
pub(super) fn page_of_set(set: &InformationSet, game: &mut LastGame) -> String {
    page(&View::of_set(set, game))
}

fn page(view: &View) -> String {
    let below = view.reader.unwrap_or(Seat::First);
    let [above, below] =
        [!below, below].map(|seat| Side { name: view.name(seat), seat, row: view.state.row(seat) });
    let mut text = picture::table(&view.rules, view.favour, above, below);
    text.push('\n');
    for side in [above, below] {
        let _ = write!(text, "\n{:<10}{}", side.name, holdings(view, side.seat));
    }
    if view.reader.is_some() {
        let _ = write!(text, "\nunseen    {}", words::cards(view.unseen));
    }
    let _ = write!(text, "\ndeck      {}", count(view.deck as usize, "card"));
    if view.reader.is_none() {
        let _ = write!(text, "; {} was removed", words::cards(view.state.removed()));
    }
    let history: Vec<String> = view.history.iter().map(Entry::to_string).collect();
    let _ =
        write!(text, "\nturns     {}", if history.is_empty() { "-".to_owned() } else { history.join(" ") });
    let _ = write!(text, "\nnext      {}\nrules     {}", view.standing(), view.tags);
    text
}

/// A player's cards and remaining actions, as far as they are seen.
fn holdings(view: &View, seat: Seat) -> String {
    let hand = if view.is_hidden(seat) {
        count(view.hand_size(seat) as usize, "card")
    } else {
        words::cards(view.state.hand(seat))
    };
    let mut text = format!("holds {hand}");
    let hidden_places = [
        (Kind::Secret, "keeps", view.state.secret(seat)),
        (Kind::TradeOff, "has discarded", view.state.trade_off(seat)),
    ];
    for (kind, verb, cards) in hidden_places {
        if view.used(seat).contains(kind) {
            let cards =
                if view.is_hidden(seat) { "X".repeat(kind.number().into()) } else { words::cards(cards) };
            let _ = write!(text, ", {verb} {cards}");
        }
    }
    let _ = write!(
        text,
        "; actions left {}, used {}; {} and {} geisha",
        words::actions(view.state.left(seat)),
        words::actions(view.used(seat)),
        count(words::charm(view.favour, seat, &view.rules) as usize, "charm point"),
        words::geisha(view.favour, seat),
    );
    text
}
