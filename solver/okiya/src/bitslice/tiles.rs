//! The permutation from cells to tiles in each garden.
//!
//! The sixteen tiles form a square with a row for each plant and a column for each symbol. Two tiles match if
//! they lie in one line of it. That is the same in every garden, so matches are computed on planes by tile.
//! Patterns are the same in every garden if planes are numbered by cell. The gardens differ only in the
//! mapping from cells to tiles: a permutation of sixteen planes, a different one in each lane.
//!
//! # The permutation
//!
//! Sixteen wires run through a network of switches (V. E. Beneš, 1965), each of which exchanges two wires in
//! some lanes. Neighbors go to two halves, neighbors there to two quarters of four wires each, and the same
//! way back. The network can realize any permutation. Since it does not matter which plant has which row and
//! which symbol which column, 41 switches are enough, whereas sixteen numbered places need 49 (A. Waksman,
//! 1968). Run backwards, the network leads from tiles to cells.

use super::choice::{Board, CELLS};
use super::plane::{Plane, unrolled};
use crate::cell::Cell;
use crate::garden::Garden;

/// A plane for each tile. The tile in row *r* and column *c* of the square has number *r* + 4 *c*.
pub(super) type Tiles<P> = [P; CELLS];

/// Number of switches of the network.
const SWITCHES: usize = 41;

/// The two wires of each switch, from cells to tiles.
const WIRES: [(usize, usize); SWITCHES] = {
    let mut wires = [(0, 0); SWITCHES];
    let mut count = 0;
    // To the halves, even and odd wires; then to the quarters, wires with the same remainder modulo four. The
    // first switch of all and the first of each half are omitted: the order of the halves and of the quarters
    // is free. All switches of four wires are contiguous, for machines with few registers.
    let mut wire = 0;
    while wire < 16 {
        let inner = [(wire, wire + 1), (wire + 2, wire + 3), (wire, wire + 2), (wire + 1, wire + 3)];
        let mut switch = 0;
        while switch < inner.len() {
            if wire > 0 || switch == 1 {
                wires[count] = inner[switch];
                count += 1;
            }
            switch += 1;
        }
        wire += 4;
    }
    // In the quarters, to columns. The first quarter determines the order of the columns.
    let mut quarter = 1;
    while quarter < 4 {
        let [a, b, c, d] = [quarter, quarter + 4, quarter + 8, quarter + 12];
        let inner = [(a, b), (a, c), (b, d), (a, b), (c, d)];
        let mut switch = 0;
        while switch < inner.len() {
            wires[count + switch] = inner[switch];
            switch += 1;
        }
        count += inner.len();
        quarter += 1;
    }
    // In the columns, to pairs of rows and then to rows. In the first column one of each two or four stays in
    // place, and determines the rows of the plants.
    let mut wire = 0;
    while wire < 16 {
        let inner = [(wire, wire + 2), (wire + 1, wire + 3), (wire, wire + 1), (wire + 2, wire + 3)];
        let mut switch = 0;
        while switch < inner.len() {
            if wire > 0 || switch == 1 {
                wires[count] = inner[switch];
                count += 1;
            }
            switch += 1;
        }
        wire += 4;
    }
    assert!(count == SWITCHES);
    wires
};

/// The permutation from cells to tiles and its inverse: for each switch the lanes in which it exchanges its
/// wires.
pub(super) struct Switches<P>([P; SWITCHES]);

impl<P: Plane> Switches<P> {
    /// All switches off.
    pub(super) fn new() -> Self {
        Self([P::none(); SWITCHES])
    }

    /// Sets the switches of a lane for its garden.
    pub(super) fn lay(&mut self, lane: usize, garden: &Garden) {
        let exchanges = Route::new(garden).exchanges;
        for (switch, plane) in self.0.iter_mut().enumerate() {
            plane.set(lane, exchanges >> switch & 1 != 0);
        }
    }

    /// Converts planes by cell to planes by tile.
    #[inline(always)]
    pub(super) fn to_tiles(&self, board: &Board<P>) -> Tiles<P> {
        let mut planes = *board;
        unrolled!(for switch in 0..41 {
            let (a, b) = WIRES[switch];
            (planes[a], planes[b]) = self.0[switch].exchange(planes[a], planes[b]);
        });
        planes
    }

    /// Converts planes by tile to planes by cell.
    #[inline(always)]
    pub(super) fn to_cells(&self, tiles: &Tiles<P>) -> Board<P> {
        let mut planes = *tiles;
        unrolled!(for passed in 0..41 {
            let switch = SWITCHES - 1 - passed;
            let (a, b) = WIRES[switch];
            (planes[a], planes[b]) = self.0[switch].exchange(planes[a], planes[b]);
        });
        planes
    }
}

