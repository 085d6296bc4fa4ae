//! Kinds of numbers: proved, bounded, computed or estimated. The type of a result is its kind, and a number
//! never changes its kind on its way to a file or a page.
//!
//! | type | meaning of the number |
//! |---|---|
//! | [`Proved`] | exact: established by exhaustive search, by counting, or by the rules |
//! | [`Bounded`] | proved to lie between two others |
//! | [`Computed`] | value of strategies that are nearly an equilibrium: exact for these strategies, or with the sampling error of their play, and only close to the value of the game |
//! | [`Estimated`] | mean of a sample, with its standard error |
//!
//! [`Number`] is any of the four, for results whose kind is known only at run time. [`Strength`] is the kind
//! alone, one word in every output.
//!
//! ```
//! use hanamachi_solver::search::strength::{Bounded, Computed, Exploitation, HasStrength, Number, Strength};
//!
//! // Exploitability 0.002: the value over all hands has proved bounds, the value with given cards has none.
//! let over_all_hands = Number::from(Bounded { value: 0.163, low: 0.162, high: 0.164 });
//! let with_my_cards = Number::from(Computed::new(0.263, Exploitation::Exact(0.002)));
//! assert_eq!(over_all_hands.strength(), Strength::Bounded);
//! assert_eq!((with_my_cards.strength(), with_my_cards.interval()), (Strength::Computed, None));
//!
//! // A number derived from an estimate is an estimate.
//! assert_eq!(over_all_hands.of_an_estimate().strength(), Strength::Estimated);
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::estimate::{ClusterMean, Mean, Share, error_of_both};

/// Kind of a number, the strongest first.
///
/// Serialized, displayed and parsed as a word: `proved`, `bounded`, `computed`, `estimated`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Exact: established by exhaustive search, counting or the rules.
    Proved,
    /// Proved to lie in an interval.
    Bounded,
    /// Value under strategies that are an equilibrium up to a stated exploitability.
    Computed,
    /// Mean of a sample.
    Estimated,
}

impl Strength {
    /// All kinds, the strongest first.
    pub const ALL: [Self; 4] = [Self::Proved, Self::Bounded, Self::Computed, Self::Estimated];

    /// The word used in every output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Bounded => "bounded",
            Self::Computed => "computed",
            Self::Estimated => "estimated",
        }
    }

    /// Meaning of the word, as the rest of a sentence that begins with it.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Proved => "exact: established by exhaustive search, counting or the rules",
            Self::Bounded => "proved to lie in the interval shown",
            Self::Computed => {
                "value under the strategies found, an equilibrium up to the exploitability shown; exact unless a standard error is shown"
            }
            Self::Estimated => "from samples; ± is one standard error unless said otherwise",
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Error: the word is not a [`Strength`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected `proved`, `bounded`, `computed` or `estimated`")]
pub struct NoStrength;

impl FromStr for Strength {
    type Err = NoStrength;

    fn from_str(word: &str) -> Result<Self, NoStrength> {
        Self::ALL.into_iter().find(|strength| strength.word() == word).ok_or(NoStrength)
    }
}

/// Results that have a strength.
pub trait HasStrength {
    /// Kind of all numbers in the result, unless they have one of their own.
    fn strength(&self) -> Strength;
}

/// A **proved** result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proved<T>(pub T);

/// A **bounded** value: proved to lie between two numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounded {
    /// A number between the bounds: the value of the strategies that prove them.
    pub value: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Bounded {
    /// Bounds for a whole of which this value covers the share `share`, if the rest is only known to lie
    /// between −1 and 1.
    ///
    /// ```
    /// use hanamachi_solver::search::strength::Bounded;
    ///
    /// let half = Bounded { value: 0.5, low: 0.4, high: 0.6 }.over_share(0.5);
    /// assert!((half.low - -0.3).abs() < 1e-12 && (half.high - 0.8).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn over_share(self, share: f64) -> Self {
        let rest = 1.0 - share;
        Self { low: share * self.low - rest, high: share * self.high + rest, ..self }
    }
}

