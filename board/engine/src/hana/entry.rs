//! Enters turns, takes them back, and changes them.
//!
//! A change edits the text of a document and reads it again. So the notation alone checks it, and refuses an
//! impossible entry with its own reason.

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::Document;
use serde::Deserialize;

use super::round::{RoundParams, told};
use super::{SeatNumber, mover, number, read};
use crate::fault::Fault;
use crate::host::Host;
use crate::method::{Answer, Solvers};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayParams {
    round: String,
    play: Option<String>,
    draw: Option<String>,
    secret: Option<String>,
    seat: Option<SeatNumber>,
}

/// Enters an event: a turn or an answer, the card that the reader drew, or the secret revealed at the end.
pub(crate) fn play(_: &Solvers, params: PlayParams, _: &dyn Host) -> Result<Answer, Fault> {
    let PlayParams { round, play, draw, secret, seat } = params;
    if play.is_none() && draw.is_none() && secret.is_none() {
        return Err(Fault::parameter("play", "give a `play`, a `draw` or a `secret`"));
    }
    let mut document = read(&round)?;
    let mut draw = draw.as_deref().map(|draw| letter(draw, "draw")).transpose()?;
    if let Some(play) = play {
        document = played(&document, &play, &mut draw)?;
    }
    if let Some(draw) = draw {
        document = drawn(&document, draw)?;
    }
    if let Some(secret) = secret {
        document = shown(&document, letter(&secret, "secret")?)?;
    }
    told(&document, seat)
}

/// A document as text, field by field.
struct Fields {
    favour: String,
    /// The seat of an information set.
    seat: Option<String>,
    /// The deal, or the hand of an information set.
    cards: String,
    turns: Vec<String>,
    tags: String,
}

impl Fields {
    fn from_document(document: &Document) -> Self {
        let text = document.to_string();
        let mut words = text.split(' ').map(str::to_owned);
        let mut next = || words.next().unwrap_or_default();
        let favour = next();
        let seat = matches!(document, Document::Set(_)).then(&mut next);
        let (cards, history) = (next(), next());
        let turns = if history == "-" { Vec::new() } else { history.split(',').map(str::to_owned).collect() };
        Self { favour, seat, cards, turns, tags: words.collect::<Vec<_>>().join(" ") }
    }

    /// Reads the text again. Drops the columns of errors: they would refer to a text that the engine put
    /// together.
    fn read(&self) -> Result<Document, Fault> {
        let turns = if self.turns.is_empty() { "-".to_owned() } else { self.turns.join(",") };
        let words =
            [Some(&self.favour), self.seat.as_ref(), Some(&self.cards), Some(&turns), Some(&self.tags)];
        let words: Vec<&str> =
            words.into_iter().flatten().map(String::as_str).filter(|word| !word.is_empty()).collect();
        read(&words.join(" ")).map_err(Fault::without_place)
    }

    /// Writes down the card drawn for a turn, counted from 0; `X` for an unknown card.
    fn set_draw(&mut self, turn: usize, card: char) {
        let start = self.cards.rfind('/').map_or(0, |slash| slash + 1) + turn;
        if self.cards.is_char_boundary(start) && start < self.cards.len() {
            self.cards.replace_range(start..=start, &card.to_string());
        }
    }

    /// Takes these letters out of the hand of an information set.
    fn take_from_hand(&mut self, letters: &str) -> Result<(), Fault> {
        for letter in letters.chars() {
            let at = self.cards.find(letter).ok_or_else(|| {
                let message = format!("{letter} cannot be played from the hand {}", self.cards);
                Fault::refused("illegal_turn", message).about("play")
            })?;
            self.cards.remove(at);
        }
        if self.cards.is_empty() {
            "-".clone_into(&mut self.cards);
        }
        Ok(())
    }

    /// Adds letters to the hand of an information set.
    fn add_to_hand(&mut self, letters: &str) {
        let mut cards: Vec<char> =
            self.cards.chars().filter(|&card| card != '-').chain(letters.chars()).collect();
        cards.sort_unstable();
        self.cards = cards.into_iter().collect();
    }
}

/// Reads one letter.
fn letter(text: &str, field: &'static str) -> Result<char, Fault> {
    let mut letters = text.chars();
    match (letters.next().map(|letter| letter.to_ascii_uppercase()), letters.next()) {
        (Some(letter @ 'A'..='G'), None) => Ok(letter),
        _ => Err(Fault::refused("invalid_card", "a card is a letter from A to G").about(field)),
    }
}

