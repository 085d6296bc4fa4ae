//! `hanamikoji show`: the table and what is known of it.

use std::fmt::Write;

use clap::Args;
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::Described;
use hanamachi_solver::hanamikoji::{
    Cards, Entry, Favour, InformationSet, Kind, Kinds, Place, RoundRecord, Rules, State,
};
use serde::Serialize;

use super::item::{self, LastGame};
use super::picture::{self, Side};
use super::words;
use crate::args::ItemArgs;
use crate::failure::Failure;
use crate::output::{ENGINE, json};
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

/// Show the table: markers, rows, hands, actions left, and what is unseen
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

/// A table as someone sees it.
pub(super) struct View {
    /// The text form of what is shown.
    pub(super) text: String,
    /// Whose view it is; with all cards face up it is nobody's.
    pub(super) reader: Option<Seat>,
    pub(super) rules: Rules,
    tags: String,
    /// By the seats of the round.
    pub(super) favour: Favour,
    /// What is seen, and nothing where cards are unseen.
    pub(super) state: State,
    pub(super) history: Vec<Entry>,
    pub(super) to_decide: Option<Seat>,
    /// How many cards the opponent of a reader holds, and how many are to be drawn.
    opponent_holds: u32,
    pub(super) deck: u32,
    pub(super) unseen: Cards,
}

impl View {
    pub(super) fn of_set(set: &InformationSet, game: &mut LastGame) -> Self {
        let hidden = game.round_of(set).hidden(set.key());
        Self {
            text: set.to_string(),
            reader: Some(set.seat()),
            rules: *set.rules(),
            tags: words::rules_of_set(set),
            favour: set.favour_of_first(),
            state: *hidden.known(),
            history: set.history().to_vec(),
            to_decide: set.to_decide(),
            opponent_holds: hidden.size(Place::Hand),
            deck: hidden.size(Place::Deck),
            unseen: hidden.unseen(),
        }
    }

    pub(super) fn of_record(record: &RoundRecord) -> Self {
        let state = *record.end();
        Self {
            text: record.to_string(),
            reader: None,
            rules: *record.rules(),
            tags: words::rules_of_record(record),
            favour: record.favour(),
            state,
            history: record.history().to_vec(),
            to_decide: record.information_set(Seat::First).to_decide(),
            opponent_holds: 0,
            deck: state.deck().len(),
            unseen: Cards::EMPTY,
        }
    }

    pub(super) fn is_hidden(&self, seat: Seat) -> bool {
        self.reader.is_some_and(|reader| reader != seat)
    }

    pub(super) fn hand_size(&self, seat: Seat) -> u32 {
        if self.is_hidden(seat) { self.opponent_holds } else { self.state.hand(seat).len() }
    }

    pub(super) fn used(&self, seat: Seat) -> Kinds {
        self.rules.actions().without(self.state.left(seat))
    }

    /// The turn at hand, from 1; that of an offer until it is answered.
    fn turn(&self) -> Option<usize> {
        self.to_decide.map(|_| self.state.turns() + 1)
    }

    /// Who decides what, in a sentence.
    pub(super) fn standing(&self) -> String {
        let (Some(decides), Some(turn)) = (self.to_decide, self.turn()) else {
            return "the round is complete".to_owned();
        };
        let is_answer = self.state.offer().is_some();
        let what = if is_answer { "to answer the offer" } else { "to use an action" };
        format!("{} {what} in turn {turn} of {}", self.name(decides), self.rules.turns())
    }

    pub(super) fn name(&self, seat: Seat) -> &'static str {
        match self.reader {
            None => words::seat(seat),
            Some(reader) if reader == seat => "you",
            Some(_) => "opponent",
        }
    }
}

/// `hanamikoji.position/1`: what can be seen. Of an information set the sides are `mine` and `theirs`, of a record
/// `first` and `second`.
#[derive(Serialize)]
struct PositionObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    /// What was asked, where it is one.
    information_set: Option<String>,
    record: Option<String>,
    /// From the reader's seat; in a record from the first player's.
    favour: String,
    /// The reader's seat, 1 or 2.
    seat: Option<usize>,
    turn: Option<usize>,
    /// `reader` or `opponent`, in a record `first` or `second`; `null` when the round is complete.
    to_decide: Option<&'static str>,
    complete: bool,
    /// The offer that waits for its answer.
    offer: Option<String>,
    history: Vec<String>,
    sides: Sides,
    deck_size: u32,
    /// The card removed, where it is seen.
    removed: Option<String>,
    /// What the reader has not seen.
    unseen: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Sides {
    Reader { mine: SideObject, theirs: SideObject },
    Onlooker(words::BySeat<SideObject>),
}

#[derive(Serialize)]
struct SideObject {
    seat: usize,
    /// `null` where it is not seen.
    hand: Option<String>,
    hand_size: u32,
    row: String,
    /// `null` where there is none, or where it is not seen.
    secret: Option<String>,
    trade_off: Option<String>,
    actions_used: Vec<u8>,
    actions_left: Vec<u8>,
    /// Charm points and geisha by the markers as they lie.
    charm: u32,
    geisha: u32,
}

impl SideObject {
    fn new(view: &View, seat: Seat) -> Self {
        let seen = |cards: Cards| (!cards.is_empty()).then(|| cards.to_string());
        let numbers = |kinds: Kinds| kinds.iter().map(Kind::number).collect();
        Self {
            seat: seat.index() + 1,
            hand: (!view.is_hidden(seat)).then(|| view.state.hand(seat).to_string()),
            hand_size: view.hand_size(seat),
            row: view.state.row(seat).to_string(),
            secret: seen(view.state.secret(seat)),
            trade_off: seen(view.state.trade_off(seat)),
            actions_used: numbers(view.used(seat)),
            actions_left: numbers(view.state.left(seat)),
            charm: words::charm(view.favour, seat, &view.rules),
            geisha: words::geisha(view.favour, seat),
        }
    }
}

impl PositionObject {
    fn new(view: &View) -> Self {
        let side = |seat| SideObject::new(view, seat);
        let favour = if view.reader == Some(Seat::Second) { view.favour.flipped() } else { view.favour };
        let decider = |seat| match view.reader {
            None => words::seat(seat),
            Some(reader) if reader == seat => "reader",
            Some(_) => "opponent",
        };
        Self {
            schema: "hanamikoji.position/1",
            engine: ENGINE,
            rules: view.tags.clone(),
            information_set: view.reader.map(|_| view.text.clone()),
            record: view.reader.is_none().then(|| view.text.clone()),
            favour: words::favour(favour, &view.rules),
            seat: view.reader.map(|seat| seat.index() + 1),
            turn: view.turn(),
            to_decide: view.to_decide.map(decider),
            complete: view.to_decide.is_none(),
            offer: view.state.offer().map(|offer| offer.to_string()),
            history: view.history.iter().map(Entry::to_string).collect(),
            sides: match view.reader {
                Some(reader) => Sides::Reader { mine: side(reader), theirs: side(!reader) },
                None => Sides::Onlooker(words::BySeat::new(side)),
            },
            deck_size: view.deck,
            removed: view.reader.is_none().then(|| view.state.removed().to_string()),
            unseen: view.reader.map(|_| view.unseen.to_string()),
        }
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

/// What a player holds, keeps and may still do, as far as it is seen.
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
