//! Liar's dice with one die each: ascending bids, until a player calls the last bid a lie.
//!
//! Each player rolls a six-sided die and hides it. In turn a player bids that at least one or two dice of
//! both show a face, or calls the last bid a lie. Bids rise: a higher number of dice, or the same number of a
//! higher face. Sixes are wild and count for every face. When a bid is called a lie, both dice are shown: the
//! bidder wins if at least as many dice as bid show the face, otherwise the caller wins. There is no bid
//! above two sixes, so it must be called.
//!
//! The rules are those of `liars_dice` in `OpenSpiel` (M. Lanctot et al., "`OpenSpiel`: A Framework for
//! Reinforcement Learning in Games", 2019). A history without a call is a set of bids, so there are 2¹² of
//! them, and 6 · 2¹² = 24,576 information sets in which a player decides.

use rand::{Rng, RngExt};

use hanamachi_core::game::{HiddenInformation, Resample, Seat, Turn};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LiarsDice;

/// Face of a die, and of a bid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// ⚀
    One,
    /// ⚁
    Two,
    /// ⚂
    Three,
    /// ⚃
    Four,
    /// ⚄
    Five,
    /// ⚅, which counts for every face.
    Six,
}

impl Face {
    /// All values, in ascending order.
    pub const ALL: [Self; 6] = [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six];

    /// Whether a die with this face counts for `bid`.
    fn counts_for(self, bid: Self) -> bool {
        self == bid || self == Self::Six
    }
}

/// Bid that at least this many dice of both players show this face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bid {
    dice: u8,
    face: Face,
}

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LiarsDiceAction {
    /// A bid above the last one.
    Bid(Bid),
    /// Calls the last bid a lie.
    Liar,
}

/// Bids so far, which are public.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bids {
    /// The bids made, bit 0 the lowest; they were made in ascending order.
    pub(super) made: u16,
    /// Whether the last bid was called a lie.
    pub(super) called: bool,
}

/// Number of different bids.
pub(super) const BIDS: u32 = 12;

impl Bid {
    /// Bid of `dice` dice with `face`; `None` unless `dice` is 1 or 2.
    #[must_use]
    pub const fn new(dice: u8, face: Face) -> Option<Self> {
        if matches!(dice, 1 | 2) { Some(Self { dice, face }) } else { None }
    }

    /// Number of dice: 1 or 2.
    #[must_use]
    pub const fn dice(self) -> u8 {
        self.dice
    }

    /// The face.
    #[must_use]
    pub const fn face(self) -> Face {
        self.face
    }

    /// Index in ascending order.
    pub(super) const fn index(self) -> u8 {
        (self.dice - 1) * 6 + self.face as u8
    }

    /// The bid with this index, from 0 to 11.
    const fn from_index(index: u32) -> Self {
        Self { dice: if index < 6 { 1 } else { 2 }, face: Face::ALL[(index % 6) as usize] }
    }
}

impl Bids {
    /// The number of bids that are no longer possible: all up to the last one.
    const fn passed(self) -> u32 {
        u16::BITS - self.made.leading_zeros()
    }

    /// The last bid; `None` before the first.
    #[must_use]
    pub const fn last(self) -> Option<Bid> {
        match self.passed() {
            0 => None,
            passed => Some(Bid::from_index(passed - 1)),
        }
    }

    /// Next player to act, ignoring a call.
    const fn to_act(self) -> Seat {
        Seat::BOTH[(self.made.count_ones() % 2) as usize]
    }
}

/// The dice, the first player's first, and the bids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LiarsDiceState {
    dice: [Option<Face>; 2],
    bids: Bids,
}

/// Information state of a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LiarsDiceInformation {
    /// Face of the player's die, if rolled.
    pub die: Option<Face>,
    /// Number of dice rolled; rolling is public.
    pub rolled: u8,
    /// Bids so far, which are public.
    pub bids: Bids,
}

impl HiddenInformation for LiarsDice {
    type State = LiarsDiceState;
    type Action = LiarsDiceAction;
    type Outcome = Face;
    type Information = LiarsDiceInformation;

    fn start(&self) -> LiarsDiceState {
        LiarsDiceState { dice: [None; 2], bids: Bids { made: 0, called: false } }
    }

    fn turn(&self, state: &LiarsDiceState) -> Turn {
        if state.bids.called {
            Turn::End
        } else if state.dice.contains(&None) {
            Turn::Chance
        } else {
            Turn::Player(state.bids.to_act())
        }
    }

    fn actions(&self, state: &LiarsDiceState, actions: &mut Vec<LiarsDiceAction>) {
        actions.clear();
        if let Turn::Player(_) = self.turn(state) {
            let passed = state.bids.passed();
            actions.extend((passed..BIDS).map(|index| LiarsDiceAction::Bid(Bid::from_index(index))));
            if passed > 0 {
                actions.push(LiarsDiceAction::Liar);
            }
        }
    }

    fn play(&self, state: &mut LiarsDiceState, action: LiarsDiceAction) {
        match action {
            LiarsDiceAction::Bid(bid) => state.bids.made |= 1 << bid.index(),
            LiarsDiceAction::Liar => state.bids.called = true,
        }
    }

    fn outcomes(&self, state: &LiarsDiceState, outcomes: &mut Vec<(Face, f64)>) {
        outcomes.clear();
        if self.turn(state) == Turn::Chance {
            outcomes.extend(Face::ALL.map(|face| (face, 1.0 / 6.0)));
        }
    }

    fn apply_chance(&self, state: &mut LiarsDiceState, face: Face) {
        let unrolled = state.dice.iter_mut().find(|die| die.is_none());
        if let Some(unrolled) = unrolled {
            *unrolled = Some(face);
        }
    }

    fn information(&self, state: &LiarsDiceState, seat: Seat) -> LiarsDiceInformation {
        let rolled = state.dice.iter().flatten().map(|_| 1).sum();
        LiarsDiceInformation { die: state.dice[seat.index()], rolled, bids: state.bids }
    }

    /// 1 for a win, −1 for a loss.
    fn utility(&self, state: &LiarsDiceState) -> f64 {
        let bidder = !state.bids.to_act();
        let true_bid = state.bids.last().is_some_and(|bid| {
            let dice = state.dice.iter().flatten();
            dice.filter(|die| die.counts_for(bid.face)).count() >= usize::from(bid.dice)
        });
        bidder.from_first(if true_bid { 1.0 } else { -1.0 })
    }
}

impl Resample for LiarsDice {
    /// The other die shows each face with the same probability.
    fn resample<R: Rng + ?Sized>(
        &self,
        known: &LiarsDiceInformation,
        seat: Seat,
        rng: &mut R,
    ) -> LiarsDiceState {
        let mut dice = [None; 2];
        dice[seat.index()] = known.die;
        if known.rolled > u8::from(known.die.is_some()) {
            dice[(!seat).index()] = Some(Face::ALL[rng.random_range(0..Face::ALL.len())]);
        }
        LiarsDiceState { dice, bids: known.bids }
    }
}
