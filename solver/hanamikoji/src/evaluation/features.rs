//! Features of the learned evaluation: one table row for each geisha, and one for the actions that each
//! player has left.
//!
//! The row of a geisha is determined by her value, her marker and the locations of her cards. Every position
//! thus has nine rows, and its evaluation is a sum of nine vectors.

use std::sync::LazyLock;

use super::view::View;
use crate::rules::card::{Cards, Geisha};
use crate::rules::favour::Favour;
use crate::rules::parameters::Kinds;
use crate::rules::round::Round;
use crate::rules::state::State;
use hanamachi_core::game::Seat;

/// Rows of a position: seven geisha, the actions that each player has left.
pub(super) const ROWS_OF_A_POSITION: usize = Geisha::COUNT + 2;
/// Rows for the actions that the players have left: the player's own by seat, and the opponent's.
const ACTION_ROWS: usize = 3 * 16;
/// Distinct values of the geisha in the standard game, and the index of each geisha's value.
const VALUES: [u8; 4] = [2, 3, 4, 5];
const VALUE_OF: [usize; Geisha::COUNT] = [0, 0, 0, 1, 1, 2, 3];

/// Rows for a geisha as one player sees her: 738.
const VIEW_GEISHA_ROWS: usize = 738;
/// Rows of a table for views.
pub(super) const VIEW_ROWS: usize = VIEW_GEISHA_ROWS + ACTION_ROWS;
/// Rows for a geisha in a state with all cards open: 1,365.
const STATE_GEISHA_ROWS: usize = 1365;
/// Rows of a table for states.
pub(super) const STATE_ROWS: usize = STATE_GEISHA_ROWS + ACTION_ROWS;

/// The rows of one position.
pub(super) type Rows = [u16; ROWS_OF_A_POSITION];

/// Counts are below 6, and so are sums of them; a marker is one of three.
const BASE: usize = 6;
const VIEW_CODES: usize = BASE.pow(4) * 3;
const STATE_CODES: usize = BASE.pow(5) * 3;

/// Maps the code of a geisha, with her counts and marker as digits, to her row. Each value has its own part.
struct Index {
    view: Box<[u16]>,
    state: Box<[u16]>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let (mut view, mut state) = (vec![0; 4 * VIEW_CODES], vec![0; 4 * STATE_CODES]);
    let (mut view_rows, mut state_rows) = (0, 0);
    for (place, value) in VALUES.into_iter().enumerate() {
        let value = usize::from(value);
        for marker in 0..3 {
            for_each_split(value, 4, &mut |counts| {
                let code = counts.iter().rev().fold(marker, |code, &count| code * BASE + count);
                view[place * VIEW_CODES + code] = view_rows;
                view_rows += 1;
            });
            for_each_split(value, 5, &mut |counts| {
                let code = counts.iter().rev().fold(marker, |code, &count| code * BASE + count);
                state[place * STATE_CODES + code] = state_rows;
                state_rows += 1;
            });
        }
    }
    Index { view: view.into(), state: state.into() }
});

/// Calls `each` with every distribution of at most `total` cards over `places` places.
fn for_each_split(total: usize, places: usize, each: &mut impl FnMut(&[usize])) {
    fn go(left: usize, counts: &mut [usize], at: usize, each: &mut impl FnMut(&[usize])) {
        if at == counts.len() {
            each(counts);
            return;
        }
        for count in 0..=left {
            counts[at] = count;
            go(left - count, counts, at + 1, each);
        }
    }
    go(total, &mut vec![0; places], 0, each);
}

/// The markers in lanes as wide as those of [`Cards`]: 1 for the first seat of the layout, 2 for the second.
pub(super) fn markers(favour: Favour) -> u64 {
    SPREAD[usize::from(favour.bits_of(Seat::First))] + 2 * SPREAD[usize::from(favour.bits_of(Seat::Second))]
}

