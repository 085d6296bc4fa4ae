//! What the moves of a game were worth.

use hanamachi_solver::okiya::{Cell, FullBoard, Game, MoveValue, Player, Solution, Value};

/// A game with the solution of every position in which a move was made.
pub(super) struct Review {
    pub(super) game: Game,
    /// The winner, if the other player resigned.
    pub(super) resigned_to: Option<Player>,
    pub(super) full_board: FullBoard,
    pub(super) plies: Vec<Ply>,
}

/// A move that was made, and what there was to choose from.
pub(super) struct Ply {
    pub(super) solution: Solution,
    pub(super) cell: Cell,
}

/// What a move deserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// The outcome got worse.
    Mistake,
    /// No other move would have kept the outcome.
    OnlyMove,
}

impl Mark {
    /// As chess players write it.
    pub(super) const fn sign(self) -> char {
        match self {
            Self::Mistake => '?',
            Self::OnlyMove => '!',
        }
    }
}

impl Ply {
    /// Who made the move.
    pub(super) fn player(&self) -> Player {
        self.solution.position.side()
    }

    /// The value of the position, which is that of its best move.
    pub(super) fn before(&self) -> Value {
        self.solution.value
    }

    /// The value of the move.
    pub(super) fn after(&self) -> Value {
        self.solution.moves.iter().find(|m| m.cell == self.cell).map_or(self.solution.value, |m| m.value)
    }

    /// The first of the best moves.
    pub(super) fn best(&self) -> Option<&MoveValue> {
        self.solution.moves.first()
    }

    /// What the move gave away, in points of score.
    pub(super) fn score_loss(&self) -> i8 {
        self.before().score().get() - self.after().score().get()
    }

    /// What the move deserves, if anything.
    pub(super) fn mark(&self) -> Option<Mark> {
        let outcome = self.before().outcome();
        if self.after().outcome() < outcome {
            return Some(Mark::Mistake);
        }
        let moves = &self.solution.moves;
        let keeping = moves.iter().filter(|m| m.value.outcome() == outcome).count();
        (keeping == 1 && moves.len() > 1).then_some(Mark::OnlyMove)
    }
}

impl Review {
    /// Who won the game, if anybody has.
    pub(super) fn winner(&self) -> Option<Player> {
        self.resigned_to.or_else(|| self.game.end()?.winner(self.full_board))
    }

    /// How many moves of `player` have this mark.
    pub(super) fn count(&self, player: Player, mark: Mark) -> usize {
        self.plies.iter().filter(|ply| ply.player() == player && ply.mark() == Some(mark)).count()
    }

    /// What `player` gave away in all, in points of score.
    pub(super) fn total_loss(&self, player: Player) -> u32 {
        let losses = self.plies.iter().filter(|ply| ply.player() == player).map(Ply::score_loss);
        losses.map(|loss| u32::from(loss.unsigned_abs())).sum()
    }
}
