//! Policies made symmetric: their probabilities averaged over the names of tied geisha.
//!
//! Geisha are *tied* for a player if they have equal values and markers and the player has seen the same of both: equally many cards
//! in hand and in every turn. Only the pairs of competitions can still tell them apart. A policy that orders
//! geisha by what a player knows of them treats all others alike whatever their names, but has to order tied ones by their letters.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::rules::action::Action;
use crate::rules::card::Geisha;
use crate::rules::information::Information;
use crate::rules::parameters::Kind;
use crate::rules::relabelling::{MOST, Relabelling};
use crate::rules::round::Round;
use crate::rules::turn::Entries;
use arrayvec::ArrayVec;
use hanamachi_core::game::Seat;

/// Replaces `probabilities`, those that a policy gives `actions`, by their mean over all ways g to name tied geisha:
/// π'(a | I) = mean of π(g·a | g·I). `policy` gives the probabilities of all legal actions, in ascending order, of an
/// information set; it must treat geisha that are not tied alike whatever their names. It is called once more for each further information set
/// among the g·I, so never if the player has seen no competition.
pub(crate) fn symmetrise(
    round: &Round,
    information: &Information,
    actions: &[Action],
    probabilities: &mut [f64],
    mut policy: impl FnMut(&Information, &[Action], &mut Vec<f64>),
) {
    let Some(orders) = tied_orders(round, information) else { return };
    let has_pairs = information.history().iter().any(|entry| entry.kind() == Some(Kind::Competition));
    if !has_pairs {
        return average(actions, probabilities, &orders);
    }
    // Orders that leave all pairs as they are, and one for each other form of the history.
    let mut same: ArrayVec<Relabelling, MOST> = ArrayVec::new();
    let mut others: ArrayVec<(Relabelling, Entries), MOST> = ArrayVec::new();
    for &names in &*orders {
        let history = names.history(&information.history);
        if history == information.history {
            same.push(names);
        } else if others.iter().all(|(_, other)| *other != history) {
            others.push((names, history));
        }
    }
    let mut renamed: Vec<(Action, usize)> = Vec::with_capacity(actions.len());
    let (mut in_order, mut found) = (Vec::with_capacity(actions.len()), Vec::with_capacity(actions.len()));
    for &(names, history) in &others {
        renamed.clear();
        renamed.extend(actions.iter().map(|&action| names.action(action)).zip(0..));
        renamed.sort_unstable();
        in_order.clear();
        in_order.extend(renamed.iter().map(|&(action, _)| action));
        policy(&Information { history, ..*information }, &in_order, &mut found);
        for (&(_, place), probability) in renamed.iter().zip(&found) {
            probabilities[place] += probability;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "120 at most")]
    let forms = (others.len() + 1) as f64;
    for probability in &mut *probabilities {
        *probability /= forms;
    }
    average(actions, probabilities, &same);
}

/// Gives all actions that one of the relabellings, a group, maps onto each other the mean of their probabilities.
fn average(actions: &[Action], probabilities: &mut [f64], group: &[Relabelling]) {
    if group.len() < 2 {
        return;
    }
    let is_renamed = |&geisha: &Geisha| group.iter().any(|names| names.name(geisha) != geisha);
    let renamed =
        Geisha::ALL.into_iter().filter(is_renamed).fold(0, |bits, geisha| bits | 1 << geisha.index());
    let mut is_done: Vec<bool> =
        actions.iter().map(|action| action.cards().geisha() & renamed == 0).collect();
    let mut orbit: ArrayVec<usize, MOST> = ArrayVec::new();
    for (place, &action) in actions.iter().enumerate() {
        if is_done[place] {
            continue;
        }
        orbit.clear();
        for names in group {
            // A set of legal actions contains the relabellings of each, because the hand and the offer stay the same.
            if let Ok(place) = actions.binary_search(&names.action(action))
                && !is_done[place]
            {
                is_done[place] = true;
                orbit.push(place);
            }
        }
        if orbit.len() > 1 {
            // In ascending order, so that the sum does not depend on the member that was met first.
            orbit.sort_unstable();
            #[expect(clippy::cast_precision_loss, reason = "120 at most")]
            let mean = orbit.iter().map(|&place| probabilities[place]).sum::<f64>() / orbit.len() as f64;
            for &place in &orbit {
                probabilities[place] = mean;
            }
        }
    }
}

/// All orders of the tied geisha, the identity first; `None` if no geisha are tied.
fn tied_orders(round: &Round, information: &Information) -> Option<Rc<[Relabelling]>> {
    thread_local! {
        /// By the ties: for each geisha the first one that she is tied with.
        static ORDERS: RefCell<FxHashMap<[u8; Geisha::COUNT], Rc<[Relabelling]>>> = RefCell::default();
    }
    let keys = keys(round, information);
    let mut first = [0; Geisha::COUNT];
    let mut is_tied = false;
    for (place, key) in (0_u8..).zip(keys) {
        let tied = (0..place).find(|&earlier| key.is_some() && keys[usize::from(earlier)] == key);
        is_tied |= tied.is_some();
        first[usize::from(place)] = tied.unwrap_or(place);
    }
    is_tied.then(|| {
        ORDERS.with_borrow_mut(|orders| {
            Rc::clone(orders.entry(first).or_insert_with(|| {
                let group =
                    |of: u8| Geisha::ALL.into_iter().filter(move |geisha| first[geisha.index()] == of);
                let groups: Vec<Vec<Geisha>> = (0..)
                    .take(Geisha::COUNT)
                    .map(|of| group(of).collect::<Vec<_>>())
                    .filter(|of| of.len() > 1)
                    .collect();
                Relabelling::all(&groups).into()
            }))
        })
    })
}

/// For each geisha all that can tell her from others but for pairs; `None` if she is not in the game.
fn keys(round: &Round, information: &Information) -> [Option<u64>; Geisha::COUNT] {
    let (rules, favour) = (round.rules(), round.favour());
    let mut keys = Geisha::ALL.map(|geisha| {
        let marker = favour.owner(geisha).map_or(2, Seat::index) as u64;
        let value = u64::from(rules.value(geisha));
        (value > 0).then(|| (value << 2 | marker) << 5 | u64::from(information.hand.count(geisha)))
    });
    // 12 bits, and 5 for each of 8 turns: up to four cards are used in a turn, and two of them taken.
    for entry in information.history() {
        let (cards, taken) = (entry.cards(), entry.taken());
        for (key, geisha) in keys.iter_mut().zip(Geisha::ALL) {
            *key = key
                .map(|key| key << 5 | u64::from(cards.count(geisha)) << 2 | u64::from(taken.count(geisha)));
        }
    }
    keys
}