/// A **computed** value: the value of strategies that are nearly an equilibrium.
///
/// It is exact for these strategies unless it has a standard error. Other equilibria may have different
/// values for anything but the whole game: with given cards, or after an action that is never played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Computed {
    /// Their value.
    pub value: f64,
    /// Their exploitability.
    pub exploitability: Exploitation,
    /// Standard error of the value if it was found by sampled play of the strategies, infinite if the sample
    /// does not determine it; `None` if the value is exact for the strategies.
    pub standard_error: Option<f64>,
}

impl Computed {
    /// A value that is exact for strategies with this exploitability.
    #[must_use]
    pub const fn new(value: f64, exploitability: Exploitation) -> Self {
        Self { value, exploitability, standard_error: None }
    }
}

/// Exploitability of strategies as far as known: the mean gain of both best responses, in units of utility.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Exploitation {
    /// Computed by best responses over the whole game.
    Exact(f64),
    /// Lower bound: the gain of some responses, estimated; best responses may gain more.
    AtLeast(Estimated),
    /// Not measured.
    Unmeasured,
}

impl Exploitation {
    /// The number, if there is one.
    #[must_use]
    pub const fn value(self) -> Option<f64> {
        match self {
            Self::Exact(value) | Self::AtLeast(Estimated { value, .. }) => Some(value),
            Self::Unmeasured => None,
        }
    }

    /// Its standard error, if it is an estimate.
    #[must_use]
    pub const fn standard_error(self) -> Option<f64> {
        match self {
            Self::AtLeast(estimated) => estimated.standard_error,
            Self::Exact(_) | Self::Unmeasured => None,
        }
    }

    /// Combined bound for a mixture of strategies with two exploitabilities.
    fn worse(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(one), Self::Exact(other)) => Self::Exact(one.max(other)),
            (Self::Unmeasured, _) | (_, Self::Unmeasured) => Self::Unmeasured,
            (Self::Exact(exact), Self::AtLeast(bound)) | (Self::AtLeast(bound), Self::Exact(exact)) => {
                let exact = Estimated { value: exact, standard_error: None, n: None };
                Self::AtLeast(if bound.value < exact.value { exact } else { bound })
            }
            (Self::AtLeast(one), Self::AtLeast(other)) => {
                Self::AtLeast(if one.value < other.value { other } else { one })
            }
        }
    }

    /// Method of measurement, as printed: `exact`, `lower_bound` or `none`.
    #[must_use]
    pub const fn method(self) -> &'static str {
        match self {
            Self::Exact(_) => "exact",
            Self::AtLeast(_) => "lower_bound",
            Self::Unmeasured => "none",
        }
    }
}

/// An **estimated** value: the mean of a sample.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimated {
    /// The mean.
    pub value: f64,
    /// Standard error of the mean, if the sample determines it.
    pub standard_error: Option<f64>,
    /// Size of the sample, if its draws are independent.
    pub n: Option<u64>,
}

impl From<Mean> for Estimated {
    fn from(mean: Mean) -> Self {
        Self { value: mean.value, standard_error: Some(mean.standard_error), n: Some(mean.n) }
    }
}

impl From<ClusterMean> for Estimated {
    fn from(mean: ClusterMean) -> Self {
        Self { value: mean.value, standard_error: mean.standard_error, n: Some(mean.n) }
    }
}

/// A number with its kind.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// See [`Proved`].
    Proved(f64),
    /// See [`Bounded`].
    Bounded(Bounded),
    /// See [`Computed`].
    Computed(Computed),
    /// See [`Estimated`].
    Estimated(Estimated),
}

impl Number {
    /// The number alone. Show it together with its [`strength`](HasStrength::strength).
    #[must_use]
    pub const fn value(self) -> f64 {
        match self {
            Self::Proved(value) => value,
            Self::Bounded(bounded) => bounded.value,
            Self::Computed(computed) => computed.value,
            Self::Estimated(estimated) => estimated.value,
        }
    }

    /// Standard error of an estimate, if known, or of a computed value that was sampled.
    #[must_use]
    pub const fn standard_error(self) -> Option<f64> {
        match self {
            Self::Estimated(estimated) => estimated.standard_error,
            Self::Computed(computed) => computed.standard_error,
            Self::Proved(_) | Self::Bounded(_) => None,
        }
    }

