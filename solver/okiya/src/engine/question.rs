//! The search that answers a question about a score, in plies.

use super::BitPosition;
use super::order::Task;
use hanamachi_core::game::{Bounds, PerfectInformation, Score};

/// The question whether the player to move reaches a score, for an open position whose bounds do not answer
/// it.
///
/// "Is the score at least *t*?" always means that one player, the **attacker**, must win with a given number
/// of tiles left, and that the other, the **holder**, must prevent it: *t* > 0 makes the player to move the
/// attacker, *t* ≤ 0 the holder. The number of tiles left determines the number of plies that may pass before
/// the winning token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WinQuestion {
    /// Number of plies that may pass before the winning token: even, and at least 2, if the player to move
    /// must win; odd, and at least 3, if he must prevent it.
    plies: i8,
    /// The attacker's score if he wins with the last token that is in time. His next lower winning score is
    /// two less.
    in_time: i8,
    task: Task,
}

impl WinQuestion {
    /// Whether the score of `position` is at least `threshold`.
    ///
    /// # Errors
    ///
    /// Returns the answer, a bound on the score, if it is known without search.
    pub(crate) fn new(position: &BitPosition<'_>, threshold: Score) -> Result<Self, Score> {
        let Bounds { lower, upper } = position.bounds();
        if lower >= threshold {
            return Err(lower);
        }
        if upper < threshold {
            return Err(upper);
        }
        let plies = position.plies(threshold);
        let in_time = position.parts().tiles_left - plies;
        Ok(Self { plies, in_time, task: Task::reaching(threshold) })
    }

    /// Number of plies that may pass before the winning token.
    pub(crate) const fn plies(self) -> usize {
        self.plies.unsigned_abs() as usize
    }

    /// The bound on the score that the answer proves: a lower bound if the player to move `reaches` his goal,
    /// otherwise an upper bound.
    pub(crate) fn bound(self, reaches: bool) -> Score {
        let late = (self.in_time - 2).max(0);
        Score::new(match (self.task, reaches) {
            (Task::Win, true) => self.in_time,
            (Task::Win, false) => late,
            (Task::Hold, true) => -late,
            (Task::Hold, false) => -self.in_time,
        })
    }
}
