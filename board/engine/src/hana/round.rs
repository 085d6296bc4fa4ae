//! A round as the page draws it.

use std::collections::BTreeMap;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{
    Action, Cards, Entry, Favour, Geisha, Kind, Kinds, Played, RoundOutcome, Rules,
};
use serde::{Deserialize, Serialize};

use super::document::{Document, mover};
use super::{SeatNumber, number};
use crate::fault::Fault;
use crate::host::Host;
use crate::method::{Answer, Solvers};
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::objects::words::{self, BySeat};
use hanamachi_solver::hanamikoji::objects::{ActionText, LastGame, PositionObject, View};
use hanamachi_solver::text::shell_word;

/// `board.round/1`: a round, the player to decide, and the entries that can follow.
#[derive(Serialize)]
pub(super) struct RoundObject {
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
    table: TableObject,
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
struct TableObject {
    favour: String,
    mine: SideObject,
    theirs: SideObject,
    deck_size: u32,
    removed: Option<char>,
    /// The markers if the round ended now, with the cards on the table and the secrets that the reader knows.
    as_it_lies: String,
}

/// A player and the cards in front of this player.
#[derive(Serialize)]
struct SideObject {
    seat: usize,
    hand: Option<String>,
    hand_size: u32,
    row: String,
    secret: Option<String>,
    trade_off: Option<String>,
    actions_used: Vec<u8>,
    actions_left: Vec<u8>,
    charm: u32,
    geisha: u32,
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

/// The seats of the two players, the reader's first if there is one.
fn sides(reader: Option<Seat>) -> [Seat; 2] {
    let mine = reader.unwrap_or(Seat::First);
    [mine, !mine]
}

/// The union of both; a round has too few cards for the sum to overflow.
fn plus(one: Cards, other: Cards) -> Cards {
    one.checked_plus(other).unwrap_or(one)
}

/// The cards that lie open in front of each player, by seat.
fn rows(history: &[Entry]) -> [Cards; 2] {
    let mut rows = [Cards::EMPTY; 2];
    for (turn, entry) in history.iter().enumerate() {
        if let Some(Played::Gift(..) | Played::Competition(..)) = entry.unpack()
            && !entry.is_open()
        {
            let (own, other) = (mover(turn).index(), (!mover(turn)).index());
            rows[own] = plus(rows[own], entry.cards().checked_minus(entry.taken()).unwrap_or_default());
            rows[other] = plus(rows[other], entry.taken());
        }
    }
    rows
}

/// Number of cards of each geisha among these cards.
fn counts(cards: Cards, rules: &Rules) -> BTreeMap<char, u32> {
    rules.geisha().map(|geisha| (geisha.letter(), cards.count(geisha))).collect()
}

/// A document and the seat from which it is seen.
struct Look<'a> {
    document: &'a Document,
    /// The seat that looks; `None` sees all of a record.
    reader: Option<Seat>,
    history: Vec<Entry>,
}

impl Look<'_> {
    fn rules(&self) -> &Rules {
        self.document.rules()
    }

    /// The actions that a player has used.
    fn used(&self, seat: Seat) -> Kinds {
        let turns = self.history.iter().enumerate().filter(|&(turn, _)| mover(turn) == seat);
        turns.filter_map(|(_, entry)| entry.kind()).collect()
    }

    fn is_hidden(&self, seat: Seat) -> bool {
        self.reader.is_some_and(|reader| reader != seat)
    }

    /// Number of cards in a player's hand.
    fn hand_size(&self, seat: Seat) -> u32 {
        let document = self.document;
        let begun = (0..self.history.len()).filter(|&turn| mover(turn) == seat).count();
        let is_to_act = document.offer().is_none() && document.to_decide() == Some(seat);
        let waits = self.document.waits_for_draw() && self.reader == Some(seat);
        let draws = u32::try_from(begun + usize::from(is_to_act && !waits)).unwrap_or_default();
        self.rules().first_hand() + draws - self.used(seat).cards()
    }

    fn hand(&self, seat: Seat) -> Option<Cards> {
        if self.is_hidden(seat) { None } else { self.document.hand(seat) }
    }

    /// Number of cards left in the deck.
    fn deck_size(&self) -> u32 {
        let begun = self.history.len();
        let is_to_act = self.document.offer().is_none() && self.document.to_decide().is_some();
        let waits = self.document.waits_for_draw();
        let turns = self.rules().turns() - begun - usize::from(is_to_act && !waits);
        u32::try_from(turns).unwrap_or_default()
    }

