//! What the decisions of a round were worth.
//!
//! Each decision with a choice is searched from what the player knew. Where something else was played than the search
//! plays most, both are looked at again, each from the moment when it has been played, in blocks of their own: so the
//! best action is not valued by the search that picked it, for being lucky there, and an action that this search hardly
//! followed gets as large a sample as the best one. The error of their difference is that of the differences of blocks.

use rand::Rng;
use rayon::prelude::*;

use super::ranking::Ranking;
use super::search::{DecisionSearch, after};
use super::totals::Totals;
use crate::analysis::{Advisor, AnalysisError};
use crate::knowledge::{InformationSet, RecordedDecision, RecordedRound};
use crate::rules::{Action, Round};
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::estimate::{ClusterMean, Clusters};
use hanamachi_core::search::parallel::Streams;
use hanamachi_core::search::strength::Estimated;

/// A round with what a search says of every decision; of a round that one player saw, of this player's decisions.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::{DecisionSearch, GradedRound};
/// use hanamachi_solver::hanamikoji::{Game, RecordedRound};
/// use hanamachi_solver::search::budget::RunContext;
///
/// let record: RecordedRound = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD".parse()?;
/// let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
/// let search = DecisionSearch { iterations: NonZeroU64::new(400).unwrap(), seed: 1 };
/// let graded = GradedRound::grade(record, &round, search, RunContext::unwatched())?;
///
/// // Which pair of G to take was no choice.
/// let played = graded.decisions.iter().map(|graded| graded.decision.action.to_string());
/// assert_eq!(played.collect::<Vec<_>>(), ["1F", "4GGGG", "-GG", "3ABD"]);
/// let forced = graded.decisions.iter().map(|graded| graded.assessment.is_none());
/// assert_eq!(forced.collect::<Vec<_>>(), [false, false, true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GradedRound {
    /// The round.
    pub record: RecordedRound,
    /// In the order in which they were made.
    pub decisions: Vec<GradedDecision>,
}

/// A decision, and what there was to choose from.
#[derive(Clone, Copy, Debug)]
pub struct GradedDecision {
    /// What was decided, and what the player knew.
    pub decision: RecordedDecision,
    /// How many actions were legal.
    pub legal: usize,
    /// What the search says; nothing where there was no choice.
    pub assessment: Option<Assessment>,
}

/// **Estimated**: what was played against the best action, in probabilities of winning the game for the player who decided.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Assessment {
    /// What was played.
    pub played: Estimated,
    /// The best action.
    pub best_action: Action,
    /// What that is worth.
    pub best: Estimated,
    /// The probability lost, never below 0. Its standard error is unknown where what was played is what the search would play.
    pub loss: Estimated,
}

/// What a decision deserves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `?!`
    Doubtful,
    /// `?`
    Bad,
    /// `??`
    VeryBad,
}

impl Mark {
    /// The worst first.
    pub const ALL: [Self; 3] = [Self::VeryBad, Self::Bad, Self::Doubtful];

    /// A loss is told from none when it is more than so many of its standard errors.
    pub const ERRORS: f64 = 2.0;

    /// The least loss that deserves it. GNU Backgammon marks 0.04, 0.08 and 0.16 points, of which a game is worth two
    /// from a sure loss to a sure win: halves of these as probabilities.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Doubtful => 0.02,
            Self::Bad => 0.04,
            Self::VeryBad => 0.08,
        }
    }

    /// As players write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Bad => "?",
            Self::VeryBad => "??",
        }
    }
}

impl Assessment {
    /// What was played is what the search would play: nothing is lost.
    const fn of_best(action: Action, win: Estimated) -> Self {
        let loss = Estimated { value: 0.0, standard_error: None, n: None };
        Self { played: win, best_action: action, best: win, loss }
    }

    /// What it deserves, if anything: nothing where the loss is within its error.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        let told = self.loss.standard_error.is_some_and(|error| self.loss.value > Mark::ERRORS * error);
        Mark::ALL.into_iter().find(|mark| told && self.loss.value >= mark.threshold())
    }
}

