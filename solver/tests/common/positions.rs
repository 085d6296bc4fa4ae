//! Random positions of a given size, and a slow method for their values.

use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::{Cell, CellSet, FullBoard, Garden, Player, Position, Setup};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

/// Both rules for a full board.
pub(crate) const RULES: [FullBoard; 2] = [FullBoard::Draw, FullBoard::Last];

/// A generator with a fixed seed.
pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A position with this many tiles left, by random legal play; the last move may have ended the game.
pub(crate) fn played<R: Rng + ?Sized>(rng: &mut R, tiles_left: usize) -> Position {
    loop {
        let mut position = Position::start(Garden::random(rng));
        while position.tiles_left() > tiles_left {
            let moves: Vec<Cell> = position.moves().into_iter().collect();
            let Some(&cell) = moves.choose(rng) else { break };
            position = position.play(cell).unwrap();
        }
        if position.tiles_left() == tiles_left {
            return position;
        }
    }
}

/// A position with this many tiles left and the tokens anywhere. Its parts agree, but most often no game
/// can reach it: both players may have a four, or one that is not the last token's.
pub(crate) fn scattered<R: Rng + ?Sized>(rng: &mut R, tiles_left: usize) -> Position {
    let mut cells: Vec<Cell> = Cell::all().collect();
    cells.shuffle(rng);
    let tokens = &cells[tiles_left..];
    let (x, o) = tokens.split_at(tokens.len().div_ceil(2));
    let (side, last) = if x.len() == o.len() { (Player::X, o.last()) } else { (Player::O, x.last()) };
    let set = |cells: &[Cell]| cells.iter().copied().collect();
    let setup = Setup { garden: Garden::random(rng), x: set(x), o: set(o), last: last.copied(), side };
    Position::try_from(setup).unwrap()
}

/// Minimax that remembers every position of one garden, under both rules at once. It shares only the rules
/// with the solver.
pub(crate) struct Memory(FxHashMap<(CellSet, CellSet, Option<Cell>), [Score; 2]>);

impl Memory {
    pub(crate) fn new() -> Self {
        Self(FxHashMap::default())
    }

    /// The scores of a position under [`RULES`].
    pub(crate) fn scores(&mut self, position: &Position) -> [Score; 2] {
        if let Some(end) = position.end() {
            return RULES.map(|rule| end.score(position.side(), rule));
        }
        let key = (position.tokens(Player::X), position.tokens(Player::O), position.last());
        if let Some(&scores) = self.0.get(&key) {
            return scores;
        }
        let mut best = [Score::MIN; 2];
        for cell in position.moves() {
            let replies = self.scores(&position.play(cell).unwrap());
            for (best, reply) in best.iter_mut().zip(replies) {
                *best = (*best).max(-reply);
            }
        }
        self.0.insert(key, best);
        best
    }

    /// Number of known positions.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}
