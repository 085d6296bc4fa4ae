//! Ranges checked against the enumeration of whole rounds.

use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::FxHashMap;

use super::*;
use crate::evaluation::Evaluation;
use crate::policy::tests::Scrambled;
use crate::policy::{GreedyPolicy, LearnedPolicy, UniformPolicy, Unsuited};
use crate::rules::action::Action;
use crate::rules::action_lists::subsets;
use crate::rules::chance::choose;
use crate::rules::state::State;
use crate::rules::turn::Phase;
use crate::{Beliefs, FIRST_ROUND, Favour, Game, Geisha, Kind, Kinds, Place, Rules};
use hanamachi_core::game::{HiddenInformation, Turn};
use hanamachi_core::search::budget::{CancelToken, Progress, Stop};

fn reduced(values: &[u8], actions: &[Kind]) -> Round {
    let kinds: Kinds = actions.iter().copied().collect();
    Game::new(Rules::reduced(values, kinds).unwrap()).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0)
}

/// Every state of a round in which a player decides or that is over, with its probability when both play by
/// the policy. It enumerates all deals and all actions.
pub(crate) fn all_states(round: &Round, policy: &impl Policy) -> FxHashMap<State, f64> {
    let mut found: FxHashMap<State, f64> = FxHashMap::default();
    let mut open = vec![(round.start(), 1.0)];
    let (mut outcomes, mut actions, mut probabilities) = (Vec::new(), Vec::new(), Vec::new());
    while let Some((state, weight)) = open.pop() {
        match round.turn(&state) {
            Turn::End => *found.entry(state).or_default() += weight,
            Turn::Chance => {
                round.outcomes(&state, &mut outcomes);
                for &(outcome, chance) in &outcomes {
                    let mut next = state;
                    round.apply_chance(&mut next, outcome);
                    open.push((next, weight * chance));
                }
            }
            Turn::Player(mover) => {
                *found.entry(state).or_default() += weight;
                round.actions(&state, &mut actions);
                policy.probabilities(round, &round.information(&state, mover), &actions, &mut probabilities);
                for (&action, &probability) in actions.iter().zip(&probabilities) {
                    if probability > 0.0 {
                        let mut next = state;
                        round.play(&mut next, action);
                        open.push((next, weight * probability));
                    }
                }
            }
        }
    }
    found
}

/// Compares two distributions up to scale.
fn assert_same(found: &FxHashMap<State, f64>, expected: &FxHashMap<State, f64>) {
    let sum = |weights: &FxHashMap<State, f64>| weights.values().sum::<f64>();
    let (found_sum, expected_sum) = (sum(found), sum(expected));
    assert_eq!(found.len(), expected.len());
    for (state, weight) in found {
        let expected = expected.get(state).copied().unwrap_or_default() / expected_sum;
        assert!((weight / found_sum - expected).abs() < 1e-9, "{state:?}: {weight} {expected}");
    }
}

