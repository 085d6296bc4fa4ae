//! Searches: the first request for an answer, and the faults when there is none.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::analysis::{AnalysisError, Method};
use hanamachi_solver::hanamikoji::study::{EvaluateError, SolveError};
use hanamachi_solver::search::root_values::Effort;

use crate::fault::{Fault, FaultKind};

/// The fault for a failed search.
pub(super) fn search_fault(error: AnalysisError) -> Fault {
    match error {
        AnalysisError::Stopped(stop) => stop.into(),
        AnalysisError::NotStandard | AnalysisError::NoNetwork => {
            Fault::refused("unsuited", error.to_string())
        }
    }
}

/// The fault for a position that was not solved.
pub(super) fn solve_fault(error: SolveError) -> Fault {
    match error {
        SolveError::Stopped(stop) => stop.into(),
        SolveError::Uncounted
        | SolveError::Memory { .. }
        | SolveError::Time { .. }
        | SolveError::OutOfTime(_)
        | SolveError::TooHard(_) => Fault::new(FaultKind::Limit, "limit_reached", error.to_string()),
        SolveError::Endgame(_) | SolveError::Unreachable => Fault::refused("unsuited", error.to_string()),
    }
}

/// The fault for a position that was not evaluated.
pub(super) fn evaluate_fault(error: EvaluateError) -> Fault {
    match error {
        EvaluateError::Solve(error) => solve_fault(error),
        EvaluateError::Search(error) => search_fault(error),
    }
}

/// Effort of the least that answers: of the equilibrium, whose frequencies are there at once.
pub(super) fn least(method: Method, seed: u64) -> Option<Effort> {
    is_rolled_out(method).then_some(Effort { seed, ..FEWEST_ROLLOUTS })
}

/// Effort of the first answer of a search that says something.
pub(super) fn quick(method: Method, seed: u64) -> Effort {
    Effort { seed, ..if is_rolled_out(method) { QUICK_ROLLOUTS } else { QUICK } }
}

const fn is_rolled_out(method: Method) -> bool {
    matches!(method, Method::Equilibrium)
}

/// Iterations of the first answer, in all and per block.
const QUICK: Effort = amounts(600, 60);
/// The same for rollouts, which take longer: a tenth of a second in a browser.
const QUICK_ROLLOUTS: Effort = amounts(200, 20);
/// As many as an answer needs.
const FEWEST_ROLLOUTS: Effort = amounts(40, 20);

const fn amounts(iterations: u64, block: u64) -> Effort {
    Effort { iterations, block_size: NonZeroU64::new(block).unwrap(), seed: 0 }
}
