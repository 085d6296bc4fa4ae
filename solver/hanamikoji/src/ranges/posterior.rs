//! Posterior of all hidden cards, given a player's information.

use rand::{Rng, RngExt};

use super::{EPSILON, Private, Range, complete, orders, shown};
use crate::knowledge::Beliefs;
use crate::policy::Policy;
use crate::rules::card::Cards;
use crate::rules::hidden::{Hidden, Place};
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::root_values::DealSampler;

/// Posterior of the opponent's cards and the removed card, for a player who knows that the opponent plays by
/// a policy: exact up to rounding.
///
/// ```
/// use hanamachi_solver::hanamikoji::policy::UniformPolicy;
/// use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, InformationSet, Place, Posterior, Rules};
///
/// // The opponent, who plays at random, has offered three of a kind.
/// let set: InformationSet = "....... 2 ABCDEF 3GGG".parse()?;
/// let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
/// let posterior = Posterior::new(&round, set.key(), &UniformPolicy);
/// let sum: f64 = posterior.states().map(|(_, probability)| probability).sum();
/// assert!((sum - 1.0).abs() < 1e-9);
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Posterior {
    hidden: Hidden,
    seat: Seat,
    states: Vec<Private>,
    /// The cumulative probabilities of the states.
    cumulative: Vec<f64>,
    evidence: f64,
    tremble: Option<f64>,
}

impl Posterior {
    /// The posterior of a player with this information, when the opponent plays by this policy, which must be
    /// able to play by the rules of the round. If the policy never plays the observed actions, it
    /// [trembles](EPSILON).
    #[must_use]
    pub fn new(round: &Round, information: &Information, policy: &(impl Policy + ?Sized)) -> Self {
        Self::found(round, information, policy, RunContext::unwatched())
    }

    /// The same with a policy that takes its time: the progress counts the decisions about which it was asked.
    ///
    /// # Errors
    ///
    /// The reason of a stop.
    pub fn within(
        round: &Round,
        information: &Information,
        policy: &(impl Policy + ?Sized),
        context: RunContext<'_>,
    ) -> Result<Self, Stop> {
        let found = Self::found(round, information, policy, context);
        context.cancel.reason().map_or(Ok(found), Err)
    }

    /// The posterior; invalid once the token of the context is set.
    pub(crate) fn found(
        round: &Round,
        information: &Information,
        policy: &(impl Policy + ?Sized),
        context: RunContext<'_>,
    ) -> Self {
        let seat = information.seat();
        let hidden = round.hidden(information);
        let known = hidden.known();
        let own =
            Private { hand: known.hand(seat), secret: known.secret(seat), trade_off: known.trade_off(seat) };
        let may_hold = round.pack().minus(own.cards()).minus(shown(information)[seat.index()]);
        let range = Range::new(round, information, !seat, may_hold, policy, EPSILON, context);
        let unseen = hidden.unseen();
        let mut sum = 0.0;
        let mut cumulative = Vec::with_capacity(range.states.len());
        let mut states = Vec::with_capacity(range.states.len());
        for &(private, weight) in &range.states {
            sum += weight * orders(unseen.minus(private.cards()));
            cumulative.push(sum);
            states.push(private);
        }
        for share in &mut cumulative {
            *share /= sum;
        }
        Self { hidden, seat, states, cumulative, evidence: sum, tremble: range.tremble }
    }

    /// The probability of trembling that had to be assumed because the policy never plays the observed
    /// actions; `None` without trembling.
    #[must_use]
    pub const fn tremble(&self) -> Option<f64> {
        self.tremble
    }

    /// Probability of the observed actions under the policy, times a factor that is the same for all policies: the evidence for
    /// the policy in Bayes' theorem.
    pub(crate) const fn evidence(&self) -> f64 {
        self.evidence
    }

    /// The private states of the opponent, each with its probability.
    #[must_use]
    pub fn states(&self) -> impl ExactSizeIterator<Item = (Private, f64)> {
        self.states.iter().enumerate().map(|(place, &private)| (private, self.probability(place)))
    }

    fn probability(&self, place: usize) -> f64 {
        let before = if place == 0 { 0.0 } else { self.cumulative[place - 1] };
        self.cumulative[place] - before
    }

    /// All states that the player may be in, with their probabilities: each private state of the opponent
    /// with each card that may be the removed one. All orders of the deck are equally likely.
    pub fn placements(&self) -> impl Iterator<Item = (State, f64)> {
        let has_removed = self.hidden.size(Place::Removed) > 0;
        self.states().flat_map(move |(private, probability)| {
            let rest = self.hidden.unseen().minus(private.cards());
            let len = f64::from(rest.len());
            let removed = move |(card, count): (_, u32)| {
                (self.fill(private, Cards::single(card)), probability * f64::from(count) / len)
            };
            let none = (!has_removed).then(|| (self.fill(private, Cards::EMPTY), probability));
            let some = has_removed.then(|| rest.kinds().map(removed)).into_iter().flatten();
            some.chain(none)
        })
    }

    /// The states that the player may be in, with their probabilities. The removed card stays in the deck as
    /// the card that is never drawn: as every order of the deck is equally likely, the rest of the round is
    /// the same.
    pub(crate) fn undealt(&self) -> Vec<(State, f64)> {
        self.states().map(|(private, probability)| (self.fill(private, Cards::EMPTY), probability)).collect()
    }

    fn fill(&self, private: Private, removed: Cards) -> State {
        self.hidden.fill(private.hand, private.secret, private.trade_off, removed)
    }

    /// The posterior beliefs about the places of the unseen cards.
    #[must_use]
    pub fn beliefs(&self) -> Beliefs {
        Beliefs::from_weighted(self.seat, self.placements()).unwrap_or_else(|| Beliefs::uniform(&self.hidden))
    }

    /// Samples a state from the posterior.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        complete(&self.hidden, self.sample_private(rng), rng)
    }

    fn sample_private<R: Rng + ?Sized>(&self, rng: &mut R) -> Private {
        let drawn: f64 = rng.random();
        let place = self.cumulative.partition_point(|&share| share <= drawn);
        self.states[place.min(self.states.len() - 1)]
    }
}

impl DealSampler<Round> for Posterior {
    type Pool = ();

    fn seat(&self) -> Seat {
        self.seat
    }

    fn pool<R: Rng + ?Sized>(&self, _: &Round, _: &mut R) {}

    fn deal<R: Rng + ?Sized>(&self, _: &Round, (): &(), rng: &mut R) -> State {
        self.sample(rng)
    }
}

/// Samples states from a posterior, the removed card in the deck as the card that is never drawn, see
/// [`undealt`](Posterior::undealt): so that a mean over the cards that may be drawn includes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Undealt<'a>(pub(crate) &'a Posterior);

impl DealSampler<Round> for Undealt<'_> {
    type Pool = ();

    fn seat(&self) -> Seat {
        self.0.seat
    }

    fn pool<R: Rng + ?Sized>(&self, _: &Round, _: &mut R) {}

    fn deal<R: Rng + ?Sized>(&self, _: &Round, (): &(), rng: &mut R) -> State {
        self.0.fill(self.0.sample_private(rng), Cards::EMPTY)
    }
}