    /// The cards that the reader has not seen; empty if all are known.
    fn unseen(&self) -> Cards {
        let Some(reader) = self.reader else { return Cards::EMPTY };
        let shown = self.history.iter().map(|entry| entry.cards());
        let shown = shown.fold(self.document.hand(reader).unwrap_or_default(), plus);
        self.rules().pack().checked_minus(shown).unwrap_or_default()
    }

    /// The cards that a player has used for this action; none if they are hidden.
    fn used_for(&self, seat: Seat, kind: Kind) -> Cards {
        let mut turns = (0..).zip(&self.history);
        let found = turns.find(|&(turn, entry)| mover(turn) == seat && entry.kind() == Some(kind));
        found.map_or(Cards::EMPTY, |(_, entry)| entry.cards())
    }

    fn hidden_cards(&self, seat: Seat, kind: Kind) -> Option<String> {
        let cards = self.used_for(seat, kind);
        (!cards.is_empty()).then(|| cards.to_string())
    }

    fn side(&self, seat: Seat, row: Cards) -> SideObject {
        let (rules, favour) = (self.rules(), self.document.favour());
        let numbers = |kinds: Kinds| kinds.iter().map(Kind::number).collect();
        SideObject {
            seat: number(seat),
            hand: self.hand(seat).map(|hand| hand.to_string()),
            hand_size: self.hand_size(seat),
            row: row.to_string(),
            secret: self.hidden_cards(seat, Kind::Secret),
            trade_off: self.hidden_cards(seat, Kind::TradeOff),
            actions_used: numbers(self.used(seat)),
            actions_left: numbers(rules.actions().without(self.used(seat))),
            charm: words::charm(favour, seat, rules),
            geisha: words::geisha(favour, seat),
        }
    }

    fn table(&self) -> TableObject {
        let rows = rows(&self.history);
        let [mine, theirs] = sides(self.reader).map(|seat| self.side(seat, rows[seat.index()]));
        let removed = match self.document {
            Document::Record(record) if self.reader.is_none() => Some(record.deal().removed().letter()),
            _ => None,
        };
        TableObject {
            favour: self.favour_text(self.document.favour()),
            mine,
            theirs,
            deck_size: self.deck_size(),
            removed,
            as_it_lies: self.favour_text(self.as_it_lies(rows)),
        }
    }

    /// The markers after a round that ends with these rows and the known secrets.
    fn as_it_lies(&self, rows: [Cards; 2]) -> Favour {
        let [first, second] =
            Seat::BOTH.map(|seat| plus(rows[seat.index()], self.used_for(seat, Kind::Secret)));
        let round = super::round_by(self.rules(), self.document.round_number(), self.document.favour());
        round.favour_after(first, second)
    }

    /// Markers as seen from the reader's seat, or from the first player's if there is no reader.
    fn favour_text(&self, favour: Favour) -> String {
        let seen = if self.reader == Some(Seat::Second) { favour.flipped() } else { favour };
        FavourText::new(seen, self.rules()).to_string()
    }

    /// Whether the opponent's secret can still be entered.
    fn lacks_secret(&self) -> bool {
        let is_hidden = |entry: &Entry| entry.unpack() == Some(Played::Secret(None));
        matches!(self.document, Document::Seat(_))
            && self.document.is_complete()
            && self.history.iter().any(is_hidden)
    }