impl GradedRound {
    /// Grades a round on the current pool of threads. `round` is the one that was played, in which undecided games are
    /// worth what they are to be worth. What it says depends on the search and its seed alone; Progress counts decisions.
    ///
    /// Each decision of the record has a seed of its own, those that cannot be graded too: so a review from one seat says
    /// what a review of the whole record says of this seat.
    ///
    /// # Errors
    ///
    /// [`AnalysisError::Stopped`] when the token was set.
    pub fn grade(
        record: RecordedRound,
        round: &Round,
        search: DecisionSearch,
        context: RunContext<'_>,
    ) -> Result<Self, AnalysisError> {
        let mut seeds = Streams::new(search.seed).first();
        let decisions: Vec<(RecordedDecision, DecisionSearch)> = record
            .decisions()
            .into_iter()
            .map(|decision| (decision, DecisionSearch { seed: seeds.next_u64(), ..search }))
            .filter_map(|(decision, search)| Some((decision?, search)))
            .collect();
        let grade = |(decision, search): &(RecordedDecision, DecisionSearch)| {
            let graded = GradedDecision::grade(*decision, round, *search, context.cancel);
            context.progress.advance(1);
            graded
        };
        let decisions = decisions.par_iter().with_max_len(1).map(grade).collect::<Result<_, _>>()?;
        Ok(Self { record, decisions })
    }

    /// What the player in this seat lost.
    #[must_use]
    pub fn totals(&self, seat: Seat) -> Totals {
        let own = self.decisions.iter().filter(|graded| graded.decision.information_set.seat() == seat);
        own.map(Totals::from).sum()
    }

    /// The decision with a mark that lost most, if there is one; of equal ones the last.
    #[must_use]
    pub fn costliest(&self) -> Option<(&GradedDecision, Assessment)> {
        let marked = self.decisions.iter().filter_map(|graded| Some((graded, graded.assessment?)));
        marked
            .filter(|(_, assessment)| assessment.mark().is_some())
            .max_by(|one, other| one.1.loss.value.total_cmp(&other.1.loss.value))
    }
}

impl GradedDecision {
    fn grade(
        decision: RecordedDecision,
        round: &Round,
        search: DecisionSearch,
        cancel: &CancelToken,
    ) -> Result<Self, AnalysisError> {
        let mut actions = Vec::new();
        round.legal(decision.information_set.key(), &mut actions);
        let legal = actions.len();
        let assessment = if legal > 1 { assess(round, &decision, search, cancel)? } else { None };
        Ok(Self { decision, legal, assessment })
    }
}

/// What the search says; `None` never happens where there is a choice.
fn assess(
    round: &Round,
    decision: &RecordedDecision,
    search: DecisionSearch,
    cancel: &CancelToken,
) -> Result<Option<Assessment>, AnalysisError> {
    let answer = search.run(round, decision.information_set.key(), RunContext::silent(cancel))?;
    let Some(&best) = Ranking::new(&answer).most_followed() else { return Ok(None) };
    let played = decision.action;
    if best.action == played {
        return Ok(best.win.map(|win| Assessment::of_best(played, win)));
    }
    compare(round, &decision.information_set, [played, best.action], search, cancel)
}

