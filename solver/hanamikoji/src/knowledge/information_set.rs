//! Information sets, complete and checked: rules, round, markers, seat, hand and history.

use std::num::NonZeroU16;

use crate::knowledge::checks::{Contradiction, TurnFault, Turns, beyond_pack, check_start};
use crate::rules::card::Cards;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Rules};
use crate::rules::round::Round;
use crate::rules::turn::{Entry, MAX_TURNS, Phase, Played};
use hanamachi_core::game::Seat;

/// An information set: a round as one of its players knows it. Only situations that can arise in a round are
/// accepted.
///
/// Its text form is `favour seat hand history [rules]`:
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::InformationSet;
///
/// // The second player has put B and E away, taken an E from a gift, and the opponent has played a secret.
/// let set: InformationSet = "+..-... 2 ACDFFG 1X,2BE,3EEG-E".parse()?;
/// assert_eq!((set.seat(), set.to_decide()), (Seat::Second, Some(Seat::Second)));
/// assert_eq!(set.hand().len(), 6);
/// assert_eq!(set.to_string(), "+..-... 2 ACDFFG 1X,2BE,3EEG-E");
///
/// let error = "+..-... 2 ACDFF 1X,2BE,3EEG-E".parse::<InformationSet>().unwrap_err();
/// assert_eq!((error.field(), error.column()), ("hand", 11));
/// assert_eq!(error.to_string(), "the hand has 5 cards instead of 6: 6 at first, 2 drawn, 2 used");
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InformationSet {
    rules: Rules,
    round_number: NonZeroU16,
    /// The markers by the seats of the round.
    favour: Favour,
    information: Information,
}

/// Unchecked statements about a round from the seat of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The number of the round in its game, from 1.
    pub round_number: NonZeroU16,
    /// The markers, by the seats of the round.
    pub favour_of_first: Favour,
    /// The seat of the player.
    pub seat: Seat,
    /// The player's hand, after the draw when it is the player's turn.
    pub hand: Cards,
    /// The turns as the player knows them.
    pub history: Vec<Played>,
}

impl InformationSet {
    /// The information set of a player with this information in this round.
    ///
    /// # Errors
    ///
    /// When the information belongs to another game or to a moment at which cards are dealt or drawn, which
    /// has no text form; or when the markers have already decided the game.
    pub fn from_information(
        round: &Round,
        round_number: NonZeroU16,
        information: &Information,
    ) -> Result<Self, Contradiction> {
        if !matches!(information.phase, Phase::Act | Phase::Answer | Phase::End) {
            return Err(Contradiction::Moment);
        }
        Setup {
            rules: *round.rules(),
            round_number,
            favour_of_first: round.favour(),
            seat: information.seat(),
            hand: information.hand(),
            history: information.history().iter().filter_map(|entry| entry.unpack()).collect(),
        }
        .try_into()
    }

    /// The same without a check, for positions that have been replayed.
    pub(crate) const fn trusted(
        rules: Rules,
        round_number: NonZeroU16,
        favour: Favour,
        information: Information,
    ) -> Self {
        Self { rules, round_number, favour, information }
    }

    /// The same with other information, which must fit the rest.
    pub(crate) const fn with_information(&self, information: Information) -> Self {
        Self { information, ..*self }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of the round in its game, from 1.
    #[must_use]
    pub const fn round_number(&self) -> NonZeroU16 {
        self.round_number
    }

    /// The markers from the reader's seat: the reader's are those of [`Seat::First`].
    #[must_use]
    pub const fn favour(&self) -> Favour {
        match self.seat() {
            Seat::First => self.favour,
            Seat::Second => self.favour.flipped(),
        }
    }

    /// The markers by the seats of the round, as [`Game::round`](crate::Game::round) takes them.
    #[must_use]
    pub const fn favour_of_first(&self) -> Favour {
        self.favour
    }

    /// The reader's seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.information.seat()
    }

    /// The reader's hand.
    #[must_use]
    pub const fn hand(&self) -> Cards {
        self.information.hand()
    }

    /// The turns as the reader knows them, an open offer included.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        self.information.history()
    }

    /// The number of complete turns; an offer without an answer does not count.
    ///
    /// ```
    /// use hanamachi_solver::hanamikoji::InformationSet;
    ///
    /// let turns = |text: &str| text.parse().map(|set: InformationSet| set.turns_over());
    /// assert_eq!(turns("....... 1 ABCDEFG -")?, 0);
    /// assert_eq!(turns("....... 2 ABDEFG 4ACBD")?, 0);
    /// assert_eq!(turns("+..-... 2 ABDFG 2XX,3EEG-E,1X")?, 3);
    /// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
    /// ```
    #[must_use]
    pub fn turns_over(&self) -> usize {
        self.information.turns_over()
    }

    /// The compact key that the rest of the library uses.
    #[must_use]
    pub const fn key(&self) -> &Information {
        &self.information
    }

    /// The player who decides next, the reader or the opponent; `None` when the round is complete.
    #[must_use]
    pub fn to_decide(&self) -> Option<Seat> {
        let turns = self.history().len();
        let is_open = self.history().last().is_some_and(|entry| entry.is_open());
        // The player who moves next answers an offer.
        (is_open || turns < self.rules.turns()).then(|| crate::rules::state::mover(turns))
    }
}

impl TryFrom<Setup> for InformationSet {
    type Error = Contradiction;

    fn try_from(setup: Setup) -> Result<Self, Contradiction> {
        let Setup { rules, round_number, favour_of_first, seat, hand, history } = setup;
        check_start(&rules, round_number, favour_of_first)?;
        if let Some(geisha) = hand.iter().find(|&geisha| rules.value(geisha) == 0) {
            return Err(Contradiction::HandGeisha(geisha));
        }
        let mut turns = Turns::new(&rules);
        let mut entries = [Entry::NONE; MAX_TURNS];
        for (turn, played) in history.into_iter().enumerate() {
            let is_own = turns.mover() == seat;
            turns.push(played)?;
            let kind = played.kind();
            match (played.is_hidden(), is_own) {
                (true, true) => return Err(turns.refuse(TurnFault::Hidden { kind })),
                (false, false) if matches!(kind, Kind::Secret | Kind::TradeOff) => {
                    return Err(turns.refuse(TurnFault::Shown { kind }));
                }
                _ => entries[turn] = Entry::pack(played),
            }
        }
        let (begun, used) = turns.turns_of(seat);
        let draws = begun + u32::from(entries_wait_for(&turns, seat));
        let first = rules.first_hand();
        let (found, expected) = (hand.len(), first + draws - used);
        if found != expected {
            return Err(Contradiction::HandSize { found, expected, first, draws, used });
        }
        if let Some((geisha, known, pack)) = beyond_pack(&rules, turns.known().plus(hand)) {
            return Err(Contradiction::Count { geisha, known, pack });
        }
        let phase = match turns.decider() {
            None => Phase::End,
            Some(_) if turns.is_open() => Phase::Answer,
            Some(_) => Phase::Act,
        };
        let information = Information { seat, phase, hand, history: entries };
        Ok(Self { rules, round_number, favour: favour_of_first, information })
    }
}

/// Whether this player has drawn for a turn not yet played.
fn entries_wait_for(turns: &Turns<'_>, seat: Seat) -> bool {
    !turns.is_open() && turns.decider() == Some(seat)
}
