//! Merging loses nothing: the values are the same as without it.

use hanamachi_solver::conformance::check_hidden;
use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, MergedRound, Round, Unmerged};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Cfr, Exploitability, RegretRule, SequenceForm};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn round(tags: &str, favour: &str) -> Round {
    let rules = tags.parse::<Tags>().unwrap().rules;
    let owners = favour.as_bytes();
    let favour = Favour::from_owners(|geisha| match owners.get(geisha.index()) {
        Some(b'+') => Some(Seat::First),
        Some(b'-') => Some(Seat::Second),
        _ => None,
    });
    // The value of an undecided round distinguishes the players and the geisha's values, but not equal geisha.
    let prospect = |after: Favour| {
        let value = |of| -> u32 {
            rules.geisha().filter(|&geisha| after.owner(geisha) == of).map(|geisha| rules.value(geisha)).sum()
        };
        let [first, second] = Seat::BOTH.map(|seat| f64::from(value(Some(seat))));
        (first - second + 0.5) / 20.0
    };
    Game::new(rules).round(FIRST_ROUND, favour, prospect)
}

fn compile<G: HiddenInformation>(game: &G) -> SequenceForm<G> {
    SequenceForm::compile(game, 1 << 30, RunContext::unwatched()).unwrap()
}

fn solve<G: HiddenInformation>(game: &G) -> (Exploitability, usize) {
    let form = compile(game);
    let mut run = Cfr::new(&form, RegretRule::PredictivePlus);
    for _ in 0..400 {
        run.iterate();
    }
    (run.exploitability(), form.sizes().information_sets.iter().sum())
}

#[test]
fn merged_rounds_are_worth_what_the_rounds_are_worth() {
    for (tags, favour) in [
        ("geisha=2,3,4 actions=1,3", "..."),
        ("geisha=3,3,3 actions=1,3", "..."),
        ("geisha=3,3,3 actions=1,3", ".+-"),
        ("geisha=1,2,2,2 actions=1,2", "-..."),
        ("geisha=1,1,2,2,3 actions=1,3", "....."),
        ("geisha=3,3,3 actions=4", "+.."),
    ] {
        let round = round(tags, favour);
        let (plain, many) = solve(&round);
        let (merged, few) = solve(&MergedRound::new(round));
        assert!(plain.mean() < 1e-4 && merged.mean() < 1e-4, "{tags}: {plain:?} {merged:?}");
        // Both intervals contain the value of the game.
        let ([low, high], [merged_low, merged_high]) = (plain.bounds(), merged.bounds());
        assert!(merged_low <= high + 1e-12 && low <= merged_high + 1e-12, "{tags}: {plain:?} {merged:?}");
        let equals = tags.contains("3,3,3") && favour != ".+-" || tags.contains("2,2");
        assert_eq!(few < many, equals, "{tags} {favour}: {few} of {many}");
    }
}

/// If geisha get new names on the way, players remember their actions under the new names, which the kit cannot know; the
/// next test shows that nothing is lost there.
#[test]
fn merged_rounds_without_equal_geisha_keep_the_contract() {
    for (tags, favour) in [
        ("geisha=2,3,4 actions=1,3", "..."),
        ("geisha=3,3,3 actions=1,3", ".+-"),
        ("geisha=2,2,2,3,3,4,5 actions=1,2,3,4", "+-.+..."),
    ] {
        let game = MergedRound::new(round(tags, favour));
        assert!(game.alike().is_empty());
        let coverage = check_hidden(&game, 60, &mut Xoshiro256PlusPlus::seed_from_u64(3));
        coverage.unwrap_or_else(|violation| panic!("{tags}: {violation}"));
    }
}

/// The merged round's equilibrium is no worse against players who distinguish equal geisha.
#[test]
fn what_is_found_for_merged_rounds_is_as_good_in_the_rounds_themselves() {
    for (tags, favour) in [("geisha=3,3,3 actions=1,3", "..."), ("geisha=1,1,2,2,3 actions=1,3", "-....")] {
        let round = round(tags, favour);
        let merged = MergedRound::new(round.clone());
        let form = compile(&merged);
        let mut run = Cfr::new(&form, RegretRule::PredictivePlus);
        // Far from an equilibrium, so that there is something to exploit.
        for _ in 0..3 {
            run.iterate();
        }
        let average = run.average().0;
        let strategy = Unmerged { round: &merged, strategy: form.strategy(&average) };
        let plain = compile(&round);
        let (found, here) = (run.exploitability(), plain.exploitability(&plain.behavior(&strategy)));
        assert!(found.mean() > 1e-3, "{found:?}");
        assert!((found.value - here.value).abs() < 1e-12, "{tags}: {found:?} {here:?}");
        for seat in Seat::BOTH {
            assert!(
                (found.gains[seat.index()] - here.gains[seat.index()]).abs() < 1e-12,
                "{tags}: {found:?} {here:?}"
            );
        }
    }
}
