//! The actions of a position with what each is worth, however that was found, and what to play.

use super::searched::under;
use crate::analysis::ModelError;
use crate::endgame::{OwnAction, Seen, SeenAction};
use crate::rules::Action;
use hanamachi_core::search::strength::{Computed, Exploitation, Number};

/// What may be lost without harm: half a point of a hundred.
pub const NEGLIGIBLE: f64 = 0.005;

/// A 95 % interval reaches so many standard errors to each side.
const ERRORS_95: f64 = 1.96;

/// An action with what it is worth to the reader: a decision of the reader's own, or what the reader [sees](Seen) of one of the
/// opponent's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedAction<A = Action> {
    /// The action.
    pub action: A,
    /// The probability that the reader wins the game with it, a shared game counting one half. `None` if a search never followed it.
    pub win: Option<Number>,
    /// What it wins less than the best action, at least 0, as strong as that; `None` of the opponent's actions, and where `win` is not known.
    pub loss: Option<f64>,
    /// The standard error of `loss` where it was sampled, infinite where the sample does not tell it; `None` where it is exact.
    pub loss_se: Option<f64>,
    /// Of a search the share of it that followed the action, 0 to 1, which is no advice to mix; of an equilibrium the same as
    /// `frequency`.
    pub share: f64,
    /// How often a search followed it.
    pub visits: Option<u64>,
    /// How often the strategy that was found plays it; `None` where no strategy was found.
    pub frequency: Option<Number>,
}

impl ValuedAction {
    /// The reader's action in an equilibrium, in which utilities and frequencies are as strong as `of` makes them.
    pub(super) fn of_own(own: &OwnAction, of: &impl Fn(f64) -> Number) -> Self {
        Self::found(own.action, own.value, own.probability, of)
    }

    /// The same actions, each with what it loses against the best of them where that is not known yet, in the order in which they are shown: first those
    /// that [are best](Self::is_best) by how often they are played, then the others by what they lose, those of which nothing is known last. Ties stay in order.
    pub(super) fn ordered(mut actions: Vec<Self>) -> Vec<Self> {
        let value = |of: &Self| of.win.map(Number::value);
        let best = actions.iter().filter_map(value).max_by(f64::total_cmp);
        for action in &mut actions {
            action.loss = action.loss.or(best.zip(value(action)).map(|(best, win)| (best - win).max(0.0)));
        }
        let key = |of: &Self| if of.is_best() { -of.share } else { of.loss.unwrap_or(f64::INFINITY) };
        actions
            .sort_by(|one, other| other.is_best().cmp(&one.is_best()).then(key(one).total_cmp(&key(other))));
        actions
    }

    /// The action as it is seen that a search let the opponent play.
    pub(super) fn seen(self) -> ValuedAction<Seen> {
        let Self { action, win, loss, loss_se, share, visits, frequency } = self;
        ValuedAction { action: Seen::Open(action), win, loss, loss_se, share, visits, frequency }
    }
}

impl ValuedAction<Seen> {
    /// The opponent's action in an equilibrium.
    pub(super) fn of_opponent(seen: &SeenAction, of: &impl Fn(f64) -> Number) -> Self {
        Self::found(seen.action, seen.value, seen.probability, of)
    }
}

impl<A> ValuedAction<A> {
    /// Whether it is the reader's, and its loss cannot be told from 0: it is below [half a point](NEGLIGIBLE), or the 95 % interval of the difference holds 0.
    #[must_use]
    pub fn is_best(&self) -> bool {
        let noise = self.loss_se.filter(|error| error.is_finite()).map_or(0.0, |error| ERRORS_95 * error);
        self.loss.is_some_and(|loss| loss < NEGLIGIBLE || loss <= noise)
    }

    /// The same where what was played out is a strategy that is so exploitable: its share is how often it plays the action.
    pub(super) fn play(&mut self, exploitability: Exploitation) {
        if let Some(Number::Estimated(win)) = self.win {
            self.win = Some(under(Some(exploitability), win));
        }
        self.frequency = Some(Computed::new(self.share, exploitability).into());
    }

    fn found(action: A, utility: f64, probability: f64, of: &impl Fn(f64) -> Number) -> Self {
        Self {
            action,
            win: Some(of(utility).probability()),
            loss: None,
            loss_se: None,
            share: probability,
            visits: None,
            frequency: Some(of(probability)),
        }
    }
}

/// What to play: decided here, for everybody who gives advice.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What to play: the first of `best`.
    pub play: Action,
    /// The actions whose loss cannot be told from 0, see [`ValuedAction::is_best`]: by how often the strategy that was found plays them, else by how often the search
    /// followed them.
    pub best: Vec<Action>,
    /// How often to play `play`; `None` where no strategy was found.
    pub frequency: Option<Number>,
    /// What it wins; `None` if a search never followed it.
    pub win: Option<Number>,
    /// What the strategy that was found loses by the values beside it: the sum of frequency times loss over all actions. `None` where no strategy was found.
    pub self_loss: Option<f64>,
    /// The standard error of that, where it was sampled.
    pub self_loss_se: Option<f64>,
    /// Of a search whose own error is known: how many other actions lose no more than that.
    pub within_model_error: Option<usize>,
}

impl Advice {
    /// By the reader's actions in the order in which they are [shown](ValuedAction::ordered); `None` where it is not for the reader to decide. `self_loss_se` is
    /// the standard error of what the strategy loses by its own values, where it was sampled.
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
            within_model_error: model_error.map(within),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Against;
    use crate::rules::Geisha;
    use hanamachi_core::search::strength::{Computed, Estimated, Exploitation};

    fn action(geisha: usize) -> Action {
        Action::secret(Geisha::ALL[geisha])
    }

    /// Secrets of the geisha in order: what each loses with which error, and how often it is played.
    fn actions(of: &[(f64, Option<f64>, f64)]) -> Vec<ValuedAction> {
        let number = |value| Number::from(Computed::new(value, Exploitation::Exact(0.001)));
        let valued = |(place, &(loss, loss_se, share)): (usize, &(f64, Option<f64>, f64))| ValuedAction {
            action: action(place),
            win: Some(number(0.6 - loss)),
            loss: Some(loss),
            loss_se,
            share,
            visits: None,
            frequency: Some(number(share)),
        };
        ValuedAction::ordered(of.iter().enumerate().map(valued).collect())
    }

    #[test]
    fn what_cannot_be_told_from_the_best_is_played_by_how_often_it_is_played() {
        let of = [
            (0.0, Some(0.0), 0.1),
            // Told from 0, however often it is played.
            (0.05, Some(0.01), 0.5),
            // Within its error, below half a point, and of an error that nobody knows.
            (0.02, Some(0.0103), 0.3),
            (0.0049, None, 0.06),
            (0.02, Some(f64::INFINITY), 0.04),
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
            win: value.map(|value| Estimated { value, standard_error: Some(0.01), n: None }.into()),
            loss: None,
            loss_se: None,
            share: 0.1,
            visits: Some(7),
            frequency: None,
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
