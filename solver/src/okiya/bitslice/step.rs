//! One move in every garden.

use super::choice::{Board, CELLS, FOUR_CELLS, FOURS, choose};
use super::plane::Plane;

/// Depths of positions that are searched: so many tokens lie. With three tiles left x, who must win, has no more chance; with two left
/// o has none.
pub(super) const DEPTHS: usize = 14;
/// Depths of positions to come back to.
pub(super) const RETURNS: usize = DEPTHS - 1;
/// Bits of a depth.
const DEPTH_BITS: usize = 4;

/// All searches: for each fact a plane.
#[repr(C, align(64))]
pub(super) struct Search<P> {
    /// Whether the tile on the one cell matches that on the other. Nothing matches itself.
    pub(super) matches: [Board<P>; CELLS],
    /// Whether there is a garden in the lane.
    pub(super) is_live: P,
    /// Whether o is asked to win, and not x.
    pub(super) asks_second: P,
    /// Whether so many tokens lie.
    pub(super) depth: [P; DEPTHS],
    /// Cells with a token.
    pub(super) taken: Board<P>,
    /// How many tokens lay when the one on a cell was placed, low bit first: tokens of x have even numbers. Means nothing where none lies.
    pub(super) order: [Board<P>; DEPTH_BITS],
    /// Safe moves that were not tried.
    pub(super) untried: Board<P>,
    /// The same for the positions on the way here, by depth.
    pub(super) untried_at: [Board<P>; RETURNS],
    /// Whether there is any of them.
    pub(super) any_untried_at: [P; RETURNS],
}

/// Gardens whose question is answered.
#[derive(Clone, Copy)]
pub(super) struct Answered<P> {
    pub(super) done: P,
    /// Whether the answer is good for x, who moved first.
    pub(super) yes: P,
}

impl<P: Plane> Search<P> {
    /// No garden in any lane.
    pub(super) fn new() -> Self {
        let (plane, board) = (P::none(), [P::none(); CELLS]);
        Self {
            matches: [board; CELLS],
            is_live: plane,
            asks_second: plane,
            depth: [plane; DEPTHS],
            taken: board,
            order: [board; DEPTH_BITS],
            untried: board,
            untried_at: [board; RETURNS],
            any_untried_at: [plane; RETURNS],
        }
    }

    /// Tries a move in every garden: goes on to the position behind it, stays for the next move, or goes back to the last position
    /// where the answer is still open.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Answered<P> {
        let odd_depth = any(&[1, 3, 5, 7, 9, 11, 13].map(|depth| self.depth[depth]));
        let (mut own, mut other) = ([P::none(); CELLS], [P::none(); CELLS]);
        for cell in 0..CELLS {
            let is_others = self.order[0][cell].xor(odd_depth);
            own[cell] = self.taken[cell].without(is_others);
            other[cell] = self.taken[cell].and(is_others);
        }
        let chosen = choose(&own, &other, &self.untried);

        let (mut rest, mut free) = ([P::none(); CELLS], [P::none(); CELLS]);
        for cell in 0..CELLS {
            rest[cell] = self.untried[cell].without(chosen[cell]);
            free[cell] = self.taken[cell].or(chosen[cell]).not();
            own[cell] = own[cell].or(chosen[cell]);
        }
        let any_rest = any(&rest);
        let safe = self.safe_replies(&own, &chosen, &free);
        let any_safe = any(&safe);

        // The move wins, or it leads on, or it has failed: a draw is no win for who must win, and only he moves last.
        let is_last = self.depth[DEPTHS - 1].or(self.depth[DEPTHS - 2].without(self.asks_second));
        let won = any_safe.not();
        let deeper = any_safe.without(is_last);
        let failed = any_safe.and(is_last);
        let stay = failed.and(any_rest);
        let back = won.or(failed.without(any_rest));

        // The move to a position that is good for its player has failed. If the position before it has no other, it is bad, and
        // the move that led there was good. So the way back skips two positions at a time, until one has moves left.
        let odd_target = odd_depth.xor(won);
        let mut target = [P::none(); RETURNS];
        let (mut found, mut below) = (P::none(), self.depth[DEPTHS - 1]);
        for depth in (0..RETURNS).rev() {
            let same_parity = if depth % 2 == 1 { odd_target } else { odd_target.not() };
            target[depth] = self.any_untried_at[depth].and(same_parity).and(below).and(back).without(found);
            found = found.or(target[depth]);
            below = below.or(self.depth[depth]);
        }
        let done = back.without(found).and(self.is_live);