    fn next(&self) -> NextObject {
        let document = self.document;
        let Some(decides) = document.to_decide() else {
            let what = self.lacks_secret().then_some("secret");
            let seat = self.reader.map(|reader| number(!reader)).filter(|_| what.is_some());
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
        let left = self.rules().actions().without(self.used(decides));
        let is_drawn = what == "act" && !self.is_hidden(decides);
        NextObject {
            who: Some(if self.is_hidden(decides) { "opponent" } else { "reader" }),
            seat: Some(number(decides)),
            what: Some(what),
            turn: Some(document.turns_over() + 1),
            kinds: if what == "answer" { Vec::new() } else { left.iter().map(Kind::number).collect() },
            drew: document.draw(self.history.len()).filter(|_| is_drawn).map(Geisha::letter),
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
        let decides = self.document.to_decide().filter(|&seat| !self.is_hidden(seat));
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
            decision.filter(|_| !self.is_hidden(seat)).map(|decision| decision.information_set.to_string())
        };
        let turns = self.history.iter().zip(self.document.history()).enumerate();
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
                drew: self.document.draw(turn).filter(|_| !self.is_hidden(seat)).map(Geisha::letter),
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
        let rules = self.rules();
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

    fn position(&self) -> Option<PositionObject> {
        let view = match (self.document, self.reader) {
            (Document::Record(record), None) => View::of_record(record),
            (document, Some(reader)) => {
                View::of_set(&document.information_set(reader)?, &mut LastGame::default())
            }
            (_, None) => return None,
        };
        Some(PositionObject::new(&view))
    }
}

/// The distinct actions, in order.
fn distinct(mut actions: Vec<Action>) -> Vec<Action> {
    actions.sort_unstable();
    actions.dedup();
    actions
}

impl RoundObject {
    /// A round as seen from this seat; a document from one seat keeps its own.
    pub(super) fn new(document: &Document, seat: Option<SeatNumber>) -> Result<Self, Fault> {
        let reader = document.reader().or(seat.map(|seat| seat.0));
        if let Some(SeatNumber(asked)) = seat
            && reader != Some(asked)
        {
            let message = "the text is what the other player saw: it has one seat, which is not this one";
            return Err(Fault::refused("other_seat", message).about("seat"));
        }
        let history = document.seen_by(reader);
        let look = Look { document, reader, history };
        let rules = document.rules();
        let next = look.next();
        let unseen = look.unseen();
        let enters = match next.what {
            Some("draw" | "secret") => true,
            Some("act") => next.who == Some("opponent"),
            _ => false,
        };
        let choices = counts(unseen, rules).into_iter().filter(|&(_, count)| enters && count > 0).collect();
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
            address: document.address(),
            rules: words::rules(tags),
            seat: reader.map(number),
            information_set: knows.and_then(|seat| document.information_set(seat)).map(|set| set.to_string()),
            position: look.position(),
            table: look.table(),
            offer,
            actions: look.actions().iter().map(Action::to_string).collect(),
            choices,
            unseen: counts(unseen, rules),
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
    told(&Document::read(&params.text)?, params.seat)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LegalParams {
    round: String,
    seat: Option<SeatNumber>,
}

/// Lists the legal actions of a round.
pub(crate) fn legal(_: &Solvers, params: LegalParams, _: &dyn Host) -> Result<Answer, Fault> {
    told(&Document::read(&params.round)?, params.seat)
}

/// A round as an answer.
pub(super) fn told(document: &Document, seat: Option<SeatNumber>) -> Result<Answer, Fault> {
    let answer = Answer::new(&RoundObject::new(document, seat)?);
    let shown = match document {
        Document::Seat(record) => document.information_set(record.seat()).map(|set| set.to_string()),
        _ => Some(document.to_string()),
    };
    Ok(match shown {
        Some(text) => answer.by(format!("hanamachi hana show {} --json", shell_word(&text))),
        None => answer,
    })
}

/// Number of cards in a place, for sums in tests.
#[cfg(test)]
fn place_sizes(set: &hanamachi_solver::hanamikoji::InformationSet) -> [u32; 2] {
    use hanamachi_solver::hanamikoji::Place;

    let hidden = super::round_of(set).hidden(set.key());
    [hidden.size(Place::Hand), hidden.size(Place::Deck)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use hanamachi_solver::hanamikoji::objects::PositionObject;

    /// The counts agree with those of the library at the same moment.
    #[test]
    fn the_table_is_that_of_the_position() {
        for (text, as_it_lies) in [
            ("+..-... 1 ABCDEFG -", "+..-..."),
            ("....... 2 ABDEFG 4ACBD", "......."),
            // A tie leaves a marker; the secret of the reader counts.
            ("+..+.-- 1 BDFGG 3ACC-A,1X,1E,3BEF-E", "--+++--"),
            ("....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X", "..---++"),
        ] {
            let document = Document::read(text).unwrap();
            let Document::Set(set) = &document else { panic!("{text}") };
            let object = RoundObject::new(&document, None).unwrap();
            let [hand, deck] = place_sizes(set);
            assert_eq!((object.table.theirs.hand_size, object.table.deck_size), (hand, deck), "{text}");
            assert_eq!(object.table.as_it_lies, as_it_lies, "{text}");
            let position = PositionObject::new(&View::of_set(set, &mut LastGame::default()));
            let [position, table] =
                [serde_json::to_value(&position).unwrap(), serde_json::to_value(&object.table).unwrap()];
            assert_eq!(position["sides"]["mine"], table["mine"], "{text}");
            assert_eq!(position["sides"]["theirs"], table["theirs"], "{text}");
            assert_eq!(position["favour"], table["favour"]);
            assert_eq!(position["deck_size"], table["deck_size"]);
        }
    }
}
