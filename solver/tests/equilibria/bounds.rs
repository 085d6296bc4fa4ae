//! Proved bounds of counterfactual regret minimization and of Kuhn poker, compared with runs.

use super::games::{compile, random, run, widest};
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::reference::kuhn::{History, Kuhn, KuhnCard};
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::cfr::{Averaging, Cfr, RegretRule};

/// M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, "Regret Minimization in Games with Incomplete Information", NIPS
/// 2007, theorem 4: the average regret of a player is at most Δ·|I|·√|A|/√T, where Δ is the range of utilities, and the
/// sum of both players' regrets equals the gains of the best responses to the averages. Alternating updates keep the bound
/// (N. Burch, M. Moravčík and M. Schmid, "Revisiting CFR+ and Alternating Updates", JAIR 2019); CFR+ with its linear
/// average has twice the bound.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn stays_below<G: HiddenInformation>(game: &G, rule: RegretRule, factor: f64) {
    let form = compile(game);
    let range = 2.0 * game.utility_bound();
    let regret: f64 = Seat::BOTH
        .map(|seat| range * form.choices(seat).len() as f64 * (widest(&form, seat) as f64).sqrt())
        .iter()
        .sum();
    let mut cfr = Cfr::new(&form, rule);
    for iteration in 1..=512_u32 {
        cfr.iterate();
        let gains: f64 = cfr.exploitability().gains.iter().sum();
        let bound = factor * regret / f64::from(iteration).sqrt();
        assert!(gains <= bound, "after {iteration}: {gains} above {bound}");
    }
}

#[test]
fn exploitability_stays_below_the_bound() {
    stays_below(&Kuhn, RegretRule::Vanilla, 1.0);
    stays_below(&Kuhn, RegretRule::Plus, 2.0);
    stays_below(&Leduc::default(), RegretRule::Vanilla, 1.0);
    stays_below(&Leduc::default(), RegretRule::Plus, 2.0);
    for seed in 0..6 {
        stays_below(&random(seed), RegretRule::Vanilla, 1.0);
        stays_below(&random(seed), RegretRule::Plus, 2.0);
    }
}

/// Mean betting frequency of each seat, by information set.
fn bets(cfr: &Cfr<'_, Kuhn>) -> impl Fn(Seat, KuhnCard, History) -> f64 + use<> {
    let average = cfr.average().0;
    let form = cfr.form();
    let all: Vec<_> = Seat::BOTH
        .into_iter()
        .flat_map(|seat| {
            average.choices(form, seat).map(move |(choice, shares)| (seat, *choice.information, shares[1]))
        })
        .collect();
    move |seat, card, history| {
        let found =
            all.iter().find(|(of, known, _)| (*of, known.card, known.history) == (seat, Some(card), history));
        found.expect("a decision").2
    }
}

/// H. W. Kuhn 1950: the equilibria form one family, parametrized by the first player's betting frequency with the jack.
fn is_of_the_family(rule: RegretRule, near: f64) {
    let form = compile(&Kuhn);
    let bets = bets(&run(&form, rule, 20_000));
    let first = |card, history| bets(Seat::First, card, history);
    let second = |card, history| bets(Seat::Second, card, history);
    let jack = first(KuhnCard::Jack, History::Open);
    assert!(jack < 1.0 / 3.0 + near, "{jack}");
    for (share, expected) in [
        (first(KuhnCard::Queen, History::Open), 0.0),
        (first(KuhnCard::King, History::Open), 3.0 * jack),
        (first(KuhnCard::Jack, History::CheckedBet), 0.0),
        (first(KuhnCard::Queen, History::CheckedBet), jack + 1.0 / 3.0),
        (first(KuhnCard::King, History::CheckedBet), 1.0),
        (second(KuhnCard::Jack, History::Checked), 1.0 / 3.0),
        (second(KuhnCard::Queen, History::Checked), 0.0),
        (second(KuhnCard::King, History::Checked), 1.0),
        (second(KuhnCard::Jack, History::Bet), 0.0),
        (second(KuhnCard::Queen, History::Bet), 1.0 / 3.0),
        (second(KuhnCard::King, History::Bet), 1.0),
    ] {
        assert!((share - expected).abs() < near, "{rule:?}: {share}, {expected}");
    }
}

#[test]
fn averages_are_of_the_family_of_kuhn_pokers_equilibria() {
    is_of_the_family(RegretRule::Vanilla, 0.02);
    is_of_the_family(RegretRule::Plus, 0.005);
    is_of_the_family(RegretRule::DISCOUNTED, 0.005);
    is_of_the_family(RegretRule::LINEAR, 0.02);
    is_of_the_family(RegretRule::PredictivePlus, 0.005);
}

/// Without weights and discounts, the sum of the strategies played in n + 1 iterations equals the sum of the n updated strategies plus the
/// first strategies.
#[test]
fn what_is_played_is_what_was_updated_an_iteration_before() {
    let form = compile(&Leduc::default());
    let mut played = Cfr::new(&form, RegretRule::Vanilla).averaging(Averaging::Played);
    let mut updated = Cfr::new(&form, RegretRule::Vanilla);
    played.iterate();
    let first = played.saved().players.map(|player| player.average.to_vec());
    assert!(first.iter().flatten().all(|&weight| weight > 0.0), "all actions alike");
    for _ in 0..20 {
        played.iterate();
        updated.iterate();
        for (seat, first) in first.iter().enumerate() {
            let [played, updated] = [&played, &updated].map(|run| run.saved().players[seat].average.to_vec());
            for ((played, updated), first) in played.iter().zip(updated).zip(first) {
                assert!((played - updated - first).abs() < 1e-9, "{played} - {updated} - {first}");
            }
        }
    }
    // An iteration was made more.
    updated.iterate();
    assert_eq!(played.current(), updated.current());
    assert!((played.exploitability().mean() - updated.exploitability().mean()).abs() > 1e-4);
}
