//! Kuhn poker from a player's hand on, with known value in equilibrium.

use std::num::NonZeroU64;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::reference::kuhn::{Action, Card, Information, Kuhn};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::cfr::sampled::SampledRule;
use hanamachi_solver::search::cfr::sampled::subgame::{Alternating, Fixed, Subgame, SubgameDealSampler};
use hanamachi_solver::search::root_values::{Answer, Effort, UniformDeals};

fn effort(iterations: u64) -> Effort {
    Effort { iterations, block_size: NonZeroU64::new(10_000).unwrap(), seed: 3 }
}

/// The first player's information with this card before any action.
fn holding(card: Card) -> UniformDeals<Information> {
    let other = if card == Card::King { Card::Jack } else { Card::King };
    let state = Kuhn.dealt(card, other).unwrap();
    UniformDeals { information: Kuhn.information(&state, Seat::First), seat: Seat::First }
}

fn solve(deals: impl SubgameDealSampler<Kuhn>) -> Answer<Action> {
    let subgame = Subgame { game: &Kuhn, deals, rule: SampledRule::Vanilla, memory: 1 << 20 };
    subgame.run(effort(80_000), RunContext::unwatched()).unwrap()
}

/// By Kuhn's equilibria a jack is worth −1 to the first player, a queen −1/3 and a king 7/6, which makes −1/18.
#[test]
fn from_a_public_root_a_hand_is_worth_what_it_is_in_equilibrium() {
    for (card, value) in [(Card::Jack, -1.0), (Card::Queen, -1.0 / 3.0), (Card::King, 7.0 / 6.0)] {
        let answer = solve(Alternating(holding(card)));
        let error = answer.value.standard_error.unwrap();
        assert!(error < 0.02, "{card:?}: {answer:?}");
        assert!((answer.value.value - value).abs() < 0.01 + 4.0 * error, "{card:?}: {answer:?}");
        assert_eq!(answer.actions.len(), 2);
        assert!((answer.actions.iter().map(|entry| entry.share).sum::<f64>() - 1.0).abs() < 1e-9);
    }
    // The queen never bets.
    let queen = solve(Alternating(holding(Card::Queen)));
    assert!(queen.actions[1].share < 0.02, "{queen:?}");
}

/// A player who has seen the king neither bets nor calls.
#[test]
fn from_the_players_own_root_the_opponent_has_seen_the_hand() {
    let answer = solve(Fixed(holding(Card::King)));
    assert!((answer.value.value - 1.0).abs() < 0.02, "{answer:?}");
}

/// The first player is to act, and the second, the observer, has the king. In equilibrium the observer wins 1 + α from a jack,
/// which bets with the probability α or folds to his bet, and 4/3 + α from a queen, which checks and calls with 1/3 + α; α is up
/// to 1/3.
#[test]
fn the_opponent_may_be_to_act() {
    let state = Kuhn.dealt(Card::Queen, Card::King).unwrap();
    let deals = UniformDeals { information: Kuhn.information(&state, Seat::Second), seat: Seat::Second };
    let answer = solve(Alternating(deals));
    let error = answer.value.standard_error.unwrap();
    assert!(answer.value.value > 7.0 / 6.0 - 4.0 * error - 0.01, "{answer:?}");
    assert!(answer.value.value < 1.5 + 4.0 * error + 0.01, "{answer:?}");
    let [pass, bet] = &answer.actions[..] else { panic!("{answer:?}") };
    // A bet by a jack or a queen is called by the king.
    assert!((bet.value.unwrap().value - 2.0).abs() < 0.05, "{answer:?}");
    assert!(pass.value.unwrap().value < 1.5 && bet.share < 0.25, "{answer:?}");
    assert_eq!(pass.visits + bet.visits, answer.iterations);
}

#[test]
fn one_seed_gives_one_answer_on_any_number_of_threads() {
    let answer = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let subgame = Subgame {
            game: &Kuhn,
            deals: Alternating(holding(Card::King)),
            rule: SampledRule::Vanilla,
            memory: 1 << 20,
        };
        let effort = Effort { iterations: 9_500, block_size: NonZeroU64::new(1_000).unwrap(), seed };
        pool.install(|| subgame.run(effort, RunContext::unwatched()).unwrap())
    };
    let one = answer(1, 1);
    assert_eq!(one.value.clusters, 10);
    for threads in [2, 5] {
        assert_eq!(one, answer(threads, 1));
    }
    assert_ne!(one, answer(1, 2));
}

#[test]
fn small_tables_and_stopped_runs_answer_from_what_they_have() {
    let deals = Alternating(holding(Card::King));
    let subgame = Subgame { game: &Kuhn, deals, rule: SampledRule::Vanilla, memory: 0 };
    // Nothing is learned: uniform play, against which betting wins 3/2 and checking 5/4.
    let answer = subgame.run(effort(40_000), RunContext::unwatched()).unwrap();
    assert!((answer.actions[1].value.unwrap().value - 1.5).abs() < 0.05, "{answer:?}");
    assert_eq!(answer.nodes, 0);
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Time);
    assert_eq!(subgame.run(effort(10), RunContext::silent(&cancel)), Err(Stop::Time));
    assert_eq!(subgame.run(effort(0), RunContext::unwatched()), Err(Stop::Nodes));
}