/// Seven bits, spread to one per lane.
const SPREAD: [u64; 128] = {
    let mut table = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        let mut lane = 0;
        while lane < Geisha::COUNT {
            if bits >> lane & 1 == 1 {
                table[bits] += 1 << (8 * lane);
            }
            lane += 1;
        }
        bits += 1;
    }
    table
};

/// Several counts of each geisha at once, as digits of base 6: three fit into a lane.
fn digits(low: Cards, middle: Cards, high: Cards) -> u64 {
    low.bits() + 6 * middle.bits() + 36 * high.bits()
}

/// Rows with these codes: the code modulo 216 is in the lanes of `low`, the quotient in those of `high`.
fn rows(low: u64, high: u64, index: &[u16], codes: usize) -> Rows {
    let (low, high) = (low.to_le_bytes(), high.to_le_bytes());
    let mut rows = [0; ROWS_OF_A_POSITION];
    for geisha in 0..Geisha::COUNT {
        let code = usize::from(low[geisha]) + 216 * usize::from(high[geisha]);
        rows[geisha] = index[VALUE_OF[geisha] * codes + code];
    }
    rows
}

fn action_rows(rows: &mut Rows, first: usize, seat: Seat, mine: Kinds, theirs: Kinds) {
    let row = |place: usize| u16::try_from(first + place).unwrap_or_default();
    rows[Geisha::COUNT] = row(16 * seat.index() + mine.bits());
    rows[Geisha::COUNT + 1] = row(32 + theirs.bits());
}

/// Rows of a view: own cards, the opponent's cards, the own hand, and the unseen cards.
pub(super) fn of_view(view: &View, markers: u64) -> Rows {
    let index = &*INDEX;
    let low = digits(view.mine, view.theirs, view.hand);
    let high = view.unseen.bits() + 6 * markers;
    let mut rows = rows(low, high, &index.view, VIEW_CODES);
    action_rows(&mut rows, VIEW_GEISHA_ROWS, view.seat, view.left, view.opponent_left);
    rows
}

/// The row of the actions that a player has left.
pub(super) fn own_actions_row(seat: Seat, left: Kinds) -> u16 {
    u16::try_from(VIEW_GEISHA_ROWS + 16 * seat.index() + left.bits()).unwrap_or_default()
}

/// Row of one geisha after `used` of her cards have left the player's hand: `kept` of them now count for the
/// player, and `taken` for the opponent.
// Six parameters: they stay in registers where this is inlined, in the loop over all actions.
pub(super) fn view_row(view: &View, markers: u64, geisha: Geisha, kept: u32, taken: u32, used: u32) -> u16 {
    let mine = view.mine.count(geisha) + kept;
    let theirs = view.theirs.count(geisha) + taken;
    let hand = view.hand.count(geisha) - used;
    let marker = usize::from(markers.to_le_bytes()[geisha.index()]);
    let code = (mine + 6 * theirs + 36 * hand + 216 * view.unseen.count(geisha)) as usize + 1296 * marker;
    INDEX.view[VALUE_OF[geisha.index()] * VIEW_CODES + code]
}

/// Rows of a state with all cards open, from the perspective of one player: own cards and the opponent's,
/// secrets included, the own hand and the opponent's, and the cards of the deck and those removed.
pub(super) fn of_state(round: &Round, state: &State, seat: Seat) -> Rows {
    let index = &*INDEX;
    let favour = round.favour().seen_from(seat);
    let low = digits(state.placed(seat), state.placed(!seat), state.hand(seat));
    let pool = state.deck().plus(state.removed());
    let high = state.hand(!seat).bits() + 6 * pool.bits() + 36 * markers(favour);
    let mut rows = rows(low, high, &index.state, STATE_CODES);
    action_rows(&mut rows, STATE_GEISHA_ROWS, seat, state.left(seat), state.left(!seat));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_rows_as_the_tables_have() {
        let index = &*INDEX;
        assert_eq!(usize::from(*index.view.iter().max().unwrap()) + 1, VIEW_GEISHA_ROWS);
        assert_eq!(usize::from(*index.state.iter().max().unwrap()) + 1, STATE_GEISHA_ROWS);
    }
}
