//! Games of perfect information.

use super::{Bounds, Score};

/// Largest number of candidate moves in a position that a search takes: its move lists are on the stack. A game with more
/// [`MAX_MOVES`](PerfectInformation::MAX_MOVES) is refused by the compiler.
pub const MAX_CANDIDATES: usize = 16;

/// Rough size of the tree that a search traverses to decide whether the score of a position reaches a goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Subtree {
    /// So small that neither move ordering nor a transposition table lookup pays. All positions below are
    /// small as well.
    Small,
    /// Move ordering pays, a transposition table lookup does not.
    Medium,
    /// Everything larger.
    Large,
}

/// A zero-sum game of perfect information for two players who alternate, without chance.
///
/// Positions are small and are copied, not undone. The first four methods are the rules. The others are hooks
/// for facts and estimates that the game can provide without search. They are monomorphized, so an unused
/// hook costs nothing. [`conformance`](crate::conformance) checks all of it.
///
/// A game whose keys do not fit the transposition table does not compile with the search:
///
/// ```compile_fail,E0080
/// use hanamachi_solver::game::{PerfectInformation, Score};
/// use hanamachi_solver::search::alpha_beta::AlphaBeta;
/// use hanamachi_solver::search::budget::Budget;
/// use hanamachi_solver::search::questions::Questions;
/// use hanamachi_solver::search::transposition::TranspositionTable;
///
/// #[derive(Clone, Copy)]
/// struct Wide(u64);
///
/// impl PerfectInformation for Wide {
///     type Move = u8;
///     type Moves = [u8; 0];
///     type Guide = ();
///     const KEY_BITS: u32 = 52;
///     const MAX_MOVES: usize = 1;
///     fn moves(&self) -> [u8; 0] { [] }
///     fn play(&self, _: u8) -> Self { *self }
///     fn result(&self) -> Option<Score> { Some(Score::new(0)) }
///     fn key(&self) -> u64 { self.0 }
///     fn guide(&self, _: Score) {}
///     fn rank(&self, (): &(), _: u8, _: &Self) -> u32 { 0 }
/// }
///
/// let table = TranspositionTable::new(4);
/// let _ = AlphaBeta::new(&table, Budget::UNLIMITED).bound(&Wide(1), Score::new(0));
/// ```
pub trait PerfectInformation: Copy {
    /// A move.
    type Move: Copy + Ord;
    /// A set of moves in ascending order, without repetitions.
    type Moves: IntoIterator<Item = Self::Move>;
    /// Data shared by the moves of a position for ranking; `()` for none.
    type Guide;

    /// Number of bits of a [`key`](Self::key): all keys are below 2 to this power. A search with a transposition table
    /// compiles only for games of at most [`KEY_BITS`](crate::search::transposition::KEY_BITS).
    const KEY_BITS: u32;
    /// Largest number of [`candidates`](Self::candidates) in a position. A search compiles only for games of at most [`MAX_CANDIDATES`].
    const MAX_MOVES: usize;

    /// The legal moves; none exactly if the game is over.
    fn moves(&self) -> Self::Moves;

    /// The position after one of the legal moves, the other player to move.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self;

    /// Score of a finished game for the player whose turn it would be; `None` while the game continues.
    fn result(&self) -> Option<Score>;

    /// A number of at most [`KEY_BITS`](Self::KEY_BITS) bits, different for all positions that share a
    /// [`TranspositionTable`](crate::search::transposition::TranspositionTable).
    fn key(&self) -> u64;

    /// Bounds on the score that hold without search. For a finished game, the exact result.
    fn bounds(&self) -> Bounds {
        self.result().map_or(Bounds::UNKNOWN, Bounds::exact)
    }

    /// The legal moves that are worth searching when [`bounds`](Self::bounds) leaves the score open: no other
    /// move scores above the lower bound.
    fn candidates(&self) -> Self::Moves {
        self.moves()
    }

    /// Same as [`play`](Self::play), for one of the candidates; may be faster.
    #[must_use]
    fn play_candidate(&self, mv: Self::Move) -> Self {
        self.play(mv)
    }

    /// Rough size of the tree below, when the search asks whether the score reaches `goal`. The search uses
    /// it to skip move ordering and table lookups that do not pay. It affects the time of a search, never its
    /// result.
    fn subtree(&self, goal: Score) -> Subtree {
        let _ = goal;
        Subtree::Large
    }

    /// Data of this position for [`rank`](Self::rank), computed once for all its moves. The search asks
    /// whether the score reaches `goal`.
    fn guide(&self, goal: Score) -> Self::Guide;

    /// Rank of `mv`, which leads to `next`, in the move order: smaller ranks are tried first. It affects the
    /// time of a search, never its result.
    fn rank(&self, guide: &Self::Guide, mv: Self::Move, next: &Self) -> u32;
}
