//! Endgame solving: counterfactual regret minimization over all hands that both players may hold.
//!
//! | file | contents |
//! |---|---|
//! | `public` | public states and their successors |
//! | `private` | private states, numbered: hand, secret, trade-off |
//! | `reach` | reaches of the private states at the root, and their total weight |
//! | `showdown` | the end of a round for all face-down cards at once |
//! | `game` | [`Endgame`]: the rest of a round as a [`PublicTree`], over all private states |
//! | `live` | [`LiveEndgame`]: the same over the likely private states only |
//! | [`Estimate`] | size of an endgame, before any of it is built |
//! | `blueprint` | probabilities of a policy in all private states |
//! | [`Resolved`] | the last turns re-solved, to be played instead of a policy |
//! | `solution` | [`Solution`]: the result for a player with given cards |
//! | `ends` | [`ActionEnds`](crate::ActionEnds): where the markers lie after the round, for each action |
//!
//! The solved game starts from a public state, the root, and covers all hands and face-down cards that both
//! players may have there, not only the reader's. Their probabilities are an assumption: the turns so far were played by some policy, or every placement of the cards
//! is equally likely.
//! The result is an equilibrium of the rest of the round under this assumption.
//!
//! [`Endgame`] numbers the private states by formula, so its size is known before any of it is built, and the last two turns over all hands take
//! two thirds of the time and of the memory of [`LiveEndgame`] without a cut (ends of 11 to 121 MB on one core, 2026-11-30: 1.3 to 1.5 times the time,
//! 1.3 to 1.9 times the memory).

mod blueprint;
mod ends;
mod game;
mod live;
mod private;
mod public;
mod reach;
mod resolved;
mod seen;
mod showdown;
mod solution;
#[cfg(test)]
mod tests;

pub use self::game::{Endgame, EndgameLeaf, Shape};
pub use self::live::{Cut, LiveEndgame, LiveHands, LiveLeaf, LiveNode, StudyCut};
pub use self::public::PublicState;
use self::reach::{ByPolicy, Roots, by_deal};
pub(crate) use self::resolved::{Before, before_last};
pub use self::resolved::{ResolveSettings, Resolved};
pub use self::seen::Seen;
pub use self::solution::{OwnAction, SeenAction, Solution, Solutions};
use crate::policy::{Policy, Unsuited};
use crate::ranges::{Private, PublicRanges};
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::round::Round;

use hanamachi_core::game::{PublicTree, Seat};
use hanamachi_core::search::budget::{CancelToken, Stop};
use hanamachi_core::search::cfr::public_tree::{Size, Uncounted, size_of};
use hanamachi_core::search::cfr::{Exploitability, RegretRule};
use hanamachi_core::search::strength::Bounded;

/// The rest of a round as a public tree whose private states are hand, secret and trade-off.
pub trait EndgameTree: PublicTree {
    /// The round.
    fn round(&self) -> &Round;

    /// The public state of a node.
    fn public(node: &Self::Node) -> &PublicState;

    /// The private states of this player at a node, in their order.
    fn private_states(&self, node: &Self::Node, seat: Seat) -> Vec<Private>;

    /// The weights of pairs at the root: each private state of `seat`, in order, with an opponent who holds
    /// these cards, both with reach 1. All pairs at the root together weigh 1.
    fn pairs_with(&self, cards: Cards, seat: Seat) -> Vec<f64>;
}

/// Errors that prevent an endgame from being built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndgameError {
    /// The cards have not been dealt.
    #[error("the cards have not been dealt yet")]
    NotDealt,
    /// The policy assumed for the past cannot play the game.
    #[error(transparent)]
    Unsuited(#[from] Unsuited),
    /// The count of the endgame was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// The rule that was fastest to a tenth of a per cent of a win: discounted CFR with a steeper average than its paper
/// recommends. For the last two turns it takes seven to nine iterations, γ = 2 ten to twelve, CFR⁺ twenty.
pub const RULE: RegretRule = RegretRule::Discounted { alpha: 1.5, beta: 0.0, gamma: 4.0 };

/// Iterations that the time estimate assumes, evaluations of the exploitability included: an exploitability
/// of 0.002 takes no more.
const USUAL_ITERATIONS: u64 = 15;

/// Size of an endgame, before any of it is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The size of its public tree.
    pub size: Size,
    /// Bytes needed to solve it.
    pub bytes: u64,
    /// Approximate nanoseconds on one core to an exploitability of 0.002.
    pub nanoseconds: u64,
}

impl Estimate {
    /// Estimates the endgame after this information; `None` if it is too large to count.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no endgame, or if the count is canceled.
    pub fn new(
        round: &Round,
        information: &Information,
        cancel: &CancelToken,
    ) -> Result<Option<Self>, EndgameError> {
        let root = PublicState::new(round, &round.hidden(information)).ok_or(EndgameError::NotDealt)?;
        Ok(Self::of_root(round, root, cancel)?)
    }

