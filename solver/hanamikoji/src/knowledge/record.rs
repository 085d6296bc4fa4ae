//! Records of rounds with their deal and all actions, nothing hidden.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::knowledge::checks::{Contradiction, TurnFault, Turns, check_start};
use crate::knowledge::information_set::InformationSet;
use crate::rules::action::Action;
use crate::rules::deal::Deal;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::state::State;
use crate::rules::turn::{Entry, MAX_TURNS, Played};
use hanamachi_core::game::Seat;

/// A round written down with all cards face up, up to some point or to its end.
///
/// Its text form is `favour deal history [rules]`, the favour from the first player's seat. A record has been
/// replayed: every card was in the hand from which it was played.
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::RoundRecord;
///
/// let record: RoundRecord = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F".parse()?;
/// assert!(!record.is_complete());
/// assert_eq!(record.end().row(Seat::First).to_string(), "F");
///
/// let error = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,1C".parse::<RoundRecord>().unwrap_err();
/// assert_eq!((error.field(), error.column(), error.turn()), ("history", 37, Some(2)));
/// assert_eq!(error.to_string(), "turn 2: C cannot be played from the hand ABDDEFG");
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRecord {
    rules: Rules,
    round_number: NonZeroU16,
    favour: Favour,
    deal: Deal,
    history: ArrayVec<Entry, MAX_TURNS>,
    end: State,
}

/// A decision of a recorded round, and the player's information set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedDecision {
    /// The turn in which it was made, from 1; an answer is made in the turn of the offer.
    pub turn: usize,
    /// The action.
    pub action: Action,
    /// The information set of the player who decided.
    pub information_set: InformationSet,
}

/// Consequence of a complete round for the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundOutcome {
    /// This player has won the game.
    Won(Seat),
    /// Another round follows.
    Undecided,
    /// It was the last round, and nobody has won.
    Shared,
}

impl RoundRecord {
    /// A round with these markers before it, by the seats of the round, this deal, and these turns.
    ///
    /// # Errors
    ///
    /// When the rules forbid it, with the turn and the reason. The deal must be valid by these rules.
    pub fn new(
        rules: Rules,
        round_number: NonZeroU16,
        favour: Favour,
        deal: Deal,
        history: impl IntoIterator<Item = Played>,
    ) -> Result<Self, Contradiction> {
        check_start(&rules, round_number, favour)?;
        let mut state = State::dealt(&rules, &deal);
        let mut turns = Turns::new(&rules);
        let mut entries = ArrayVec::new();
        for played in history {
            let mover = turns.mover();
            turns.push(played)?;
            if played.is_hidden() {
                return Err(turns.refuse(TurnFault::HiddenInRecord));
            }
            let (cards, hand) = (played.cards(), state.hand(mover));
            if !hand.contains(cards) {
                return Err(turns.refuse(TurnFault::NotInHand { cards, hand }));
            }
            let entry = Entry::pack(played);
            for action in entry.decisions() {
                play(&mut state, action, &rules, &deal);
            }
            entries.push(entry);
        }
        Ok(Self { rules, round_number, favour, deal, history: entries, end: state })
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

    /// The deal.
    #[must_use]
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The turns, nothing hidden.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// The state after the last turn, the next card drawn if the round goes on.
    #[must_use]
    pub const fn end(&self) -> &State {
        &self.end
    }

    /// Whether the round has been played to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end.is_over()
    }

    /// The markers after the round, by its seats, if it is complete.
    #[must_use]
    pub fn favour_after(&self) -> Option<Favour> {
        let [first, second] = Seat::BOTH.map(|seat| self.end.placed(seat));
        self.is_complete().then(|| self.favour.after_round(first, second))
    }

    /// The consequence of the round for the game, if it is complete.
    #[must_use]
    pub fn outcome(&self) -> Option<RoundOutcome> {
        self.favour_after().map(|after| outcome_of(&self.rules, self.round_number, after))
    }

    /// Every decision in order, answers included.
    #[must_use]
    pub fn decisions(&self) -> Vec<RecordedDecision> {
        let mut state = State::dealt(&self.rules, &self.deal);
        let mut decisions = Vec::new();
        for (entry, turn) in self.history.iter().zip(1..) {
            for action in entry.decisions() {
                let seat = if action.kind().is_some() { state.mover() } else { !state.mover() };
                let information = state.information(seat);
                decisions.push(RecordedDecision {
                    turn,
                    action,
                    information_set: self.information_set_of(information),
                });
                play(&mut state, action, &self.rules, &self.deal);
            }
        }
        decisions
    }

    /// A player's information set at the end of the record.
    #[must_use]
    pub fn information_set(&self, seat: Seat) -> InformationSet {
        self.information_set_of(self.end.information(seat))
    }

    const fn information_set_of(&self, information: Information) -> InformationSet {
        InformationSet::trusted(self.rules, self.round_number, self.favour, information)
    }
}

/// The consequence of these markers after a round of this number for the game.
pub(crate) fn outcome_of(rules: &Rules, round_number: NonZeroU16, after: Favour) -> RoundOutcome {
    let is_last = rules.rounds.is_some_and(|rounds| round_number >= rounds);
    let (winner, otherwise) = if is_last {
        (rules.winner_at_limit(after), RoundOutcome::Shared)
    } else {
        (rules.winner(after), RoundOutcome::Undecided)
    };
    winner.map_or(otherwise, RoundOutcome::Won)
}

/// Plays a decision that has been checked, and draws for the next turn.
fn play(state: &mut State, action: Action, rules: &Rules, deal: &Deal) {
    match action.kind() {
        Some(kind) => state.act(kind, action, rules.turns()),
        None => state.answer(action, rules.turns()),
    }
    state.draw_from(deal);
}
