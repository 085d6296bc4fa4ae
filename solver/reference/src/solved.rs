//! The test games solved by counterfactual regret minimization, compared with known results.

use super::kuhn::{History, Kuhn, KuhnAction, KuhnCard, KuhnInformation};
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::cfr::{
    Cfr, RegretRule, RestoreError, SavedCfr, SavedPlayer, SequenceForm, Strategy, Uniform,
};

fn compiled() -> SequenceForm<Kuhn> {
    SequenceForm::compile(&Kuhn, 1 << 20, RunContext::unwatched()).unwrap()
}

fn solved(form: &SequenceForm<Kuhn>, rule: RegretRule, iterations: u64) -> Cfr<'_, Kuhn> {
    let mut run = Cfr::new(form, rule);
    for _ in 0..iterations {
        run.iterate();
    }
    run
}

/// The equilibrium with this alpha, from Kuhn's paper.
struct Equilibrium(f64);

impl Strategy<Kuhn> for Equilibrium {
    fn probabilities(&self, known: &KuhnInformation, _actions: usize, probabilities: &mut Vec<f64>) {
        let alpha = self.0;
        let bet = match (known.history, known.card) {
            (History::Open, Some(KuhnCard::Jack)) => alpha,
            (History::Open, Some(KuhnCard::King)) => 3.0 * alpha,
            (History::CheckedBet, Some(KuhnCard::Queen)) => alpha + 1.0 / 3.0,
            (History::Checked, Some(KuhnCard::Jack)) | (History::Bet, Some(KuhnCard::Queen)) => 1.0 / 3.0,
            (History::Open | History::Checked, Some(KuhnCard::Queen)) | (_, Some(KuhnCard::Jack)) => 0.0,
            _ => 1.0,
        };
        *probabilities = vec![1.0 - bet, bet];
    }
}

#[test]
fn every_equilibrium_of_kuhn_poker_is_worth_a_18th_to_the_second_player_and_exploited_by_nobody() {
    let form = compiled();
    for alpha in [0.0, 0.1, 0.2, 1.0 / 3.0] {
        let found = form.exploitability(&form.behavior(&Equilibrium(alpha)));
        assert!((found.value + 1.0 / 18.0).abs() < 1e-12, "{found:?}");
        assert!(found.gains.into_iter().all(|gain| gain.abs() < 1e-12), "{found:?}");
    }
    // A king that bets too rarely for the rate of bluffs with the jack.
    let found = form.exploitability(&form.behavior(&Equilibrium(0.5)));
    assert!(found.mean() > 0.01, "{found:?}");
}

#[test]
fn what_a_best_response_gains_it_wins_against_the_strategy() {
    let form = compiled();
    let uniform = form.behavior(&Uniform);
    let found = form.exploitability(&uniform);
    // The cards favor neither player; the second folds in 1/4 of all games, the first in 1/8.
    assert!((found.value - 0.125).abs() < 1e-12, "{found:?}");
    for seat in Seat::BOTH {
        let (best, response) = form.best_response(seat, &uniform);
        assert!((best - seat.from_first(found.value) - found.gains[seat.index()]).abs() < 1e-12);
        let played = match seat {
            Seat::First => form.value(&response, &uniform),
            Seat::Second => form.value(&uniform, &response),
        };
        assert!((seat.from_first(played) - best).abs() < 1e-12);
    }
}

#[test]
fn every_rule_finds_the_value_of_kuhn_poker() {
    fn check(rule: RegretRule, at_most: f64) {
        let form = compiled();
        let run = solved(&form, rule, 1000);
        let found = run.exploitability();
        assert!(found.mean() < at_most, "{found:?}");
        let [low, high] = found.bounds();
        assert!(low - 1e-12 <= -1.0 / 18.0 && -1.0 / 18.0 <= high + 1e-12, "{found:?}");
        // The averages are sums of realization weights; as behavior strategies they have the same value.
        let again = form.exploitability(&run.average().0);
        assert!((again.mean() - found.mean()).abs() < 1e-12);
    }
    check(RegretRule::Vanilla, 2e-3);
    check(RegretRule::Plus, 2e-4);
    check(RegretRule::LINEAR, 2e-4);
    check(RegretRule::DISCOUNTED, 4e-4);
    check(RegretRule::PredictivePlus, 1e-6);
}

#[test]
fn the_average_of_a_run_is_one_of_kuhns_equilibria() {
    let form = compiled();
    let average = solved(&form, RegretRule::PredictivePlus, 2000).average().0;
    let bets = |card, history| {
        let known = KuhnInformation { card: Some(card), dealt: 2, history };
        let seat =
            if matches!(history, History::Open | History::CheckedBet) { Seat::First } else { Seat::Second };
        let (choice, probabilities) =
            average.choices(&form, seat).find(|(choice, _)| *choice.information == known).unwrap();
        assert_eq!(choice.actions, [KuhnAction::Pass, KuhnAction::Bet]);
        probabilities[1]
    };
    let alpha = bets(KuhnCard::Jack, History::Open);
    assert!((-1e-4..1.0 / 3.0 + 1e-4).contains(&alpha));
    for (bet, expected) in [
        (bets(KuhnCard::Queen, History::Open), 0.0),
        (bets(KuhnCard::King, History::Open), 3.0 * alpha),
        (bets(KuhnCard::Queen, History::CheckedBet), alpha + 1.0 / 3.0),
        (bets(KuhnCard::Jack, History::Checked), 1.0 / 3.0),
        (bets(KuhnCard::Queen, History::Checked), 0.0),
        (bets(KuhnCard::Queen, History::Bet), 1.0 / 3.0),
        (bets(KuhnCard::King, History::Bet), 1.0),
        (bets(KuhnCard::Jack, History::CheckedBet), 0.0),
    ] {
        assert!((bet - expected).abs() < 1e-3, "{bet} instead of {expected}");
    }
}

#[test]
fn a_run_that_was_saved_goes_on_to_the_same_bits() {
    fn check(rule: RegretRule) {
        let form = compiled();
        let unbroken = solved(&form, rule, 60);
        let first = solved(&form, rule, 23);
        let SavedCfr { iterations, players } = first.saved();
        let players = players.map(|player| SavedPlayer {
            regrets: player.regrets.to_vec(),
            last: player.last.to_vec(),
            average: player.average.to_vec(),
        });
        let saved = SavedCfr { iterations, players };
        let mut resumed = Cfr::restore(&form, rule, saved.clone()).unwrap();
        while resumed.iterations() < 60 {
            resumed.iterate();
        }
        assert_eq!(resumed.saved(), unbroken.saved());

        let mut short = saved.clone();
        short.players[1].regrets.pop();
        assert_eq!(Cfr::restore(&form, rule, short).err(), Some(RestoreError));
        let mut wrong = saved;
        wrong.players[0].average[3] = f64::NAN;
        assert_eq!(Cfr::restore(&form, rule, wrong).err(), Some(RestoreError));
    }
    check(RegretRule::Vanilla);
    check(RegretRule::Plus);
    check(RegretRule::DISCOUNTED);
    check(RegretRule::PredictivePlus);
}
