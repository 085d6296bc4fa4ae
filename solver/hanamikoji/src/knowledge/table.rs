//! The table: what lies where, as someone who looks sees it.

use super::document::Document;
use crate::rules::state::mover;
use crate::rules::{Cards, Entry, Favour, Geisha, Kind, Kinds, Played, Rules};
use hanamachi_core::game::Seat;

/// A round as it lies on the table for a player, or for an onlooker who sees all cards of a record.
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::{Document, Table};
///
/// let document: Document = "....... 2 ABDEFG 4ACBD".parse()?;
/// let table = Table::new(&document, None);
/// assert_eq!(table.reader(), Some(Seat::Second));
/// assert_eq!((table.hand_size(Seat::First), table.deck_size()), (3, 7));
/// assert_eq!(table.standing(), "you to answer the offer in turn 1 of 8");
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<'a> {
    document: &'a Document,
    /// The seat that looks; `None` sees all of a record.
    reader: Option<Seat>,
    /// The turns as the reader knows them.
    history: Vec<Entry>,
}

/// The union of both; a round has too few cards for the sum to overflow.
fn plus(one: Cards, other: Cards) -> Cards {
    one.checked_plus(other).unwrap_or(one)
}

impl<'a> Table<'a> {
    /// The table of this round as this seat sees it. A round that is known from one seat is seen from there, whatever seat
    /// is asked for.
    #[must_use]
    pub fn new(document: &'a Document, reader: Option<Seat>) -> Self {
        let reader = document.reader().or(reader);
        Self { document, reader, history: document.seen_by(reader) }
    }

