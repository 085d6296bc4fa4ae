//! Names of the algorithms.

use clap::ValueEnum;

/// Variant of counterfactual regret minimization.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Algorithm {
    /// Full traversals, without discounting (Zinkevich et al., 2007)
    Cfr,
    /// Regrets floored at 0, more weight on later iterations (Tammelin et al., 2015)
    #[value(name = "cfr+")]
    CfrPlus,
    /// Linear: iteration t has weight t (Brown and Sandholm, 2019)
    Lcfr,
    /// Discounted, with the paper's exponents 3/2, 0 and 2 (Brown and Sandholm, 2019)
    Dcfr,
    /// Predictive (Farina, Kroer and Sandholm, 2021)
    #[value(name = "pcfr+")]
    PcfrPlus,
    /// External sampling: all own actions, one of the opponent's and of chance (Lanctot et al., 2009)
    External,
    /// External sampling with regrets floored at 0
    #[value(name = "external+")]
    ExternalPlus,
    /// Outcome sampling: one line of play (Lanctot et al., 2009)
    Outcome,
    /// Outcome sampling with variance-reducing baselines and regrets floored at 0 (Schmid et al., 2019)
    #[value(name = "vr-outcome+")]
    VrOutcomePlus,
}

/// Representation of the game for sampled algorithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub(crate) enum Walked {
    /// The whole tree, compiled: faster, but refused if it does not fit into --memory
    #[default]
    Compiled,
    /// The game itself, with a table of the visited information sets: for trees too large to compile
    Implicit,
}

impl Algorithm {
    /// Returns the name, as in the flag.
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
