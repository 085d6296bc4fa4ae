//! Learning a policy by self-play.
//!
//! Two networks look at what the player knows, nothing else. One learns the *values* of actions from games in which both players
//! play each action with a probability in proportion to e^(value / temperature); these are the players of R. `McKelvey` and T. Palfrey's
//! quantal response equilibrium ("Quantal Response Equilibria for Extensive Form Games", Experimental Economics 1, 1998). The other learns the
//! *average policy* of these players by cross-entropy, as in neural fictitious self-play (J. Heinrich and D. Silver, arXiv
//! 1603.01121), where best responses stand in the place of the soft ones. The average is what approaches an equilibrium as the temperature fades;
//! soft responses and their average hold still where best responses run in circles.
//!
//! From each game some variations are played, each from a random action at a decision of the game, the later ones first: who looks for weaknesses goes where
//! self-play seldom comes, and late decisions are by far the most.
//!
//! | file | contents |
//! |---|---|
//! | `encoding` | [`Encoder`]: what a network looks at, as a game tells it |
//! | `network` | [`Network`]: scores of actions, and the gradient |
//! | `wide` | the same with the widest instructions that there are |
//! | `optimizer` | Adam |
//! | `self_play` | games, and what is learned from each |
//! | `trainer` | [`Trainer`]: a run, to be saved and gone on with |

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
pub use trainer::{COLUMNS, Saved, Settings, Trainer};

use self_play::softmax;
use wide::Work;

impl Network {
    /// Replaces what is in `probabilities` by the softmax of the scores: the policy of a network that was trained to be one.
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
