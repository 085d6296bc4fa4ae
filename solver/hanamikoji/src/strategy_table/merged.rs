//! Converts strategies of merged rounds to rows of the rounds themselves.

use crate::merged::{MergedInformation, MergedRound, Unmerged};
use hanamachi_core::game::Seat;
use hanamachi_core::search::cfr::{Behavior, SequenceForm, Strategy};
use hanamachi_strategies::{push_row, row_buffer};
use hanamachi_table::{PolicyError, RowBuffer};

/// The rows of both players' strategies, in order: one for each information set of the original round, under
/// any names of the geisha, so that look-ups need no knowledge of the merging.
pub fn rows_of_merged(
    merged: &MergedRound,
    form: &SequenceForm<MergedRound>,
    strategies: &Behavior,
) -> Result<RowBuffer, PolicyError> {
    let round = merged.round();
    let mut rows = row_buffer::<crate::Round>();
    let (mut actions, mut played) = (Vec::new(), Vec::new());
    for seat in Seat::BOTH {
        for (choice, probabilities) in strategies.choices(form, seat) {
            let strategy = Unmerged { round: merged, strategy: Here(probabilities) };
            for information in merged.variants(&choice.information.known) {
                round.legal(&information, &mut actions);
                strategy.probabilities(&information, actions.len(), &mut played);
                push_row(&mut rows, round, &information, &actions, &played)?;
            }
        }
    }
    rows.sort()?;
    Ok(rows)
}

/// The strategy in the current information set.
struct Here<'a>(&'a [f64]);

impl Strategy<MergedRound> for Here<'_> {
    fn probabilities(&self, _known: &MergedInformation, _actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        probabilities.extend_from_slice(self.0);
    }
}
