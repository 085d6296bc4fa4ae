//! Regret rules: the variants of counterfactual regret minimization.
//!
//! All of them keep one cumulative regret for each action of an information set, and play by regret matching
//! (S. Hart and A. Mas-Colell, 2000). They differ in four points: the discount of old regrets, the treatment of
//! negative regrets, the prediction of the next regret, and the weight of each iteration in the average.

/// Factors for the regrets in an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Discount {
    /// For older regrets above 0.
    pub positive: f64,
    /// For older regrets below 0.
    pub negative: f64,
    /// For those of the iteration.
    pub instantaneous: f64,
}

/// A variant of counterfactual regret minimization.
///
/// Departure from the papers: the players alternate within an iteration. Iterations are counted from 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RegretRule {
    /// The original algorithm: no discount, and all iterations have the same weight.
    ///
    /// M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete
    /// Information", NIPS 2007.
    Vanilla,
    /// CFR⁺: regrets never fall below 0, and iteration *t* has weight *t*.
    ///
    /// O. Tammelin, N. Burch, M. Johanson and M. Bowling, "Solving Heads-up Limit Texas Hold'em", IJCAI 2015,
    /// without a delay of the average.
    Plus,
    /// Discounted CFR: positive regrets from before iteration *t* shrink by *t*^α/(*t*^α + 1), negative ones by
    /// the same with β, and iteration *t* has weight *t*^γ.
    ///
    /// N. Brown and T. Sandholm, "Solving Imperfect-Information Games via Discounted Regret Minimization", AAAI
    /// 2019. The paper applies the factor of iteration *t* after adding its regrets; here it is applied before
    /// adding those of *t* + 1, which is equivalent.
    Discounted {
        /// Exponent of positive regrets.
        alpha: f64,
        /// Exponent of negative regrets.
        beta: f64,
        /// Exponent of the average.
        gamma: f64,
    },
    /// Predictive CFR⁺: CFR⁺ that predicts the last regrets to occur again; iteration *t* has weight *t*².
    ///
    /// G. Farina, C. Kroer and T. Sandholm, "Faster Game Solving via Predictive Blackwell Approachability:
    /// Connecting Regret Matching and Mirror Descent", AAAI 2021.
    PredictivePlus,
    /// No minimization: every action is as likely as any other in each iteration, so that the averages are
    /// uniform play.
    Uniform,
}

impl RegretRule {
    /// Discounted CFR with α = 3/2, β = 0, γ = 2, as recommended in the paper.
    pub const DISCOUNTED: Self = Self::Discounted { alpha: 1.5, beta: 0.0, gamma: 2.0 };
    /// Linear CFR: iteration *t* has weight *t*, both in the regrets and in the average.
    pub const LINEAR: Self = Self::Discounted { alpha: 1.0, beta: 1.0, gamma: 1.0 };
    /// The algorithms by their names in the literature; `dcfr` has the recommended exponents.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("cfr", Self::Vanilla),
        ("cfr+", Self::Plus),
        ("lcfr", Self::LINEAR),
        ("dcfr", Self::DISCOUNTED),
        ("pcfr+", Self::PredictivePlus),
    ];

    /// The algorithm of [this name](Self::NAMED).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|of| of.0 == name).map(|of| of.1)
    }

    /// Whether negative regrets are set to 0 (regret matching⁺).
    #[inline]
    #[must_use]
    pub const fn clips(self) -> bool {
        matches!(self, Self::Plus | Self::PredictivePlus)
    }

    /// Whether the strategy predicts the next instantaneous regret by the last one.
    #[inline]
    #[must_use]
    pub const fn predicts(self) -> bool {
        matches!(self, Self::PredictivePlus)
    }

    /// Factors for the regrets in this iteration.
    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    #[must_use]
    pub fn discount(self, iteration: u64) -> Discount {
        let Self::Discounted { alpha, beta, .. } = self else {
            let factor = if self == Self::Uniform { 0.0 } else { 1.0 };
            return Discount { positive: factor, negative: factor, instantaneous: factor };
        };
        let before = iteration.saturating_sub(1) as f64;
        let factor = |exponent: f64| {
            let power = libm::pow(before, exponent);
            power / (power + 1.0)
        };
        Discount { positive: factor(alpha), negative: factor(beta), instantaneous: 1.0 }
    }

    /// Weight of this iteration's strategies in the average, in any unit.
    #[expect(clippy::cast_precision_loss, reason = "below 2⁵³ iterations")]
    #[must_use]
    pub fn weight(self, iteration: u64) -> f64 {
        let iteration = iteration as f64;
        match self {
            Self::Vanilla | Self::Uniform => 1.0,
            Self::Plus => iteration,
            Self::Discounted { gamma, .. } => libm::pow(iteration, gamma),
            Self::PredictivePlus => iteration * iteration,
        }
    }

    /// Cumulative regret of an action after an iteration with this instantaneous regret.
    #[inline]
    #[must_use]
    pub fn accumulate(self, cumulative: f64, instantaneous: f64, discount: Discount) -> f64 {
        let kept = cumulative * if cumulative > 0.0 { discount.positive } else { discount.negative };
        let sum = kept + instantaneous * discount.instantaneous;
        if self.clips() { sum.max(0.0) } else { sum }
    }

    /// Weight proportional to the probability of an action. If all are 0, the strategy is uniform.
    #[inline]
    #[must_use]
    pub fn preference(self, cumulative: f64, last_instantaneous: f64) -> f64 {
        let forecast = if self.predicts() { cumulative + last_instantaneous } else { cumulative };
        forecast.max(0.0)
    }
}
