//! The recursion: whether the player to move reaches his goal.
//!
//! The attacker's goal is to win before the plies run out, the holder's that he does not. In either case the goal is
//! reached by a safe move after which the opponent does not reach his; a safe move that leaves him no safe reply wins.
//!
//! Two moves a node is the average, and one or two the rule towards the end. So the first and the last safe move are looked
//! at together, without a branch, even where they are the same; the others follow in a loop that is seldom entered.

#![expect(
    clippy::inline_always,
    reason = "see `cpu`: what is not inlined is not compiled for the processor; a single helper cost a third of the time"
)]

use arrayvec::ArrayVec;

use super::super::order::{Choice, Guide, safe_reply_rank, threat_rank};
use super::super::tables::{GardenTables, MATCHES};
use super::super::{Tiles, key, losing_tiles};
use super::Wins;
use super::cpu::Cpu;
use super::plies::Plies;
use hanamachi_core::search::budget::Meter;
use hanamachi_core::search::transposition::TranspositionTable;

/// A position in which nobody can win at once, and the player to move has a safe move.
///
/// Its sets have sixteen bits and lie in words of 32: with shorter ones a verdict takes some 3 % longer, for a single
/// bit of a short word is slow to clear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Open {
    /// Cells with a token of the player to move.
    pub(super) own: u32,
    /// Cells with a token of the other player.
    pub(super) other: u32,
    /// Tiles still in the garden.
    pub(super) free: u32,
    /// Tiles that are safe to take.
    pub(super) safe: u32,
}

impl Open {
    /// The lowest and the highest of the safe moves, which may be the same, and the others.
    #[inline(always)]
    fn moves(self) -> (usize, usize, Others) {
        let (low, high) =
            (self.safe.trailing_zeros() as usize & 15, self.safe.leading_zeros() as usize & 15 ^ 15);
        (low, high, Others(self.safe & (self.safe - 1) & !(1 << high)))
    }
}

/// A search of one garden. Once its meter has stopped it, its answers mean nothing.
#[derive(Debug)]
pub(super) struct Search<'g, 'b, C> {
    pub(super) garden: &'g GardenTables,
    pub(super) table: Option<&'b TranspositionTable>,
    pub(super) meter: Meter<'b>,
    /// The proof that this is the processor.
    pub(super) cpu: C,
}

impl<C: Cpu> Search<'_, '_, C> {
    /// Whether the player to move reaches his goal, when `P` plies may pass before the attacker's last token.
    ///
    /// Costs nothing for fewer than two plies. A search that was stopped answers at once.
    #[inline(always)]
    pub(super) fn expand<P: Plies>(&mut self, at: Open) -> bool {
        match P::COUNT {
            // Nobody can win at once.
            0 => return false,
            1 => return true,
            2 => return self.wins_with_the_next_but_one(at),
            _ => {}
        }
        if self.meter.count_node().is_err() {
            return false;
        }
        let (first, second, mut others) = at.moves();
        let (first_replies, second_replies) = (self.safe_replies(at, first), self.safe_replies(at, second));
        if either_is_empty(first_replies, second_replies) {
            return true;
        }
        if others.is_empty() {
            if first == second {
                return self.reaches_by::<P>(at, Choice::new(0, first, first_replies));
            }
            let guide = guide::<P>(at);
            let first = self.choice::<P>(at, guide, (first, first_replies));
            let second = self.choice::<P>(at, guide, (second, second_replies));
            return self.reaches_by::<P>(at, first.min(second))
                || self.reaches_by::<P>(at, first.max(second));
        }
        let guide = guide::<P>(at);
        let mut choices = [Choice::default(); MOST_MOVES];
        choices[0] = self.choice::<P>(at, guide, (first, first_replies));
        choices[1] = self.choice::<P>(at, guide, (second, second_replies));
        let mut count = 2;
        while let Some(tile) = others.pop() {
            let replies = self.safe_replies(at, tile);
            if replies == 0 {
                return true;
            }
            choices[count] = self.choice::<P>(at, guide, (tile, replies));
            count += 1;
        }
        for tried in 0..count {
            // The best of the rest comes to the front when it is wanted.
            for other in tried + 1..count {
                let (one, two) = (choices[tried], choices[other]);
                (choices[tried], choices[other]) = (one.min(two), one.max(two));
            }
            if self.reaches_by::<P>(at, choices[tried]) {
                return true;
            }
        }
        false
    }

    /// The same before the first token, when there are twelve moves.
    pub(super) fn first_token<P: Plies>(&mut self, at: Open) -> bool {
        if self.meter.count_node().is_err() {
            return false;
        }
        let guide = Guide::new(short(at.own), short(at.other), P::TASK);
        let choice = |tile| self.choice::<P>(at, Some(guide), (tile, self.safe_replies(at, tile)));
        let mut choices: ArrayVec<Choice, 12> = Tiles(short(at.safe)).map(choice).collect();
        choices.sort_unstable();
        choices.into_iter().any(|choice| self.reaches_by::<P>(at, choice))
    }

