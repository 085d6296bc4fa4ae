//! What can be reviewed: a round with all cards face up, or one as a single player saw it.

use std::fmt::Display;
use std::num::NonZeroU16;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{Favour, RecordedDecision, RoundOutcome, RoundRecord, Rules, SeatRecord};

use crate::hanamikoji::{replay, words};

/// A record of a round. Its text form is what it is shown as.
pub(in crate::hanamikoji) trait Recorded: Display + Send {
    fn rules(&self) -> &Rules;
    fn round_number(&self) -> NonZeroU16;
    /// By the seats of the round.
    fn favour(&self) -> Favour;
    /// By the seats of the round; `None` before the end, and where a secret is not known.
    fn favour_after(&self) -> Option<Favour>;
    fn outcome(&self) -> Option<RoundOutcome>;
    fn is_complete(&self) -> bool;
    /// The player who saw the round; `None` where all cards are known.
    fn reader(&self) -> Option<Seat>;
    /// Every decision in order; `None` for one of which too little is known to grade it.
    fn decisions(&self) -> Vec<Option<RecordedDecision>>;
    /// What became of the round, in a sentence.
    fn standing(&self) -> String;

    /// Whether the decisions of this player can be graded.
    fn shows(&self, seat: Seat) -> bool {
        self.reader().is_none_or(|reader| reader == seat)
    }

    /// All rules tags.
    fn rules_text(&self) -> String {
        words::rules(Tags { rules: *self.rules(), round: self.round_number() })
    }
}

impl Recorded for RoundRecord {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn round_number(&self) -> NonZeroU16 {
        self.round_number()
    }

    fn favour(&self) -> Favour {
        self.favour()
    }

    fn favour_after(&self) -> Option<Favour> {
        self.favour_after()
    }

    fn outcome(&self) -> Option<RoundOutcome> {
        self.outcome()
    }

    fn is_complete(&self) -> bool {
        self.is_complete()
    }

    fn reader(&self) -> Option<Seat> {
        None
    }

    fn decisions(&self) -> Vec<Option<RecordedDecision>> {
        self.decisions().into_iter().map(Some).collect()
    }

    fn standing(&self) -> String {
        replay::standing(self)
    }
}

impl Recorded for SeatRecord {
    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn round_number(&self) -> NonZeroU16 {
        self.round_number()
    }

    fn favour(&self) -> Favour {
        self.favour()
    }

    fn favour_after(&self) -> Option<Favour> {
        self.favour_after()
    }

    fn outcome(&self) -> Option<RoundOutcome> {
        self.outcome()
    }

    fn is_complete(&self) -> bool {
        self.is_complete()
    }

    fn reader(&self) -> Option<Seat> {
        Some(self.seat())
    }

    fn decisions(&self) -> Vec<Option<RecordedDecision>> {
        self.decisions()
    }

    fn standing(&self) -> String {
        let seat = words::seat(self.seat());
        let standing = match (self.favour_after(), self.outcome()) {
            (Some(after), Some(outcome)) => replay::verdict(after, outcome, self.rules()),
            _ if self.is_complete() => "complete; who wins depends on the other player's secret".to_owned(),
            _ => replay::stops_after(self.turns(), self.rules()),
        };
        format!("{standing}\nSeen from one seat, {seat}: only the decisions of this player are graded.")
    }
}
