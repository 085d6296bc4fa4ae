//! A budget ends a search with its reason, never with an answer that was not proved.

use crate::common::positions::{RULES, played, rng};
use hanamachi_solver::okiya::{FullBoard, Garden, Position, Solver};
use hanamachi_solver::search::budget::{Budget, CancelToken, Stop};

fn nodes(limit: u64) -> Budget<'static> {
    Budget { nodes: Some(limit), cancel: None }
}

/// Limits below `needed`: some at either end, and some between.
fn too_small(needed: u64) -> impl Iterator<Item = u64> {
    let spread = (0..needed).step_by(usize::try_from(needed / 17 + 1).unwrap());
    spread.chain(needed.saturating_sub(3)..needed)
}

fn positions() -> Vec<Position> {
    let mut rng = rng(1);
    let mut all: Vec<_> = (0..6).map(|_| Position::start(Garden::random(&mut rng))).collect();
    all.extend((0..=14).cycle().take(15 * 8).map(|tiles_left| played(&mut rng, tiles_left)));
    all
}

#[test]
fn a_solution_takes_its_nodes_or_none() {
    let mut solver = Solver::new();
    for position in positions() {
        for rule in RULES {
            let solution = solver.solve(&position, rule, &Budget::UNLIMITED).unwrap();
            let needed = solution.nodes;
            for limit in too_small(needed) {
                assert_eq!(solver.solve(&position, rule, &nodes(limit)), Err(Stop::Nodes), "{position}");
            }
            for limit in [needed, needed + 1, u64::MAX] {
                assert_eq!(solver.solve(&position, rule, &nodes(limit)).as_ref(), Ok(&solution));
            }
        }
    }
}

#[test]
fn a_verdict_takes_its_nodes_or_none() {
    let mut solver = Solver::new();
    for position in positions() {
        for rule in RULES {
            let verdict = solver.verdict(&position, rule, &Budget::UNLIMITED).unwrap();
            for limit in too_small(verdict.nodes) {
                assert_eq!(solver.verdict(&position, rule, &nodes(limit)), Err(Stop::Nodes), "{position}");
            }
            for limit in [verdict.nodes, verdict.nodes + 1, u64::MAX] {
                assert_eq!(solver.verdict(&position, rule, &nodes(limit)), Ok(verdict));
            }
        }
    }
}

#[test]
fn in_parallel_the_limit_holds_for_each_move() {
    let start = Position::start(Garden::random(&mut rng(2)));
    let mut solver = Solver::new();
    assert_eq!(solver.solve_parallel(&start, FullBoard::Draw, &nodes(0)), Err(Stop::Nodes));
    let found = solver.solve_parallel(&start, FullBoard::Draw, &nodes(u64::MAX)).unwrap();
    let alone = solver.solve(&start, FullBoard::Draw, &Budget::UNLIMITED).unwrap();
    assert_eq!(found.moves, alone.moves);
}

#[test]
fn a_cancelled_search_gives_the_reason() {
    let start = Position::start(Garden::random(&mut rng(3)));
    let mut solver = Solver::new();
    for reason in [Stop::Interrupted, Stop::Time, Stop::Nodes] {
        let cancel = CancelToken::new();
        let budget = Budget { nodes: None, cancel: Some(&cancel) };
        let before = solver.solve(&start, FullBoard::Draw, &budget).unwrap();
        assert_eq!(before, solver.solve(&start, FullBoard::Draw, &Budget::UNLIMITED).unwrap());
        cancel.cancel(reason);
        // The first reason stays.
        cancel.cancel(Stop::Interrupted);
        assert_eq!(solver.solve(&start, FullBoard::Draw, &budget), Err(reason));
        assert_eq!(solver.verdict(&start, FullBoard::Draw, &budget), Err(reason));
        assert_eq!(solver.solve_parallel(&start, FullBoard::Draw, &budget), Err(reason));
        // The solver still works correctly afterwards.
        assert_eq!(solver.solve(&start, FullBoard::Draw, &Budget::UNLIMITED).unwrap(), before);
    }
}

/// From another thread, while the search runs: it must end, although the remaining work would take too
/// long.
#[test]
fn a_search_under_way_hears_the_token() {
    let starts: Vec<_> = {
        let mut rng = rng(4);
        (0..64).map(|_| Position::start(Garden::random(&mut rng))).collect()
    };
    let cancel = CancelToken::new();
    let stop = std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let (mut solver, budget) = (Solver::new(), Budget { nodes: None, cancel: Some(&cancel) });
            starts.iter().cycle().find_map(|start| solver.solve(start, FullBoard::Draw, &budget).err())
        });
        cancel.cancel(Stop::Time);
        worker.join().unwrap()
    });
    assert_eq!(stop, Some(Stop::Time));
}