    fn of_root(round: &Round, root: PublicState, cancel: &CancelToken) -> Result<Option<Self>, Stop> {
        let uncounted = Endgame::with_roots(round, root, Roots::default());
        let at_root = Seat::BOTH.map(|seat| uncounted.states(&root, seat));
        if at_root.iter().any(|&states| states > MOST_ROOT_STATES) {
            return Ok(None);
        }
        let size = match size_of(&uncounted, MOST_SHAPES, cancel) {
            Ok(size) => size,
            Err(Uncounted::TooLarge) => return Ok(None),
            Err(Uncounted::Stopped(stop)) => return Err(stop),
        };
        Ok(Some(Self {
            size,
            bytes: size.bytes(RULE).saturating_add(at_root.iter().sum::<u64>() * ROOT_STATE_BYTES),
            nanoseconds: size.steps().saturating_mul(USUAL_ITERATIONS),
        }))
    }
}

/// An endgame of the last two turns is small if one core solves it in this many nanoseconds.
const SMALL_NANOSECONDS: u64 = 6_000_000_000;
/// The same limit for an earlier endgame.
const SMALL_EARLIER_NANOSECONDS: u64 = 1_000_000_000;
/// With more turns to come, [`Estimate::of_small`] does not count the endgame at all.
const MOST_SMALL_TURNS: usize = 4;

impl Estimate {
    /// Estimates the endgame if it is small: solved so quickly that nobody need be asked, within this much
    /// memory. `None` if it is not small.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_small(
        round: &Round,
        information: &Information,
        memory: u64,
        cancel: &CancelToken,
    ) -> Result<Option<Self>, EndgameError> {
        let turns_left = round.rules().turns() - information.history().len();
        if turns_left > MOST_SMALL_TURNS {
            return Ok(None);
        }
        let most = if turns_left > 2 { SMALL_EARLIER_NANOSECONDS } else { SMALL_NANOSECONDS };
        let is_small = |estimate: &Self| estimate.bytes <= memory && estimate.nanoseconds <= most;
        Ok(Self::new(round, information, cancel)?.filter(is_small))
    }
}

/// Most iterations that are of use: single precision gets hardly closer with more, and after some ten thousand
/// products of average weights exceed its range.
pub const MOST_ITERATIONS: u64 = 5_000;

/// Allowance for the effect of single precision on the bounds, in utility: smaller exploitabilities cannot be
/// expected. The largest error seen was about
/// 10⁻⁸.
pub(crate) const ROUNDING: f64 = 1e-6;

/// **Bounded**: the value of an endgame to a seat before the hands are known, −1 to 1, from strategies with
/// this exploitability; with an allowance for the rounding of single precision.
#[must_use]
pub fn bounds(exploitability: &Exploitability, seat: Seat) -> Bounded {
    let [one, other] = exploitability.bounds().map(|bound| seat.from_first(bound));
    Bounded {
        value: seat.from_first(exploitability.value),
        low: (one.min(other) - ROUNDING).max(-1.0),
        high: (one.max(other) + ROUNDING).min(1.0),
    }
}

/// Limit of the count: larger trees need hundreds of gigabytes.
const MOST_SHAPES: usize = 200_000;
const MOST_ROOT_STATES: u64 = 2_000_000;
/// Bytes that the root needs for each private state while it is built.
const ROOT_STATE_BYTES: u64 = 64;

impl Endgame {
    /// The rest of the round from the public state of this information.
    ///
    /// Time and memory grow with the number of private states at the root: some ten thousand two turns before
    /// the end. [`Estimate`] gives their number in advance.
    pub fn new(
        round: &Round,
        information: &Information,
        past: Option<&dyn Policy>,
    ) -> Result<Self, EndgameError> {
        let root = PublicState::new(round, &round.hidden(information)).ok_or(EndgameError::NotDealt)?;
        let actions = round.rules().actions();
        let roots = match past {
            None => Roots::new(&root, actions, |_, private| by_deal(&private)),
            Some(policy) => {
                policy.check(round.rules())?;
                let weights = ByPolicy::new(&PublicRanges::new(round, information, policy));
                Roots::new(&root, actions, |seat, private| weights.weight(seat, &private))
            }
        };
        Ok(Self::with_roots(round, root, roots))
    }
}

impl LiveEndgame {
    /// The rest of the round from the public state of `readers`, which share one public state. The live
    /// states are those that the cut keeps and those of the readers. `None` if a player has no live state.
    pub fn within(
        round: &Round,
        readers: &[Information],
        ranges: &PublicRanges,
        cut: StudyCut,
    ) -> Result<Option<Self>, EndgameError> {
        let Some(reader) = readers.first() else { return Ok(None) };
        let root = PublicState::new(round, &round.hidden(reader)).ok_or(EndgameError::NotDealt)?;
        let states = Seat::BOTH.map(|seat| ranges.range(seat).states());
        let readers: Vec<(Seat, Private)> =
            readers.iter().map(|reader| (reader.seat(), private_of(round, reader))).collect();
        Ok(Self::new(round, root, LiveHands::new(root.pool, states, cut, &readers)))
    }
}

/// The private state of the player with this information.
fn private_of(round: &Round, information: &Information) -> Private {
    let (known, seat) = (*round.hidden(information).known(), information.seat());
    Private { hand: known.hand(seat), secret: known.secret(seat), trade_off: known.trade_off(seat) }
}
