//! A position as one player knows it, reduced to the inputs of an evaluation.

use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;

/// Locations of the cards, as one player knows them. The view leaves out the order of the turns and their
/// history, so it may guide a heuristic but never a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Seat of the player.
    pub seat: Seat,
    /// Cards that count for this player, the own secret included.
    pub mine: Cards,
    /// Cards that lie open before the opponent.
    pub theirs: Cards,
    /// The own hand.
    pub hand: Cards,
    /// Cards that the player has not seen: the opponent's hand, secret and trade-off, the deck, and the
    /// removed card; also an offer of the opponent that has no answer yet.
    pub unseen: Cards,
    /// The markers, this player's seat first.
    pub favour: Favour,
    /// Actions that this player has still to use.
    pub left: Kinds,
    /// Actions that the opponent has still to use.
    pub opponent_left: Kinds,
}

impl View {
    /// View that the player of `seat` has of a state.
    #[must_use]
    pub fn new(round: &Round, state: &State, seat: Seat) -> Self {
        let (mine, theirs, hand) = (state.placed(seat), state.row(!seat), state.hand(seat));
        let pack = round.pack();
        let seen = mine.plus(theirs).plus(hand).plus(state.trade_off(seat));
        Self {
            seat,
            mine,
            theirs,
            hand,
            unseen: pack.minus(seen),
            favour: round.favour().seen_from(seat),
            left: state.left(seat),
            opponent_left: state.left(!seat),
        }
    }

    /// View of a player with this information.
    #[must_use]
    pub fn with(round: &Round, information: &Information) -> Self {
        Self::new(round, round.hidden(information).known(), information.seat())
    }

    /// View after one of this player's four actions, if the opponent takes the cards in `taken`.
    #[must_use]
    pub fn after_action(&self, kind: Kind, action: Action, taken: Cards) -> Self {
        let cards = action.cards();
        let mut view = *self;
        view.hand = view.hand.minus(cards);
        view.left = view.left.without(Kinds::NONE.with(kind));
        match kind {
            Kind::TradeOff => {}
            Kind::Secret | Kind::Gift | Kind::Competition => {
                view.mine = view.mine.plus(cards.minus(taken));
                view.theirs = view.theirs.plus(taken);
            }
        }
        view
    }

    /// View after this player takes the cards in `taken` from an offer of the opponent, made by an action of
    /// this kind.
    #[must_use]
    pub fn after_answer(&self, kind: Kind, offer: Cards, taken: Cards) -> Self {
        let mut view = *self;
        view.unseen = view.unseen.minus(offer);
        view.mine = view.mine.plus(taken);
        view.theirs = view.theirs.plus(offer.minus(taken));
        view.opponent_left = view.opponent_left.without(Kinds::NONE.with(kind));
        view
    }
}
