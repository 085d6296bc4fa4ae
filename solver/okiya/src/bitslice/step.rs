//! One step of the search: a move in every garden.

use super::choice::{Board, CELLS, choose, completing};
use super::plane::{Plane, unrolled};
use super::replies::safe_replies;
use super::tiles::{Switches, Tiles};

/// Number of depths of searched positions; a depth is a number of tokens. x, as the attacker, has no chance
/// with three tiles left, and o has none with two.
pub(super) const DEPTHS: usize = 14;
/// Number of depths that a search can return to.
pub(super) const RETURNS: usize = DEPTHS - 1;
/// Number of bits of a depth.
pub(super) const DEPTH_BITS: usize = 4;

/// All searches: one plane for each fact.
#[repr(C, align(64))]
pub(super) struct Search<P> {
    /// The permutation from cells to tiles.
    pub(super) switches: Switches<P>,
    /// The depth of the attacker's last chance, low bit first: even for x as the attacker, odd for o.
    pub(super) last_chance: [P; DEPTH_BITS],
    /// Whether this many tokens are on the board.
    pub(super) depth: [P; DEPTHS],
    /// Cells with a token.
    pub(super) taken: Board<P>,
    /// Number of tokens placed before the one on a cell, low bit first: even for x. Undefined for empty
    /// cells.
    pub(super) order: [[P; DEPTH_BITS]; CELLS],
    /// Safe moves not yet tried.
    pub(super) untried: Board<P>,
    /// Untried moves at the positions above, by cell and depth.
    pub(super) untried_at: [[P; RETURNS]; CELLS],
    /// Whether any of them is set, by depth.
    pub(super) any_untried_at: [P; RETURNS],
}

/// Directions of the searches.
struct Way<P> {
    /// To the position after the move.
    deeper: P,
    /// Stays: the next move of the same position is tried.
    stay: P,
    /// Back to the position at this depth.
    target: [P; RETURNS],
}

/// Gardens with an answered question.
#[derive(Clone, Copy)]
pub(super) struct Answered<P> {
    pub(super) done: P,
    /// Whether the answer favors x, who moved first.
    pub(super) yes: P,
}

impl<P: Plane> Search<P> {
    /// No garden in any lane.
    pub(super) fn new() -> Self {
        let (plane, board) = (P::none(), [P::none(); CELLS]);
        Self {
            switches: Switches::new(),
            last_chance: [plane; DEPTH_BITS],
            depth: [plane; DEPTHS],
            taken: board,
            order: [[plane; DEPTH_BITS]; CELLS],
            untried: board,
            untried_at: [[plane; RETURNS]; CELLS],
            any_untried_at: [plane; RETURNS],
        }
    }

    /// Tries a move in every garden. Then the search goes on to the position after it, stays for the next
    /// move, or goes back to the last position whose answer is still open.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Answered<P> {
        let now = depth_bits(&self.depth);
        let odd_depth = now[0];
        let (mut own, mut other) = ([P::none(); CELLS], [P::none(); CELLS]);
        unrolled!(for cell in 0..16 {
            let is_others = self.order[cell][0].xor(odd_depth);
            own[cell] = self.taken[cell].without(is_others);
            other[cell] = self.taken[cell].and(is_others);
        });
        let chosen = choose(&own, &other, &self.untried);
        let mut rest = [P::none(); CELLS];
        unrolled!(for cell in 0..16 {
            rest[cell] = self.untried[cell].without(chosen[cell]);
            own[cell] = own[cell].or(chosen[cell]);
        });
        let any_rest = any(&rest);
        // Computed early, so that nothing waits for it later.
        let (mut target, on_way) = self.targets();
        let safe = self.safe_replies(&own, &chosen);
        let any_safe = any(&safe);
        let safe = self.switches.to_cells(&safe);

        // The move wins, leads deeper, or has failed: the attacker has moved at his last chance without
        // winning. Only the attacker moves there.
        let [a, b, c, d] = self.last_chance;
        let is_other_depth = a.xor(now[0]).or_one(b, now[1]).or(c.xor(now[2]).or_one(d, now[3]));
        let is_last = is_other_depth.not();
        let won = any_safe.not();
        let deeper = any_safe.without(is_last);
        let failed = any_safe.and(is_last);
        let stay = failed.and(any_rest);
        let back = won.or(failed.without(any_rest));

        // A move to a position that is good for the opponent has failed. If the position before it has no
        // other move, that position is bad, and the move that led to it was good. So the way back skips two
        // positions at a time, until one has moves left.
        let odd_target = odd_depth.xor(won);
        let backs = [back.without(odd_target), back.and(odd_target)];
        for depth in 0..RETURNS {
            target[depth] = target[depth].and(backs[depth % 2]);
        }
        let done = backs[0].and(on_way[0]).or_both(backs[1], on_way[1]);

