//! Values that a search gives the legal actions.

use super::actions::ValuedAction;
use super::naming::{equalise, equalise_seen};
use crate::analysis::{FEWEST_BLOCKS, best_known, win_of_action};
use crate::endgame::Seen;
use crate::rules::Action;
use crate::rules::relabelling::Relabelling;
use hanamachi_core::search::estimate::error_of_both;
use hanamachi_core::search::root_values::{ActionAnswer, Answer};
use hanamachi_core::search::strength::Number;

/// The reader's legal actions in ascending order, with their values and losses. The error of a loss is that
/// of the difference to the best action: where the search plays all actions in each state, both have met the
/// same states. Actions of one orbit under the symmetries of the position, whose samples are pooled, have equal numbers.
pub(super) fn own(answer: &Answer<Action>, same: &[Relabelling]) -> Vec<ValuedAction> {
    let best = best_known(answer);
    let valued = |(place, of): (usize, &_)| {
        let mut action = valued(of);
        if let Some(best) = best.filter(|_| action.win.is_some()) {
            let value = |place: usize| answer.actions[place].value;
            let loss = value(best).zip(value(place)).map(|(best, of)| best.value - of.value);
            action.loss = loss.map(|loss| (loss / 2.0).max(0.0));
            action.loss_se = Some(if place == best { 0.0 } else { error_of_loss(answer, best, place) });
        }
        action
    };
    let mut actions: Vec<ValuedAction> = answer.actions.iter().enumerate().map(valued).collect();
    equalise(&mut actions, same);
    actions
}

/// Standard error of the loss of an action against the best one; infinite if it is unknown.
fn error_of_loss(answer: &Answer<Action>, best: usize, place: usize) -> f64 {
    let less = answer.combination(&[(best, 1.0), (place, -1.0)]);
    let [best, of] = [best, place].map(|place| &answer.actions[place]);
    // A handful of blocks that happen to agree gives no meaningful error.
    let error = less.standard_error.filter(|_| less.clusters >= FEWEST_BLOCKS);
    let error = error.map(|error| error * of.trust.max(best.trust).sqrt()).or_else(|| {
        // The errors of both, if something was known before the rollouts.
        let known = |of: &ActionAnswer<Action>| of.value.filter(|_| of.trust < 1.0)?.standard_error;
        Some(error_of_both(known(best)?, known(of)?))
    });
    error.map_or(f64::INFINITY, |error| error / 2.0)
}

/// If the opponent decides: the actions that the search let the opponent play, by frequency.
pub(super) fn opponents(answer: &Answer<Action>, same: &[Relabelling]) -> Vec<ValuedAction<Seen>> {
    let followed = answer.actions.iter().filter(|of| of.visits > 0).map(valued).map(ValuedAction::seen);
    let mut followed = equalise_seen(&followed.collect::<Vec<_>>(), same);
    let win = |of: &ValuedAction<Seen>| of.win.map_or(-1.0, Number::value);
    // Stable: equal actions stay in ascending order, those of an orbit together.
    followed.sort_by(|one, other| {
        let by_share = other.share.total_cmp(&one.share).then(win(other).total_cmp(&win(one)));
        by_share.then(one.orbit.cmp(&other.orbit))
    });
    followed
}

fn valued(of: &ActionAnswer<Action>) -> ValuedAction {
    ValuedAction {
        action: of.action,
        orbit: of.action,
        win: win_of_action(of).map(Number::from),
        loss: None,
        loss_se: None,
        share: of.share,
        visits: Some(of.visits),
        frequency: None,
        frequency_se: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geisha;
    use hanamachi_core::search::estimate::ClusterMean;
    use hanamachi_core::search::root_values::BatchSums;

    /// The geisha of a secret, its share, and its utility with the number of blocks.
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
            trust: 1.0,
            batches: value.map_or_else(BatchSums::default, |(value, _)| {
                BatchSums::default().with(0, value + 0.02, 1).with(1, value - 0.02, 1)
            }),
        };
        let value = ClusterMean { value: 0.0, standard_error: None, n: 100, clusters: 20 };
        Answer { value, actions: of.iter().map(action).collect(), iterations: 100, nodes: 1, stopped: None }
    }

    #[test]
    fn losses_are_told_against_the_best_whose_error_is_known() {
        let answer = answer(&[
            (0, 0.2, Some((0.9, 3))),
            (1, 0.5, Some((0.1, 20))),
            (2, 0.2, None),
            (3, 0.1, Some((-0.1, 20))),
        ]);
        let own = own(&answer, &[Relabelling::NONE]);
        let losses: Vec<_> = own.iter().map(|of| of.loss.map(|loss| (1e6 * loss).round() / 1e6)).collect();
        // Three blocks give no error, twenty do; no loss is negative.
        assert_eq!(losses, [Some(0.0), Some(0.0), None, Some(0.1)]);
        assert_eq!(own[0].loss_se, Some(f64::INFINITY));
        assert_eq!(own.iter().map(ValuedAction::is_best).collect::<Vec<_>>(), [false, true, false, false]);
        assert_eq!(own[1].loss_se, Some(0.0));
        // Both are lucky in the same batches.
        assert!(own[3].loss_se.unwrap() < 1e-9);
        let errors: Vec<_> = own.iter().map(|of| of.win.and_then(Number::standard_error)).collect();
        assert_eq!(errors, [None, Some(0.01), None, Some(0.01)]);
    }

    #[test]
    fn the_opponents_actions_stand_by_how_often_they_were_followed() {
        let answer = answer(&[(0, 0.2, Some((0.9, 3))), (1, 0.5, Some((0.1, 20))), (2, 0.2, None)]);
        let actions: Vec<String> =
            opponents(&answer, &[Relabelling::NONE]).iter().map(|of| of.action.to_string()).collect();
        assert_eq!(actions, ["1B", "1A"]);
    }
}
