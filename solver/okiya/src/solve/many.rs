//! Many positions solved side by side.

use super::super::bitslice::{Inquirer, Lanes, Question};
use super::super::engine::{GardenTables, WinQuestion};
use super::super::garden::Garden;
use super::super::position::Position;
use super::super::rules::{FullBoard, Player};
use super::super::value::Outcome;
use super::inquiry::{Asks, Inquiry, InquiryNode};
use super::who_wins::WhoWins;
use super::{Method, MoveValue, Solution, Verdict};
use hanamachi_core::search::budget::{Budget, CancelToken, Stop};

/// Solves positions like [`Solver::solve`](super::Solver::solve), hundreds at a time on one thread: with a
/// hundred gardens or more, each takes a fraction of the time. Everything but [`Solution::nodes`] and
/// [`Solution::method`] is the same; the nodes are moves tried, and depend only on the position.
///
/// ```
/// use hanamachi_solver::okiya::{FullBoard, Outcome, Position, solve_many};
/// use hanamachi_solver::search::budget::Budget;
///
/// let gardens = ["05af/b4c1/27d8/3e96", "0123/4567/89ab/cdef"];
/// let positions = gardens.map(|garden| Position::start(garden.parse().unwrap()));
/// let solutions = solve_many(&positions, FullBoard::Draw, &Budget::UNLIMITED).expect("there is no limit");
/// assert_eq!(solutions[0].value.outcome(), Outcome::Win);
/// assert_eq!(solutions[1].value.outcome(), Outcome::Draw);
/// ```
///
/// # Errors
///
/// Returns the reason to stop. A node limit applies to each position: [`Stop::Nodes`] if a position took
/// more, which is detected only at the end.
pub fn solve_many(
    positions: &[Position],
    full_board: FullBoard,
    budget: &Budget<'_>,
) -> Result<Vec<Solution>, Stop> {
    let tables = tables(positions);
    let mut owners = Vec::new();
    let mut inquiries = Vec::new();
    for (owner, (position, tables)) in positions.iter().zip(&tables).enumerate() {
        let root = InquiryNode::new(position, full_board, tables);
        for cell in position.moves() {
            owners.push(owner);
            inquiries.push((position.garden(), Inquiry::new(&root, cell)));
        }
    }
    let mut found: Vec<(Vec<MoveValue>, u64)> = vec![(Vec::new(), 0); positions.len()];
    answer_all(inquiries, budget, |index, inquiry, nodes| {
        let (moves, total) = &mut found[owners[index]];
        moves.extend(inquiry.result());
        *total += nodes;
    })?;
    within(budget, found.iter().map(|&(_, nodes)| nodes))?;
    let solutions = positions.iter().zip(found);
    Ok(solutions
        .map(|(position, (moves, nodes))| {
            Solution::new(position, full_board, moves, nodes, Method::BitSliced)
        })
        .collect())
}

/// The outcomes of positions, equal to those of [`Solver::verdict`](super::Solver::verdict), hundreds at a
/// time on one thread. For gardens before the first token [`solve_outcomes`](super::super::solve_outcomes)
/// answers the same question with less preparation.
///
/// # Errors
///
/// See [`solve_many`].
pub fn verdicts_of_many(
    positions: &[Position],
    full_board: FullBoard,
    budget: &Budget<'_>,
) -> Result<Vec<Verdict>, Stop> {
    let tables = tables(positions);
    let askers = positions.iter().zip(&tables).map(|(position, tables)| {
        (position.garden(), WhoWins::new(InquiryNode::new(position, full_board, tables)))
    });
    let mut verdicts = vec![Verdict { outcome: Outcome::Draw, nodes: 0, method: None }; positions.len()];
    answer_all(askers, budget, |index, who_wins, nodes| {
        verdicts[index] = Verdict::found(&positions[index], who_wins.outcome(), nodes, Method::BitSliced);
    })?;
    within(budget, verdicts.iter().map(|verdict| verdict.nodes))?;
    Ok(verdicts)
}

fn tables(positions: &[Position]) -> Vec<GardenTables> {
    positions.iter().map(|position| GardenTables::new(position.garden())).collect()
}

/// Runs all inquiries to completion, and calls `done` for each, with its index and the number of
/// moves tried for it.
fn answer_all<'g, A: Asks<'g>>(
    askers: impl IntoIterator<Item = (&'g Garden, A)>,
    budget: &Budget<'_>,
    mut done: impl FnMut(usize, A, u64),
) -> Result<(), Stop> {
    let nobody = CancelToken::new();
    let askers = askers.into_iter().map(|(garden, asker)| (garden, Asking { asker, asked: None }));
    Lanes::widest().answer_all(askers, budget.cancel.unwrap_or(&nobody), |index, asking, nodes| {
        done(index, asking.asker, nodes);
    })
}

/// Whether each position stayed within its node limit.
fn within(budget: &Budget<'_>, mut nodes: impl Iterator<Item = u64>) -> Result<(), Stop> {
    let is_beyond = |nodes| budget.nodes.is_some_and(|limit| nodes > limit);
    if nodes.any(is_beyond) { Err(Stop::Nodes) } else { Ok(()) }
}

/// An asker in a lane.
struct Asking<A> {
    asker: A,
    /// The question being searched.
    asked: Option<WinQuestion>,
}

impl<'g, A: Asks<'g>> Inquirer for Asking<A> {
    fn next(&mut self, answer: Option<bool>) -> Option<Question> {
        if let (Some(good_for_x), Some(asked), Some((node, _))) = (answer, self.asked, self.asker.question())
        {
            let reaches = good_for_x == (node.position.side() == Player::X);
            self.asker.answer(node.score(asked.bound(reaches)));
        }
        loop {
            let (node, threshold) = self.asker.question()?;
            match node.ask(threshold) {
                Err(bound) => self.asker.answer(bound),
                Ok(question) => {
                    self.asked = Some(question);
                    return Some(node.what_to_search(question));
                }
            }
        }
    }
}

impl InquiryNode<'_> {
    /// Converts a question to a search task, in terms of tokens.
    fn what_to_search(&self, question: WinQuestion) -> Question {
        let [x, o] = [Player::X, Player::O].map(|player| self.position.tokens(player));
        // The attacker's last chance is two plies before his last token.
        let last_chance = x.len() + o.len() + question.plies() - 2;
        Question { x, o, moves: self.engine.safe_cells(), last_chance }
    }
}
