//! The search for wins against the general search, on every kind of processor.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::GardenTables;
use super::super::tests::{playout, scatter};
use super::*;
use crate::position::Position;
use hanamachi_core::search::alpha_beta::AlphaBeta;
use hanamachi_core::search::budget::CancelToken;

/// Every score of the game, and one beyond at either end.
fn thresholds() -> impl Iterator<Item = Score> {
    (-18..=18).map(Score::new)
}

/// Positions of every size: of games, and where no game leads.
fn positions(seed: u64, games: usize) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let plies = (0..=16).cycle().take(17 * games);
    plies.flat_map(|plies| [playout(&mut rng, plies), scatter(&mut rng, plies)]).collect()
}

/// Proved by the general search.
fn score(position: &BitPosition<'_>, table: &mut TranspositionTable) -> Score {
    table.new_epoch();
    AlphaBeta::new(table, Budget::UNLIMITED).score(position, Score::ZERO).unwrap()
}

#[test]
fn every_question_has_the_answer_of_the_general_search() {
    let (mut general, mut table) = (TranspositionTable::new(12), TranspositionTable::new(6));
    for position in positions(1, 60) {
        let tables = GardenTables::new(position.garden());
        let engine = BitPosition::new(&position, &tables);
        let score = score(&engine, &mut general);
        table.new_epoch();
        for threshold in thresholds() {
            let without = WinSearch::new(Budget::UNLIMITED).bound(&engine, threshold).unwrap();
            // It meets what the questions before have stored.
            let with = WinSearch::with_table(&table, Budget::UNLIMITED).bound(&engine, threshold).unwrap();
            for bound in [without, with] {
                let is_right = if score >= threshold {
                    (threshold..=score).contains(&bound)
                } else {
                    (score..threshold).contains(&bound)
                };
                assert!(is_right, "{position:?}: {bound:?} for {threshold:?} of {score:?}");
            }
        }
        assert_eq!(WinSearch::new(Budget::UNLIMITED).score(&engine, Score::ZERO), Ok(score), "{position:?}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn every_processor_has_the_same_answers_and_nodes() {
    let Some(bits) = cpu::BitCpu::detect() else { return };
    let mut searched = 0;
    for position in positions(2, 20) {
        let tables = GardenTables::new(position.garden());
        let engine = BitPosition::new(&position, &tables);
        if engine.bounds().lower >= engine.bounds().upper {
            continue;
        }
        for plies in 2..engine.parts().tiles_left.cast_unsigned() {
            let (mut any, mut fast) = (WinSearch::new(Budget::UNLIMITED), WinSearch::new(Budget::UNLIMITED));
            let slow = any.reaches_on(AnyCpu, &engine, plies);
            assert_eq!(fast.reaches_on(bits, &engine, plies), slow, "{position:?} {plies}");
            assert_eq!(fast.nodes(), any.nodes(), "{position:?} {plies}");
            searched += any.nodes();
        }
    }
    assert!(searched > 10_000, "{searched} nodes");
}

#[test]
fn a_search_that_was_stopped_has_no_answer_and_remembers_none() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut table = TranspositionTable::new(12);
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Time);
    for plies in [0, 0, 1, 1, 2, 3] {
        let position = playout(&mut rng, plies);
        let tables = GardenTables::new(position.garden());
        let engine = BitPosition::new(&position, &tables);
        let win = Score::new(1);
        let mut whole = WinSearch::new(Budget::UNLIMITED);
        let wins = whole.is_at_least(&engine, win);
        table.new_epoch();
        for limit in (0..whole.nodes()).step_by(97) {
            let budget = Budget { nodes: Some(limit), cancel: None };
            let mut stopped = WinSearch::with_table(&table, budget);
            // What it has stored before it was stopped is proved, and may be all that is needed.
            let answer = stopped.is_at_least(&engine, win);
            assert!(answer == Err(Stop::Nodes) || answer == wins, "{position:?} {limit}");
            assert!(stopped.nodes() <= limit);
        }
        let budget = Budget { nodes: None, cancel: Some(&cancel) };
        assert_eq!(WinSearch::new(budget).is_at_least(&engine, win), Err(Stop::Time));
    }
}