    /// The round.
    #[must_use]
    pub const fn document(&self) -> &'a Document {
        self.document
    }

    /// The seat that looks; `None` if all cards are face up.
    #[must_use]
    pub const fn reader(&self) -> Option<Seat> {
        self.reader
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        self.document.rules()
    }

    /// The markers before the round, by its seats.
    #[must_use]
    pub fn favour(&self) -> Favour {
        self.document.favour()
    }

    /// The turns as the reader knows them.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// The two seats, the reader's first; the first player's if there is no reader.
    #[must_use]
    pub fn seats(&self) -> [Seat; 2] {
        let mine = self.reader.unwrap_or(Seat::First);
        [mine, !mine]
    }

    /// Whether this player's hand is hidden.
    #[must_use]
    pub fn is_hidden(&self, seat: Seat) -> bool {
        self.reader.is_some_and(|reader| reader != seat)
    }

    /// A player's hand, as far as it is known, with the draws that are known; `None` if it is hidden.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Option<Cards> {
        if self.is_hidden(seat) { None } else { self.document.hand(seat) }
    }

    /// Number of cards in a player's hand.
    #[must_use]
    pub fn hand_size(&self, seat: Seat) -> u32 {
        let begun = (0..self.history.len()).filter(|&turn| mover(turn) == seat).count();
        let has_drawn = self.is_to_act() && self.document.to_decide() == Some(seat) && !self.waits(seat);
        let draws = u32::try_from(begun + usize::from(has_drawn)).unwrap_or_default();
        self.rules().first_hand() + draws - self.used(seat).cards()
    }

    /// Number of cards left in the deck.
    #[must_use]
    pub fn deck_size(&self) -> u32 {
        let has_drawn = self.is_to_act() && !self.document.waits_for_draw();
        let turns = self.rules().turns() - self.history.len() - usize::from(has_drawn);
        u32::try_from(turns).unwrap_or_default()
    }

    /// Whether an action is to be used, and no offer to be answered.
    fn is_to_act(&self) -> bool {
        self.document.offer().is_none() && self.document.to_decide().is_some()
    }

    /// Whether this player is the reader, whose draw is not entered yet.
    fn waits(&self, seat: Seat) -> bool {
        self.document.waits_for_draw() && self.reader == Some(seat)
    }

    /// The cards that the reader has not seen; empty if all are known.
    #[must_use]
    pub fn unseen(&self) -> Cards {
        let Some(reader) = self.reader else { return Cards::EMPTY };
        let shown = self.history.iter().map(|entry| entry.cards());
        let shown = shown.fold(self.document.hand(reader).unwrap_or_default(), plus);
        self.rules().pack().checked_minus(shown).unwrap_or_default()
    }

    /// The removed card, if it is seen.
    #[must_use]
    pub fn removed(&self) -> Option<Geisha> {
        match self.document {
            Document::Record(record) if self.reader.is_none() => Some(record.deal().removed()),
            _ => None,
        }
    }

    /// The cards that lie open before a player.
    #[must_use]
    pub fn row(&self, seat: Seat) -> Cards {
        let mut row = Cards::EMPTY;
        for (turn, entry) in self.history.iter().enumerate() {
            if let Some(Played::Gift(..) | Played::Competition(..)) = entry.unpack()
                && !entry.is_open()
            {
                let kept = entry.cards().checked_minus(entry.taken()).unwrap_or_default();
                row = plus(row, if mover(turn) == seat { kept } else { entry.taken() });
            }
        }
        row
    }

    /// The actions that a player has used.
    #[must_use]
    pub fn used(&self, seat: Seat) -> Kinds {
        let turns = self.history.iter().enumerate().filter(|&(turn, _)| mover(turn) == seat);
        turns.filter_map(|(_, entry)| entry.kind()).collect()
    }

    /// The actions that a player has left.
    #[must_use]
    pub fn left(&self, seat: Seat) -> Kinds {
        self.rules().actions().without(self.used(seat))
    }

    /// The cards that a player has used for this action; none if they are hidden.
    #[must_use]
    pub fn used_for(&self, seat: Seat, kind: Kind) -> Cards {
        let mut turns = self.history.iter().enumerate();
        let found = turns.find(|&(turn, entry)| mover(turn) == seat && entry.kind() == Some(kind));
        found.map_or(Cards::EMPTY, |(_, entry)| entry.cards())
    }

    /// The markers if the round ended now, with the rows and the secrets that the reader knows.
    #[must_use]
    pub fn as_it_lies(&self) -> Favour {
        let [first, second] = Seat::BOTH.map(|seat| plus(self.row(seat), self.used_for(seat, Kind::Secret)));
        self.favour().after_round(first, second)
    }

    /// The offer that waits for its answer, and who made it.
    #[must_use]
    pub fn offer(&self) -> Option<(Entry, Seat)> {
        let offer = self.document.offer()?;
        Some((offer, mover(self.history.len() - 1)))
    }

    /// The number of the current turn, from 1; the turn of an offer lasts until its answer. `None` after the last.
    #[must_use]
    pub fn turn(&self) -> Option<usize> {
        self.document.to_decide().map(|_| self.document.turns_over() + 1)
    }

    /// The player who decides and the kind of decision, in a sentence.
    #[must_use]
    pub fn standing(&self) -> String {
        let (Some(decides), Some(turn)) = (self.document.to_decide(), self.turn()) else {
            return "the round is complete".to_owned();
        };
        let is_answer = self.document.offer().is_some();
        let what = if is_answer { "to answer the offer" } else { "to use an action" };
        format!("{} {what} in turn {turn} of {}", self.name(decides), self.rules().turns())
    }

    /// The name of a player: `you` and `opponent`, or `first` and `second`.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &'static str {
        match (self.reader, seat) {
            (None, Seat::First) => "first",
            (None, Seat::Second) => "second",
            (Some(reader), seat) if reader == seat => "you",
            (Some(_), _) => "opponent",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::FIRST_ROUND;
    use crate::knowledge::InformationSet;
    use crate::rules::{Game, Place};
    use hanamachi_core::game::{HiddenInformation, Turn};

    #[test]
    fn ties_leave_a_marker_and_the_readers_secret_counts() {
        for (text, as_it_lies) in [
            ("+..-... 1 ABCDEFG -", "+..-..."),
            ("....... 2 ABDEFG 4ACBD", "......."),
            ("+..+.-- 1 BDFGG 3ACC-A,1X,1E,3BEF-E", "--+++--"),
            ("....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X", "..---++"),
        ] {
            let document: Document = text.parse().unwrap();
            let table = Table::new(&document, None);
            let lies = table.as_it_lies();
            let seen = if table.reader() == Some(Seat::Second) { lies.flipped() } else { lies };
            assert_eq!(
                crate::notation::FavourText::new(seen, table.rules()).to_string(),
                as_it_lies,
                "{text}"
            );
        }
    }

    proptest! {
        /// What is derived from the turns is what the rules keep in the state, at every decision of random rounds.
        #[test]
        fn the_table_is_that_of_the_state(seed: u64) {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
            let mut state = round.deal_random(&mut rng);
            loop {
                match round.turn(&state) {
                    Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                    Turn::Player(_) => {
                        for reader in Seat::BOTH {
                            let information = round.information(&state, reader);
                            let set = InformationSet::from_information(&round, FIRST_ROUND, &information).unwrap();
                            let hidden = round.hidden(&information);
                            let document = Document::Set(Box::new(set));
                            let table = Table::new(&document, None);
                            prop_assert_eq!(table.hand(reader), Some(state.hand(reader)));
                            prop_assert_eq!(table.hand(!reader), None);
                            prop_assert_eq!(table.hand_size(!reader), hidden.size(Place::Hand));
                            prop_assert_eq!(table.deck_size(), hidden.size(Place::Deck));
                            prop_assert_eq!(table.unseen(), hidden.unseen());
                            for seat in Seat::BOTH {
                                prop_assert_eq!(table.row(seat), state.row(seat));
                                prop_assert_eq!(table.left(seat), state.left(seat));
                                prop_assert_eq!(table.hand_size(seat), state.hand(seat).len());
                                let known = if seat == reader { state.secret(seat) } else { Cards::EMPTY };
                                prop_assert_eq!(table.used_for(seat, Kind::Secret), known);
                            }
                        }
                        round.play_random(&mut state, &mut rng);
                    }
                    Turn::End => break,
                }
            }
        }
    }
}
