//! Interface of the bit-sliced search: questions and answers.

use crate::cell::CellSet;
use crate::garden::Garden;

/// Question: does the attacker win in time from a position in which nobody can win at once?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    /// Cells with a token of x.
    pub(crate) x: CellSet,
    /// Cells with a token of o.
    pub(crate) o: CellSet,
    /// Moves to be tried: the safe ones, at least one.
    pub(crate) moves: CellSet,
    /// How many tokens lie when the attacker has his last chance to make a move that leaves no safe reply: he is x if this is even, o if it
    /// is odd. At most 13, and at least as many as lie already.
    pub(crate) last_chance: usize,
}

impl Question {
    /// Tokens on the board.
    pub(super) const fn depth(&self) -> usize {
        self.x.len() + self.o.len()
    }
}

/// Asks about one garden, one question after another.
pub(crate) trait Inquirer {
    /// The first question, or the next one; none once all is known. `answer` is that to the question before: whether x gets what he
    /// wants, to win in time or to prevent that o does.
    fn next(&mut self, answer: Option<bool>) -> Option<Question>;
}

/// Next question of a lane.
pub(super) enum Next {
    /// A question about the garden that is in it.
    SameGarden(Question),
    /// A question about this garden.
    Garden(Garden, Question),
    /// None: all questions are answered.
    Nothing,
}

/// Source of the lanes' questions. One type for all inquirers, so that the search is compiled once for each width.
pub(super) trait Desk {
    /// Next question of this lane, given the answer to its last question, if any, and the number of moves tried in each lane.
    fn next(&mut self, lane: usize, answer: Option<bool>, steps: u64) -> Next;
}

/// A desk for inquirers, who come to the lanes one after another.
pub(super) struct Queue<W, I, D> {
    waiting: W,
    /// The inquirer in each lane.
    served: Vec<Option<Served<I>>>,
    /// Called with every inquirer who has no more questions, his place among all, and the moves that were tried for him.
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
