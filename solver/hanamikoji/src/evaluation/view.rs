//! A position as one player knows it, reduced to what an evaluation looks at.

use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;

/// Where the cards are, as one player knows it. The order of the turns is left out, and who has not been seen to do
/// what: a heuristic looks at it, never a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// Whose view it is.
    pub seat: Seat,
    /// Cards that count for this player, the own secret included.
    pub mine: Cards,
    /// Cards that lie open before the opponent.
    pub theirs: Cards,
    /// The own hand.
    pub hand: Cards,
    /// Everything that the player has not seen: the opponent's hand, secret and trade-off, the deck, and the card
    /// removed; and an offer of the opponent as long as it has no answer.
    pub unseen: Cards,
    /// The markers, this player's seat first.
    pub favour: Favour,
    /// Actions that this player has still to use.
    pub left: Kinds,
    /// Actions that the opponent has still to use.
    pub opponent_left: Kinds,
}

impl View {
    /// What the player of `seat` knows of a state.
    #[must_use]
    pub fn of(round: &Round, state: &State, seat: Seat) -> Self {
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

    /// What a player with this information knows.
    #[must_use]
    pub fn with(round: &Round, information: &Information) -> Self {
        Self::of(round, round.hidden(information).known(), information.seat())
    }

    /// The view after one of the four actions of this player, of which the opponent takes these cards.
    #[must_use]
    pub fn after(&self, kind: Kind, action: Action, taken: Cards) -> Self {
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

    /// The view after this player has taken these cards of an offer of the opponent, made with that action.
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
