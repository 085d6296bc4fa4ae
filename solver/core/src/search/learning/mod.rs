//! Learning a policy by self-play.
//!
//! Two networks use the player's information and nothing else. One learns the *values* of actions from games
//! in which both players play each action with a probability proportional to e^(value / temperature); these
//! are the players of R. `McKelvey` and T. Palfrey's quantal response equilibrium ("Quantal Response
//! Equilibria for Extensive Form Games", Experimental Economics 1, 1998). The other learns the *average
//! policy* of these players by cross-entropy, as in neural fictitious self-play (J. Heinrich and D. Silver,
//! arXiv 1603.01121), but with soft responses instead of best responses. The average approaches an
//! equilibrium as the temperature decreases; soft responses and their average converge where best responses
//! cycle.
//!
//! From each game some variations are played, each starting with a random action at a decision of the game,
//! later decisions first: an opponent who looks for weaknesses leads into positions that are rare in
//! self-play, and late decisions are by far the most numerous.
//!
//! | file | contents |
//! |---|---|
//! | `encoding` | [`Encoder`]: the input of a network, as defined by a game |
//! | `network` | [`Network`]: scores of actions, and their gradient |
//! | `wide` | the same computations with the widest vector instructions available |
//! | `optimizer` | Adam |
//! | `self_play` | games, and the training on each |
//! | `trainer` | [`Trainer`]: a run that can be saved and resumed |

#![expect(clippy::inline_always, reason = "what is compiled for several instruction sets must be inlined")]

mod encoding;
mod network;
mod optimizer;
mod self_play;
#[cfg(test)]
mod tests;
mod trainer;
mod wide;

pub use encoding::{Change, Encoder, Encoding, Features, MOST_BRANCHES, Part};
pub use network::{Activations, Network};
pub use self_play::{BatchStatistics, Source};
pub use trainer::{COLUMNS, SavedTraining, Settings, Trainer};

use self_play::softmax;
use wide::Work;

impl Network {
    /// Replaces the contents of `probabilities` by the softmax of the scores: the policy of a network that
    /// was trained as one.
    pub fn probabilities(
        &self,
        encoding: &Encoding,
        activations: &mut Activations,
        probabilities: &mut Vec<f64>,
    ) {
        let mut shares = Vec::with_capacity(encoding.len());
        wide::run(Probabilities { network: self, encoding, activations, shares: &mut shares });
        probabilities.clear();
        probabilities.extend(shares.into_iter().map(f64::from));
    }
}

struct Probabilities<'a> {
    network: &'a Network,
    encoding: &'a Encoding,
    activations: &'a mut Activations,
    shares: &'a mut Vec<f32>,
}

impl Work for Probabilities<'_> {
    type Yield = ();

    #[inline(always)]
    fn run(self) {
        let mut scores = Vec::with_capacity(self.encoding.len());
        self.network.scores(self.encoding, self.activations, &mut scores);
        softmax(&scores, 1.0, self.shares);
    }
}
