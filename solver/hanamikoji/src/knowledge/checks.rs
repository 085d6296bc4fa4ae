//! Consistency checks of the history of a round and of its known cards.

use std::num::NonZeroU16;

use crate::rules::card::{Cards, Geisha};
use crate::rules::deal::DealError;
use crate::rules::favour::Favour;
use crate::rules::parameters::{Kind, Kinds, Rules};
use crate::rules::state::mover;
use crate::rules::turn::Played;
use hanamachi_core::game::Seat;

/// Contradictions in statements about a round.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// The round would come after the last.
    #[error("round {number} is beyond the limit of {rounds}")]
    Round {
        /// The number of the round.
        number: NonZeroU16,
        /// The number of rounds in a game.
        rounds: NonZeroU16,
    },
    /// A marker for a geisha who is not in the game.
    #[error("geisha {0} is not in the game, and so has no marker")]
    Marker(Geisha),
    /// Markers that have already decided the game.
    #[error("these markers have already decided the game: {} has {charm} charm points and {geisha} geisha", seat_words(*winner))]
    Decided {
        /// The winner, by the seats of the round.
        winner: Seat,
        /// The winner's charm points.
        charm: u32,
        /// The winner's geisha.
        geisha: u32,
    },
    /// A hand with a card that does not exist.
    #[error("geisha {0} is not in the game")]
    HandGeisha(Geisha),
    /// A hand that is too large or too small.
    #[error(
        "the hand has {found} {} instead of {expected}: {first} at first, {draws} drawn, {used} used",
        cards_word(*found)
    )]
    HandSize {
        /// The number of cards in the hand.
        found: u32,
        /// The correct number of cards.
        expected: u32,
        /// Cards in a first hand.
        first: u32,
        /// Draws so far.
        draws: u32,
        /// Cards used so far.
        used: u32,
    },
    /// The hand and the history together hold more cards of a geisha than there are.
    #[error("geisha {geisha} has {pack} {}, but hand and history show {known}", cards_word(*pack))]
    Count {
        /// The geisha.
        geisha: Geisha,
        /// The number of cards that hand and history show.
        known: u32,
        /// The number of cards that the geisha has.
        pack: u32,
    },
    /// An error in the parts of a deal, as one player saw it.
    #[error(transparent)]
    Deal(DealError),
    /// A moment between decisions.
    #[error("cards are being dealt or drawn: nobody is to decide")]
    Moment,
    /// A faulty turn.
    #[error("turn {turn}: {fault}")]
    Turn {
        /// The turn, from 1.
        turn: usize,
        /// The fault.
        fault: TurnFault,
    },
}

impl Contradiction {
    /// The turn at fault, from 1, if there is one.
    #[must_use]
    pub const fn turn(&self) -> Option<usize> {
        match self {
            Self::Turn { turn, .. } => Some(*turn),
            _ => None,
        }
    }
}

/// Faults of a turn that cannot have been played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnFault {
    /// A turn beyond the last.
    #[error("a round has only {turns} turns")]
    TooMany {
        /// The number of turns in a round.
        turns: usize,
    },
    /// An offer without an answer in the middle of a history.
    #[error("the offer has no answer, but turns follow it")]
    Unanswered,
    /// An action that is not in the game.
    #[error("action {}, the {}, is not in the game", kind.number(), kind.word())]
    Kind {
        /// The action.
        kind: Kind,
    },
    /// An action that the player has used before.
    #[error("this player has used action {}, the {}, already in turn {before}", kind.number(), kind.word())]
    UsedBefore {
        /// The action.
        kind: Kind,
        /// The turn of its first use, from 1.
        before: usize,
    },
    /// A card that does not exist.
    #[error("geisha {0} is not in the game")]
    Geisha(Geisha),
    /// An answer that takes cards outside the offer.
    #[error("{taken} was taken, which is not part of the offer")]
    NotOffered {
        /// The cards that would have been taken.
        taken: Cards,
    },
    /// The reader's own cards, hidden.
    #[error("the reader has played this {} and knows it: write letters instead of `X`", kind.word())]
    Hidden {
        /// The action: secret or trade-off.
        kind: Kind,
    },
    /// The opponent's hidden cards, shown.
    #[error(
        "the reader has not seen this {} of the opponent: write `{}{}`",
        kind.word(), kind.number(), "X".repeat(kind.number().into())
    )]
    Shown {
        /// The action: secret or trade-off.
        kind: Kind,
    },
    /// A hidden card in a record.
    #[error("a record shows all cards: write letters instead of `X`")]
    HiddenInRecord,
    /// A draw of the other player, shown in a record from one seat.
    #[error("the other player drew this card, which the reader never saw: write `X`")]
    UnseenDraw,
    /// A draw of the reader's, hidden in a record from one seat.
    #[error("the reader drew a card for this turn and knows it: write a letter in the deal")]
    UnknownDraw,
    /// More cards of a geisha in the history than there are.
    #[error("with this turn the history shows {known} cards of geisha {geisha}, who has {pack}")]
    Count {
        /// The geisha.
        geisha: Geisha,
        /// The number of cards that the history shows.
        known: u32,
        /// The number of cards that the geisha has.
        pack: u32,
    },
    /// A card that the player does not hold.
    #[error("{cards} cannot be played from the hand {hand}")]
    NotInHand {
        /// The cards that would have been played.
        cards: Cards,
        /// The hand.
        hand: Cards,
    },
}

