//! Nim with every hook, each of which can be broken on purpose.

use hanamachi_solver::game::{Bounds, PerfectInformation, Score, Subtree};

/// Defect of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    /// Nothing.
    None,
    /// The moves descend.
    MovesDescend,
    /// A move appears twice.
    MoveTwice,
    /// After the last stone is taken the game is over, but moves continue.
    MovesAfterTheEnd,
    /// With one stone left there is no move and no result.
    Stuck,
    /// Taking a stone puts another on the next heap.
    Endless,
    /// The order of the heaps does not show in the key.
    KeyShared,
    /// The key has 37 bits.
    KeyTooLarge,
    /// The bounds of a finished game do not fix its result.
    ResultNotBounded,
    /// The bounds are the opposite of the truth.
    BoundsWrong,
    /// The winning moves are not among the candidates.
    MoveLeftOut,
    /// The candidates descend.
    CandidatesDescend,
    /// A stone may be taken from an empty heap.
    CandidateIllegal,
    /// Seventeen moves are candidates.
    TooManyCandidates,
    /// The short cut takes a stone too few.
    CandidateElsewhere,
    /// A small tree has large ones below.
    SmallAboveLarge,
}

/// Heaps of stones; a move takes any number from one heap, and the player who takes the last stone wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Nim {
    pub(crate) heaps: [u8; 3],
    pub(crate) flaw: Flaw,
}

/// The heap, and the number of stones taken from it.
pub(crate) type Taking = (u8, u8);

impl Nim {
    pub(crate) const fn new(heaps: [u8; 3], flaw: Flaw) -> Self {
        Self { heaps, flaw }
    }

    /// C. Bouton, "Nim, a game with a complete mathematical theory", 1901: the player to move wins unless
    /// the exclusive or of the heaps is zero.
    pub(crate) fn bouton(self) -> Score {
        let [a, b, c] = self.heaps;
        Score::new(if a ^ b ^ c == 0 { -1 } else { 1 })
    }

    fn stones(self) -> u8 {
        self.heaps.iter().sum()
    }
}

impl PerfectInformation for Nim {
    type Move = Taking;
    type Moves = Vec<Taking>;
    type Guide = Score;

    const KEY_BITS: u32 = 36;
    const MAX_MOVES: usize = 16;

    fn moves(&self) -> Vec<Taking> {
        let from = |heap: u8| (1..=self.heaps[usize::from(heap)]).map(move |stones| (heap, stones));
        let mut moves: Vec<_> = (0..3).flat_map(from).collect();
        match self.flaw {
            Flaw::MovesDescend => moves.reverse(),
            Flaw::MoveTwice => moves.extend(moves.last().copied()),
            Flaw::MovesAfterTheEnd if moves.is_empty() => moves.push((0, 0)),
            Flaw::Stuck if self.stones() == 1 => moves.clear(),
            _ => {}
        }
        moves
    }

    fn play(&self, (heap, stones): Taking) -> Self {
        let mut next = *self;
        next.heaps[usize::from(heap)] -= stones;
        if self.flaw == Flaw::Endless {
            next.heaps[usize::from(heap + 1) % 3] += stones;
        }
        next
    }

    fn result(&self) -> Option<Score> {
        (self.stones() == 0).then_some(Score::new(-1))
    }

    fn key(&self) -> u64 {
        let [a, b, c] = self.heaps.map(u64::from);
        match self.flaw {
            Flaw::KeyShared => a * a + b * b + c * c,
            Flaw::KeyTooLarge => 1 << 36 | a << 16 | b << 8 | c,
            _ => a << 16 | b << 8 | c,
        }
    }

    /// With one heap left the player to move takes it. Otherwise either player may win.
    fn bounds(&self) -> Bounds {
        let heaps = self.heaps.iter().filter(|&&stones| stones > 0).count();
        match (heaps, self.flaw) {
            (0, Flaw::ResultNotBounded) => Bounds::UNKNOWN,
            (0, _) | (1, Flaw::BoundsWrong) => Bounds::exact(Score::new(-1)),
            (1, _) => Bounds::exact(Score::new(1)),
            _ => Bounds { lower: Score::new(-1), upper: Score::new(1) },
        }
    }

    /// A move that leaves one heap loses, for then the opponent takes that.
    fn candidates(&self) -> Vec<Taking> {
        let mut candidates = self.moves();
        candidates.retain(|&(heap, stones)| {
            let mut next = *self;
            next.heaps[usize::from(heap)] -= stones;
            let loses = next.heaps.iter().filter(|&&stones| stones > 0).count() == 1;
            !loses && (self.flaw != Flaw::MoveLeftOut || next.bouton() == Score::new(1))
        });
        match self.flaw {
            Flaw::CandidatesDescend => candidates.reverse(),
            Flaw::CandidateIllegal => candidates.push((2, self.heaps[2] + 1)),
            _ => {}
        }
        candidates
    }

    fn play_candidate(&self, (heap, stones): Taking) -> Self {
        let too_few = u8::from(self.flaw == Flaw::CandidateElsewhere);
        self.play((heap, stones - too_few))
    }

    fn subtree(&self, _goal: Score) -> Subtree {
        match (self.stones(), self.flaw) {
            (..5, Flaw::SmallAboveLarge) | (8.., _) => Subtree::Large,
            (6..8, _) => Subtree::Medium,
            (..=5, _) => Subtree::Small,
        }
    }

    fn guide(&self, goal: Score) -> Score {
        goal
    }

    fn rank(&self, goal: &Score, (heap, stones): Taking, next: &Self) -> u32 {
        u32::from(goal.get().unsigned_abs()) + u32::from(heap) * u32::from(stones) + u32::from(next.stones())
    }
}
