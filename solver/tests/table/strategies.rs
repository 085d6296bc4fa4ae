//! Strategies of games in tables, and back.

use std::sync::Arc;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::hanamikoji::exploit::{ExactError, exact};
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::players::{Player, TablePlayer};
use hanamachi_solver::hanamikoji::policy::Policy;
use hanamachi_solver::hanamikoji::strategy_table::{
    GAME, StrategyTable, StrategyTableError, TablePolicy, rows_of_merged, rules_text,
};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, InformationSet, MergedRound, Round};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::{Leduc, Suits};
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Behavior, Cfr, RegretRule, SequenceForm, Strategy, Uniform};
use hanamachi_solver::strategy_table::{Quantized, TableStrategy, Tabled, push_row, row_buffer, rows_of};
use hanamachi_solver::table::{Metadata, POLICY_KIND, POLICY_VERSION, PolicyTable, Writer, write_policy};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn compiled<G: HiddenInformation>(game: &G) -> SequenceForm<G> {
    SequenceForm::compile(game, 1 << 28, RunContext::unwatched()).unwrap()
}

fn solved<G: HiddenInformation>(form: &SequenceForm<G>, iterations: u64) -> Behavior {
    let mut run = Cfr::new(form, RegretRule::PredictivePlus);
    for _ in 0..iterations {
        run.iterate();
    }
    run.average().0
}

fn written<G: Tabled>(
    game: &G,
    form: &SequenceForm<G>,
    strategies: &Behavior,
    metadata: Metadata,
) -> Vec<u8> {
    let rows = rows_of(game, form, strategies, row_buffer::<G>()).unwrap();
    let mut writer = Writer::new(Vec::new()).unwrap();
    write_policy(&mut writer, &rows).unwrap();
    let kind = POLICY_KIND.to_owned();
    writer.finish(&Metadata { kind, kind_version: POLICY_VERSION, ..metadata }).unwrap()
}

fn round(tags: &str) -> Round {
    let rules = tags.parse::<Tags>().unwrap().rules;
    // An undecided round is worth nothing.
    Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0)
}

fn of_hanamikoji(round: &Round) -> Metadata {
    Metadata { game: GAME.to_owned(), rules: rules_text(round.rules()), ..Metadata::default() }
}

/// A behavior as a strategy: looked up the slow way.
struct Listed<'a, G: HiddenInformation>(&'a SequenceForm<G>, &'a Behavior);

impl<G: HiddenInformation> Strategy<G> for Listed<'_, G> {
    fn probabilities(&self, information: &G::Information, _actions: usize, probabilities: &mut Vec<f64>) {
        let mut all = Seat::BOTH.into_iter().flat_map(|seat| self.1.choices(self.0, seat));
        let found = all.find(|(choice, _)| choice.information == information);
        *probabilities = found.map(|(_, probabilities)| probabilities.to_vec()).unwrap_or_default();
    }
}

#[test]
fn a_solution_of_kuhn_poker_survives_its_table() {
    let form = compiled(&Kuhn);
    let average = solved(&form, 1000);
    let file = written(&Kuhn, &form, &average, Metadata { game: "kuhn".to_owned(), ..Metadata::default() });
    let table = PolicyTable::open(&file).unwrap();
    table.verify().unwrap();
    assert_eq!(table.counts().rows, 12);
    let strategy = TableStrategy::new(&Kuhn, &table, Uniform);
    let read = form.behavior(&strategy);
    assert_eq!(strategy.missing(), 0);
    let [before, after] = [&average, &read].map(|strategies| form.exploitability(strategies));
    assert!((after.value + 1.0 / 18.0).abs() < 1e-4 && after.mean() < before.mean() + 1e-4, "{after:?}");
    // The cost of rounding is known before the file exists.
    assert_eq!(form.behavior(&Quantized(Listed(&form, &average))), read);
}

/// Every information set has its own key, and a round trip through the file changes only the 16-bit rounding.
fn survives<G: Tabled>(game: &G) {
    let form = compiled(game);
    let average = solved(&form, 10);
    let file = written(game, &form, &average, Metadata::default());
    let table = PolicyTable::open(&file).unwrap();
    table.verify().unwrap();
    let with_choice = |seat| form.choices(seat).filter(|choice| choice.actions.len() > 1).count() as u64;
    assert_eq!(table.counts().rows, Seat::BOTH.into_iter().map(with_choice).sum::<u64>());
    let strategy = TableStrategy::new(game, &table, Uniform);
    let read = form.behavior(&strategy);
    assert_eq!(strategy.missing(), 0);
    let pairs =
        Seat::BOTH.into_iter().flat_map(|seat| average.choices(&form, seat).zip(read.choices(&form, seat)));
    for ((choice, before), (_, after)) in pairs {
        let close = |(before, after): (&f64, &f64)| (before - after).abs() < 1.0 / 65_535.0;
        assert!(before.iter().zip(after).all(close), "{:?}", choice.information);
    }
}