fn check_posteriors(round: &Round, policy: &impl Policy) {
    let all = all_states(round, policy);
    let mut by_information: FxHashMap<Information, FxHashMap<State, f64>> = FxHashMap::default();
    let mut by_public: FxHashMap<Information, FxHashMap<State, f64>> = FxHashMap::default();
    for (state, &weight) in &all {
        for seat in Seat::BOTH {
            let known = round.information(state, seat);
            *by_information.entry(known).or_default().entry(*state).or_default() += weight;
        }
        let mut public = round.information(state, Seat::First);
        public.hand = Cards::EMPTY;
        public.history = public.history.map(crate::Entry::hidden);
        *by_public.entry(public).or_default().entry(*state).or_default() += weight;
    }
    for (information, expected) in &by_information {
        let posterior = Posterior::new(round, information, policy);
        assert_eq!(posterior.tremble(), None);
        let found: FxHashMap<State, f64> = posterior.placements().collect();
        assert!((found.values().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_same(&found, expected);
    }
    for (public, expected) in &by_public {
        let ranges = PublicRanges::new(round, public, policy);
        assert_same(&pairs(round, expected, &ranges), expected);
    }
}

/// All pairs of private states, with the remaining cards.
fn pairs(round: &Round, like: &FxHashMap<State, f64>, ranges: &PublicRanges) -> FxHashMap<State, f64> {
    let (any, _) = like.iter().next().unwrap();
    let mut found = FxHashMap::default();
    for &(first, of_first) in ranges.range(Seat::First).states() {
        // The first player's information with these cards.
        let mut known = round.information(any, Seat::First);
        known.hand = first.hand;
        for entry in known.history.iter_mut().step_by(2) {
            *entry = match entry.kind() {
                Some(kind @ Kind::Secret) => crate::Entry::of_cards(kind, first.secret),
                Some(kind @ Kind::TradeOff) => crate::Entry::of_cards(kind, first.trade_off),
                _ => *entry,
            };
        }
        let hidden = round.hidden(&known);
        for &(second, of_second) in ranges.range(Seat::Second).states() {
            let Some(rest) = hidden.unseen().checked_minus(second.cards()) else { continue };
            for (card, count) in rest.kinds() {
                let state = hidden.fill(second.hand, second.secret, second.trade_off, Cards::single(card));
                let weight = of_first * of_second * orders(rest) * f64::from(count) / f64::from(rest.len());
                *found.entry(state).or_default() += weight;
            }
        }
    }
    found
}

#[test]
fn ranges_are_those_of_all_deals_at_every_depth_and_in_both_seats() {
    let rounds = [
        reduced(&[1, 2, 4], &[Kind::Secret, Kind::TradeOff]),
        reduced(&[1, 2, 2, 2], &[Kind::Gift]),
        reduced(&[2, 3, 4], &[Kind::Competition]),
        reduced(&[4, 5], &[Kind::Secret, Kind::Gift]),
    ];
    for round in &rounds {
        check_posteriors(round, &UniformPolicy);
        check_posteriors(round, &GreedyPolicy);
        check_posteriors(round, &Scrambled { seed: 5 });
    }
}

/// Plays physical cards blindly: each kind of action is equally likely, and so is each card of the hand.
struct Blind;

impl Policy for Blind {
    fn check(&self, _rules: &Rules) -> Result<(), Unsuited> {
        Ok(())
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        probabilities.clear();
        if information.open_offer().is_some() {
            UniformPolicy.probabilities(round, information, actions, probabilities);
            return;
        }
        let hand = information.hand();
        let ways = |&action: &Action| {
            let cards = action.cards();
            let sets: f64 = cards.kinds().map(|(card, count)| choose(hand.count(card), count)).product();
            sets * share_of_pairings(action) / choose(hand.len(), cards.len())
        };
        probabilities.extend(actions.iter().map(ways));
        let sum: f64 = probabilities.iter().sum();
        for probability in probabilities {
            *probability /= sum;
        }
    }
}

/// Four physical cards make three pairs of pairs; this share of them looks like the action.
fn share_of_pairings(action: Action) -> f64 {
    let crate::Decision::Competition([[a, b], [c, d]]) = action.unpack() else { return 1.0 };
    let pairings = [[[a, b], [c, d]], [[a, c], [b, d]], [[a, d], [b, c]]].map(Action::competition);
    pairings.into_iter().map(|pairing| f64::from(u8::from(pairing == action)) / 3.0).sum()
}

/// The actions of a player who ignores the cards reveal nothing about them: the drawn and dealt cards are
/// hypergeometric.
#[test]
fn of_a_blind_player_every_placement_is_as_likely_as_any_other() {
    let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    for text in
        ["....... 1 BCDEFGG -", "....... 2 ABCDEFG 1X", "....... 2 ABCDEF 3DGG", "....... 2 ABCDEF 4AFDG"]
    {
        let set: crate::InformationSet = text.parse().unwrap();
        let exact = Posterior::new(&round, set.key(), &Blind).beliefs();
        let uniform = Beliefs::uniform(&round.hidden(set.key()));
        for (place, geisha) in
            Place::ALL.into_iter().flat_map(|place| Geisha::ALL.map(|geisha| (place, geisha)))
        {
            let [found, expected] =
                [&exact, &uniform].map(|beliefs| beliefs.copies(place, geisha).probabilities());
            for (count, expected) in expected.iter().enumerate() {
                let found = found.get(count).copied().unwrap_or_default();
                assert!((found - expected).abs() < 1e-9, "{text} {place:?} {geisha} {count}");
            }
        }
    }
}

/// After one decision in the standard game: every hand weighted by its physical cards and by its probability
/// of the observed action.
#[test]
fn after_one_decision_a_hand_is_as_likely_as_it_is_dealt_and_played() {
    let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
    let policy = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
    let set: crate::InformationSet = "....... 2 ABDEFG 4ACBD".parse().unwrap();
    let unseen = round.hidden(set.key()).unseen();
    let offer = set.key().open_offer().unwrap();
    let (mut actions, mut probabilities) = (Vec::new(), Vec::new());
    let mut expected: FxHashMap<Cards, f64> = FxHashMap::default();
    for hand in subsets(unseen, 3).into_iter().filter(|hand| hand.len() == 3) {
        let before = hand.plus(offer.cards());
        let known = round.information(&round.start(), Seat::First);
        let known = Information { phase: Phase::Act, hand: before, ..known };
        round.actions_of(before, Kinds::ALL, &mut actions);
        policy.probabilities(&round, &known, &actions, &mut probabilities);
        let place = actions.binary_search(&offer.offer().unwrap()).unwrap();
        // Of all cards that the reader does not hold: which of like cards was offered makes no difference.
        let cards = unseen.plus(offer.cards());
        let ways: f64 = before.kinds().map(|(card, count)| choose(cards.count(card), count)).product();
        expected.insert(hand, ways * probabilities[place]);
    }
    let sum: f64 = expected.values().sum();
    let posterior = Posterior::new(&round, set.key(), &policy);
    assert_eq!(posterior.states().len(), expected.len());
    for (private, probability) in posterior.states() {
        assert!((probability - expected[&private.hand] / sum).abs() < 1e-9, "{private:?}");
    }
}

/// Counts decisions, and stops the work after some of them.
struct Patience {
    done: AtomicU64,
    most: u64,
    cancel: CancelToken,
}

impl Progress for Patience {
    fn advance(&self, count: u64) {
        if self.done.fetch_add(count, Ordering::Relaxed) + count >= self.most {
            self.cancel.cancel(Stop::Interrupted);
        }
    }
}

#[test]
fn a_posterior_counts_its_questions_and_can_be_stopped() {
    let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let set: crate::InformationSet = "....... 2 ABDEFG 4ACBD".parse().unwrap();
    let run = |most: u64| {
        let patience = Patience { done: AtomicU64::new(0), most, cancel: CancelToken::new() };
        let context = RunContext { cancel: &patience.cancel, progress: &patience };
        let found = Posterior::within(&round, set.key(), &UniformPolicy, context);
        (found.map(|found| found.states().collect::<Vec<_>>()), patience.done.into_inner())
    };
    let whole: Vec<_> = Posterior::new(&round, set.key(), &UniformPolicy).states().collect();
    // One question for each hand that the opponent may have had.
    assert_eq!(run(u64::MAX), (Ok(whole.clone()), whole.len() as u64));
    assert_eq!(run(5), (Err(Stop::Interrupted), 5));
}

#[test]
fn where_a_policy_never_plays_what_was_seen_it_trembles() {
    let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
    let set: crate::InformationSet = "....... 2 ABCDEF 3GGG".parse().unwrap();
    assert_eq!(Posterior::new(&round, set.key(), &UniformPolicy).tremble(), None);
    let posterior = Posterior::new(&round, set.key(), &GreedyPolicy);
    assert_eq!(posterior.tremble(), Some(EPSILON));
    let sum: f64 = posterior.states().map(|(_, probability)| probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

/// A policy for each seat.
pub(crate) struct BySeat<'a>(pub [&'a dyn Policy; 2]);

impl<'a> BySeat<'a> {
    /// This policy for one seat, and the other one for its opponent.
    pub(crate) fn new(seat: Seat, policy: &'a dyn Policy, opponent: &'a dyn Policy) -> Self {
        Self(if seat == Seat::First { [policy, opponent] } else { [opponent, policy] })
    }
}

impl Policy for BySeat<'_> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.0.iter().try_for_each(|policy| policy.check(rules))
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        self.0[information.seat().index()].probabilities(round, information, actions, probabilities);
    }
}