/// An entry in the notation's form: letters and pairs in order, hidden cards as `X`.
fn written(entry: &str, is_hidden: bool) -> Result<String, Fault> {
    let refuse = || {
        let message = "a turn is the number of its action and its cards, as in 1E, 2BC, 3BCC, 4ACBD, and an answer -C or -BD";
        Fault::refused("invalid_turn", message).about("play")
    };
    let entry = entry.trim().to_ascii_uppercase();
    if !entry.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        return Err(refuse());
    }
    let (action, answer) = match entry.split_once('-') {
        Some((action, answer)) => (action, Some(in_order(answer))),
        None => (entry.as_str(), None),
    };
    if action.is_empty() {
        return answer.map(|answer| format!("-{answer}")).ok_or_else(refuse);
    }
    let (kind, cards) = action.split_at(1);
    let cards = match kind {
        "1" | "2" if cards.is_empty() && is_hidden => "X".repeat(if kind == "1" { 1 } else { 2 }),
        "4" if cards.len() == 4 => {
            let mut pairs = [in_order(&cards[..2]), in_order(&cards[2..])];
            pairs.sort_unstable();
            pairs.concat()
        }
        _ => in_order(cards),
    };
    Ok(match answer {
        Some(answer) => format!("{kind}{cards}-{answer}"),
        None => format!("{kind}{cards}"),
    })
}

