//! Converts strategies of merged rounds to rows of the rounds themselves.

use crate::merged::{MergedInformation, MergedRound, Unmerged};
use hanamachi_core::game::Seat;
use hanamachi_core::search::cfr::{Behavior, External, SequenceForm, Strategy};
use hanamachi_strategies::{push_row, row_buffer};
use hanamachi_table::{PolicyError, RowBuffer};

/// The rows of both players' strategies, in order and in this buffer: one for each information set of the original round, under
/// any names of the geisha, so that look-ups need no knowledge of the merging.
pub fn rows_of_merged(
    merged: &MergedRound,
    form: &SequenceForm<MergedRound>,
    strategies: &Behavior,
    buffer: RowBuffer,
) -> Result<RowBuffer, PolicyError> {
    let choices = Seat::BOTH.into_iter().flat_map(|seat| strategies.choices(form, seat));
    rows(merged, buffer, choices.map(|(choice, probabilities)| (*choice.information, probabilities)))
}

/// The same rows of the average strategies of a sampled run: of the information sets that it visited.
pub fn rows_of_sampled(
    merged: &MergedRound,
    run: &External<'_, MergedRound>,
) -> Result<RowBuffer, PolicyError> {
    rows(merged, row_buffer::<crate::Round>(), run.strategies())
}

/// The rows of these information sets with the probabilities of their actions.
fn rows<P: AsRef<[f64]>>(
    merged: &MergedRound,
    mut rows: RowBuffer,
    strategies: impl IntoIterator<Item = (MergedInformation, P)>,
) -> Result<RowBuffer, PolicyError> {
    let round = merged.round();
    let (mut actions, mut played) = (Vec::new(), Vec::new());
    for (information, probabilities) in strategies {
        let strategy = Unmerged { round: merged, strategy: Here(probabilities.as_ref()) };
        for information in merged.variants(&information.known) {
            round.legal(&information, &mut actions);
            strategy.probabilities(&information, actions.len(), &mut played);
            push_row(&mut rows, round, &information, &actions, &played)?;
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
