//! The actions of a position with what each is worth, however that was found.

use super::ranking::RankedAction;
use super::searched::under;
use crate::analysis::ModelError;
use crate::endgame::{OwnAction, Seen, SeenAction};
use crate::rules::Action;
use hanamachi_core::search::strength::{Computed, Exploitation, Number};

/// What may be lost without harm: half a point of a hundred.
pub const NEGLIGIBLE: f64 = 0.005;

/// Differences of these up to here may come from sampling: two standard errors, where they are known.
fn noise(one: Number, other: Number) -> f64 {
    one.standard_error().zip(other.standard_error()).map_or(0.0, |(one, other)| 2.0 * one.hypot(other))
}

/// An action with what it is worth to the reader: a decision of the reader's own, or what the reader [sees](Seen) of one of the
/// opponent's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValuedAction<A = Action> {
    /// The action.
    pub action: A,
    /// The probability that the reader wins the game with it, a shared game counting one half. `None` if a search never followed it.
    pub win: Option<Number>,
    /// What it wins less than the best action, as strong as that; `None` of the opponent's actions, and where `win` is not known.
    pub loss: Option<f64>,
    /// Of a search the share of it that followed the action, 0 to 1, which is no advice to mix; of an equilibrium the same as
    /// `frequency`.
    pub share: f64,
    /// How often a search followed it.
    pub visits: Option<u64>,
    /// How often the equilibrium that was found plays it; `None` where no equilibrium was found.
    pub frequency: Option<Number>,
}

impl From<&RankedAction> for ValuedAction {
    fn from(ranked: &RankedAction) -> Self {
        let RankedAction { action, win, share, visits } = *ranked;
        let win = win.map(Number::from);
        Self { action, win, loss: None, share, visits: Some(visits), frequency: None }
    }
}

impl ValuedAction {
    /// The reader's action in an equilibrium, in which utilities and frequencies are as strong as `of` makes them.
    pub(super) fn of_own(own: &OwnAction, of: &impl Fn(f64) -> Number) -> Self {
        Self::found(own.action, own.value, own.probability, of)
    }

    /// Whether it is as good as the best one as far as is known: it loses next to [nothing](NEGLIGIBLE), or what both were sampled with cannot
    /// tell them apart (two standard errors of their difference).
    #[must_use]
    pub fn is_close_to(&self, best: &Self) -> bool {
        let noise = self.win.zip(best.win).map_or(0.0, |(one, other)| noise(one, other));
        self.loss.is_some_and(|loss| loss <= NEGLIGIBLE.max(noise))
    }

    /// The same actions, each with what it loses against the best of them, the best first; ties stay in order.
    pub(super) fn by_loss(mut actions: Vec<Self>) -> Vec<Self> {
        let value = |of: &Self| of.win.map(Number::value);
        let best = actions.iter().filter_map(value).max_by(f64::total_cmp);
        for action in &mut actions {
            action.loss = best.zip(value(action)).map(|(best, win)| (best - win).max(0.0));
        }
        let known = |of: &Self| value(of).unwrap_or(-1.0);
        actions.sort_by(|one, other| known(other).total_cmp(&known(one)));
        actions
    }
}

impl ValuedAction<Seen> {
    /// The opponent's action in an equilibrium.
    pub(super) fn of_opponent(seen: &SeenAction, of: &impl Fn(f64) -> Number) -> Self {
        Self::found(seen.action, seen.value, seen.probability, of)
    }

    /// What a search let the opponent play.
    pub(super) fn of_search(ranked: &RankedAction) -> Self {
        let ValuedAction { action, win, loss, share, visits, frequency } = ValuedAction::from(ranked);
        Self { action: Seen::Open(action), win, loss, share, visits, frequency }
    }
}

impl<A> ValuedAction<A> {
    /// The same where what was played out is a strategy that is so exploitable: its share is how often it plays the action.
    pub fn play(&mut self, exploitability: Exploitation) {
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
            share: probability,
            visits: None,
            frequency: Some(of(probability)),
        }
    }
}

/// What to play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advice {
    /// What the equilibrium plays most of what is [as good as the best](ValuedAction::is_close_to) by its own values, or what loses least in
    /// a search. An approximate equilibrium errs, and where its values see that, nobody is told to err with it.
    pub action: Action,
    /// How often to play it; `None` where nobody knows an equilibrium.
    pub frequency: Option<Number>,
    /// What it wins; `None` if a search never followed it.
    pub win: Option<Number>,
    /// Of a search whose own error is known: how many other actions lose no more than that.
    pub within_model_error: Option<usize>,
}

