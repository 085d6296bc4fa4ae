//! A round as the page draws it.

use std::collections::BTreeMap;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{Action, Document, Entry, Geisha, Kind, Played, RoundOutcome, Table};
use serde::{Deserialize, Serialize};

use super::{SeatNumber, address, mover, number, read};
use crate::fault::Fault;
use crate::host::Host;
use crate::method::{Answer, Solvers};
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::objects::words::{self, BySeat};
use hanamachi_solver::hanamikoji::objects::{ActionText, PositionObject, SideObject};
use hanamachi_solver::text::shell_word;

/// `board.round/1`: a round, the player to decide, and the entries that can follow.
#[derive(Serialize)]
pub(super) struct BoardRoundObject {
    schema: &'static str,
    engine: &'static str,
    form: &'static str,
    text: String,
    address: String,
    rules: String,
    /// The reader's seat.
    seat: Option<usize>,
    /// The reader's information set; in a record without a reader, that of the player to decide. `null` while
    /// a draw is to be entered.
    information_set: Option<String>,
    position: Option<PositionObject>,
    table: BoardTableObject,
    next: NextObject,
    offer: Option<OfferObject>,
    /// The legal actions of the player to decide, if that is the reader; all answers to an offer.
    actions: Vec<String>,
    /// The cards that can be entered for the opponent's draw or secret.
    choices: BTreeMap<char, u32>,
    unseen: BTreeMap<char, u32>,
    timeline: Vec<TurnObject>,
    complete: bool,
    result: Option<ResultObject>,
}

/// The cards and markers on the table.
#[derive(Serialize)]
struct BoardTableObject {
    favour: String,
    mine: SideObject,
    theirs: SideObject,
    deck_size: u32,
    removed: Option<char>,
    /// The markers if the round ended now, with the cards on the table and the secrets that the reader knows.
    as_it_lies: String,
}

/// The next decision or entry.
#[derive(Serialize)]
struct NextObject {
    /// `reader` or `opponent`; in a record without a reader, `reader` is the player to decide.
    who: Option<&'static str>,
    seat: Option<usize>,
    /// `act`, `answer`, `draw` or `secret`.
    what: Option<&'static str>,
    turn: Option<usize>,
    kinds: Vec<u8>,
    /// The card that the reader has drawn for this turn.
    drew: Option<char>,
}

#[derive(Serialize)]
struct OfferObject {
    action: String,
    groups: Vec<String>,
}

#[derive(Serialize)]
struct TurnObject {
    turn: usize,
    seat: usize,
    drew: Option<char>,
    entry: String,
    kind: Option<u8>,
    open: bool,
    /// Information set of the player who used the action.
    information_set: Option<String>,
    /// Information set of the other player, who answered.
    answer_information_set: Option<String>,
}

/// Outcome of a round.
#[derive(Serialize)]
struct ResultObject {
    favour_after: String,
    charm: BySeat<u32>,
    geisha: BySeat<u32>,
    placed: BySeat<String>,
    outcome: &'static str,
    /// The next round, if there is one: the markers from the seat of its first player.
    next: Option<NextRoundObject>,
}

#[derive(Serialize)]
struct NextRoundObject {
    favour: String,
    round: u32,
}

impl BoardTableObject {
    fn new(table: &Table<'_>) -> Self {
        let favour = |markers| words::favour_seen(markers, table.reader(), table.rules());
        let [mine, theirs] = table.seats().map(|seat| SideObject::new(table, seat));
        Self {
            favour: favour(table.favour()),
            mine,
            theirs,
            deck_size: table.deck_size(),
            removed: table.removed().map(Geisha::letter),
            as_it_lies: favour(table.as_it_lies()),
        }
    }
}

/// A table and what can be entered on it.
struct Look<'a> {
    table: Table<'a>,
    document: &'a Document,
}

