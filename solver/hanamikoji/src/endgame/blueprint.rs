//! What a policy plays in the rest of a round, asked for each private state of a public tree.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::private::Layout;
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
use hanamachi_core::game::{Passage, Seat};
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
    /// The private states of layouts, in order.
    states: FxHashMap<(Cards, Holding), Arc<[Private]>>,
}

impl<'a, P: Policy + ?Sized> Blueprint<'a, P> {
    pub(super) fn new(round: &'a Round, policy: &'a P, seat: Seat, before: Entries) -> Self {
        Self { round, policy, seat, before, states: FxHashMap::default() }
    }

    fn states(&mut self, node: &PublicState) -> Arc<[Private]> {
        let key = (node.pool, node.holding(self.round.rules().actions(), self.seat));
        let new = || Layout::new(key.0, key.1).states().collect();
        Arc::clone(self.states.entry(key).or_insert_with(new))
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
        passages: &[Passage],
        reaches: &[f32],
    ) -> Vec<Vec<f32>> {
        let Some(node) = path.last() else { return Vec::new() };
        let (history, here) = (self.history(path), self.states(node));
        let answers = if let Moment::Answer(offer) = node.moment { answers(offer) } else { ArrayVec::new() };
        let phase = if answers.is_empty() { Phase::Act } else { Phase::Answer };
        let left = node.left[self.seat.index()];
        let least = reaches.iter().copied().fold(0.0, f32::max) * NEGLIGIBLE;
        let mut asked = Information { seat: self.seat, phase, hand: Cards::EMPTY, history };
        let (mut actions, mut probabilities) = (answers.to_vec(), Vec::new());
        // Of all states one after another the actions, and how likely they are; and where those of each state begin.
        let (mut plays, mut starts) = (Vec::<(Action, f32)>::new(), Vec::with_capacity(here.len() + 1));
        for (private, &reach) in here.iter().zip(reaches) {
            starts.push(plays.len());
            if phase == Phase::Act {
                self.round.actions_of(private.hand, left, &mut actions);
            }
            if reach > least {
                asked.hand = private.hand;
                asked.history = self.seen_with(history, *private);
                self.policy.probabilities(self.round, &asked, &actions, &mut probabilities);
            } else {
                probabilities.clear();
                #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
                probabilities.resize(actions.len(), 1.0 / actions.len() as f64);
            }
            #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
            plays.extend(actions.iter().zip(&probabilities).map(|(&action, &share)| (action, share as f32)));
        }
        starts.push(plays.len());
        let plays = |state: usize| &plays[starts[state]..starts[state + 1]];
        let mut of_children = Vec::with_capacity(children.len());
        for (place, (child, passage)) in children.iter().zip(passages).enumerate() {
            if phase == Phase::Answer {
                of_children.push((0..here.len()).map(|state| plays(state)[place].1).collect());
                continue;
            }
            let (seen, there) = (node.seen_before(child, place), self.states(child));
            let mut likely = vec![0.0; there.len()];
            passage.pairs(there.len(), |state, origin| {
                let action = seen.and_then(|seen| seen.action(Some(&there[state])));
                let found = plays(origin).iter().find(|&&(one, _)| Some(one) == action);
                likely[state] = found.map_or(0.0, |&(_, share)| share);
            });
            of_children.push(likely);
        }
        of_children
    }
}
