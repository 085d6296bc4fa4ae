//! Kuhn poker: its known equilibria, and rollouts of a strategy compared with exact values.

use std::collections::BTreeMap;

use super::kuhn::{History, Kuhn, KuhnAction, KuhnCard, KuhnState};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::parallel::Plan;
use hanamachi_core::search::rollouts::{Contest, Rollouts};
use hanamachi_core::search::root_values::{Answer, Effort, UniformDeals};

/// Probability of a bet, by card and by first or later decision: `[card][later]`.
type BetProbabilities = [[f64; 2]; 3];

/// Whether the player to act faces a bet.
fn faces_bet(state: KuhnState) -> usize {
    match Kuhn.information(&state, Seat::First).history {
        History::Bet | History::CheckedBet => 1,
        _ => 0,
    }
}

/// Utility of the first player in `state`, given the cards and strategies.
fn value(state: KuhnState, cards: [KuhnCard; 2], strategies: [&BetProbabilities; 2]) -> f64 {
    let Turn::Player(seat) = Kuhn.turn(&state) else { return Kuhn.utility(&state) };
    let bet = strategies[seat.index()][cards[seat.index()] as usize][faces_bet(state)];
    [(KuhnAction::Pass, 1.0 - bet), (KuhnAction::Bet, bet)]
        .into_iter()
        .map(|(action, probability)| {
            let mut next = state;
            Kuhn.play(&mut next, action);
            probability * value(next, cards, strategies)
        })
        .sum()
}

/// Mean utility of the first player over all deals.
fn expected(strategies: [&BetProbabilities; 2]) -> f64 {
    let deals = KuhnCard::ALL.into_iter().flat_map(|one| KuhnCard::ALL.map(|other| [one, other]));
    let values =
        deals.filter_map(|cards| Some(value(Kuhn.dealt(cards[0], cards[1])?, cards, strategies) / 6.0));
    values.sum()
}

/// All pure strategies.
fn pure() -> impl Iterator<Item = BetProbabilities> {
    (0..64_u8).map(|bits| {
        let bit = |place: usize| f64::from(bits >> place & 1);
        [0, 1, 2].map(|card| [bit(2 * card), bit(2 * card + 1)])
    })
}

/// Sum of both players' best-response gains: 0 exactly in equilibrium.
fn exploitability([first, second]: [&BetProbabilities; 2]) -> f64 {
    let best = pure().map(|reply| expected([&reply, second])).fold(f64::MIN, f64::max);
    let worst = pure().map(|reply| expected([first, &reply])).fold(f64::MAX, f64::min);
    best - worst
}

#[test]
fn the_published_equilibria_are_equilibria() {
    for alpha in [0.0, 0.1, 1.0 / 3.0] {
        let first = [[alpha, 0.0], [0.0, alpha + 1.0 / 3.0], [3.0 * alpha, 1.0]];
        let second = [[1.0 / 3.0, 0.0], [0.0, 1.0 / 3.0], [1.0, 1.0]];
        assert!((expected([&first, &second]) - -1.0 / 18.0).abs() < 1e-12);
        assert!(exploitability([&first, &second]).abs() < 1e-12);
    }
}

/// Betting is set aside as soon as it may be: it gets a smaller part of the rollouts, and its value is right all the same. Where
/// both actions are one contestant, they take turns.
#[test]
fn rollouts_go_to_the_contenders() {
    struct Checks;
    impl Contest<KuhnAction> for Checks {
        fn class_of(&self, action: KuhnAction) -> KuhnAction {
            action
        }
        fn contenders(&self, answer: &Answer<KuhnAction>) -> Vec<bool> {
            answer.actions.iter().map(|of| of.action != KuhnAction::Bet).collect()
        }
    }
    struct Alike;
    impl Contest<KuhnAction> for Alike {
        fn class_of(&self, _: KuhnAction) -> KuhnAction {
            KuhnAction::Bet
        }
        fn contenders(&self, answer: &Answer<KuhnAction>) -> Vec<bool> {
            vec![true; answer.actions.len()]
        }
    }
    let evenly = |_: &super::kuhn::KuhnInformation, actions: &[KuhnAction], probabilities: &mut Vec<f64>| {
        probabilities.clear();
        probabilities.extend(actions.iter().map(|_| 0.5));
    };
    let state = Kuhn.dealt(KuhnCard::Queen, KuhnCard::King).unwrap();
    let deals = UniformDeals { information: Kuhn.information(&state, Seat::First), seat: Seat::First };
    let effort = Effort { iterations: 40_000, block_size: std::num::NonZeroU64::new(100).unwrap(), seed: 5 };
    let search = Rollouts { game: &Kuhn, strategy: evenly, control: () };
    let of = |answer: &Answer<KuhnAction>, action| {
        answer.actions.iter().find(|of| of.action == action).unwrap().clone()
    };
    let even = search.run_watched(&deals, effort, &(), RunContext::unwatched(), |_| ()).unwrap();
    let raced = search.run_watched(&deals, effort, &Checks, RunContext::unwatched(), |_| ()).unwrap();
    let alike = search.run_watched(&deals, effort, &Alike, RunContext::unwatched(), |_| ()).unwrap();
    let [check, bet] = [KuhnAction::Pass, KuhnAction::Bet].map(|action| of(&raced, action));
    assert!(check.visits > 2 * bet.visits, "{} {}", check.visits, bet.visits);
    for action in [check, bet] {
        let (one, other) = (action.value.unwrap(), of(&even, action.action).value.unwrap());
        let error = one.standard_error.unwrap() + other.standard_error.unwrap();
        assert!((one.value - other.value).abs() < 4.0 * error, "{one:?} {other:?}");
    }
    let [check, bet] = [KuhnAction::Pass, KuhnAction::Bet].map(|action| of(&alike, action));
    assert!(check.visits.abs_diff(bet.visits) <= 400, "{} {}", check.visits, bet.visits);
    assert_eq!((check.visits + bet.visits, check.share.to_bits()), (40_000, bet.share.to_bits()));
    for action in [check, bet] {
        let (one, other) = (action.value.unwrap(), of(&even, action.action).value.unwrap());
        let error = one.standard_error.unwrap() + other.standard_error.unwrap();
        assert!((one.value - other.value).abs() < 4.0 * error, "{one:?} {other:?}");
    }
}

