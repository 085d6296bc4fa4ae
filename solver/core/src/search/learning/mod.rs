//! Learning a policy by self-play.
//!
//! Two networks use the player's information and nothing else. One is the *policy*, by which both players
//! play; the other learns the *values* of actions. The policy follows the gradient of the result of the game
//! and, with the temperature as its weight, of the entropy. The values are a control variate: with the policy
//! π, the values *Q*, *V* = Σ π *Q*, the action *b* that was played and its result *G*, the logit of action
//! *a* gets
//!
//! > π(*a*) (*Q*(*a*) − *V*) + (1[*a* = *b*] − π(*a*)) (*G* − *Q*(*b*)).
//!
//! If *G* is the result of the game, the mean over *b* is the gradient whatever the errors of the values
//! (J. Foerster and others, "Counterfactual Multi-Agent Policy Gradients", AAAI 2018, use a baseline of this
//! kind; S. Gu and others, "Q-Prop", ICLR 2017, correct it in this way). Here *G* is the λ-return, which
//! replaces a part of the result by *V* of the player's next decisions: less noise for a small bias. With the
//! entropy as regularizer such gradients approach an equilibrium as the temperature falls, where plain
//! gradients cycle, as in S. Sokota and others, "A Unified Approach to Reinforcement Learning, Quantal
//! Response Equilibria, and Two-Player Zero-Sum Games", ICLR 2023.
//!
//! The entropy that is left at the last temperature has a price, and with little of it self-play cycles again.
//! So the policy is also drawn to a *magnet*, by the Kullback–Leibler divergence from it: its own smoothed self of
//! some time ago, which is replaced now and then. That dampens the cycles as entropy does, and a policy that no
//! longer moves pays nothing for it (J. Perolat and others, "From Poincaré Recurrence to Convergence in Imperfect
//! Information Games: Finding Equilibrium via Regularization", ICML 2021; the moving magnets of Sokota and
//! others). So the temperature can fall further.
//!
//! From each game some variations are played: an opponent who looks for weaknesses leads into positions that
//! are rare in self-play. The first action of a variation is drawn from the policy or uniformly, by chance,
//! and the policy learns from it with its importance weight. A random action says nothing about the cards of
//! the player who takes it, whereas one of the policy does. So the opponent too learns from a variation with
//! the importance weight of its first action: without it, the opponent learns beliefs against a player who
//! plays at random now and then, and policies become several times as exploitable.
//!
//! | file | contents |
//! |---|---|
//! | `encoding` | [`Encoder`]: the input of a network, as defined by a game |
//! | `network` | [`Network`]: scores of actions, and their gradient |
//! | `wide` | the kernels of the network and of Adam with the widest vector instructions available |
//! | `optimizer` | Adam |
//! | `self_play` | games, and the training on each |
//! | `trainer` | [`Trainer`]: a run that can be saved and resumed |
//! | `imitation` | [`Imitation`]: learning from the decisions of another player instead |

#![expect(clippy::inline_always, reason = "what is compiled for several instruction sets must be inlined")]

mod encoding;
mod imitation;
mod network;
mod optimizer;
mod self_play;
#[cfg(test)]
mod tests;
mod trainer;
mod wide;

pub use encoding::{Change, Encoder, Encoding, Features, MOST_BRANCHES, SharedChanges};
pub use imitation::{Example, Imitation, Prediction};
pub use network::{Activations, Network};
pub use self_play::{BatchStatistics, GameSource};
pub use trainer::{COLUMNS, SavedTraining, Trainer, TrainingSettings};

use self_play::softmax;

impl Network {
    /// Replaces the contents of `probabilities` by the softmax of the scores: the policy of a network that
    /// was trained as one.
    pub fn probabilities(
        &self,
        encoding: &Encoding,
        activations: &mut Activations,
        probabilities: &mut Vec<f64>,
    ) {
        let [mut scores, mut shares] = std::mem::take(&mut activations.actions);
        self.scores(encoding, activations, &mut scores);
        softmax(&scores, 1.0, &mut shares);
        // Renormalized in double precision: callers rely on a sum of 1.
        let all: f64 = shares.iter().copied().map(f64::from).sum();
        probabilities.clear();
        probabilities.extend(shares.iter().map(|&share| f64::from(share) / all));
        activations.actions = [scores, shares];
    }
}
