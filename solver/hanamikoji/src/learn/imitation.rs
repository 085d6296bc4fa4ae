//! The decisions of a player in recorded rounds, for a network that learns to predict them.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::encoder::RoundEncoder;
use super::policy::NetworkPolicy;
use crate::between_rounds::FavourEstimates;
use crate::knowledge::RoundRecord;
use crate::rules::action::Action;
use crate::rules::parameters::Rules;
use crate::rules::round::Game;
use hanamachi_core::game::Seat;
use hanamachi_core::search::learning::{Encoder, Encoding, Example, Imitation, Network};

/// Collects the decisions of a player as [examples](Example). Undecided rounds have the [built-in
/// values](FavourEstimates::built_in).
#[derive(Debug)]
pub struct Decisions {
    encoder: RoundEncoder,
    game: Game,
    estimates: FavourEstimates,
    actions: Vec<Action>,
    encoding: Encoding,
    examples: Vec<Example>,
}

impl Decisions {
    /// None yet, of games with these rules. `None` if no network can look at their rounds.
    #[must_use]
    pub fn new(rules: &Rules) -> Option<Self> {
        Some(Self {
            encoder: RoundEncoder::new(rules)?,
            game: Game::new(*rules),
            estimates: FavourEstimates::built_in(),
            actions: Vec::new(),
            encoding: Encoding::default(),
            examples: Vec::new(),
        })
    }

    /// Adds the decisions of the player in this seat, without those that leave no choice.
    ///
    /// # Panics
    ///
    /// If the record is of a game with other rules.
    pub fn add(&mut self, record: &RoundRecord, seat: Seat) {
        assert_eq!(record.rules(), self.game.rules(), "the same rules");
        let round = self.estimates.round(&self.game, record.round_number(), record.favour());
        for decision in record.decisions() {
            let information = decision.information_set.key();
            if information.seat() != seat {
                continue;
            }
            round.legal(information, &mut self.actions);
            let played = self.actions.iter().position(|&action| action == decision.action);
            let Some(played) = played.filter(|_| self.actions.len() > 1) else { continue };
            self.encoding.clear();
            self.encoder.encode(&round, information, &self.actions, &mut self.encoding);
            // A copy has no spare capacity.
            self.examples.push(Example { encoding: self.encoding.clone(), played });
        }
    }

    /// The decisions, in the order in which they came.
    #[must_use]
    pub fn examples(&self) -> &[Example] {
        &self.examples
    }

    /// Learns to predict them. Where there is a [policy for the rules](NetworkPolicy::for_rules), learning begins with
    /// it, otherwise with a random network.
    #[must_use]
    pub fn imitation(&self, seed: u64) -> Imitation<'_> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let known = NetworkPolicy::for_rules(self.game.rules()).map(|policy| policy.network().clone());
        let network = known.unwrap_or_else(|| Network::random(self.encoder.features(), &mut rng));
        Imitation::new(&self.examples, network, rng)
    }
}