/// Compares the value of each first action when both players continue with a strategy, computed over all
/// deals, with rollouts: values, shares of the strategy, and the resulting mean.
#[test]
fn rollouts_are_worth_what_the_strategy_is_worth() {
    let strategy: BetProbabilities = [[0.3, 0.1], [0.2, 0.4], [0.7, 0.9]];
    let bets = |known: &super::kuhn::KuhnInformation| {
        let later = matches!(known.history, History::Bet | History::CheckedBet);
        strategy[known.card.unwrap() as usize][usize::from(later)]
    };
    let played = |known: &super::kuhn::KuhnInformation,
                  actions: &[KuhnAction],
                  probabilities: &mut Vec<f64>| {
        probabilities.clear();
        let bet = bets(known);
        probabilities.extend(actions.iter().map(|&of| if of == KuhnAction::Bet { bet } else { 1.0 - bet }));
    };
    for (card, seed) in KuhnCard::ALL.into_iter().zip(1..) {
        let others: Vec<KuhnCard> = KuhnCard::ALL.into_iter().filter(|&other| other != card).collect();
        let states: Vec<KuhnState> = others.iter().filter_map(|&other| Kuhn.dealt(card, other)).collect();
        let deals =
            UniformDeals { information: Kuhn.information(&states[0], Seat::First), seat: Seat::First };
        let block_size = std::num::NonZeroU64::new(1_000).unwrap();
        let effort = Effort { iterations: 100_000, block_size, seed };
        let search = Rollouts { game: &Kuhn, strategy: played, control: () };
        let answer = search.run_watched(&deals, effort, &(), RunContext::unwatched(), |_| ()).unwrap();
        assert_eq!(answer.iterations, 100_000);
        // Whoever looks on sees the ends that the values are means of, and changes nothing.
        let (mut blocks, mut seen) = (0, BTreeMap::new());
        let look = |ends: &mut Vec<(KuhnAction, f64)>, action, end: &KuhnState| {
            ends.push((action, Kuhn.utility(end)));
        };
        let observed = search.run_observed(&deals, effort, &(), RunContext::unwatched(), look, |_, ends| {
            blocks += 1;
            for (action, utility) in ends {
                let (count, sum) = seen.entry(action).or_insert((0, 0.0));
                (*count, *sum) = (*count + 1, *sum + utility);
            }
        });
        assert_eq!((observed.unwrap(), blocks), (answer.clone(), 100));
        for of in &answer.actions {
            let (count, sum) = seen[&of.action];
            assert_eq!(count, of.visits);
            assert!((sum / f64::from(u32::try_from(count).unwrap()) - of.value.unwrap().value).abs() < 1e-9);
        }
        let actions: Vec<KuhnAction> = answer.actions.iter().map(|of| of.action).collect();
        let plan = Plan { items: 20_000, block_size, seed, blocks_done: 0 };
        let mut compared = vec![Vec::new(); actions.len()];
        let add = |action: usize, value: f64| compared[action].push(value);
        search.compare(&deals, &actions, &plan, RunContext::unwatched(), add).unwrap();
        let mut mixed = 0.0;
        for (of, compared) in answer.actions.iter().zip(compared) {
            let worth = |(&other, &state): (&KuhnCard, &KuhnState)| {
                let mut next = state;
                Kuhn.play(&mut next, of.action);
                value(next, [card, other], [&strategy, &strategy]) / 2.0
            };
            let exact: f64 = others.iter().zip(&states).map(worth).sum();
            let found = of.value.unwrap();
            assert!(
                (found.value - exact).abs() < 4.0 * found.standard_error.unwrap() + 1e-9,
                "{exact} {found:?}"
            );
            assert_eq!(compared.len(), 20_000);
            // A rollout wins or loses at most 2, so the standard error is at most 2 / √20,000.
            let mean = compared.iter().sum::<f64>() / 20_000.0;
            assert!((mean - exact).abs() < 4.0 * 2.0 / 20_000.0_f64.sqrt(), "{exact} {mean}");
            mixed += of.share * exact;
            let bet = strategy[card as usize][0];
            let share = if of.action == KuhnAction::Bet { bet } else { 1.0 - bet };
            assert!((of.share - share).abs() < 1e-9);
        }
        assert!((answer.value.value - mixed).abs() < 4.0 * answer.value.standard_error.unwrap(), "{mixed}");
    }
}
