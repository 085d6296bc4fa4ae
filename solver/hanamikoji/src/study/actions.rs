//! Actions of a position with their values, searched or solved, and the resulting advice.

use crate::analysis::{Against, ModelError};
use crate::endgame::{OwnAction, Seen, SeenAction};
use crate::rules::Action;
use hanamachi_core::search::strength::{Computed, Estimated, Exploitation, Number};

/// Negligible loss: half a percentage point.
pub const NEGLIGIBLE: f64 = 0.005;

/// Standard errors from the centre of a 95 % interval to each end.
const ERRORS_95: f64 = 1.96;

/// Value of a hand to the reader, and the action to play with it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandValue {
    /// The probability that the reader wins the game.
    pub win: Number,
    /// If the reader decides: the action to play and its share of the search, or the equilibrium's most
    /// frequent action and its frequency.
    pub best: Option<(Action, f64)>,
}

/// An action with its value to the reader: a decision of the reader's own, or one of the opponent's as the
/// reader [sees](Seen) it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedAction<A = Action> {
    /// The action.
    pub action: A,
    /// The alphabetically first action of its orbit: of those that an exchange of geisha of equal value with their markers in the same
    /// place maps onto it without changing the position. Actions of one orbit have equal numbers.
    pub orbit: A,
    /// Probability that the reader wins the game with it; a shared game counts one half. `None` if a search
    /// never followed it.
    pub win: Option<Number>,
    /// Loss against the best action, at least 0, of the same strength as `win`; `None` for the opponent's
    /// actions, and where `win` is unknown.
    pub loss: Option<f64>,
    /// Standard error of `loss` where it was sampled, infinite where the sample does not determine it; `None`
    /// where the loss is exact.
    pub loss_se: Option<f64>,
    /// Share of a search that followed the action, 0 to 1, which is no advice to mix; for an equilibrium the
    /// same as `frequency`.
    pub share: f64,
    /// Number of visits in a search; `None` where nothing was searched.
    pub visits: Option<u64>,
    /// Frequency of the action in the strategy that was found; `None` where no strategy was found.
    pub frequency: Option<Number>,
    /// Standard error of `frequency`: how much other samples would change it. `None` where that is unknown.
    pub frequency_se: Option<f64>,
}

impl ValuedAction {
    /// The reader's action in an equilibrium; `of` gives utilities and frequencies their strength.
    pub(super) fn of_own(own: &OwnAction, of: &impl Fn(f64) -> Number) -> Self {
        Self::found(own.action, own.value, own.probability, of)
    }

    /// Sorts the actions for display, and fills in missing losses against the best of them. The
    /// [best](Self::is_best) come first, by their shares, then the others by their losses, with unknown
    /// losses last. The actions of an orbit stay together; other ties keep their order.
    pub(super) fn ordered(mut actions: Vec<Self>) -> Vec<Self> {
        let value = |of: &Self| of.win.map(Number::value);
        let best = actions.iter().filter_map(value).max_by(f64::total_cmp);
        for action in &mut actions {
            action.loss = action.loss.or(best.zip(value(action)).map(|(best, win)| (best - win).max(0.0)));
        }
        let key = |of: &Self| if of.is_best() { -of.share } else { of.known_loss().unwrap_or(f64::INFINITY) };
        actions.sort_by(|one, other| {
            let by_key = other.is_best().cmp(&one.is_best()).then(key(one).total_cmp(&key(other)));
            by_key.then(one.orbit.cmp(&other.orbit))
        });
        actions
    }

    /// This action, which a search let the opponent play, as the reader sees it.
    pub(super) fn seen(self) -> ValuedAction<Seen> {
        let Self { action, orbit, win, loss, loss_se, share, visits, frequency, frequency_se } = self;
        let [action, orbit] = [action, orbit].map(Seen::Open);
        ValuedAction { action, orbit, win, loss, loss_se, share, visits, frequency, frequency_se }
    }
}

