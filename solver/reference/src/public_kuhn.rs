//! Kuhn poker as a public tree: bets are public, and each player has one of three private states, the card.

use super::kuhn::{History, Kuhn, KuhnAction, KuhnCard, KuhnState};
use hanamachi_core::game::{CountedTree, HiddenInformation, Passage, PublicTree, Seat, Turn};

/// The game. A private state is the index of a card in [`KuhnCard::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PublicKuhn;

/// A terminal node: the chips that the first player wins, by the cards of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KuhnLeaf([[i8; 3]; 3]);

impl PublicTree for PublicKuhn {
    type Node = Vec<KuhnAction>;
    type Leaf = KuhnLeaf;

    fn root(&self) -> Vec<KuhnAction> {
        Vec::new()
    }

    fn turn(&self, node: &Vec<KuhnAction>) -> Turn {
        state_after(KuhnCard::Jack, KuhnCard::Queen, node).map_or(Turn::End, |state| Kuhn.turn(&state))
    }

    fn states(&self, _node: &Vec<KuhnAction>, _seat: Seat) -> u64 {
        3
    }

    fn children(&self, node: &Vec<KuhnAction>, children: &mut Vec<Vec<KuhnAction>>) {
        children.clear();
        children.extend([KuhnAction::Pass, KuhnAction::Bet].map(|action| {
            let mut child = node.clone();
            child.push(action);
            child
        }));
    }

    fn passage(&mut self, _node: &Vec<KuhnAction>, _child: &Vec<KuhnAction>, _seat: Seat) -> Passage {
        Passage::Same
    }

    fn leaf(&mut self, node: &Vec<KuhnAction>) -> KuhnLeaf {
        #[expect(clippy::cast_possible_truncation, reason = "at most two chips")]
        let chips = |one, other| state_after(one, other, node).map_or(0, |state| Kuhn.utility(&state) as i8);
        KuhnLeaf(KuhnCard::ALL.map(|one| KuhnCard::ALL.map(|other| chips(one, other))))
    }

    fn reaches(&self, _seat: Seat) -> Vec<f32> {
        vec![1.0; 3]
    }

    /// Each of the six deals is equally likely.
    fn values(&self, KuhnLeaf(chips): KuhnLeaf, seat: Seat, opponent_reaches: &[f32], values: &mut [f32]) {
        for (mine, value) in values.iter_mut().enumerate() {
            let of_pair = |(theirs, &reach): (usize, &f32)| match seat {
                Seat::First => f32::from(chips[mine][theirs]) * reach,
                Seat::Second => -f32::from(chips[theirs][mine]) * reach,
            };
            *value = opponent_reaches.iter().enumerate().map(of_pair).sum::<f32>() / 6.0;
        }
    }
}

impl CountedTree for PublicKuhn {
    type Shape = History;

    fn shape(&self, node: &Vec<KuhnAction>) -> History {
        state_after(KuhnCard::Jack, KuhnCard::Queen, node)
            .map_or(History::Open, |state| Kuhn.information(&state, Seat::First).history)
    }

    fn leaf_pairs(&self, _node: &Vec<KuhnAction>) -> u64 {
        6
    }
}

