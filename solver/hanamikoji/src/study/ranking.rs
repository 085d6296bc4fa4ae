//! Every legal action with what a search says of it.

use super::actions::ValuedAction;
use crate::analysis::win_of_action;
use crate::endgame::Seen;
use crate::rules::Action;
use hanamachi_core::search::root_values::{ActionAnswer, Answer};
use hanamachi_core::search::strength::Estimated;

/// **Estimated**: an action with what a search says of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct RankedAction {
    pub(super) action: Action,
    /// `None` if the search never followed it. The standard error is known only where enough blocks followed it.
    pub(super) win: Option<Estimated>,
    pub(super) share: f64,
    pub(super) visits: u64,
}

impl From<&ActionAnswer<Action>> for RankedAction {
    fn from(answer: &ActionAnswer<Action>) -> Self {
        Self {
            action: answer.action,
            win: answer.value.map(win_of_action),
            share: answer.share,
            visits: answer.visits,
        }
    }
}

/// The legal actions of a position with what a search says of them.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::{DecisionSearch, Ranking};
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
///
/// // Which pair to take.
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let search = DecisionSearch { iterations: NonZeroU64::new(4_000).unwrap(), seed: 1 };
/// let answer = search.run(&round, set.key(), RunContext::unwatched())?;
/// let ranking = Ranking::new(&answer).by_loss();
/// assert_eq!((ranking[0].action.to_string().as_str(), ranking[0].loss), ("-AC", Some(0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking(Vec<RankedAction>);

impl Ranking {
    /// The actions of an answer. Those that were followed as often stand by what they are worth, then in order.
    ///
    /// The values of actions that the search seldom followed are the least certain, so that the largest value is no
    /// good reason to be the one that others are compared with.
    #[must_use]
    pub fn new(answer: &Answer<Action>) -> Self {
        let mut actions: Vec<RankedAction> = answer.actions.iter().map(RankedAction::from).collect();
        // Stable: what is alike stays in ascending order.
        actions.sort_by(|one, other| {
            other.share.total_cmp(&one.share).then(known_win(other).total_cmp(&known_win(one)))
        });
        Self(actions)
    }

    /// The actions by what they lose, the best first, each with its loss; those that the search never followed last.
    #[must_use]
    pub fn by_loss(mut self) -> Vec<ValuedAction> {
        self.0.sort_by_key(|ranked| ranked.action);
        ValuedAction::by_loss(self.0.iter().map(ValuedAction::from).collect())
    }

    /// Where it is for the opponent to decide: the actions that the search let the opponent play, by how often.
    #[must_use]
    pub fn by_share(self) -> Vec<ValuedAction<Seen>> {
        self.0.iter().filter(|ranked| ranked.visits > 0).map(ValuedAction::of_search).collect()
    }

    /// The one that the search followed most; `None` if there is no legal action.
    pub(super) fn most_followed(&self) -> Option<&RankedAction> {
        self.0.first()
    }
}

/// What an action wins; less than anything where nobody knows.
fn known_win(ranked: &RankedAction) -> f64 {
    ranked.win.map_or(-1.0, |win| win.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geisha;
    use hanamachi_core::search::estimate::ClusterMean;
    use hanamachi_core::search::strength::Number;

    /// The geisha of a secret, its share, and its utility in so many blocks.
    type Followed = (usize, f64, Option<(f64, u64)>);

    fn answer(of: &[Followed]) -> Answer<Action> {
        let action = |&(geisha, share, value): &Followed| ActionAnswer {
            action: Action::secret(Geisha::ALL[geisha]),
            visits: value.map_or(0, |(_, clusters)| clusters),
            availability: 100,
            value: value.map(|(value, clusters)| ClusterMean {
                value,
                standard_error: Some(0.02),
                n: clusters,
                clusters,
            }),
            share,
        };
        let value = ClusterMean { value: 0.0, standard_error: None, n: 100, clusters: 20 };
        Answer { value, actions: of.iter().map(action).collect(), iterations: 100, nodes: 1, stopped: None }
    }

    fn letters<A: ToString>(ranking: &[ValuedAction<A>]) -> String {
        ranking.iter().map(|ranked| ranked.action.to_string()[1..].to_owned()).collect()
    }

    #[test]
    fn the_most_followed_the_best_and_the_unknown_have_their_places() {
        let answer =
            answer(&[(0, 0.2, Some((0.9, 3))), (1, 0.5, Some((0.1, 20))), (2, 0.2, None), (3, 0.1, None)]);
        let ranking = Ranking::new(&answer);
        assert_eq!(ranking.most_followed().unwrap().action, Action::secret(Geisha::ALL[1]));
        assert_eq!(letters(&ranking.clone().by_share()), "BA", "those with visits");
        let by_loss = ranking.by_loss();
        assert_eq!(letters(&by_loss), "ABCD");
        // Three blocks tell no error, twenty do: half of that of the utility.
        let errors = by_loss.iter().map(|ranked| ranked.win.and_then(Number::standard_error));
        assert_eq!(errors.collect::<Vec<_>>(), [None, Some(0.01), None, None]);
        assert!((by_loss[0].win.unwrap().value() - 0.95).abs() < 1e-12);
    }
}
