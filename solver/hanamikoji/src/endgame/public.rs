//! Public states of a round, and their successors.

use super::seen::Seen;
use crate::rules::action::Action;
use crate::rules::action_lists::subsets;
use crate::rules::card::Cards;
use crate::rules::hidden::Hidden;
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::round::Round;
use crate::rules::state::{answers, mover};
use crate::rules::turn::{Entry, Phase};
use hanamachi_core::game::{Seat, Turn};

/// The next event.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Moment {
    /// The player whose turn it is draws.
    Draw,
    /// The player whose turn it is uses an action.
    Act,
    /// The other player answers this offer.
    Answer(Entry),
    /// The round is over.
    End,
}

/// Public state: the round as seen by an observer who sees no hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PublicState {
    /// The cards that have not been shown to all.
    pub(super) pool: Cards,
    pub(super) rows: [Cards; 2],
    /// The actions that each player has left.
    pub(super) left: [Kinds; 2],
    /// The number of turns that are over.
    pub(super) turns: u8,
    pub(super) moment: Moment,
}

/// The size of a player's hand, and the face-down cards that the player has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Holding {
    pub(super) hand: u32,
    pub(super) has_secret: bool,
    pub(super) has_trade_off: bool,
}

impl PublicState {
    /// The public state of this view of a round; `None` before the cards are dealt.
    pub(super) fn new(round: &Round, hidden: &Hidden) -> Option<Self> {
        let known = hidden.known();
        let moment = match known.phase {
            Phase::Remove | Phase::Deal(_) => return None,
            Phase::Draw => Moment::Draw,
            Phase::Act => Moment::Act,
            Phase::Answer => Moment::Answer(known.offer()?),
            Phase::End => Moment::End,
        };
        let offered = known.offer().map_or(Cards::EMPTY, Entry::cards);
        let shown = known.rows[0].plus(known.rows[1]).plus(offered);
        Some(Self {
            pool: round.pack().minus(shown),
            rows: known.rows,
            left: known.left,
            turns: known.turns,
            moment,
        })
    }

    /// The public state before the draw that follows these turns, the first of a round, all of which are
    /// over.
    pub(super) fn after_turns(round: &Round, turns: &[Entry]) -> Self {
        let mut state = Self {
            pool: round.pack(),
            rows: [Cards::EMPTY; 2],
            left: [round.rules().actions(); 2],
            turns: 0,
            moment: Moment::Draw,
        };
        if let Some(after) = state.path(turns, Phase::Draw, round.rules().turns()).pop() {
            state = after;
        }
        state
    }

    /// The public states from this one, which is before a draw, through these turns to the open decision;
    /// this one comes first.
    pub(super) fn path(&self, turns: &[Entry], phase: Phase, turns_in_round: usize) -> Vec<Self> {
        let mut path = vec![*self];
        let mut before_draw = *self;
        for &entry in turns {
            let act = Self { moment: Moment::Act, ..before_draw };
            let Some(kind) = entry.kind() else { break };
            path.push(act);
            let used = act.without(kind);
            let Some(offer) = entry.offer() else {
                before_draw = used.end_turn(turns_in_round);
                path.push(before_draw);
                continue;
            };
            let offering = used.offering(offer);
            path.push(offering);
            let open = entry.without_answer();
            let answer = answers(open).into_iter().find(|&answer| open.answered(answer) == entry);
            let Some(answer) = answer else { break };
            before_draw = offering.answered(open, answer, turns_in_round);
            path.push(before_draw);
        }
        if phase == Phase::Act {
            path.push(Self { moment: Moment::Act, ..before_draw });
        }
        path
    }

    /// The decision that leads from here to the child in this place, as everybody sees it.
    pub(super) fn seen_before(&self, child: &Self, place: usize) -> Option<Seen> {
        match (self.moment, child.moment) {
            (Moment::Answer(offer), _) => answers(offer).get(place).copied().map(Seen::Open),
            (_, Moment::Answer(offer)) => offer.offer().map(Seen::Open),
            _ => self.used_before(child).map(Seen::FaceDown),
        }
    }

    /// The turn after the action or answer that leads from here to this child, face-down cards hidden.
    pub(super) fn entry_before(&self, child: &Self) -> Option<Entry> {
        match (self.moment, child.moment) {
            (Moment::Act, Moment::Answer(offer)) => Some(offer),
            (Moment::Act, _) => {
                self.used_before(child).map(|kind| Entry::of_cards(kind, Cards::EMPTY).hidden())
            }
            (Moment::Answer(offer), _) => {
                let taken = child.rows[(!self.mover()).index()].minus(self.rows[(!self.mover()).index()]);
                let answer = answers(offer).into_iter().find(|answer| answer.cards() == taken)?;
                Some(offer.answered(answer))
            }
            _ => None,
        }
    }