/// The state after this deal and these actions; `None` if both cards are the same.
fn state_after(first: KuhnCard, second: KuhnCard, actions: &[KuhnAction]) -> Option<KuhnState> {
    let mut state = Kuhn.dealt(first, second)?;
    for &action in actions {
        Kuhn.play(&mut state, action);
    }
    Some(state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hanamachi_core::search::budget::{CancelToken, RunContext};
    use hanamachi_core::search::cfr::RegretRule;
    use hanamachi_core::search::cfr::public_tree::{
        AverageStrategy, Gadget, GivenStrategy, Goal, RunReport, Solver, best_reply_to, size_of,
    };

    const VALUE: f64 = -1.0 / 18.0;

    fn run(rule: RegretRule, exploitability: f64, iterations: u64) -> (RunReport, Vec<Vec<f32>>) {
        let mut game = PublicKuhn;
        let mut solver = Solver::new(&mut game, rule, u64::MAX).unwrap();
        let report = solver.run(Goal { exploitability, iterations }, RunContext::unwatched());
        (report, solver.reaches_of_children(Seat::First))
    }

    fn assert_solved(rule: RegretRule, exploitability: f64) {
        let (report, children) = run(rule, exploitability, 100_000);
        let found = report.exploitability;
        assert!(found.mean() <= exploitability, "{report:?}");
        let [low, high] = found.bounds();
        assert!(low <= VALUE + 1e-6 && VALUE - 1e-6 <= high, "{report:?}");
        assert!((found.value - VALUE).abs() <= 2.0 * exploitability + 1e-6, "{report:?}");
        // Never bets the queen, and bets the king three times as often as the jack.
        let bets = &children[1];
        assert!(bets[1] < 0.05 && (bets[2] - 3.0 * bets[0]).abs() < 0.1, "{bets:?}");
    }

    #[test]
    fn every_rule_finds_the_published_value() {
        assert_solved(RegretRule::Vanilla, 2e-3);
        assert_solved(RegretRule::Plus, 1e-4);
        assert_solved(RegretRule::DISCOUNTED, 1e-4);
        assert_solved(RegretRule::LINEAR, 1e-3);
        assert_solved(RegretRule::PredictivePlus, 1e-4);
    }

    #[test]
    fn the_size_is_known_before() {
        let size = size_of(&PublicKuhn, usize::MAX, &CancelToken::new()).unwrap();
        let built = Solver::new(&mut PublicKuhn, RegretRule::Plus, u64::MAX).unwrap().built();
        // Nine public nodes; four of them have three information sets each, with two actions.
        assert_eq!(built, [9, 24, 12, 12]);
        assert_eq!([size.nodes, size.sequences, size.averages, size.information_sets], built);
        let refused = Solver::new(&mut PublicKuhn, RegretRule::Plus, 100).unwrap_err();
        assert_eq!((refused.needed, refused.limit), (size.bytes(RegretRule::Plus), 100));
    }

    #[test]
    fn a_cancelled_run_says_why() {
        let cancel = CancelToken::new();
        cancel.cancel(hanamachi_core::search::budget::Stop::Time);
        let mut game = PublicKuhn;
        let mut solver = Solver::new(&mut game, RegretRule::Plus, u64::MAX).unwrap();
        let report = solver.run(Goal { exploitability: 0.0, iterations: 10 }, RunContext::silent(&cancel));
        assert_eq!(
            (report.iterations, report.stopped),
            (0, Some(hanamachi_core::search::budget::Stop::Time))
        );
    }

    /// Probability of a bet with each card at each node, for an arbitrary player.
    struct Bets<F>(F);

    impl<F: Fn(&[KuhnAction], usize) -> f32> GivenStrategy<Vec<KuhnAction>> for Bets<F> {
        fn probabilities(
            &mut self,
            path: &[Vec<KuhnAction>],
            children: &[Vec<KuhnAction>],
            _: &[Passage],
            _: &[f32],
        ) -> Vec<Vec<f32>> {
            let node = path.last().expect("the root at least");
            let bets = [0, 1, 2].map(|card| self.0(node, card));
            assert_eq!(children.len(), 2);
            vec![bets.map(|bet| 1.0 - bet).to_vec(), bets.to_vec()]
        }
    }

    fn of_average(
        average: &AverageStrategy<KuhnLeaf>,
        seat: Seat,
    ) -> Bets<impl Fn(&[KuhnAction], usize) -> f32> {
        Bets(move |node: &[KuhnAction], card: usize| {
            let path: Vec<usize> =
                node.iter().map(|&action| usize::from(action == KuhnAction::Bet)).collect();
            let choices = average.choices(&path, seat).expect("a node");
            #[expect(clippy::cast_possible_truncation, reason = "in single precision")]
            let bets =
                choices[card].iter().find(|choice| choice.child == 1).expect("a bet").probability as f32;
            bets
        })
    }

    #[test]
    fn best_responses_to_what_was_found_are_those_of_the_solver() {
        let mut game = PublicKuhn;
        let mut solver = Solver::new(&mut game, RegretRule::Plus, u64::MAX).unwrap();
        solver.run(Goal { exploitability: 0.0, iterations: 7 }, RunContext::unwatched());
        let expected = Seat::BOTH.map(|seat| solver.best_reply(seat));
        let average = solver.into_average();
        for seat in Seat::BOTH {
            let found = best_reply_to(&mut PublicKuhn, seat, &[1.0; 3], &mut of_average(&average, !seat));
            for (found, expected) in found.iter().zip(&expected[seat.index()]) {
                assert!((found - expected).abs() < 1e-6, "{found} {expected}");
            }
        }
    }

    /// For any blueprint, re-solving with the gadget gives no card of the opponent more than its alternative.
    /// If all cards must enter, it finds the value of the game.
    #[test]
    fn resolving_gives_no_card_of_the_opponent_more_than_it_had() {
        for seed in 0..40_u32 {
            let blueprint = |node: &[KuhnAction], card: usize| {
                let bets = node.iter().fold(seed * 3 + u32::try_from(card).unwrap(), |mixed, &action| {
                    mixed * 5 + 1 + u32::from(action == KuhnAction::Bet)
                });
                f32::from(u16::try_from(bets.wrapping_mul(2_654_435_761) >> 16).unwrap()) / 65_536.0
            };
            for resolver in Seat::BOTH {
                let opponent = !resolver;
                let alternatives = best_reply_to(&mut PublicKuhn, opponent, &[1.0; 3], &mut Bets(blueprint));
                let solve = |committed: f32| {
                    let gadget = Gadget { seat: opponent, alternatives: alternatives.clone(), committed };
                    let mut game = PublicKuhn;
                    let mut solver =
                        Solver::new(&mut game, RegretRule::Plus, u64::MAX).unwrap().behind(gadget);
                    let goal = Goal { exploitability: 1e-5, iterations: 100_000 };
                    let report = solver.run(goal, RunContext::unwatched());
                    assert!(report.exploitability.mean() <= 1e-5, "{report:?}");
                    let average = solver.into_average();
                    best_reply_to(&mut PublicKuhn, opponent, &[1.0; 3], &mut of_average(&average, resolver))
                };
                for committed in [0.0, 0.1] {
                    let found = solve(committed);
                    let sums = [&found, &alternatives].map(|values| values.iter().sum::<f32>());
                    assert!(sums[0] <= sums[1] + 1e-4, "{committed}: {found:?} {alternatives:?}");
                    for (found, alternative) in found.iter().zip(&alternatives) {
                        assert!(*found <= alternative + 2e-3, "{committed}: {found} {alternative}");
                    }
                }
                // If all cards must enter, it is the game itself: all cards together win its value.
                let whole = f64::from(solve(1.0).iter().sum::<f32>());
                assert!((whole - opponent.from_first(VALUE)).abs() < 1e-4, "{whole}");
            }
        }
    }
}