/// The values of what was played and of the best action, and of their difference, from paired blocks.
fn compare(
    round: &Round,
    set: &InformationSet,
    actions: [Action; 2],
    search: DecisionSearch,
    cancel: &CancelToken,
) -> Result<Option<Assessment>, AnalysisError> {
    let advisors = actions.map(|action| Advisor::new(round, &after(round, set.key(), action)));
    // Not the streams that picked the best action.
    let mut seeds = Streams::new(search.seed).first();
    seeds.jump();
    let seeds: Vec<u64> = (0..DecisionSearch::BLOCKS).map(|_| seeds.next_u64()).collect();
    let block = |&seed: &u64| -> Result<[ClusterMean; 2], AnalysisError> {
        let value = |advisor| search.block(advisor, seed, cancel);
        let [played, best] = &advisors;
        Ok([value(played)?, value(best)?])
    };
    let blocks: Vec<[ClusterMean; 2]> =
        seeds.par_iter().with_max_len(1).map(block).collect::<Result<_, _>>()?;
    let mut sums = [Clusters::default(); 2];
    let mut difference = Clusters::default();
    for [played, best] in blocks {
        for (sum, mean) in sums.iter_mut().zip([played, best]) {
            #[expect(clippy::cast_precision_loss, reason = "iterations are far below 2⁵³")]
            sum.add(mean.value * mean.n as f64, mean.n);
        }
        difference.add(best.value - played.value, 1);
    }
    let [Some(played), Some(best)] = sums.each_ref().map(Clusters::mean) else { return Ok(None) };
    let Some(difference) = difference.mean() else { return Ok(None) };
    // Looked at again, what was played may be no worse.
    let (best_action, best) = if difference.value > 0.0 { (actions[1], best) } else { (actions[0], played) };
    let [played, best] = [played, best].map(|mean| Estimated::from(mean).probability());
    let loss = Estimated {
        value: (difference.value / 2.0).max(0.0),
        standard_error: difference.standard_error.map(|error| error / 2.0),
        n: Some(difference.n),
    };
    Ok(Some(Assessment { played, best_action, best, loss }))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::rules::{Game, Geisha};

    /// A round in which the second player takes EE and loses the game at once, where FG keeps it open.
    const LOST: &str = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
    /// The same as the second player saw it.
    const SEEN: &str = "....... X/XXXXXX/AFGGGG/XEXDXBXC 1X,4GGGG-GG,3ABD-A,3ADE-D,2XX,2BF,4EEFG-EE,1C";

    fn grade(text: &str) -> GradedRound {
        let record: RecordedRound = text.parse().unwrap();
        let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
        let search = DecisionSearch { iterations: NonZeroU64::new(400).unwrap(), seed: 1 };
        GradedRound::grade(record, &round, search, RunContext::unwatched()).unwrap()
    }

    fn assessment(loss: f64, standard_error: Option<f64>) -> Assessment {
        let win = Estimated { value: 0.5, standard_error: None, n: Some(1) };
        let best_action = Action::secret(Geisha::ALL[0]);
        Assessment {
            played: win,
            best_action,
            best: win,
            loss: Estimated { value: loss, standard_error, n: None },
        }
    }

    #[test]
    fn marks_need_a_loss_that_is_told_from_none() {
        assert_eq!(assessment(0.019, Some(0.001)).mark(), None);
        assert_eq!(assessment(0.02, Some(0.001)).mark(), Some(Mark::Doubtful));
        assert_eq!(assessment(0.05, Some(0.01)).mark(), Some(Mark::Bad));
        assert_eq!(assessment(0.30, Some(0.01)).mark(), Some(Mark::VeryBad));
        assert_eq!(assessment(0.30, Some(0.15)).mark(), None);
        assert_eq!(assessment(0.30, None).mark(), None);
    }

    #[test]
    fn taking_the_pair_that_loses_the_game_is_the_costliest_decision() {
        let graded = grade(LOST);
        let (blunder, assessment) = graded.costliest().unwrap();
        assert_eq!((blunder.decision.turn, blunder.decision.action.to_string()), (7, "-EE".to_owned()));
        assert_eq!(assessment.best_action.to_string(), "-FG");
        assert_eq!((assessment.mark(), assessment.played.value.to_bits()), (Some(Mark::VeryBad), 0));
        assert!((assessment.best.value - assessment.played.value - assessment.loss.value).abs() < 1e-12);
        // Whoever decides nothing is forced, and only then.
        assert!(graded.decisions.iter().all(|graded| (graded.legal == 1) == graded.assessment.is_none()));
    }

    #[test]
    fn a_review_from_one_seat_says_what_the_whole_record_says_of_it() {
        let (open, seen) = (grade(LOST), grade(SEEN));
        let own = open.decisions.iter().filter(|of| of.decision.information_set.seat() == Seat::Second);
        assert!(own.map(|of| of.assessment).eq(seen.decisions.iter().map(|of| of.assessment)));
        assert_eq!(open.totals(Seat::Second), seen.totals(Seat::Second));
        assert_eq!(seen.totals(Seat::First), Totals::default());
    }
}
