//! Losses of a player in some decisions.

use std::iter::Sum;
use std::ops::Add;

use super::graded::{GradedDecision, GradedRound, Mark};
use hanamachi_core::game::Seat;
use hanamachi_core::search::strength::Estimated;

/// **Estimated**: losses of a player in some decisions. Totals add up over decisions and rounds.
///
/// No single loss is below 0, so sums are a little too high where actions are close.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Totals {
    /// Decisions with one legal action.
    pub forced: usize,
    /// Decisions with a choice.
    pub unforced: usize,
    /// Number of each mark, in the order of [`Mark::ALL`].
    marks: [usize; 3],
    loss: f64,
    /// The sum of the squared standard errors.
    variance: f64,
}

impl Totals {
    /// Number of decisions with this mark.
    #[must_use]
    pub fn count(&self, mark: Mark) -> usize {
        Mark::ALL.iter().zip(self.marks).filter(|(other, _)| **other == mark).map(|(_, count)| count).sum()
    }

    /// Total loss of winning probability.
    #[must_use]
    pub fn loss(&self) -> Estimated {
        Estimated { value: self.loss, standard_error: Some(self.variance.sqrt()), n: None }
    }

    /// Mean loss of winning probability per decision with a choice; `None` if there was none.
    #[must_use]
    pub fn error_rate(&self) -> Option<Estimated> {
        #[expect(clippy::cast_precision_loss, reason = "a few decisions")]
        let unforced = self.unforced as f64;
        let loss = self.loss();
        (self.unforced > 0).then(|| Estimated {
            value: loss.value / unforced,
            standard_error: loss.standard_error.map(|error| error / unforced),
            n: None,
        })
    }
}

impl From<&GradedDecision> for Totals {
    fn from(graded: &GradedDecision) -> Self {
        if graded.stopped.is_some() {
            return Self::default();
        }
        let Some(assessment) = &graded.assessment else { return Self { forced: 1, ..Self::default() } };
        Self {
            forced: 0,
            unforced: 1,
            marks: Mark::ALL.map(|mark| usize::from(assessment.mark() == Some(mark))),
            loss: assessment.loss,
            // An exact loss has no error. An infinite, unknown error makes that of the sum unknown too.
            variance: assessment.loss_se.unwrap_or_default().powi(2),
        }
    }
}

impl GradedRound {
    /// Losses of the player in this seat.
    #[must_use]
    pub fn totals(&self, seat: Seat) -> Totals {
        let own = self.decisions.iter().filter(|graded| graded.decision.information_set.seat() == seat);
        own.map(Totals::from).sum()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::RoundRecord;
    use crate::study::Assessment;
    use hanamachi_core::search::strength::Number;

    /// The decisions of a record, with these losses and standard errors; `None` is a forced one.
    fn decisions(losses: &[Option<(f64, Option<f64>)>]) -> Vec<GradedDecision> {
        let record: RoundRecord = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD".parse().unwrap();
        let decision = record.decisions()[0];
        let win = Number::Estimated(Estimated { value: 0.5, standard_error: None, n: None });
        let of = |loss: &Option<(f64, Option<f64>)>| GradedDecision {
            decision,
            legal: 2,
            stopped: None,
            assessment: loss.map(|(loss, loss_se)| Assessment {
                played: win,
                visits: None,
                best_action: decision.action,
                best_actions: vec![decision.action],
                best: win,
                loss,
                loss_se,
                seed: 1,
                model_error: None,
                why: None,
            }),
        };
        losses.iter().map(of).collect()
    }

    #[test]
    fn losses_and_squares_of_errors_add_up() {
        let all =
            decisions(&[None, Some((0.03, Some(0.003))), Some((0.1, Some(0.004))), Some((0.0, None)), None]);
        let totals: Totals = all.iter().map(Totals::from).sum();
        assert_eq!((totals.forced, totals.unforced), (2, 3));
        assert_eq!(Mark::ALL.map(|mark| totals.count(mark)), [1, 0, 1]);
        let (loss, rate) = (totals.loss(), totals.error_rate().unwrap());
        assert!((loss.value - 0.13).abs() < 1e-12);
        assert!((loss.standard_error.unwrap() - 0.005).abs() < 1e-12);
        assert!((rate.value - 0.13 / 3.0).abs() < 1e-12);
        assert!((rate.standard_error.unwrap() - 0.005 / 3.0).abs() < 1e-12);
        // In two parts.
        let [one, other] = [&all[..2], &all[2..]].map(|part| part.iter().map(Totals::from).sum::<Totals>());
        assert_eq!((one + other).unforced, 3);
        assert!((one + other).loss().value - loss.value < 1e-12);
        assert_eq!(Totals::default().error_rate(), None);
    }
}
