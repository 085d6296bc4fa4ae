//! A recorded round, seen in full or from one seat.

use std::num::NonZeroU16;

use crate::knowledge::record::{RecordedDecision, RoundOutcome, RoundRecord};
use crate::knowledge::seat_record::SeatRecord;
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;

/// A recorded round: with all cards face up, or as one of its players saw it.
///
/// An `X` in the deal marks the record of one player.
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::RecordedRound;
///
/// let open: RecordedRound = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F".parse()?;
/// let seen: RecordedRound = "....... X/ABCDEF/XXXXXX/CXXXXXXX 1A,3DEF-F".parse()?;
/// assert_eq!((open.reader(), seen.reader()), (None, Some(Seat::First)));
/// // The first player's decisions are known to both, the second player's offer to the open record alone.
/// assert!(open.decisions().iter().all(Option::is_some));
/// assert_eq!(seen.decisions().iter().flatten().count(), 2);
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordedRound {
    /// All cards are face up.
    Open(Box<RoundRecord>),
    /// As one player saw it.
    OneSeat(Box<SeatRecord>),
}

/// The same expression for either kind of record.
macro_rules! of_either {
    ($self:expr, $record:ident => $value:expr) => {
        match $self {
            Self::Open($record) => $value,
            Self::OneSeat($record) => $value,
        }
    };
}

impl RecordedRound {
    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        of_either!(self, record => record.rules())
    }

    /// The number of the round in its game, from 1.
    #[must_use]
    pub fn round_number(&self) -> NonZeroU16 {
        of_either!(self, record => record.round_number())
    }

    /// The markers before the round, by its seats.
    #[must_use]
    pub fn favour(&self) -> Favour {
        of_either!(self, record => record.favour())
    }

    /// The markers after the round, by its seats; `None` before the end, and if a secret is unknown.
    #[must_use]
    pub fn favour_after(&self) -> Option<Favour> {
        of_either!(self, record => record.favour_after())
    }

    /// The consequence of the round for the game, if the markers after it are known.
    #[must_use]
    pub fn outcome(&self) -> Option<RoundOutcome> {
        of_either!(self, record => record.outcome())
    }

    /// Whether the round has been played to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        of_either!(self, record => record.is_complete())
    }

    /// The player who saw the round; `None` if all cards are known.
    #[must_use]
    pub fn reader(&self) -> Option<Seat> {
        match self {
            Self::Open(_) => None,
            Self::OneSeat(record) => Some(record.seat()),
        }
    }

    /// Whether the record shows everything that the player in this seat knew.
    #[must_use]
    pub fn shows(&self, seat: Seat) -> bool {
        self.reader().is_none_or(|reader| reader == seat)
    }

    /// Every decision in order, answers included; `None` for a decision about which too little is known.
    #[must_use]
    pub fn decisions(&self) -> Vec<Option<RecordedDecision>> {
        match self {
            Self::Open(record) => record.decisions().into_iter().map(Some).collect(),
            Self::OneSeat(record) => record.decisions(),
        }
    }

    /// Whether this can be the round after `earlier` in one game: the same rules, the markers as that round
    /// left them, the other player starting, seen by the same player.
    #[must_use]
    pub fn follows(&self, earlier: &Self) -> bool {
        earlier.outcome() == Some(RoundOutcome::Undecided)
            && earlier.favour_after().map(Favour::flipped) == Some(self.favour())
            && earlier.rules() == self.rules()
            && earlier.reader().map(|reader| !reader) == self.reader()
    }
}

impl From<RoundRecord> for RecordedRound {
    fn from(record: RoundRecord) -> Self {
        Self::Open(Box::new(record))
    }
}

impl From<SeatRecord> for RecordedRound {
    fn from(record: SeatRecord) -> Self {
        Self::OneSeat(Box::new(record))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "....... G/ACEFFG/ABBDEG/ECDFFGGD 4CEEG-CE,3DEG-D,2FF,1F,3ADF-D,4ACBG-BG,1G,2BD";
    const SECOND: &str = ".-+.+.- D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A";

    #[test]
    fn a_round_follows_where_the_last_one_left_the_markers() {
        let record = |text: &str| text.parse::<RecordedRound>().unwrap();
        let (first, second) = (record(FIRST), record(SECOND));
        assert!(second.follows(&first));
        // A round does not follow itself, an unfinished round, other markers, or a record from another seat.
        assert!(!first.follows(&second) && !first.follows(&first));
        assert!(!record(&SECOND.replacen(".-+", "+-+", 1)).follows(&first));
        let seen = record(".-+.+.- X/ABEEFG/XXXXXX/DXFXXXXX 1F,4GGGG-GG,3ABD");
        assert_eq!(seen.reader(), Some(Seat::First));
        assert!(!seen.follows(&first));
        assert!(seen.shows(Seat::First) && !seen.shows(Seat::Second));
        assert!(second.shows(Seat::First) && second.shows(Seat::Second));
    }
}