#[test]
fn solutions_of_the_test_games_survive_their_tables() {
    survives(&Leduc::default());
    survives(&Leduc { suits: Suits::Apart });
    survives(&LiarsDice);
}

#[test]
fn what_was_merged_is_in_the_table_under_every_name() {
    let round = round("rounds=1 tiebreak=none geisha=2,2,3 actions=1,2");
    let merged = MergedRound::new(round.clone());
    assert_eq!(merged.alike().len(), 1);
    let merged_form = compiled(&merged);
    let average = solved(&merged_form, 200);
    let rows = rows_of_merged(&merged, &merged_form, &average, row_buffer::<Round>()).unwrap();
    let mut writer = Writer::new(Vec::new()).unwrap();
    let counts = write_policy(&mut writer, &rows).unwrap();
    let kind = POLICY_KIND.to_owned();
    let metadata = Metadata { kind, kind_version: POLICY_VERSION, ..of_hanamikoji(&round) };
    let table = StrategyTable::open(writer.finish(&metadata).unwrap()).unwrap();
    table.verify().unwrap();
    // In the round itself nothing is missing, and the strategy is as good there as in the game where it was computed.
    let form = compiled(&round);
    let strategy = TableStrategy::new(&round, table.policy(), Uniform);
    let read = form.behavior(&strategy);
    assert_eq!(strategy.missing(), 0);
    let with_choice = |seat| form.choices(seat).filter(|choice| choice.actions.len() > 1).count() as u64;
    assert_eq!(counts.rows, Seat::BOTH.into_iter().map(with_choice).sum::<u64>());
    let (before, after) = (merged_form.exploitability(&average), form.exploitability(&read));
    assert!((before.value - after.value).abs() < 1e-4, "{before:?} {after:?}");
    assert!((before.mean() - after.mean()).abs() < 1e-4, "{before:?} {after:?}");
}

#[test]
fn what_is_missing_is_played_by_the_fallback_and_counted() {
    let rows = row_buffer::<Kuhn>();
    let mut writer = Writer::new(Vec::new()).unwrap();
    write_policy(&mut writer, &rows).unwrap();
    let metadata =
        Metadata { kind: POLICY_KIND.to_owned(), kind_version: POLICY_VERSION, ..Metadata::default() };
    let table = PolicyTable::open(writer.finish(&metadata).unwrap()).unwrap();
    let strategy = TableStrategy::new(&Kuhn, &table, Uniform);
    let form = compiled(&Kuhn);
    assert_eq!(form.behavior(&strategy), form.behavior(&Uniform));
    assert_eq!(strategy.missing(), 12);
}

/// A table without rows, of a file that says that it covers a round.
#[test]
fn a_row_that_is_not_there_is_a_fault_and_a_forfeit() {
    let round = round("rounds=1 tiebreak=none geisha=2,3,4 actions=1,3");
    let form = compiled(&round);
    let average = solved(&form, 5);
    // The first half of the rows alone.
    let mut rows = row_buffer::<Round>();
    let file = written(&round, &form, &average, of_hanamikoji(&round));
    let table = StrategyTable::open(&file).unwrap();
    let (mut actions, mut kept) = (Vec::new(), 0);
    for (set, choices) in table.rows().take(usize::try_from(table.policy().counts().rows / 2).unwrap()) {
        round.legal(set.key(), &mut actions);
        let played: Vec<f64> = choices.iter().map(|choice| choice.1).collect();
        push_row(&mut rows, &round, set.key(), &actions, &played).unwrap();
        kept += 1;
    }
    assert!(kept > 10);
    let mut writer = Writer::new(Vec::new()).unwrap();
    write_policy(&mut writer, &rows).unwrap();
    let kind = POLICY_KIND.to_owned();
    let metadata = Metadata { kind, kind_version: POLICY_VERSION, ..of_hanamikoji(&round) };
    let half = Arc::new(StrategyTable::open(writer.finish(&metadata).unwrap()).unwrap());
    half.verify().unwrap();
    let policy = TablePolicy::new(Arc::clone(&half));
    assert!(policy.check_round(&round).is_ok() && policy.fault().is_none());
    let found = exact(&round, &policy, 1 << 28, RunContext::unwatched());
    let Err(ExactError::Unsuited(reason)) = found else { panic!("{found:?}") };
    assert!(reason.to_string().contains("has no row for"), "{reason}");
    // A whole game: a forfeit, not random play.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut forfeits, mut decided) = (0, 0);
    for set in table.rows().map(|(set, _)| set) {
        match TablePlayer::new(Arc::clone(&half)).decide(&round, set.key(), &mut rng) {
            Ok(_) => decided += 1,
            Err(forfeit) => {
                assert!(forfeit.to_string().contains("has no row for"), "{forfeit}");
                forfeits += 1;
            }
        }
    }
    assert!(decided >= kept && forfeits > 10, "{decided} {forfeits}");
}