#[test]
fn the_evidence_for_a_policy_is_the_probability_of_its_actions() {
    let (one, other) = (Tremble::new(Scrambled { seed: 5 }, 0.1), Tremble::new(GreedyPolicy, 0.1));
    let rounds = [
        reduced(&[1, 2, 4], &[Kind::Secret, Kind::TradeOff]),
        reduced(&[1, 2, 2, 2], &[Kind::Gift]),
        reduced(&[2, 3, 4], &[Kind::Competition]),
    ];
    for (round, seat) in rounds.iter().flat_map(|round| Seat::BOTH.map(|seat| (round, seat))) {
        let met = |opponent: &dyn Policy| {
            let mut met: FxHashMap<Information, f64> = FxHashMap::default();
            for (state, probability) in all_states(round, &BySeat::new(seat, &UniformPolicy, opponent)) {
                if round.turn(&state) == Turn::Player(seat) {
                    *met.entry(round.information(&state, seat)).or_default() += probability;
                }
            }
            met
        };
        let (of_one, of_other) = (met(&one), met(&other));
        assert!(!of_one.is_empty() && of_one.len() == of_other.len());
        for (information, probability) in of_one {
            let evidence = |policy: &dyn Policy| Posterior::new(round, &information, policy).evidence();
            let (found, expected) = (evidence(&one) / evidence(&other), probability / of_other[&information]);
            assert!((found / expected - 1.0).abs() < 1e-9, "{information:?}: {found} {expected}");
        }
    }
}
