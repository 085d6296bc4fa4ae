//! Strategies in policy tables: the link between [`search::cfr`](hanamachi_core::search::cfr) and
//! [`table`](hanamachi_table), independent of the games.
//!
//! A game defines the encoding of its information states and actions ([`Tabled`]). Then the average strategy
//! of a run becomes the rows of a table ([`rows_of`], [`push_row`]). [`Quantized`] measures the cost of
//! rounding to 16 bits before anything is written, and [`TableStrategy`] turns a table back into a strategy.
//! A [`SolvableGame`] is solved as a whole: the state and the results of its runs are sections and metadata of files.
//! [`each_choice`] passes on the rows of a table for other programs.

mod quantized;
mod rows;
mod run;

pub use quantized::Quantized;
pub use rows::{CodedRows, Names, POLICY_COLUMNS, each_choice};
pub use run::{
    Estimates, ResumeError, RunDescription, SolvableGame, restore_full, restore_sampled, run_identity,
    run_metadata, save_run, unresumable, write_rows,
};

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use hanamachi_core::game::{HiddenInformation, Seat};
use hanamachi_core::search::cfr::{Behavior, SequenceForm, Strategy};
use hanamachi_table::{PolicyError, PolicyTable, RowBuffer};

/// The key of an information state in a table.
pub type Key = ArrayVec<u8, MAX_KEY_BYTES>;

/// Maximum length of a key.
pub const MAX_KEY_BYTES: usize = 64;

/// A game whose strategies can be stored in tables.
pub trait Tabled: HiddenInformation {
    /// Length of all keys in bytes, from 1 to [`MAX_KEY_BYTES`].
    const KEY_BYTES: usize;

    /// The key of an information state with a decision. Different information states have different keys.
    fn key(&self, information: &Self::Information) -> Key;

    /// The code of an action. Different actions of an information state have different codes.
    fn code(&self, action: Self::Action) -> u32;
}

/// An empty buffer for rows of this game.
#[must_use]
pub fn row_buffer<G: Tabled>() -> RowBuffer {
    RowBuffer::new(G::KEY_BYTES)
}

/// Adds the row of an information state with these legal actions and their probabilities. Without a choice
/// there is no row.
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

/// The rows of both players' strategies for a game in sequence form, sorted, in this buffer.
pub fn rows_of<G: Tabled>(
    game: &G,
    form: &SequenceForm<G>,
    strategies: &Behavior,
    mut rows: RowBuffer,
) -> Result<RowBuffer, PolicyError> {
    for seat in Seat::BOTH {
        for (choice, probabilities) in strategies.choices(form, seat) {
            push_row(&mut rows, game, choice.information, choice.actions, probabilities)?;
        }
    }
    rows.sort()?;
    Ok(rows)
}

/// A strategy in a table. The fallback plays information states that are not in it, and these calls are
/// counted.
#[derive(Debug)]
pub struct TableStrategy<'a, G, B, F> {
    game: &'a G,
    table: &'a PolicyTable<B>,
    fallback: F,
    missing: AtomicU64,
}

impl<'a, G: Tabled, B: AsRef<[u8]>, F> TableStrategy<'a, G, B, F> {
    /// The strategy in this table, which must be of this game, with a fallback for missing information
    /// states.
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
