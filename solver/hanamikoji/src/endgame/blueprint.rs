//! Probabilities of a policy in the rest of a round, for each private state of a public tree.

use arrayvec::ArrayVec;

use super::EndgameTree;
use super::live::{LiveEndgame, LiveNode};
use super::public::Moment;
use crate::policy::Policy;
use crate::ranges::Private;
use crate::rules::action::Action;
use crate::rules::card::Cards;
use crate::rules::information::Information;
use crate::rules::parameters::Kind;
use crate::rules::round::Round;
use crate::rules::state::{answers, mover};
use crate::rules::turn::{Entries, Entry, Phase};
use hanamachi_core::game::{Passage, Seat};
use hanamachi_core::search::cfr::public_tree::GivenStrategy;

/// Below this share of the largest reach at the root a state is not asked for: it plays all actions alike.
const NEGLIGIBLE: f32 = 2e-4;

/// A policy in the rest of a round, for one seat.
pub(super) struct Blueprint<'a, P: ?Sized> {
    round: &'a Round,
    policy: &'a P,
    seat: Seat,
    /// The turns before the root, face-down cards hidden.
    before: Entries,
}

impl<'a, P: Policy + ?Sized> Blueprint<'a, P> {
    pub(super) fn new(round: &'a Round, policy: &'a P, seat: Seat, before: Entries) -> Self {
        Self { round, policy, seat, before }
    }

    /// The turns up to the last node of a path from the root, face-down cards hidden.
    fn history(&self, path: &[LiveNode]) -> Entries {
        let mut history = self.before;
        for pair in path.windows(2) {
            let [from, to] = [&pair[0], &pair[1]].map(LiveEndgame::public);
            if let Some(entry) = from.entry_before(to) {
                history[usize::from(from.turns)] = entry;
            }
        }
        history
    }

    /// The history as seen by the player, who has these cards face down.
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

impl<P: Policy + ?Sized> GivenStrategy<LiveNode> for Blueprint<'_, P> {
    fn probabilities(
        &mut self,
        path: &[LiveNode],
        children: &[LiveNode],
        passages: &[Passage],
        reaches: &[f32],
    ) -> Vec<Vec<f32>> {
        let Some(node) = path.last() else { return Vec::new() };
        let (history, here) = (self.history(path), node.states(self.seat));
        let node = LiveEndgame::public(node);
        let answers = if let Moment::Answer(offer) = node.moment { answers(offer) } else { ArrayVec::new() };
        let phase = if answers.is_empty() { Phase::Act } else { Phase::Answer };
        let left = node.left[self.seat.index()];
        let mut asked = Information { seat: self.seat, phase, hand: Cards::EMPTY, history };
        let (mut actions, mut probabilities) = (answers.to_vec(), Vec::new());
        // The actions of all states in sequence, with their probabilities, and the start of each state's
        // actions.
        let (mut plays, mut starts) = (Vec::<(Action, f32)>::new(), Vec::with_capacity(here.len() + 1));
        // Reaches are relative to the largest at the root.
        for (private, &reach) in here.iter().zip(reaches) {
            starts.push(plays.len());
            if phase == Phase::Act {
                self.round.actions_of(private.hand, left, &mut actions);
            }
            if reach > NEGLIGIBLE {
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
            let (seen, there) =
                (node.seen_before(LiveEndgame::public(child), place), child.states(self.seat));
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
