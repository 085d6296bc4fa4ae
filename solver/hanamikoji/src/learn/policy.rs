//! A network as a policy.

use crate::learn::encoder::RoundEncoder;
use crate::policy::{Policy, Tremble, Unsuited, symmetrise};
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::learning::{Activations, Encoder, Encoding, Network, TrainingSettings};
use hanamachi_core::search::strength::{Estimated, Exploitation};

/// The policy of a network that was trained for some rules. It is symmetric: its probabilities are averaged over the orders of
/// geisha of which the player knows the same.
#[derive(Clone, Debug)]
pub struct NetworkPolicy {
    rules: Rules,
    encoder: RoundEncoder,
    network: Network,
}

impl NetworkPolicy {
    /// The policy of this network, trained for rounds with these rules.
    #[must_use]
    pub const fn new(rules: Rules, encoder: RoundEncoder, network: Network) -> Self {
        Self { rules, encoder, network }
    }

    /// Probability of a uniformly random action that beliefs assume for a player of this policy. The
    /// network's probabilities of very rare actions are noise, and an opponent who plays one of them follows
    /// a strategy of their own.
    pub const TREMBLE: f64 = 0.02;

    /// The policy with [tremble](Self::TREMBLE).
    #[must_use]
    pub fn trembling(&self) -> Tremble<&Self> {
        Tremble::new(self, Self::TREMBLE)
    }

    /// Exploitability of the [standard](Self::standard) policy in a round of a game with these rules that begins with these markers, in
    /// utility per round: the gain of a local best response, which is only a lower bound. Under neutral
    /// markers it is 0.050 ± 0.010, in 600 deals
    /// (`hanamachi hanamikoji exploit policy --rounds 600 --seed 1`). Under other markers more is at stake;
    /// the value was measured with markers as they occur in games of the policy, 0.113 ± 0.016 in 600 deals
    /// (`--layouts play`). In a game with a limited number of rounds it was not measured: the policy was trained for games without a
    /// limit, and in a last round, which decides the game, it is far more exploitable.
    #[must_use]
    pub fn exploitability(rules: &Rules, favour: Favour) -> Exploitation {
        if rules.rounds.is_some() {
            return Exploitation::Unmeasured;
        }
        let (value, standard_error) = if favour == Favour::NEUTRAL { (0.050, 0.010) } else { (0.113, 0.016) };
        Exploitation::AtLeast(Estimated { value, standard_error: Some(standard_error), n: None })
    }

    /// Networks with which training may begin: action values, of which only the differences are right, and
    /// the policy.
    pub(crate) fn networks(&self) -> (Network, Network) {
        let [_, last] = TrainingSettings::default().temperature;
        #[expect(clippy::cast_possible_truncation, reason = "weights are in single precision")]
        let values = self.network.clone().scaled(last as f32);
        (values, self.network.clone())
    }

    pub(super) const fn network(&self) -> &Network {
        &self.network
    }

    /// The rules of its training.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The probabilities of the network, which orders [tied](symmetrise) geisha by their letters.
    fn of_names(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        thread_local! {
            static MEMORY: std::cell::RefCell<(Encoding, Activations)> = std::cell::RefCell::default();
        }
        MEMORY.with_borrow_mut(|(encoding, activations)| {
            encoding.clear();
            self.encoder.encode(round, information, actions, encoding);
            self.network.probabilities(encoding, activations, probabilities);
        });
    }
}

impl Policy for NetworkPolicy {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        let alike = |rules: &Rules| (rules.pack(), rules.actions());
        if alike(rules) == alike(&self.rules) {
            return Ok(());
        }
        Err(Unsuited { reason: "the network was trained for other geisha or actions".to_owned() })
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        self.of_names(round, information, actions, probabilities);
        symmetrise(round, information, actions, probabilities, |information, actions, probabilities| {
            self.of_names(round, information, actions, probabilities);
        });
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
