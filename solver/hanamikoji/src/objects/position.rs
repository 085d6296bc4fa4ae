//! The table from a reader's view, and the legal actions.

use crate::{
    Action, Cards, Entry, Favour, Game, InformationSet, Kind, Kinds, Place, Round, RoundRecord, Rules, State,
};
use hanamachi_core::game::Seat;
use serde::Serialize;

use super::words;
use hanamachi_core::ENGINE;

/// The table from a reader's view.
#[derive(Clone, Debug)]
pub struct View {
    /// The text form of the view.
    pub text: String,
    /// The seat of the reader; `None` with all cards face up.
    pub reader: Option<Seat>,
    /// The rules.
    pub rules: Rules,
    /// All rules tags.
    pub tags: String,
    /// The markers, by the seats of the round.
    pub favour: Favour,
    /// The visible state, without the unseen cards.
    pub state: State,
    /// The visible turns.
    pub history: Vec<Entry>,
    /// The player who decides next.
    pub to_decide: Option<Seat>,
    /// Number of cards in the hand of a reader's opponent.
    opponent_holds: u32,
    /// Number of cards still to be drawn.
    pub deck: u32,
    /// The cards that a reader has not seen.
    pub unseen: Cards,
}

impl View {
    /// The view of the reader of an information set.
    #[must_use]
    pub fn of_set(set: &InformationSet, game: &mut LastGame) -> Self {
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

    /// The view with all cards face up.
    #[must_use]
    pub fn of_record(record: &RoundRecord) -> Self {
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

    /// Whether this player's hand is hidden.
    #[must_use]
    pub fn is_hidden(&self, seat: Seat) -> bool {
        self.reader.is_some_and(|reader| reader != seat)
    }

    /// Number of cards in a player's hand.
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        if self.is_hidden(seat) { self.opponent_holds } else { self.state.hand(seat).len() }
    }

    /// The actions that a player has used.
    #[must_use]
    pub fn used(&self, seat: Seat) -> Kinds {
        self.rules.actions().without(self.state.left(seat))
    }

    /// The number of the current turn, from 1; an offer's turn lasts until its answer.
    fn turn(&self) -> Option<usize> {
        self.to_decide.map(|_| self.state.turns() + 1)
    }

    /// The player who decides and the kind of decision, in a sentence.
    #[must_use]
    pub fn standing(&self) -> String {
        let (Some(decides), Some(turn)) = (self.to_decide, self.turn()) else {
            return "the round is complete".to_owned();
        };
        let is_answer = self.state.offer().is_some();
        let what = if is_answer { "to answer the offer" } else { "to use an action" };
        format!("{} {what} in turn {turn} of {}", self.name(decides), self.rules.turns())
    }

    /// The name of a player: `you` and `opponent`, or `first` and `second`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &'static str {
        match self.reader {
            None => words::seat(seat),
            Some(reader) if reader == seat => "you",
            Some(_) => "opponent",
        }
    }
}

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
    pub fn new(view: &View, seat: Seat) -> Self {
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
    /// The object of a view.
    #[must_use]
    pub fn new(view: &View) -> Self {
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
