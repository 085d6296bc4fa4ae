//! Gardens into lanes, and answers out of them.

use super::Outcomes;
use super::plane::Plane;
use super::step::Search;
use crate::okiya::cell::CellSet;
use crate::okiya::garden::Garden;
use crate::okiya::value::Outcome;
use crate::search::budget::{CancelToken, Stop};

/// Steps between two looks at the cancel token: a few milliseconds.
const STEPS_BETWEEN_LOOKS: u64 = 4096;

/// The garden in a lane.
#[derive(Clone, Copy)]
struct Job {
    /// Its place among all gardens.
    index: usize,
    /// The step at which its search began.
    begun: u64,
}

/// Solves the gardens in planes of this kind.
#[inline(always)]
pub(super) fn solve<P: Plane>(gardens: &[Garden], cancel: &CancelToken) -> Result<Outcomes, Stop> {
    let mut solved = Outcomes { outcomes: vec![Outcome::Draw; gardens.len()], nodes: vec![0; gardens.len()] };
    let mut search: Box<Search<P>> = Box::new(Search::new());
    let mut jobs: Vec<Option<Job>> = vec![None; P::LANES];
    let mut waiting = gardens.iter().enumerate();
    let mut steps: u64 = 0;
    let mut live = 0;
    for (lane, job) in jobs.iter_mut().enumerate() {
        if let Some((index, garden)) = waiting.next() {
            search.lay(lane, garden);
            *job = Some(Job { index, begun: steps });
            live += 1;
        }
    }
    while live > 0 {
        if steps.is_multiple_of(STEPS_BETWEEN_LOOKS)
            && let Some(reason) = cancel.reason()
        {
            return Err(reason);
        }
        let answered = search.step();
        steps += 1;
        if answered.done.is_none() {
            continue;
        }
        for word in 0..P::LANES / 64 {
            let mut done = answered.done.words()[word];
            while done != 0 {
                let lane = 64 * word + done.trailing_zeros() as usize;
                done &= done - 1;
                let (yes, asked_second) = (answered.yes.has(lane), search.asks_second.has(lane));
                if !yes && !asked_second {
                    search.begin(lane, Question::SecondWins);
                    continue;
                }
                if let Some(Job { index, begun }) = jobs[lane].take() {
                    solved.outcomes[index] = match (asked_second, yes) {
                        (false, _) => Outcome::Win,
                        (true, true) => Outcome::Draw,
                        (true, false) => Outcome::Loss,
                    };
                    solved.nodes[index] = u32::try_from(steps - begun).unwrap_or(u32::MAX);
                }
                if let Some((index, garden)) = waiting.next() {
                    search.lay(lane, garden);
                    jobs[lane] = Some(Job { index, begun: steps });
                } else {
                    live -= 1;
                }
            }
        }
    }
    Ok(solved)
}

/// Who is asked to win.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    FirstWins,
    SecondWins,
}

impl<P: Plane> Search<P> {
    /// Puts a garden into a lane.
    fn lay(&mut self, lane: usize, garden: &Garden) {
        self.switches.lay(lane, garden);
        self.begin(lane, Question::FirstWins);
    }

    /// Begins to search the garden in a lane. No search is in it: what is done leaves no token, no move and no depth behind.
    fn begin(&mut self, lane: usize, question: Question) {
        self.depth[0].set(lane, true);
        self.asks_second.set(lane, question == Question::SecondWins);
        for cell in CellSet::BORDER {
            self.untried[cell.index()].set(lane, true);
        }
    }
}
