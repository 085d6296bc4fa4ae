//! Outcome by yes-or-no questions.

use super::super::value::Outcome;
use super::inquiry::{Asks, InquiryNode};
use hanamachi_core::game::{Bounds, Score};
use hanamachi_core::search::questions::Narrowing;

/// Asks whether the player to move wins, and if not, whether he loses.
pub(super) struct WhoWins<'g> {
    node: InquiryNode<'g>,
    /// Question about the sign of the score.
    sign: Narrowing,
}

impl<'g> WhoWins<'g> {
    const LOSS: Score = Score::new(-1);
    const WIN: Score = Score::new(1);

    pub(super) const fn new(node: InquiryNode<'g>) -> Self {
        let signs = Bounds { lower: Self::LOSS, upper: Self::WIN };
        Self { node, sign: Narrowing::new(signs, Self::WIN) }
    }

    /// The outcome, once everything is known.
    pub(super) const fn outcome(&self) -> Outcome {
        Outcome::of_score(self.sign.lower())
    }
}

impl<'g> Asks<'g> for WhoWins<'g> {
    fn question(&self) -> Option<(InquiryNode<'g>, Score)> {
        self.sign.threshold().map(|threshold| (self.node, threshold))
    }

    fn answer(&mut self, bound: Score) {
        self.sign.learn(bound.clamp(Self::LOSS, Self::WIN));
    }
}