    /// Whether a safe move leaves the opponent no safe reply: the last two levels in one.
    #[inline(always)]
    fn wins_with_the_next_but_one(&mut self, at: Open) -> bool {
        if self.meter.count_node().is_err() {
            return false;
        }
        let (first, second, mut others) = at.moves();
        let mut wins = either_is_empty(self.safe_replies(at, first), self.safe_replies(at, second));
        while let Some(tile) = others.pop() {
            wins |= self.safe_replies(at, tile) == 0;
        }
        wins
    }

    /// Whether a safe move reaches the goal, although it leaves safe replies.
    #[inline(always)]
    fn reaches_by<P: Plies>(&mut self, at: Open, choice: Choice) -> bool {
        let tile = choice.tile();
        let next = Open {
            own: at.other,
            other: at.own | u32::from(self.garden.token_on(tile)),
            free: at.free & !(1 << tile),
            safe: choice.replies(),
        };
        if P::COUNT == 3 {
            return !self.wins_with_the_next_but_one(next);
        }
        match self.table {
            Some(table) if P::COUNT > REMEMBER_FROM => {
                !self.reaches_or_remembers::<P::Fewer>(table, next, tile)
            }
            _ => !self.cpu.reaches::<P::Fewer>(self, next),
        }
    }

    /// Whether the player to move reaches his goal after `last` was taken, from the table or for it.
    fn reaches_or_remembers<P: Plies>(&mut self, table: &TranspositionTable, at: Open, last: usize) -> bool {
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let tiles = at.free.count_ones() as i8;
        let wins = Wins { in_time: tiles - P::COUNT.cast_signed() };
        let key = key(short(at.own), short(at.other), last);
        if let Some(reaches) = wins.look_up(table, key, P::TASK) {
            return reaches;
        }
        let reaches = self.cpu.reaches::<P>(self, at);
        if self.meter.stopped().is_none() {
            wins.remember(table, key, P::TASK, reaches);
        }
        reaches
    }

    /// The opponent's safe replies to a safe move.
    #[inline(always)]
    fn safe_replies(&self, at: Open, tile: usize) -> u32 {
        let placed = at.own | u32::from(self.garden.token_on(tile));
        let free = at.free & !(1 << tile);
        let losing = losing_tiles(self.garden, short(placed), short(at.other), short(free));
        u32::from(MATCHES[tile]) & free & !u32::from(losing)
    }

    /// A safe move and its place in the order.
    #[inline(always)]
    fn choice<P: Plies>(&self, at: Open, guide: Option<Guide>, (tile, replies): (usize, u32)) -> Choice {
        let rank = match guide {
            Some(guide) => {
                guide.rank(self.garden.cell_of(tile), replies.count_ones(), self.garden.match_cells(tile))
            }
            None if P::COUNT >= THREATS_FROM => {
                let placed = at.own | u32::from(self.garden.token_on(tile));
                threat_rank(short(placed), short(at.other), replies, self.garden.match_cells(tile))
            }
            None if P::COUNT >= ORDER_FROM => safe_reply_rank(replies),
            None => 0,
        };
        Choice::new(rank, tile, replies)
    }
}

/// What the moves of a position have in common, where they are put in order by patterns.
#[inline(always)]
fn guide<P: Plies>(at: Open) -> Option<Guide> {
    (P::COUNT >= PATTERNS_FROM).then(|| Guide::new(short(at.own), short(at.other), P::TASK))
}

/// Most moves that a tile leaves.
const MOST_MOVES: usize = 6;

/// From so many plies on moves are put in order at all; below it costs what it saves. So for the next two: the
/// fewer plies, the less a good order saves.
const ORDER_FROM: u8 = 4;

/// From so many plies on a table is asked, if there is one.
const REMEMBER_FROM: u8 = 8;

/// From here on by threats as well as by safe replies.
const THREATS_FROM: u8 = 6;

/// From here on by patterns too.
const PATTERNS_FROM: u8 = 8;

/// One branch where `||` would be two.
#[inline(always)]
fn either_is_empty(one: u32, two: u32) -> bool {
    (one.wrapping_sub(1) | two.wrapping_sub(1)).cast_signed() < 0
}

/// A set as the tables want it.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "sixteen bits are in use")]
const fn short(set: u32) -> u16 {
    set as u16
}

/// Moves still to be looked at.
#[derive(Clone, Copy, Debug)]
struct Others(u32);

impl Others {
    #[inline(always)]
    const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Takes out the lowest.
    #[inline(always)]
    fn pop(&mut self) -> Option<usize> {
        let rest = *self;
        self.0 &= self.0.wrapping_sub(1);
        (!rest.is_empty()).then(|| rest.0.trailing_zeros() as usize & 15)
    }
}
