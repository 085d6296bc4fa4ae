//! Regret rules: the variants of counterfactual regret minimization, each a type, and [`Variant`] for a
//! choice at run time.
//!
//! All of them keep one cumulative regret for each action of an information set, and play by regret matching
//! (S. Hart and A. Mas-Colell, 2000). They differ in four points, the methods of [`RegretRule`]: the discount
//! of old regrets, the treatment of negative regrets, the prediction of the next regret, and the weight of
//! each iteration in the average.

/// Discount of the regrets of earlier iterations.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discount {
    /// Factor for regrets above 0.
    pub positive: f64,
    /// Factor for regrets below 0.
    pub negative: f64,
}

impl Discount {
    /// No discount.
    pub const NONE: Self = Self { positive: 1.0, negative: 1.0 };
}

/// A variant of counterfactual regret minimization.
///
/// Iterations are counted from 1.
pub trait RegretRule: Copy + Send + Sync {
    /// Whether negative regrets are set to 0 (regret matching⁺).
    fn clips(&self) -> bool;
    /// Whether the strategy predicts the next instantaneous regret by the last one.
    fn predicts(&self) -> bool;

    /// Discount of older regrets in this iteration.
    fn discount(&self, iteration: u64) -> Discount;

    /// Weight of this iteration's strategies in the average, in any unit.
    fn weight(&self, iteration: u64) -> f64;

    /// Cumulative regret of an action after an iteration with this instantaneous regret.
    fn accumulate(&self, cumulative: f64, instantaneous: f64, discount: Discount) -> f64 {
        let kept = cumulative * if cumulative > 0.0 { discount.positive } else { discount.negative };
        let sum = kept + instantaneous;
        if self.clips() { sum.max(0.0) } else { sum }
    }

    /// Weight proportional to the probability of an action. If all are 0, the strategy is uniform.
    fn preference(&self, cumulative: f64, last_instantaneous: f64) -> f64 {
        let forecast = if self.predicts() { cumulative + last_instantaneous } else { cumulative };
        forecast.max(0.0)
    }
}

/// The original algorithm: no discount, and all iterations have the same weight.
///
/// M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete
/// Information", NIPS 2007. Departure: the players alternate within an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Vanilla;

impl RegretRule for Vanilla {
    #[inline]
    fn clips(&self) -> bool {
        false
    }

    #[inline]
    fn predicts(&self) -> bool {
        false
    }

    fn discount(&self, _iteration: u64) -> Discount {
        Discount::NONE
    }

    fn weight(&self, _iteration: u64) -> f64 {
        1.0
    }
}

/// CFR⁺: regrets never fall below 0, and iteration *t* has weight *t*.
///
/// O. Tammelin, N. Burch, M. Johanson and M. Bowling, "Solving Heads-up Limit Texas Hold'em", IJCAI 2015, without a delay
/// of the average.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plus;

impl RegretRule for Plus {
    #[inline]
    fn clips(&self) -> bool {
        true
    }

    #[inline]
    fn predicts(&self) -> bool {
        false
    }

    fn discount(&self, _iteration: u64) -> Discount {
        Discount::NONE
    }

    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    fn weight(&self, iteration: u64) -> f64 {
        iteration as f64
    }
}

/// Discounted CFR: positive regrets from before iteration *t* shrink by *t*^α/(*t*^α + 1), negative ones by
/// the same with β, and iteration *t* has weight *t*^γ.
///
/// N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization", AAAI
/// 2019. The paper applies the factor of iteration *t* after adding its regrets; here it is applied before
/// adding those of *t* + 1, which is equivalent. Departure: the players alternate within an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discounted {
    /// Exponent of positive regrets.
    pub alpha: f64,
    /// Exponent of negative regrets.
    pub beta: f64,
    /// Exponent of the average.
    pub gamma: f64,
}

