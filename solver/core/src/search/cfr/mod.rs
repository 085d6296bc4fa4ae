//! Counterfactual regret minimization for any two-player game with chance and hidden information.
//!
//! If two players lower their regret in every information set, as if each set were a game of its own, their
//! *average* strategies approach an equilibrium (M. Zinkevich, M. Johanson, M. Bowling and C. Piccione,
//! 2007). There are three kinds of traversal, for three sizes of games:
//!
//! | traversal | memory | use |
//! |---|---|---|
//! | [`Cfr`] over the [`sequence_form`] | every information set and every pair of sequences | games that are to be solved completely; the fastest |
//! | [`public_tree`] | regrets and averages alone; the game computes the rest on the fly | endgames with millions of hands |
//! | [`External`] sampling of the game itself | visited information sets | games too large for the others; the result has a sampling error |
//!
//! | module | contents |
//! |---|---|
//! | `regret_rule` | [`RegretRule`]: from regrets to strategies; the variants of the algorithm |
//! | [`sequence_form`] | a game compiled to each player's sequences and a sparse matrix |
//! | `full` | [`Cfr`]: full traversals of the sequence form, parallel and resumable |
//! | `best_response` | [`Exploitability`], best responses, the value of one strategy against another: exact |
//! | `run` | [`CfrRun`]: a run of either over a game to a goal, with the curve of its measurements |
//! | `target` | when a run measures, and whether its target is reached or out of reach |
//! | [`public_tree`] | the same for public trees with vectors of private states |
//! | `external` | [`External`] sampling with linear weighting, parallel and resumable |

mod best_response;
mod external;
mod full;
pub mod public_tree;
mod regret_rule;
mod run;
pub mod sequence_form;
mod target;

pub use best_response::Exploitability;
pub use external::{External, ExternalRestoreError, SampledAverage, SavedExternal};
pub use full::{Average, Averaging, Cfr, Current, RestoreError, SavedCfr, SavedPlayer};
pub use regret_rule::{Discount, RegretRule};
pub use run::{CfrGoal, CfrRun, CfrState, Measured};
pub use sequence_form::{Behavior, CompileError, SequenceForm};
pub use target::RESOLUTION;

use crate::game::HiddenInformation;

/// Behavior strategies of both players: a distribution over the actions of each information state.
///
/// The average strategy of a run approaches an equilibrium; the current strategy is only that of the next
/// iteration. They have different types wherever both exist.
pub trait Strategy<G: HiddenInformation + ?Sized>: Sync {
    /// Replaces the contents of `probabilities` by the probability of each of the `actions` legal actions, in
    /// their order. They are nonnegative and sum to 1, up to rounding.
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>);
}

/// The uniform strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: HiddenInformation + ?Sized> Strategy<G> for Uniform {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
    fn probabilities(&self, _information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        probabilities.resize(actions, 1.0 / actions as f64);
    }
}