impl Look<'_> {
    /// Whether the opponent's secret can still be entered.
    fn lacks_secret(&self) -> bool {
        let is_hidden = |entry: &Entry| entry.unpack() == Some(Played::Secret(None));
        matches!(self.document, Document::Seat(_))
            && self.document.is_complete()
            && self.table.history().iter().any(is_hidden)
    }

    fn next(&self) -> NextObject {
        let document = self.document;
        let Some(decides) = document.to_decide() else {
            let what = self.lacks_secret().then_some("secret");
            let seat = self.table.reader().map(|reader| number(!reader)).filter(|_| what.is_some());
            return NextObject {
                who: what.map(|_| "opponent"),
                seat,
                what,
                turn: None,
                kinds: Vec::new(),
                drew: None,
            };
        };
        let what = match (document.offer(), document.waits_for_draw()) {
            (Some(_), _) => "answer",
            (None, true) => "draw",
            (None, false) => "act",
        };
        let left = self.table.left(decides);
        let is_drawn = what == "act" && !self.table.is_hidden(decides);
        NextObject {
            who: Some(if self.table.is_hidden(decides) { "opponent" } else { "reader" }),
            seat: Some(number(decides)),
            what: Some(what),
            turn: Some(document.turns_over() + 1),
            kinds: if what == "answer" { Vec::new() } else { left.iter().map(Kind::number).collect() },
            drew: document.draw(self.table.history().len()).filter(|_| is_drawn).map(Geisha::letter),
        }
    }

    /// The legal decisions: every answer to an offer, or the actions of a player whose cards are known.
    fn actions(&self) -> Vec<Action> {
        if let Some(offer) = self.document.offer() {
            return match offer.unpack() {
                Some(Played::Gift(cards, _)) => distinct(cards.map(Action::take_card).to_vec()),
                Some(Played::Competition(pairs, _)) => distinct(pairs.map(Action::take_pair).to_vec()),
                _ => Vec::new(),
            };
        }
        let decides = self.document.to_decide().filter(|&seat| !self.table.is_hidden(seat));
        let set = decides.and_then(|seat| self.document.information_set(seat));
        let mut actions = Vec::new();
        if let Some(set) = set {
            super::round_of(&set).legal(set.key(), &mut actions);
        }
        actions
    }

    fn timeline(&self) -> Vec<TurnObject> {
        let decisions = match self.document {
            Document::Record(record) => record.decisions().into_iter().map(Some).collect(),
            Document::Seat(record) => record.decisions(),
            Document::Set(_) => Vec::new(),
        };
        let mut decisions = decisions.into_iter();
        let mut next = |seat: Seat| {
            let decision = decisions.next().flatten();
            decision
                .filter(|_| !self.table.is_hidden(seat))
                .map(|decision| decision.information_set.to_string())
        };
        let turns = self.table.history().iter().zip(self.document.history()).enumerate();
        let turn = |(turn, (entry, written)): (usize, (&Entry, &Entry))| {
            let seat = mover(turn);
            let information_set = next(seat);
            let is_answered =
                written.kind().is_some_and(|kind| matches!(kind, Kind::Gift | Kind::Competition))
                    && !written.is_open();
            let answer_information_set = if is_answered { next(!seat) } else { None };
            TurnObject {
                turn: turn + 1,
                seat: number(seat),
                drew: self.document.draw(turn).filter(|_| !self.table.is_hidden(seat)).map(Geisha::letter),
                entry: entry.to_string(),
                kind: entry.kind().map(Kind::number),
                open: entry.is_open(),
                information_set,
                answer_information_set,
            }
        };
        turns.map(turn).collect()
    }

    fn result(&self) -> Option<ResultObject> {
        let (placed, after, outcome) = match self.document {
            Document::Record(record) => {
                let placed = Seat::BOTH.map(|seat| record.end().placed(seat));
                (placed, record.favour_after()?, record.outcome()?)
            }
            Document::Seat(record) => (record.placed()?, record.favour_after()?, record.outcome()?),
            Document::Set(_) => return None,
        };
        let rules = self.table.rules();
        let round = u32::from(self.document.round_number().get()) + 1;
        Some(ResultObject {
            favour_after: words::favour(after, rules),
            charm: BySeat::new(|seat| words::charm(after, seat, rules)),
            geisha: BySeat::new(|seat| words::geisha(after, seat)),
            placed: BySeat::new(|seat| placed[seat.index()].to_string()),
            outcome: words::outcome(outcome),
            next: (outcome == RoundOutcome::Undecided)
                .then(|| NextRoundObject { favour: words::favour(after.flipped(), rules), round }),
        })
    }

    /// The position, unless a draw is to be entered first.
    fn position(&self) -> Option<PositionObject> {
        let is_known =
            self.table.reader().is_none_or(|reader| self.document.information_set(reader).is_some());
        is_known.then(|| PositionObject::new(&self.table))
    }
}

