//! A network as a policy.

use super::file::NetworkFileError;
use super::standard;
use crate::learn::encoder::RoundEncoder;
use crate::policy::{Policy, Tremble, Unsuited};
use crate::rules::action::Action;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Rules};
use crate::rules::round::Round;
use hanamachi_core::search::learning::{Activations, Encoder, Encoding, Network, Settings};
use hanamachi_core::search::strength::Exploitation;

/// What a network plays that was trained for some rules.
#[derive(Clone, Debug)]
pub struct NetworkPolicy {
    rules: Rules,
    encoder: RoundEncoder,
    network: Network,
}

impl NetworkPolicy {
    /// This network, trained for rounds by these rules.
    #[must_use]
    pub const fn new(rules: Rules, encoder: RoundEncoder, network: Network) -> Self {
        Self { rules, encoder, network }
    }

    /// The policy for the standard game that comes with the library, trained as the metadata of its file say; `None` where the
    /// library was built without its feature `network` and nobody has [handed it over](Self::hand_over_standard).
    #[must_use]
    pub fn standard() -> Option<&'static Self> {
        standard::standard()
    }

    /// Hands over the file of the [standard](Self::standard) policy, `learn/standard.network`, to a library that was built without its
    /// feature `network`: from then on it is there for everybody in this process. Where it is there, the file is checked and nothing changes.
    ///
    /// # Errors
    ///
    /// When the file is damaged, or anything else than that network.
    pub fn hand_over_standard(file: &[u8]) -> Result<(), NetworkFileError> {
        standard::hand_over(file)
    }

    /// The same for games by these rules: `None` for reduced ones.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Option<&'static Self> {
        Self::standard().filter(|_| rules.is_standard_round())
    }

    /// How often whoever plays by it is taken to play any action alike, where beliefs are worked out: what the network says of actions that it
    /// hardly ever plays is noise, and an opponent who plays one of them has made up his own mind.
    pub const TREMBLE: f64 = 0.02;

    /// It with a hand that [trembles](Self::TREMBLE).
    #[must_use]
    pub fn trembling(&self) -> Tremble<&Self> {
        Tremble::new(self, Self::TREMBLE)
    }

    /// How exploitable the [standard](Self::standard) policy is in a round that begins with these markers, in utility of a round: what a local
    /// best response wins against it, which is no more than a lower bound. Under neutral markers that is 0.107 ± 0.006, in 2,000 deals
    /// (`hanamachi hanamikoji exploit policy --rounds 2000 --seed 1`). Under others more is at stake, and it is what was measured with markers as
    /// games of the policy have them, 0.217 ± 0.015 in 800 deals (`--layouts play`).
    #[must_use]
    pub fn exploitability(favour: Favour) -> Exploitation {
        Exploitation::AtLeast(if favour == Favour::NEUTRAL { 0.107 } else { 0.217 })
    }

    /// Scores that tell actions apart as values would that it plays at the last temperature of training, in utility: what they are together means
    /// nothing.
    pub(crate) fn as_values(&self) -> Network {
        let [_, last] = Settings::default().temperature;
        #[expect(clippy::cast_possible_truncation, reason = "weights are in single precision")]
        self.network.clone().scaled(last as f32)
    }

    /// The rules for which it was trained.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
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
        thread_local! {
            static MEMORY: std::cell::RefCell<(Encoding, Activations)> = std::cell::RefCell::default();
        }
        MEMORY.with_borrow_mut(|(encoding, activations)| {
            encoding.clear();
            self.encoder.encode(round, information, actions, encoding);
            self.network.probabilities(encoding, activations, probabilities);
        });
    }

    /// Which of two equal geisha comes first is decided by all that is known of each but the pairs of competitions.
    fn is_symmetric(&self) -> bool {
        !self.rules.actions().contains(Kind::Competition)
    }
}
