//! Evaluation of all actions at a view. The work that the actions share is done once.
//!
//! An action moves cards of a few geisha only. The sum of rows after it is the sum before, plus the
//! difference between the new row and the old one of each of these geisha. There are only a few ways to move
//! the cards of one geisha, so the differences are computed once. An action then costs one to four vector
//! additions.

use super::Evaluation;
use super::features::{self, Rows};
use super::network::{Sum, WIDTH, add, head};
use super::view::View;
use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::state::answers;
use crate::rules::turn::Entry;

/// Ways to split cards of one geisha between the player and the opponent: at most two cards for each.
const MOVES: usize = 9;
/// Possible numbers of cards of one geisha in a trade-off: one or two.
const DISCARDS: usize = 2;

/// All actions at a view.
#[derive(Clone, Debug)]
pub struct ViewActions {
    /// Sum of rows after each kind of action, without the cards that it moves.
    base: [Sum; 4],
    /// Change of the sum for each way to move cards of each geisha.
    change: [[Sum; MOVES + DISCARDS]; Geisha::COUNT],
}

impl ViewActions {
    /// Empty choices, to be [filled](Self::set).
    #[must_use]
    pub fn new() -> Self {
        Self { base: [[0.0; WIDTH]; 4], change: [[[0.0; WIDTH]; MOVES + DISCARDS]; Geisha::COUNT] }
    }

    /// Computes the sums for the actions of the player whose view this is.
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
            Kind::Secret => self.value_after(kind, cards, Cards::EMPTY),
            Kind::TradeOff => {
                let discard = |sum: Sum, (geisha, used): (Geisha, u32)| {
                    add(&sum, &self.change[geisha.index()][MOVES - 1 + used as usize])
                };
                head(&cards.kinds().fold(self.base[kind.index()], discard))
            }
            Kind::Gift | Kind::Competition => {
                let mut logits = [0.0; 3];
                let answers = answers(Entry::from_action(action));
                for (logit, answer) in logits.iter_mut().zip(&answers) {
                    *logit = self.value_after(kind, cards, answer.cards());
                }
                super::soft_worst(&logits[..answers.len()])
            }
        }
    }

    fn value_after(&self, kind: Kind, cards: Cards, taken: Cards) -> f32 {
        let kept = cards.minus(taken);
        // Index into the table of changes for each geisha, in the lane of her cards.
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

impl Default for ViewActions {
    fn default() -> Self {
        Self::new()
    }
}