        let way = Way { deeper, stay, target };
        for depth in 0..RETURNS {
            self.any_untried_at[depth] = self.depth[depth].select(any_rest, self.any_untried_at[depth]);
        }
        self.change_untried(&safe, &rest, &way);
        self.change_depth(&way);
        self.move_tokens(&chosen, &now, &depth_bits(&self.depth));
        // If no position is left, the last one skipped was the root or the position after its move.
        Answered { done, yes: odd_target }
    }

    /// The safe replies of the opponent, by tile, after the mover's choice of a cell. `own` includes the new
    /// token already.
    #[inline(always)]
    fn safe_replies(&self, own: &Board<P>, chosen: &Board<P>) -> Tiles<P> {
        let mut free = [P::none(); CELLS];
        unrolled!(for cell in 0..16 {
            free[cell] = self.taken[cell].or(chosen[cell]).not();
        });
        let free = self.switches.to_tiles(&free);
        let chosen = self.switches.to_tiles(chosen);
        let completing = self.switches.to_tiles(&completing(own));
        // With two tiles left the board fills up before anybody is blocked.
        let can_block = self.depth[DEPTHS - 1].not();
        safe_replies(&free, &chosen, &completing, can_block)
    }

    /// Stores the moves that are left at this depth, and loads those of the next position: its safe moves if
    /// it is new, the remaining ones if it is the same, the stored ones if the search goes back.
    #[inline(always)]
    fn change_untried(&mut self, safe: &Board<P>, rest: &Board<P>, way: &Way<P>) {
        for cell in 0..CELLS {
            let mut untried = way.deeper.and(safe[cell]).or_both(way.stay, rest[cell]);
            for depth in 0..RETURNS {
                let at = &mut self.untried_at[cell][depth];
                untried = untried.or_both(way.target[depth], *at);
                *at = self.depth[depth].select(rest[cell], *at);
            }
            self.untried[cell] = untried;
        }
    }

    /// Moves to the next depth.
    #[inline(always)]
    fn change_depth(&mut self, way: &Way<P>) {
        let mut next = [P::none(); DEPTHS];
        for depth in 0..DEPTHS {
            let returned = if depth < RETURNS { way.target[depth] } else { P::none() };
            next[depth] = returned.or_both(self.depth[depth], way.stay);
            if depth > 0 {
                next[depth] = next[depth].or_both(self.depth[depth - 1], way.deeper);
            }
        }
        self.depth = next;
    }

    /// For each depth, the searches that return to it if they return to a depth of the same parity; and for
    /// even and odd depths, the searches that return to none.
    #[inline(always)]
    fn targets(&self) -> ([P; RETURNS], [P; 2]) {
        let mut target = [P::none(); RETURNS];
        let mut on_way = [self.depth[DEPTHS - 1]; 2];
        for depth in (0..RETURNS).rev() {
            let parity = depth % 2;
            target[depth] = self.any_untried_at[depth].and(on_way[parity]);
            on_way[parity] = on_way[parity].without(target[depth]).or(self.depth[depth]);
            on_way[1 - parity] = on_way[1 - parity].or(self.depth[depth]);
        }
        (target, on_way)
    }

    /// Places the chosen tokens, and removes all tokens beyond the next depth: those after the target if the
    /// search goes back, and the chosen one if it has failed.
    #[inline(always)]
    fn move_tokens(&mut self, chosen: &Board<P>, now: &[P; DEPTH_BITS], next: &[P; DEPTH_BITS]) {
        unrolled!(for cell in 0..16 {
            let mut is_kept = P::none();
            for bit in 0..DEPTH_BITS {
                let order = chosen[cell].select(now[bit], self.order[cell][bit]);
                self.order[cell][bit] = order;
                // Compares from the lowest bit up: the highest bit in which the two differ decides.
                is_kept = next[bit].greater(order, is_kept);
            }
            self.taken[cell] = is_kept.and_either(self.taken[cell], chosen[cell]);
        });
    }
}

/// The number of the depth, low bit first.
#[inline(always)]
fn depth_bits<P: Plane>(depths: &[P; DEPTHS]) -> [P; DEPTH_BITS] {
    let six_or_seven = depths[6].or(depths[7]);
    [
        depths[1].or3(depths[3], depths[5]).or3(depths[7].or3(depths[9], depths[11]), depths[13]),
        depths[2].or3(depths[3], six_or_seven).or3(depths[10], depths[11]),
        depths[4].or3(depths[5], six_or_seven).or3(depths[12], depths[13]),
        depths[8].or3(depths[9], depths[10]).or3(depths[11].or(depths[12]), depths[13]),
    ]
}

/// Gardens in any of these planes.
#[inline(always)]
fn any<P: Plane>(board: &Board<P>) -> P {
    // Five short dependency chains instead of one long chain.
    let mut some = [P::none(); 5];
    for cell in 0..5 {
        some[cell] = board[3 * cell].or3(board[3 * cell + 1], board[3 * cell + 2]);
    }
    some[0].or3(some[1], some[2]).or3(some[3].or(some[4]), board[15])
}
