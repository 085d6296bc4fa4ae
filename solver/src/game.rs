//! The contracts between a game and the search: narrow traits, one for each kind of game.

use std::ops::Neg;

use serde::{Deserialize, Serialize};

/// What a position is worth to the player to move: larger is better, 0 is even, and the same position is
/// worth the negated score to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(i8);

impl Score {
    /// Worse than every score of a game.
    pub const MIN: Self = Self(-i8::MAX);
    /// Better than every score of a game.
    pub const MAX: Self = Self(i8::MAX);
    /// Even.
    pub const ZERO: Self = Self(0);

    /// The score `value`; −128 has no negative and becomes −127.
    #[must_use]
    pub const fn new(value: i8) -> Self {
        if value == i8::MIN { Self::MIN } else { Self(value) }
    }

    /// The integer.
    #[must_use]
    pub const fn get(self) -> i8 {
        self.0
    }

    /// The next better score.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// **Bounded**: a score that is known to lie between two others, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { lower: Score::MIN, upper: Score::MAX };

    /// The score itself is known.
    #[must_use]
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score }
    }

    /// Whether `score` lies within.
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.lower <= score && score <= self.upper
    }
}

impl Neg for Bounds {
    type Output = Self;

    /// What the same bounds say to the opponent.
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

/// How many candidate moves a position of a [`PerfectInformation`] game may have: move lists live on the
/// stack.
pub const MAX_CANDIDATES: usize = 16;

/// How large the tree below a position is, roughly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subtree {
    /// So small that neither ordering the moves nor a look into the table pays. Everything below is small as
    /// well.
    Small,
    /// Anything else.
    Large,
}

/// A game of perfect information for two who take turns, without chance: what one wins the other loses.
///
/// Positions are small and are copied, not undone. The first four methods are the rules. The others hand
/// the search what the game can prove or guess without it; they are monomorphised, so that a hook costs
/// nothing where a game has none. [`conformance`](crate::conformance) checks all of it.
pub trait PerfectInformation: Copy {
    /// A move.
    type Move: Copy + Ord;
    /// A set of moves, each once, in ascending order.
    type Moves: IntoIterator<Item = Self::Move>;
    /// What the moves of a position have in common when they are ranked; `()` where there is nothing.
    type Guide;

    /// The legal moves; none exactly when the game is over.
    fn moves(&self) -> Self::Moves;

    /// The position after one of the legal moves, the other player to move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// What a finished game is worth to the player whose turn it would be; `None` while it goes on.
    fn result(&self) -> Option<Score>;

    /// A number below 2³⁶ that no other position of the same table has, see
    /// [`TranspositionTable`](crate::search::transposition::TranspositionTable).
    fn key(&self) -> u64;

    /// What is certain about the score without search. Of a finished game it is the exact result.
    fn bounds(&self) -> Bounds {
        self.result().map_or(Bounds::UNKNOWN, Bounds::exact)
    }

    /// The legal moves that are worth searching when [`bounds`](Self::bounds) leaves the score open: every
    /// move left out scores exactly the lower bound, or less.
    fn candidates(&self) -> Self::Moves {
        self.moves()
    }

    /// The same as [`play`](Self::play) for one of the candidates, where that is less work.
    #[must_use]
    fn play_candidate(&self, mv: Self::Move) -> Self {
        self.play(mv)
    }

    /// How large the tree below is, roughly: what is worth doing before the search goes down.
    fn subtree(&self) -> Subtree {
        Subtree::Large
    }

    /// What [`rank`](Self::rank) needs to know about this position, worked out once for all its moves. The
    /// search asks whether the score reaches `goal`.
    fn guide(&self, goal: Score) -> Self::Guide;

    /// Where `mv`, which leads to `next`, stands among the moves of this position: those with a smaller rank
    /// are tried first. It changes how long a search takes, never what it finds.
    fn rank(&self, guide: &Self::Guide, mv: Self::Move, next: &Self) -> u32;
}
