//! The end of a round, solved: counterfactual regret minimization over all that both players may hold.
//!
//! | file | what is in it |
//! |---|---|
//! | `public` | what everybody has seen, and how it goes on |
//! | `private` | what only one player knows, numbered: hand, secret, trade-off |
//! | `reach` | how likely that is at the root, and what all of it weighs |
//! | `showdown` | the end of a round for all face-down cards at once |
//! | `game` | [`Endgame`]: the rest of a round as a [`PublicTree`], over all private states |
//! | `live` | [`LiveEndgame`]: the same over those that are likely |
//! | [`Estimate`] | how large it is, before anything of it is made |
//! | `blueprint` | what a policy plays in all private states |
//! | [`Resolved`] | the last turns solved anew, so that they can be played instead of a policy |
//! | `solution` | [`Solution`]: what it says to the player whose information it is |
//!
//! What is solved is the game from a public state on, the root, for all hands and face-down cards that both players may
//! have there, not only those that the reader has. How likely those are is an assumption: see [`PastPlay`]. The equilibrium of the
//! rest is one under this assumption.

mod blueprint;
mod game;
mod live;
mod private;
mod public;
mod reach;
mod resolved;
mod showdown;
mod solution;
#[cfg(test)]
mod tests;

pub use self::game::{Endgame, Leaf, Shape};
pub use self::live::{Cut, LiveEndgame, LiveHands, LiveLeaf, LiveNode};
pub use self::public::PublicState;
use self::reach::{ByPolicy, Roots, by_deal};
pub(crate) use self::resolved::{Before, before_last};
pub use self::resolved::{ResolveSettings, Resolved};
pub use self::solution::{OwnAction, Seen, SeenAction, Solution, Solutions};
use crate::policy::{Policy, Unsuited};
use crate::ranges::{Private, PublicRanges};
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::round::Round;

use hanamachi_core::game::{PublicTree, Seat};
use hanamachi_core::search::cfr::public_tree::{Size, size_of};
use hanamachi_core::search::cfr::{Discounted, Exploitability};
use hanamachi_core::search::strength::Bounded;

/// What the turns before the root say about the hands.
#[derive(Clone, Copy)]
pub enum PastPlay<'a> {
    /// Nothing: every placement of the cards is equally likely.
    Uniform,
    /// Both players have played by this policy: the hands are as likely as their [ranges](crate::PublicRanges) say.
    Policy(&'a dyn Policy),
}

impl<'a> PastPlay<'a> {
    /// The past by this policy, if there is one.
    #[must_use]
    pub fn of(policy: Option<&'a dyn Policy>) -> Self {
        policy.map_or(Self::Uniform, Self::Policy)
    }
}

/// The rest of a round as a public tree whose private states are hand, secret and trade-off.
pub trait EndgameTree: PublicTree {
    /// The round.
    fn round(&self) -> &Round;

    /// What everybody has seen at a node.
    fn public(node: &Self::Node) -> &PublicState;

    /// The private states of this player at a node, in their order.
    fn private_states(&self, node: &Self::Node, seat: Seat) -> Vec<Private>;

    /// What each pair of a private state of `seat` at the root, in order, with reach 1 and a player who holds these cards, with reach 1, weighs, where
    /// all pairs together weigh 1.
    fn pairs_with(&self, cards: Cards, seat: Seat) -> Vec<f64>;
}

/// Why there is no endgame.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EndgameError {
    /// It has not begun.
    #[error("the cards have not been dealt yet")]
    NotDealt,
    /// The policy of the past cannot play the game.
    #[error(transparent)]
    Unsuited(#[from] Unsuited),
}

/// The rule that was fastest to a tenth of a per cent of a win: discounted CFR with a steeper average than its paper
/// recommends. For the last two turns it takes seven to nine iterations, γ = 2 ten to twelve, CFR⁺ twenty.
pub const RULE: Discounted = Discounted { gamma: 4.0, ..Discounted::RECOMMENDED };

/// Iterations, looks at the exploitability included, that the estimate of the time counts on: an exploitability of 0.002 takes no more.
const USUAL_ITERATIONS: u64 = 15;

/// How large an endgame is, before anything of it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Its public tree.
    pub size: Size,
    /// Bytes that solving it takes.
    pub bytes: u64,
    /// About how many nanoseconds it takes on one core to an exploitability of 0.002.
    pub nanoseconds: u64,
}

impl Estimate {
    /// How large the endgame would be; `None` when it is not worth counting.
    pub fn new(round: &Round, information: &Information) -> Result<Option<Self>, EndgameError> {
        let root = PublicState::new(round, &round.hidden(information)).ok_or(EndgameError::NotDealt)?;
        Ok(Self::of_root(round, root))
    }