    /// The interval in which a bounded number was proved to lie.
    #[must_use]
    pub const fn interval(self) -> Option<[f64; 2]> {
        match self {
            Self::Bounded(Bounded { low, high, .. }) => Some([low, high]),
            Self::Proved(_) | Self::Computed(_) | Self::Estimated(_) => None,
        }
    }

    /// Converts the number to an estimate with unknown error, for numbers that depend on an estimate.
    #[must_use]
    pub const fn of_an_estimate(self) -> Self {
        match self {
            Self::Estimated(_) => self,
            Self::Proved(_) | Self::Bounded(_) | Self::Computed(_) => {
                Self::Estimated(Estimated { value: self.value(), standard_error: None, n: None })
            }
        }
    }

    /// Difference of two numbers, with the weaker of the two strengths. The errors of two samples are assumed
    /// to be independent, and two computed values to be of the same strategies, or of strategies that are at
    /// most as exploitable.
    ///
    /// ```
    /// use hanamachi_solver::search::strength::{Bounded, Number};
    ///
    /// let bounded = Number::from(Bounded { value: 0.5, low: 0.4, high: 0.6 });
    /// let [low, high] = bounded.minus(Number::Proved(0.25)).interval().unwrap();
    /// assert!((low - 0.15).abs() < 1e-12 && (high - 0.35).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        let value = self.value() - other.value();
        match self.strength().max(other.strength()) {
            Strength::Proved => Self::Proved(value),
            Strength::Bounded => {
                let ends = |number: Self| number.interval().unwrap_or([number.value(); 2]);
                let ([low, high], [other_low, other_high]) = (ends(self), ends(other));
                Self::Bounded(Bounded { value, low: low - other_high, high: high - other_low })
            }
            Strength::Computed => {
                let of = |number: Self| match number {
                    Self::Computed(computed) => computed.exploitability,
                    _ => Exploitation::Exact(0.0),
                };
                let standard_error = match (self.standard_error(), other.standard_error()) {
                    (None, None) => None,
                    (one, other) => Some(error_of_both(one.unwrap_or_default(), other.unwrap_or_default())),
                };
                Self::Computed(Computed { value, exploitability: of(self).worse(of(other)), standard_error })
            }
            Strength::Estimated => {
                let error = |number: Self| match number {
                    Self::Estimated(estimated) => estimated.standard_error,
                    _ => Some(0.0),
                };
                let standard_error =
                    error(self).zip(error(other)).map(|(one, other)| error_of_both(one, other));
                Self::Estimated(Estimated { value, standard_error, n: None })
            }
        }
    }

    /// Probability of winning for a utility from −1 to 1.
    #[must_use]
    pub fn probability(self) -> Self {
        match self {
            Self::Proved(value) => Self::Proved(probability(value)),
            Self::Bounded(Bounded { value, low, high }) => Self::Bounded(Bounded {
                value: probability(value),
                low: probability(low),
                high: probability(high),
            }),
            Self::Computed(computed) => {
                let standard_error = computed.standard_error.map(|error| error / 2.0);
                Self::Computed(Computed { value: probability(computed.value), standard_error, ..computed })
            }
            Self::Estimated(estimated) => Self::Estimated(estimated.probability()),
        }
    }
}

impl Estimated {
    /// Probability of winning for a utility from −1 to 1, with the error of the probability.
    #[must_use]
    pub fn probability(self) -> Self {
        Self {
            value: probability(self.value),
            standard_error: self.standard_error.map(|error| error / 2.0),
            n: self.n,
        }
    }
}

/// Maps −1 to 1 to 0 to 1, and clamps rounding errors.
fn probability(utility: f64) -> f64 {
    f64::midpoint(utility, 1.0).clamp(0.0, 1.0)
}

impl From<Proved<f64>> for Number {
    fn from(Proved(value): Proved<f64>) -> Self {
        Self::Proved(value)
    }
}

impl From<Bounded> for Number {
    fn from(bounded: Bounded) -> Self {
        Self::Bounded(bounded)
    }
}

impl From<Computed> for Number {
    fn from(computed: Computed) -> Self {
        Self::Computed(computed)
    }
}

impl<T: Into<Estimated>> From<T> for Number {
    fn from(estimated: T) -> Self {
        Self::Estimated(estimated.into())
    }
}