fn in_order(letters: &str) -> String {
    let mut letters: Vec<char> = letters.chars().collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// The document after a turn, an answer, or an offer with its answer. An information set also takes the card
/// that is drawn next.
fn played(document: &Document, play: &str, draw: &mut Option<char>) -> Result<Document, Fault> {
    let Some(decides) = document.to_decide() else {
        return Err(Fault::refused("round_complete", "the round is complete").about("play"));
    };
    let is_hidden = document.reader().is_some_and(|reader| reader != decides);
    let play = written(play, is_hidden)?;
    let mut fields = Fields::from_document(document);
    let is_answer = play.starts_with('-');
    match (is_answer, document.offer().is_some()) {
        (true, false) => return Err(Fault::refused("no_offer", "there is no offer to answer").about("play")),
        (false, true) => {
            return Err(Fault::refused("offer_open", "the offer has no answer yet: enter what was taken")
                .about("play"));
        }
        _ => {}
    }
    if is_answer {
        if let Some(offer) = fields.turns.last_mut() {
            offer.push_str(&play);
        }
    } else {
        fields.turns.push(play.clone());
    }
    if let Document::Set(set) = document {
        let reader = set.seat();
        if !is_answer && decides == reader {
            let cards = play.split('-').next().unwrap_or_default();
            fields.take_from_hand(cards.get(1..).unwrap_or_default())?;
        }
        let is_open =
            !is_answer && matches!(play.as_bytes().first(), Some(b'3' | b'4')) && !play.contains('-');
        let turns = fields.turns.len();
        if !is_open && turns < set.rules().turns() && mover(turns) == reader {
            let card = draw.take().ok_or_else(|| {
                let message = "the reader draws a card next: enter it with the turn";
                Fault::refused("draw_needed", message).about("draw")
            })?;
            fields.add_to_hand(&card.to_string());
        }
    }
    fields.read().map_err(|fault| match fault.field.as_deref() {
        Some("history") | None => fault.about("play"),
        Some("deal") if fault.turn.is_some() => fault.about("draw"),
        _ => fault,
    })
}

/// The document with the card that the reader has drawn.
fn drawn(document: &Document, card: char) -> Result<Document, Fault> {
    if !document.waits_for_draw() {
        return Err(Fault::refused("no_draw", "the reader draws no card now").about("draw"));
    }
    let mut fields = Fields::from_document(document);
    fields.set_draw(document.history().len(), card);
    fields.read().map_err(|fault| fault.about("draw"))
}

/// The document with the opponent's secret as revealed at the end of the round.
fn shown(document: &Document, card: char) -> Result<Document, Fault> {
    let refuse = || {
        Fault::refused("no_secret", "the other player's secret is shown at the end of the round")
            .about("secret")
    };
    let Document::Seat(record) = document else { return Err(refuse()) };
    let mut fields = Fields::from_document(document);
    let secret = fields.turns.iter_mut().find(|turn| turn.as_str() == "1X");
    match secret {
        Some(turn) if record.is_complete() => *turn = format!("1{card}"),
        _ => return Err(refuse()),
    }
    fields.read().map_err(|fault| fault.about("secret"))
}

/// Takes back the last entry.
pub(crate) fn undo(_: &Solvers, params: RoundParams, _: &dyn Host) -> Result<Answer, Fault> {
    let document = read(&params.round)?;
    told(&undone(&document)?, params.seat)
}

fn undone(document: &Document) -> Result<Document, Fault> {
    let nothing = || Fault::refused("nothing_to_undo", "there is nothing to take back").about("round");
    let mut fields = Fields::from_document(document);
    let turn = document.history().len();
    match document {
        Document::Seat(record) => {
            let secret = |(turn, text): (usize, &String)| {
                mover(turn) != record.seat() && text.starts_with('1') && text != "1X"
            };
            if record.is_complete()
                && let Some(place) = fields.turns.iter().enumerate().position(secret)
            {
                "1X".clone_into(&mut fields.turns[place]);
            } else if document.offer().is_none() && document.draw(turn).is_some() {
                fields.set_draw(turn, 'X');
            } else {
                take_back(&mut fields).ok_or_else(nothing)?;
            }
        }
        Document::Record(_) => {
            take_back(&mut fields).ok_or_else(nothing)?;
        }
        Document::Set(set) => {
            let reader = set.seat();
            if document.to_decide() == Some(reader) && document.offer().is_none() {
                let message = "what the reader held before the last draw is not known: an information set is one moment";
                return Err(Fault::refused("cannot_undo", message).about("round"));
            }
            let was_open = document.offer().is_some();
            let taken = take_back(&mut fields).ok_or_else(nothing)?;
            let is_own = mover(turn - 1) == reader;
            let is_turn = !taken.starts_with('-');
            if is_own && is_turn {
                fields.add_to_hand(taken.get(1..).unwrap_or_default());
            }
            // Nothing is drawn between the last offer and the end of the round; anywhere else the reader's
            // draw would be lost.
            debug_assert!(was_open || !is_turn || is_own || document.is_complete());
        }
    }
    fields.read()
}

/// Takes off the last answer or turn and returns it; `None` if there is none.
fn take_back(fields: &mut Fields) -> Option<String> {
    let last = fields.turns.last_mut()?;
    match last.find('-') {
        Some(at) => Some(last.split_off(at)),
        None => fields.turns.pop(),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EditParams {
    round: String,
    turn: usize,
    entry: Option<String>,
    draw: Option<String>,
    seat: Option<SeatNumber>,
}

/// Changes a turn, or the card drawn for it, and keeps the later turns.
pub(crate) fn edit(_: &Solvers, params: EditParams, _: &dyn Host) -> Result<Answer, Fault> {
    let EditParams { round, turn, entry, draw, seat } = params;
    if entry.is_none() && draw.is_none() {
        return Err(Fault::parameter("entry", "give an `entry` or a `draw`"));
    }
    let document = read(&round)?;
    let mut fields = Fields::from_document(&document);
    let place = turn.checked_sub(1).filter(|&place| place < document.rules().turns());
    let place = place.ok_or_else(|| Fault::parameter("turn", "there is no such turn"))?;
    if let Some(entry) = entry {
        let is_hidden = document.reader().is_some_and(|reader| reader != mover(place));
        let entry = written(&entry, is_hidden).map_err(|fault| fault.about("entry"))?;
        let old = fields
            .turns
            .get_mut(place)
            .ok_or_else(|| Fault::parameter("turn", "this turn has not been played"))?;
        if matches!(document, Document::Set(_)) && mover(place) == document.reader().unwrap_or(Seat::First) {
            let message = "an information set does not say what was held before: only the other player's turns can be changed";
            return Err(Fault::refused("cannot_edit", message).about("round"));
        }
        *old = entry;
    }
    if let Some(draw) = draw {
        let card = letter(&draw, "draw")?;
        let Document::Seat(record) = &document else {
            return Err(Fault::refused("no_draw", "only a round at a table has draws to enter").about("draw"));
        };
        if mover(place) != record.seat() {
            let message =
                format!("player {} drew this card, and the reader did not see it", number(mover(place)));
            return Err(Fault::refused("no_draw", message).about("draw"));
        }
        fields.set_draw(place, card);
    }
    told(&fields.read()?, seat)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CutParams {
    round: String,
    turn: usize,
    seat: Option<SeatNumber>,
}

/// Keeps the turns before this one, and the card drawn for it.
pub(crate) fn cut(_: &Solvers, params: CutParams, _: &dyn Host) -> Result<Answer, Fault> {
    let CutParams { round, turn, seat } = params;
    let document = read(&round)?;
    if let Document::Set(_) = document {
        let message = "an information set does not say what was held before: a record does";
        return Err(Fault::refused("cannot_undo", message).about("round"));
    }
    let place = turn.checked_sub(1).ok_or_else(|| Fault::parameter("turn", "turns are counted from 1"))?;
    let mut fields = Fields::from_document(&document);
    fields.turns.truncate(place);
    if let Document::Seat(record) = &document {
        for later in place + 1..record.rules().turns() {
            fields.set_draw(later, 'X');
        }
    }
    told(&fields.read()?, seat)
}
