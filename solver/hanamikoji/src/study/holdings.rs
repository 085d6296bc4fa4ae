//! Probable contents of the opponent's hand, secret and trade-off.

use crate::analysis::{Method, Past, WordSetting};
use crate::knowledge::canonical::Canonical;
use crate::knowledge::{Beliefs, Copies, InformationSet};
use crate::learn::NetworkPolicy;
use crate::policy::{Policy, SharedPolicy};
use crate::ranges::Posterior;
use crate::rules::{Geisha, Hidden, Place, Round};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::strength::{HasStrength, Strength};

/// Probable locations of the unseen cards, and the basis of these beliefs.
///
/// ```
/// use hanamachi_solver::hanamikoji::analysis::Past;
/// use hanamachi_solver::hanamikoji::study::Holdings;
/// use hanamachi_solver::hanamikoji::{Game, InformationSet, Place};
/// use hanamachi_solver::search::strength::{HasStrength, Strength};
///
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let holdings = Holdings::new(&round, &set, Past::Uniform);
/// assert_eq!(holdings.strength(), Strength::Proved);
/// // One C is unseen; three of the eleven unseen cards are in the opponent's hand.
/// let c = holdings.unseen().find(|row| row.geisha.letter() == 'C').unwrap();
/// assert_eq!((c.count, c.places[0].0, c.places[0].1.any()), (1, Place::Hand, 3.0 / 11.0));
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Holdings {
    /// For each place and geisha, the distribution of the number of her cards.
    pub beliefs: Beliefs,
    /// How the opponent is thought to have played; `None` for another policy than those that [`Past`] names.
    pub basis: Option<Past>,
    /// Assumed probability of a random action: always set for the equilibrium, for another policy only where
    /// it never plays the actions that were seen.
    pub tremble: Option<f64>,
    /// The unseen cards and the places where they lie.
    pub hidden: Hidden,
}

/// Possible locations of the unseen cards of a geisha.
#[derive(Clone, PartialEq, Debug)]
pub struct UnseenCards<'a> {
    /// The geisha.
    pub geisha: Geisha,
    /// Number of her unseen cards.
    pub count: u32,
    /// For each place that holds unseen cards, the distribution of the number of hers.
    pub places: Vec<(Place, &'a Copies)>,
}

impl Holdings {
    /// Beliefs of the player with this information set under this model of the opponent. The learned model
    /// requires the deals, actions and goals of the standard game.
    #[must_use]
    pub fn new(round: &Round, set: &InformationSet, past: Past) -> Self {
        Self::under(round, set, past, past.policy())
    }

    /// The beliefs on which this search rests.
    #[must_use]
    pub fn of_search(round: &Round, set: &InformationSet, method: &Method) -> Self {
        let rules = set.rules();
        Self::under(round, set, method.opponent(rules), method.opponent_policy(rules))
    }

    fn under(round: &Round, set: &InformationSet, past: Past, policy: Option<SharedPolicy>) -> Self {
        let Some(policy) = policy else {
            let hidden = round.hidden(set.key());
            let beliefs = Beliefs::uniform(&hidden);
            return Self { beliefs, basis: Some(Past::Uniform), tremble: None, hidden };
        };
        let found = Self::found(round, set, &policy, RunContext::unwatched());
        let of_equilibrium = (past == Past::Equilibrium).then_some(NetworkPolicy::TREMBLE);
        Self { basis: Some(past), tremble: of_equilibrium.or(found.tremble), ..found }
    }

    /// Beliefs if the opponent plays this policy. If the policy [treats](Policy::is_symmetric) geisha that are alike alike, so do the
    /// beliefs: those about exchanged positions are exchanged. The progress counts the decisions about which the policy was asked.
    ///
    /// # Errors
    ///
    /// The reason of a stop.
    pub fn of_policy(
        round: &Round,
        set: &InformationSet,
        policy: &(impl Policy + ?Sized),
        context: RunContext<'_>,
    ) -> Result<Self, Stop> {
        let found = Self::found(round, set, policy, context);
        context.cancel.reason().map_or(Ok(found), Err)
    }