impl HasStrength for Number {
    fn strength(&self) -> Strength {
        match self {
            Self::Proved(_) => Strength::Proved,
            Self::Bounded(_) => Strength::Bounded,
            Self::Computed(_) => Strength::Computed,
            Self::Estimated(_) => Strength::Estimated,
        }
    }
}

macro_rules! always {
    ($strength:ident: $($type:ty),+) => {
        $(impl HasStrength for $type {
            fn strength(&self) -> Strength {
                Strength::$strength
            }
        })+
    };
}

always!(Bounded: Bounded);
always!(Computed: Computed);
always!(Estimated: Estimated, Mean, ClusterMean, Share);

impl<T> HasStrength for Proved<T> {
    fn strength(&self) -> Strength {
        Strength::Proved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_the_same_however_they_are_written() {
        for strength in Strength::ALL {
            let word = strength.word();
            assert_eq!(strength.to_string(), word);
            assert_eq!(word.parse(), Ok(strength));
            assert_eq!(serde_json::to_value(strength).unwrap(), word);
            assert_eq!(serde_json::from_value::<Strength>(word.into()).unwrap(), strength);
        }
        assert_eq!("exact".parse::<Strength>(), Err(NoStrength));
    }

    #[test]
    fn what_rests_on_an_estimate_is_one() {
        let numbers = [
            Number::from(Proved(0.5)),
            Bounded { value: 0.5, low: 0.4, high: 0.6 }.into(),
            Computed::new(0.5, Exploitation::Exact(0.01)).into(),
            Mean { value: 0.5, standard_error: 0.1, n: 9 }.into(),
        ];
        for (number, strength) in numbers.into_iter().zip(Strength::ALL) {
            assert_eq!(number.strength(), strength);
            assert_eq!(number.interval().is_some(), strength == Strength::Bounded);
            let rests = number.of_an_estimate();
            assert_eq!((rests.strength(), rests.interval()), (Strength::Estimated, None));
            assert_eq!(rests.value().to_bits(), number.value().to_bits());
            assert_eq!(rests.standard_error(), number.standard_error());
        }
    }

    #[test]
    fn a_difference_is_as_strong_as_the_weaker_number() {
        let numbers = [
            Number::from(Proved(0.5)),
            Bounded { value: 0.5, low: 0.4, high: 0.6 }.into(),
            Computed::new(0.5, Exploitation::Exact(0.01)).into(),
            Mean { value: 0.5, standard_error: 0.03, n: 9 }.into(),
        ];
        for (one, strength) in numbers.into_iter().zip(Strength::ALL) {
            for (other, other_strength) in numbers.into_iter().zip(Strength::ALL) {
                let difference = one.minus(other);
                assert_eq!(difference.strength(), strength.max(other_strength));
                assert_eq!(difference.value().to_bits(), 0.0_f64.to_bits());
            }
        }
        let [_, bounded, computed, estimated] = numbers;
        assert!(
            bounded
                .minus(bounded)
                .interval()
                .unwrap()
                .map(f64::abs)
                .iter()
                .all(|end| (end - 0.2).abs() < 1e-12)
        );
        assert_eq!(estimated.minus(computed).standard_error(), Some(0.03));
        let other = Number::from(Mean { value: 0.1, standard_error: 0.04, n: 9 });
        assert!((estimated.minus(other).standard_error().unwrap() - 0.05).abs() < 1e-12);
        let unmeasured = Number::from(Computed::new(0.2, Exploitation::Unmeasured));
        let Number::Computed(of) = computed.minus(unmeasured) else { panic!("computed") };
        assert_eq!(of.exploitability, Exploitation::Unmeasured);
    }

    #[test]
    fn a_utility_becomes_a_probability_with_all_that_belongs_to_it() {
        let bounded = Number::from(Bounded { value: 0.0, low: -0.5, high: 0.5 }).probability();
        assert_eq!((bounded.value().to_bits(), bounded.interval()), (0.5_f64.to_bits(), Some([0.25, 0.75])));
        let estimated = Number::from(Mean { value: 1.0, standard_error: 0.5, n: 4 }).probability();
        assert_eq!(
            (estimated.value().to_bits(), estimated.standard_error()),
            (1.0_f64.to_bits(), Some(0.25))
        );
    }
}
