//! The algorithms by their names.

use clap::ValueEnum;

/// Variant of counterfactual regret minimization.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Algorithm {
    /// Full traversals, nothing forgotten (Zinkevich et al., 2007)
    Cfr,
    /// Regrets not below 0, later iterations weigh more (Tammelin et al., 2015)
    #[value(name = "cfr+")]
    CfrPlus,
    /// Linear: iteration t weighs t (Brown and Sandholm, 2019)
    Lcfr,
    /// Discounted, with the paper's exponents 3/2, 0 and 2 (Brown and Sandholm, 2019)
    Dcfr,
    /// Predictive (Farina, Kroer and Sandholm, 2021)
    #[value(name = "pcfr+")]
    PcfrPlus,
    /// Sampled: all own actions, one of everybody else's (Lanctot et al., 2009)
    External,
    /// The same with regrets not below 0
    #[value(name = "external+")]
    ExternalPlus,
    /// Sampled: one line of play (Lanctot et al., 2009)
    Outcome,
    /// The same with baselines against variance, and regrets not below 0 (Schmid et al., 2019)
    #[value(name = "vr-outcome+")]
    VrOutcomePlus,
}

/// Representation of the game for sampled algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Walked {
    /// The whole tree, compiled: faster, and refused where it does not fit --memory
    #[default]
    Compiled,
    /// The game itself, with a table of the information sets that were met: for trees too large to be compiled
    Implicit,
}

impl Algorithm {
    /// The name as the flag has it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cfr => "cfr",
            Self::CfrPlus => "cfr+",
            Self::Lcfr => "lcfr",
            Self::Dcfr => "dcfr",
            Self::PcfrPlus => "pcfr+",
            Self::External => "external",
            Self::ExternalPlus => "external+",
            Self::Outcome => "outcome",
            Self::VrOutcomePlus => "vr-outcome+",
        }
    }

    /// Whether the algorithm draws random numbers.
    pub(crate) const fn samples(self) -> bool {
        matches!(self, Self::External | Self::ExternalPlus | Self::Outcome | Self::VrOutcomePlus)
    }
}