    fn of_root(round: &Round, root: PublicState) -> Option<Self> {
        let uncounted = Endgame::with_roots(round, root, Roots::default());
        let at_root = Seat::BOTH.map(|seat| uncounted.states(&root, seat));
        if at_root.iter().any(|&states| states > MOST_ROOT_STATES) {
            return None;
        }
        size_of(&uncounted, MOST_SHAPES).map(|size| Self {
            size,
            bytes: size
                .bytes(&Discounted::RECOMMENDED)
                .saturating_add(at_root.iter().sum::<u64>() * ROOT_STATE_BYTES),
            nanoseconds: size.steps().saturating_mul(USUAL_ITERATIONS),
        })
    }
}

/// An endgame of the last two turns that is solved within so many nanoseconds of one core is small.
const SMALL_NANOSECONDS: u64 = 6_000_000_000;
/// The same of an earlier one.
const SMALL_EARLIER_NANOSECONDS: u64 = 1_000_000_000;
/// With more turns to come it is not even counted how large an endgame is, unless it was asked for.
const MOST_SMALL_TURNS: usize = 4;

impl Estimate {
    /// How large the endgame would be where that is small: solved so soon that nobody need be asked, in so many bytes. `None` where
    /// it is not.
    pub fn of_small(
        round: &Round,
        information: &Information,
        memory: u64,
    ) -> Result<Option<Self>, EndgameError> {
        let turns_left = round.rules().turns() - information.history().len();
        if turns_left > MOST_SMALL_TURNS {
            return Ok(None);
        }
        let most = if turns_left > 2 { SMALL_EARLIER_NANOSECONDS } else { SMALL_NANOSECONDS };
        let is_small = |estimate: &Self| estimate.bytes <= memory && estimate.nanoseconds <= most;
        Ok(Self::new(round, information)?.filter(is_small))
    }
}

/// Single precision does not get closer than so many iterations do.
pub const MOST_ITERATIONS: u64 = 20_000;

/// What single precision may do to the bounds, in utility, with room to spare: some 10⁻⁸ was seen.
const ROUNDING: f64 = 1e-6;

/// **Bounded**: what an endgame is worth to a seat before the hands are looked at, −1 to 1, by strategies that best responses
/// exploit so much; with room for the rounding of their single precision.
#[must_use]
pub fn bounds(exploitability: &Exploitability, seat: Seat) -> Bounded {
    let [one, other] = exploitability.bounds().map(|bound| seat.from_first(bound));
    Bounded {
        value: seat.from_first(exploitability.value),
        low: (one.min(other) - ROUNDING).max(-1.0),
        high: (one.max(other) + ROUNDING).min(1.0),
    }
}

/// Beyond this nothing is counted: such trees need hundreds of gigabytes.
const MOST_SHAPES: usize = 200_000;
const MOST_ROOT_STATES: u64 = 2_000_000;
/// What the root keeps of a private state while it is made.
const ROOT_STATE_BYTES: u64 = 64;

impl Endgame {
    /// The rest of the round from what everybody has seen on where a player has this information.
    ///
    /// It takes time and memory for each private state at the root: some ten thousand two turns before the end. [`Estimate`] says
    /// before how many there are.
    pub fn new(round: &Round, information: &Information, past: PastPlay<'_>) -> Result<Self, EndgameError> {
        let root = PublicState::new(round, &round.hidden(information)).ok_or(EndgameError::NotDealt)?;
        let actions = round.rules().actions();
        let roots = match past {
            PastPlay::Uniform => Roots::new(&root, actions, |_, private| by_deal(&private)),
            PastPlay::Policy(policy) => {
                policy.check(round.rules())?;
                let weights = ByPolicy::new(&PublicRanges::new(round, information, policy));
                Roots::new(&root, actions, |seat, private| weights.weight(seat, &private))
            }
        };
        Ok(Self::with_roots(round, root, roots))
    }
}

impl LiveEndgame {
    /// The rest of the round from what everybody has seen on where a player knows each of `readers`, which nobody else can tell apart, with what that
    /// says of both. The hands that the cut keeps are live, and those of the readers. `None` where nobody has a hand.
    pub fn within(
        round: &Round,
        readers: &[Information],
        ranges: &PublicRanges,
        cut: Cut,
    ) -> Result<Option<Self>, EndgameError> {
        let Some(reader) = readers.first() else { return Ok(None) };
        let root = PublicState::new(round, &round.hidden(reader)).ok_or(EndgameError::NotDealt)?;
        let states = Seat::BOTH.map(|seat| ranges.range(seat).states());
        let readers: Vec<(Seat, Private)> =
            readers.iter().map(|reader| (reader.seat(), private_of(round, reader))).collect();
        Ok(Self::new(round, root, LiveHands::new(root.pool, states, cut, &readers)))
    }
}

/// What only the player knows who has this information.
fn private_of(round: &Round, information: &Information) -> Private {
    let (known, seat) = (*round.hidden(information).known(), information.seat());
    Private { hand: known.hand(seat), secret: known.secret(seat), trade_off: known.trade_off(seat) }
}