/// The distinct actions, in order.
fn distinct(mut actions: Vec<Action>) -> Vec<Action> {
    actions.sort_unstable();
    actions.dedup();
    actions
}

impl BoardRoundObject {
    /// A round as seen from this seat; a document from one seat keeps its own.
    pub(super) fn new(document: &Document, seat: Option<SeatNumber>) -> Result<Self, Fault> {
        let reader = document.reader().or(seat.map(|seat| seat.0));
        if let Some(SeatNumber(asked)) = seat
            && reader != Some(asked)
        {
            let message = "the text is what the other player saw: it has one seat, which is not this one";
            return Err(Fault::refused("other_seat", message).about("seat"));
        }
        let look = Look { table: Table::new(document, reader), document };
        let rules = document.rules();
        let next = look.next();
        let unseen = look.table.unseen();
        let enters = match next.what {
            Some("draw" | "secret") => true,
            Some("act") => next.who == Some("opponent"),
            _ => false,
        };
        let choices =
            words::counts(unseen, rules).into_iter().filter(|&(_, count)| enters && count > 0).collect();
        let knows = reader.or(document.to_decide());
        let tags = Tags { rules: *rules, round: document.round_number() };
        let offer = document.offer().and_then(|offer| {
            let (action, groups) = match offer.unpack()? {
                Played::Gift(cards, _) => {
                    (Action::gift(cards), ActionText::from(Action::gift(cards)).groups())
                }
                Played::Competition(pairs, _) => {
                    (Action::competition(pairs), ActionText::from(Action::competition(pairs)).groups())
                }
                _ => return None,
            };
            Some(OfferObject { action: action.to_string(), groups })
        });
        Ok(Self {
            schema: "board.round/1",
            engine: ENGINE,
            form: document.form(),
            text: document.to_string(),
            address: address(document),
            rules: words::rules(tags),
            seat: reader.map(number),
            information_set: knows.and_then(|seat| document.information_set(seat)).map(|set| set.to_string()),
            position: look.position(),
            table: BoardTableObject::new(&look.table),
            offer,
            actions: look.actions().iter().map(Action::to_string).collect(),
            choices,
            unseen: words::counts(unseen, rules),
            timeline: look.timeline(),
            complete: document.is_complete(),
            result: look.result(),
            next,
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ParseParams {
    text: String,
    seat: Option<SeatNumber>,
}

/// Reads a text.
pub(crate) fn parse(_: &Solvers, params: ParseParams, _: &dyn Host) -> Result<Answer, Fault> {
    told(&read(&params.text)?, params.seat)
}

/// A round, and the seat from which it is seen.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoundParams {
    pub(super) round: String,
    pub(super) seat: Option<SeatNumber>,
}

/// Lists the legal actions of a round.
pub(crate) fn legal(_: &Solvers, params: RoundParams, _: &dyn Host) -> Result<Answer, Fault> {
    told(&read(&params.round)?, params.seat)
}

/// A round as an answer.
pub(super) fn told(document: &Document, seat: Option<SeatNumber>) -> Result<Answer, Fault> {
    let answer = Answer::new(&BoardRoundObject::new(document, seat)?);
    let shown = match document {
        Document::Seat(record) => document.information_set(record.seat()).map(|set| set.to_string()),
        _ => Some(document.to_string()),
    };
    Ok(match shown {
        Some(text) => answer.by(format!("hanamachi hana show {} --json", shell_word(&text))),
        None => answer,
    })
}
