//! The table as someone sees it, and the legal actions.

use crate::notation::Tags;
use crate::{Action, Entry, Game, InformationSet, Kind, Kinds, Round, Table};
use hanamachi_core::game::Seat;
use serde::Serialize;

use super::words;
use hanamachi_core::ENGINE;

/// `hanamikoji.position/1`: the visible table. The sides are `mine` and `theirs` for an information set,
/// `first` and `second` for a record.
#[derive(Clone, Debug, Serialize)]
pub struct PositionObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    /// The information set requested, if it is one.
    information_set: Option<String>,
    record: Option<String>,
    /// From the reader's seat; for a record from the first player's.
    favour: String,
    /// The reader's seat, 1 or 2.
    seat: Option<usize>,
    turn: Option<usize>,
    /// `reader` or `opponent`, for a record `first` or `second`; `null` when the round is complete.
    to_decide: Option<&'static str>,
    complete: bool,
    /// The offer that waits for its answer.
    offer: Option<String>,
    history: Vec<String>,
    sides: Sides,
    deck_size: u32,
    /// The removed card, if it is visible.
    removed: Option<String>,
    /// The cards that the reader has not seen.
    unseen: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Sides {
    Reader { mine: SideObject, theirs: SideObject },
    Onlooker(words::BySeat<SideObject>),
}

/// A player and the cards in front of this player.
#[derive(Clone, Debug, Serialize)]
pub struct SideObject {
    seat: usize,
    /// `null` if it is hidden.
    hand: Option<String>,
    hand_size: u32,
    row: String,
    /// `null` if there is none, or if it is hidden.
    secret: Option<String>,
    trade_off: Option<String>,
    actions_used: Vec<u8>,
    actions_left: Vec<u8>,
    /// Charm points and geisha with the current markers.
    charm: u32,
    geisha: u32,
}

impl SideObject {
    /// The visible cards of this player.
    #[must_use]
    pub fn new(table: &Table<'_>, seat: Seat) -> Self {
        let cards = |kind| {
            let cards = table.used_for(seat, kind);
            (!cards.is_empty()).then(|| cards.to_string())
        };
        let numbers = |kinds: Kinds| kinds.iter().map(Kind::number).collect();
        Self {
            seat: seat.index() + 1,
            hand: table.hand(seat).map(|hand| hand.to_string()),
            hand_size: table.hand_size(seat),
            row: table.row(seat).to_string(),
            secret: cards(Kind::Secret),
            trade_off: cards(Kind::TradeOff),
            actions_used: numbers(table.used(seat)),
            actions_left: numbers(table.left(seat)),
            charm: words::charm(table.favour(), seat, table.rules()),
            geisha: words::geisha(table.favour(), seat),
        }
    }
}

impl PositionObject {
    /// The object of a table.
    #[must_use]
    pub fn new(table: &Table<'_>) -> Self {
        let (document, reader, rules) = (table.document(), table.reader(), table.rules());
        let side = |seat| SideObject::new(table, seat);
        let decider = |seat| match reader {
            None => words::seat(seat),
            Some(reader) if reader == seat => "reader",
            Some(_) => "opponent",
        };
        let set = reader.and_then(|reader| document.information_set(reader));
        Self {
            schema: "hanamikoji.position/1",
            engine: ENGINE,
            rules: words::rules(Tags { rules: *rules, round: document.round_number() }),
            information_set: set.map(|set| set.to_string()),
            record: reader.is_none().then(|| document.to_string()),
            favour: words::favour_seen(table.favour(), reader, rules),
            seat: reader.map(|seat| seat.index() + 1),
            turn: table.turn(),
            to_decide: document.to_decide().map(decider),
            complete: document.is_complete(),
            offer: table.offer().map(|(offer, _)| offer.to_string()),
            history: table.history().iter().map(Entry::to_string).collect(),
            sides: match reader {
                Some(reader) => Sides::Reader { mine: side(reader), theirs: side(!reader) },
                None => Sides::Onlooker(words::BySeat::new(side)),
            },
            deck_size: table.deck_size(),
            removed: table.removed().map(|card| card.to_string()),
            unseen: reader.map(|_| table.unseen().to_string()),
        }
    }
}

/// `hanamikoji.legal/1`: the legal actions in ascending order, as appended to a history.
#[derive(Clone, Debug, Serialize)]
pub struct LegalObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    information_set: String,
    /// `reader`, `opponent`, or `null` when the round is complete.
    to_decide: Option<&'static str>,
    count: usize,
    actions: Vec<String>,
}

impl LegalObject {
    /// These legal actions of an information set.
    #[must_use]
    pub fn new(set: &InformationSet, actions: &[Action]) -> Self {
        Self {
            schema: "hanamikoji.legal/1",
            engine: ENGINE,
            rules: words::rules_of_set(set),
            information_set: set.to_string(),
            to_decide: words::reader_or_opponent(set),
            count: actions.len(),
            actions: actions.iter().map(Action::to_string).collect(),
        }
    }
}

/// The game of a worker's latest round, kept because its tables are costly.
#[derive(Debug, Default)]
pub struct LastGame(Option<Game>);

impl LastGame {
    /// The round of this information set, with the estimates of undecided games that come with the library:
    /// the approximate equilibrium looks at them.
    #[must_use]
    pub fn round_of(&mut self, set: &InformationSet) -> Round {
        let game = match self.0.take() {
            Some(game) if game.rules() == set.rules() => game,
            _ => Game::new(*set.rules()),
        };
        let round = game.valued_round(set.round_number(), set.favour_of_first());
        self.0 = Some(game);
        round
    }
}