const fn seat_words(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "the first player",
        Seat::Second => "the second player",
    }
}

const fn cards_word(count: u32) -> &'static str {
    if count == 1 { "card" } else { "cards" }
}

/// Checks the number of the round and the markers before it, by the seats of the round, against the rules.
pub(crate) fn check_start(rules: &Rules, number: NonZeroU16, favour: Favour) -> Result<(), Contradiction> {
    if let Some(rounds) = rules.rounds.filter(|&rounds| number > rounds) {
        return Err(Contradiction::Round { number, rounds });
    }
    let outside = |geisha: &Geisha| favour.owner(*geisha).is_some() && rules.value(*geisha) == 0;
    if let Some(geisha) = Geisha::ALL.into_iter().find(outside) {
        return Err(Contradiction::Marker(geisha));
    }
    match rules.winner(favour) {
        None => Ok(()),
        Some(winner) => {
            let bits = favour.bits_of(winner);
            Err(Contradiction::Decided { winner, charm: rules.charm(bits), geisha: bits.count_ones() })
        }
    }
}

/// Turn-by-turn check of a history, for every kind of reader.
#[derive(Clone, Debug)]
pub(crate) struct Turns<'a> {
    rules: &'a Rules,
    /// For each player and action, the turn in which it was used, from 1.
    used: [[Option<usize>; Kind::ALL.len()]; 2],
    /// Turns so far, an open offer included.
    count: usize,
    is_open: bool,
    known: Cards,
}

impl<'a> Turns<'a> {
    pub(crate) const fn new(rules: &'a Rules) -> Self {
        Self { rules, used: [[None; Kind::ALL.len()]; 2], count: 0, is_open: false, known: Cards::EMPTY }
    }

    /// The player of the next turn.
    pub(crate) const fn mover(&self) -> Seat {
        mover(self.count)
    }

    /// The player who decides next, if the round goes on.
    pub(crate) fn decider(&self) -> Option<Seat> {
        if self.is_open {
            // The open turn is already counted, so the next mover is the one who answers.
            return Some(self.mover());
        }
        (self.count < self.rules.turns()).then(|| self.mover())
    }

    /// Whether the last turn is an offer without an answer.
    pub(crate) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// The turns of one player so far, and the cards used in them.
    pub(crate) fn turns_of(&self, seat: Seat) -> (u32, u32) {
        let used = self.used[seat.index()];
        let kinds: Kinds = Kind::ALL.into_iter().filter(|kind| used[kind.index()].is_some()).collect();
        (kinds.len(), kinds.cards())
    }

    /// The cards that the turns show.
    pub(crate) const fn known(&self) -> Cards {
        self.known
    }

    /// A contradiction with this fault in the turn checked last.
    pub(crate) const fn refuse(&self, fault: TurnFault) -> Contradiction {
        Contradiction::Turn { turn: self.count, fault }
    }

    /// Checks and adds the next turn.
    pub(crate) fn push(&mut self, played: Played) -> Result<(), Contradiction> {
        if self.is_open {
            return Err(self.refuse(TurnFault::Unanswered));
        }
        let mover = self.mover();
        self.count += 1;
        if self.count > self.rules.turns() {
            return Err(self.refuse(TurnFault::TooMany { turns: self.rules.turns() }));
        }
        let kind = played.kind();
        if !self.rules.actions().contains(kind) {
            return Err(self.refuse(TurnFault::Kind { kind }));
        }
        if let Some(before) = self.used[mover.index()][kind.index()] {
            return Err(self.refuse(TurnFault::UsedBefore { kind, before }));
        }
        let cards = played.cards();
        let taken = played.taken();
        let outside = |&card: &Geisha| self.rules.value(card) == 0;
        if let Some(geisha) = cards.iter().chain(taken.iter()).find(outside) {
            return Err(self.refuse(TurnFault::Geisha(geisha)));
        }
        if !played.is_answered_from_its_offer() {
            return Err(self.refuse(TurnFault::NotOffered { taken }));
        }
        // A geisha has at most 21 cards and a turn shows four, so the sum cannot overflow: the first excess
        // ends the history.
        self.known = self.known.plus(cards);
        if let Some((geisha, known, pack)) = beyond_pack(self.rules, self.known) {
            return Err(self.refuse(TurnFault::Count { geisha, known, pack }));
        }
        self.used[mover.index()][kind.index()] = Some(self.count);
        self.is_open = played.is_open();
        Ok(())
    }
}

/// The first geisha of whom these cards exceed the pack, with both numbers.
pub(crate) fn beyond_pack(rules: &Rules, cards: Cards) -> Option<(Geisha, u32, u32)> {
    let counts = cards.kinds().map(|(geisha, count)| (geisha, count, rules.value(geisha)));
    counts.into_iter().find(|&(_, count, pack)| count > pack)
}
