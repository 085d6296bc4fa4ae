//! Records of rounds as one of the two players saw them, from the deal to the end of the record.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::knowledge::checks::{Contradiction, TurnFault, Turns, beyond_pack, check_start};
use crate::knowledge::information_set::InformationSet;
use crate::knowledge::record::{RecordedDecision, RoundOutcome, outcome_of};
use crate::rules::card::{Cards, Geisha};
use crate::rules::deal::DealError;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Rules};
use crate::rules::state::mover;
use crate::rules::turn::{Entries, Entry, MAX_TURNS, Phase, Played};
use hanamachi_core::game::Seat;

/// A round as one of its players can record it: own cards in letters, and `X` for cards that this player
/// never saw.
///
/// Its text form is that of a [`RoundRecord`](crate::RoundRecord), `favour deal history [rules]`, with the
/// favour from the first player's seat. In the deal the card removed, the other player's first hand and the other
/// player's draws are `X`, and so may be the reader's draws of turns that the record does not reach. In the history the
/// other player's secret and trade-off are `X`; the secret may be written as a letter when the round is complete, for
/// then it is shown.
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::SeatRecord;
///
/// let record: SeatRecord = "....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F,2BC,2XX".parse()?;
/// assert_eq!((record.seat(), record.history().len()), (Seat::First, 4));
/// // The first player decided three times: a secret, the answer to a gift, a trade-off.
/// let own: Vec<String> =
///     record.decisions().iter().flatten().map(|decision| decision.information_set.to_string()).collect();
/// assert_eq!(own[2], "....... 1 BCCDEEF 1A,3DEF-F");
///
/// let error = "....... X/ABCDEF/XXXXXX/CXXXXXXX 1A,3DEF-F,2BC".parse::<SeatRecord>().unwrap_err();
/// assert_eq!(error.to_string(), "turn 3: the reader drew a card for this turn and knows it: write a letter in the deal");
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRecord {
    rules: Rules,
    round_number: NonZeroU16,
    /// The markers by the seats of the round.
    favour: Favour,
    seat: Seat,
    first_hand: Cards,
    draws: Draws,
    history: ArrayVec<Entry, MAX_TURNS>,
}

/// The card drawn for each turn, if known.
pub(crate) type Draws = ArrayVec<Option<Geisha>, MAX_TURNS>;

impl SeatRecord {
    /// A round with these markers before it, by the seats of the round, as the player in `seat` saw it.
    ///
    /// `draws` has one entry for each turn of a round. Those of the other player's turns must be `None`, and those of the
    /// reader's turns in the history must be known.
    ///
    /// # Errors
    ///
    /// When no such round can have been seen from this seat, with the turn and the reason.
    // Six parameters: the fields of the text form.
    pub fn new(
        (rules, round_number): (Rules, NonZeroU16),
        favour: Favour,
        seat: Seat,
        first_hand: Cards,
        draws: &[Option<Geisha>],
        history: &[Played],
    ) -> Result<Self, Contradiction> {
        check_start(&rules, round_number, favour)?;
        let (expected, found) = (rules.first_hand(), first_hand.len());
        if found != expected {
            return Err(Contradiction::Deal(DealError::HandSize { seat, expected, found }));
        }
        let draws = match Draws::try_from(draws) {
            Ok(draws) if draws.len() == rules.turns() => draws,
            _ => {
                let (expected, found) = (rules.turns(), draws.len());
                return Err(Contradiction::Deal(DealError::Draws { expected, found }));
            }
        };
        if let Some(turn) = (0..draws.len()).find(|&turn| mover(turn) != seat && draws[turn].is_some()) {
            return Err(Contradiction::Turn { turn: turn + 1, fault: TurnFault::UnseenDraw });
        }
        let mut record =
            Self { rules, round_number, favour, seat, first_hand, draws, history: ArrayVec::new() };
        record.play(history)?;
        Ok(record)
    }

    /// Replays the turns in order, checking each against what the reader has seen so far.
    fn play(&mut self, history: &[Played]) -> Result<(), Contradiction> {
        let ends = history.len() == self.rules.turns() && !history.last().is_some_and(|last| last.is_open());
        let rules = self.rules;
        let mut turns = Turns::new(&rules);
        let mut hand = self.first_hand;
        self.check_pack(hand, Cards::EMPTY, None)?;
        for &played in history {
            let is_own = turns.mover() == self.seat;
            let draw = self.draws.get(self.history.len()).copied().flatten();
            turns.push(played)?;
            let kind = played.kind();
            match (is_own, played.is_hidden()) {
                (true, true) => return Err(turns.refuse(TurnFault::Hidden { kind })),
                (false, false) if kind == Kind::TradeOff || (kind == Kind::Secret && !ends) => {
                    return Err(turns.refuse(TurnFault::Shown { kind }));
                }
                _ => {}
            }
            if is_own {
                let draw = draw.ok_or_else(|| turns.refuse(TurnFault::UnknownDraw))?;
                hand = hand.plus(Cards::single(draw));
                let cards = played.cards();
                if !hand.contains(cards) {
                    return Err(turns.refuse(TurnFault::NotInHand { cards, hand }));
                }
                hand = hand.minus(cards);
            }
            self.check_pack(hand, turns.known(), Some(&turns))?;
            self.history.push(Entry::pack(played));
        }
        // Draws that are known beyond the last turn.
        let rest = self.draws[self.history.len()..].iter().copied().flatten();
        let hand = rest.fold(hand, |hand, card| hand.plus(Cards::single(card)));
        self.check_pack(hand, turns.known(), None)
    }