impl ValuedAction<Seen> {
    /// The opponent's action in an equilibrium.
    pub(super) fn of_opponent(seen: &SeenAction, of: &impl Fn(f64) -> Number) -> Self {
        Self::found(seen.action, seen.value, seen.probability, of)
    }
}

impl<A> ValuedAction<A> {
    /// Returns `true` for an action of the reader whose loss cannot be distinguished from 0: it is below
    /// [half a point](NEGLIGIBLE), or the 95 % interval of the difference contains 0.
    #[must_use]
    pub fn is_best(&self) -> bool {
        let noise = self.loss_se.map_or(0.0, |error| ERRORS_95 * error);
        self.known_loss().is_some_and(|loss| loss < NEGLIGIBLE || loss <= noise)
    }

    /// The loss, if the sample determines it.
    #[must_use]
    pub fn known_loss(&self) -> Option<f64> {
        self.loss.filter(|_| self.loss_se.is_none_or(f64::is_finite))
    }

    /// Turns the numbers into those of a strategy with this exploitability, which plays the action with the
    /// frequency `share`.
    pub(super) fn play(&mut self, exploitability: Exploitation) {
        if let Some(Number::Estimated(win)) = self.win {
            self.win = Some(under(Some(exploitability), win));
        }
        self.frequency = Some(Computed::new(self.share, exploitability).into());
    }

    fn found(action: A, utility: f64, probability: f64, of: &impl Fn(f64) -> Number) -> Self
    where
        A: Copy,
    {
        Self {
            action,
            orbit: action,
            win: Some(of(utility).probability()),
            loss: None,
            loss_se: None,
            share: probability,
            visits: None,
            frequency: Some(of(probability)),
            frequency_se: None,
        }
    }
}

/// Recommended play, determined here for all callers that give advice.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// Recommended action: the first of `best`.
    pub play: Action,
    /// Actions whose loss cannot be distinguished from 0, see [`ValuedAction::is_best`]: by their frequencies
    /// in the strategy that was found, else by their shares of the search.
    pub best: Vec<Action>,
    /// Frequency of `play`; `None` where no strategy was found.
    pub frequency: Option<Number>,
    /// Probability of winning with `play`; `None` if a search never followed it.
    pub win: Option<Number>,
    /// Loss of the strategy that was found, by its own values: the sum of frequency times loss over all
    /// actions. `None` where no strategy was found.
    pub self_loss: Option<f64>,
    /// Standard error of `self_loss`, where it was sampled.
    pub self_loss_se: Option<f64>,
    /// Number of other actions whose loss is at most the mean model error of the search; `None` where that
    /// error is unknown, and where it is one of the position and hardly moves the losses.
    pub within_model_error: Option<usize>,
}

impl Advice {
    /// Advice from the reader's actions in [display order](ValuedAction::ordered); `None` where the reader
    /// does not decide. `self_loss_se` is the standard error of the strategy's loss by its own values, where
    /// it was sampled.
    pub(super) fn new(
        actions: &[ValuedAction],
        self_loss_se: Option<f64>,
        model_error: Option<ModelError>,
    ) -> Option<Self> {
        let first = actions.first()?;
        let best: Vec<Action> = actions.iter().filter(|of| of.is_best()).map(|of| of.action).collect();
        let within = |error: ModelError| {
            let is_close = |of: &&ValuedAction| of.loss.is_some_and(|loss| loss <= error.mean);
            actions.iter().skip(1).filter(is_close).count()
        };
        let lost = |of: &ValuedAction| of.frequency.map_or(0.0, Number::value) * of.loss.unwrap_or_default();
        Some(Self {
            play: first.action,
            best: if best.is_empty() { vec![first.action] } else { best },
            frequency: first.frequency,
            win: first.win,
            self_loss: first.frequency.map(|_| actions.iter().map(lost).sum()),
            self_loss_se: first.frequency.and(self_loss_se),
            within_model_error: model_error.filter(|error| error.against != Against::MoreHands).map(within),
        })
    }
}

