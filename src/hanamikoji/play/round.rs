//! One round at the table, with its hidden cards.

use hanamachi_solver::game::{HiddenInformation, Seat, Turn};
use hanamachi_solver::hanamikoji::{
    Action, Cards, Deal, Entry, Geisha, Information, InformationSet, Round, RoundRecord, State,
};

/// A round in progress, of which the person has one seat.
#[derive(Clone, Debug)]
pub(super) struct Sitting {
    round: Round,
    deal: Deal,
    state: State,
    person: Seat,
    /// The person's last decision.
    last: Option<Action>,
}

impl Sitting {
    /// Begins the round after this deal and the first draw.
    pub(super) fn new(round: Round, deal: Deal, person: Seat) -> Self {
        let state = round.dealt(&deal);
        Self { round, deal, state, person, last: None }
    }

    /// The person's seat.
    pub(super) const fn person(&self) -> Seat {
        self.person
    }

    /// The round.
    pub(super) const fn round(&self) -> &Round {
        &self.round
    }

    /// Seat to decide; `None` when the round is over.
    pub(super) fn decider(&self) -> Option<Seat> {
        match self.round.turn(&self.state) {
            Turn::Player(seat) => Some(seat),
            // A state of a deal never rests before its draw.
            Turn::Chance | Turn::End => None,
        }
    }

    /// The offer that waits for an answer.
    pub(super) fn offer(&self) -> Option<Entry> {
        self.state.offer()
    }

    /// All that the player in this seat knows.
    pub(super) fn information(&self, seat: Seat) -> Information {
        self.round.information(&self.state, seat)
    }

    /// The last turn as the person saw it.
    pub(super) fn last_turn(&self) -> Option<Entry> {
        self.state.history(self.person).last().copied()
    }

    /// The person's information set, in the notation's terms.
    pub(super) fn known_to_person(&self) -> InformationSet {
        self.record().information_set(self.person)
    }

    /// The card that the player in this seat has just drawn, at the beginning of the player's own turn.
    pub(super) fn drawn(&self, seat: Seat) -> Option<Geisha> {
        let is_own_turn = self.decider() == Some(seat) && self.offer().is_none();
        self.deal.draws().get(self.state.turns()).copied().filter(|_| is_own_turn)
    }

    /// The first hand of the player in this seat.
    pub(super) const fn first_hand(&self, seat: Seat) -> Cards {
        self.deal.hand(seat)
    }

    /// The person's last decision in this round.
    pub(super) const fn last_decision(&self) -> Option<Action> {
        self.last
    }

    /// Plays a legal action of the player to decide, and draws for the next turn.
    pub(super) fn play(&mut self, action: Action) {
        if self.decider() == Some(self.person) {
            self.last = Some(action);
        }
        self.round.play(&mut self.state, action);
        self.round.draw_from(&self.deal, &mut self.state);
    }

    /// Returns `true` if the action is legal for the player to decide.
    pub(super) fn is_legal(&self, action: Action) -> bool {
        self.round.is_legal(&self.state, action)
    }

    /// Record of the deal and all play, with nothing hidden.
    pub(super) fn record(&self) -> RoundRecord {
        let history = self.state.open_history().filter_map(Entry::unpack);
        let round = &self.round;
        RoundRecord::new(*round.rules(), round.number(), round.favour(), self.deal.clone(), history)
            .expect("what was played is legal")
    }
}
