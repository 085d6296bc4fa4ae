//! Value of a move by yes-or-no questions.
//!
//! An [`Inquiry`] determines the questions about a move and their order. Any search can answer them: one that
//! answers at once, or one that answers hundreds side by side.

use super::super::cell::{Cell, Cells};
use super::super::engine::{BitPosition, GardenTables, WinQuestion};
use super::super::position::Position;
use super::super::rules::{Ending, FullBoard};
use super::super::value::Value;
use hanamachi_core::game::{Bounds, PerfectInformation, Score};
use hanamachi_core::search::alpha_beta::AlphaBeta;
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::questions::{Narrowing, Questions};

/// A legal move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The cell taken.
    pub cell: Cell,
    /// The value for the player who makes the move, counted from before the move.
    pub value: Value,
    /// Ending along [`line`](Self::line).
    pub ending: Ending,
    /// Number of legal replies to the move; 0 if it ends the game.
    pub replies: usize,
    /// The move and best play after it, to the end.
    pub line: Vec<Cell>,
}

/// A position for the rules and for the engine.
#[derive(Clone, Copy, Debug)]
pub(super) struct InquiryNode<'g> {
    pub(super) position: Position,
    pub(super) engine: BitPosition<'g>,
    pub(super) full_board: FullBoard,
}

impl<'g> InquiryNode<'g> {
    pub(super) fn new(position: &Position, full_board: FullBoard, garden: &'g GardenTables) -> Self {
        Self { position: *position, engine: BitPosition::new(position, garden), full_board }
    }

    /// The node after a legal move.
    fn play(&self, cell: Cell) -> Self {
        let tile = self.position.garden().tile(cell).index();
        Self { position: self.position.play_unchecked(cell), engine: self.engine.play(tile), ..*self }
    }

    /// Converts `threshold`, a score under the rules, for the engine.
    pub(super) fn engine_threshold(&self, threshold: Score) -> Score {
        self.full_board.threshold(threshold, self.position.side())
    }

    /// Converts `bound`, the engine's bound on a score, to the rules.
    pub(super) fn score(&self, bound: Score) -> Score {
        self.full_board.score(bound, self.position.side())
    }

    /// Search needed to decide whether the score under the rules is at least `threshold`.
    ///
    /// # Errors
    ///
    /// Returns the answer, a bound on the score, if it is known without search.
    pub(super) fn ask(&self, threshold: Score) -> Result<WinQuestion, Score> {
        WinQuestion::new(&self.engine, self.engine_threshold(threshold)).map_err(|bound| self.score(bound))
    }

    /// A bound on the score under the rules: a lower bound if it is at least `threshold`, otherwise an upper
    /// one.
    pub(super) fn bound(&self, threshold: Score, search: &mut AlphaBeta<'_>) -> Result<Score, Stop> {
        let bound = search.bound(&self.engine, self.engine_threshold(threshold))?;
        Ok(self.score(bound))
    }

    /// The bounds on the score that are known without search.
    fn bounds(&self) -> Bounds {
        let Bounds { lower, upper } = self.engine.bounds();
        Bounds { lower: self.score(lower), upper: self.score(upper) }
    }
}

/// Source of questions about scores in one garden.
pub(super) trait Asks<'g> {
    /// The next question: whether the score of this position is at least this threshold. `None` once
    /// everything is known.
    fn question(&self) -> Option<(InquiryNode<'g>, Score)>;
    /// Takes the answer: a lower bound on the score if it reaches the threshold, otherwise an upper one.
    fn answer(&mut self, bound: Score);

    /// Asks `search` until everything is known.
    fn ask_all(&mut self, search: &mut AlphaBeta<'_>) -> Result<(), Stop> {
        while let Some((node, threshold)) = self.question() {
            self.answer(node.bound(threshold, search)?);
        }
        Ok(())
    }
}

impl<'g> Asks<'g> for Inquiry<'g> {
    fn question(&self) -> Option<(InquiryNode<'g>, Score)> {
        Inquiry::question(self)
    }

    fn answer(&mut self, bound: Score) {
        Inquiry::answer(self, bound);
    }
}

/// Value of a legal move, as far as the answers so far determine it.
#[derive(Clone, Debug)]
pub(super) struct Inquiry<'g> {
    /// Number of tiles before the move.
    tiles_now: usize,
    /// Number of legal replies to the move.
    replies: usize,
    /// The move and the known part of best play after it.
    line: Vec<Cell>,
    /// The score of the move for the player who makes it; a lower bound until it is known.
    score: Score,
    stage: Stage<'g>,
    asked: Option<Question<'g>>,
}

/// Current question.
#[derive(Clone, Debug)]
enum Stage<'g> {
    /// The score.
    Score(Pass<'g>),
    /// Best play.
    Line(BestPlaySearch<'g>),
    /// No question: the ending is known.
    Known(Ending),
}

/// A question about the position after a reply, and the reply.
#[derive(Clone, Copy, Debug)]
struct Question<'g> {
    cell: Cell,
    node: InquiryNode<'g>,
    threshold: Score,
}

/// The search for the score of a position: a pass through the replies for each threshold.
///
/// A pass takes the replies in cell order, not in the order with the fastest answer: the line needs the first
/// reply that reaches the score, so the replies before it must be refuted anyway.
#[derive(Clone, Debug)]
struct Pass<'g> {
    node: InquiryNode<'g>,
    narrowing: Narrowing,
    /// Replies not yet asked about.
    left: Cells,
    /// The best bound of the replies asked about.
    best: Score,
    /// The first reply that reached the highest threshold reached so far.
    first: Option<Cell>,
    /// The lower bound known without search.
    lower: Score,
}

