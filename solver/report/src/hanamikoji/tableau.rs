//! The table as someone sees it, for templates to draw.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Cards, Document, Favour, Geisha, Kind, Played, RoundRecord, Table};
use serde::Serialize;

use super::{results, words};

/// A table with one player above and one below.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Tableau {
    columns: Vec<GeishaColumn>,
    above: TableauSide,
    below: TableauSide,
    /// The offer that waits for its answer.
    offer: Option<TableauOffer>,
    deck: u32,
    /// Removed card, if it is seen.
    removed: Option<String>,
    /// Player to decide, and the kind of decision, in a sentence.
    standing: String,
    history: Vec<String>,
}

/// A geisha, and the cards before her.
#[derive(Clone, Debug, Serialize)]
struct GeishaColumn {
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
struct TableauSide {
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
struct TableauOffer {
    /// Player who offers: `above` or `below`.
    by: &'static str,
    name: &'static str,
    number: u8,
    word: &'static str,
    /// Groups of cards that the other player can take.
    groups: Vec<String>,
}

impl Tableau {
    /// The table as someone sees it; the reader sits below, in a record the first player.
    pub(super) fn new(table: &Table<'_>) -> Self {
        Self::with_markers(table, table.favour())
    }

    fn with_markers(table: &Table<'_>, markers: Favour) -> Self {
        let [below, above] = table.seats();
        let column = |geisha: Geisha| {
            let laid = |seat| geisha.letter().to_string().repeat(table.row(seat).count(geisha) as usize);
            GeishaColumn {
                letter: geisha.letter(),
                worth: table.rules().value(geisha),
                marker: markers.owner(geisha).map(|owner| place(owner, below)),
                above: laid(above),
                below: laid(below),
                score: None,
            }
        };
        Self {
            columns: table.rules().geisha().map(column).collect(),
            above: TableauSide::new(table, markers, above),
            below: TableauSide::new(table, markers, below),
            offer: table.offer().and_then(|(offer, by)| {
                let groups = match offer.unpack()? {
                    Played::Gift(cards, _) => cards.map(|card| card.letter().to_string()).to_vec(),
                    Played::Competition(pairs, _) => {
                        pairs.map(|pair| pair.iter().map(|card| card.letter()).collect()).to_vec()
                    }
                    Played::Secret(_) | Played::TradeOff(_) => return None,
                };
                let kind = offer.kind()?;
                let (number, word) = (kind.number(), kind.word());
                Some(TableauOffer { by: place(by, below), name: table.name(by), number, word, groups })
            }),
            deck: table.deck_size(),
            removed: table.removed().map(|card| card.to_string()),
            standing: table.standing(),
            history: table.history().iter().map(ToString::to_string).collect(),
        }
    }

    /// The table of a record with all cards face up.
    pub(super) fn of_record(record: &RoundRecord) -> Self {
        Self::new(&Table::new(&Document::Record(Box::new(record.clone())), None))
    }

    /// The table after the scoring of a complete round: secrets with the geisha to whom they belong, markers
    /// moved.
    pub(super) fn at_end(record: &RoundRecord) -> Option<Self> {
        let document = Document::Record(Box::new(record.clone()));
        let mut table = Self::with_markers(&Table::new(&document, None), record.favour_after()?);
        for column in &mut table.columns {
            let count = |seat| {
                let placed: Cards = record.end().placed(seat);
                placed.iter().filter(|card| card.letter() == column.letter).count()
            };
            let [above, below] = [Seat::Second, Seat::First].map(count);
            let cards = |count| column.letter.to_string().repeat(count);
            (column.above, column.below, column.score) = (cards(above), cards(below), Some([above, below]));
        }
        table.standing = results::standing(record);
        Some(table)
    }
}

fn place(seat: Seat, below: Seat) -> &'static str {
    if seat == below { "below" } else { "above" }
}

impl TableauSide {
    fn new(table: &Table<'_>, markers: Favour, seat: Seat) -> Self {
        let used = table.used(seat);
        let face_down = |kind: Kind| match (used.contains(kind), table.used_for(seat, kind)) {
            (false, _) => String::new(),
            (true, Cards::EMPTY) => "X".repeat(kind.number().into()),
            (true, cards) => cards.to_string(),
        };
        let hand = match table.hand(seat) {
            None => "X".repeat(table.hand_size(seat) as usize),
            Some(hand) => letters(hand),
        };
        let action =
            |kind: Kind| ActionMarker { number: kind.number(), word: kind.word(), used: used.contains(kind) };
        Self {
            name: table.name(seat),
            hand,
            secret: face_down(Kind::Secret),
            trade_off: face_down(Kind::TradeOff),
            actions: table.rules().actions().iter().map(action).collect(),
            charm: words::charm(markers, seat, table.rules()),
            geisha: words::geisha(markers, seat),
        }
    }
}

/// Cards as letters; empty if there are none.
pub(super) fn letters(cards: Cards) -> String {
    cards.iter().map(Geisha::letter).collect()
}