    /// The player whose turn it is.
    pub(super) const fn mover(&self) -> Seat {
        mover(self.turns as usize)
    }

    /// The player to decide, chance, or the end.
    pub(super) fn turn(&self) -> Turn {
        match self.moment {
            Moment::Draw => Turn::Chance,
            Moment::Act => Turn::Player(self.mover()),
            Moment::Answer(_) => Turn::Player(!self.mover()),
            Moment::End => Turn::End,
        }
    }

    /// The holding of a player when these are all the actions of the game.
    pub(super) fn holding(&self, actions: Kinds, seat: Seat) -> Holding {
        let left = self.left[seat.index()];
        let has_drawn = self.moment == Moment::Act && self.mover() == seat;
        let has = |kind| actions.contains(kind) && !left.contains(kind);
        Holding {
            // A card is drawn before each remaining action.
            hand: left.cards() - left.len() + u32::from(has_drawn),
            has_secret: has(Kind::Secret),
            has_trade_off: has(Kind::TradeOff),
        }
    }

    /// Replaces the contents of `children` by the successors. Pairings of the same offered cards are
    /// neighbours.
    pub(super) fn children(&self, turns_in_round: usize, children: &mut Vec<Self>) {
        children.clear();
        match self.moment {
            Moment::End => {}
            Moment::Draw => children.push(Self { moment: Moment::Act, ..*self }),
            Moment::Answer(offer) => {
                let answer = |answer: Action| self.answered(offer, answer, turns_in_round);
                children.extend(answers(offer).into_iter().map(answer));
            }
            Moment::Act => {
                for kind in self.left[self.mover().index()].iter() {
                    let after = self.without(kind);
                    match kind {
                        Kind::Secret | Kind::TradeOff => children.push(after.end_turn(turns_in_round)),
                        Kind::Gift | Kind::Competition => {
                            let size = u32::from(kind.number());
                            for cards in subsets(self.pool, size) {
                                if cards.len() == size {
                                    let offer = |offer: Action| after.offering(offer);
                                    children.extend(offers(kind, cards).into_iter().map(offer));
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The cards that were shown on the way to this child.
    pub(super) const fn shown_before(&self, child: &Self) -> Cards {
        self.pool.minus(child.pool)
    }

    /// The action that was used on the way to this child, where somebody acted.
    pub(super) fn used_before(&self, child: &Self) -> Option<Kind> {
        let mover = self.mover().index();
        self.left[mover].without(child.left[mover]).iter().next()
    }

    pub(super) fn without(&self, kind: Kind) -> Self {
        let mut after = *self;
        let mover = self.mover().index();
        after.left[mover] = after.left[mover].without(Kinds::NONE.with(kind));
        after
    }

    pub(super) fn offering(&self, offer: Action) -> Self {
        Self {
            pool: self.pool.minus(offer.cards()),
            moment: Moment::Answer(Entry::from_action(offer)),
            ..*self
        }
    }

    pub(super) fn answered(&self, offer: Entry, answer: Action, turns_in_round: usize) -> Self {
        let (me, other) = (self.mover().index(), (!self.mover()).index());
        let mut after = *self;
        after.rows[other] = after.rows[other].plus(answer.cards());
        after.rows[me] = after.rows[me].plus(offer.cards().minus(answer.cards()));
        after.end_turn(turns_in_round)
    }

    pub(super) fn end_turn(mut self, turns_in_round: usize) -> Self {
        self.turns += 1;
        self.moment = if usize::from(self.turns) == turns_in_round { Moment::End } else { Moment::Draw };
        self
    }
}

/// The ways to offer exactly these cards.
pub(super) fn offers(kind: Kind, cards: Cards) -> arrayvec::ArrayVec<Action, 3> {
    let cards: arrayvec::ArrayVec<_, 4> = cards.iter().take(4).collect();
    let mut offers = arrayvec::ArrayVec::new();
    match (kind, &*cards) {
        (Kind::Gift, &[a, b, c]) => offers.push(Action::gift([a, b, c])),
        (Kind::Competition, &[a, b, c, d]) => {
            for pairs in [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]] {
                let offer = Action::competition(pairs);
                if !offers.contains(&offer) {
                    offers.push(offer);
                }
            }
        }
        _ => {}
    }
    offers
}
