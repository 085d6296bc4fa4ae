//! One move in every garden.

use super::choice::{Board, CELLS, choose, completing};
use super::plane::{Plane, unrolled};
use super::replies::safe_replies;
use super::tiles::Switches;

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
    /// The way from cells to tiles.
    pub(super) switches: Switches<P>,
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
            switches: Switches::new(),
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
        unrolled!(for cell in 0..16 {
            let is_others = self.order[0][cell].xor(odd_depth);
            own[cell] = self.taken[cell].without(is_others);
            other[cell] = self.taken[cell].and(is_others);
        });
        let chosen = choose(&own, &other, &self.untried);

        let (mut rest, mut free) = ([P::none(); CELLS], [P::none(); CELLS]);
        unrolled!(for cell in 0..16 {
            rest[cell] = self.untried[cell].without(chosen[cell]);
            free[cell] = self.taken[cell].or(chosen[cell]).not();
            own[cell] = own[cell].or(chosen[cell]);
        });
        let any_rest = any(&rest);
        // With two tiles left the board is full before anybody is blocked.
        let can_block = self.depth[DEPTHS - 1].not();
        let free = self.switches.to_tiles(&free);
        let chosen_tile = self.switches.to_tiles(&chosen);
        let completing = self.switches.to_tiles(&completing(&own));
        let safe = self.switches.to_cells(&safe_replies(&free, &chosen_tile, &completing, can_block));
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
        let (odd_back, even_back) = (back.and(odd_target), back.without(odd_target));
        let mut target = [P::none(); RETURNS];
        // Searches that have come to this depth on their way back, and go on.
        let mut on_way = self.depth[DEPTHS - 1];
        for depth in (0..RETURNS).rev() {
            let parity = if depth % 2 == 1 { odd_back } else { even_back };
            target[depth] = self.any_untried_at[depth].and(on_way).and(parity);
            on_way = self.depth[depth].or(on_way.without(target[depth]));
        }
        let done = back.and(on_way);

        let mut untried = [P::none(); CELLS];
        unrolled!(for cell in 0..16 {
            untried[cell] = deeper.and(safe[cell]).or_both(stay, rest[cell]);
        });
        for depth in 0..RETURNS {
            let here = self.depth[depth];
            self.any_untried_at[depth] = here.select(any_rest, self.any_untried_at[depth]);
            if here.or(target[depth]).is_none() {
                continue;
            }
            unrolled!(for cell in 0..16 {
                let at = &mut self.untried_at[depth][cell];
                untried[cell] = untried[cell].or_both(target[depth], *at);
                *at = here.select(rest[cell], *at);
            });
        }
        self.untried = untried;

        let now = depth_bits(&self.depth);
        let mut next = [P::none(); DEPTHS];
        for depth in 0..DEPTHS {
            let returned = if depth < RETURNS { target[depth] } else { P::none() };
            next[depth] = returned.or_both(self.depth[depth], stay);
            if depth > 0 {
                next[depth] = next[depth].or_both(self.depth[depth - 1], deeper);
            }
        }
        self.depth = next;
        self.move_tokens(&chosen, &now, &depth_bits(&next));
        // Where no position is left, the last one skipped was the root, or the one behind its move.
        Answered { done, yes: odd_target }
    }

    /// Places the chosen tokens, and takes up all that do not lie at the next depth: those behind the target where the search goes back,
    /// and the chosen one where it has failed.
    #[inline(always)]
    fn move_tokens(&mut self, chosen: &Board<P>, now: &[P; DEPTH_BITS], next: &[P; DEPTH_BITS]) {
        unrolled!(for cell in 0..16 {
            let mut is_kept = P::none();
            for bit in 0..DEPTH_BITS {
                let order = chosen[cell].select(now[bit], self.order[bit][cell]);
                self.order[bit][cell] = order;
                // The comparison from the lowest bit up: the highest bit in which the two differ decides.
                is_kept = next[bit].greater(order, is_kept);
            }
            self.taken[cell] = is_kept.and_either(self.taken[cell], chosen[cell]);
        });
    }
}

/// The number of the depth, low bit first.
#[inline(always)]
fn depth_bits<P: Plane>(depths: &[P; DEPTHS]) -> [P; DEPTH_BITS] {
    let mut bits = [P::none(); DEPTH_BITS];
    for bit in 0..DEPTH_BITS {
        for depth in 0..DEPTHS {
            if depth >> bit & 1 != 0 {
                bits[bit] = bits[bit].or(depths[depth]);
            }
        }
    }
    bits
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
