//! Assignment of questions to lanes, and collection of answers.

use super::inquirer::{Desk, Next, Question};
use super::plane::Plane;
use super::step::{DEPTH_BITS, Search};
use hanamachi_core::search::budget::{CancelToken, Stop};

/// Steps between checks of the cancel token: a few milliseconds.
const STEPS_BETWEEN_LOOKS: u64 = 4096;

/// Answers all questions of this desk in planes of this kind.
#[inline(always)]
pub(super) fn answer<P: Plane>(desk: &mut dyn Desk, cancel: &CancelToken) -> Result<(), Stop> {
    let mut search: Box<Search<P>> = Box::new(Search::new());
    let mut steps = 0;
    let mut live = 0;
    for lane in 0..P::LANES {
        live += usize::from(search.take(lane, &desk.next(lane, None, steps)));
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
                let next = desk.next(lane, Some(answered.yes.has(lane)), steps);
                live -= usize::from(!search.take(lane, &next));
            }
        }
    }
    Ok(())
}

impl<P: Plane> Search<P> {
    /// Starts the search for a lane's next question, if there is one.
    fn take(&mut self, lane: usize, next: &Next) -> bool {
        match next {
            Next::SameGarden(question) => self.begin(lane, question),
            Next::Garden(garden, question) => {
                self.switches.lay(lane, garden);
                self.begin(lane, question);
            }
            Next::Nothing => return false,
        }
        true
    }

    /// Starts a search about the garden in a lane. The lane must be idle: a finished search leaves no token,
    /// move or depth behind.
    fn begin(&mut self, lane: usize, question: &Question) {
        let depth = question.depth();
        self.depth[depth].set(lane, true);
        for (bit, plane) in self.last_chance.iter_mut().enumerate() {
            plane.set(lane, question.last_chance >> bit & 1 != 0);
        }
        // The search needs only the owners of the tokens that are on the board already, and that they came
        // earlier.
        for (tokens, is_o) in [(question.x, false), (question.o, true)] {
            for cell in tokens {
                self.taken[cell.index()].set(lane, true);
                for bit in 0..DEPTH_BITS {
                    self.order[cell.index()][bit].set(lane, is_o && bit == 0);
                }
            }
        }
        for cell in question.moves {
            self.untried[cell.index()].set(lane, true);
        }
        // Untried moves of an earlier question are not part of the way back.
        for plane in &mut self.any_untried_at[..depth] {
            plane.set(lane, false);
        }
    }
}