        for depth in 0..RETURNS {
            let here = self.depth[depth];
            self.any_untried_at[depth] = here.select(any_rest, self.any_untried_at[depth]);
            for cell in 0..CELLS {
                self.untried_at[depth][cell] = here.select(rest[cell], self.untried_at[depth][cell]);
            }
        }
        self.move_tokens(&chosen, deeper, back, &target);
        for cell in 0..CELLS {
            let mut untried = deeper.and(safe[cell]).or(stay.and(rest[cell]));
            for depth in 0..RETURNS {
                untried = untried.or(target[depth].and(self.untried_at[depth][cell]));
            }
            self.untried[cell] = untried;
        }
        let mut next = [P::none(); DEPTHS];
        for depth in 0..DEPTHS {
            next[depth] = self.depth[depth].and(stay);
            if depth < RETURNS {
                next[depth] = next[depth].or(target[depth]);
            }
            if depth > 0 {
                next[depth] = next[depth].or(self.depth[depth - 1].and(deeper));
            }
        }
        self.depth = next;
        // Where no position is left, the last one skipped was the root, or the one behind its move.
        Answered { done, yes: odd_target }
    }

    /// The safe moves of the opponent once the mover, who has the tokens `own`, has `chosen` his cell: those that match it, but
    /// for those that match a cell where the mover completes a four, or that leave a tile without a match for the mover to block with.
    #[inline(always)]
    fn safe_replies(&self, own: &Board<P>, chosen: &Board<P>, free: &Board<P>) -> Board<P> {
        let mut completing = [P::none(); CELLS];
        for pattern in 0..FOURS {
            let cells = FOUR_CELLS[pattern];
            let [a, b, c, d] = cells.map(|cell| own[cell]);
            let (first, second) = (a.and(b), c.and(d));
            completing[cells[0]] = completing[cells[0]].or(second.and(b));
            completing[cells[1]] = completing[cells[1]].or(second.and(a));
            completing[cells[2]] = completing[cells[2]].or(first.and(d));
            completing[cells[3]] = completing[cells[3]].or(first.and(c));
        }
        // With two tiles left the board is full before anybody is blocked.
        let can_block = self.depth[DEPTHS - 1].not();
        let mut avoided = [P::none(); CELLS];
        for cell in 0..CELLS {
            let (mut one, mut two) = (P::none(), P::none());
            for neighbour in 0..CELLS {
                let matching = free[neighbour].and(self.matches[cell][neighbour]);
                two = two.or(one.and(matching));
                one = one.or(matching);
            }
            let has_one_match = one.without(two).and(can_block);
            avoided[cell] = free[cell].and(completing[cell].or(has_one_match));
        }
        let mut safe = [P::none(); CELLS];
        for cell in 0..CELLS {
            let (mut is_legal, mut is_losing) = (P::none(), P::none());
            for neighbour in 0..CELLS {
                let matches = self.matches[cell][neighbour];
                is_legal = is_legal.or(chosen[neighbour].and(matches));
                is_losing = is_losing.or(avoided[neighbour].and(matches));
            }
            safe[cell] = is_legal.and(free[cell]).without(is_losing);
        }
        safe
    }

    /// Places the chosen tokens where the search goes deeper, and takes up those behind the target where it goes back.
    #[inline(always)]
    fn move_tokens(&mut self, chosen: &Board<P>, deeper: P, back: P, target: &[P; RETURNS]) {
        let mut now = [P::none(); DEPTH_BITS];
        // Where the search does not go back, the largest number, below which all tokens lie.
        let mut kept_below = [back.not(); DEPTH_BITS];
        for bit in 0..DEPTH_BITS {
            for depth in 0..DEPTHS {
                if depth >> bit & 1 != 0 {
                    now[bit] = now[bit].or(self.depth[depth]);
                    if depth < RETURNS {
                        kept_below[bit] = kept_below[bit].or(target[depth]);
                    }
                }
            }
        }
        for cell in 0..CELLS {
            let placed = chosen[cell].and(deeper);
            let mut is_kept = P::none();
            for bit in 0..DEPTH_BITS {
                let order = placed.select(now[bit], self.order[bit][cell]);
                self.order[bit][cell] = order;
                // The comparison from the lowest bit up: the highest bit in which the two differ decides.
                is_kept = kept_below[bit].xor(order).select(kept_below[bit], is_kept);
            }
            self.taken[cell] = self.taken[cell].or(placed).and(is_kept);
        }
    }
}

/// Gardens in any of these.
#[inline(always)]
fn any<P: Plane>(planes: &[P]) -> P {
    let mut any = P::none();
    for &plane in planes {
        any = any.or(plane);
    }
    any
}