    /// Fails if the reader has seen more cards of a geisha than there are.
    fn check_pack(&self, hand: Cards, shown: Cards, turn: Option<&Turns<'_>>) -> Result<(), Contradiction> {
        let Some((geisha, known, pack)) = beyond_pack(&self.rules, shown.plus(hand)) else { return Ok(()) };
        Err(match turn {
            Some(turns) => turns.refuse(TurnFault::Count { geisha, known, pack }),
            None => Contradiction::Count { geisha, known, pack },
        })
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

    /// The markers before the round, by its seats.
    #[must_use]
    pub const fn favour(&self) -> Favour {
        self.favour
    }

    /// The seat of the player whose record it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The reader's first hand, before the first draw.
    #[must_use]
    pub const fn first_hand(&self) -> Cards {
        self.first_hand
    }

    /// The card drawn for each turn of a round, `None` if the reader has not seen it.
    #[must_use]
    pub fn draws(&self) -> &[Option<Geisha>] {
        &self.draws
    }

    /// The turns as the reader knows them, with the other player's secret if the end of the round has shown it.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// The number of turns that are over; an offer without an answer does not count.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.history.len() - usize::from(self.history.last().is_some_and(|entry| entry.is_open()))
    }

    /// Whether the round has been played to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.turns() == self.rules.turns()
    }

    /// The cards that count for each player, by seat, if the round is complete and both secrets are known.
    #[must_use]
    pub fn placed(&self) -> Option<[Cards; 2]> {
        let mut placed = [Cards::EMPTY; 2];
        for (turn, entry) in self.history.iter().enumerate() {
            let (own, other) = (mover(turn), !mover(turn));
            match entry.unpack()? {
                Played::Secret(None) => return None,
                Played::TradeOff(_) => {}
                Played::Secret(Some(_)) | Played::Gift(..) | Played::Competition(..) => {
                    let rest = entry.cards().minus(entry.taken());
                    placed[own.index()] = placed[own.index()].plus(rest);
                    placed[other.index()] = placed[other.index()].plus(entry.taken());
                }
            }
        }
        self.is_complete().then_some(placed)
    }

    /// The markers after the round, by its seats, if the round is complete and both secrets are known.
    #[must_use]
    pub fn favour_after(&self) -> Option<Favour> {
        self.placed().map(|[first, second]| self.favour.after_round(first, second))
    }

    /// The consequence of the round for the game, if it is complete and both secrets are known.
    #[must_use]
    pub fn outcome(&self) -> Option<RoundOutcome> {
        self.favour_after().map(|after| outcome_of(&self.rules, self.round_number, after))
    }

    /// Every decision of the round in order, answers included, as [`RoundRecord::decisions`] has them; `None`
    /// for those of the other player, whose hand the reader did not see.
    ///
    /// [`RoundRecord::decisions`]: crate::RoundRecord::decisions
    #[must_use]
    pub fn decisions(&self) -> Vec<Option<RecordedDecision>> {
        let mut decisions = Vec::new();
        let mut hand = self.first_hand;
        let mut history: Entries = [Entry::NONE; MAX_TURNS];
        for (turn, &entry) in self.history.iter().enumerate() {
            let is_own = mover(turn) == self.seat;
            let decision = |hand, history, phase, action| {
                let information = Information { seat: self.seat, phase, hand, history };
                let information_set =
                    InformationSet::trusted(self.rules, self.round_number, self.favour, information);
                RecordedDecision { turn: turn + 1, action, information_set }
            };
            if is_own && let Some(card) = self.draws[turn] {
                hand = hand.plus(Cards::single(card));
            }
            let mut actions = entry.decisions();
            // A hidden turn is a decision, too, about which nothing is known.
            let action = actions.next();
            decisions
                .push(action.filter(|_| is_own).map(|action| decision(hand, history, Phase::Act, action)));
            if is_own {
                hand = hand.minus(entry.cards());
            }
            history[turn] = entry.without_answer();
            if let Some(answer) = actions.next() {
                decisions.push((!is_own).then(|| decision(hand, history, Phase::Answer, answer)));
            }
            history[turn] = if is_own { entry } else { entry.hidden() };
        }
        decisions
    }
}
