//! The evaluation of all actions at a view, with the work that they share done once.
//!
//! An action moves cards of a few geisha only. So the sum of rows after it is the sum before, plus for each of those
//! geisha the difference between her new row and her old one; and there are only a few ways to move cards of one
//! geisha. The differences are worked out once, and an action costs one to four additions of vectors.

use super::Evaluation;
use super::features::{self, Rows};
use super::network::{Sum, WIDTH, add, head};
use super::view::View;
use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::state::answers;
use crate::rules::turn::Entry;

/// Cards of one geisha that an action keeps and that the opponent takes: at most two each.
const MOVES: usize = 9;
/// And cards of one geisha in a trade-off: one or two.
const DISCARDS: usize = 2;

/// All actions at a view.
#[derive(Clone, Debug)]
pub struct Choices {
    /// The sum of rows after each kind of action, but for the cards that it moves.
    base: [Sum; 4],
    /// What each way to move cards of each geisha adds.
    change: [[Sum; MOVES + DISCARDS]; Geisha::COUNT],
}

impl Choices {
    /// Nothing; memory to be [filled](Self::set).
    #[must_use]
    pub fn new() -> Self {
        Self { base: [[0.0; WIDTH]; 4], change: [[[0.0; WIDTH]; MOVES + DISCARDS]; Geisha::COUNT] }
    }

    /// Prepares for the actions of the player whose view it is.
    pub fn set(&mut self, evaluation: &Evaluation, view: &View) {
        let network = &evaluation.view;
        let markers = features::markers(view.favour);
        let rows: Rows = features::of_view(view, markers);
        let sum = network.sum(&rows);
        let own = rows[Geisha::COUNT];
        for kind in view.left.iter() {
            let left = view.left.without(Kinds::NONE.with(kind));
            let changed = network.difference(own, features::own_actions_row(view.seat, left));
            self.base[kind.index()] = add(&sum, &changed);
        }
        let discards = view.left.contains(Kind::TradeOff);
        for (geisha, held) in view.hand.kinds() {
            let lane = geisha.index();
            let change = &mut self.change[lane];
            let row = |kept: u32, taken: u32, used: u32| {
                features::view_row(view, markers, geisha, kept, taken, used)
            };
            for taken in 0..=held.min(2) {
                for kept in 0..=(held - taken).min(2) {
                    let place = (kept + 3 * taken) as usize;
                    change[place] = network.difference(rows[lane], row(kept, taken, kept + taken));
                }
            }
            if discards {
                for used in 1..=held.min(2) {
                    change[MOVES - 1 + used as usize] = network.difference(rows[lane], row(0, 0, used));
                }
            }
        }
    }

    /// The logit of the probability of winning after this action, see [`Evaluation::action_logit`].
    #[must_use]
    pub fn logit(&self, kind: Kind, action: Action) -> f32 {
        let cards = action.cards();
        match kind {
            Kind::Secret => self.after(kind, cards, Cards::EMPTY),
            Kind::TradeOff => {
                let discard = |sum: Sum, (geisha, used): (Geisha, u32)| {
                    add(&sum, &self.change[geisha.index()][MOVES - 1 + used as usize])
                };
                head(&cards.kinds().fold(self.base[kind.index()], discard))
            }
            Kind::Gift | Kind::Competition => {
                let mut logits = [0.0; 3];
                let answers = answers(Entry::of(action));
                for (logit, answer) in logits.iter_mut().zip(&answers) {
                    *logit = self.after(kind, cards, answer.cards());
                }
                super::soft_worst(&logits[..answers.len()])
            }
        }
    }

    fn after(&self, kind: Kind, cards: Cards, taken: Cards) -> f32 {
        let kept = cards.minus(taken);
        // A geisha's place in the table of changes, in the lane of her cards.
        let places = (kept.bits() + 3 * taken.bits()).to_le_bytes();
        let mut geisha = cards.geisha();
        let mut sum = self.base[kind.index()];
        while geisha != 0 {
            let lane = geisha.trailing_zeros() as usize;
            sum = add(&sum, &self.change[lane][usize::from(places[lane])]);
            geisha &= geisha - 1;
        }
        head(&sum)
    }
}

impl Default for Choices {
    fn default() -> Self {
        Self::new()
    }
}
