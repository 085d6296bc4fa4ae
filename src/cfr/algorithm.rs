//! The algorithms, and what a run may spend.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use hanamachi_solver::hanamikoji::objects::RoundObject;
use hanamachi_solver::table::disk::Existing;
use serde::Serialize;

use crate::failure::ByteSize;

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
    /// External sampling of the game itself, with linear weighting (Lanctot et al., 2009): for games too large for the others
    External,
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
        }
    }

    /// Whether the algorithm draws random numbers.
    pub(crate) const fn samples(self) -> bool {
        matches!(self, Self::External)
    }
}

/// Algorithm and limits.
#[derive(Clone, Debug)]
pub(crate) struct Effort {
    pub(crate) algorithm: Algorithm,
    pub(crate) iterations: u64,
    /// Number of iterations as requested, before the default.
    pub(crate) asked_iterations: Option<u64>,
    pub(crate) exploitability: Option<f64>,
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<ByteSize>,
    pub(crate) seed: u64,
    pub(crate) resume: Option<PathBuf>,
    /// The round, if the game is one of Hanamikoji.
    pub(crate) reduced: Option<Reduced>,
    /// Destination of the table, and treatment of an existing one.
    pub(crate) table: Option<(PathBuf, Existing)>,
}

/// A round of Hanamikoji, as it is solved.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) round: RoundObject,
    pub(crate) merged: Merged,
    /// File of the favour table that values undecided games, if there is one.
    pub(crate) favour_table: Option<PathBuf>,
}

/// Counts of information sets merged without loss.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Merged {
    pub(crate) draw_order: bool,
    pub(crate) removed_card: bool,
    /// Groups of geisha, by their letters.
    pub(crate) equal_geisha: Vec<String>,
}