/// Gives a number of a search its strength: computed if it is the value of a strategy with this
/// exploitability.
pub(super) fn under(exploitability: Option<Exploitation>, number: Estimated) -> Number {
    match exploitability {
        None => number.into(),
        Some(exploitability) => {
            let Estimated { value, standard_error, .. } = number;
            // It was sampled: an unknown error is not zero.
            let standard_error = Some(standard_error.unwrap_or(f64::INFINITY));
            Number::Computed(Computed { value, exploitability, standard_error })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geisha;
    use hanamachi_core::search::strength::{Computed, Estimated, Exploitation};

    fn action(geisha: usize) -> Action {
        Action::secret(Geisha::ALL[geisha])
    }

    /// Secrets of the geisha in order, each with its loss, the standard error of the loss, and its frequency.
    fn actions(of: &[(f64, Option<f64>, f64)]) -> Vec<ValuedAction> {
        let number = |value| Number::from(Computed::new(value, Exploitation::Exact(0.001)));
        let valued = |(place, &(loss, loss_se, share)): (usize, &(f64, Option<f64>, f64))| ValuedAction {
            action: action(place),
            orbit: action(place),
            win: Some(number(0.6 - loss)),
            loss: Some(loss),
            loss_se,
            share,
            visits: None,
            frequency: Some(number(share)),
            frequency_se: None,
        };
        ValuedAction::ordered(of.iter().enumerate().map(valued).collect())
    }

    #[test]
    fn what_cannot_be_told_from_the_best_is_played_by_how_often_it_is_played() {
        let of = [
            (0.0, Some(0.0), 0.1),
            // Distinguishable from 0, whatever its frequency.
            (0.05, Some(0.01), 0.5),
            // Within its error, and below half a point.
            (0.02, Some(0.0103), 0.3),
            (0.0049, None, 0.06),
            (0.02, Some(0.01), 0.04),
        ];
        let actions = actions(&of);
        let advice = Advice::new(&actions, Some(0.002), None).unwrap();
        assert_eq!(advice.play, action(2));
        assert_eq!(advice.best, [action(2), action(0), action(3)]);
        let order: Vec<Action> = actions.iter().map(|of| of.action).collect();
        assert_eq!(order, [2, 0, 3, 4, 1].map(action));
        let lost: f64 = of.iter().map(|&(loss, _, share)| loss * share).sum();
        assert!((advice.self_loss.unwrap() - lost).abs() < 1e-12);
        assert_eq!(advice.self_loss_se, Some(0.002));
        assert_eq!(Advice::new(&[], None, None), None);
    }

    #[test]
    fn a_search_that_finds_no_strategy_loses_nothing_by_it() {
        let estimated = |geisha: usize, value: Option<f64>| ValuedAction {
            action: action(geisha),
            orbit: action(geisha),
            win: value.map(|value| Estimated { value, standard_error: Some(0.01), n: None }.into()),
            loss: None,
            loss_se: None,
            share: 0.1,
            visits: Some(7),
            frequency: None,
            frequency_se: None,
        };
        let wins = [Some(0.5), None, Some(0.56), Some(0.55), Some(0.52)];
        let actions = (0..).zip(wins).map(|(geisha, win)| estimated(geisha, win)).collect();
        let actions = ValuedAction::ordered(actions);
        let losses: Vec<Option<f64>> =
            actions.iter().map(|of| of.loss.map(|loss| (1e6 * loss).round() / 1e6)).collect();
        assert_eq!(losses, [Some(0.0), Some(0.01), Some(0.04), Some(0.06), None]);
        let error = ModelError { mean: 0.045, largest: 0.1, n: 1, against: Against::BlockSizes };
        let advice = Advice::new(&actions, None, Some(error)).unwrap();
        assert_eq!((advice.play, advice.best), (action(2), vec![action(2)]));
        assert_eq!((advice.frequency, advice.self_loss, advice.within_model_error), (None, None, Some(2)));
    }
}