/// The tiles of one garden on their path through the network.
struct Route {
    /// The tile on each wire: four times its plant, and its symbol.
    tiles: [usize; CELLS],
    /// Number of switches passed.
    passed: usize,
    /// Bits of the switches that exchange their wires.
    exchanges: u64,
}

impl Route {
    fn new(garden: &Garden) -> Self {
        let mut route = Self { tiles: [0; CELLS], passed: 0, exchanges: 0 };
        for (cell, at) in Cell::all().zip(&mut route.tiles) {
            let tile = garden.tile(cell);
            *at = 4 * tile.plant().index() + tile.symbol().index();
        }
        route.reach_quarters();
        for quarter in 1..4 {
            route.reach_columns(quarter);
        }
        route.reach_rows();
        debug_assert_eq!(route.passed, SWITCHES);
        route
    }

    /// Passes the next switch, which exchanges its wires or not.
    fn pass(&mut self, exchange: bool) {
        if exchange {
            let (a, b) = WIRES[self.passed];
            self.tiles.swap(a, b);
            self.exchanges |= 1 << self.passed;
        }
        self.passed += 1;
    }

    /// From cells to quarters: each half gets one tile for each symbol and pair of plants, each quarter one
    /// tile for each symbol.
    fn reach_quarters(&mut self) {
        let to_halves = split(&self.tiles);
        let to_quarters = [0, 1].map(|half| {
            let mut places = [0; 8];
            for (pair, place) in places.iter_mut().enumerate() {
                let is_exchanged = usize::from(to_halves >> pair & 1);
                let tile = self.tiles[2 * pair + (half ^ is_exchanged)];
                *place = tile / 8 * 4 + tile % 4;
            }
            split(&places)
        });
        for four in 0..4 {
            let [a, b] = [2 * four, 2 * four + 1].map(|pair| to_halves >> pair & 1 != 0);
            let [c, d] = to_quarters.map(|exchanges| exchanges >> four & 1 != 0);
            let exchanges: &[bool] = if four == 0 { &[b] } else { &[a, b, c, d] };
            for &exchange in exchanges {
                self.pass(exchange);
            }
        }
    }

    /// In a quarter, to the columns of the same symbols in the first quarter.
    fn reach_columns(&mut self, quarter: usize) {
        let mut column_of = [0; 4];
        for column in 0..4 {
            column_of[self.tiles[4 * column] % 4] = column;
        }
        let column_at = |route: &Self, place: usize| column_of[route.tiles[4 * place + quarter] % 4];
        // Places 0 and 2 lead to one column of each pair, places 1 and 3 to the other.
        self.pass(column_at(self, 0) / 2 == column_at(self, 2) / 2);
        self.pass(column_at(self, 0) / 2 == 1);
        self.pass(column_at(self, 1) / 2 == 1);
        self.pass(column_at(self, 0) % 2 == 1);
        self.pass(column_at(self, 2) % 2 == 1);
    }

    /// In the columns, to the rows of the same plants in the first column.
    fn reach_rows(&mut self) {
        let pair_at = |route: &Self, wire: usize| route.tiles[wire] / 8;
        for column in 0..4 {
            let wire = 4 * column;
            if column > 0 {
                self.pass(pair_at(self, wire) != pair_at(self, 0));
            }
            self.pass(pair_at(self, wire + 1) != pair_at(self, 0));
            if column > 0 {
                self.pass(self.tiles[wire] / 4 != self.tiles[0] / 4);
                self.pass(self.tiles[wire + 2] / 4 != self.tiles[2] / 4);
            }
        }
    }
}

/// The neighbors to exchange, a bit for each pair 2*i* and 2*i* + 1, so that of the places *p* and *p* + 4
/// one goes to each half. Of two neighbors one goes to the first half, the other to the second. The first two
/// are not exchanged.
fn split<const COUNT: usize>(places: &[usize; COUNT]) -> u8 {
    let mut index_of = [0; COUNT];
    for (index, &place) in places.iter().enumerate() {
        index_of[place] = index;
    }
    let (mut known, mut exchanges) = (0_u8, 0_u8);
    for first in (0..COUNT).step_by(2) {
        // This one goes to the first half and its neighbor to the second, so the neighbor's partner goes to
        // the first; and so on, until the loop closes.
        let mut index = first;
        while known >> (index / 2) & 1 == 0 {
            known |= 1 << (index / 2);
            exchanges |= u8::from(index % 2 == 1) << (index / 2);
            index = index_of[places[index ^ 1] ^ 4];
        }
    }
    exchanges
}
