//! Strategies in policy tables: where [`search::cfr`](hanamachi_core::search::cfr) and [`table`](hanamachi_table) meet. Knows no game.
//!
//! A game says once how it writes an information state and an action ([`Tabled`]). Then the average strategy of a run becomes
//! the rows of a table ([`rows_of`], [`push_row`]), what rounding to 16 bits costs can be measured before anything is written
//! ([`Quantized`]), and a table is a strategy again ([`TableStrategy`]).

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use hanamachi_core::game::{HiddenInformation, Seat};
use hanamachi_core::search::cfr::{Behavior, SequenceForm, Strategy};
use hanamachi_table::{PolicyError, PolicyTable, RowBuffer, quantize, unquantize};

/// An information state as it stands in a table.
pub type Key = ArrayVec<u8, MAX_KEY_BYTES>;

/// No key is longer.
pub const MAX_KEY_BYTES: usize = 64;

/// A game whose strategies can be kept in tables.
pub trait Tabled: HiddenInformation {
    /// Length of all keys in bytes, from 1 to [`MAX_KEY_BYTES`].
    const KEY_BYTES: usize;

    /// The key of an information state in which its player decides: different for different ones.
    fn key(&self, information: &Self::Information) -> Key;

    /// The code of an action: different for different ones of an information state.
    fn code(&self, action: Self::Action) -> u32;
}

/// An empty buffer for rows of this game.
#[must_use]
pub fn row_buffer<G: Tabled>() -> RowBuffer {
    RowBuffer::new(G::KEY_BYTES)
}

/// Adds what is played where a player knows this and may do that. Where there is no choice there is no row.
pub fn push_row<G: Tabled>(
    rows: &mut RowBuffer,
    game: &G,
    information: &G::Information,
    actions: &[G::Action],
    probabilities: &[f64],
) -> Result<(), PolicyError> {
    if actions.len() < 2 {
        return Ok(());
    }
    rows.push(&game.key(information), actions.iter().map(|&action| game.code(action)), probabilities)
}

/// The rows of both players' strategies in a game in sequence form, in order.
pub fn rows_of<G: Tabled>(
    game: &G,
    form: &SequenceForm<G>,
    strategies: &Behavior,
) -> Result<RowBuffer, PolicyError> {
    let mut rows = row_buffer::<G>();
    for seat in Seat::BOTH {
        for (choice, probabilities) in strategies.of(form, seat) {
            push_row(&mut rows, game, choice.information, choice.actions, probabilities)?;
        }
    }
    rows.sort()?;
    Ok(rows)
}

/// A strategy as a table would keep it: rounded to 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct Quantized<S>(pub S);

impl<G: HiddenInformation, S: Strategy<G>> Strategy<G> for Quantized<S> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        self.0.probabilities(information, actions, probabilities);
        let mut units = Vec::with_capacity(actions);
        // What is no distribution stays what it is: a table would refuse it.
        if quantize(probabilities, &mut units).is_ok() {
            probabilities.clear();
            probabilities.extend(units.into_iter().map(unquantize));
        }
    }
}

/// A strategy in a table. What is not in it is played by the fallback, and counted.
#[derive(Debug)]
pub struct TableStrategy<'a, G, B, F> {
    game: &'a G,
    table: &'a PolicyTable<B>,
    fallback: F,
    missing: AtomicU64,
}

impl<'a, G: Tabled, B: AsRef<[u8]>, F> TableStrategy<'a, G, B, F> {
    /// The strategy in this table, which must be of this game, with what to play where it has nothing.
    pub const fn new(game: &'a G, table: &'a PolicyTable<B>, fallback: F) -> Self {
        Self { game, table, fallback, missing: AtomicU64::new(0) }
    }

    /// Number of calls of the fallback.
    pub fn missing(&self) -> u64 {
        self.missing.load(Ordering::Relaxed)
    }
}

impl<G: Tabled, B: AsRef<[u8]> + Sync, F: Strategy<G>> Strategy<G> for TableStrategy<'_, G, B, F> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        if actions < 2 {
            probabilities.clear();
            probabilities.resize(actions, 1.0);
            return;
        }
        let found = self.table.find(&self.game.key(information));
        if let Some(choices) = found.filter(|choices| choices.len() == actions) {
            probabilities.clear();
            probabilities.extend(choices.probabilities());
        } else {
            // Relaxed: a count that is read at the end.
            self.missing.fetch_add(1, Ordering::Relaxed);
            self.fallback.probabilities(information, actions, probabilities);
        }
    }
}