impl Discounted {
    /// α = 3/2, β = 0, γ = 2, as recommended in the paper.
    pub const RECOMMENDED: Self = Self { alpha: 1.5, beta: 0.0, gamma: 2.0 };
    /// Linear CFR: iteration *t* has weight *t*, both in the regrets and in the average.
    pub const LINEAR: Self = Self { alpha: 1.0, beta: 1.0, gamma: 1.0 };
}

impl RegretRule for Discounted {
    #[inline]
    fn clips(&self) -> bool {
        false
    }

    #[inline]
    fn predicts(&self) -> bool {
        false
    }

    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    fn discount(&self, iteration: u64) -> Discount {
        let before = iteration.saturating_sub(1) as f64;
        let factor = |exponent: f64| {
            let power = libm::pow(before, exponent);
            power / (power + 1.0)
        };
        Discount { positive: factor(self.alpha), negative: factor(self.beta) }
    }

    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    fn weight(&self, iteration: u64) -> f64 {
        libm::pow(iteration as f64, self.gamma)
    }
}

/// Predictive CFR⁺: CFR⁺ that predicts the last regrets to occur again; iteration *t* has weight *t*².
///
/// G. Farina, C. Kroer and T. Sandholm, "Faster Game Solving via Predictive Blackwell Approachability: Connecting Regret
/// Matching and Mirror Descent", AAAI 2021.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PredictivePlus;

impl RegretRule for PredictivePlus {
    #[inline]
    fn clips(&self) -> bool {
        true
    }

    #[inline]
    fn predicts(&self) -> bool {
        true
    }

    fn discount(&self, _iteration: u64) -> Discount {
        Discount::NONE
    }

    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    fn weight(&self, iteration: u64) -> f64 {
        let iteration = iteration as f64;
        iteration * iteration
    }
}

/// A rule chosen at run time: code generic in the rule is compiled once for all variants.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Variant {
    /// See [`Vanilla`].
    Vanilla,
    /// See [`Plus`].
    Plus,
    /// See [`Discounted`].
    Discounted(Discounted),
    /// See [`PredictivePlus`].
    PredictivePlus,
}

impl Variant {
    /// The variants by their names in the literature; `dcfr` has the recommended exponents.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("cfr", Self::Vanilla),
        ("cfr+", Self::Plus),
        ("lcfr", Self::Discounted(Discounted::LINEAR)),
        ("dcfr", Self::Discounted(Discounted::RECOMMENDED)),
        ("pcfr+", Self::PredictivePlus),
    ];

    /// The variant of [this name](Self::NAMED).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|of| of.0 == name).map(|of| of.1)
    }
}

impl From<Vanilla> for Variant {
    fn from(_: Vanilla) -> Self {
        Self::Vanilla
    }
}

impl From<Plus> for Variant {
    fn from(_: Plus) -> Self {
        Self::Plus
    }
}

impl From<Discounted> for Variant {
    fn from(rule: Discounted) -> Self {
        Self::Discounted(rule)
    }
}

impl From<PredictivePlus> for Variant {
    fn from(_: PredictivePlus) -> Self {
        Self::PredictivePlus
    }
}

impl RegretRule for Variant {
    #[inline]
    fn clips(&self) -> bool {
        matches!(self, Self::Plus | Self::PredictivePlus)
    }

    #[inline]
    fn predicts(&self) -> bool {
        matches!(self, Self::PredictivePlus)
    }

    fn discount(&self, iteration: u64) -> Discount {
        match self {
            Self::Discounted(rule) => rule.discount(iteration),
            Self::Vanilla | Self::Plus | Self::PredictivePlus => Discount::NONE,
        }
    }

    fn weight(&self, iteration: u64) -> f64 {
        match self {
            Self::Vanilla => Vanilla.weight(iteration),
            Self::Plus => Plus.weight(iteration),
            Self::Discounted(rule) => rule.weight(iteration),
            Self::PredictivePlus => PredictivePlus.weight(iteration),
        }
    }
}