#[test]
fn a_solution_of_a_reduced_game_survives_its_table() {
    let round = round("rounds=1 tiebreak=none geisha=2,3,4 actions=1,3");
    let form = compiled(&round);
    let average = solved(&form, 100);
    let table = StrategyTable::open(written(&round, &form, &average, of_hanamikoji(&round))).unwrap();
    table.verify().unwrap();
    let strategy = TableStrategy::new(&round, table.policy(), Uniform);
    let read = form.behavior(&strategy);
    assert_eq!(strategy.missing(), 0);
    let [before, after] = [&average, &read].map(|strategies| form.exploitability(strategies));
    assert!((before.value - after.value).abs() < 1e-4 && (before.mean() - after.mean()).abs() < 1e-4);
    // Each row separately, through the text of its information set.
    let mut rows = 0;
    for seat in Seat::BOTH {
        for (choice, probabilities) in average.choices(&form, seat) {
            let set = InformationSet::from_information(&round, FIRST_ROUND, choice.information).unwrap();
            let set: InformationSet = set.to_string().parse().unwrap();
            let found = table.lookup(&set);
            assert_eq!(found.is_some(), choice.actions.len() > 1, "{set}");
            let Some(found) = found else { continue };
            assert_eq!(Some(&found), table.find(&round, choice.information).as_ref());
            assert!(found.iter().map(|(action, _)| action).eq(choice.actions));
            assert!(found.iter().zip(probabilities).all(|((_, found), &kept)| (found - kept).abs() < 2e-5));
            rows += 1;
        }
    }
    assert_eq!(table.policy().counts().rows, rows);
    let mut known: Vec<String> = table.rows().map(|(set, _)| set.to_string()).collect();
    assert_eq!(known.len() as u64, rows);
    known.sort_unstable();
    known.dedup();
    assert_eq!(known.len() as u64, rows);
    for (set, choices) in table.rows() {
        assert_eq!(table.lookup(&set), Some(choices));
    }
}

#[test]
fn a_table_answers_for_its_own_rules_and_markers_only() {
    let round = round("rounds=1 tiebreak=none geisha=2,3,4 actions=1,3");
    let form = compiled(&round);
    let file = written(&round, &form, &form.behavior(&Uniform), of_hanamikoji(&round));
    let table = StrategyTable::open(&file).unwrap();
    let lookup = |text: &str| table.lookup(&text.parse().unwrap());
    let rules = "rounds=1 tiebreak=none geisha=2,3,4 actions=1,3";
    assert!(lookup(&format!("... 1 ABC - {rules}")).is_some());
    assert!(lookup(&format!("+.. 1 ABC - {rules}")).is_none());
    // The opponent is to decide.
    assert!(lookup(&format!("... 1 BC 1A {rules}")).is_none());
    assert!(lookup("... 1 ABC - geisha=2,3,4 actions=1,3").is_none());
    assert!(lookup("... 1 ABC - rounds=1 geisha=2,3,4 actions=1,3").is_none());
    assert_eq!(table.expect_rules(round.rules()), Ok(()));
    let error = table.expect_rules(&hanamachi_solver::hanamikoji::Rules::STANDARD).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the table is for rounds=1 tiebreak=none geisha=2,3,4 actions=1,3, \
         but the game is rounds=inf tiebreak=charm geisha=2,2,2,3,3,4,5 actions=1,2,3,4"
    );
    let open =
        |metadata| StrategyTable::open(written(&round, &form, &form.behavior(&Uniform), metadata)).map(drop);
    let other = Metadata { game: "okiya".to_owned(), ..of_hanamikoji(&round) };
    assert!(matches!(open(other), Err(StrategyTableError::OtherGame { .. })));
    let elsewhere = Metadata {
        rules: "rounds=1 tiebreak=none geisha=3,3,3 actions=1,3".to_owned(),
        ..of_hanamikoji(&round)
    };
    let foreign = StrategyTable::open(written(&round, &form, &form.behavior(&Uniform), elsewhere)).unwrap();
    assert!(foreign.verify().unwrap_err().to_string().contains("no information set by its rules"));
    let unreadable = Metadata { rules: "geisha=?".to_owned(), ..of_hanamikoji(&round) };
    assert!(matches!(open(unreadable), Err(StrategyTableError::Rules(_))));
    let form = compiled(&Kuhn);
    let kuhn = written(&Kuhn, &form, &form.behavior(&Uniform), of_hanamikoji(&round));
    assert!(matches!(StrategyTable::open(kuhn), Err(StrategyTableError::Keys { found: 3 })));
}
