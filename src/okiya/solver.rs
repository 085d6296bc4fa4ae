//! Solvers with the limits of the command line, and grading with them.

use hanamachi_solver::okiya::study::{GradedGame, GradedMove};
use hanamachi_solver::okiya::{Cell, FullBoard, Game, Player, Position, Solver};
use hanamachi_solver::search::budget::{Budget, Stop};
use hanamachi_solver::search::transposition::TranspositionTable;
use rayon::ThreadPool;

use crate::args::WorkArgs;
use crate::failure::Failure;
use crate::interrupt;
use crate::session::Session;
use crate::workers::{self, STACK_BYTES, Workers};

/// Upper bound on the memory of a solver and the stack of its thread, for `--memory`.
const BYTES_PER_THREAD: u64 = TranspositionTable::bytes(Solver::LOG2_TABLE_ENTRIES) + STACK_BYTES as u64;

/// Fails if the solvers of all threads need more than `--memory`.
pub(crate) fn check_memory(work: &WorkArgs) -> Result<(), Failure> {
    work.check_memory(BYTES_PER_THREAD)
}

/// Creates the threads for solvers and starts the clock of `--time`.
pub(crate) fn threads(work: &WorkArgs, session: &Session) -> Result<ThreadPool, Failure> {
    check_memory(work)?;
    let threads = workers::thread_pool(work.threads.count())?;
    session.detail(format_args!("{} threads", work.threads.count()));
    if let Some(limit) = work.time {
        interrupt::set_after(limit, session.cancel);
    }
    Ok(threads)
}

/// Creates a pool of solvers and starts the clock of `--time`.
pub(crate) fn workers(work: &WorkArgs, session: &Session) -> Result<Workers<Solver>, Failure> {
    Ok(Workers::on(threads(work, session)?, Solver::new))
}

/// Returns the limits for one item.
pub(crate) fn budget(work: &WorkArgs, session: &Session) -> Budget<'static> {
    Budget { nodes: work.nodes(), cancel: Some(session.cancel) }
}

/// Grades `game`: solves every position in which a move was made.
pub(crate) fn grade(
    game: &Game,
    resigned_to: Option<Player>,
    full_board: FullBoard,
    workers: &Workers<Solver>,
    budget: &Budget<'_>,
) -> Result<GradedGame, Stop> {
    let made: Vec<(Position, Cell)> = game.positions().zip(game.moves().iter().copied()).collect();
    let moves = workers.map(&made, |solver, &(position, cell)| {
        GradedMove::solve((&position, cell), full_board, solver, budget)
    });
    let moves = moves.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(GradedGame { game: game.clone(), resigned_to, full_board, moves })
}