impl<'g> Pass<'g> {
    fn new(node: InquiryNode<'g>) -> Self {
        let bounds = node.bounds();
        let narrowing = Narrowing::new(bounds, Score::ZERO);
        let left = node.position.moves().into_iter();
        Self { node, narrowing, left, best: bounds.lower, first: None, lower: bounds.lower }
    }

    /// The next question; `None` once the score is known.
    fn next(&mut self) -> Option<Question<'g>> {
        loop {
            let threshold = self.narrowing.threshold()?;
            if let Some(cell) = self.left.next() {
                return Some(Question { cell, node: self.node.play(cell), threshold: (-threshold).next() });
            }
            self.end_pass();
        }
    }

    /// Takes an answer: a bound on the score of the position after a reply.
    fn learn(&mut self, cell: Cell, bound: Score) {
        self.best = self.best.max(-bound);
        if self.narrowing.threshold().is_some_and(|threshold| self.best >= threshold) {
            self.first = Some(cell);
            self.end_pass();
        }
    }

    fn end_pass(&mut self) {
        self.narrowing.learn(self.best);
        self.best = self.lower;
        self.left = self.node.position.moves().into_iter();
    }
}

/// The search for best play from a position of known score.
#[derive(Clone, Debug)]
struct BestPlaySearch<'g> {
    node: InquiryNode<'g>,
    score: Score,
    /// Moves not known to be worse.
    left: Cells,
}

impl<'g> BestPlaySearch<'g> {
    fn new(node: InquiryNode<'g>, score: Score) -> Self {
        Self { node, score, left: node.position.moves().into_iter() }
    }

    /// The search after a best move.
    fn play(&self, cell: Cell) -> Self {
        Self::new(self.node.play(cell), -self.score)
    }
}

impl<'g> Inquiry<'g> {
    /// The inquiry about a legal move of unknown score.
    pub(super) fn new(root: &InquiryNode<'g>, cell: Cell) -> Self {
        let pass = Pass::new(root.play(cell));
        Self::begin(root, cell, pass.lower, Stage::Score(pass))
    }

    /// The inquiry about a legal move of known score, which asks only for its line.
    pub(super) fn with_score(root: &InquiryNode<'g>, cell: Cell, score: Score) -> Self {
        let walk = BestPlaySearch::new(root.play(cell), -score);
        Self::begin(root, cell, score, Stage::Line(walk))
    }

    fn begin(root: &InquiryNode<'g>, cell: Cell, score: Score, stage: Stage<'g>) -> Self {
        let tiles_now = root.position.tiles_left();
        let node = match &stage {
            Stage::Score(Pass { node, .. }) | Stage::Line(BestPlaySearch { node, .. }) => node,
            Stage::Known(_) => root,
        };
        let replies = node.position.moves().len();
        let mut inquiry = Self { tiles_now, replies, line: vec![cell], score, stage, asked: None };
        inquiry.go_on();
        inquiry
    }

    /// The next question: whether the score of this position, under the rules, is at least this threshold.
    /// `None` once everything is known.
    pub(super) fn question(&self) -> Option<(InquiryNode<'g>, Score)> {
        self.asked.as_ref().map(|asked| (asked.node, asked.threshold))
    }

    /// Takes the answer: a lower bound on the score if it is at least the threshold, otherwise an upper one.
    pub(super) fn answer(&mut self, bound: Score) {
        let Some(Question { cell, threshold, .. }) = self.asked.take() else { return };
        match &mut self.stage {
            Stage::Score(pass) => pass.learn(cell, bound),
            Stage::Line(_) if bound < threshold => self.extend(cell),
            Stage::Line(_) | Stage::Known(_) => {}
        }
        self.go_on();
    }

    /// Moves to the next question, if there is one.
    fn go_on(&mut self) {
        loop {
            match &mut self.stage {
                Stage::Known(_) => return,
                Stage::Score(pass) => {
                    self.asked = pass.next();
                    if self.asked.is_some() {
                        return;
                    }
                    let (score, first) = (pass.narrowing.lower(), pass.first);
                    let walk = BestPlaySearch::new(pass.node, score);
                    self.score = -score;
                    self.stage = Stage::Line(walk);
                    if let Some(cell) = first {
                        self.extend(cell);
                    }
                }
                Stage::Line(walk) => {
                    if let Some(end) = walk.node.position.end() {
                        self.stage = Stage::Known(end.ending);
                        return;
                    }
                    let cell = walk.left.next().expect("a move of an open position has its score");
                    if walk.left.len() > 0 {
                        let threshold = (-walk.score).next();
                        self.asked = Some(Question { cell, node: walk.node.play(cell), threshold });
                        return;
                    }
                    self.extend(cell);
                }
            }
        }
    }

    /// Appends the next move of the line.
    fn extend(&mut self, cell: Cell) {
        if let Stage::Line(walk) = &mut self.stage {
            *walk = walk.play(cell);
            self.line.push(cell);
        }
    }

    /// Value of the move, once known.
    pub(super) fn result(self) -> Option<MoveValue> {
        let Stage::Known(ending) = self.stage else { return None };
        let Self { tiles_now, replies, line, score, .. } = self;
        Some(MoveValue { cell: line[0], value: Value::new(score, tiles_now), ending, replies, line })
    }
}
