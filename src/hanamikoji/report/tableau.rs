//! The table as someone sees it, for templates to draw.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::objects::View;
use hanamachi_solver::hanamikoji::{Cards, Kind, Played, RoundRecord};
use serde::Serialize;

use crate::hanamikoji::{replay, words};

/// A table with one player above and one below.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Tableau {
    columns: Vec<Column>,
    above: SideObject,
    below: SideObject,
    /// The offer that waits for its answer.
    offer: Option<OfferObject>,
    deck: u32,
    /// Removed card, if it is seen.
    removed: Option<String>,
    /// Player to decide, and the kind of decision, in a sentence.
    standing: String,
    history: Vec<String>,
}

/// A geisha, and the cards before her.
#[derive(Clone, Debug, Serialize)]
struct Column {
    letter: char,
    worth: u32,
    /// Player whom her marker favours: `above`, `below`, or nobody.
    marker: Option<&'static str>,
    /// Cards in the rows, as letters.
    above: String,
    below: String,
    /// Numbers of cards that count above and below, at the end of the round.
    score: Option<[usize; 2]>,
}

/// Cards and actions of a player.
#[derive(Clone, Debug, Serialize)]
struct SideObject {
    name: &'static str,
    /// Cards in hand; unseen ones are X.
    hand: String,
    /// Face-down cards before the player; X if unseen, empty if there is none.
    secret: String,
    trade_off: String,
    actions: Vec<ActionMarker>,
    charm: u32,
    geisha: u32,
}

/// One of the four actions.
#[derive(Clone, Debug, Serialize)]
struct ActionMarker {
    number: u8,
    word: &'static str,
    used: bool,
}

/// Cards on offer.
#[derive(Clone, Debug, Serialize)]
struct OfferObject {
    /// Player who offers: `above` or `below`.
    by: &'static str,
    name: &'static str,
    number: u8,
    word: &'static str,
    /// Groups of cards that the other player can take.
    groups: Vec<String>,
}

impl Tableau {
    /// The table of a view; the reader sits below, in a record the first player.
    pub(super) fn new(view: &View) -> Self {
        let below = view.reader.unwrap_or(Seat::First);
        let state = &view.state;
        let of = |cards: Cards, letter: char| cards.iter().filter(|card| card.letter() == letter).count();
        let column = |geisha: hanamachi_solver::hanamikoji::Geisha| {
            let laid = |seat| geisha.letter().to_string().repeat(of(state.row(seat), geisha.letter()));
            Column {
                letter: geisha.letter(),
                worth: view.rules.value(geisha),
                marker: view.favour.owner(geisha).map(|owner| place(owner, below)),
                above: laid(!below),
                below: laid(below),
                score: None,
            }
        };
        Self {
            columns: view.rules.geisha().map(column).collect(),
            above: SideObject::new(view, !below),
            below: SideObject::new(view, below),
            offer: state.offer().and_then(|offer| {
                let groups = match offer.unpack()? {
                    Played::Gift(cards, _) => cards.map(|card| card.letter().to_string()).to_vec(),
                    Played::Competition(pairs, _) => {
                        pairs.map(|pair| pair.iter().map(|card| card.letter()).collect()).to_vec()
                    }
                    Played::Secret(_) | Played::TradeOff(_) => return None,
                };
                let (kind, by) = (offer.kind()?, state.mover());
                let (number, word) = (kind.number(), kind.word());
                Some(OfferObject { by: place(by, below), name: view.name(by), number, word, groups })
            }),
            deck: view.deck,
            removed: view.reader.is_none().then(|| state.removed().to_string()),
            standing: view.standing(),
            history: view.history.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Tableau {
    /// The table after the scoring of a complete round: secrets with the geisha to whom they belong, markers
    /// moved.
    pub(super) fn at_end(record: &RoundRecord) -> Option<Self> {
        let mut view = View::of_record(record);
        view.favour = record.favour_after()?;
        let mut table = Self::new(&view);
        for column in &mut table.columns {
            let count = |seat| {
                let placed: Cards = record.end().placed(seat);
                placed.iter().filter(|card| card.letter() == column.letter).count()
            };
            let [above, below] = [Seat::Second, Seat::First].map(count);
            let cards = |count| column.letter.to_string().repeat(count);
            (column.above, column.below, column.score) = (cards(above), cards(below), Some([above, below]));
        }
        table.standing = replay::standing(record);
        Some(table)
    }
}

fn place(seat: Seat, below: Seat) -> &'static str {
    if seat == below { "below" } else { "above" }
}

impl SideObject {
    fn new(view: &View, seat: Seat) -> Self {
        let used = view.used(seat);
        let face_down = |kind: Kind, cards: Cards| match used.contains(kind) {
            false => String::new(),
            true if view.is_hidden(seat) => "X".repeat(kind.number().into()),
            true => cards.to_string(),
        };
        let hand = if view.is_hidden(seat) {
            "X".repeat(view.hand_size(seat) as usize)
        } else {
            letters(view.state.hand(seat))
        };
        let action =
            |kind: Kind| ActionMarker { number: kind.number(), word: kind.word(), used: used.contains(kind) };
        Self {
            name: view.name(seat),
            hand,
            secret: face_down(Kind::Secret, view.state.secret(seat)),
            trade_off: face_down(Kind::TradeOff, view.state.trade_off(seat)),
            actions: view.rules.actions().iter().map(action).collect(),
            charm: words::charm(view.favour, seat, &view.rules),
            geisha: words::geisha(view.favour, seat),
        }
    }
}

/// Cards as letters; empty if there are none.
pub(super) fn letters(cards: Cards) -> String {
    cards.iter().map(hanamachi_solver::hanamikoji::Geisha::letter).collect()
}
