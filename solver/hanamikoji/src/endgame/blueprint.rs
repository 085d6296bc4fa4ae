//! What a policy plays in the rest of a round, asked for each private state of a public tree.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::private::{Layout, secret_of, trade_off_of};
use super::public::{Holding, Moment, PublicState};
use crate::policy::Policy;
use crate::ranges::Private;
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::parameters::Kind;
use crate::rules::round::Round;
use crate::rules::state::{Entries, Phase, answers, mover};
use crate::rules::turn::Entry;
use hanamachi_core::game::Seat;
use hanamachi_core::search::cfr::public_tree::GivenStrategy;

/// States whose reach is less than this share of the largest are not asked for, and play all actions alike.
const NEGLIGIBLE: f32 = 1e-6;

/// A policy in the rest of a round, for one seat.
pub(super) struct Blueprint<'a, P: ?Sized> {
    round: &'a Round,
    policy: &'a P,
    seat: Seat,
    /// The turns before the root, as an onlooker knows them.
    before: Entries,
    layouts: FxHashMap<(Cards, Holding), Arc<Layout>>,
}

impl<'a, P: Policy + ?Sized> Blueprint<'a, P> {
    pub(super) fn new(round: &'a Round, policy: &'a P, seat: Seat, before: Entries) -> Self {
        Self { round, policy, seat, before, layouts: FxHashMap::default() }
    }

    fn layout(&mut self, node: &PublicState) -> Arc<Layout> {
        let key = (node.pool, node.holding(self.round.rules().actions(), self.seat));
        Arc::clone(self.layouts.entry(key).or_insert_with(|| Arc::new(Layout::new(key.0, key.1))))
    }

    /// The turns up to the last node of a path from the root, as an onlooker knows them.
    fn history(&self, path: &[PublicState]) -> Entries {
        let mut history = self.before;
        for pair in path.windows(2) {
            if let Some(entry) = pair[0].entry_before(&pair[1]) {
                history[usize::from(pair[0].turns)] = entry;
            }
        }
        history
    }

    /// The same as the player knows it who has these cards face down.
    fn seen_with(&self, mut history: Entries, private: Private) -> Entries {
        for (_, entry) in history.iter_mut().enumerate().filter(|(turn, _)| mover(*turn) == self.seat) {
            match entry.kind() {
                Some(kind @ Kind::Secret) => *entry = Entry::of_cards(kind, private.secret),
                Some(kind @ Kind::TradeOff) => *entry = Entry::of_cards(kind, private.trade_off),
                _ => {}
            }
        }
        history
    }
}

impl<P: Policy + ?Sized> GivenStrategy<PublicState> for Blueprint<'_, P> {
    fn probabilities(
        &mut self,
        path: &[PublicState],
        children: &[PublicState],
        reaches: &[f32],
    ) -> Vec<Vec<f32>> {
        let Some(node) = path.last() else { return Vec::new() };
        let history = self.history(path);
        let layout = self.layout(node);
        let (phase, answers) = match node.moment {
            Moment::Answer(offer) => (Phase::Answer, answers(offer)),
            _ => (Phase::Act, arrayvec::ArrayVec::new()),
        };
        let left = node.left[self.seat.index()];
        let least = reaches.iter().copied().fold(0.0, f32::max) * NEGLIGIBLE;
        let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
        // Of each state the actions, and how likely they are.
        let mut plays: Vec<Vec<(Action, f32)>> = Vec::with_capacity(layout.len());
        for (state, private) in states(&layout).enumerate() {
            if phase == Phase::Answer {
                actions.clear();
                actions.extend(answers.iter().copied());
            } else {
                self.round.actions_of(private.hand, left, &mut actions);
            }
            if reaches[state] > least {
                let history = self.seen_with(history, private);
                let information = Information { seat: self.seat, phase, hand: private.hand, history };
                self.policy.probabilities(self.round, &information, &actions, &mut probabilities);
            } else {
                probabilities.clear();
                #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
                probabilities.resize(actions.len(), 1.0 / actions.len() as f64);
            }
            #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
            plays.push(
                actions.iter().zip(&probabilities).map(|(&action, &share)| (action, share as f32)).collect(),
            );
        }
        children
            .iter()
            .enumerate()
            .map(|(place, child)| {
                if phase == Phase::Answer {
                    return plays.iter().map(|plays| plays[place].1).collect();
                }
                let kind = node.used_before(child);
                let offer = if let Moment::Answer(offer) = child.moment { offer.offer() } else { None };
                let there = self.layout(child);
                let likely = |private: Private| {
                    let (origin, action) = before(private, kind, offer)?;
                    let state = layout.place_of(origin.hand, origin.secret, origin.trade_off)?;
                    let found = plays[state].iter().find(|&&(one, _)| one == action)?;
                    Some(found.1)
                };
                states(&there).map(|private| likely(private).unwrap_or_default()).collect()
            })
            .collect()
    }
}

/// The private states of a layout, in order.
pub(super) fn states(layout: &Layout) -> impl Iterator<Item = Private> {
    layout.blocks().flat_map(|(hand, _, codes)| {
        codes.into_iter().map(move |code| Private {
            hand,
            secret: secret_of(code),
            trade_off: trade_off_of(code),
        })
    })
}

/// The private state of a player before an action, and the action, given the state after it: which kind was used, and what was offered.
fn before(after: Private, kind: Option<Kind>, offer: Option<Action>) -> Option<(Private, Action)> {
    if let Some(offer) = offer {
        return Some((Private { hand: after.hand.plus(offer.cards()), ..after }, offer));
    }
    let none = Cards::EMPTY;
    if kind? == Kind::Secret {
        let origin = Private { hand: after.hand.plus(after.secret), secret: none, ..after };
        return Some((origin, Action::secret(after.secret.first())));
    }
    let cards: Vec<_> = after.trade_off.iter().collect();
    let origin = Private { hand: after.hand.plus(after.trade_off), trade_off: none, ..after };
    Some((origin, Action::trade_off(cards.try_into().ok()?)))
}