    /// The beliefs, from the posterior of the canonical position if the policy is symmetric; invalid once the token of the context is set.
    fn found(
        round: &Round,
        set: &InformationSet,
        policy: &(impl Policy + ?Sized),
        context: RunContext<'_>,
    ) -> Self {
        let (beliefs, tremble) = if policy.is_symmetric() {
            let canonical = Canonical::new(round, set);
            let posterior = Posterior::found(round, canonical.set.key(), policy, context);
            let beliefs = posterior.beliefs().pooled(&canonical.same).under(canonical.back);
            (beliefs, posterior.tremble())
        } else {
            let posterior = Posterior::found(round, set.key(), policy, context);
            (posterior.beliefs(), posterior.tremble())
        };
        Self { beliefs, basis: None, tremble, hidden: round.hidden(set.key()) }
    }

    /// Assumed play of the opponent in one word: `uniform` (no model), `learned`, `equilibrium`, or `policy`.
    #[must_use]
    pub fn basis_word(&self) -> &'static str {
        self.basis.map_or("policy", WordSetting::word)
    }

    /// The places that hold unseen cards.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        Place::ALL.into_iter().filter(|&place| self.hidden.size(place) > 0)
    }

    /// Every geisha with unseen cards, and their possible locations.
    pub fn unseen(&self) -> impl Iterator<Item = UnseenCards<'_>> {
        self.hidden.unseen().kinds().map(|(geisha, count)| UnseenCards {
            geisha,
            count,
            places: self.places().map(|place| (place, self.beliefs.copies(place, geisha))).collect(),
        })
    }
}

impl HasStrength for Holdings {
    /// Proved where every placement of the cards is as likely; computed under a model of how the opponent plays.
    fn strength(&self) -> Strength {
        match self.basis {
            Some(Past::Uniform) => Strength::Proved,
            Some(Past::Learned | Past::Equilibrium) | None => Strength::Computed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Settings;
    use crate::rules::Game;
    use hanamachi_core::search::budget::CancelToken;

    /// Under any model of the opponent, the expected numbers of cards add up: over places to the unseen cards
    /// of a geisha, over geisha to the cards in a place.
    #[test]
    fn expected_numbers_add_up() {
        for text in ["+..-... 2 ABDFG 2XX,3EEG-E,1X", "....... 1 ABCDEFG -", "....... 2 ABDEFG 4ACBD"] {
            let set: InformationSet = text.parse().unwrap();
            let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
            for opponent in [Past::Uniform, Settings::ANALYSIS.opponent] {
                let holdings = Holdings::new(&round, &set, opponent);
                let mut in_place = [0.0; Place::ALL.len()];
                for row in holdings.unseen() {
                    let sum: f64 = row.places.iter().map(|(_, copies)| copies.expected()).sum();
                    assert!((sum - f64::from(row.count)).abs() < 1e-9, "{text} {}", row.geisha);
                    for (place, copies) in row.places {
                        in_place[place as usize] += copies.expected();
                    }
                }
                for place in Place::ALL {
                    let size = f64::from(holdings.hidden.size(place));
                    assert!((in_place[place as usize] - size).abs() < 1e-9, "{text} {place:?}");
                }
                let is_learned = opponent != Past::Uniform;
                assert_eq!((holdings.basis == Some(Past::Learned)), is_learned);
            }
        }
    }

    #[test]
    fn a_stopped_policy_gives_no_beliefs() {
        let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse().unwrap();
        let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
        let policy = NetworkPolicy::standard().unwrap();
        let cancel = CancelToken::new();
        cancel.cancel(Stop::Interrupted);
        let stopped = Holdings::of_policy(&round, &set, policy, RunContext::silent(&cancel));
        assert_eq!(stopped.map(|found| found.tremble), Err(Stop::Interrupted));
    }
}
