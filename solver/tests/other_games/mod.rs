//! The search and the conformance kit on games that are not Okiya: the values are known from elsewhere, and games broken on
//! purpose are found out.

use std::collections::HashMap;

use hanamachi_solver::conformance::{Coverage, Trials, Violation, check};
use hanamachi_solver::game::{PerfectInformation, Score};
use hanamachi_solver::search::alpha_beta::AlphaBeta;
use hanamachi_solver::search::budget::Budget;
use hanamachi_solver::search::questions::Questions;
use hanamachi_solver::search::transposition::TranspositionTable;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

mod nim;
#[allow(dead_code, reason = "an example has a `main`")]
#[path = "../../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use nim::{Flaw, Nim};
use tic_tac_toe::TicTacToe;

fn search<P: PerfectInformation>(position: &P, log2_entries: u32) -> Score {
    let table = TranspositionTable::new(log2_entries);
    AlphaBeta::new(&table, Budget::UNLIMITED).score(position, Score::ZERO).unwrap()
}

fn kit<P>(start: &P) -> Result<Coverage, Violation>
where
    P: PerfectInformation<Move: std::fmt::Debug> + PartialEq + std::fmt::Debug,
{
    check(start, Trials { playouts: 40, tree_limit: 600 }, &mut Xoshiro256PlusPlus::seed_from_u64(1))
}

/// Every position of tic-tac-toe with its score, by minimax.
fn solve(position: TicTacToe, solved: &mut HashMap<TicTacToe, Score>) -> Score {
    if let Some(&score) = solved.get(&position) {
        return score;
    }
    let replies = position.moves().into_iter().map(|cell| -solve(position.play(cell), solved));
    let score = replies.max().or(position.result()).unwrap();
    solved.insert(position, score);
    score
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for log2_entries in [1, 8, 16] {
        assert_eq!(search(&TicTacToe::default(), log2_entries), Score::ZERO);
    }
}

#[test]
fn every_position_of_tic_tac_toe() {
    let mut solved = HashMap::new();
    solve(TicTacToe::default(), &mut solved);
    // The number of positions that games reach, published many times.
    assert_eq!(solved.len(), 5_478);
    let table = TranspositionTable::new(10);
    let mut search = AlphaBeta::new(&table, Budget::UNLIMITED);
    for (position, score) in &solved {
        assert_eq!(search.score(position, Score::ZERO), Ok(*score), "{position:?}");
    }
}

#[test]
fn nim_follows_boutons_theorem() {
    for heaps in (0..6).flat_map(|a| (0..6).flat_map(move |b| (0..6).map(move |c| [a, b, c]))) {
        let nim = Nim::new(heaps, Flaw::None);
        for log2_entries in [1, 12] {
            assert_eq!(search(&nim, log2_entries), nim.bouton(), "{heaps:?}");
        }
    }
}

#[test]
fn sound_games_pass() {
    let coverage = kit(&TicTacToe::default()).unwrap();
    assert!(coverage.positions > 1_000 && coverage.searched > 100, "{coverage:?}");
    let coverage = kit(&Nim::new([3, 4, 5], Flaw::None)).unwrap();
    assert!(coverage.positions > 80 && coverage.searched > 100, "{coverage:?}");
}

fn flawed_start(flaw: Flaw) -> [u8; 3] {
    // With nineteen stones more than sixteen moves are candidates.
    if flaw == Flaw::TooManyCandidates { [6, 6, 7] } else { [2, 3, 4] }
}

/// What the kit finds in a nim with a flaw.
#[test]
fn flaws_are_found() {
    let ascending = "are not in ascending order without repetitions";
    for (flaw, found) in [
        (Flaw::MovesDescend, ascending),
        (Flaw::MoveTwice, ascending),
        (Flaw::MovesAfterTheEnd, "but has the moves"),
        (Flaw::Stuck, "has no move, but also no result"),
        (Flaw::Endless, "a game has not ended"),
        (Flaw::KeyShared, "are different positions with the same key"),
        (Flaw::KeyTooLarge, "has more bits than `KEY_BITS`"),
        (Flaw::ResultNotBounded, "but its bounds are"),
        (Flaw::BoundsWrong, "do not contain"),
        (Flaw::MoveLeftOut, "is not a candidate, but scores"),
        (Flaw::CandidatesDescend, ascending),
        (Flaw::CandidateIllegal, "is not a legal move"),
        (Flaw::TooManyCandidates, "candidates, more than `MAX_MOVES`"),
        (Flaw::CandidateElsewhere, "instead of"),
        (Flaw::SmallAboveLarge, "is called small, but not that of"),
    ] {
        let violation = kit(&Nim::new(flawed_start(flaw), flaw)).unwrap_err().to_string();
        assert!(violation.contains(found), "{flaw:?}: {violation}");
    }
}

#[test]
fn a_violation_says_what_and_where() {
    let violation = kit(&Nim::new([1, 0, 0], Flaw::BoundsWrong)).unwrap_err();
    assert_eq!(
        violation.to_string(),
        "Nim { heaps: [1, 0, 0], flaw: BoundsWrong } is worth 1, which its bounds [-1, -1] do not contain"
    );
}