impl Advice {
    /// By the reader's actions, the best first; `None` where it is not for the reader to decide.
    #[must_use]
    pub fn new(actions: &[ValuedAction], model_error: Option<ModelError>) -> Option<Self> {
        let often = |of: &ValuedAction| of.frequency.map_or(0.0, Number::value);
        let first = actions.first()?;
        let best = match first.frequency {
            Some(_) => {
                // Of several the first, which loses least.
                let good = actions.iter().filter(|of| of.is_close_to(first)).rev();
                good.max_by(|one, other| often(one).total_cmp(&often(other))).unwrap_or(first)
            }
            None => first,
        };
        let within = |error: ModelError| {
            let is_close = |of: &&ValuedAction| of.loss.is_some_and(|loss| loss <= error.mean);
            actions.iter().skip(1).filter(is_close).count()
        };
        Some(Self {
            action: best.action,
            frequency: best.frequency,
            win: best.win,
            within_model_error: model_error.map(within),
        })
    }

    /// What it wins more than the position is worth, `value`, when the equilibrium plays otherwise and errs by its own values: then whoever plays as often as it
    /// does wins less. `None` where no such difference is known.
    #[must_use]
    pub fn gain(&self, value: Number) -> Option<f64> {
        let win = self.frequency.and(self.win)?;
        let gain = win.value() - value.value();
        (gain > NEGLIGIBLE.max(noise(win, value))).then_some(gain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Against;
    use crate::rules::Geisha;
    use hanamachi_core::search::strength::{Computed, Estimated, Exploitation};

    fn estimated(geisha: usize, win: Option<f64>) -> ValuedAction {
        let win = win.map(|value| Estimated { value, standard_error: Some(0.01), n: None });
        let action = Action::secret(Geisha::ALL[geisha]);
        ValuedAction::from(&RankedAction { action, win, share: 0.1, visits: 7 })
    }

    #[test]
    fn advice_of_a_search_is_what_loses_least_and_counts_what_may_be_as_good() {
        let wins = [Some(0.5), None, Some(0.56), Some(0.55), Some(0.52)];
        let actions = (0..).zip(wins).map(|(geisha, win)| estimated(geisha, win)).collect();
        let actions = ValuedAction::by_loss(actions);
        let losses: Vec<Option<f64>> =
            actions.iter().map(|of| of.loss.map(|loss| (1e6 * loss).round() / 1e6)).collect();
        assert_eq!(losses, [Some(0.0), Some(0.01), Some(0.04), Some(0.06), None]);
        let error = ModelError { mean: 0.045, largest: 0.1, n: 1, against: Against::BlockSizes };
        let advice = Advice::new(&actions, Some(error)).unwrap();
        assert_eq!((advice.action, advice.frequency), (Action::secret(Geisha::ALL[2]), None));
        assert_eq!(advice.within_model_error, Some(2));
        assert_eq!(Advice::new(&[], None), None);
    }

    /// Secrets with how often an equilibrium plays each, and what utility it has.
    fn of_equilibrium(found: &[(f64, f64)], number: impl Fn(f64) -> Number) -> Vec<ValuedAction> {
        let own = |(place, &(probability, value)): (usize, &(f64, f64))| {
            let own = OwnAction { action: Action::secret(Geisha::ALL[place]), probability, value };
            ValuedAction::of_own(&own, &number)
        };
        ValuedAction::by_loss(found.iter().enumerate().map(own).collect())
    }

    #[test]
    fn advice_of_an_equilibrium_is_what_it_plays_most_of_what_is_good() {
        let number = |value| Number::from(Computed::new(value, Exploitation::Exact(0.001)));
        let advised = |found: &[(f64, f64)]| {
            let advice = Advice::new(&of_equilibrium(found, number), None).unwrap();
            (advice.action, advice.frequency)
        };
        // A utility of 0.2 is a win in 60 %.
        let wins = of_equilibrium(&[(0.3, 0.2)], number);
        assert!((wins[0].win.unwrap().value() - 0.6).abs() < 1e-12);
        let second = Action::secret(Geisha::ALL[1]);
        assert_eq!(advised(&[(0.3, 0.2), (0.7, 0.195)]), (second, Some(number(0.7))));
        // What is played nearly always, and loses five points.
        assert_eq!(advised(&[(0.9, 0.1), (0.1, 0.2)]), (second, Some(number(0.1))));
        let advice = Advice::new(&of_equilibrium(&[(0.9, 0.1), (0.1, 0.2)], number), None).unwrap();
        // It wins 60 %, and the equilibrium 55.5 %.
        assert!((advice.gain(number(0.555)).unwrap() - 0.045).abs() < 1e-12);
        assert_eq!(advice.gain(number(0.597)), None);
        // What is sampled so roughly that it may be as good.
        let rough = |value| {
            let exploitability = Exploitation::AtLeast(0.1);
            Number::Computed(Computed { value, exploitability, standard_error: Some(0.08) })
        };
        let advice = Advice::new(&of_equilibrium(&[(0.9, 0.1), (0.1, 0.2)], rough), None).unwrap();
        assert_eq!((advice.action, advice.within_model_error), (Action::secret(Geisha::ALL[0]), None));
    }
}
