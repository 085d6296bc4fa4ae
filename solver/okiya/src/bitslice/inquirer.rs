//! Interface of the bit-sliced search: questions and answers.

use crate::cell::CellSet;
use crate::garden::Garden;

/// Question: does the attacker win in time from a position with no immediate win?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Cells with a token of x.
    pub(crate) x: CellSet,
    /// Cells with a token of o.
    pub(crate) o: CellSet,
    /// Moves to try: the safe ones, at least one.
    pub(crate) moves: CellSet,
    /// Number of tokens on the board at the attacker's last chance to make a move that leaves no safe reply:
    /// even for x as the attacker, odd for o. At most 13, and not below the current number of tokens.
    pub(crate) last_chance: usize,
}

impl Question {
    /// Number of tokens on the board.
    pub(super) const fn depth(&self) -> usize {
        self.x.len() + self.o.len()
    }
}

/// Source of questions about one garden, one after another.
pub(crate) trait Inquirer {
    /// Returns the first or the next question; `None` once everything is known. `answer` is the answer to the
    /// previous question: whether x reaches his goal, which is to win in time or to prevent o from winning in
    /// time.
    fn next(&mut self, answer: Option<bool>) -> Option<Question>;
}

/// Next question of a lane.
pub(super) enum Next {
    /// A question about the garden in the lane.
    SameGarden(Question),
    /// A question about this garden.
    Garden(Garden, Question),
    /// No question is left.
    Nothing,
}

/// Source of the lanes' questions. One type for all inquirers, so that the search is compiled only once for
/// each width.
pub(super) trait Desk {
    /// Next question of this lane, given the answer to its last question, if any, and the number of moves
    /// tried in each lane.
    fn next(&mut self, lane: usize, answer: Option<bool>, steps: u64) -> Next;
}

/// A desk that assigns waiting inquirers to free lanes.
pub(super) struct Queue<W, I, D> {
    waiting: W,
    /// The inquirer in each lane.
    served: Vec<Option<Served<I>>>,
    /// Called with every inquirer who has no more questions, with his index and the number of moves tried for
    /// him.
    done: D,
}

struct Served<I> {
    place: usize,
    inquirer: I,
    /// The step at which his turn began.
    begun: u64,
}

impl<'g, W: Iterator<Item = (usize, (&'g Garden, I))>, I: Inquirer, D: FnMut(usize, I, u64)> Queue<W, I, D> {
    pub(super) const fn new(waiting: W, done: D) -> Self {
        Self { waiting, served: Vec::new(), done }
    }
}

impl<'g, W: Iterator<Item = (usize, (&'g Garden, I))>, I: Inquirer, D: FnMut(usize, I, u64)> Desk
    for Queue<W, I, D>
{
    fn next(&mut self, lane: usize, answer: Option<bool>, steps: u64) -> Next {
        if self.served.len() <= lane {
            self.served.resize_with(lane + 1, || None);
        }
        if let Some(mut served) = self.served[lane].take() {
            if let Some(question) = served.inquirer.next(answer) {
                self.served[lane] = Some(served);
                return Next::SameGarden(question);
            }
            (self.done)(served.place, served.inquirer, steps - served.begun);
        }
        for (place, (garden, mut inquirer)) in self.waiting.by_ref() {
            if let Some(question) = inquirer.next(None) {
                self.served[lane] = Some(Served { place, inquirer, begun: steps });
                return Next::Garden(*garden, question);
            }
            (self.done)(place, inquirer, 0);
        }
        Next::Nothing
    }
}
