//! What the decisions of a round were worth.

use std::iter::Sum;
use std::ops::Add;

use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{Action, RecordedDecision, RoundRecord};

use hanamachi_solver::search::strength::Estimated;

/// A round with what a search says of every decision; of a round that one player saw, of this player's decisions.
pub(in crate::hanamikoji) struct Review<R = RoundRecord> {
    pub(in crate::hanamikoji) record: R,
    pub(in crate::hanamikoji) decisions: Vec<Graded>,
}

/// A decision, and what there was to choose from.
pub(in crate::hanamikoji) struct Graded {
    pub(in crate::hanamikoji) decision: RecordedDecision,
    /// How many actions were legal.
    pub(in crate::hanamikoji) legal: usize,
    /// What the search says; nothing where there was no choice.
    pub(in crate::hanamikoji) look: Option<Look>,
    /// How likely the table of `--table` plays what was played; nothing where it has nothing.
    pub(in crate::hanamikoji) in_table: Option<f64>,
}

/// **Estimated**: what was played against the best action.
#[derive(Clone, Copy, Debug)]
pub(in crate::hanamikoji) struct Look {
    pub(in crate::hanamikoji) played: Estimated,
    pub(in crate::hanamikoji) best_action: Action,
    pub(in crate::hanamikoji) best: Estimated,
    /// The probability lost, never below 0, and its standard error; unknown where what was played is what the search
    /// would play.
    pub(in crate::hanamikoji) loss: f64,
    pub(in crate::hanamikoji) loss_se: Option<f64>,
}

/// What a decision deserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::hanamikoji) enum Mark {
    Doubtful,
    Bad,
    VeryBad,
}

impl Mark {
    /// The worst first.
    pub(in crate::hanamikoji) const ALL: [Self; 3] = [Self::VeryBad, Self::Bad, Self::Doubtful];

    /// The least loss that deserves it. GNU Backgammon marks 0.04, 0.08 and 0.16 points, of which a game is worth two
    /// from a sure loss to a sure win: halves of these as probabilities.
    pub(in crate::hanamikoji) const fn threshold(self) -> f64 {
        match self {
            Self::Doubtful => 0.02,
            Self::Bad => 0.04,
            Self::VeryBad => 0.08,
        }
    }

    /// As players write it.
    pub(in crate::hanamikoji) const fn sign(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Bad => "?",
            Self::VeryBad => "??",
        }
    }
}

/// A loss is told from none when it is more than so many of its standard errors.
pub(in crate::hanamikoji) const ERRORS: f64 = 2.0;

impl Look {
    /// What it deserves, if anything: nothing where the loss is within its error.
    pub(in crate::hanamikoji) fn mark(&self) -> Option<Mark> {
        let told = self.loss_se.is_some_and(|se| self.loss > ERRORS * se);
        Mark::ALL.into_iter().find(|mark| told && self.loss >= mark.threshold())
    }
}

/// **Estimated**: what a player lost in some decisions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(in crate::hanamikoji) struct Totals {
    pub(in crate::hanamikoji) forced: usize,
    pub(in crate::hanamikoji) unforced: usize,
    /// By the order of [`Mark::ALL`].
    pub(in crate::hanamikoji) marks: [usize; 3],
    pub(in crate::hanamikoji) loss: f64,
    /// The sum of the squared standard errors.
    variance: f64,
}

impl Totals {
    /// How often a mark was deserved.
    pub(in crate::hanamikoji) fn count(&self, mark: Mark) -> usize {
        Mark::ALL.iter().zip(self.marks).filter(|(other, _)| **other == mark).map(|(_, count)| count).sum()
    }

    /// The standard error of the loss.
    pub(in crate::hanamikoji) fn loss_se(&self) -> f64 {
        self.variance.sqrt()
    }

    /// The loss and its error for each decision with a choice, if there was one.
    pub(in crate::hanamikoji) fn error_rate(&self) -> Option<(f64, f64)> {
        #[expect(clippy::cast_precision_loss, reason = "a few decisions")]
        let unforced = self.unforced as f64;
        (self.unforced > 0).then(|| (self.loss / unforced, self.loss_se() / unforced))
    }
}

impl From<&Graded> for Totals {
    fn from(graded: &Graded) -> Self {
        let Some(look) = graded.look else { return Self { forced: 1, ..Self::default() } };
        Self {
            forced: 0,
            unforced: 1,
            marks: Mark::ALL.map(|mark| usize::from(look.mark() == Some(mark))),
            loss: look.loss,
            variance: look.loss_se.unwrap_or_default().powi(2),
        }
    }
}

impl Add for Totals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let mut marks = self.marks;
        marks.iter_mut().zip(other.marks).for_each(|(count, more)| *count += more);
        Self {
            forced: self.forced + other.forced,
            unforced: self.unforced + other.unforced,
            marks,
            loss: self.loss + other.loss,
            variance: self.variance + other.variance,
        }
    }
}

impl Sum for Totals {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

impl<R> Review<R> {
    /// What the player in this seat lost.
    pub(in crate::hanamikoji) fn totals(&self, seat: Seat) -> Totals {
        let own = self.decisions.iter().filter(|graded| graded.decision.information_set.seat() == seat);
        own.map(Totals::from).sum()
    }
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::hanamikoji::Geisha;

    use super::*;

    fn look(loss: f64, se: Option<f64>) -> Look {
        let win = Estimated { value: 0.5, standard_error: None, n: Some(1) };
        let best_action = Action::secret(Geisha::ALL[0]);
        Look { played: win, best_action, best: win, loss, loss_se: se }
    }

    #[test]
    fn marks_need_a_loss_that_is_told_from_none() {
        assert_eq!(look(0.019, Some(0.001)).mark(), None);
        assert_eq!(look(0.02, Some(0.001)).mark(), Some(Mark::Doubtful));
        assert_eq!(look(0.05, Some(0.01)).mark(), Some(Mark::Bad));
        assert_eq!(look(0.30, Some(0.01)).mark(), Some(Mark::VeryBad));
        assert_eq!(look(0.30, Some(0.15)).mark(), None);
        assert_eq!(look(0.30, None).mark(), None);
    }
}
